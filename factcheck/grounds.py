# SPDX-License-Identifier: Apache-2.0
"""A claim beside the sentences that a quotation of the evidence touches, each thing about them read at most once."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import islice, product

from faithstill.data import Passage, Triple
from faithstill.data.locate import locate, parts_of
from faithstill.featurize.claims import Claim, NoClaimReason, answer_sentences
from faithstill.featurize.claims.extract import ClaimType, type_of
from faithstill.featurize.claims.refers import states
from faithstill.featurize.encoders.nli import Nli
from faithstill.featurize.evidence.lines import Line, lines_of
from faithstill.featurize.extract.document import content_stems, weight

from .facts import FactChecker
from .verdict import Finding

_MOST_PLACES = 8  # combinations of places where the parts of a quotation stand


@dataclass(frozen=True, slots=True)
class QuotePlace:
    """A quotation found: of each part the passage and the characters in it."""

    parts: tuple[tuple[int, int, int], ...]

    @property
    def passages(self) -> tuple[int, ...]:
        """The passages that it is from, in order of the parts."""
        return tuple(dict.fromkeys(passage for passage, _, _ in self.parts))


class Grounds:
    """A claim, the passages that were shown, and one place of the quotation in them."""

    def __init__(
        self,
        claim: Claim,
        passages: Sequence[Passage],
        place: QuotePlace,
        checker: FactChecker,
        nli: Nli | None,
    ) -> None:
        self.claim, self.passages, self.place = claim, passages, place
        self.nli = nli
        self._checker = checker

    @cached_property
    def lines(self) -> tuple[Line, ...]:
        """The whole sentences, rows and items that the quotation touches, of which those that state something."""
        found = dict.fromkeys(
            line
            for passage, start, end in self.place.parts
            for line in lines_of(passage, self.passages[passage])
            if line.start < end and start < line.end
        )
        # One fragment may be an entry of a form ("Wire fee: $25"), and one without a stop the line of a wrapped text;
        # several that end in one could be put together to anything.
        return tuple(
            line
            for line in found
            if self._counts(line.text)
            and (len(found) == 1 or states(line.text) or not line.text.endswith(tuple(".!?")))
        )

    def _counts(self, text: str) -> bool:
        """Is it no question, and no instruction where the claim is none?"""
        asks = {sentence.reason for sentence in answer_sentences(text)} == {NoClaimReason.QUESTION}
        instructs = type_of(text) is ClaimType.PROCEDURAL and self.claim.type is not ClaimType.PROCEDURAL
        return not asks and not instructs

    @cached_property
    def premise(self) -> str:
        """They as one text, each heading before its first line."""
        told: list[str] = []
        for line in self.lines:
            headed = (
                f"{line.heading}: {line.text}"
                if line.heading and line.heading not in line.text
                else line.text
            )
            told.append(line.text if told and any(line.heading in text for text in told) else headed)
        return " ".join(told)

    @cached_property
    def shared(self) -> float:
        """Weighed share of the claim's content words that the premise holds; 0 for a claim without any."""
        return share_of(content_stems(self.claim.text), self.premise)

    @cached_property
    def in_all(self) -> Sequence[Finding]:
        """What the fact check finds of the claim in all passages; the question gives it nothing."""
        return self._findings(self.passages)

    @cached_property
    def in_quote(self) -> Sequence[Finding]:
        """The same in the premise alone."""
        return self._findings([Passage(self.premise)])

    def _findings(self, passages: Sequence[Passage]) -> Sequence[Finding]:
        return self._checker.check_triple(Triple("", tuple(passages), self.claim.text)).findings


def share_of(stems: Collection[str], text: str) -> float:
    """Weighed share of the stems that a text holds; 0 for none."""
    wanted, held = {stem: weight(stem) for stem in stems}, frozenset(content_stems(text))
    total = sum(wanted.values())
    return sum(w for stem, w in wanted.items() if stem in held) / total if total else 0.0


def places_of(quote: str, passages: Sequence[Passage]) -> Iterator[QuotePlace]:
    """Where the quotation stands whole, else where all its parts do."""
    whole = list(_found(quote, passages))
    if whole:
        yield from (QuotePlace((part,)) for part in whole[:_MOST_PLACES])
        return
    parts = parts_of(quote)
    if len(parts) > 1:
        found = product(*(list(_found(part, passages)) for part in parts))
        yield from map(QuotePlace, islice(found, _MOST_PLACES))


def _found(quote: str, passages: Sequence[Passage]) -> Iterator[tuple[int, int, int]]:
    for number, passage in enumerate(passages):
        for start, end in locate(quote, passage.text):
            yield number, start, end
