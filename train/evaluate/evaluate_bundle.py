# SPDX-License-Identifier: Apache-2.0
"""A saved bundle measured and explained on labelled rows."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np
from rich.progress import Progress

from faithstill.data import Table, Triple, count
from faithstill.featurize.schema import ALL_FAMILIES
from faithstill.serve import Scorer
from faithstill.train.fit.answer_rows import Rows
from faithstill.train.fit.row_features import featurized
from faithstill.train.labelled_rows import read_labelled
from faithstill.train.metrics.score_curves import pr_curve, reliability, roc_curve

from .baseline_methods import MethodKind
from .baselines import PROBED, Baseline, probes, untrained_overlap
from .curve_thinning import thinned
from .evaluation import Evaluation, evaluate
from .feature_analysis import FeatureReport, analyze


def evaluate_bundle(rows: Path, model: str | Path, bar: Progress) -> dict[str, Any]:
    """The report of a bundle on labelled rows; token overlap stands beside it as the simplest rival."""
    scorer, table, found = _read(rows, model, bar)
    task = bar.add_task("evaluating", total=len(PROBED) + 3)

    def step() -> None:
        bar.advance(task)

    rival = untrained_overlap(found)
    step()
    result = _evaluated(scorer, found, (rival,))
    step()
    analysis = _analysis(scorer, found)
    step()
    guessable = probes(found.triples, step=step)
    bar.update(task, completed=len(PROBED) + 3)
    return {
        "run": {"command": f"faithstill evaluate {rows}"},
        "data": data_of(table)
        | {"guessable": guessable.as_dict(), "seen_in_training": seen(scorer, found.triples)},
        **parts_of({"given": result}),
        "baselines": [rival.as_dict()],
        "curves": curves_of(result, (rival,), found, held_out=False),
        "analysis": analysis.as_dict(),
        "errors": errors_of(analysis, found.triples, scorer),
    }


def analyze_bundle(rows: Path, model: str | Path, bar: Progress) -> dict[str, Any]:
    """Drivers, collinearity, contributions of right and wrong decisions, and the worst rows of a bundle."""
    scorer, _, found = _read(rows, model, bar)
    result = _evaluated(scorer, found)
    analysis = _analysis(scorer, found)
    return {
        "metrics": {"given": result.metrics.as_dict()},
        "statuses": {"given": dict(result.statuses)},
        "analysis": analysis.as_dict(),
        "errors": errors_of(analysis, found.triples, scorer),
    }


def data_of(table: Table) -> dict[str, Any]:
    """What the rows are made of, and how their columns were read."""
    return count(table.triples).as_dict() | {"mapped": dict(table.mapped), "ignored": list(table.ignored)}


def parts_of(sets: Mapping[str, Evaluation]) -> dict[str, dict[str, Any]]:
    """The parts of a report that there are one each of for every set of rows."""
    whole = {name: found.as_dict() for name, found in sets.items()}
    return {part: {name: found[part] for name, found in whole.items()} for part in _PARTS}


_PARTS = ("metrics", "confusion", "statuses", "slices", "comparisons")


def seen(scorer: Scorer, triples: Sequence[Triple]) -> int:
    """How many rows have contexts that the bundle was trained on: what is measured on them is too good."""
    known = set((scorer.bundle.manifest.get("training") or {}).get("contexts") or ())
    return sum(triple.context_key in known for triple in triples)


def _read(rows: Path, model: str | Path, bar: Progress) -> tuple[Scorer, Table, Rows]:
    table = read_labelled(rows)
    scorer = Scorer.load(model)
    return scorer, table, featurized(table.triples, scorer.featurizer, bar)


def _evaluated(scorer: Scorer, found: Rows, rivals: Sequence[Baseline] = ()) -> Evaluation:
    linear = scorer.bundle.model
    p = found.probabilities(linear)
    return evaluate(found.y, p, linear.threshold, found.triples, statuses=found.statuses, against=rivals)


def _analysis(scorer: Scorer, found: Rows) -> FeatureReport:
    linear = scorer.bundle.model
    folds = (scorer.bundle.report.get("fit") or {}).get("folds") or ()
    p = found.probabilities(linear)
    return analyze(
        linear,
        found.decided(linear).matrix,
        found.y,
        p,
        called=found.called(p, linear.threshold),
        ids=[triple.id for triple in found.triples],
        families=families_by_feature(),
        fold_coefs=[fold["coef"] for fold in folds if fold.get("coef")],
    )


def families_by_feature() -> Mapping[str, str]:
    """Feature name -> family name, optional families included."""
    return {f.name: family.name for family in ALL_FAMILIES for f in family.features}


def curves_of(
    result: Evaluation, rivals: Sequence[Baseline], rows: Rows, *, held_out: bool
) -> dict[str, Any]:
    """Reliability, precision-recall and ROC points of the model and of its simple rivals on the same rows, thinned."""
    parts = {name: getattr(result, name) for name in ("reliability", "pr_curve", "roc_curve")}
    found = {"model": {name: [point.as_dict() for point in points] for name, points in parts.items()}}
    for rival in rivals:
        theirs = rival.on(held_out=held_out)
        if rival.kind is MethodKind.SIMPLE and np.unique(theirs.scores).size > 1:
            found[rival.name] = {
                "reliability": [bin_.as_dict() for bin_ in reliability(rows.y, theirs.p)],
                "pr_curve": [point.as_dict() for point in pr_curve(rows.y, theirs.scores)],
                "roc_curve": [point.as_dict() for point in roc_curve(rows.y, theirs.scores)],
            }
    return thinned(found)


def errors_of(analysis: FeatureReport, triples: Sequence[Triple], scorer: Scorer) -> list[dict[str, Any]]:
    """The worst rows with their texts and what is said of each statement, for a reader of the report."""
    return [
        error.as_dict()
        | _texts(triples[error.row])
        | {"statements": scorer.score_triple(triples[error.row]).lines()}
        for error in analysis.errors
    ]


ROW_TEXTS = ("question", "answer", "contexts", "statements")


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
