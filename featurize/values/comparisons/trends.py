# SPDX-License-Identifier: Apache-2.0
"""Comparisons of a value with itself at another time: "rose", "doubled", "was lower in 2021 than in 2020"."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from decimal import Decimal

from faithstill.featurize.document import content_stems
from faithstill.featurize.extract import Mention
from faithstill.featurize.values.slots.slots import EvidenceValues, Located

from .comparison import CHANGES, COMPARATIVES, ORDERED, Comparison, is_ordered, stands
from .directions import without_directions
from .yearly import PART_OF_YEAR, YEAR, year_pairs

_VERBS = {verb: (least, most) for verbs, least, most in CHANGES for verb in verbs.split("|")}
_ADJECTIVES = {word: relation for words, relation, _ in COMPARATIVES for word in words.split("|")}
_CHANGED = re.compile(
    rf"^(?P<subject>[^,;:.<]*?\S) (?P<cue>{'|'.join(sorted(_VERBS, key=len, reverse=True))})\b"
    r"(?! (?:short|behind|within|below|under|into)\b)"
    r"(?! (?:much |slightly |far |even )?(?:faster|slower|more|less|quicker|fastest|slowest|most|least)\b)",
    re.IGNORECASE,
)
# What stands before the first of two values and between them, and whether the first is the earlier one.
_STEPS = (
    (re.compile(r"\bfrom\s$"), re.compile(r"\s(?:in\s\d{4}\s)?to\s$"), True),
    (re.compile(r"\bto\s$"), re.compile(r",?\s(?:up\s|down\s)?from\s$"), False),
    (re.compile(r"\s$"), re.compile(r"\s\((?:19|20)\d\d:\s$"), False),
    (re.compile(r"\s$"), re.compile(r",?\s(?:up|down)\sfrom\s$"), False),
    (re.compile(r"\s$"), re.compile(r",?\s(?:compared\swith|against)\s$"), False),
)
# "Rates had climbed, then they fell"; of "Revenue grew in Asia" the whole may be otherwise.
_EARLIER = re.compile(r"\b(?:had|previously|first|initially|never|not|hardly|neither\b.*)$", re.IGNORECASE)
_THERE = re.compile(
    r"\s(?:in|at|for)\s(?:the\s)?(?!January|February|March|April|May|June|July|August|Q[1-4])"
    r"(?P<place>[A-Z][\w'’-]*(?:\s[A-Z][\w'’-]*)*)"
)
# What ends what is said of the first change: "and fell", "but by 2022", ", increasing", "before".
_NEXT = re.compile(
    r"[;(]|,(?!\s(?:up|down|from|to|compared|against|versus)\b)|\b(?:but|then|before|after|while|whereas|although|though|"
    r"unlike)\b|\band\s(?!(?:the\s)?(?:19|20)\d\d)",
    re.IGNORECASE,
)
_SINCE = re.compile(r"\b(?:from|since|after|between|over|than|compared|against)\b", re.IGNORECASE)
_THAN_IN = re.compile(
    rf"^(?P<subject>[^,;:.<]*?\S) (?:was|were|is|are|stood|came in) (?:\w+ly |much |far |slightly )?"
    rf"(?P<cue>{'|'.join(sorted(_ADJECTIVES, key=len, reverse=True))}) (?:in|for) (?P<one>(?:19|20)\d\d) than "
    r"(?:it was |they were )?(?:in |for )?(?P<other>(?:19|20)\d\d)\b",
    re.IGNORECASE,
)


def trends(
    text: str, begin: int, values: Sequence[Mention], evidence: EvidenceValues
) -> Iterator[Comparison]:
    """ "Revenue rose": of the one pair of an earlier and a later value that the subject's words point at."""
    match = _CHANGED.search(text)
    if match is None or _EARLIER.search(match["subject"]):
        return
    there = _THERE.match(text, match.end())
    subject = frozenset(content_stems(match["subject"] + (f" {there['place']}" if there else "")))
    if without_directions(subject) != subject:  # "revenue growth fell"
        return
    pairs = list(steps(subject, _of_this_change(text, match.end()), evidence)) if subject else []
    verdicts = {_is_change(_ratio(a, b), *_VERBS[match["cue"].lower()]) for a, b in pairs}
    holds = verdicts.pop() if len(verdicts) == 1 else None
    left, right = pairs[0][::-1] if pairs else (None, None)
    yield Comparison(begin, begin + match.end(), text[: match.end()], match["cue"], holds, left, right)


def _of_this_change(text: str, end: int) -> str:
    """Up to the next change: "rose in 2021" of "rose in 2021 and fell in 2022"."""
    found = _NEXT.search(text, end)
    return text[: found.start()] if found else text


def between_years(text: str, begin: int, evidence: EvidenceValues) -> Iterator[Comparison]:
    """ "Revenue was lower in 2021 than in 2020"."""
    match = _THAN_IN.search(text)
    if match is None:
        return
    years = match["one"], match["other"]
    found = year_pairs(frozenset(content_stems(match["subject"])), evidence)
    pairs = [pair for pair in found if {pair[0].year, pair[1].year} == set(years)]
    sides = [(a, b) if a.year == years[0] else (b, a) for a, b in pairs]
    relation = _ADJECTIVES[match["cue"].lower()]
    verdicts = {stands(a.value.mention, b.value.mention, relation) for a, b in sides}
    holds = verdicts.pop() if len(verdicts) == 1 else None
    left, right = (sides[0][0].value, sides[0][1].value) if sides else (None, None)
    yield Comparison(begin, begin + match.end(), match.group(), match["cue"], holds, left, right)


def steps(subject: frozenset[str], text: str, evidence: EvidenceValues) -> Iterator[tuple[Located, Located]]:
    """Pairs of an earlier and a later value of a subject, of the years that a sentence names or of the only two."""
    years = set(YEAR.findall(text))
    is_in_one = len(years) == 1 and not _SINCE.search(text)
    for a, b, named in _earlier_and_later(subject, evidence):
        if years <= named and not (is_in_one and max(named) not in years):
            yield a, b
    if PART_OF_YEAR.search(text):
        return
    found = list(year_pairs(subject, evidence))
    known = {point.year for pair in found for point in pair}
    wanted = years or known
    if is_in_one:
        (year,) = years
        wanted = {year, str(int(year) - 1)}
    yield from ((a.value, b.value) for a, b in found if len(wanted) == 2 and {a.year, b.year} == wanted)


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
        years = [sorted(s for s in c.column if YEAR.fullmatch(s)) for c in columns]
        if len(years[0]) == len(years[1]) == 1 and years[0] != years[1]:
            pair = (first, second) if years[0] < years[1] else (second, first)
            yield *pair, {years[0][0], years[1][0]}
        return
    lead = document.text[max(0, first.mention.start - 12) : first.mention.start]
    between = document.text[first.mention.end : second.mention.start]
    for before, joint, in_order in _STEPS:
        if before.search(lead) and joint.fullmatch(between):
            unit = document.sentences[document.sentence_at(first.mention.start) or 0].unit
            named = set(YEAR.findall(document.text[unit.start : unit.end]))
            yield (first, second, named) if in_order else (second, first, named)
            return
