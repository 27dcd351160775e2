# SPDX-License-Identifier: Apache-2.0
"""Two subjects compared by their words: "Plus costs more than Basic", each side pointing at values of one measure."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import product

from faithstill.featurize.document import content_stems
from faithstill.featurize.extract import Kind, Mention
from faithstill.featurize.values.slots.qualifiers import rates
from faithstill.featurize.values.slots.slots import EvidenceValues, Located

from .comparison import COMPARATIVES, Comparison, is_ordered, stands
from .directions import FALLS, RISES

_ADJECTIVES = {
    word: (relation, kinds) for words, relation, kinds in COMPARATIVES for word in words.split("|")
}
_ADVERB = r"(?:still |well |just |already |also |clearly |far |much |therefore |thus )*"
# "Costs rose more than revenue" compares two changes, no two values.
_CHANGES = "|".join((*RISES.split(), *FALLS.split(), "changed", "moved", "improved"))
VERB = (
    r"(?:is|are|was|were|stands|stood|has|have|had|cost|pay|take|last|run|hold|carry|offer|"
    rf"(?!(?:{_CHANGES}|less|plus|minus|versus|thus|always|sometimes|perhaps|besides|its|this)\b)[a-z]+(?:s|ed))"
)
_CUES = "|".join(sorted(_ADJECTIVES, key=len, reverse=True))
_THAN = re.compile(
    rf"(?P<left>[^,;:.()]+?) {VERB} {_ADVERB}(?P<no>not )?"
    rf"(?:a |an )?(?P<cue>{_CUES})(?P<noun>(?: \w+){{0,3}}?) than (?P<right>[^,;:.()]+)",
    re.IGNORECASE,
)
# "Plus costs $10 less than Basic": by how much, too.
_BY = re.compile(
    rf"(?P<left>[^,;:.()]+?) {VERB} {_ADVERB}(?P<no>not )?(?P<by>\S*\d\S*)(?: \w+){{0,2}}? "
    rf"(?P<cue>{_CUES})(?P<noun>(?: \w+){{0,3}}?) than (?P<right>[^,;:.()]+)",
    re.IGNORECASE,
)
_TIME = re.compile(
    r"(?:(?:in|for|during|at the end of) (?:the )?(?:(?:fiscal|financial|calendar) )?(?:year )?)?"
    r"(?:(?:19|20)\d\d\b|Q[1-4]\b|(?:(?:first|second|third|fourth|last|previous|prior) )+"
    r"(?:year|quarter|half|month|week)\b|(?:a|one) (?:year|quarter|month) (?:earlier|ago|before))",
    re.IGNORECASE,
)
_PRICES = frozenset(["fare", "fee", "premium", "price", "rent", "tariff"])


def than(text: str, begin: int, values: Sequence[Mention], evidence: EvidenceValues) -> Iterator[Comparison]:
    """Two subjects are compared: every pair of parallel values that their words point at must agree."""
    match = (_THAN.search(text) or _BY.search(text)) if " than " in text else None
    if match is None or any(m.low is not None and m.start - begin >= match.start("cue") for m in values):
        return
    if _TIME.match(match["right"]):
        return  # one subject at two times
    relation, kinds = _ADJECTIVES[match["cue"].lower()]
    left, right = words_of(match["left"]), words_of(match["right"])
    noun = words_of(match["noun"])
    gap = _gap(match, begin, values)
    if "by" in match.re.groupindex:
        if gap is None:
            return
        kinds = frozenset([gap.kind])
    pairs = parallel(left - right - noun, right - left - noun, noun | (left & right), kinds, evidence)
    if gap is not None:
        pairs = [(a, b) for a, b in pairs if _are_apart(a.mention, b.mention, gap)]
    verdicts = {stands(a.mention, b.mention, relation) for a, b in pairs}
    (only,) = verdicts if len(verdicts) == 1 else (None,)
    holds = None if only is None else only is not bool(match["no"])
    sides = pairs[0] if pairs else (None, None)
    start = begin + match.start("left") + len(match["left"]) - len(match["left"].lstrip())
    yield Comparison(
        start, begin + match.end(), text[start - begin : match.end()], match["cue"], holds, *sides
    )


def _gap(match: re.Match[str], begin: int, values: Sequence[Mention]) -> Mention | None:
    """The value by which the two are said to differ."""
    if "by" not in match.re.groupindex:
        return None
    start, end = begin + match.start("by"), begin + match.start("cue")
    inside = [m for m in values if start <= m.start < end and m.low is not None]
    return inside[0] if len(inside) == 1 and inside[0].low == inside[0].high else None


def _are_apart(a: Mention, b: Mention, gap: Mention) -> bool:
    return a.low is not None and b.low is not None and abs(a.low - b.low) == gap.low


def words_of(text: str) -> frozenset[str]:
    return frozenset(content_stems(text))


def parallel(
    left: frozenset[str],
    right: frozenset[str],
    noun: frozenset[str],
    kinds: frozenset[Kind],
    evidence: EvidenceValues,
) -> list[tuple[Located, Located]]:
    """The pairs of values of which one is the left side's and the other, in the same column or list, the right's."""
    if not left or not right:
        return []
    values = [e for e in evidence.values if e.mention.kind in kinds]
    ours = [e for e in values if _points_at(left, right, e, evidence)]
    theirs = [e for e in values if _points_at(right, left, e, evidence)]
    pairs = [_in_one_unit(a, b) for a, b in product(ours, theirs) if _are_parallel(a, b, evidence)]
    noun = noun or (_PRICES if kinds == {Kind.MONEY} else noun)
    named = [pair for pair in pairs if all(noun & _measure(e, evidence) for e in pair)]
    pairs = named or pairs
    if any(not is_ordered(a.mention, b.mention) or _are_of_two_rates(a, b, evidence) for a, b in pairs):
        return []
    return pairs


def _are_of_two_rates(a: Located, b: Located, evidence: EvidenceValues) -> bool:
    """ "$10 a month" and "$240 a year" have no order by their figures."""
    x, y = (rates(evidence.document(e.passage), e.mention) for e in (a, b))
    return bool(x and y) and x != y


def _in_one_unit(a: Located, b: Located) -> tuple[Located, Located]:
    """ "The A380 carries 525 passengers, the A320 180": the second leaves its noun to the first."""
    x, y = a.mention, b.mention
    if a.sentence != b.sentence or not x.kind is y.kind is Kind.NUMBER or bool(x.unit) is bool(y.unit):
        return a, b
    unit = x.unit or y.unit
    return replace(a, mention=replace(x, unit=unit)), replace(b, mention=replace(y, unit=unit))


def _measure(e: Located, evidence: EvidenceValues) -> frozenset[str]:
    around = evidence.around(e)
    return around.column if around.cell >= 0 else around.own | around.shared


def _points_at(wanted: frozenset[str], other: frozenset[str], e: Located, evidence: EvidenceValues) -> bool:
    """Are all words of one side this value's, one of them its very own, and none of the other side's its own?"""
    around = evidence.around(e)
    own = around.row if around.cell >= 0 else around.own
    return wanted <= around.own | around.shared and not own.isdisjoint(wanted) and own.isdisjoint(other)


def _are_parallel(a: Located, b: Located, evidence: EvidenceValues) -> bool:
    """Do both stand under one column header, or in one sentence, or in two that name the same measure?"""
    if (a.passage, a.mention.start) == (b.passage, b.mention.start):
        return False
    x, y = evidence.around(a), evidence.around(b)
    if x.cell >= 0 or y.cell >= 0:
        return x.cell >= 0 and y.cell >= 0 and x.column == y.column
    return a.sentence == b.sentence or len((x.own | x.shared) & (y.own | y.shared)) >= 1
