# SPDX-License-Identifier: Apache-2.0
"""The verdict on each claim: refuted first, then supported by the first layer that can say so, else unverifiable.

Facts refute and do not support. What supports is the evidence's own words, the statement's calibrated probability
(which weighs the encoder with all other signals), the judge, and the encoder alone where there is no classifier: on
held-out answers a claim that the encoder entails and the classifier doubts is wrong three times in four.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Callable
from dataclasses import dataclass

from faithstill.factcheck.judgement import ClaimVerdict, Judgement
from faithstill.factcheck.verdict import Finding, Quote, Verdict
from faithstill.featurize.claims import Claim
from faithstill.featurize.claims.acts import Act, act_of
from faithstill.featurize.evidence.entailments import Entailment
from faithstill.serve.statements import StatementScore

from .case import Case
from .decision import CheckedClaim
from .profile import Layer

VERBATIM = "verbatim"
_MOST_OF_IT = 0.9  # of a statement, in characters
# How often such a verdict is right on held-out answers (`make bench`, part guard).
PRECISION = {Layer.FACTS: 0.8, Layer.NLI: 0.8, VERBATIM: 0.95}


@dataclass(frozen=True, slots=True)
class LayeredClaim:
    """One claim with what each layer knows of it."""

    case: Case
    claim: Claim
    statement: StatementScore | None
    entailment: Entailment | None
    judged: Judgement | None

    @property
    def chance(self) -> float:
        """The best estimate that the claim is supported: its statement's, else the encoder's alone."""
        if self.statement is not None:
            return self.statement.faithful
        return self.entailment.score.entailment if self.entailment else 0.0

    @property
    def misses_identifier(self) -> bool:
        """Does its statement hold an account, order, phone or clause number that stands nowhere?"""
        return self.statement is not None and self.statement.misses_identifier

    @property
    def is_weighed(self) -> bool:
        """Does the classifier have a word on it? On what is told beside a refusal it has none."""
        return self.statement is not None and not self.statement.refuses

    @property
    def is_beyond(self) -> bool:
        """Can classifier and encoder not vouch for it: an identifier that stands nowhere, letters they cannot read?"""
        return self.misses_identifier or _is_foreign(self.claim.text)


def _is_foreign(text: str) -> bool:
    """Are most letters of a text of no Latin alphabet?

    >>> _is_foreign("Полиция закроет счет."), _is_foreign("The π meson decays.")
    (True, False)
    """
    letters = [c for c in text if not c.isascii() and c.isalpha()]
    foreign = sum("LATIN" not in unicodedata.name(c, "") for c in letters)
    return 2 * foreign > sum(c.isalpha() for c in text)


@dataclass(frozen=True, slots=True)
class Ruling:
    """A verdict, the layer that gave it, and how likely it is right."""

    verdict: ClaimVerdict
    layer: str
    confidence: float


def _refuted_by_facts(a: LayeredClaim) -> Ruling | None:
    if Layer.FACTS not in a.case.ran or a.claim not in a.case.conflicts:
        return None
    return Ruling(ClaimVerdict.CONTRADICTED, Layer.FACTS, max(PRECISION[Layer.FACTS], 1 - a.chance))


def _refuted_by_nli(a: LayeredClaim) -> Ruling | None:
    if a.entailment is None or a.entailment.stated:
        return None
    if a.entailment.score.contradiction < a.case.thresholds(a.claim).contradiction:
        return None
    return Ruling(ClaimVerdict.CONTRADICTED, Layer.NLI, max(PRECISION[Layer.NLI], 1 - a.chance))


def _refusal(a: LayeredClaim) -> Ruling | None:
    if a.statement is None or not is_refusal(a.statement, a.claim.text):
        return None
    if a.statement.is_faithful:
        return Ruling(ClaimVerdict.SUPPORTED, Layer.CLASSIFIER, a.statement.faithful)
    return Ruling(ClaimVerdict.UNVERIFIABLE, Layer.CLASSIFIER, 1 - a.statement.faithful)


def is_refusal(statement: StatementScore, claim: str) -> bool:
    """Does a claim of a statement say that the material does not answer, and nothing that is the claim's own?

    What is told beside a refusal ("..., but it is $5") is no refusal, nor is one that gives figures from nowhere.
    """
    if not statement.refuses or any(_is_figure(f) for f in statement.findings):
        return False
    return len(claim) >= _MOST_OF_IT * len(statement.text) or act_of(claim) is not Act.STATEMENT


def _is_figure(finding: Finding) -> bool:
    return finding.verdict is Verdict.ABSENT and any(c.isdigit() for c in finding.text)


def _verbatim(a: LayeredClaim) -> Ruling | None:
    stated = a.entailment.stated if a.entailment else a.case.analysis.evidence.states(a.claim)
    return Ruling(ClaimVerdict.SUPPORTED, VERBATIM, max(PRECISION[VERBATIM], a.chance)) if stated else None


def _statement(a: LayeredClaim) -> Ruling | None:
    if a.statement is None or not a.is_weighed or a.is_beyond:
        return None
    if a.statement.faithful < a.case.support(a.claim):
        return None
    return Ruling(ClaimVerdict.SUPPORTED, Layer.CLASSIFIER, a.statement.faithful)


def _entailed(a: LayeredClaim) -> Ruling | None:
    """The encoder supports where the classifier has no word; else it tells which claim of a sentence fails."""
    if a.entailment is None or a.is_beyond:
        return None
    entailment = a.entailment.score.entailment
    needed = a.case.thresholds(a.claim).entailment
    if entailment < needed or (a.is_weighed and not _fails_for_another(a, needed)):
        return None
    return Ruling(ClaimVerdict.SUPPORTED, Layer.NLI, entailment)


def _fails_for_another(a: LayeredClaim, needed: float) -> bool:
    """Does another claim of the same sentence explain why it is not supported?"""
    place = next(place for place, claim in a.case.claims if claim == a.claim)
    others = [a.case.entailment(claim) for own, claim in a.case.claims if own == place and claim != a.claim]
    return any(other is not None and other.score.entailment < needed for other in others)


def _judged(a: LayeredClaim) -> Ruling | None:
    return Ruling(a.judged.verdict, Layer.JUDGE, a.judged.confidence) if a.judged else None


# The first that has a word decides: what refutes stands before what supports.
CASCADE: tuple[Callable[[LayeredClaim], Ruling | None], ...] = (
    _refuted_by_facts,
    _refuted_by_nli,
    _refusal,
    _verbatim,
    _statement,
    _entailed,
    _judged,
)


def verify(case: Case) -> tuple[CheckedClaim, ...]:
    """The verdict on each claim of an answer, in order, from what the layers that ran found."""
    return tuple(_checked(case, place, claim) for place, claim in case.claims)


def _checked(case: Case, place: int, claim: Claim) -> CheckedClaim:
    asked = LayeredClaim(case, claim, case.statement(place), case.entailment(claim), case.judged.get(claim))
    nobody = Layer.CLASSIFIER if asked.statement else Layer.NLI
    ruling = next(filter(None, (rule(asked) for rule in CASCADE)), None) or Ruling(
        ClaimVerdict.UNVERIFIABLE, nobody, 1 - asked.chance
    )
    return CheckedClaim(
        text=claim.text,
        start=claim.start,
        end=claim.end,
        kind=claim.kind,
        verdict=ruling.verdict,
        confidence=ruling.confidence,
        layer=str(ruling.layer),
        source=_source(asked, ruling),
        statement=place,
        escalated=asked.judged is not None,
        reason=_reason(asked, ruling, place),
    )


def _source(asked: LayeredClaim, ruling: Ruling) -> Quote | None:
    if ruling.layer == Layer.FACTS:
        return next((f.quote for f in asked.case.conflicts[asked.claim] if f.quote), None)
    if ruling.layer == Layer.JUDGE and asked.judged is not None and asked.judged.source:
        return asked.judged.source
    window = asked.entailment.best if asked.entailment else None
    if window is not None:
        passage = asked.case.triple.passages[window.passage]
        text = passage.text[window.start : window.end]
        return Quote(window.passage + 1, passage.id, window.start, window.end, text)
    return asked.statement.evidence if asked.statement else None


def _reason(asked: LayeredClaim, ruling: Ruling, place: int) -> str:
    """In words what is wrong with a claim; empty for a supported one."""
    if ruling.verdict is ClaimVerdict.SUPPORTED:
        return ""
    said = asked.judged.words if ruling.layer == Layer.JUDGE and asked.judged else ""
    if ruling.layer == Layer.FACTS:
        said = "; ".join(map(str, asked.case.conflicts[asked.claim]))
    elif ruling.layer == Layer.NLI and ruling.verdict is ClaimVerdict.CONTRADICTED:
        source = _source(asked, ruling)
        said = f"contradicts {source.text!r} ({source})" if source else "contradicts the evidence"
    elif not said and asked.statement is not None:
        said = asked.statement.reason
    return f"Sentence {place + 1}: {asked.claim.text!r} - {said or 'nothing in the evidence says so'}"
