# SPDX-License-Identifier: Apache-2.0
"""The layers: each a function from a case to what it says, run one after the other and timed."""

from __future__ import annotations

import logging
import time
from collections.abc import Callable
from dataclasses import dataclass

from faithstill.factcheck.judgement import ClaimVerdict
from faithstill.factcheck.report import FactStatus, Reason, reported
from faithstill.serve.status import STATUS_IN_WORDS

from .budget import BudgetSpentError
from .case import Case
from .decision import CheckedClaim, LayerResult, LayerStatus
from .outcome import OUTCOMES, Outcome
from .profile import Layer, LayerMode
from .verify import verify

_log = logging.getLogger("faithstill.guard")


class LayerUnavailableError(RuntimeError):
    """What a layer needs is not there: no encoder in the bundle, no judge configured."""


@dataclass(frozen=True, slots=True)
class Said:
    """How a layer ended, with its reason codes and a line in words."""

    status: LayerStatus
    reasons: tuple[str, ...] = ()
    detail: str = ""


PASSED = Said(LayerStatus.PASSED)


def classifier(case: Case) -> Said:
    """Every statement reaches the threshold."""
    if not case.is_judged:
        return _unjudged(case)
    low = [s for s in case.score.statements if not s.is_faithful]
    if not low:
        return PASSED
    return Said(
        LayerStatus.FAILED, (OUTCOMES[Outcome.DOUBTFUL].code,), f"{len(low)} statements below the threshold"
    )


def nli(case: Case) -> Said:
    """The encoder contradicts no claim; neutral is no pass."""
    if case.scorer.featurizer.nli is None:
        raise LayerUnavailableError(
            "the bundle has no encoder; use one that has, or set layers.nli to open or off"
        )
    if not case.is_judged:
        return _unjudged(case)
    refuted, entailed = 0, 0
    for claim, one in case.entailments.items():
        needed = case.thresholds(claim)
        refuted += not one.stated and one.score.contradiction >= needed.contradiction
        entailed += one.stated or one.score.entailment >= needed.entailment
    detail = f"{entailed} of {len(case.entailments)} claims entailed, {refuted} contradicted"
    if refuted:
        return Said(LayerStatus.FAILED, (OUTCOMES[Outcome.CONTRADICTED].code,), detail)
    # Neutral is no pass, and no counter-proof either: the other layers decide on what it leaves open.
    return Said(LayerStatus.PASSED if entailed == len(case.entailments) else LayerStatus.SKIPPED, (), detail)


def judge(case: Case) -> Said:
    """The judge supports every claim that is asked of it: those in the band, and no claim that is decided."""
    if case.judge is None:
        raise LayerUnavailableError(
            "no judge is configured; give Guard.load one, or set layers.judge to open or off"
        )
    if not case.is_judged:
        return _unjudged(case)
    asked = [claim for claim in verify(case) if _is_ambiguous(case, claim)]
    most = case.clock.budget.judge_calls
    own = {(claim.start, claim.end): claim for _, claim in case.claims}
    for claim in asked[:most]:
        case.clock.check()
        atomic = own[claim.start, claim.end]
        case.judged[atomic] = case.judge(case.triple.question, atomic, case.triple.passages)
    if most is not None and len(asked) > most:
        raise BudgetSpentError(
            f"{len(asked) - most} of {len(asked)} ambiguous claims not judged: judge_calls={most}"
        )
    open_ = [j for j in case.judged.values() if j.verdict is not ClaimVerdict.SUPPORTED]
    detail = f"{len(asked)} claims judged, {len(asked) - len(open_)} supported"
    if not open_:
        return Said(LayerStatus.PASSED, (), detail)
    refuted = any(j.verdict is ClaimVerdict.CONTRADICTED for j in open_)
    code = OUTCOMES[Outcome.CONTRADICTED if refuted else Outcome.UNVERIFIABLE].code
    return Said(LayerStatus.FAILED, (code,), detail)


def _is_ambiguous(case: Case, claim: CheckedClaim) -> bool:
    statement = case.statement(claim.statement)
    refuses = statement is not None and statement.refuses  # whether that is right is not for the judge
    if refuses or claim.verdict is not ClaimVerdict.UNVERIFIABLE:
        return False
    band = case.profile.judge
    return band.low <= 1 - claim.confidence < band.high


def facts(case: Case) -> Said:
    """No value, name, status or word of the answer is refuted, and no account or order number stands nowhere."""
    if not case.is_judged:
        return _unjudged(case)
    spans = [(statement.start, statement.end) for statement in case.analysis.statements]
    report = reported(case.findings, statements=spans)
    detail = f"{report.checked} of {report.statements} statements checkable"
    reasons = tuple(map(str, report.reasons))
    # What else is absent is no counter-proof: it weighs through the statement's probability.
    if report.status is FactStatus.FAILED or Reason.IDENTIFIER_ABSENT in report.reasons:
        return Said(LayerStatus.FAILED, reasons, detail)
    passed = report.status is FactStatus.PASSED
    return Said(LayerStatus.PASSED if passed else LayerStatus.SKIPPED, reasons, detail)


def citations(case: Case) -> Said:
    """Each citation names one passage, the right one, in its own words; none is missing where they are required."""
    if not case.is_judged:
        return _unjudged(case)
    report = case.citations
    detail = f"{len(report.markers)} citations, {len(report.findings)} findings"
    return Said(LayerStatus(str(report.status)), tuple(map(str, report.reasons)), detail)


def _unjudged(case: Case) -> Said:
    return Said(LayerStatus.SKIPPED, (str(case.status),), STATUS_IN_WORDS[case.status])


Run = Callable[[Case], Said]
# What these find is said claim by claim, see `policy.outcomes_of`; the failure of any other layer is an outcome itself.
_BY_CLAIMS = frozenset((Layer.CLASSIFIER, Layer.NLI, Layer.JUDGE, Layer.FACTS, Layer.CITATIONS))
# In the order in which they run; the fact check and the citations have the last word.
LAYERS: tuple[tuple[Layer, Run], ...] = (
    (Layer.CLASSIFIER, classifier),
    (Layer.NLI, nli),
    (Layer.FACTS, facts),
    (Layer.CITATIONS, citations),
    (Layer.JUDGE, judge),
)


def run_layers(case: Case) -> tuple[LayerResult, ...]:
    """What each layer says of a case; one that cannot run is told as skipped or as an error, never as passed."""
    found = {layer: _run(case, layer, run) for layer, run in LAYERS}
    return tuple(found[layer] for layer in Layer if layer in found)


def _run(case: Case, layer: Layer, run: Run) -> LayerResult:
    if not case.profile.runs(layer):
        return LayerResult(str(layer), LayerStatus.SKIPPED, (), "off in the profile")
    began = time.perf_counter()
    said = _said(case, layer, run)
    milliseconds = (time.perf_counter() - began) * 1000
    return LayerResult(str(layer), said.status, said.reasons, said.detail, milliseconds)


def _said(case: Case, layer: Layer, run: Run) -> Said:
    if case.recorded and (outage := case.recorded.outages.get(layer)):
        return _as_recorded(case, layer, outage)
    try:
        case.clock.check()
        said = run(case)
    except BudgetSpentError as error:
        return Said(LayerStatus.SKIPPED, (OUTCOMES[Outcome.NOT_RUN].code,), str(error))
    except LayerUnavailableError as error:
        return Said(LayerStatus.SKIPPED, (OUTCOMES[Outcome.DETECTOR_DOWN].code,), str(error))
    except Exception as error:
        # Whatever it was, the answer has not been checked: the profile says what becomes of it.
        _log.exception("layer %s could not run", layer)
        what = f"{type(error).__name__}: {error}"
        return Said(LayerStatus.ERROR, (OUTCOMES[Outcome.DETECTOR_DOWN].code,), what)
    case.ran.add(layer)
    return said


def _as_recorded(case: Case, layer: Layer, outage: LayerResult) -> Said:
    """What a layer said that could not run; a judge may have judged some claims before."""
    if layer is Layer.JUDGE and case.recorded and (judged := case.recorded.judged):
        own = {(claim.start, claim.end): claim for _, claim in case.claims}
        case.judged |= {own[place]: said for place, said in judged.items() if place in own}
    return Said(outage.status, outage.reasons, outage.detail)


def failures(results: tuple[LayerResult, ...]) -> set[Outcome]:
    """What the failed layers found that no claim tells: the outcomes of their reason codes.

    A layer that names no outcome has found something all the same; it counts as a claim without support.
    """
    found: set[Outcome] = set()
    for result in results:
        if result.status is LayerStatus.FAILED and result.name not in _BY_CLAIMS:
            found |= {o for o in Outcome if OUTCOMES[o].code in result.reasons} or {Outcome.UNVERIFIABLE}
    return found


def outages(case: Case, results: tuple[LayerResult, ...]) -> set[Outcome]:
    """Outcomes of layers that had to run and did not."""
    codes = {
        reason
        for result in results
        if case.profile.layers[Layer(result.name)] is LayerMode.CLOSED
        for reason in result.reasons
        if result.status in (LayerStatus.SKIPPED, LayerStatus.ERROR)
    }
    return {o for o in (Outcome.DETECTOR_DOWN, Outcome.NOT_RUN) if OUTCOMES[o].code in codes}
