# SPDX-License-Identifier: Apache-2.0
"""Comparisons with what is not named: a value with itself earlier ("rose", "doubled"), a row with all others."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from decimal import Decimal
from itertools import combinations

from faithstill.featurize.document import content_stems
from faithstill.featurize.extract import Kind, Mention
from faithstill.featurize.values.slots.slots import EvidenceValues, Located

from .comparison import CHANGES, ORDERED, SUPERLATIVES, Comparison, Relation, is_ordered

_YEAR = re.compile(r"(?<!\d)(?:19|20)\d\d(?!\d)")
_VERBS = {verb: (least, most) for verbs, least, most in CHANGES for verb in verbs.split("|")}
_EXTREMES = {word: (relation, kinds) for words, relation, kinds in SUPERLATIVES for word in words.split("|")}
_CHANGED = re.compile(
    rf"^(?P<subject>[^,;:.<]*?\S) (?P<cue>{'|'.join(sorted(_VERBS, key=len, reverse=True))})\b", re.IGNORECASE
)
# What stands before the first of two values and between them, and whether the first is the earlier one.
_STEPS = (
    (re.compile(r"\bfrom\s$"), re.compile(r"\s(?:in\s\d{4}\s)?to\s$"), True),
    (re.compile(r"\bto\s$"), re.compile(r",?\s(?:up\s|down\s)?from\s$"), False),
    (re.compile(r"\s$"), re.compile(r"\s\((?:19|20)\d\d:\s$"), False),
    (re.compile(r"\s$"), re.compile(r",?\s(?:up|down)\sfrom\s$"), False),
    (re.compile(r"\s$"), re.compile(r",?\s(?:compared\swith|against)\s$"), False),
)
_EXTREME = re.compile(
    rf"^(?P<subject>[^,;:.]*?\S) (?:has|have|had|is|was|charges|offers) the (?P<cue>"
    rf"{'|'.join(sorted(_EXTREMES, key=len, reverse=True))})\b(?P<noun>(?: \w+){{0,4}})",
    re.IGNORECASE,
)
_LEAST_ROWS = 3
# "Rates had climbed, then they fell"; "Revenue grew in Asia", of which the whole may be otherwise.
_EARLIER = re.compile(r"\b(?:had|previously|first|initially)$", re.IGNORECASE)
_ONLY_THERE = re.compile(
    r"\s(?:in|at|for)\s(?:the\s)?(?!January|February|March|April|May|June|July|August)[A-Z]"
)


def trends(
    text: str, begin: int, values: Sequence[Mention], evidence: EvidenceValues
) -> Iterator[Comparison]:
    """ "Revenue rose": of the one pair of an earlier and a later value that the subject's words point at."""
    match = _CHANGED.search(text)
    if match is None or _EARLIER.search(match["subject"]) or _ONLY_THERE.match(text, match.end()):
        return
    subject = frozenset(content_stems(match["subject"]))
    years = set(_YEAR.findall(text))
    pairs = [pair for pair in _earlier_and_later(subject, evidence) if years <= pair[2]] if subject else []
    ratios = {_ratio(a, b) for a, b, _ in pairs}
    holds = _is_change(ratios.pop(), *_VERBS[match["cue"].lower()]) if len(ratios) == 1 else None
    left, right = (pairs[0][1], pairs[0][0]) if pairs else (None, None)
    shown = text[: match.end()]
    yield Comparison(begin, begin + match.end(), shown, match["cue"], holds, left, right)


def _ratio(a: Located, b: Located) -> Decimal | None:
    if not a.mention.low or b.mention.low is None or a.mention.low < 0:
        return None
    return b.mention.low / a.mention.low


def _is_change(ratio: Decimal | None, least: float | None, most: float | None) -> bool | None:
    """Is the later value, as a multiple of the earlier one, what the verb says? None for a close call.

    >>> _is_change(Decimal("1.4"), 1.0, None), _is_change(Decimal("1.4"), 1.75, 2.5), _is_change(None, 1.0, None)
    (True, False, None)
    """
    if ratio is None or ratio < 0:
        return None
    return (least is None or ratio > Decimal(str(least))) and (most is None or ratio < Decimal(str(most)))


def _earlier_and_later(
    subject: frozenset[str], evidence: EvidenceValues
) -> Iterator[tuple[Located, Located, set[str]]]:
    """Pairs of values with the years they are of: "from 60 to 84", or two cells of a row under two years."""
    groups: dict[tuple[int, int], list[Located]] = {}
    seen: set[tuple[int, int]] = set()  # under "in £000" a cell stands twice
    for e in evidence.values:
        place = (e.passage, e.mention.start)
        if e.mention.kind in ORDERED and place not in seen:
            seen.add(place)
            index = evidence.document(e.passage).sentence_at(e.mention.start)
            groups.setdefault((e.passage, -1 if index is None else index), []).append(e)
    for (passage, index), group in groups.items():
        if index < 0 or len(group) != 2 or not is_ordered(group[0].mention, group[1].mention):
            continue
        if any(subject <= _words_of(e, evidence) for e in group):
            yield from _in_time(passage, group[0], group[1], evidence)


def _words_of(e: Located, evidence: EvidenceValues) -> frozenset[str]:
    around = evidence.around(e)
    return around.row if around.cell >= 0 else around.own | around.shared


def _in_time(
    passage: int, x: Located, y: Located, evidence: EvidenceValues
) -> Iterator[tuple[Located, Located, set[str]]]:
    document = evidence.document(passage)
    first, second = sorted((x, y), key=lambda e: e.mention.start)
    columns = [evidence.around(e) for e in (first, second)]
    if columns[0].cell >= 0 and columns[1].cell >= 0:
        years = [sorted(s for s in c.column if _YEAR.fullmatch(s)) for c in columns]
        if len(years[0]) == len(years[1]) == 1 and years[0] != years[1]:
            pair = (first, second) if years[0] < years[1] else (second, first)
            yield *pair, {years[0][0], years[1][0]}
        return
    lead = document.text[max(0, first.mention.start - 12) : first.mention.start]
    between = document.text[first.mention.end : second.mention.start]
    for before, joint, in_order in _STEPS:
        if before.search(lead) and joint.fullmatch(between):
            unit = document.sentences[document.sentence_at(first.mention.start) or 0].unit
            named = set(_YEAR.findall(document.text[unit.start : unit.end]))
            yield (first, second, named) if in_order else (second, first, named)
            return


def superlatives(
    text: str, begin: int, values: Sequence[Mention], evidence: EvidenceValues
) -> Iterator[Comparison]:
    """ "Plus has the highest fee": of the one column of the one table that its words point at."""
    match = _EXTREME.search(text)
    if match is None or values:
        return
    relation, kinds = _EXTREMES[match["cue"].lower()]
    subject, noun = frozenset(content_stems(match["subject"])), frozenset(content_stems(match["noun"]))
    columns = (
        _columns(subject, noun, kinds, evidence) if subject and (noun or kinds != SUPERLATIVES[0][2]) else []
    )
    holds, mine, best = (
        _best_of(columns[0], subject, relation, evidence) if len(columns) == 1 else (None,) * 3
    )
    yield Comparison(begin, begin + match.end(), text[: match.end()], match["cue"], holds, mine, best)


def _columns(
    subject: frozenset[str], noun: frozenset[str], kinds: frozenset[Kind], evidence: EvidenceValues
) -> list[list[Located]]:
    """The columns whose header has the noun and one of whose rows is the subject's."""
    found: dict[tuple[int, frozenset[str]], list[Located]] = {}
    for e in evidence.values:
        around = evidence.around(e)
        if (
            around.cell >= 0
            and around.column
            and noun <= around.column | around.shared
            and e.mention.kind in kinds
        ):
            found.setdefault((e.passage, around.column), []).append(e)
    return [
        column
        for column in found.values()
        if len(column) >= _LEAST_ROWS
        and sum(subject - noun <= evidence.around(e).row for e in column) == 1
        and all(is_ordered(a.mention, b.mention) for a, b in combinations(column[:2], 2))
    ]


def _best_of(
    column: Sequence[Located], subject: frozenset[str], relation: Relation, evidence: EvidenceValues
) -> tuple[bool | None, Located | None, Located | None]:
    if not all(is_ordered(column[0].mention, e.mention) for e in column[1:]) or not _is_whole(
        column, evidence
    ):
        return None, None, None
    mine = next((e for e in column if subject & evidence.around(e).row), None)
    pick = max if relation is Relation.MORE else min
    best = pick(column, key=lambda e: e.mention.low or Decimal(0))
    return (None if mine is None else mine.mention.low == best.mention.low), mine, best


def _is_whole(column: Sequence[Located], evidence: EvidenceValues) -> bool:
    """Has every row between the first and the last of the column a value in it?"""
    document = evidence.document(column[0].passage)
    rows = [document.sentence_at(e.mention.start) for e in column]
    places = [row for row in rows if row is not None]
    return len(places) == len(column) == len(set(places)) and max(places) - min(places) == len(places) - 1
