# SPDX-License-Identifier: Apache-2.0
"""Totals of an answer's own lines: bullets or table rows with an amount each, and "that makes $530 in total"."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import replace
from decimal import Decimal

from faithstill.featurize.document import Document
from faithstill.featurize.extract import Kind, Mention
from faithstill.featurize.values.alignment import Alignment, Status
from faithstill.featurize.values.derived.derive import Derivation, rounded_step
from faithstill.featurize.values.derived.formulas import Wanted

_SUMMABLE = frozenset({Kind.MONEY, Kind.NUMBER, Kind.QUANTITY, Kind.DURATION})
SUPPORTED = frozenset({Status.EQUAL, Status.GIVEN, Status.DERIVED})
_ITEM = re.compile(r"[ \t]*(?:[-*•–|]|\(?\d{1,2}[.)]|[a-z][.)])[ \t]*\S")
_RULE = re.compile(r"[\s|:-]*$")
_MOST_LINES = 40
_REACH = 60
_TOTAL = re.compile(
    r"\b(?:totals?|sum|all in all|in all|altogether|together|combined|overall|makes?|made|would be|adds? up|added up|"
    r"comes?|came|works? out|amounts?|adding)\b[^.;\n]*$|\b(?:that'?s|that is|that’s) \W*$",
    re.IGNORECASE,
)
_IN_TOTAL = re.compile(
    r"[^.;\n]{0,24}\b(?:in total|in all|altogether|together|combined|overall)\b", re.IGNORECASE
)


def totalled(found: list[Alignment], answer: Document) -> None:
    """Put right in `found` each total that nothing proves but the lines above it.

    Each of the lines must give one supported value, all the first of their line or all the last, or of one column.
    """
    open_ones = [
        n
        for n, x in enumerate(found)
        if x.status is Status.ABSENT and x.mention.kind in _SUMMABLE and is_total(answer.text, x.mention)
    ]
    if not open_ones:
        return
    lines = _Lines(answer.text, found)
    for n in open_ones:
        target = found[n].mention
        wanted = Wanted(target.low or Decimal(0), rounded_step(target))
        for addends in lines.above(target):
            value = sum((x.mention.low or Decimal(0) for x in addends), Decimal(0))
            if len(addends) > 1 and wanted.is_met(value) and all(x.status in SUPPORTED for x in addends):
                found[n] = summed(found[n], addends)
                break


def summed(alignment: Alignment, addends: Sequence[Alignment]) -> Alignment:
    """A total proved by the supported values that add up to it."""
    mentions = tuple(x.mention for x in addends)
    derivation = Derivation("sum", " + ".join(m.text for m in mentions), mentions, 1.0)
    rule = f"{alignment.mention.kind}.sum"
    return replace(alignment, status=Status.DERIVED, support=None, derivation=derivation, rule=rule)


def is_total(text: str, mention: Mention) -> bool:
    """Does a word beside a single value say that it is a total?"""
    if not mention.low or mention.low != mention.high:
        return False
    line = max(text.rfind("\n", 0, mention.start) + 1, mention.start - _REACH)
    return bool(_TOTAL.search(text[line : mention.start]) or _IN_TOTAL.match(text, mention.end))


def is_item(text: str, mention: Mention) -> bool:
    """Does a value stand in a list item or a table row?"""
    return _ITEM.match(text, text.rfind("\n", 0, mention.start) + 1) is not None


class _Lines:
    """The lines of a text, each with the values that stand in it."""

    def __init__(self, text: str, found: Sequence[Alignment]) -> None:
        self.text = text
        self.starts = [0, *(n + 1 for n, c in enumerate(text) if c == "\n")]
        self.values: list[list[Alignment]] = [[] for _ in self.starts]
        for x in found:
            self.values[self._line(x.mention)].append(x)

    def _line(self, mention: Mention) -> int:
        return bisect_right(self.starts, mention.start) - 1

    def _line_text(self, n: int) -> str:
        end = self.starts[n + 1] if n + 1 < len(self.starts) else len(self.text)
        return self.text[self.starts[n] : end].rstrip("\n")

    def above(self, target: Mention) -> Iterator[Sequence[Alignment]]:
        """What the items or rows right above the line of a total may add up: a value of each of them."""
        own = self._line(target)
        block = list(self._block(own))
        alike = [[x for x in self.values[n] if is_addend(x.mention, target)] for n in block]
        if any(self._line_text(n).lstrip().startswith("|") for n in block):
            columns = [{self._column(x.mention): x for x in values} for values in alike]
            in_row = self._line_text(own).lstrip().startswith("|")
            for column in [self._column(target)] if in_row else sorted(set().union(*columns)):
                yield [cells[column] for cells in columns if column in cells]
        else:
            told = [values for values in alike if values]
            yield [values[-1] for values in told]
            yield [values[0] for values in told]

    def _block(self, below: int) -> Iterator[int]:
        """The items or rows that end right above a line, from the last to the first."""
        for n in range(below - 1, max(-1, below - 1 - _MOST_LINES), -1):
            line = self._line_text(n)
            if _ITEM.match(line):
                yield n
            elif not _RULE.match(line):
                return

    def _column(self, mention: Mention) -> int:
        return self.text.count("|", self.starts[self._line(mention)], mention.start)


def is_addend(mention: Mention, target: Mention) -> bool:
    """May a single value be a part of a total?"""
    if mention.kind is not target.kind or not mention.low or mention.low != mention.high:
        return False
    return mention.unit == target.unit or (target.kind is Kind.NUMBER and "" in (mention.unit, target.unit))
