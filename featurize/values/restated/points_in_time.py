# SPDX-License-Identifier: Apache-2.0
"""Points in time that evidence and question name: a date with its time of day, a day, a month, a year."""

from __future__ import annotations

import re
from calendar import monthrange
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from functools import cached_property
from itertools import chain, islice

from faithstill.featurize.document import Document
from faithstill.featurize.extract import Kind, Mention
from faithstill.featurize.extract.calendar_keys import granularity
from faithstill.featurize.values.slots.slots import EvidenceValues, Located

from .short_dates import entry_of, short_dates
from .sought import names_date

_MOST = 60
_ANY_YEAR = 2000
_JOINED = re.compile(r"[\s,T(|]{0,3}(?:(?:at|from|on|of)\s)?(?:the\s)?", re.IGNORECASE)
_CLOCK = re.compile(r"(\d\d):(\d\d)")
_KEY = re.compile(r"(\d{4}|-)(?:-(\d\d))?(?:-(\d\d))?")
_YEAR = re.compile(r"1[0-9]\d\d|20\d\d")
_ERA = re.compile(r"\bAD[ ]$")
_BEFORE_ERA = re.compile(r"[ ]?(?:BC|B\.C\.)")
QUESTION = -1  # the passage of what the question names


@dataclass(frozen=True, slots=True)
class Moment:
    """What is known of it: year, month, day and minute of the day, from the coarse to the fine; `place` of its text.

    `year` is None where none is told, and `day` None of a bare time of the day. `entry` is what a record books on it.
    """

    mentions: tuple[Mention, ...]
    passage: int
    sentence: int
    year: int | None = None
    month: int | None = None
    day: int | None = None
    minute: int | None = None
    entry: str = ""

    @property
    def text(self) -> str:
        """As the text writes it."""
        return " ".join(m.text for m in self.mentions)

    @property
    def located(self) -> Located:
        """The place of its first mention."""
        return Located(self.passage, min(self.mentions, key=lambda m: m.start))

    def on(self, year: int | None) -> date | None:
        """The day, in a year of another where it names none itself."""
        if self.month is None or self.day is None:
            return None
        try:
            return date(self.year or year or _ANY_YEAR, self.month, self.day)
        except ValueError:
            return None

    def last_day(self, year: int | None) -> date | None:
        """The day, of a month its last: "within 30 days after the end of May"; none of a bare year or time."""
        day = self.on(year)
        if day is None and self.year and self.month:
            return date(self.year, self.month, monthrange(self.year, self.month)[1])
        return day


class Moments:
    """All that one answer's evidence and question name."""

    def __init__(self, answer: Document, question: Document, evidence: EvidenceValues) -> None:
        self._answer = answer
        self._question = question
        self._evidence = evidence

    @cached_property
    def all(self) -> Sequence[Moment]:
        """In order of passages and offsets, those of the question first."""
        stated = (_of(document, i) for i, document in enumerate(self._evidence.passages))
        found = chain(_of(self._question, QUESTION), chain.from_iterable(stated))
        return list(islice((m for m in found if m.year != 0), _MOST))

    @cached_property
    def naming(self) -> Mapping[Moment, Sequence[Sequence[int]]]:
        """For each of a moment's mentions where the answer names it."""
        told = [m for m in self._answer.mentions if m.kind in _KINDS]
        return {
            moment: [[m.start for m in told if names_moment(m, stated)] for stated in moment.mentions]
            for moment in self.all
        }


def names_moment(told: Mention, stated: Mention) -> bool:
    """Does a mention of the answer name a date or a time of the evidence?"""
    if stated.kind is Kind.TIME:
        return told.kind is Kind.TIME and stated.key in told.key.split("|")
    if stated.kind is Kind.PERIOD and "/" in stated.key:  # one end of "1554-1589"
        return told.key == stated.key or told.text in stated.key.split("/")
    return names_date(told, stated)


def _of(document: Document, passage: int) -> Iterator[Moment]:
    for short in short_dates(document):
        sentence = document.sentence_at(short.start)
        if sentence is not None:
            year, month, day = map(int, short.key.split("-"))
            yield Moment((short,), passage, sentence, year, month, day, entry=entry_of(document, short))
    mentions = [m for m in document.mentions if m.kind in _KINDS]
    taken: set[int] = set()
    for at, mention in enumerate(mentions):
        sentence = document.sentence_at(mention.start)
        if at in taken or sentence is None:
            continue
        if mention.kind is Kind.DATE:
            clock = next((n for n in (at + 1, at - 1) if _is_joined(document, mentions, at, n)), None)
            joined = clock is not None and clock not in taken
            if clock is not None and joined:
                taken.add(clock)
            time = mentions[clock] if clock is not None and joined else None
            yield from _dated(mention, time, passage, sentence)
        elif mention.kind is Kind.TIME:
            later = at + 1 < len(mentions) and mentions[at + 1].kind is Kind.DATE
            if not (later and _is_joined(document, mentions, at + 1, at)):
                minute = minute_of(mention)
                if minute is not None:
                    yield Moment((mention,), passage, sentence, minute=minute)
        else:
            yield from _spanned(document, mention, passage, sentence)


_KINDS = frozenset({Kind.DATE, Kind.PERIOD, Kind.TIME, Kind.NUMBER})


def _is_joined(document: Document, mentions: Sequence[Mention], day: int, clock: int) -> bool:
    """ "2025-02-10T08:15", "8:15 on 10 February": the two stand side by side."""
    if not 0 <= clock < len(mentions) or mentions[clock].kind is not Kind.TIME:
        return False
    first, last = sorted((mentions[day], mentions[clock]), key=lambda m: m.start)
    return _JOINED.fullmatch(document.text, first.end, last.start) is not None


def minute_of(mention: Mention) -> int | None:
    """The minute of the day, where only one is meant."""
    found = _CLOCK.fullmatch(mention.key) if mention.kind is Kind.TIME else None
    return int(found[1]) * 60 + int(found[2]) if found else None


def _dated(mention: Mention, time: Mention | None, passage: int, sentence: int) -> Iterator[Moment]:
    if "/" in mention.key:  # "19 to 23 August"
        for end in mention.key.split("/"):
            key = _KEY.fullmatch(end)
            if key and key[3]:
                year = int(key[1]) if key[1] != "-" else None
                yield Moment((mention,), passage, sentence, year, int(key[2]), int(key[3]))
        return
    key = _KEY.fullmatch(mention.key)
    if key is None or not key[2] or not key[3]:
        return
    year = int(key[1]) if key[1] != "-" else None
    mentions = (mention, time) if time else (mention,)
    minute = minute_of(time) if time else None
    yield Moment(mentions, passage, sentence, year, int(key[2]), int(key[3]), minute)


def _spanned(document: Document, mention: Mention, passage: int, sentence: int) -> Iterator[Moment]:
    """A year, a month, or the two ends of a range of years."""
    if _BEFORE_ERA.match(document.text, mention.end):
        return
    if mention.kind is Kind.NUMBER:
        before = document.text[max(0, mention.start - 4) : mention.start]
        if mention.text.isdigit() and (_YEAR.fullmatch(mention.text) or _ERA.search(before)):
            yield Moment((mention,), passage, sentence, int(mention.text))
        return
    for key in mention.key.split("/") if granularity(mention.key) == "R" else (mention.key,):
        found = _KEY.fullmatch(key.removeprefix("FY"))
        if found and found[1] != "-":
            yield Moment((mention,), passage, sentence, int(found[1]), int(found[2]) if found[2] else None)
