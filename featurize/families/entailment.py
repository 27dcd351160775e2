# SPDX-License-Identifier: Apache-2.0
"""Does the evidence entail the answer claim by claim? An optional family: it needs an entailment model."""

from __future__ import annotations

from collections.abc import Mapping
from math import log
from typing import TYPE_CHECKING

from faithstill.featurize.analysis import Analysis

from .feature import ALARM, SUPPORT, Feature
from .inference import typed_grounding

if TYPE_CHECKING:
    from faithstill.featurize.evidence.entailments import Entailment

_NO_CLAIMS = "answer without claims"
_SUPPORTED = 0.5
_LEAST_ODDS, _LEAST_MARGIN = -0.6, -0.1
_CLIP = 5.0  # log-odds beyond which a model's certainty says no more

FEATURES = (
    Feature("entailment.min", "least entailed claim: probability of entailment", undefined=_NO_CLAIMS, neutral=0.5, direction=SUPPORT),
    Feature("entailment.mean", "mean over claims of the probability of entailment", undefined=_NO_CLAIMS, neutral=0.5, direction=SUPPORT),
    Feature("entailment.logit_min", "log-odds of the least entailed claim, clipped", -_CLIP, _CLIP, undefined=_NO_CLAIMS, direction=SUPPORT),
    Feature("entailment.logit_mean", "mean over claims of the log-odds of entailment, clipped", -_CLIP, _CLIP, undefined=_NO_CLAIMS, direction=SUPPORT),
    Feature("entailment.supported_share", "share of claims more likely entailed than not", undefined=_NO_CLAIMS, neutral=0.5, direction=SUPPORT),
    Feature("entailment.unsupported_words", "share of the claims' characters in claims that are not entailed", direction=ALARM),
    Feature("entailment.stated_share", "share of claims that the evidence states word for word", direction=SUPPORT),
    Feature("contradiction.max", "most contradicted claim: probability of contradiction", direction=ALARM),
    Feature("contradiction.mean", "mean over claims of the probability of contradiction", direction=ALARM),
    Feature("entailment.margin_min", "least over claims of entailment minus contradiction", -1, 1, undefined=_NO_CLAIMS, direction=SUPPORT),
    Feature("entailment.disagreement", "most over claims: entailed by one window and contradicted by another, the smaller of the two", direction=ALARM),
    Feature("entailment.lexical_gap", "mean entailment minus word precision", -1, 1),
    Feature("entailment.typed_gap", "least entailment minus support of values and names", -1, 1),
    Feature("far_below.entailment.logit_min", f"how far the log-odds of the least entailed claim lie below {_LEAST_ODDS}, where one in ten right statements does", 0, _CLIP, direction=ALARM),
    Feature("far_below.entailment.margin_min", f"how far the least of entailment minus contradiction lies below {_LEAST_MARGIN}, where one in ten right statements does", direction=ALARM),
    Feature("copied_unentailed", "word precision times what is missing to entailment in the worst claim", direction=ALARM),
)  # fmt: skip


def compute(a: Analysis, known: Mapping[str, float]) -> Mapping[str, float]:
    """The entailment features of one triple; resting values where the answer claims nothing."""
    judged = a.entailments
    if not judged:
        return {feature.name: feature.neutral for feature in FEATURES}
    entailed = [e.score.entailment for e in judged]
    contradicted = [e.score.contradiction for e in judged]
    odds = [_log_odds(p) for p in entailed]
    least, mean = min(entailed), sum(entailed) / len(entailed)
    return {
        "entailment.min": least,
        "entailment.mean": mean,
        "entailment.logit_min": min(odds),
        "entailment.logit_mean": sum(odds) / len(odds),
        "entailment.supported_share": sum(p >= _SUPPORTED for p in entailed) / len(entailed),
        "entailment.unsupported_words": _unsupported(judged),
        "entailment.stated_share": sum(e.stated for e in judged) / len(judged),
        "contradiction.max": max(contradicted),
        "contradiction.mean": sum(contradicted) / len(contradicted),
        "entailment.margin_min": min(e.score.entailment - e.score.contradiction for e in judged),
        "entailment.disagreement": max(map(_disagreement, judged)),
        "entailment.lexical_gap": mean - known["answer_precision"],
        "entailment.typed_gap": least - typed_grounding(known),
        "far_below.entailment.logit_min": max(0.0, _LEAST_ODDS - min(odds)),
        "far_below.entailment.margin_min": max(
            0.0, _LEAST_MARGIN - min(e.score.entailment - e.score.contradiction for e in judged)
        ),
        "copied_unentailed": known["answer_precision"] * (1 - least),
    }


def _log_odds(p: float) -> float:
    """
    >>> _log_odds(0.5), _log_odds(1.0), _log_odds(0.0)
    (0.0, 5.0, -5.0)
    """
    if p in (0.0, 1.0):
        return _CLIP if p else -_CLIP
    return max(-_CLIP, min(_CLIP, log(p / (1 - p))))


def _unsupported(judged: tuple[Entailment, ...]) -> float:
    lengths = [(len(e.claim.text), e.score.entailment < _SUPPORTED) for e in judged]
    whole = sum(length for length, _ in lengths)
    return sum(length for length, missing in lengths if missing) / whole if whole else 0.0


def _disagreement(e: Entailment) -> float:
    if len(e.read) < 2:
        return 0.0
    most_for = max(score.entailment for _, score in e.read)
    return min(most_for, max(score.contradiction for _, score in e.read))
