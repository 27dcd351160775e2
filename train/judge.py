# SPDX-License-Identifier: Apache-2.0
"""A saved bundle measured and explained on labelled rows."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Any

import numpy as np
from rich.progress import Progress

from faithstill.data import Triple, count, read_triples
from faithstill.featurize.schema import ALL_FAMILIES
from faithstill.serve import Scorer

from .analyze import FeatureReport, analyze
from .baselines import Baseline, probes
from .evaluate import Evaluation, evaluate
from .features import feature_matrix
from .methods import Kind, Rows


def evaluate_bundle(rows: Path, model: str | Path, bar: Progress) -> dict[str, Any]:
    """The report of a bundle on labelled rows; token overlap stands beside it as the simplest rival."""
    scorer, found = _featurized(rows, model, bar)
    linear = scorer.bundle.model
    p = linear.probabilities(found.matrix)
    result = evaluate(found.y, p, linear.threshold, found.triples)
    analysis = _analysis(scorer, found)
    return {
        "run": {"command": f"faithstill evaluate {rows}"},
        "data": count(found.triples).as_dict()
        | {"guessable": asdict(probes(found.triples)), "seen_in_training": seen(scorer, found.triples)},
        "metrics": {"given": result.metrics.as_dict()},
        "confusion": {"given": result.confusion.as_dict()},
        "slices": {"given": [part.as_dict() for part in result.slices]},
        "curves": curves_of(result, (), found),
        "analysis": analysis.as_dict(),
        "errors": errors_of(analysis, found.triples),
    }


def analyze_bundle(rows: Path, model: str | Path, bar: Progress) -> dict[str, Any]:
    """Drivers, collinearity, contributions of right and wrong decisions, and the worst rows of a bundle."""
    scorer, found = _featurized(rows, model, bar)
    linear = scorer.bundle.model
    result = evaluate(found.y, linear.probabilities(found.matrix), linear.threshold, found.triples)
    analysis = _analysis(scorer, found)
    return {
        "metrics": {"given": result.metrics.as_dict()},
        "analysis": analysis.as_dict(),
        "errors": errors_of(analysis, found.triples),
    }


def seen(scorer: Scorer, triples: Sequence[Triple]) -> int:
    """How many rows have contexts that the bundle was trained on: what is measured on them is too good."""
    known = set((scorer.bundle.manifest.get("training") or {}).get("contexts") or ())
    return sum(triple.context_key in known for triple in triples)


def _featurized(rows: Path, model: str | Path, bar: Progress) -> tuple[Scorer, Rows]:
    triples = read_triples(rows, labelled=True).triples
    scorer = Scorer.load(model)
    return scorer, Rows.of(triples, feature_matrix(triples, scorer.featurizer, bar))


def _analysis(scorer: Scorer, found: Rows) -> FeatureReport:
    linear = scorer.bundle.model
    folds = (scorer.bundle.report.get("fit") or {}).get("folds") or ()
    return analyze(
        linear,
        found.matrix,
        found.y,
        linear.probabilities(found.matrix),
        ids=[triple.id for triple in found.triples],
        families=families_by_feature(),
        fold_coefs=[fold["coef"] for fold in folds if fold.get("coef")],
    )


def families_by_feature() -> Mapping[str, str]:
    """Feature name -> family name, optional families included."""
    return {f.name: family.name for family in ALL_FAMILIES for f in family.features}


def curves_of(result: Evaluation, rivals: Sequence[Baseline], rows: Rows) -> dict[str, Any]:
    """Reliability, precision-recall and ROC points of the model and of its simple rivals on the same rows."""
    found = {"model": _points(result)}
    for rival in rivals:
        if rival.kind is Kind.SIMPLE and rival.held_out is not None and np.unique(rival.held_out).size > 1:
            found[rival.name] = _points(
                evaluate(rows.y, rival.held_out, rival.threshold, rows.triples, bootstrap=1)
            )
    return found


def _points(result: Evaluation) -> dict[str, Any]:
    whole = result.as_dict()
    return {part: whole[part] for part in ("reliability", "pr_curve", "roc_curve")}


def errors_of(analysis: FeatureReport, triples: Sequence[Triple]) -> list[dict[str, Any]]:
    """The worst rows with their texts, for a reader of the report."""
    return [error.as_dict() | _texts(triples[error.row]) for error in analysis.errors]


ROW_TEXTS = ("question", "answer", "contexts")


def _texts(triple: Triple) -> dict[str, Any]:
    return {
        "question": triple.question,
        "answer": triple.answer,
        "contexts": [passage.text for passage in triple.passages],
        "label": str(triple.label),
        "domain": triple.domain,
        "answer_type": triple.answer_type,
        "error_type": triple.error_type,
    }
