# SPDX-License-Identifier: Apache-2.0
"""Does the answer mean what the evidence means, by TF-IDF and by embeddings?"""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from faithstill.featurize.analysis import Analysis, tfidf_cosine
from faithstill.featurize.encoders.embed import dots

from .feature import ALARM, SUPPORT, Feature

_NO_WORDS = "answer without words"
_SOFT = 0.55  # a static-embedding cosine from which two words count as related

FEATURES = (
    Feature("qr_alignment.tfidf", "TF-IDF cosine of question and answer"),
    Feature("qr_alignment.embedding", "embedding cosine of question and answer", -1, 1),
    Feature("qc_alignment.embedding_max", "best embedding cosine of the question with an evidence sentence", -1, 1),
    Feature("context_alignment.tfidf_max", "best TF-IDF cosine of the answer with one passage", direction=SUPPORT),
    Feature("context_alignment.tfidf_all", "TF-IDF cosine of the answer with all passages together", direction=SUPPORT),
    Feature("context_alignment.embedding_max", "best embedding cosine of the answer with one passage", -1, 1, direction=SUPPORT),
    Feature("context_alignment.embedding_spread", "best minus mean embedding cosine over passages", 0, 2),
    Feature("answer_novelty_ratio", "share of distinct answer content words that neither passages nor question hold", direction=ALARM),
    Feature("qa_context_coverage_gap", "coverage of the question by the best evidence sentence minus coverage by the answer", -1, 1),
    Feature("sentence_semantic.min", "worst answer sentence: best embedding cosine with an evidence sentence", undefined=_NO_WORDS, neutral=1, direction=SUPPORT),
    Feature("evidence_focus", "best minus second-best evidence sentence, mean over answer sentences"),
    Feature("soft_precision.mean", "mean over answer content words of the closest passage word's embedding cosine", undefined="answer without content words", neutral=1, direction=SUPPORT),
    Feature("soft_precision.low_share", "share of answer content words with no passage word closer than 0.55", direction=ALARM),
)  # fmt: skip


def compute(a: Analysis, known: Mapping[str, float]) -> Mapping[str, float]:
    """The semantic features of one triple."""
    best = np.array([match.best_semantic for match in a.matches])
    cosines = dots(a.passage_vectors, a.answer_vector[np.newaxis])
    top = _cosine(float(cosines.max(initial=0.0)))
    question = a.sought.vector[np.newaxis]
    soft = a.soft_support
    distinct = set(a.answer_stems)
    in_answer = _coverage_of_question(a)
    bags = [document.stem_bag for document in a.passages]
    return {
        "qr_alignment.tfidf": tfidf_cosine(a.question.stem_bag, a.answer.stem_bag),
        "qr_alignment.embedding": _cosine(float(dots(question, a.answer_vector[np.newaxis])[0, 0])),
        "qc_alignment.embedding_max": _cosine(float(a.sought.cosines.max(initial=0.0))),
        "context_alignment.tfidf_max": max(
            (tfidf_cosine(a.answer.stem_bag, bag) for bag in bags), default=0.0
        ),
        "context_alignment.tfidf_all": tfidf_cosine(a.answer.stem_bag, a.context_bag),
        "context_alignment.embedding_max": top,
        "context_alignment.embedding_spread": max(0.0, top - float(cosines.mean())) if len(cosines) else 0.0,
        "answer_novelty_ratio": len(distinct - a.known_stems) / len(distinct) if distinct else 0.0,
        "qa_context_coverage_gap": a.sought.in_sentence - in_answer,
        "sentence_semantic.min": float(best.min(initial=1.0)),
        "evidence_focus": float(np.mean([m.strength - m.runner_up for m in a.matches])) if a.matches else 0.0,
        "soft_precision.mean": float(soft.mean()) if soft.size else 1.0,
        "soft_precision.low_share": float((soft < _SOFT).mean()) if soft.size else 0.0,
    }


def _cosine(value: float) -> float:
    # Dot products of unit vectors of 32-bit floats can end just outside.
    return max(-1.0, min(1.0, value))


def _coverage_of_question(a: Analysis) -> float:
    asked = set(filter(None, a.question.stems))
    return len(asked & set(a.answer.stem_bag)) / len(asked) if asked else 1.0
