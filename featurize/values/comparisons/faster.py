# SPDX-License-Identifier: Apache-2.0
"""Two changes held against each other: "costs grew faster than revenue"."""

from __future__ import annotations

import re
from collections.abc import Iterator
from decimal import Decimal

from faithstill.featurize.document import content_stems
from faithstill.featurize.extract import Kind
from faithstill.featurize.values.slots.slots import EvidenceValues, Located

from .comparison import Comparison
from .directions import direction, without_directions
from .trends import steps
from .yearly import YEAR

_RISE, _FALL = "rose|grew|increased|climbed|expanded", "fell|dropped|declined|decreased|shrank|contracted"
_FASTER = re.compile(
    rf"^(?P<left>[^,;:.()<]+?) (?:(?P<rise>{_RISE})|{_FALL}) "
    r"(?P<cue>(?:much |slightly |far )?(?:(?P<more>faster|more|more quickly|more sharply|more strongly)|"
    r"slower|less|more slowly|less quickly)) than "
    r"(?P<right>[^,;:.()<]+?)(?: did)?(?=[,;:.()]|$| (?:in|from|between|over|during) )",
    re.IGNORECASE,
)

_Rate = tuple[Decimal, Located]


def faster(text: str, begin: int, evidence: EvidenceValues) -> Iterator[Comparison]:
    """The comparison of two rises or of two falls that a sentence makes, by their percentages or by their ends."""
    match = _FASTER.search(text)
    if match is None:
        return
    left, right = (
        list(_rates(frozenset(content_stems(match[side])), text, evidence)) for side in ("left", "right")
    )
    sign = 1 if match["rise"] else -1
    is_more = bool(match["more"])
    verdicts = {
        None if x == y else (sign * x > sign * y) is is_more
        for x, one in left
        for y, other in right
        if _years(one, evidence) == _years(other, evidence)
    }
    (holds,) = verdicts if len(verdicts) == 1 else (None,)
    sides = (left[0][1], right[0][1]) if verdicts else (None, None)
    yield Comparison(begin, begin + match.end(), match.group(), match["cue"], holds, *sides)


def _rates(subject: frozenset[str], text: str, evidence: EvidenceValues) -> Iterator[_Rate]:
    """By how much a subject changed, as a share of what it was, and the values that say so."""
    if not subject or without_directions(subject) != subject:
        return
    for e in evidence.values:
        if e.mention.kind is Kind.PERCENT and e.mention.low is not None and e.mention.low == e.mention.high:
            way, link = direction(evidence.document(e.passage), e.mention)
            around = evidence.around(e)
            if way and link == "by" and subject <= around.own:
                yield way * abs(e.mention.low) / 100, e
    for earlier, later in steps(subject, text, evidence):
        if earlier.mention.low and earlier.mention.low > 0 and later.mention.low is not None:
            yield later.mention.low / earlier.mention.low - 1, later


def _years(e: Located, evidence: EvidenceValues) -> frozenset[str]:
    """The years that a rate's sentence names: rates of two times are not compared."""
    document = evidence.document(e.passage)
    index = document.sentence_at(e.mention.start)
    if index is None:
        return frozenset()
    unit = document.sentences[index].unit
    return frozenset(YEAR.findall(document.text[unit.start : unit.end]))
