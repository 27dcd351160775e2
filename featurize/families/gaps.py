# SPDX-License-Identifier: Apache-2.0
"""Tensions between signals: where two of them that should agree do not."""

from __future__ import annotations

from collections.abc import Mapping

from faithstill.featurize.analysis import Analysis

from .feature import ALARM, SUPPORT, UNBOUNDED, Feature
from .inference import typed_grounding

# Nine in ten right statements reach these values (annotated and public training rows). A linear term alone understates
# how much it means to lie far below them.
LEAST_USUAL = {
    "answer_precision": 0.4,
    "answer_precision_idf": 0.4,
    "sentence_precision.min": 0.35,
    "sentence_semantic.min": 0.4,
    "soft_precision.mean": 0.6,
    "head_noun_support": 0.4,
    "content_word_precision": 0.5,
    "weakest_link": 0.25,
}
_MEANT = {
    "answer_precision": "share of content words found",
    "answer_precision_idf": "share of content words found, by rarity,",
    "sentence_precision.min": "word share in the best evidence sentence",
    "sentence_semantic.min": "best cosine with an evidence sentence",
    "soft_precision.mean": "mean cosine with the closest passage words",
    "head_noun_support": "share of phrase heads found",
    "content_word_precision": "share of content words but figures found",
    "weakest_link": "least of word precision, sentence cosine, value and name support",
}

FEATURES = (
    Feature("semantic_gap", "worst sentence cosine minus worst sentence word share", -1, 1),
    Feature("typed_gap", "support of values and names minus word precision", -1, 1),
    Feature("unsupported_to_supported_ratio", "rarity of unsupported over supported answer words, at most 5", 0, 5, direction=ALARM),
    Feature("weakest_link", "the least of word precision, sentence cosine, value and name support", direction=SUPPORT),
    Feature("copied_conflict", "word precision times the worst value's severity: copied, but with another value", direction=ALARM),
    Feature("copied_contradiction", "word precision times the strongest negation or antonym mismatch", direction=ALARM),
    Feature("question_gap", "question covered by evidence but not by answer, times word precision", -1, 1),
    Feature("specificity_gap", "density of values times the share of values not found", 0, UNBOUNDED),
    Feature("near_verbatim", "how far beyond half the share of copied four-word runs goes, 0 to 1", undefined="under four words", neutral=1, direction=SUPPORT),
    Feature("near_copied", "how far beyond half of the answer its longest copied run goes, 0 to 1", direction=SUPPORT),
    Feature("values_copied", "density of values times the share of copied four-word runs, the density alone in under four words"),
    Feature("values_beside_unsupported", "density of values times the longest unsupported run: figures beside invention", 0, UNBOUNDED, direction=ALARM),
    Feature("novel_without_values", "share of novel words in an answer that states no value to check"),
    *(Feature(f"far_below.{name}", f"how far the {_MEANT[name]} lies below {least}, where one in ten right statements does", direction=ALARM) for name, least in LEAST_USUAL.items()),
)  # fmt: skip

_CONTRADICTION = ("negation_mismatch", "negation_scope_mismatch", "antonym_conflict")
# About one answer in twenty-five of the annotated set.
_REVIEW = {"answer_precision": 0.6, "semantic_gap": 0.2, "unsupported_to_supported_ratio": 0.3}


def compute(a: Analysis, known: Mapping[str, float]) -> Mapping[str, float]:
    """The gap features from all features `known` so far."""
    precision = known["answer_precision"]
    rare = known["answer_precision_idf"]
    typed = typed_grounding(known)
    mismatch = max(known[name] for name in _CONTRADICTION)
    found = {
        "semantic_gap": known["sentence_semantic.min"] - known["sentence_precision.min"],
        "typed_gap": typed - precision,
        "unsupported_to_supported_ratio": min(5.0, (1 - rare) / rare if rare else 5.0),
        "weakest_link": min(
            precision,
            known["sentence_semantic.min"],
            known["numeric_agreement"],
            known["entity_match.precision"],
        ),
        "copied_conflict": precision * known["severity_score"],
        "copied_contradiction": precision * mismatch,
        "question_gap": known["qa_context_coverage_gap"] * precision,
        "specificity_gap": known["value_density"] * (1 - known["numeric_agreement"]),
        "near_verbatim": _beyond_half(known["ngram_precision.4"]),
        "near_copied": _beyond_half(known["longest_copied_share"]),
        "values_copied": known["value_density"] * known["ngram_precision.4"],
        "values_beside_unsupported": known["value_density"] * known["longest_unsupported_run"],
        "novel_without_values": 0.0 if known["value_density"] else known["answer_novelty_ratio"],
    }
    reached = {**known, **found}
    return found | {
        f"far_below.{name}": max(0.0, least - reached[name]) for name, least in LEAST_USUAL.items()
    }


def _beyond_half(share: float) -> float:
    return max(0.0, 2 * share - 1)


def needs_review(known: Mapping[str, float]) -> bool:
    """High precision with a large semantic gap and a large unsupported ratio: signals that cannot all be right."""
    return all(known[name] >= least for name, least in _REVIEW.items())
