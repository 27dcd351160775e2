# SPDX-License-Identifier: Apache-2.0
"""What parts the values of one sentence, so that each has its own words."""

from __future__ import annotations

import re
from collections.abc import Sequence

from faithstill.featurize.extract import Mention
from faithstill.featurize.read.structure import Unit

# What parts two values of one sentence, the strongest first: of several, the first that occurs decides.
_PARTS = (
    re.compile(r"[;|\n]"),
    re.compile(r",?\s(?:while|whereas|but|versus|vs\.?|compared (?:with|to)|against|up from|down from)\b"),
    re.compile(r"\)"),
    re.compile(r",\s?(?:and|or|then)\b"),
    re.compile(r","),
    re.compile(r"\b(?:and|or|plus|then)\b"),
    re.compile(r"[(–—]|\bto\b|\bfrom\b|\bagainst\b"),
    re.compile(r"\b(?:with|includ\w+|ha[sd]|have|incurr\w+|on|less)\b"),
)
_CLAUSE_END = re.compile(r"[,;]\s")


def extent(
    text: str, unit: Unit, values: Sequence[Mention], mention: Mention, here: int
) -> tuple[int, int, int, int]:
    """Where what is shared with the value before starts and ends, and what is shared with the one behind."""
    left = begin = unit.start
    stop = right = unit.end
    if here > 0:
        left, begin = _gap(text, values[here - 1].end, mention.start)
    if here + 1 < len(values):
        stop, right = _gap(text, mention.end, values[here + 1].start)
    return left, begin, stop, right


def head_end(text: str, start: int, end: int) -> int:
    """Where "In 2023, " or "Monthly fee: " ends: what leads a sentence in holds for all that follows."""
    stop = max(text.rfind(", ", start, end), text.rfind(": ", start, end))
    return stop + 2 if stop >= 0 and text[stop + 2 : end].strip() else start


def clause_end(text: str, start: int, end: int) -> int:
    """Where the clause of a value ends: what comes after a comma says something else."""
    found = _CLAUSE_END.search(text, start, end)
    return found.start() if found else end


def _gap(text: str, left: int, right: int) -> tuple[int, int]:
    """Where the words of the value before end, and where those of the value after it begin."""
    for part in _PARTS:
        found = list(part.finditer(text, left, right))
        if found:
            return found[0].start(), found[-1].end()
    return right, left  # nothing parts them: what stands between belongs to both
