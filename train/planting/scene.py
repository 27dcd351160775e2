# SPDX-License-Identifier: Apache-2.0
"""An answer and its evidence as the editors see them, and whether a value would be an error there at all."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from functools import cached_property

from .calendar_days import Day, days
from .numerals import Role, Untouched, WrittenNumber, numerals, sentences
from .vocabulary import TIME_PARTS
from .wrong_rows import RowPlace, places

_HEDGE = re.compile(
    r"(?i)(?:about|approximately|approx\.?|around|roughly|nearly|almost|some|circa|ca?\.|close to|just|~|≈|"
    r"estimated|under|over|more than|less than|fewer than)[ ](?:US|[$£€¥₹])?$"
)
_AT_LEAST = re.compile(
    r"(?i)(?:at least|more than|over|above|exceed(?:s|ed|ing)?|minimum of|no less than|not less than|"
    r"no fewer than|greater than|in excess of|older than|longer than|upwards of|passed)[ ](?:US|[$£€¥₹])?$"
)
_AT_MOST = re.compile(
    r"(?i)(?:up to|at most|less than|fewer than|under|below|no more than|not more than|maximum of|"
    r"not exceed(?:ing)?|cannot exceed|no longer than|limited to|capped at|within|younger than|nearly|almost)"
    r"[ ](?:US|[$£€¥₹])?$"
)
_OR_MORE = re.compile(r"\+|[ ](?:or|and)[ ](?:more|above|over|older|longer)\b", re.I)
_OR_LESS = re.compile(r"[ ]or (?:less|fewer|under|below|younger)\b", re.I)
# "Hot 100", "Cheez-It 355": a capital that opens no sentence makes the number a part of a name.
_NAMED = re.compile(r"[a-z,] [A-Z][\w-]+ $")
# Of more values or dates only these are looked at: a soup of digits must not take minutes.
MOST_PLACES = 200
_SMALL = re.compile(r"(?<![\w'’])[a-z][^\W_]*")
# Values that words state without a number.
_SHARES = {
    "half": "0.5 50", "quarter": "0.25 25", "third": "33 33.3 33.33", "thirds": "66 67 66.7 66.67",
    "quarters": "0.75 75", "fifth": "0.2 20", "tenth": "0.1 10", "dozen": "12", "dozens": "24", "twice": "2 200",
    "double": "2 200", "doubled": "2 100 200", "triple": "3 300", "once": "1", "pair": "2", "couple": "2",
}  # fmt: skip
_FEW = re.compile(r"[^\w]+")


@dataclass(frozen=True)
class PlantingScene:
    """What is planted into, what it must not be found in, and the question, whose values are no errors either."""

    answer: str
    evidence: Sequence[str]
    question: str = ""

    @cached_property
    def untouched(self) -> Untouched:
        """Stretches of the answer that stay as they are."""
        return Untouched(self.answer)

    @cached_property
    def sentences(self) -> tuple[tuple[int, int], ...]:
        """Of the answer."""
        return tuple(sentences(self.answer))

    @cached_property
    def days(self) -> tuple[Day, ...]:
        """Dates of the answer."""
        return days(self.answer)[:MOST_PLACES]

    @cached_property
    def numerals(self) -> tuple[WrittenNumber, ...]:
        """Numbers of the answer that are no part of a date."""
        found = outside(numerals(self.answer)[:MOST_PLACES], self.days)
        return tuple(
            n
            for n in found
            if n.role is not Role.COUNT or not _NAMED.search(self.answer, max(0, n.start - 40), n.start)
        )

    @cached_property
    def known_numerals(self) -> tuple[WrittenNumber, ...]:
        """Numbers of the evidence that are no part of a date."""
        return tuple(n for text in self.evidence for n in outside(numerals(text), days(text)))

    @cached_property
    def known_places(self) -> tuple[RowPlace, ...]:
        """Where the evidence's numbers stand."""
        return tuple(
            place for text in self.evidence for place in places(text, outside(numerals(text), days(text)))
        )

    @cached_property
    def known_by_sort(self) -> Mapping[tuple[Role, str], Sequence[WrittenNumber]]:
        """The evidence's numbers by what they may be mistaken for, each amount once, in a fixed order."""
        found: dict[tuple[Role, str], dict[Decimal, WrittenNumber]] = {}
        for numeral in sorted(self.known_numerals, key=lambda n: (n.amount, n.text)):
            found.setdefault(numeral.like, {}).setdefault(numeral.amount, numeral)
        return {like: tuple(numerals.values())[:MOST_PLACES] for like, numerals in found.items()}

    @cached_property
    def known_days(self) -> tuple[Day, ...]:
        """Dates of the evidence, the question and the answer, each once."""
        found = (day for text in (*self.evidence, self.question, self.answer) for day in days(text))
        return tuple({(day.year, day.month, day.day, day.quarter): day for day in found}.values())

    @cached_property
    def small(self) -> frozenset[str]:
        """Words written without a capital, in the answer, the evidence or the question."""
        texts = (self.answer, *self.evidence, self.question)
        return frozenset(match.group() for text in texts for match in _SMALL.finditer(text))

    @cached_property
    def words(self) -> str:
        """Evidence, question and answer in small letters, for "does it occur"; a blank around each word."""
        return f" {_FEW.sub(' ', ' '.join((*self.evidence, self.question, self.answer)).lower())} "

    @cached_property
    def _known_values(self) -> Sequence[Decimal]:
        found = set()
        for text in (*self.evidence, self.question, self.answer):
            for match in re.finditer(r"\d+(?:\.\d+)?", re.sub(r"(?<=\d)[,’'\u00a0\u202f](?=\d\d)", "", text)):
                found.add(Decimal(match.group()))
            for numeral in numerals(text):
                found |= {numeral.value, numeral.amount}
                if numeral.role is Role.TIME or numeral.spelled:
                    found |= {numeral.value * part for part in TIME_PARTS}
                    found |= {numeral.value / part for part in TIME_PARTS}
                if numeral.value <= 1:
                    found.add(numeral.value * 100)
                if numeral.role is Role.PERCENT:
                    found |= {numeral.value / 100, numeral.value * 100, 100 - numeral.value}
        found |= {
            Decimal(value)
            for word, values in _SHARES.items()
            if self.occurs(word)
            for value in values.split()
        }
        return sorted(found)

    def occurs(self, text: str) -> bool:
        """Do these words stand in a row in the evidence, the question or the answer?"""
        return f" {_FEW.sub(' ', text.lower()).strip()} " in self.words

    def knows(self, value: Decimal, numeral: WrittenNumber) -> bool:
        """Is a value, or one that rounds to it, stated anywhere, as it stands or at its scale?"""
        ulp = Decimal(1).scaleb(-numeral.decimals)
        factor = numeral.amount / numeral.value if numeral.value else Decimal(1)
        return self._near(value, ulp) or (factor != 1 and self._near(value * factor, ulp * factor))

    def _near(self, value: Decimal, ulp: Decimal) -> bool:
        at = bisect_left(self._known_values, value - ulp)
        return any(abs(known - value) < ulp or known == value for known in self._known_values[at : at + 4])

    def sentence_around(self, numeral: WrittenNumber) -> str:
        """The answer's sentence that holds a numeral."""
        return next((self.answer[a:b] for a, b in self.sentences if a <= numeral.start < b), "")

    def hedged(self, numeral: WrittenNumber) -> bool:
        """Is the value only about right?"""
        return bool(_HEDGE.search(self.answer, max(0, numeral.first - 20), numeral.first))

    def fits_bound(self, numeral: WrittenNumber, value: Decimal) -> bool:
        """Would a value under the bound of the old one be false? "More than 4" is no error for "more than 5"."""
        before = self.answer[max(0, numeral.first - 22) : numeral.first]
        if _AT_LEAST.search(before) or _OR_MORE.match(self.answer, numeral.last):
            return value > numeral.value
        if _AT_MOST.search(before) or _OR_LESS.match(self.answer, numeral.last):
            return value < numeral.value
        return True


def outside(found: Iterable[WrittenNumber], dates: Sequence[Day]) -> tuple[WrittenNumber, ...]:
    """The numerals that are no part of a date."""
    ends = [day.end for day in dates]

    def free(numeral: WrittenNumber) -> bool:
        at = bisect_left(ends, numeral.end)
        return at == len(ends) or dates[at].start > numeral.start

    return tuple(numeral for numeral in found if free(numeral))
