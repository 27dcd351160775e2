# SPDX-License-Identifier: Apache-2.0
"""The other end of a move: what a value rose or fell from, what it led to, and on what day."""

from __future__ import annotations

import re
from collections.abc import Iterator

from faithstill.featurize.document import Document
from faithstill.featurize.extract import Kind, Mention
from faithstill.featurize.extract.agree import agree

from .comparisons.comparison import ORDERED
from .comparisons.directions import FALLS, RISES, direction
from .comparisons.from_to import Move, moves
from .slots.surroundings import mentions_in

_REACH = 80  # characters before a value
_DATED = frozenset({Kind.DATE, Kind.PERIOD})
_FROM = re.compile(
    rf"\b(?:(?P<up>{'|'.join(RISES.split())})|(?P<down>{'|'.join(FALLS.split())}))\s(?:back\s)?"
    r"from\s(?:(?:about|around|just|nearly|almost|over|a|an|its|the)\s){0,2}\W?$",
    re.IGNORECASE,
)
_LINK = re.compile(r"\b(?:to|from)\s(?:\w+\s){0,2}\W?$", re.IGNORECASE)
_ONWARD = re.compile(r"(?:,|\b(?:and|then))\s[^.;]{0,60}?\bto\s\W?\d")  # where a move leads, the next begins
# What is told to be so until, before or in place of what a move led to.
WAS = re.compile(
    r"\b(?:previous(?:ly)?|original(?:ly)?|former(?:ly)?|initial(?:ly)?|used\sto|had\sbeen)\b(?:\s\w+){0,4}\s\W?$",
    re.IGNORECASE,
)
_TILL = r"(?:until|till|up to|before|prior to)\s"
_TILL_BEHIND = re.compile(rf"(?:\s(?:an?|per)\s\w+|\s?/\s?\w+)?,?\s{_TILL}", re.IGNORECASE)
_TILL_AHEAD = re.compile(rf"\W*{_TILL}", re.IGNORECASE)
_ENDURES = re.compile(r"\b(?:until|till|before|prior|through)\b", re.IGNORECASE)
# How a move is told to go on: "then to $75", "and then from $90 to $75".
_THEN_TO = re.compile(r"[^.;]{0,40}?(?:,|\s(?:and|then))\s(?:\w+\s){0,4}?to\s\W?")
_THEN_FROM = re.compile(r"[^.;]{0,40}?(?:,|\s(?:and|then))\s(?:\w+\s){0,4}?from\s\W?")
_TO = re.compile(r"\sto\s\W?")
_SENTENCES = 3  # in which a move may go on


def swaps_ends(answer: Document, mention: Mention, evidence: Document, stated: Mention) -> bool:
    """Whether the value is the other end of the same move: "fell to 6.1%" of "fell from 6.1% to 4.3%"."""
    if not _leads_to(answer, mention):
        return False  # a cheap look, which ends the matter for most values
    sign, link = _end(answer, mention)
    index = evidence.sentence_at(stated.start)
    if not link or index is None:
        return False
    unit = evidence.sentences[index].unit
    for move in _moves(evidence, index):
        wrong, right = (move.earlier, move.later) if link == "to" else (move.later, move.earlier)
        if link == "from" and _ONWARD.search(evidence.text, wrong.end, unit.end):
            continue
        if move.sign == sign and wrong.start == stated.start and wrong.low != right.low:
            return True
    return False


def _end(answer: Document, mention: Mention) -> tuple[int, str]:
    """Which end of a rise (1) or a fall (-1) the answer tells."""
    sign, link = direction(answer, mention)
    if sign:
        return sign, link if link == "to" else ""
    found = _FROM.search(answer.text, max(0, mention.start - _REACH), mention.start)
    return ((1 if found["up"] else -1), "from") if found else (0, "")


def is_passed(answer: Document, mention: Mention, evidence: Document, stated: Mention) -> bool:
    """Whether another value is only what a move led to from the one that the answer tells, or a step of its own move.

    "It was $12 until May" of "cut from $12 to $10 in May"; "fell from 12 to 9" of "from 12 to 10" and "from 10 to 9".
    """
    index = evidence.sentence_at(stated.start)
    if index is None:
        return False
    if _tells_earlier(answer, mention):
        return _comes_of(mention, stated, evidence, index)
    return _is_step_to(answer, mention, evidence, stated, index)


def _comes_of(earlier: Mention, stated: Mention, evidence: Document, index: int) -> bool:
    """Do the moves of a sentence lead from the earlier value to the stated one?"""
    led_to = [earlier]
    for a, b in _steps(evidence, index):
        if any(_is_same(a, one) for one in led_to):
            led_to.append(b)
    return any(_is_same(b, stated) for b in led_to[1:])


def _is_step_to(answer: Document, end: Mention, evidence: Document, stated: Mention, index: int) -> bool:
    """Is the stated value where the first step of the answer's move ends and another begins, that leads to its end?"""
    place = answer.sentence_at(end.start) if _leads_to(answer, end) else None
    if place is None:
        return False
    start = next((move.earlier for move in _moves(answer, place) if move.later.start == end.start), None)
    first = (a for a, b in _steps(evidence, index) if b.start == stated.start)
    if start is None or not any(_is_same(a, start) for a in first):
        return False
    following = range(index, min(len(evidence.sentences), index + _SENTENCES))
    return any(_is_same(a, stated) and _is_same(b, end) for at in following for a, b in _steps(evidence, at))


def outlives(answer: Document, mention: Mention, evidence: Document, stated: Mention) -> bool:
    """Whether what a move led to is told to have been so until the very day of the move."""
    index = evidence.sentence_at(stated.start) if _tells_earlier(answer, mention) else None
    place = answer.sentence_at(mention.start)
    if index is None or place is None:
        return False
    unit = evidence.sentences[index].unit
    days = [m for m in mentions_in(evidence, evidence.sentences[index]) if m.kind in _DATED]
    told = [m for m in mentions_in(answer, answer.sentences[place]) if m.kind in _DATED]
    if _ENDURES.search(evidence.text, unit.start, unit.end) or len(told) != 1 or len(days) != 1:
        return False
    return agree(told[0], days[0]) and any(
        move.later.start == stated.start and not _is_same(move.earlier, mention)
        for move in _moves(evidence, index)
    )


def _tells_earlier(answer: Document, mention: Mention) -> bool:
    """Does the answer say that a value was so before another: "it was $12 until May", "previously $12"?"""
    index = answer.sentence_at(mention.start)
    if index is None:
        return False
    unit = answer.sentences[index].unit
    if _TILL_BEHIND.match(answer.text, mention.end, unit.end):
        return True
    if WAS.search(answer.text, max(unit.start, mention.start - _REACH), mention.start):
        return True
    if not _TILL_AHEAD.match(answer.text, unit.start):
        return False
    values = [m for m in mentions_in(answer, answer.sentences[index]) if m.kind in ORDERED]
    return bool(values) and values[0].start == mention.start


def _leads_to(answer: Document, mention: Mention) -> bool:
    return _LINK.search(answer.text, max(0, mention.start - _REACH), mention.start) is not None


def _moves(document: Document, index: int) -> Iterator[Move]:
    sentence = document.sentences[index]
    unit = sentence.unit
    return moves(document.text[unit.start : unit.end], unit.start, mentions_in(document, sentence))


def _steps(document: Document, index: int) -> Iterator[tuple[Mention, Mention]]:
    """The moves of a sentence with what they lead on to: "from $95 to $85 in 2022, then to $75"."""
    inside = mentions_in(document, document.sentences[index])
    for move in _moves(document, index):
        yield move.earlier, move.later
        after = [m for m in inside if m.kind is move.later.kind and m.start >= move.later.end]
        if after and _THEN_TO.fullmatch(document.text, move.later.end, after[0].start):
            yield move.later, after[0]
        elif (
            len(after) > 1
            and _THEN_FROM.fullmatch(document.text, move.later.end, after[0].start)
            and _TO.fullmatch(document.text, after[0].end, after[1].start)
        ):
            yield after[0], after[1]


def _is_same(one: Mention, other: Mention) -> bool:
    return (one.kind, one.low, one.high) == (other.kind, other.low, other.high)
