# SPDX-License-Identifier: Apache-2.0
"""Statuses of tool results: {"status": "pending"} beside "the transfer has been completed".

Told only where the answer names the object or its key, and both words are of one closed vocabulary.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from faithstill.featurize import Analysis, Document
from faithstill.featurize.document import content_stems, weight, words_of
from faithstill.featurize.lexicon import MODALS, NEGATORS

from .verdict import Finding, Quote, Verdict

# Words that say that a thing is in a state: those that a plain "is" may stand before, and those that need "has been",
# "was" or "status:", as "is processed" may tell what is done in general.
_STATES = {
    "pending": (
        "pending|pending review|pending approval|in progress|processing|being processed|under review|in review|"
        "queued|awaiting approval|on hold|held|incomplete",
        "scheduled",
    ),
    "completed": (
        "completed|complete|settled|successful|succeeded",
        "processed|finalized|finalised|executed|sent|released",
    ),
    "approved": ("approved", "accepted"),
    "passed": ("passed|pass", ""),
    "failed": ("failed|fail|unsuccessful", "declined|rejected|denied|refused"),
    "cancelled": ("cancelled|canceled|voided", "withdrawn"),
    "expired": ("expired|lapsed", ""),
    "active": ("active|activated", ""),
    "inactive": ("inactive|dormant|deactivated|disabled", ""),
    "closed": ("closed", "terminated"),
    "blocked": ("frozen|suspended|blocked|locked", "stopped"),
    "provisional": ("provisional|preliminary", ""),
    "final": ("final", ""),
}
# States that no thing is in at once.
_APART = (
    frozenset({"pending", "completed", "failed", "cancelled", "expired"}),
    frozenset({"pending", "approved", "failed", "cancelled", "expired"}),
    frozenset({"active", "inactive", "closed", "blocked"}),
    frozenset({"passed", "failed", "pending"}),
    frozenset({"provisional", "final"}),
)
_STATE_OF = {
    word: state
    for state, several in _STATES.items()
    for words in several
    for word in words.split("|")
    if word
}
# A record whose state is "paid" may still hold a reserve back: only in claims do these mean that all is done.
_DONE = dict.fromkeys(("paid", "paid out", "paid in full", "posted", "booked"), "completed")


def _alternatives(words: Iterable[str]) -> str:
    return "|".join(sorted(map(re.escape, words), key=len, reverse=True))


_PLAIN = _alternatives(word for plain, _ in _STATES.values() for word in plain.split("|"))
_ANY = _alternatives(_STATE_OF)
_CLAIMED = _alternatives(_STATE_OF | _DONE)
# "Status: pending", and in a log line any "key=PENDING".
_LABELLED = re.compile(
    rf"(?:\b(?:status|state|stage|outcome|result)\s*[:=]\s*[\"'*]*|\b\w+=)({_ANY})(?![^\W\d])", re.IGNORECASE
)
# "is still pending", "has been completed", "status: completed", "marked as failed".
_ADVERBS = r"(?:\s+(?:as|now|currently|still|already|fully|successfully))*\s+[\"'*]*"
_CLAIM = re.compile(
    rf"\b(?:(?:is|are|remains?|shows?){_ADVERBS}({_PLAIN})|"
    rf"(?:been|was|were|status(?: is)?|marked|listed|shown):?{_ADVERBS}({_CLAIMED}))\b(?!-)",
    re.IGNORECASE,
)
# What was pending may be completed now.
_PAST = re.compile(r"(?:was|were)\b", re.IGNORECASE)
_UNSURE = (
    MODALS
    | NEGATORS
    | frozenset("if once when whenever until unless after before whether any all each or".split())
)
_CONDITION = re.compile(r"\b(?:if|when|whenever|unless|once)\b", re.IGNORECASE)
_CLAUSE = re.compile(r"[;,.:]\s|\b(?:and|but|while|although)\b", re.IGNORECASE)
_ADVERB_STEMS = frozenset(
    stem
    for word in "still now already currently fully successfully only yet".split()
    for stem in content_stems(word)
)
# What nearly every record holds says nothing of its object.
_GENERIC = frozenset(
    stem for word in "id status state date type name stage outcome".split() for stem in content_stems(word)
)
_LEAST_NAMED = 2.0


@dataclass(frozen=True, slots=True)
class _Record:
    """A state stated by the evidence, with the words that name what is in it."""

    passage: int
    start: int
    end: int
    state: str
    names: frozenset[str]


@dataclass(frozen=True, slots=True)
class _Claim:
    """A state claimed by the answer, with the words of its clause before it."""

    start: int
    end: int
    state: str
    said: frozenset[str]


def state_findings(analysis: Analysis) -> Iterator[Finding]:
    """A proof or counter-proof for each state that the answer claims of an object whose state is stated."""
    claims = list(_claims(analysis))
    records = list(_records(analysis)) if claims else []
    for claim in claims:
        record = _told(claim, records)
        if record is not None:
            yield _finding(analysis, claim, record)


def _claims(analysis: Analysis) -> Iterator[_Claim]:
    for sentence in analysis.answer.sentences:
        start, text = sentence.unit.start, analysis.answer.text[: sentence.unit.end]
        for match in _CLAIM.finditer(text, start):
            group = match.lastindex or 1
            state = (_STATE_OF | _DONE)[_folded(match[group])]
            breaks = [b.end() for b in _CLAUSE.finditer(text, start, match.start())]
            before = text[breaks[-1] if breaks else start : match.start(group)]
            words = frozenset(words_of(before))
            unsure = not _UNSURE.isdisjoint(words) or _CONDITION.search(text, start)
            if not unsure and not (state == "pending" and _PAST.match(match[0])):
                said = frozenset(content_stems(before)) - _ADVERB_STEMS
                if not said:  # "It is still pending", "Not yet: still pending"
                    said = frozenset(filter(None, analysis.question.stems))
                yield _Claim(*match.span(group), state, said)


def _records(analysis: Analysis) -> Iterator[_Record]:
    for number, document in enumerate(analysis.passages):
        found = [(i, *stated) for i in range(len(document.sentences)) for stated in _stated(document, i)]
        for i, start, end, state in found:
            # A passage with one status is one record; a log is not, however it is cut.
            whole = len(found) == 1 and "=" not in document.text[max(0, start - 2) : start]
            names = document.stem_bag if whole else document.sentence_bags[i]
            yield _Record(number, start, end, state, frozenset(names) - _GENERIC)


def _stated(document: Document, index: int) -> Iterator[tuple[int, int, str]]:
    """Where a record, a row or a line "Status: ..." gives a state, and which."""
    unit, text = document.sentences[index].unit, document.text
    for cell in unit.cells:
        state = _STATE_OF.get(_folded(text[cell.start : cell.end]))
        if state:
            yield cell.start, cell.end, state
    for match in () if unit.cells else _LABELLED.finditer(text, unit.start, unit.end):
        yield *match.span(1), _STATE_OF[_folded(match[1])]


def _folded(text: str) -> str:
    """
    >>> _folded("PENDING_REVIEW")
    'pending review'
    """
    return text.lower().replace("_", " ").replace("-", " ").strip(" *\"'")


def _told(claim: _Claim, records: Sequence[_Record]) -> _Record | None:
    """The record that the claim is about: one that states it, else one whose state excludes it, if all do."""
    named = [(sum(map(weight, claim.said & record.names)), record) for record in records]
    most = max((share for share, _ in named), default=0.0)
    if most < _LEAST_NAMED:
        return None
    meant = [record for share, record in named if share == most]
    equal = next((record for record in meant if record.state == claim.state), None)
    if equal is not None:
        return equal
    states = {record.state for record in meant}
    return meant[0] if len(states) == 1 and any({claim.state, *states} <= apart for apart in _APART) else None


def _finding(analysis: Analysis, claim: _Claim, record: _Record) -> Finding:
    verdict = Verdict.PROVED if claim.state == record.state else Verdict.CONFLICT
    text = analysis.passages[record.passage].text[record.start : record.end]
    identity = analysis.triple.passages[record.passage].id
    return Finding(
        verdict,
        "state",
        analysis.answer.text[claim.start : claim.end],
        claim.start,
        claim.end,
        "state.equal" if verdict is Verdict.PROVED else "state.conflict",
        evidence=text,
        passage=record.passage + 1,
        evidence_start=record.start,
        evidence_end=record.end,
        passage_id=identity,
        quote=Quote(record.passage + 1, identity, record.start, record.end, text),
    )
