# SPDX-License-Identifier: Apache-2.0
"""What is free in the answer and charged in the evidence, or the other way round: "free" for "the customer pays"."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from faithstill.featurize.document import Document, Sentence, content_stems, weight
from faithstill.featurize.stated import Stated, worded

if TYPE_CHECKING:
    from faithstill.featurize.analysis import Analysis

_BE = r"(?:is|are|remains?)"
# What is said to be free; the first class that matches a place counts, so that "not free" is no "free".
_CHARGED = re.compile(
    rf"\b(?:(?:not|no longer) (?:\w+ )?free\b(?! to| from)|{_BE} charged\b(?! by)|charged separately"
    r"|subject to an? (?:fee|charge)|for an? (?:fee|charge)|at (?:your|the \w+['’]s?) (?:own )?expense"
    r"|pa(?:y|ys|id) extra|borne by (?:the|you)(?: \w+)?|(?:you|we|they|the \w+|\w+s) pays? for)\b",
    re.IGNORECASE,
)
_FREE = re.compile(
    rf"(?<![\w-])(?:free of charge|for free|at no (?:extra )?(?:cost|charge)|there (?:is|are) no (?:charge|fee)s?"
    rf"|pays? nothing|{_BE} not charged|nothing {_BE} charged|{_BE} free(?![\w-]| to| from| of))\b",
    re.IGNORECASE,
)
# "No fee is charged", within a clause: not "is not included and is charged".
_DENIED = re.compile(
    r"(?:\b(?:no|not|nothing|never|without)\b|n['’]t\b)(?:(?!\b(?:and|but)\b)[^,;])*\Z", re.IGNORECASE
)
# What makes both true in their cases: "free up to 20", "charged unless", "the first one is free".
_LIMITED = re.compile(
    r"(?i)\b(?:if|unless|except|only|until|first|after|before|over|above|below|under|within|from|up to|more than"
    r"|less than|at least|once|when|where|otherwise|each further|second|additional|per|may|might|could|some|outside"
    r"|for orders|other|not in|abroad)\b|\?"
)
# What says that something costs, and who bears it.
_SUPPLIED = frozenset(
    content_stems(
        "free charge charged cost fee pay paid expense extra nothing complimentary separately "
        "customer client guest buyer"
    )
)
_LEAST_SHARE = 0.6  # of the words of an answer's sentence that the evidence holds, by weight
_LEAST_BACK = 0.4  # of the words of the evidence's sentence that answer and question hold


@dataclass(frozen=True, slots=True)
class _Told:
    """A sentence that says of something that it is free or charged, the characters that say so, and what of."""

    passage: int
    is_free: bool
    span: tuple[int, int]
    stems: frozenset[str]
    above: frozenset[str]  # those of the heading
    is_limited: bool


def told_charges(analysis: Analysis) -> Iterator[Stated]:
    """A counter-proof for each such sentence where the evidence says the opposite of the same, and never that."""
    told = list(_read(analysis.answer, -1))
    if not told:
        return
    stated = [one for at, passage in enumerate(analysis.passages) for one in _read(passage, at)]
    asked = frozenset(filter(None, analysis.question.stems)) - _SUPPLIED
    for one in told:
        of_same = [e for e in stated if _speaks_of(analysis, one, e, asked)]
        if one.is_limited or not of_same or any(e.is_limited or e.is_free is one.is_free for e in of_same):
            continue
        yield worded("charged", one.span, of_same[0].passage, of_same[0].span)


def _read(document: Document, passage: int) -> Iterator[_Told]:
    for sentence in document.sentences:
        found = None if sentence.unit.cells else _said(document, sentence)
        if found:
            is_free, span = found
            unit = sentence.unit
            text = f"{document.text[unit.start : span[0]]} . {document.text[span[1] : unit.end]}"
            of, above = frozenset(content_stems(text)), frozenset(document.label_stems(unit.heading))
            limited = _LIMITED.search(text) is not None
            yield _Told(passage, is_free, span, of - _SUPPLIED, above - _SUPPLIED, limited)


def _said(document: Document, sentence: Sentence) -> tuple[bool, tuple[int, int]] | None:
    """Whether a sentence says "free" or "charged", and where; None where it says neither or both."""
    start, end = sentence.unit.start, sentence.unit.end
    charged = _CHARGED.search(document.text, start, end)
    if charged and _DENIED.search(document.text[start : charged.start()]):
        charged = None
    free = _FREE.search(document.text, start, end)
    if charged and free:
        if free.start() < charged.start() < free.end():  # "nothing is charged"
            return True, free.span()
        return (False, charged.span()) if charged.start() <= free.start() < charged.end() else None
    found = charged or free
    return (free is not None, found.span()) if found else None


def _speaks_of(analysis: Analysis, one: _Told, stated: _Told, asked: frozenset[str]) -> bool:
    """Does the evidence's sentence speak of what the answer's does, both held against each other's words?"""
    known = analysis.evidence_values.stems
    wanted = (one.stems & known) or (asked & known)
    held = _weight(wanted & (stated.stems | stated.above))
    if not held or held < _LEAST_SHARE * _weight(wanted):
        return False
    said = one.stems | one.above | asked
    return _weight(stated.stems & said) >= _LEAST_BACK * _weight(stated.stems)


def _weight(stems: frozenset[str]) -> float:
    return sum([weight(stem) for stem in sorted(stems)])
