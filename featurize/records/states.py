# SPDX-License-Identifier: Apache-2.0
"""Statuses of tool results: {"status": "pending"} beside "the transfer has been completed".

Told only where the answer names the object or its key, and both words are of one closed vocabulary.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from faithstill.featurize.document import content_stems, words_of
from faithstill.featurize.lexicon import MODALS, NEGATORS
from faithstill.featurize.stated import Stated, recorded

from .state_records import Record, of_field, records
from .state_words import CLAIMED, ENDS, EVENTS, PLAIN, alternatives, excludes, folded, implies, words_for
from .subjects import (
    head_of,
    identifiers_in,
    is_definite,
    is_general,
    most_named,
    named_in,
    speaks_of_others,
    subject_start,
)

if TYPE_CHECKING:  # it reads these modules
    from faithstill.featurize.analysis import Analysis

_ALL = alternatives(CLAIMED)
# "Is still pending", "has been completed", "status: completed", "marked as failed", "have shipped", "is not active".
_ADVERBS = r"(?:\s+(?:as|now|currently|still|already|fully|successfully|since))*\s+[\"'*]*"
_CLAIM = re.compile(
    rf"\b(?:(?:is|are|remains?|shows?){_ADVERBS}(?P<plain>{PLAIN})|"
    rf"(?:been|was|were|status(?: is)?|marked|listed|shown):?{_ADVERBS}(?P<any>{_ALL})|"
    rf"(?:has|have){_ADVERBS}(?P<perfect>shipped|failed|expired|lapsed|succeeded|passed)|"
    rf"(?P<past>completed successfully|succeeded))\b(?!-)",
    re.IGNORECASE,
)
_DENIAL = re.compile(
    r"\b(?:is|are|was|were|has|have)(?:(?:\s+(?:still|also))?\s+not|n[’']t)(?:\s+(?:yet|been|fully|currently))*\s+"
    rf"(?P<denied>{_ALL})\b(?!-)"
    r"(?=\s*(?:$|[.,;:!)\[*]|(?:yet|so far|to date|and|but|because|so|as of|on (?!time|schedule)|"
    r"for (?:your|this))\b))",
    re.IGNORECASE,
)
# What was so may be otherwise now; what happened once may have been undone by now.
_PAST = re.compile(r"(?:was|were)\b", re.IGNORECASE)
_UNSURE = (
    MODALS
    | NEGATORS
    | frozenset("if once when whenever until unless after before whether any all each or".split())
)
_CONDITION = re.compile(r"\b(?:if|when|whenever|unless|once|had)\b", re.IGNORECASE)
# Said by somebody, asked for, of another time, or told in general.
_REPORTED = re.compile(
    r"\b(?:yet to|to (?:have )?be(?:en)?|wrong|false|untrue|claims? (?:that|the)|says|said|told|believed?|asked|"
    r"confirm|message|old|previous|first|former)\b"
)
_GENERAL = re.compile(r"\b[Aa]n?\s[\w\s-]{1,40}\s(?:is|are)\b")
_LATER = re.compile(
    r"[^.;]*\b(?:until|through|as soon as|after|again|within|automatically|at first|later|before)\b|"
    r"\s(?:in part|partly|partially|by default|that|for (?:review|processing|consideration))\b"
)
_FOLLOWS = re.compile(r",\s(?:so|and|but)\b")
# "Is open from nine to five", "is closed on Mondays" tell hours.
_HOURS = re.compile(r"\s(?:from|between|daily|every|to|on|at|for|all|during|weekdays|seven|24)\b")
_QUOTE = re.compile(r"[\"“”]")
_CLAUSE = re.compile(r"[;,.:]\s|\b(?:and|but|while|although)\b", re.IGNORECASE)
_ADVERB_STEMS = frozenset(
    stem
    for word in "still now already currently fully successfully only yet".split()
    for stem in content_stems(word)
)
# "$50 has been paid" tells of a sum, not of what it was paid for.
_MONEY = re.compile(r"(?<!\bof )(?<!\bfor )[$£€¥]\s?\d(?:[\d.,]*\d)?[\s*]*$")


# "You have been paid" tells of a person, "it has been paid" of a bill.
_PERSON = re.compile(r"\b(?:you|he|she|we|I)\b[^,;]*$", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class _Claim:
    """A state claimed or denied by the answer, with the words of its clause before it.

    `head` ends the subject, "" for none; `subject` and `verb` are as written.
    """

    start: int
    end: int
    state: str
    said: frozenset[str]
    head: str
    subject: str
    verb: str
    denied: bool = False


def claimed_states(analysis: Analysis) -> Iterator[Stated]:
    """A proof or counter-proof for each state that the answer claims of an object whose state is stated."""
    claims = list(_claims(analysis))
    found = [r for n, d in enumerate(analysis.passages) for r in records(n, d)] if claims else []
    told: dict[_Claim, Record | None] = {}
    for claim in claims:
        same = replace(claim, start=0, end=0)
        if same not in told:
            told[same] = _told(analysis, claim, found)
        record = told[same]
        agrees = record is not None and not claim.denied and record.state == claim.state
        if record and (agrees or not _is_admitted(analysis, record, claim)):
            passage, cell = record.unit[0], (record.start, record.end)
            yield recorded("state", (claim.start, claim.end), passage, cell, agrees=agrees)


def _claims(analysis: Analysis) -> Iterator[_Claim]:
    for sentence in analysis.answer.sentences:
        start, text = sentence.unit.start, analysis.answer.text[: sentence.unit.end]
        for match in () if text.rstrip().endswith("?") else _matches(text, start):
            group = match.lastgroup or ""
            state = CLAIMED.get(folded(match[group]), "")
            if "fully" in match[0].lower() and f"fully {state}" in CLAIMED:
                state = f"fully {state}"
            breaks = [b.end() for b in _CLAUSE.finditer(text, start, match.start())]
            begin = subject_start(text, start, breaks[-1] if breaks else start, match.start())
            before = text[begin : match.start(group)]
            if _is_unsure(text, start, before, match, group) or (
                ("paid" in state or "refunded" in state)
                and (_PERSON.search(before) or _MONEY.search(text[begin : match.start()]))
            ):
                continue
            if state in EVENTS or group == "denied" or not _PAST.match(match[0]):
                said = named_in(analysis.answer, begin, match.start(group)) - _ADVERB_STEMS
                subject = text[begin : match.start()]
                denied = group == "denied"
                yield _Claim(*match.span(group), state, said, head_of(subject), subject, match[0], denied)


def _matches(text: str, start: int) -> Iterator[re.Match[str]]:
    yield from _CLAIM.finditer(text, start)
    yield from _DENIAL.finditer(text, start)


def _is_unsure(text: str, start: int, before: str, match: re.Match[str], group: str) -> bool:
    """Is the state asked for, quoted, of another time or of things in general, or denied where none is sought?"""
    if group == "denied":
        before = before.removesuffix(match[0][: match.start(group) - match.start()])
    return (
        not _UNSURE.isdisjoint(words_of(before))
        or _CONDITION.search(text, start) is not None
        or _REPORTED.search(text, start, match.start(group)) is not None
        or (
            _GENERAL.search(text, start, match.start(group)) is not None
            and "required" not in folded(match[group])
        )
        or _LATER.match(text[: _end_of_clause(text, match.end())], match.end()) is not None
        or (match[group].lower() in {"open", "closed"} and _HOURS.match(text, match.end()) is not None)
        or len(_QUOTE.findall(text, start, match.start())) % 2 == 1
    )


def _end_of_clause(text: str, after: int) -> int:
    """Up to where words speak of the state: not in ", so the fee is refunded later"."""
    end = _FOLLOWS.search(text, after)
    return end.start() if end else len(text)


def _is_admitted(analysis: Analysis, record: Record, claim: _Claim) -> bool:
    """Does the answer also tell the state that the record is in? Then another one is of another time or thing."""
    text = analysis.answer.text
    rest = f"{text[: claim.start]} - {text[claim.end :]}"
    return re.search(rf"\b(?:{words_for(record.state)})\b", rest, re.IGNORECASE) is not None


def _told(analysis: Analysis, claim: _Claim, found: Sequence[Record]) -> Record | None:
    """The record that the claim is about: one that states it, else one whose state excludes it, if all do."""
    asked = named_in(analysis.question, 0, len(analysis.question.text))
    names = (
        [record.names for record in found],
        [
            record.own | frozenset(stem for stem in record.names if stem.startswith("day "))
            for record in found
        ],
    )
    named = most_named((claim.said, asked), names, words_of(claim.subject))
    meant = of_field(claim.said, [found[i] for i in named])
    if not meant and len(found) == 1 and not found[0].own and claim.head and is_definite(claim.subject):
        meant = list(found)
    if not meant:
        return None
    equal = next((record for record in meant if record.state == claim.state), None)
    if equal is not None and not claim.denied:
        return equal if named else None
    states = {record.state for record in meant}
    return meant[0] if len(states) == 1 and all(_is_refuted(r, claim, asked, found) for r in meant) else None


def _is_refuted(record: Record, claim: _Claim, asked: frozenset[str], found: Sequence[Record]) -> bool:
    """Can the claim not be true of the object, which it names, while the record is?"""
    if claim.denied:
        is_apart = implies(record.state, claim.state)
    else:
        ended = record.state in ENDS and _PAST.match(claim.verb) is not None
        is_apart = excludes(record.state, claim.state) and not ended
    is_named = not claim.said.isdisjoint(record.names) and not record.has_sort
    is_asked = len(found) == 1 and claim.head in asked and is_named
    return (
        is_apart
        and record.is_telling
        and record.is_field_of(claim.said)
        and not speaks_of_others(words_of(claim.subject))
        and record.names.issuperset(identifiers_in(claim.subject))
        and (record.is_of(claim.head) or is_asked)
        and not (record.is_status and is_general(claim.subject, claim.verb, frozenset(), record.values))
    )
