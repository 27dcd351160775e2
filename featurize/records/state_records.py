# SPDX-License-Identifier: Apache-2.0
"""The states that the evidence records, and what each record is of: {"order_id": "A-1", "status": "shipped"}."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

from faithstill.featurize.document import Document, content_stems

from .state_words import RECORDED, alternatives, folded
from .subjects import days_in

_ANY = alternatives(RECORDED)
# "Status: pending", and in a log line any "key=PENDING"; what the word means may be unknown.
_LABELLED = re.compile(
    rf"(?:\b(?P<label>status|state|stage|outcome|result)\s*[:=]\s*[\"'*]*|\b\w+=)(?P<known>{_ANY})(?![^\W\d])|"
    r"\b(?:status|state|stage|outcome|result)\s*[:=]\s*[\"'*]*(?P<other>[^\s\"'*,;]+)",
    re.IGNORECASE,
)


def _stems(words: str) -> frozenset[str]:
    return frozenset(stem for word in words.split() for stem in content_stems(word))


STATUS_FIELDS = _stems("status state stage outcome result decision trend")
TREND_FIELDS = _stems("trend")
_MEASURED = _stems("number level rate amount count total population price value")
_PAST_FIELDS = _stems("previous old prior history former")
# "Decision date", "status code": what is told about a state and is none.
_ABOUT_STATES = frozenset(
    "date time at on by reason code note message id since history url changed updated".split()
)
# Fields whose value says what a record is of.
_NAMING = _stems(
    "id name number title code ref reference plan case item product type line order claim event species"
)
_NO_NAMES = frozenset("true false yes no null none".split())
_IDENTIFIER = re.compile(r"(?=[\w-]*\d)[A-Za-z][\w-]*")
# What nearly every record holds says nothing of its object.
_GENERIC = STATUS_FIELDS | _stems("id date type name")
# Sorts of things that have states; those of a line are called by each other's names.
_SORTS = tuple(
    map(
        _stems,
        (
            "event concert show performance gig festival",
            "payment transaction transfer",
            "parcel package shipment delivery order",
            "job task run export import",
            "flight",
            "booking reservation",
            "ticket case request",
            "subscription membership",
            "claim",
            "application",
            "refund",
            "invoice bill",
            "loan",
            "card",
            "appointment",
        ),
    )
)
_ALL_SORTS = frozenset().union(*_SORTS)


@dataclass(frozen=True, slots=True)
class Record:
    """A state stated by the evidence, "" for a word of no vocabulary.

    `names` are all words beside it, `own` those that name the object, `field` those of the state's field, `cells`
    each value as written, and `unit` is the passage and sentence that hold it.
    """

    unit: tuple[int, int]
    start: int
    end: int
    state: str
    names: frozenset[str]
    own: frozenset[str]
    field: frozenset[str]
    cells: tuple[str, ...]

    @property
    def values(self) -> tuple[frozenset[str], ...]:
        """The words of each value that has any."""
        found = (frozenset(content_stems(cell)) for cell in self.cells)
        return tuple([stems for stems in found if stems])

    @property
    def is_telling(self) -> bool:
        """Is it the state of now, and not one that was before?"""
        return self.state != "" and self.field.isdisjoint(_PAST_FIELDS)

    def is_field_of(self, said: frozenset[str]) -> bool:
        """Is the field a status, or one that the words name: "yellow fever: not required"?"""
        return self.is_status or (self.field != frozenset() and self.field <= said)

    @property
    def is_status(self) -> bool:
        """Is its field a status, and not one that names what is in the state?"""
        return not self.field.isdisjoint(STATUS_FIELDS)

    def is_of(self, head: str) -> bool:
        """May a subject with this last word be what the record is of?

        The record's own names hold it, or another word for its sort; or they tell no sort and the word does.
        """
        if not head or head in self.own | STATUS_FIELDS:
            return True
        if head in self.names | _MEASURED and not self.field.isdisjoint(TREND_FIELDS):
            return True
        known = self.own | self.field
        if any(head in sort and not known.isdisjoint(sort) for sort in _SORTS):
            return True
        return head in _ALL_SORTS and not self.has_sort

    @property
    def has_sort(self) -> bool:
        """Do its names tell what sort of thing it is of: an order, a claim?"""
        return not _ALL_SORTS.isdisjoint(self.own | self.field)


def records(number: int, document: Document) -> Iterator[Record]:
    """The states that passage `number` records."""
    found = [(i, *stated) for i in range(len(document.sentences)) for stated in _stated(document, i)]
    for i, start, end, state, header in found:
        # A passage with one status is one record; a log is not, however it is cut.
        whole = len(found) == 1 and "=" not in document.text[max(0, start - 2) : start]
        unit = document.sentences[i].unit
        days = days_in(document, unit.start, unit.end)
        names = frozenset(document.stem_bag if whole else document.sentence_bag(i)) | days
        field = frozenset(content_stems(header))
        own = _own_names(document, i) | field - _GENERIC
        cells = tuple([document.text[cell.start : cell.end] for cell in unit.cells])
        yield Record((number, i), start, end, state, names - _GENERIC, own, field, cells)


def of_field(said: frozenset[str], found: list[Record]) -> list[Record]:
    """Of several states of one object those of the field that is named: the payment's, not the review's."""
    if len(found) < 2 or len({record.unit for record in found}) > 1:
        return found
    named = [record for record in found if not said.isdisjoint(record.field - _GENERIC)]
    plain = [record for record in found if not record.field - _GENERIC]
    fit = named or plain or found
    return [record for record in fit if record.state] or fit


def _own_names(document: Document, index: int) -> frozenset[str]:
    """What names a record: its path, its first cell, its identifiers; all words of a line and of the title."""
    unit, text = document.sentences[index].unit, document.text
    if not unit.cells:
        return document.sentence_bag(index) | document.sentence_bag(0)
    named = [unit.heading]
    for at, cell in enumerate(unit.cells):
        value = text[cell.start : cell.end]
        if value.lower() in _NO_NAMES:
            continue
        is_name = not _NAMING.isdisjoint(content_stems(cell.header)) or _IDENTIFIER.fullmatch(value)
        if is_name or (at == 0 and STATUS_FIELDS.isdisjoint(content_stems(cell.header))):
            named += [cell.header, value]
    return frozenset(stem for words in named for stem in content_stems(words))


def _stated(document: Document, index: int) -> Iterator[tuple[int, int, str, str]]:
    """Where a record, a row or a line "Status: ..." gives a state, which, and under what header."""
    unit, text = document.sentences[index].unit, document.text
    for cell in unit.cells:
        state = RECORDED.get(folded(text[cell.start : cell.end]), "")
        if state or _is_status(cell.header):
            yield cell.start, cell.end, state, cell.header
    for match in () if unit.cells else _LABELLED.finditer(text, unit.start, unit.end):
        group = "known" if match["known"] else "other"
        yield *match.span(group), RECORDED.get(folded(match[group]), ""), "status"


@lru_cache(maxsize=5_000)
def _is_status(header: str) -> bool:
    """
    >>> _is_status("event status"), _is_status("decision date")
    (True, False)
    """
    words = header.lower().split()
    return (
        bool(words) and words[-1] not in _ABOUT_STATES and not STATUS_FIELDS.isdisjoint(content_stems(header))
    )
