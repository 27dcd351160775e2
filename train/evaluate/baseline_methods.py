# SPDX-License-Identifier: Apache-2.0
"""How each baseline scores rows it was not trained on: from the rows to learn from, a score per row."""

from __future__ import annotations

import inspect
import re
from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum
from functools import lru_cache
from typing import Any

import numpy as np
from sklearn.feature_extraction.text import CountVectorizer, TfidfVectorizer
from sklearn.linear_model import LogisticRegression
from sklearn.svm import l1_min_c

from faithstill.data import Triple
from faithstill.featurize.read.word_classes import STOP_WORDS
from faithstill.train.fit.answer_rows import Floats, Rows
from faithstill.train.fit.signed_logistic import Scaling

WORD = re.compile(r"\w+")
MOST_FEATURES = 10
_MOST_TEXTS = 16_384  # whose terms are kept
# scikit-learn 1.8 renamed the switch to L1; the old name warns there, the new one does nothing before.
L1: dict[str, Any] = (
    {"l1_ratio": 1.0}
    if inspect.signature(LogisticRegression).parameters["penalty"].default == "deprecated"
    else {"penalty": "l1"}
)


class MethodKind(StrEnum):
    """Why a baseline is there: to be beaten, to show what our features add, or to show what labels leak."""

    SIMPLE = "simple"
    FEATURES = "features"
    LEAK = "leak"


# Rows to learn from, rows to score -> a score per row, higher for more faithful.
Score = Callable[[Rows, Rows], Floats]


def token_overlap(triple: Triple) -> float:
    """The share of the answer's content words that stand in the contexts; 0 for an answer without any.

    >>> token_overlap(Triple.of(question="", contexts=["The fee is 5 dollars."], answer="The fee: 5 euros"))
    0.6666666666666666
    """
    said = [word for word in WORD.findall(triple.answer.lower()) if word not in STOP_WORDS]
    known = {word for passage in triple.passages for word in WORD.findall(passage.text.lower())}
    return sum(word in known for word in said) / len(said) if said else 0.0


def overlap(train: Rows, rows: Rows) -> Floats:
    """Token overlap of each row; there is nothing to learn."""
    return np.array([token_overlap(triple) for triple in rows.triples])


def _always(p: float) -> Score:
    return lambda train, rows: np.full(len(rows.triples), p)


PARTS: dict[str, Callable[[Triple], list[str]]] = {
    "question": lambda triple: [triple.question],
    "answer": lambda triple: [triple.answer],
    "context": lambda triple: [passage.text for passage in triple.passages],
}


def tfidf(*parts: str) -> Score:
    """TF-IDF of the parts' 1- and 2-grams, each term marked with its part, into logistic regression."""
    grams = CountVectorizer(ngram_range=(1, 2)).build_analyzer()

    @lru_cache(maxsize=_MOST_TEXTS)  # a passage belongs to several rows, a row to several folds
    def marked(part: str, text: str) -> tuple[str, ...]:
        return tuple(f"{part} {gram}" for gram in grams(text))

    def terms(triple: Triple) -> list[str]:
        return [term for part in parts for text in PARTS[part](triple) for term in marked(part, text)]

    def score(train: Rows, rows: Rows) -> Floats:
        vectorizer = TfidfVectorizer(analyzer=terms, sublinear_tf=True, min_df=2)
        try:
            seen = vectorizer.fit_transform(train.triples)
        except ValueError:  # no term stands in two rows: text tells nothing
            return np.zeros(len(rows.triples))
        regression = LogisticRegression(C=1.0, max_iter=1000).fit(seen, train.y)
        result: Floats = regression.decision_function(vectorizer.transform(rows.triples))
        return result

    return score


def answer_length(train: Rows, rows: Rows) -> Floats:
    """How long faithful answers are, learnt from the training rows."""

    def column(of: Rows) -> Floats:
        return np.array([[np.log1p(len(WORD.findall(triple.answer)))] for triple in of.triples])

    result: Floats = LogisticRegression().fit(column(train), train.y).decision_function(column(rows))
    return result


def ten_features(train: Rows, rows: Rows) -> Floats:
    """The least regularised L1 model of the path that keeps at most ten features."""
    scaling = Scaling.of(train.matrix)
    scaled = scaling.apply(train.matrix)
    if not scaling.live.any():
        return np.zeros(len(rows.triples))
    coef, intercept = np.zeros(scaled.shape[1]), 0.0
    for c in l1_min_c(scaled, train.y, loss="log") * np.geomspace(1, 1e4, 60):
        model = LogisticRegression(
            C=c, solver="liblinear", class_weight="balanced", random_state=0, max_iter=10_000, **L1
        ).fit(scaled, train.y)
        if np.count_nonzero(model.coef_) > MOST_FEATURES:
            break
        coef, intercept = model.coef_[0], float(model.intercept_[0])
    result: Floats = scaling.apply(rows.matrix) @ coef + intercept
    return result


@dataclass(frozen=True, slots=True)
class Method:
    """One baseline's recipe; scores are calibrated unless they are probabilities as they stand."""

    name: str
    kind: MethodKind
    score: Score
    description: str
    calibrate: bool = True


METHODS = (
    Method(
        "flag everything", MethodKind.SIMPLE, _always(0.0), "calls every answer unfaithful", calibrate=False
    ),
    Method("flag nothing", MethodKind.SIMPLE, _always(1.0), "calls every answer faithful", calibrate=False),
    Method(
        "token overlap",
        MethodKind.SIMPLE,
        overlap,
        "share of the answer's content words that stand in the contexts, threshold fitted on training rows",
    ),
    Method(
        "TF-IDF",
        MethodKind.SIMPLE,
        tfidf("question", "answer", "context"),
        "logistic regression (C=1) on TF-IDF of word 1- and 2-grams of question, answer and contexts; a word "
        "is another term in each of the three (prefixes), sublinear counts, terms of at least 2 rows",
    ),
    Method(
        "ten features",
        MethodKind.FEATURES,
        ten_features,
        "L1 logistic regression on our features of the statement that decides each answer for us, as little "
        "regularised as keeps at most 10 of them",
    ),
    Method("answer only", MethodKind.LEAK, tfidf("answer"), "the TF-IDF model without contexts and question"),
    Method(
        "context-blind",
        MethodKind.LEAK,
        tfidf("question", "answer"),
        "the TF-IDF model on question and answer alone",
    ),
    Method("contexts only", MethodKind.LEAK, tfidf("context"), "the TF-IDF model without the answer"),
    Method(
        "answer length",
        MethodKind.LEAK,
        answer_length,
        "logistic regression on the logarithm of the answer's word count",
    ),
)
