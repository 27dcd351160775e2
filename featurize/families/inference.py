# SPDX-License-Identifier: Apache-2.0
"""Is a low word overlap explained by legitimate inference: another form of a value, arithmetic, a rule applied?"""

from __future__ import annotations

from collections.abc import Mapping

from faithstill.featurize.align.alignment import Status
from faithstill.featurize.analysis import Analysis

from .feature import ALARM, SUPPORT, UNBOUNDED, Feature

_LOW_PRECISION = 0.45
_STRONG_TYPED = 0.6
_ON_TOPIC = 0.35
_LIKELY = 0.5

FEATURES = (
    Feature("inference_score", "lexical gap where precision is under 0.45, values and names are found and the answer is on topic"),
    Feature("inference_likely_bool", "inference_score of at least 0.5"),
    Feature("inference_sem_score", "typed gap times the semantic-to-lexical coverage ratio", 0, UNBOUNDED),
    Feature("inference_sem_likely", "inference_sem_score of at least 0.5"),
    Feature("inference_value_support", "share of values reached by formula or in another written form", undefined="no values", direction=SUPPORT),
    Feature("inference_unlicensed", "values not found although the answer is reworded: one minus agreement times the lexical gap", direction=ALARM),
)  # fmt: skip


def compute(a: Analysis, known: Mapping[str, float]) -> Mapping[str, float]:
    """The inference features of one triple from the features already `known` (lexical, semantic, grounding).

    Thresholds after the layered-guardrails report: lexical precision < 0.45, typed grounding strong,
    question-answer TF-IDF cosine > 0.35; scaled by the lexical gap and cut at 0.5.
    """
    precision = known["answer_precision"]
    typed = typed_grounding(known)
    gap = 1 - precision
    applies = (
        precision < _LOW_PRECISION and typed >= _STRONG_TYPED and known["qr_alignment.tfidf"] > _ON_TOPIC
    )
    score = gap * typed if applies else 0.0
    ratio = known["sentence_semantic.min"] / max(known["sentence_precision.min"], 0.1)
    semantic = max(0.0, typed - precision) * min(ratio, 3.0)
    return {
        "inference_score": score,
        "inference_likely_bool": float(score >= _LIKELY),
        "inference_sem_score": semantic,
        "inference_sem_likely": float(semantic >= _LIKELY),
        "inference_value_support": _reformed_share(a),
        "inference_unlicensed": (1 - known["numeric_agreement"]) * gap,
    }


def typed_grounding(known: Mapping[str, float]) -> float:
    """Mean of the name and value support of an answer, 0 to 1."""
    return (known["entity_match.precision"] + known["numeric_agreement"]) / 2


def explanation(a: Analysis, known: Mapping[str, float]) -> str:
    """`inference_explanation`: in one sentence, whether and why the answer looks inferred."""
    if known["refuted"]:
        return "Not inferred: the passages refute something that the answer says."
    if known["numeric_agreement"] == 0:
        return "Not inferred: none of the answer's values was found in the passages."
    if known["entity_match.precision"] == 0:
        return "Not inferred: none of the answer's names was found in the passages."
    if not a.answer_stems:
        return "Not inferred: the answer has no content words to look for."
    if known["inference_likely_bool"] and a.alignments:
        return (
            f"Likely inferred: only {known['answer_precision']:.0%} of its words stand in the passages, "
            f"but {typed_grounding(known):.0%} of its values and names do."
        )
    if known["inference_sem_likely"] and a.alignments:
        return "Possibly inferred: values and names are grounded beyond what the shared words explain."
    if known["answer_precision"] >= _LOW_PRECISION:
        return "Not inferred: the answer's words stand in the passages."
    return "Not inferred: few shared words, and no values or names that make up for them."


def _reformed_share(a: Analysis) -> float:
    values = a.value_alignments
    reformed = [
        x
        for x in values
        if x.status is Status.DERIVED
        or (x.support is not None and x.mention.text.lower() != x.support.mention.text.lower())
    ]
    return len(reformed) / len(values) if values else 0.0
