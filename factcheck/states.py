# SPDX-License-Identifier: Apache-2.0
"""Statuses of tool results: {"status": "pending"} beside "the transfer has been completed".

Told only where the answer names the object or its key, and both words are of one closed vocabulary.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

from faithstill.featurize import Analysis, Document
from faithstill.featurize.document import content_stems, weight, words_of
from faithstill.featurize.lexicon import MODALS, NEGATORS

from .quoting import recorded
from .verdict import Finding

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
# "Status: pending", and in a log line any "key=PENDING"; what the word means may be unknown.
_LABELLED = re.compile(
    rf"(?:\b(?P<label>status|state|stage|outcome|result)\s*[:=]\s*[\"'*]*|\b\w+=)(?P<known>{_ANY})(?![^\W\d])|"
    r"\b(?:status|state|stage|outcome|result)\s*[:=]\s*[\"'*]*(?P<other>[^\s\"'*,;]+)",
    re.IGNORECASE,
)
# "is still pending", "has been completed", "status: completed", "marked as failed".
_ADVERBS = r"(?:\s+(?:as|now|currently|still|already|fully|successfully))*\s+[\"'*]*"
_CLAIM = re.compile(
    rf"\b(?:(?:is|are|remains?|shows?){_ADVERBS}({_PLAIN})|"
    rf"(?:been|was|were|status(?: is)?|marked|listed|shown):?{_ADVERBS}({_CLAIMED}))\b(?!-)",
    re.IGNORECASE,
)
# What was so may be otherwise now.
_PAST = re.compile(r"(?:was|were)\b", re.IGNORECASE)
_PASSING = frozenset({"pending", "active", "blocked"})
_UNSURE = (
    MODALS
    | NEGATORS
    | frozenset("if once when whenever until unless after before whether any all each or".split())
)
_CONDITION = re.compile(r"\b(?:if|when|whenever|unless|once|had)\b", re.IGNORECASE)
# Said by somebody, asked for, of another time, or told in general.
_REPORTED = re.compile(
    r"\b(?:yet to|to (?:have )?be(?:en)?|wrong|false|untrue|claims? (?:that|the)|says|said|told|believed?|asked|"
    r"confirm|message|old|previous|first|former|[Aa]n?\s[\w\s-]{1,40}\s(?:is|are))\b"
)
_LATER = re.compile(r"[^.;]*\b(?:until|as soon as|after|again|within|automatically|at first|later|before)\b")
_QUOTE = re.compile(r"[\"“”]")
_CLAUSE = re.compile(r"[;,.:]\s|\b(?:and|but|while|although)\b", re.IGNORECASE)
_SUBJECT_ENDS = re.compile(r"\s(?:of|for|with|to|from|in|on|by|at|about|against|over|worth)\s", re.IGNORECASE)
_ADVERB_STEMS = frozenset(
    stem
    for word in "still now already currently fully successfully only yet".split()
    for stem in content_stems(word)
)
_STATUS_FIELDS = frozenset(
    stem for word in "status state stage outcome result decision".split() for stem in content_stems(word)
)
_PAST_FIELDS = frozenset(
    stem for word in "previous old prior history former".split() for stem in content_stems(word)
)
# Fields whose value says what a record is of.
_NAMING = frozenset(
    stem
    for word in "id name number title code ref reference plan case item product type line order claim".split()
    for stem in content_stems(word)
)
_IDENTIFIER = re.compile(r"(?=[\w-]*\d)[A-Za-z][\w-]*")
# What nearly every record holds says nothing of its object.
_GENERIC = _STATUS_FIELDS | frozenset(
    stem for word in "id date type name".split() for stem in content_stems(word)
)
_LEAST_NAMED = 2.0
_UNKNOWN = ""


@dataclass(frozen=True, slots=True)
class _Record:
    """A state stated by the evidence, `_UNKNOWN` for a word of no vocabulary.

    `names` are all words beside it, `own` those that name the object, `field` those of the state's field, and `unit`
    is the passage and sentence that hold it.
    """

    unit: tuple[int, int]
    start: int
    end: int
    state: str
    names: frozenset[str]
    own: frozenset[str]
    field: frozenset[str]


@dataclass(frozen=True, slots=True)
class _Claim:
    """A state claimed by the answer, with the words of its clause before it; `head` ends the subject, "" for none."""

    start: int
    end: int
    state: str
    said: frozenset[str]
    head: str


def state_findings(analysis: Analysis) -> Iterator[Finding]:
    """A proof or counter-proof for each state that the answer claims of an object whose state is stated."""
    claims = list(_claims(analysis))
    records = list(_records(analysis)) if claims else []
    told: dict[_Claim, _Record | None] = {}
    for claim in claims:
        same = replace(claim, start=0, end=0)
        if same not in told:
            told[same] = _told(claim, records)
        record = told[same]
        if record and (record.state == claim.state or not _is_admitted(analysis, record)):
            passage, cell = record.unit[0], (record.start, record.end)
            agrees = claim.state == record.state
            yield recorded(analysis, "state", (claim.start, claim.end), passage, cell, agrees=agrees)


def _claims(analysis: Analysis) -> Iterator[_Claim]:
    for sentence in analysis.answer.sentences:
        start, text = sentence.unit.start, analysis.answer.text[: sentence.unit.end]
        for match in () if text.rstrip().endswith("?") else _CLAIM.finditer(text, start):
            group = match.lastindex or 1
            state = (_STATE_OF | _DONE).get(_folded(match[group]))
            breaks = [b.end() for b in _CLAUSE.finditer(text, start, match.start())]
            begin = breaks[-1] if breaks else start
            before = text[begin : match.start(group)]
            if state is None or _is_unsure(text, start, before, match, group):
                continue
            if not (state in _PASSING and _PAST.match(match[0])):
                said = frozenset(content_stems(before)) - _ADVERB_STEMS
                subject = _SUBJECT_ENDS.split(text[begin : match.start()])[0]
                heads = [stem for stem in content_stems(subject) if not stem[0].isdigit()]
                if not said:  # "It is still pending", "Not yet: still pending"
                    said = frozenset(filter(None, analysis.question.stems))
                yield _Claim(*match.span(group), state, said, heads[-1] if heads else "")


def _is_unsure(text: str, start: int, before: str, match: re.Match[str], group: int) -> bool:
    """Is the state denied, asked for, quoted, of another time or of things in general?"""
    return (
        not _UNSURE.isdisjoint(words_of(before))
        or _CONDITION.search(text, start) is not None
        or _REPORTED.search(text, start, match.start(group)) is not None
        or _LATER.match(text, match.end()) is not None
        or len(_QUOTE.findall(text, start, match.start())) % 2 == 1
    )


def _is_admitted(analysis: Analysis, record: _Record) -> bool:
    """Does the answer also tell the state that the record is in? Then another one is of another time or thing."""
    words = [word for word, state in (_STATE_OF | _DONE).items() if state == record.state]
    return re.search(rf"\b(?:{_alternatives(words)})\b", analysis.answer.text, re.IGNORECASE) is not None


def _records(analysis: Analysis) -> Iterator[_Record]:
    for number, document in enumerate(analysis.passages):
        found = [(i, *stated) for i in range(len(document.sentences)) for stated in _stated(document, i)]
        for i, start, end, state, header in found:
            # A passage with one status is one record; a log is not, however it is cut.
            whole = len(found) == 1 and "=" not in document.text[max(0, start - 2) : start]
            names = document.stem_bag if whole else document.sentence_bags[i]
            field = frozenset(content_stems(header))
            own = _own_names(document, i) | field - _GENERIC
            yield _Record((number, i), start, end, state, frozenset(names) - _GENERIC, own, field)


def _own_names(document: Document, index: int) -> frozenset[str]:
    """What names a record: its path, its first cell, its identifiers; all words of a line and of the title."""
    unit, text = document.sentences[index].unit, document.text
    if not unit.cells:
        return document.sentence_bags[index] | document.sentence_bags[0]
    named = [unit.heading]
    for at, cell in enumerate(unit.cells):
        value = text[cell.start : cell.end]
        is_name = not _NAMING.isdisjoint(content_stems(cell.header)) or _IDENTIFIER.fullmatch(value)
        if is_name or (at == 0 and _STATUS_FIELDS.isdisjoint(content_stems(cell.header))):
            named += [cell.header, value]
    return frozenset(stem for words in named for stem in content_stems(words))


def _stated(document: Document, index: int) -> Iterator[tuple[int, int, str, str]]:
    """Where a record, a row or a line "Status: ..." gives a state, which, and under what header."""
    unit, text = document.sentences[index].unit, document.text
    for cell in unit.cells:
        state = _STATE_OF.get(_folded(text[cell.start : cell.end]), _UNKNOWN)
        if state or (cell.header and not _STATUS_FIELDS.isdisjoint(content_stems(cell.header))):
            yield cell.start, cell.end, state, cell.header
    for match in () if unit.cells else _LABELLED.finditer(text, unit.start, unit.end):
        group = "known" if match["known"] else "other"
        yield *match.span(group), _STATE_OF.get(_folded(match[group]), _UNKNOWN), "status"


def _folded(text: str) -> str:
    """
    >>> _folded("PENDING_REVIEW")
    'pending review'
    """
    return text.lower().replace("_", " ").replace("-", " ").strip(" *\"'")


def _told(claim: _Claim, records: Sequence[_Record]) -> _Record | None:
    """The record that the claim is about: one that states it, else one whose state excludes it, if all do."""
    named = [sum(map(weight, claim.said & record.names)) for record in records]
    most = max(named, default=0.0)
    if most < _LEAST_NAMED:
        return None
    meant = _of_field(claim, [r for r, share in zip(records, named, strict=True) if share == most])
    equal = next((record for record in meant if record.state == claim.state), None)
    if equal is not None:
        return equal
    states = {record.state for record in meant}
    return meant[0] if len(states) == 1 and all(_excludes(record, claim) for record in meant) else None


def _of_field(claim: _Claim, records: list[_Record]) -> list[_Record]:
    """Of several states of one object those of the field that is named: the payment's, not the review's."""
    if len(records) < 2 or len({record.unit for record in records}) > 1:
        return records
    named = [record for record in records if not claim.said.isdisjoint(record.field - _GENERIC)]
    plain = [record for record in records if not record.field - _GENERIC]
    return named or plain or records


def _excludes(record: _Record, claim: _Claim) -> bool:
    """Can the claim not be true of the object, which it names, while the record is?"""
    return (
        record.state != _UNKNOWN
        and any({claim.state, record.state} <= apart for apart in _APART)
        and not record.field.isdisjoint(_STATUS_FIELDS | claim.said)
        and record.field.isdisjoint(_PAST_FIELDS)
        and (not claim.head or claim.head in record.own | _STATUS_FIELDS)
    )
