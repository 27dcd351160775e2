# SPDX-License-Identifier: Apache-2.0
"""A value of an answer that no other rule found, with the text around it; what is asked before it counts as absent."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property

from faithstill.featurize.document import Document, content_stems
from faithstill.featurize.extract import Bound, Kind, Mention
from faithstill.featurize.extract.agree import agree
from faithstill.featurize.extract.calendar_keys import covers
from faithstill.featurize.values.derived.derive import Derivation
from faithstill.featurize.values.slots.slots import EvidenceValues, Located

_REACH = 60
_LEAD, _LINE = 32, 400
_SENTENCES_BEFORE = 2
_CALENDAR = frozenset({Kind.DATE, Kind.PERIOD})
_MORE = re.compile(r"\bover $", re.IGNORECASE)
_LITTLE = re.compile(r"\b(?:just|slightly|(?:a )?(?:little|bit)) (?:over|more than) $", re.IGNORECASE)
_SIDE = re.compile(r" (?:later|after|before|earlier|ago)\b", re.IGNORECASE)
_YEAR = re.compile(r"1\d{3}|20\d\d")
_LICENCE = 0.5
_ASKED, _SHORT = 2, 60
_OF_TIME = frozenset(
    "day week month quarter year end last first next work business date calendar begin start time must may".split()
)


@dataclass(frozen=True)
class Sought:
    """One value with its answer, the question and the evidence."""

    mention: Mention
    answer: Document
    question: Document
    evidence: EvidenceValues

    @cached_property
    def _sentence(self) -> int | None:
        return self.answer.sentence_at(self.mention.start)

    @cached_property
    def bounds(self) -> tuple[int, int]:
        """Where its sentence begins and ends."""
        if self._sentence is None:
            return self.mention.start, self.mention.end
        unit = self.answer.sentences[self._sentence].unit
        return unit.start, unit.end

    @cached_property
    def before(self) -> str:
        """The text of its sentence before it."""
        return self.answer.text[max(self.bounds[0], self.mention.start - _REACH) : self.mention.start]

    @cached_property
    def after(self) -> str:
        """The text of its sentence behind it."""
        return self.answer.text[self.mention.end : min(self.bounds[1], self.mention.end + _REACH)]

    @cached_property
    def stems(self) -> frozenset[str]:
        """The content words of its sentence or row, headings and column headers included."""
        return frozenset() if self._sentence is None else self.answer.sentence_bag(self._sentence)

    @cached_property
    def asked(self) -> frozenset[str]:
        """The content words of the question."""
        return frozenset(filter(None, self.question.stems))

    @cached_property
    def beside(self) -> Sequence[Mention]:
        """The other values and names of its sentence."""
        begin, end = self.bounds
        return [m for m in self.answer.mentions if begin <= m.start < end and m is not self.mention]

    @cached_property
    def lately(self) -> Sequence[Mention]:
        """Those of its sentence and of the two before."""
        first = max(0, (self._sentence or 0) - _SENTENCES_BEFORE)
        begin = self.answer.sentences[first].unit.start if self.answer.sentences else 0
        return [
            m for m in self.answer.mentions if begin <= m.start < self.bounds[1] and m is not self.mention
        ]

    @cached_property
    def nearby(self) -> Sequence[Mention]:
        """Those, and behind a short sentence the ones of the next: "By 5 May. You have seven days"."""
        at = (self._sentence or 0) + 1
        if at >= len(self.answer.sentences) or self.bounds[1] - self.bounds[0] > _SHORT:
            return self.lately
        behind = self.answer.sentences[at].unit
        return [*self.lately, *(m for m in self.answer.mentions if behind.start <= m.start < behind.end)]

    @cached_property
    def bound(self) -> Bound:
        """Its bound; "over a year later" and "a bit over one year" are more than one."""
        exact = self.mention.bound is Bound.EXACT
        more = _LITTLE.search(self.before) or (_MORE.search(self.before) and _SIDE.match(self.after))
        return Bound.MORE_THAN if exact and more else self.mention.bound

    @cached_property
    def only_year(self) -> int | None:
        """The year that the evidence names, where it names just one."""
        years = self.evidence.years
        return int(next(iter(years))) if len(years) == 1 else None

    def is_stated(self, mention: Mention) -> bool:
        """Does the evidence or the question state another value of the answer?"""
        if any(agree(mention, found[0].mention) for found in self.evidence.like(mention)):
            return True
        return any(agree(mention, m) for m in self.question.mentions if m.kind is mention.kind)

    def lead(self, located: Located) -> frozenset[str]:
        """The words right before a value of the evidence: its key or its verb."""
        return frozenset(content_stems(self.ahead_of(located)))

    def ahead_of(self, located: Located) -> str:
        """The text right before a value of the evidence."""
        text = self.evidence.document(located.passage).text
        return text[max(0, located.mention.start - _LEAD) : located.mention.start]

    def line_of(self, located: Located) -> frozenset[str]:
        """The content words of the sentence, or of the line of a record, that holds a value of the evidence."""
        text = self.evidence.document(located.passage).text
        begin = text.rfind("\n", 0, located.mention.start) + 1
        end = text.find("\n", located.mention.end)
        line = text[begin : end if end >= 0 else len(text)]
        return frozenset(content_stems(line[:_LINE]))

    def shared(self, located: Located) -> int:
        """How many content words its sentence shares with that of a value of the evidence."""
        document = self.evidence.document(located.passage)
        at = document.sentence_at(located.mention.start)
        return 0 if at is None else sum(not s[0].isdigit() for s in self.stems & document.sentence_bag(at))

    def speaks_of(self, bag: frozenset[str]) -> bool:
        """Do the words of a sentence of the evidence share one with this sentence, or two with the question as well?"""
        own = {stem for stem in (self.stems | self.asked) & bag if stem.isalpha() and stem not in _OF_TIME}
        return len(own) >= _ASKED or not own.isdisjoint(self.stems)

    def texts(self) -> Iterator[str]:
        """The texts of evidence and question."""
        for document in self.evidence.passages:
            yield document.text
        yield self.question.text

    def found(self, rule: str, formula: str, *operands: Mention) -> Derivation:
        """A proof."""
        return Derivation(rule, formula, operands, _LICENCE)


def names_date(told: Mention, stated: Mention) -> bool:
    """Is a date or year of the answer the stated one, or the month or year that holds it?

    >>> march, day = (Mention(Kind.DATE, 0, 1, "", key=k) for k in ("2026-03", "2026-03-04"))
    >>> names_date(march, day), names_date(day, march)
    (True, False)
    """
    if stated.kind not in _CALENDAR:
        return told.kind in (*_CALENDAR, stated.kind) and stated.text in (told.text, told.key)
    bare = told.text if told.kind is Kind.NUMBER and _YEAR.fullmatch(told.text) else ""
    keys = told.key if told.kind in _CALENDAR else bare
    if not keys:
        return False
    told_keys = keys.replace("/", "|") if told.kind is Kind.DATE else keys
    return any(covers(a, b) for a in told_keys.split("|") for b in stated.key.split("|"))
