# SPDX-License-Identifier: Apache-2.0
"""The other one of two: what a move came from and what it led to, the least and the most, the date of a thing and that
of what happened to it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import pairwise

from faithstill.featurize.document import Document
from faithstill.featurize.extract import Bound, Kind, Mention
from faithstill.featurize.extract.agree import agree
from faithstill.featurize.extract.calendar_keys import covers

from .comparisons.comparison import ORDERED
from .comparisons.directions import FALLS, RISES, direction
from .comparisons.from_to import Move, moves
from .slots.surroundings import mentions_in

_FROM = re.compile(
    rf"\b(?:(?P<up>{'|'.join(RISES.split())})|(?P<down>{'|'.join(FALLS.split())}))\s(?:back\s)?"
    r"from\s(?:(?:about|around|just|nearly|almost|over|a|an|its|the)\s){0,2}\W?$",
    re.IGNORECASE,
)
_LINK = re.compile(r"\b(?:to|from)\s(?:\w+\s){0,2}\W?$", re.IGNORECASE)
_ONWARD = re.compile(r"(?:,|\b(?:and|then))\s[^.;]{0,60}?\bto\s\W?\d")  # where a move leads, the next begins
# Only a copula may stand between the noun and its value: "the maximum rate is earned with $100" bounds no $100.
_OF_BOUND = re.compile(
    r"\b(?:(?P<least>minimum|min\.?|lowest|smallest)|(?P<most>maximum|max\.?|highest|largest))[\s_]"
    r"(?:(?:(?!minimum|maximum|lowest|highest)[\w'’-]+\s){0,3}?"
    r"(?:(?:is|was|are|were|of)\s(?:an?\s|the\s)?(?:set\sat\s|only\s|just\s)?|[|:=;\"'\s]{1,5})"
    r"|(?:[a-z]+\s)?[a-z]+(?<!s)(?<!ed)\s)\W?$",
    re.IGNORECASE,
)
_REFUSED_SIDES = {Bound.MORE_THAN: "most", Bound.LESS_THAN: "least"}  # "more than 50 are not accepted"
_REFUSED = re.compile(r"\b(?:not|cannot|can['’]t|never|reject\w*|refus\w+|declin\w+)\b", re.IGNORECASE)
_SIDES = {Bound.AT_LEAST: "least", Bound.AT_MOST: "most"}
_UNTIL = re.compile(
    r"\b(?:until|till|no later than|(?:end|clos|finish|expir|conclud|laps)(?:s|es?|ed)?(?:\son)?)\s(?:the\s)?$",
    re.IGNORECASE,
)
# "It does not open until 1 September", "by then it will have begun".
_STARTS = re.compile(
    r"\b(?:no|not|\w+n['’]t|nothing|cannot|never|wait\w*|by)\b(?! later than)[^.;]*$", re.IGNORECASE
)
_DATED = frozenset({Kind.DATE, Kind.PERIOD})
_OF_DATE = re.compile(r"\b[a-z]{3,20}\s(?:of|dated)\s$", re.IGNORECASE)
_HAPPENED = re.compile(r"\s(?:was|were|is|are|has|have|had|will)\s", re.IGNORECASE)
_REACH = 80
# What is told to be so until, before or in place of what a move led to.
_WAS = re.compile(
    r"\b(?:previous(?:ly)?|original(?:ly)?|former(?:ly)?|initial(?:ly)?|used\sto|had\sbeen)\b(?:\s\w+){0,4}\s\W?$",
    re.IGNORECASE,
)
_TILL = r"(?:until|till|up to|before|prior to)\s"
_TILL_BEHIND = re.compile(rf"(?:\s(?:an?|per)\s\w+|\s?/\s?\w+)?,?\s{_TILL}", re.IGNORECASE)
_TILL_AHEAD = re.compile(rf"\W*{_TILL}", re.IGNORECASE)
_ENDURES = re.compile(r"\b(?:until|till|before|prior|through)\b", re.IGNORECASE)
_THEN_TO = re.compile(r"[^.;]{0,40}?(?:,|\s(?:and|then))\s(?:\w+\s){0,4}?to\s\W?")
_THEN_FROM = re.compile(r"[^.;]{0,40}?(?:,|\s(?:and|then))\s(?:\w+\s){0,4}?from\s\W?")
_TO = re.compile(r"\sto\s\W?")
_SENTENCES = 3
_MOVED_FROM = re.compile(
    r"\b(?:moved|postponed|rescheduled|shifted|changed|delayed|adjourned|extended|deferred|put back|brought forward)\s"
    r"(?:\w+\s){0,4}?from\s(?:the\s)?$",
    re.IGNORECASE,
)
_TO_DAY = re.compile(r",?\sto\s(?:the\s)?", re.IGNORECASE)


def is_passed(answer: Document, mention: Mention, evidence: Document, stated: Mention) -> bool:
    """Whether another value is only what a move led to from the one that the answer tells, or a step of its own move.

    "It was $12 until May" of "cut from $12 to $10 in May"; "fell from 12 to 9" of "from 12 to 10" and "from 10 to 9".
    """
    index = evidence.sentence_at(stated.start)
    if index is None:
        return False
    if _tells_earlier(answer, mention):
        led_to = [mention]
        for a, b in _steps(evidence, index):
            led_to += [b] if any(_is_same(a, one) for one in led_to) else []
        return any(_is_same(b, stated) for b in led_to[1:])
    place = answer.sentence_at(mention.start) if _leads_to(answer, mention) else None
    if place is None:
        return False
    begun = [move.earlier for move in _moves(answer, place) if move.later.start == mention.start]
    if not begun or not any(
        _is_same(a, begun[0]) and b.start == stated.start for a, b in _steps(evidence, index)
    ):
        return False
    following = range(index, min(len(evidence.sentences), index + _SENTENCES))
    return any(
        _is_same(a, stated) and _is_same(b, mention) for at in following for a, b in _steps(evidence, at)
    )


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
    if _WAS.search(answer.text, max(unit.start, mention.start - _REACH), mention.start):
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


def swaps_days(answer: Document, mention: Mention, evidence: Document, stated: Mention) -> bool:
    """Whether the day to which something was moved is told as the one from which it was, or the other way round."""
    theirs = _moved_days(evidence, stated) if mention.kind in _DATED else None
    if theirs is None or agree(*theirs):
        return False
    if _WAS.search(answer.text, max(0, mention.start - _REACH), mention.start):
        return stated.start == theirs[1].start
    ours = _moved_days(answer, mention)
    return ours is not None and agree(ours[0], theirs[1]) and agree(ours[1], theirs[0])


def _moved_days(document: Document, mention: Mention) -> tuple[Mention, Mention] | None:
    """The two days of the move of which a date is one: "postponed from 3 to 9 May"."""
    index = document.sentence_at(mention.start)
    if index is None:
        return None
    days = [m for m in mentions_in(document, document.sentences[index]) if m.kind in _DATED]
    start = document.sentences[index].unit.start
    for one, other in pairwise(days):
        if mention.start in (one.start, other.start) and _TO_DAY.fullmatch(
            document.text, one.end, other.start
        ):
            return (one, other) if _MOVED_FROM.search(document.text, start, one.start) else None
    return None


def _end(answer: Document, mention: Mention) -> tuple[int, str]:
    """Which end of a rise (1) or a fall (-1) the answer tells."""
    sign, link = direction(answer, mention)
    if sign:
        return sign, link if link == "to" else ""
    found = _FROM.search(answer.text, max(0, mention.start - _REACH), mention.start)
    return ((1 if found["up"] else -1), "from") if found else (0, "")


def ends_at_start(answer: Document, mention: Mention, stated: Mention) -> bool:
    """Whether the day on which something begins is told as its last: "until 1 September" of "1 to 30 September"."""
    first, _, last = stated.key.partition("/")
    if mention.kind is not Kind.DATE or not last or covers(mention.key, last) or "/" in mention.key:
        return False
    before = answer.text[max(0, mention.start - _REACH) : mention.start]
    return covers(mention.key, first) and bool(_UNTIL.search(before)) and not _STARTS.search(before)


def only_identifies(answer: Document, mention: Mention, evidence: Document, stated: Mention) -> bool:
    """Whether a date says which thing is meant, and the answer's what happened: "the bill of 1 May was paid on"."""
    if stated.kind not in _DATED or _OF_DATE.search(
        answer.text, max(0, mention.start - _REACH), mention.start
    ):
        return False
    before = _OF_DATE.search(evidence.text, max(0, stated.start - _REACH), stated.start)
    return before is not None and _HAPPENED.match(evidence.text, stated.end) is not None


def swaps_bounds(answer: Document, mention: Mention, evidence: Document, stated: Mention) -> bool:
    """Whether the evidence names as the minimum what the answer names as the maximum, or the other way round."""
    ours = bound_named(answer, mention)
    return bool(ours) and {ours, bound_named(evidence, stated)} == {"least", "most"}


def bounds_otherwise(answer: Document, mention: Mention, evidence: Document, rival: Mention) -> bool:
    """Whether another value is named as the minimum where the answer's is told to be the most, or the reverse."""
    side = _SIDES.get(mention.bound)
    index = answer.sentence_at(mention.start)
    if mention.bound in _REFUSED_SIDES and index is not None:
        end = answer.sentences[index].unit.end
        side = _REFUSED_SIDES[mention.bound] if _REFUSED.search(answer.text, mention.end, end) else None
    return side is not None and {side, bound_named(evidence, rival)} == {"least", "most"}


def bound_named(document: Document, mention: Mention) -> str:
    """ "least" for what the words before it call the minimum, "most" for the maximum, "" for neither."""
    index = document.sentence_at(mention.start)
    if index is None:
        return ""
    start = max(document.sentences[index].unit.start, mention.start - _REACH)
    found = _OF_BOUND.search(document.text, start, mention.start)
    return (found.lastgroup or "") if found else ""
