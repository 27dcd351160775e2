# SPDX-License-Identifier: Apache-2.0
"""Methods side by side on the same held-out rows: word overlap, TF-IDF, the encoder alone, the shipped bundles."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from statistics import mean

from rich.progress import Progress

from faithstill.data import Triple
from faithstill.serve import Scorer
from faithstill.serve.scorer import SHIPPED_BUNDLES
from faithstill.train.evaluate.baseline_methods import overlap, tfidf
from faithstill.train.fit.answer_rows import Rows
from faithstill.train.fit.row_features import featurized
from faithstill.train.metrics.binary_metrics import roc_auc

OVERLAP, TFIDF, ENCODER = "token overlap", "TF-IDF", "encoder alone"
METHODS = (OVERLAP, TFIDF, ENCODER, *SHIPPED_BUNDLES)
LEAST_ENTAILED = "entailment.min"  # the encoder alone: an answer is as entailed as its least entailed claim


@dataclass(frozen=True, slots=True)
class Compared:
    """ROC-AUC of each method on one set, None where its rows are all of one class."""

    name: str
    rows: int
    auc: Mapping[str, float | None]


def compare(name: str, triples: Sequence[Triple], learnt_from: Sequence[Triple], bar: Progress) -> Compared:
    """All methods on the rows of a set; TF-IDF learns from the rows that the general bundle learnt from."""
    scorers = {bundle: Scorer.load(bundle) for bundle in SHIPPED_BUNDLES}
    widest = scorers["general"].featurizer
    rows = featurized(triples, widest, bar)
    column = {feature: i for i, feature in enumerate(widest.schema.names)}
    scores = {
        OVERLAP: overlap(rows, rows),
        TFIDF: tfidf("question", "answer", "context")(Rows.of(learnt_from), rows),
        ENCODER: rows.statements.least(column[LEAST_ENTAILED]),
    }
    for bundle, scorer in scorers.items():
        own = [column[feature] for feature in scorer.bundle.model.names]
        scores[bundle] = replace(rows, bags=rows.statements.columns(own)).probabilities(scorer.bundle.model)
    return Compared(name, len(triples), {method: roc_auc(rows.y, found) for method, found in scores.items()})


def print_compared(
    found: Iterable[Compared], say: Callable[[str], None], *, averaged: Collection[str]
) -> None:
    """A line for each set, and the mean over the named ones with both classes."""
    found = tuple(found)
    say(f"{'ROC-AUC':24}{'n':>6}" + "".join(f"{method:>15}" for method in METHODS))
    for one in found:
        say(f"{one.name:24}{one.rows:6}" + "".join(_cell(one.auc[method]) for method in METHODS))
    whole = [one for one in found if one.name in averaged and None not in one.auc.values()]
    if whole:
        means = [mean(one.auc[method] or 0.0 for one in whole) for method in METHODS]
        say(f"{'mean of public sets':24}{sum(one.rows for one in whole):6}" + "".join(map(_cell, means)))


def _cell(value: float | None) -> str:
    return f"{'-':>15}" if value is None else f"{value:15.3f}"
