# SPDX-License-Identifier: Apache-2.0
"""Differences that a sentence tells of two named things: "Max costs $30 more than Plus", "$60, $30 more than Plus".

Asked only where another value would contend: what one of the two costs may be the difference too.
"""

from __future__ import annotations

import re
from itertools import pairwise, product

from faithstill.featurize.document import Document, Sentence, content_stems
from faithstill.featurize.extract import Mention
from faithstill.featurize.values.derived.derive import Derivation, rounded_step
from faithstill.featurize.values.slots.slots import EvidenceValues
from faithstill.featurize.values.slots.surroundings import mentions_in

from .comparison import COMPARATIVES, ORDERED, Relation, is_ordered
from .than import VERB, parallel, words_of

_RELATIONS = {word: relation for words, relation, _ in COMPARATIVES for word in words.split("|")}
_CUES = "|".join(sorted(_RELATIONS, key=len, reverse=True))
_HEDGE = r"(?:about |roughly |nearly |almost |only |just |exactly |around |approximately |an? )*"
_RATE = r"(?: (?:a|an|per|each|every) \w+|\s?/\s?\w+)?"
_THAN = re.compile(
    rf"{_RATE} (?P<cue>{_CUES})(?P<noun>(?: \w+){{0,3}}?) than (?P<right>[^,;:.()]+)", re.IGNORECASE
)
_LEFT = re.compile(rf"(?P<left>[^,;:.()]+?) {VERB} {_HEDGE}\W?$", re.IGNORECASE)
_BESIDE = re.compile(rf"{_RATE}(?:,| [–—-]| \(|, or|, which is|, i\.e\.) ?{_HEDGE}\W?")
_BETWEEN = re.compile(
    r"\b(?:difference|gap)(?: in (?P<noun>\w+(?: \w+)?))? between (?P<left>[^,;:.()]+?) and (?P<right>[^,;:.()]+?) "
    rf"(?:is|was|of|comes to|amounts to|would be) {_HEDGE}\W?$",
    re.IGNORECASE,
)
# What remains up to a zero: "7 °C more to reach 0 °C" of -7 °C.
_TO_REACH = re.compile(r" (?P<cue>more|less) to (?:reach|get to|hit|be at) $")
_REACH = 90
_LICENCE = 1.0


def told_difference(mention: Mention, answer: Document, evidence: EvidenceValues) -> Derivation | None:
    """The difference of two values that the words on both sides of it point at, or of a value and zero."""
    if mention.kind not in ORDERED or mention.low is None or mention.low != mention.high:
        return None
    index = answer.sentence_at(mention.start)
    if index is None:
        return None
    sentence = answer.sentences[index]
    after = answer.text[mention.end : min(sentence.unit.end, mention.end + _REACH)]
    before = answer.text[max(sentence.unit.start, mention.start - _REACH) : mention.start]
    if " than " in after:
        return _against(mention, answer, sentence, before, after, evidence)
    if " between " in before:
        return _between(mention, before, evidence)
    return _to_zero(mention, answer, sentence, evidence) if " to " in f"{before[-12:]} {after}" else None


def _against(
    mention: Mention, answer: Document, sentence: Sentence, before: str, after: str, evidence: EvidenceValues
) -> Derivation | None:
    than = _THAN.match(after)
    if than is None:
        return None
    relation = _RELATIONS[than["cue"].lower()]
    left = _LEFT.search(before)
    if left:
        return _of_sides(mention, left["left"], than["right"], than["noun"], evidence, relation)
    for m in mentions_in(answer, sentence):
        if m.kind is mention.kind and m.low and _BESIDE.fullmatch(answer.text, m.end, mention.start):
            return _from_told(mention, m, words_of(than["right"]), relation, evidence)
    return None


def _between(mention: Mention, before: str, evidence: EvidenceValues) -> Derivation | None:
    found = _BETWEEN.search(before)
    if found is None:
        return None
    return _of_sides(mention, found["left"], found["right"], found["noun"] or "", evidence, None)


def _of_sides(
    mention: Mention,
    left: str,
    right: str,
    of: str,
    evidence: EvidenceValues,
    relation: Relation | None,
) -> Derivation | None:
    """The sides as they are said, or with the noun that one leaves to the other: "express delivery", "same-day"."""
    noun, kinds = words_of(of), frozenset([mention.kind])
    for ours, theirs in product(_sides(left), _sides(right)):
        sides = ours - theirs - noun, theirs - ours - noun
        for a, b in parallel(*sides, noun | (ours & theirs), kinds, evidence):
            if _is_apart(mention, a.mention, b.mention, relation):
                return _proof(a.mention, b.mention)
    return None


def _sides(text: str) -> tuple[frozenset[str], ...]:
    stems = content_stems(text)
    return (frozenset(stems), frozenset(stems[:-1])) if len(stems) > 1 else (frozenset(stems),)


def _from_told(
    mention: Mention, told: Mention, right: frozenset[str], relation: Relation, evidence: EvidenceValues
) -> Derivation | None:
    """ "Max costs $60, $30 more than Plus": the value beside it held against that of the other side."""
    for e in evidence.values:
        if e.mention.kind is mention.kind and _is_apart(mention, told, e.mention, relation):
            around = evidence.around(e)
            if right and right <= around.own | around.shared | around.row:
                return _proof(told, e.mention)
    return None


def _is_apart(mention: Mention, a: Mention, b: Mention, relation: Relation | None) -> bool:
    """Are two values so far apart, the right one of them the larger?"""
    if (
        a.low is None
        or b.low is None
        or mention.low is None
        or not is_ordered(a, b)
        or mention.unit not in ("", a.unit)
    ):
        return False
    gap = a.low - b.low
    if relation is not None and (gap > 0) is not (relation is Relation.MORE):
        return False
    return gap != 0 and abs(abs(gap) - mention.low) <= rounded_step(mention) / 2


def _to_zero(
    mention: Mention, answer: Document, sentence: Sentence, evidence: EvidenceValues
) -> Derivation | None:
    """ "7 °C more to reach 0 °C" of -7 °C: the way to zero, and the zero itself."""
    values = [m for m in mentions_in(answer, sentence) if m.kind in ORDERED]
    for way, zero in pairwise(values):
        if mention.start not in (way.start, zero.start) or zero.low != 0 or zero.high != 0:
            continue
        told = _TO_REACH.fullmatch(answer.text, way.end, zero.start)
        if told and way.low and way.kind is zero.kind and way.unit == zero.unit:
            start = -way.low if told["cue"] == "more" else way.low
            for e in evidence.values:
                if e.mention.kind is way.kind and e.mention.unit == way.unit and e.mention.low == start:
                    return _proof(zero, e.mention)
    return None


def _proof(a: Mention, b: Mention) -> Derivation:
    return Derivation("difference", f"{a.text} - {b.text}", (a, b), _LICENCE)
