# SPDX-License-Identifier: Apache-2.0
"""The claims of one answer, the evidence that speaks to each, and what an encoder says of them."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from faithstill.data import Triple
from faithstill.featurize.claims import Claim, Claims, extract_claims
from faithstill.featurize.encoders.nli import Nli
from faithstill.featurize.evidence import Evidence, Window
from faithstill.featurize.evidence.entailments import Entailment, judge
from faithstill.featurize.read.language import is_any_english, is_english

from .status import STATUS_IN_WORDS, ScoreStatus
from .wording import in_quotes


def claim_report(triple: Triple, nli: Nli | None = None) -> dict[str, Any]:
    """Claims in order with their best window of evidence, and what was left out; JSON-able.

    Offsets are characters of the answer and of the named passage. With an encoder each claim has the
    probabilities of entailment, neutrality and contradiction, unless `status` says why there can be none.
    """
    found = extract_claims(
        triple.answer, question=triple.question, ids=[passage.id for passage in triple.passages]
    )
    evidence = Evidence.of(triple.passages)
    status = _status(triple)
    judged = judge(found.claims, evidence, nli) if nli and status is ScoreStatus.OK else ()
    return {"status": status.value, **described(found, evidence, judged)}


def _status(triple: Triple) -> ScoreStatus:
    """What makes verdicts impossible: no evidence, or a language that the encoder does not know."""
    evidence = [passage.text for passage in triple.passages]
    if not any(text.strip() for text in evidence):
        return ScoreStatus.NO_CONTEXT
    read = is_english(triple.answer, beside=(triple.question, *evidence)) and is_any_english(evidence)
    return ScoreStatus.OK if read else ScoreStatus.LANGUAGE_UNSUPPORTED


def described(found: Claims, evidence: Evidence, judged: Iterable[Entailment]) -> dict[str, Any]:
    """The same of claims that are at hand, with what was judged of them."""
    verdicts = {one.claim: one for one in judged}
    return {
        "claims": [_claim(claim, evidence, verdicts.get(claim)) for claim in found.claims],
        "left_out": [
            {"start": p.start, "end": p.end, "text": p.text, "reason": str(p.reason)} for p in found.left_out
        ],
    }


def _claim(claim: Claim, evidence: Evidence, judged: Entailment | None) -> dict[str, Any]:
    windows = evidence.windows(claim)
    best = (judged.best if judged else None) or next(iter(windows), None)
    return {
        "text": claim.text,
        "start": claim.start,
        "end": claim.end,
        "type": str(claim.type),
        "kind": str(claim.kind),
        "context": claim.context,
        "stated": evidence.states(claim),
        "verdict": _verdict(judged) if judged else None,
        "scores": _scores(judged) if judged else None,
        "evidence": _window(best, evidence) if best else None,
    }


def _verdict(judged: Entailment) -> str:
    """The most likely of entailment, neutral and contradiction; "overlong" where the claim could not be read."""
    return "overlong" if judged.overlong else max(_scores(judged).items(), key=lambda pair: pair[1])[0]


def _scores(judged: Entailment) -> dict[str, float]:
    score = judged.score
    return {
        "entailment": score.entailment,
        "neutral": score.neutral,
        "contradiction": score.contradiction,
    }


def _window(window: Window, evidence: Evidence) -> dict[str, Any]:
    return {
        "passage": window.passage + 1,
        "id": evidence.ids[window.passage],
        "start": window.start,
        "end": window.end,
        "fit": round(window.score, 4),
        "text": window.text,
    }


def as_text(report: dict[str, Any]) -> str:
    """The report to read: a block for each claim, then what was left out and why."""
    lines: list[str] = []
    for number, claim in enumerate(report["claims"], 1):
        lines.append(f"{number}  {in_quotes(claim['text'])} (answer, {claim['start']}-{claim['end']})")
        if claim["context"]:
            lines.append(f"   to be understood with: {in_quotes(claim['context'])}")
        lines += [f"   {line}" for line in (_evidence_line(claim), *_verdict_lines(claim))]
    lines = lines or ["no claims"]
    if report.get("status", ScoreStatus.OK) != ScoreStatus.OK:
        lines += ["", STATUS_IN_WORDS[ScoreStatus(report["status"])]]
    if report["left_out"]:
        lines += ["", "Not checked, for it claims nothing"]
        lines += [f"   {p['reason']}: {in_quotes(p['text'])}" for p in report["left_out"]]
    return "\n".join(lines)


def _evidence_line(claim: dict[str, Any]) -> str:
    found = claim["evidence"]
    if found is None:
        return "no evidence speaks to it"
    said = "stated word for word" if claim["stated"] else "best evidence"
    return f"{said}: {in_quotes(found['text'])} (p{found['passage']}, {found['start']}-{found['end']})"


def _verdict_lines(claim: dict[str, Any]) -> list[str]:
    if not claim["scores"]:
        return []
    shares = ", ".join(f"{name} {share:.2f}" for name, share in claim["scores"].items())
    return [f"{claim['verdict']} ({shares})"]
