# SPDX-License-Identifier: Apache-2.0
"""What a report page is made of, as plain values; `resources/report.html` says how each is written."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import ClassVar

from .report_digest import Report
from .svg_plots import Plot


@dataclass(frozen=True, slots=True)
class TableCell:
    """A table cell of more than text: `small` stands beside it, `below` under it, `hint` when pointed at."""

    text: str
    small: str = ""
    below: str = ""
    hint: str = ""
    is_code: bool = False


Row = Sequence[str | TableCell]


@dataclass(frozen=True, slots=True)
class ReportTable:
    """The first `words` columns are words, the others figures.

    `look` is "narrow" for few columns, "ours" where all rows are compared with the first.
    """

    kind: ClassVar[str] = "table"
    head: Row
    rows: Sequence[Row]
    words: int = 1
    look: str = ""
    heading: str = ""


@dataclass(frozen=True, slots=True)
class Picture:
    """A plot with its caption."""

    kind: ClassVar[str] = "picture"
    plot: Plot
    caption: str = ""
    wide: bool = False


@dataclass(frozen=True, slots=True)
class SideBySide:
    """Blocks side by side; `look` is "plots" or "counts"."""

    kind: ClassVar[str] = "side"
    look: str
    blocks: Sequence[Block]


@dataclass(frozen=True, slots=True)
class Legend:
    """The names of series beside their colours, for the plots above."""

    kind: ClassVar[str] = "legend"
    names: Sequence[str]


@dataclass(frozen=True, slots=True)
class Fold:
    """A block that opens on a click, without JavaScript."""

    kind: ClassVar[str] = "fold"
    title: str
    block: Block


@dataclass(frozen=True, slots=True)
class NoteList:
    """Warnings, a line each."""

    kind: ClassVar[str] = "notes"
    lines: Sequence[str]


@dataclass(frozen=True, slots=True)
class Paragraph:
    """A sentence."""

    kind: ClassVar[str] = "paragraph"
    text: str


@dataclass(frozen=True, slots=True)
class Target:
    """A mark that the model was to reach: met or not, its name, and what was found; `look` colours the badge."""

    word: str
    look: str
    name: str
    found: str


@dataclass(frozen=True, slots=True)
class Targets:
    """All marks."""

    kind: ClassVar[str] = "targets"
    marks: Sequence[Target]


@dataclass(frozen=True, slots=True)
class FeatureReason:
    """What a feature added to a decision: the amount, what the feature means, and its name where that is another."""

    amount: float
    text: str
    name: str = ""


@dataclass(frozen=True, slots=True)
class Mistake:
    """A wrong decision in full."""

    kind: ClassVar[str] = "mistake"
    decision: str
    probability: float
    facts: Sequence[str]
    row: str
    question: str
    answer: str
    statements: Sequence[str]
    reasons: Sequence[FeatureReason]
    contexts: Sequence[str]


Block = ReportTable | Picture | SideBySide | Legend | Fold | NoteList | Paragraph | Targets | Mistake


@dataclass(frozen=True, slots=True)
class Section:
    """A titled part of a page with a sentence on how to read it; blocks that are None are left out."""

    anchor: str
    title: str
    lead: str
    blocks: Sequence[Block | None]


# A title for the head of the page, and what makes the section of a report; None when it has nothing to show.
Maker = tuple[str, Callable[[Report], Section | None]]


@dataclass(frozen=True, slots=True)
class Card:
    """A headline figure."""

    title: str
    value: str
    small: str


@dataclass(frozen=True, slots=True)
class Page:
    """A whole page; `links` are the titles of its sections in the head, in their order."""

    title: str
    sections: Sequence[Section]
    heading: str = ""
    lead: str = ""
    cards: Sequence[Card] = ()
    links: Sequence[str] = ()
    footer: str = ""
