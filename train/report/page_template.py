# SPDX-License-Identifier: Apache-2.0
"""A page as text: the one template with autoescape, and the one style sheet, no script and no request to anywhere."""

from __future__ import annotations

import re
from functools import lru_cache
from importlib import resources

from jinja2 import Environment, StrictUndefined, Template
from markupsafe import Markup

from .blocks import Page

# XML and HTML 5 have no spelling for these, not even an escaped one.
CONTROLS = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f\ud800-\udfff]")


def rendered(page: Page) -> str:
    """The whole page; text is escaped whatever it holds, so rows and names of files can do no harm."""
    style = (resources.files("faithstill.train") / "resources/report.css").read_text(encoding="utf-8")
    return _template().render(page=page, style=Markup(style)) + "\n"


@lru_cache(maxsize=1)
def _template() -> Template:
    text = (resources.files("faithstill.train") / "resources/report.html").read_text(encoding="utf-8")
    return Environment(autoescape=True, finalize=_spelt, undefined=StrictUndefined).from_string(text)


def _spelt(value: object) -> object:
    """Text without characters that a page cannot hold; markup of the template itself as it is.

    >>> _spelt("a\\x00b"), _spelt(7)
    ('a\ufffdb', 7)
    """
    if isinstance(value, str) and not isinstance(value, Markup):
        return CONTROLS.sub("\N{REPLACEMENT CHARACTER}", value)
    return value
