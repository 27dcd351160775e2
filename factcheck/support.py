# SPDX-License-Identifier: Apache-2.0
"""Does a quotation support a claim, by all that can be checked without the model that quoted it?

A model may obey its evidence; what it says counts only as far as its quotation holds up here: it stands in the
evidence, in a passage that speaks to people, as a statement, the facts do not refute the claim, and the quoted
sentences alone state its values and carry its content.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import product

from faithstill.data import Passage
from faithstill.featurize.claims import Claim, Reason, answer_sentences
from faithstill.featurize.claims.kinds import ClaimType, type_of
from faithstill.featurize.document import content_stems, weight
from faithstill.featurize.evidence.lines import Line, lines_of
from faithstill.featurize.evidence.verbatim import Wordings, wording
from faithstill.featurize.lexicon import IMPLICIT_NEGATORS, NEGATORS
from faithstill.featurize.nli import Nli, OverlongClaimError

from .addressed import addressed
from .facts import FactChecker
from .locate import locate, parts_of
from .report import FactReport
from .verdict import Quote, Verdict

FEWEST_WORDS = 2
# What an encoder must say of the quoted sentences: the judge is asked where it doubts, so less than its own pass.
LEAST_ENTAILMENT = 0.3
MOST_CONTRADICTION = 0.5
# Weighed share of the claim's content words in the quoted sentences: with an encoder, and where there is none.
LEAST_SHARED = 0.3
LEAST_SHARED_ALONE = 0.8
_DENIALS = NEGATORS | IMPLICIT_NEGATORS
_MOST_PLACES = 8  # combinations of places where the parts of a quotation stand


@dataclass(frozen=True, slots=True)
class Place:
    """A quotation found: of each part the passage and the characters in it."""

    parts: tuple[tuple[int, int, int], ...]

    @property
    def passages(self) -> tuple[int, ...]:
        """The passages that it is from, in order of the parts."""
        return tuple(dict.fromkeys(passage for passage, _, _ in self.parts))


class Grounds:
    """A claim, the passages that were shown, and one place of the quotation in them."""

    def __init__(
        self, claim: Claim, passages: Sequence[Passage], place: Place, checker: FactChecker, nli: Nli | None
    ) -> None:
        self.claim, self.passages, self.place = claim, passages, place
        self.nli = nli
        self._checker = checker

    @cached_property
    def lines(self) -> tuple[Line, ...]:
        """The whole sentences, rows and items that the quotation touches."""
        found = [
            line
            for passage, start, end in self.place.parts
            for line in lines_of(passage, self.passages[passage])
            if line.start < end and start < line.end
        ]
        return tuple(dict.fromkeys(found))

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
        held = frozenset(content_stems(self.premise))
        wanted = {stem: weight(stem) for stem in content_stems(self.claim.text)}
        total = sum(wanted.values())
        return sum(w for stem, w in wanted.items() if stem in held) / total if total else 0.0

    def facts(self, passages: Sequence[Passage]) -> FactReport:
        """The fact check of the claim against some passages; the question gives it nothing."""
        return self._checker.check(question="", contexts=passages, answer=self.claim.text)


Check = Callable[[Grounds], str]


def _is_whole(grounds: Grounds) -> str:
    words = sum(len(wording(grounds.passages[p].text[start:end])) for p, start, end in grounds.place.parts)
    return "" if words >= FEWEST_WORDS else f"the quote is shorter than {FEWEST_WORDS} words"


def _speaks_to_people(grounds: Grounds) -> str:
    for passage in grounds.place.passages:
        if cue := addressed(grounds.passages[passage].text):
            return f"passage {passage + 1} speaks to the program that reads it ({cue})"
    return ""


def _states(grounds: Grounds) -> str:
    if not grounds.lines:
        return "the quote states nothing"
    own = grounds.claim.type
    for line in grounds.lines:
        reasons = {sentence.reason for sentence in answer_sentences(line.text)}
        if reasons == {Reason.QUESTION}:
            return "the quote is a question"
        if type_of(line.text) is ClaimType.PROCEDURAL and own is not ClaimType.PROCEDURAL:
            return "the quote is an instruction and no statement"
    return ""


def _is_not_refuted(grounds: Grounds) -> str:
    for finding in grounds.facts(grounds.passages).findings:
        if finding.verdict is Verdict.CONFLICT:
            return f"the fact check refutes the claim: {finding}"
        if finding.verdict is Verdict.DISPUTED:
            return f"the evidence disputes itself: {finding}"
    return ""


def _holds_values(grounds: Grounds) -> str:
    for finding in grounds.facts([Passage(grounds.premise)]).findings:
        if finding.verdict in (Verdict.ABSENT, Verdict.CONFLICT):
            return f"the quoted sentences do not state {finding.text!r}"
    return ""


def _carries_content(grounds: Grounds) -> str:
    if Wordings(grounds.lines).states(grounds.claim.text):
        return ""
    if grounds.nli is None:
        return _is_near_verbatim(grounds)
    if grounds.shared < LEAST_SHARED:
        return f"the quoted sentences hold {grounds.shared:.0%} of the claim's content"
    try:
        score = grounds.nli.score(grounds.premise, grounds.claim.hypothesis)
    except OverlongClaimError:
        return "the claim is too long for the encoder"
    if score.contradiction >= MOST_CONTRADICTION:
        return f"the encoder says that the quoted sentences contradict the claim ({score.contradiction:.2f})"
    if score.entailment < LEAST_ENTAILMENT:
        return f"the quoted sentences do not entail the claim ({score.entailment:.2f})"
    return ""


def _is_near_verbatim(grounds: Grounds) -> str:
    if grounds.shared < LEAST_SHARED_ALONE:
        return (
            f"the quoted sentences hold {grounds.shared:.0%} of the claim's content, and no encoder was given"
        )
    denials = [_DENIALS.intersection(wording(text)) for text in (grounds.claim.text, grounds.premise)]
    if bool(denials[0]) != bool(denials[1]):
        return "one of claim and quote denies something"
    return ""


# The cheap ones first; the first that objects is told.
SUPPORTS: tuple[Check, ...] = (
    *(_is_whole, _speaks_to_people, _states, _is_not_refuted, _holds_values, _carries_content),
)
# A contradiction needs less: it must be found, be evidence, and be about the claim.
CONTRADICTS: tuple[Check, ...] = (
    _is_whole,
    _speaks_to_people,
    lambda grounds: "" if grounds.shared else "the quoted sentences share no word with the claim",
)


def objection(
    quote: str,
    claim: Claim,
    passages: Sequence[Passage],
    checks: Sequence[Check] = SUPPORTS,
    *,
    checker: FactChecker,
    nli: Nli | None = None,
) -> tuple[str, Quote | None]:
    """Why a quotation does not carry a verdict on a claim, or "" with the place where it does."""
    why = "the quote stands in no passage"
    for place in _places(quote, passages):
        grounds = Grounds(claim, passages, place, checker, nli)
        why = next(filter(None, (check(grounds) for check in checks)), "")
        if not why:
            passage, start, end = place.parts[0]
            return "", Quote(passage + 1, passages[passage].id, start, end, passages[passage].text[start:end])
    return why, None


def _places(quote: str, passages: Sequence[Passage]) -> Iterator[Place]:
    """Where the quotation stands whole, else where all its parts do."""
    whole = list(_found(quote, passages))
    if whole:
        yield from (Place((part,)) for part in whole[:_MOST_PLACES])
        return
    parts = parts_of(quote)
    if len(parts) > 1:
        found = product(*(list(_found(part, passages)) for part in parts))
        yield from (Place(combination) for combination, _ in zip(found, range(_MOST_PLACES), strict=False))


def _found(quote: str, passages: Sequence[Passage]) -> Iterator[tuple[int, int, int]]:
    for number, passage in enumerate(passages):
        for start, end in locate(quote, passage.text):
            yield number, start, end
