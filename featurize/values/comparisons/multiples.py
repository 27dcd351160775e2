# SPDX-License-Identifier: Apache-2.0
"""Multiples in words, "twice the limit", held against the evidence's own multiple of the same thing."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from decimal import Decimal

from faithstill.featurize.document import Document, Sentence, content_stems
from faithstill.featurize.extract import Kind, Mention
from faithstill.featurize.values.slots.slots import EvidenceValues, Located

from .comparison import Comparison

FACTORS: Mapping[str, int | str] = {
    "half": "0.5", "halve": "0.5", "halves": "0.5", "halved": "0.5",
    "twice": 2, "double": 2, "doubles": 2, "doubled": 2, "triple": 3, "triples": 3, "tripled": 3, "treble": 3,
    "trebles": 3, "trebled": 3, "quadruple": 4, "quadruples": 4, "quadrupled": 4,
    "two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "seven": 7, "eight": 8, "ten": 10,
}  # fmt: skip
_MULTIPLE = re.compile(
    r"\b(?:(?P<word>twice|doubles?|doubled|triples?|tripled|trebles?|trebled|quadruples?|quadrupled|half|halves?|halved)|"
    r"(?P<times>two|three|four|five|six|seven|eight|ten|\d{1,2}(?:\.\d{1,2})?)[ -]?(?:times|x))"
    r"(?: of)? (?:the|your|its|their|our|his|her|that) (?P<what>[\w'’-]+(?: [\w'’-]+){0,5})",
    re.IGNORECASE,
)
_BARE = re.compile(
    r"\b(?:(?P<word>twice|doubles?|doubled|triples?|tripled|half)|(?P<times>two|three|four|five|six|\d{1,2}(?:\.\d{1,2})?)"
    r"[ -]?(?:times|x))\b",
    re.IGNORECASE,
)
_HEAD_ENDS = re.compile(
    r"\b(?:of|for|in|on|at|if|when|where|and|or|but|with|per|than|during|from|to|by|as|is|are|was|were|be|must|can|will|"
    r"may|should|that|which|after|before|until|unless|without|under|over|above|below)\b",
    re.IGNORECASE,
)
_SHARE = 0.5  # of the words said of it that the evidence must say too
_MOST = 40


@dataclass(frozen=True, slots=True)
class _Multiple:
    start: int
    end: int
    factor: Decimal
    what: frozenset[str]
    said: frozenset[str]
    beside: frozenset[Decimal]  # all multiples of its sentence, of whatever


def multiples(answer: Document, sentence: Sentence, evidence: EvidenceValues) -> Iterator[Comparison]:
    """The multiples of a sentence of whose thing the evidence states other ones only."""
    unit = sentence.unit
    for ours in _multiples(answer, unit.start, unit.end):
        told = [
            (passage, theirs)
            for passage, document in enumerate(evidence.passages)
            for theirs in _multiples(document, 0, len(document.text))
            if _are_of_one(ours, theirs)
        ]
        if told and len(told) <= _MOST and all(ours.factor not in theirs.beside for _, theirs in told):
            passage, theirs = told[0]
            sides = (
                Located(-1, _mention(answer, ours)),
                Located(passage, _mention(evidence.document(passage), theirs)),
            )
            shown = answer.text[ours.start : ours.end]
            yield Comparison(ours.start, ours.end, shown, "multiple", False, *sides)


def _multiples(document: Document, start: int, end: int) -> Iterator[_Multiple]:
    for match in _MULTIPLE.finditer(document.text, start, end):
        head = _HEAD_ENDS.split(match["what"])[0]
        what = frozenset(content_stems(head))
        index = document.sentence_at(match.start())
        if not what or index is None:
            continue
        sentence = document.sentences[index]
        own = frozenset(content_stems(match.group()))
        said = frozenset(document.content(sentence)) - what - own
        unit = sentence.unit
        beside = frozenset(map(_factor, _BARE.finditer(document.text, unit.start, unit.end)))
        stop = match.start("what") + len(head.rstrip())
        yield _Multiple(match.start(), stop, _factor(match), what, said, beside | {_factor(match)})


def _factor(match: re.Match[str]) -> Decimal:
    word = (match["word"] or match["times"]).lower()
    return Decimal(FACTORS.get(word) or word)


def _are_of_one(ours: _Multiple, theirs: _Multiple) -> bool:
    """Of one thing, in sentences that say the same?"""
    if not (ours.what <= theirs.what or theirs.what <= ours.what):
        return False
    shared = len(ours.said & theirs.said)
    return shared > 0 and shared >= _SHARE * min(len(ours.said), len(theirs.said))


def _mention(document: Document, multiple: _Multiple) -> Mention:
    text = document.text[multiple.start : multiple.end]
    return Mention(Kind.NUMBER, multiple.start, multiple.end, text, multiple.factor, multiple.factor)
