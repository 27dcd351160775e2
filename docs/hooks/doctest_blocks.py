# SPDX-License-Identifier: Apache-2.0
"""Examples of docstrings stand in the reference as code, with their output: Markdown would read lists as links."""

from __future__ import annotations

import re
from typing import Any

import griffe

# A doctest: from its first prompt to the next blank line.
_DOCTEST = re.compile(r"^>>> .*?(?=\n\s*\n|\Z)", re.MULTILINE | re.DOTALL)


class DoctestBlocks(griffe.Extension):
    """Fences the doctests of every docstring."""

    def on_object(self, *, obj: griffe.Object, **_: Any) -> None:
        """Called for each module, class, function and attribute."""
        if obj.docstring is not None:
            obj.docstring.value = _DOCTEST.sub(r"```pycon\n\g<0>\n```", obj.docstring.value)
