# SPDX-License-Identifier: Apache-2.0
"""Which words belong to which value: what parts the values of a sentence, lists told side by side, days of rows."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from functools import lru_cache

from faithstill.featurize.extract import Kind, Mention
from faithstill.featurize.extract.document import content_stems
from faithstill.featurize.extract.lexicon import MONTHS
from faithstill.featurize.read.structure import Unit

_CALENDAR = frozenset({Kind.DATE, Kind.PERIOD})
_MONTHS = {f"{number:02}": name for name, number in reversed(MONTHS.items())}  # the longest stands first


def spelled_out(mentions: Iterable[Mention]) -> tuple[str, ...]:
    """The content stems of the days and months among some values, spelled out; none of what may be two days."""
    return tuple([stem for m in mentions if m.kind in _CALENDAR for stem in _stems(m.key)])


@lru_cache(maxsize=5_000)
def _stems(key: str) -> tuple[str, ...]:
    """
    >>> _stems("2024-03-04"), _stems("2024-03"), _stems("2024"), _stems("2024-03-04|2024-04-03")
    (('4', 'march', '2024'), ('march', '2024'), (), ())
    """
    year, _, rest = key.partition("-")
    month, _, day = rest.partition("-")
    if month not in _MONTHS or not (year.isdigit() and (day.isdigit() or not day)):
        return ()
    return content_stems(f"{day.lstrip('0')} {_MONTHS[month]} {year}")


_JOINT = re.compile(r",?\s(?:and|or)\s|,\s")  # all that stands between two values of a list
_ITEM = r"((?:[\w'’&.-]+\s){0,2}[\w'’&.-]+)"
_MOST = 6
_FARTHEST = 60  # characters between the two lists
_WINDOW = 300  # characters that the names may take


def label_of(
    text: str, begin: int, end: int, values: Sequence[Mention], mention: Mention
) -> tuple[int, int] | None:
    """Where the member stands that belongs to a value of a list, in another list as long within `begin:end`."""
    row, place = _listed(text, values, mention)
    if not 2 <= len(row) <= _MOST:
        return None
    names, left, right = _names(len(row)), row[0].start, row[-1].end
    before = list(names.finditer(text, max(begin, left - _WINDOW), left))
    if before and left - before[-1].end() <= _FARTHEST:
        return before[-1].span(place + 1)
    after = names.search(text, right, min(end, right + _WINDOW))
    return after.span(place + 1) if after and after.start() - right <= _FARTHEST else None


def _listed(text: str, values: Sequence[Mention], mention: Mention) -> tuple[Sequence[Mention], int]:
    """Those of a sentence's values, given in order, that are in one list with a mention, and its place among them."""
    own = next(i for i, m in enumerate(values) if m.start == mention.start)
    first, last = own, own + 1
    while first and last - first <= _MOST and _is_joint(text, values[first - 1], values[first]):
        first -= 1
    while last < len(values) and last - first <= _MOST and _is_joint(text, values[last - 1], values[last]):
        last += 1
    return values[first:last], own - first


def _is_joint(text: str, one: Mention, other: Mention) -> bool:
    return _JOINT.fullmatch(text, one.end, other.start) is not None


@lru_cache(maxsize=_MOST)
def _names(count: int) -> re.Pattern[str]:
    return re.compile(r",\s".join([_ITEM] * (count - 1)) + r",?\s(?:and|or)\s" + _ITEM)


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
