# SPDX-License-Identifier: Apache-2.0
"""Is a refusal right: does the evidence lack what was asked for? Only for statements that refuse to answer."""

from __future__ import annotations

from collections.abc import Mapping
from math import log1p
from typing import Any

import numpy as np
from numpy.typing import NDArray

from faithstill.featurize.analysis import Analysis
from faithstill.featurize.encoders.embed import dots
from faithstill.featurize.extract.document import weight
from faithstill.featurize.extract.mention import asked_kinds
from faithstill.featurize.read.word_classes import REFUSAL_WORDS

from .feature import ALARM, SUPPORT, UNBOUNDED, Feature

FEATURES = (
    Feature("refusal.asked_there", "rarity-weighted share of the question that one evidence sentence covers", direction=ALARM),
    Feature("refusal.asked_missing", "rarity-weighted share of the question's words that no passage holds", direction=SUPPORT),
    Feature("refusal.meaning_there", "best embedding cosine of the question with an evidence sentence", -1, 1, direction=ALARM),
    Feature("refusal.value_there", "best fit of the question with an evidence sentence that holds the kind of value asked for", direction=ALARM),
    Feature("refusal.denies_stated", "best fit of what the refusal says is missing with an evidence sentence", direction=ALARM),
    Feature("refusal.both_there", "share of the question covered times the best cosine", direction=ALARM),
    Feature("refusal.sentences", "log of 1 + evidence sentences: among many, some fit by chance", 0, UNBOUNDED),
    Feature("refusal.no_question", "there is no question to look for"),
)  # fmt: skip


def compute(a: Analysis, known: Mapping[str, float]) -> Mapping[str, float]:
    """The features of one refusing statement."""
    asked = bool(a.sought.stems)
    there = a.sought.in_sentence if asked else 0.0
    cosine = float(a.sought.cosines.max(initial=0.0)) if asked else 0.0
    return {
        "refusal.asked_there": there,
        "refusal.asked_missing": 1 - a.sought.held,
        "refusal.meaning_there": cosine,
        "refusal.value_there": _value_there(a) if asked else 0.0,
        "refusal.denies_stated": _denied(a),
        "refusal.both_there": there * cosine,
        "refusal.sentences": log1p(len(a.overlap.sentences)),
        "refusal.no_question": float(not asked),
    }


def _denied(a: Analysis) -> float:
    """The best fit of what the statement says is not stated with a sentence that states it, by words and meaning."""
    pairs = zip(a.answer.stems, a.answer.words, strict=True)
    told = {stem for stem, word in pairs if word not in REFUSAL_WORDS} - {""}
    if not told or not len(a.answer_vectors):
        return 0.0
    lexical = a.overlap.shares({stem: weight(stem) for stem in sorted(told)})
    meant = dots(a.context_vectors, a.answer_vectors[:1])[:, 0].clip(0.0, 1.0)
    return float(((lexical + meant) / 2).max(initial=0.0))


def _value_there(a: Analysis) -> float:
    """The best fit of the question with a sentence that could answer it."""
    kinds, fits = asked_kinds(a.question.text), _fits(a)
    if not kinds:
        return float(fits.max(initial=0.0))
    places = (
        (p, document.sentence_at(m.start))
        for p, document in enumerate(a.passages)
        for m in document.mentions
        if m.kind in kinds
    )
    return max((float(fits[a.overlap.firsts[p] + s]) for p, s in places if s is not None), default=0.0)


def nearest(a: Analysis) -> tuple[int, int] | None:
    """The evidence sentence that fits the question best, as (passage, sentence); None where there is none or no question."""
    if not any(a.question.stems) or not a.overlap.sentences:
        return None
    return a.overlap.sentences[int(_fits(a).argmax())]


def _fits(a: Analysis) -> NDArray[np.floating[Any]]:
    """(evidence sentences,) fit with the question by words and meaning."""
    fits: NDArray[np.floating[Any]] = (a.overlap.shares(a.sought.stems) + a.sought.cosines.clip(0.0, 1.0)) / 2
    return fits
