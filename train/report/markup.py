# SPDX-License-Identifier: Apache-2.0
"""HTML and SVG as nested calls; text is escaped unless it is `Markup` already."""

from __future__ import annotations

import html
import re
from collections.abc import Iterable, Sequence

# XML and HTML 5 have no spelling for these, not even an escaped one.
CONTROLS = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f\ud800-\udfff]")
VOID = frozenset({"meta", "br", "hr"})


class Markup(str):
    """Text that is markup already."""

    __slots__ = ()


Child = str | int | None | Iterable["Child"]


def tag(name: str, /, *children: Child, **attributes: str | float | None) -> Markup:
    """An element; attribute names end in `_` where Python reserves the word, and `_` inside stands for `-`.

    >>> print(tag("p", "a < b", tag("b", "!"), class_="note"))
    <p class="note">a &lt; b<b>!</b></p>
    """
    given = "".join(_attribute(key, value) for key, value in attributes.items() if value is not None)
    if name in VOID:
        return Markup(f"<{name}{given}>")
    return Markup(f"<{name}{given}>{render(children)}</{name}>")


def render(child: Child) -> Markup:
    """The markup of text, a number, an element, nothing, or any nesting of these.

    >>> print(render(["<script>", None, 7]))
    &lt;script&gt;7
    """
    if child is None:
        return Markup("")
    if isinstance(child, Markup):
        return child
    if isinstance(child, str | int):
        return Markup(html.escape(CONTROLS.sub("\N{REPLACEMENT CHARACTER}", str(child)), quote=False))
    return Markup("".join(render(each) for each in child))


def _attribute(key: str, value: str | float) -> str:
    shown = f"{value:.2f}".rstrip("0").rstrip(".") if isinstance(value, float) else str(value)
    return f' {key.rstrip("_").replace("_", "-")}="{html.escape(CONTROLS.sub("", shown))}"'


def table(
    head: Sequence[Child], rows: Iterable[Sequence[Child]], *, text: int = 1, class_: str = ""
) -> Markup:
    """A table whose first `text` columns are words and whose other columns are figures.

    `class_` is "narrow" for few columns, "ours" where all rows are compared with the first.
    """

    def cells(name: str, row: Sequence[Child]) -> list[Markup]:
        return [tag(name, cell, class_="num" if i >= text else None) for i, cell in enumerate(row)]

    body = [tag("tr", cells("td", row)) for row in rows]
    whole = tag(
        "table", tag("thead", tag("tr", cells("th", head))), tag("tbody", body), class_=class_ or None
    )
    return tag("div", whole, class_="scroll")


def section(anchor: str, title: str, lead: Child, *children: Child) -> Markup:
    """A titled part of a page with a sentence on how to read it."""
    return tag(
        "section", tag("h2", title), tag("p", lead, class_="lead") if lead else None, children, id=anchor
    )


def fold(title: Child, *children: Child, open_: bool = False) -> Markup:
    """Content that opens on a click, without JavaScript."""
    return tag("details", tag("summary", title), children, open="" if open_ else None)
