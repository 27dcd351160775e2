# SPDX-License-Identifier: Apache-2.0
"""A candidate judged against the present bundle on golden rows that it was not trained on."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from rich.progress import Progress

from faithstill.data import Triple, read_triples
from faithstill.serve import Bundle, Scorer
from faithstill.serve.scorer import folder_of
from faithstill.train.evaluate.evaluation import LEAST_ROWS, SLICED_BY
from faithstill.train.fit.answer_rows import Rows, groups_of
from faithstill.train.fit.row_features import featurized
from faithstill.train.metrics.binary_metrics import Interval, measure
from faithstill.train.metrics.mcnemar import McNemar

from .expected_outcomes import expected_outcomes
from .gate_checks import MARGINS, Flags, GoldenScores, decisions, enough_rows, non_inferior
from .gate_report import RECIPE, UNSEEN, Check, GateReport, GateSide, GateVerdict, SliceChange
from .golden_rows import GoldenSet
from .recipe_changes import other_changes, recipe_changes

MOST_NAMED = 20
SHOWN = ("f1", "precision", "recall", "roc_auc", "brier", "ece")


def judge_candidate(
    candidate: str | Path | Scorer,
    against: str | Path | Scorer,
    golden: str | Path | GoldenSet | Sequence[Triple],
    *,
    auc_margin: float = MARGINS["roc_auc"],
    brier_margin: float = MARGINS["brier"],
    least_rows: int = LEAST_ROWS,
    recipe_may_change: bool = False,
    trained_on: str | Path | None = None,
    profiles: Sequence[str] = (),
    seed: int = 42,
    bar: Progress | None = None,
) -> GateReport:
    """The verdict on a candidate; `trained_on` are its rows, for a bundle that does not list its contexts.

    `profiles` are those that a plain `expected_action` column of a golden file speaks of. ValueError for margins that
    are not positive, rows without labels, and bundles that must not be used.
    """
    margins = {"roc_auc": auc_margin, "brier": brier_margin}
    _check_margins(margins)
    bar = bar or Progress(disable=True)
    new, old = _loaded(candidate), _loaded(against)
    rows = _golden(golden, profiles)
    ours, theirs = _both(new, old, rows.triples, bar)
    before = (
        _unseen(new.bundle, rows.triples, trained_on),
        _same_recipe(new.bundle, old.bundle, recipe_may_change),
    )
    found = compared(ours, theirs, new, old, margins=margins, least_rows=least_rows, seed=seed)
    return replace(
        found,
        golden={**found.golden, "name": rows.name, "sha256": rows.sha256},
        checks=(*before, *found.checks, *expected_outcomes(rows, new, old, bar)),
        notes=tuple(_notes(new.bundle, old.bundle, rows.triples)),
    )


def compared(
    ours: Rows,
    theirs: Rows,
    new: Scorer,
    old: Scorer,
    *,
    margins: Mapping[str, float] = MARGINS,
    least_rows: int = LEAST_ROWS,
    seed: int = 42,
) -> GateReport:
    """The report on rows whose features are at hand, those of each bundle's recipe: the statistics alone."""
    y, groups = ours.y, groups_of(ours.triples)
    judged, was = _judged(ours, new), _judged(theirs, old)
    return GateReport(
        candidate=_side(new, y, judged, groups),
        present=_side(old, y, was, groups),
        golden={"rows": y.size, "groups": len(set(groups))},
        margins=dict(margins),
        checks=(
            enough_rows(y, groups, least_rows),
            decisions(y, judged, was, groups),
            *(non_inferior(name, y, judged, was, groups, m, seed=seed) for name, m in margins.items()),
        ),
        slices=_slices(ours.triples, judged.right(y), was.right(y)),
    )


def _check_margins(margins: dict[str, float]) -> None:
    for name, margin in margins.items():
        if not 0 < margin < 1:
            raise ValueError(f"margin of {name} is {margin}; give a number between 0 and 1, such as 0.02")


def _loaded(model: str | Path | Scorer) -> Scorer:
    return model if isinstance(model, Scorer) else Scorer(Bundle.load(folder_of(model)))


def _golden(given: str | Path | GoldenSet | Sequence[Triple], profiles: Sequence[str]) -> GoldenSet:
    if isinstance(given, GoldenSet):
        return given
    return GoldenSet.load(given, profiles=profiles) if isinstance(given, str | Path) else GoldenSet.of(given)


def _both(new: Scorer, old: Scorer, triples: Sequence[Triple], bar: Progress) -> tuple[Rows, Rows]:
    """The features of both recipes; those of one are computed once."""
    ours = featurized(triples, new.featurizer, bar)
    same = new.featurizer.schema == old.featurizer.schema
    return ours, ours if same else featurized(triples, old.featurizer, bar)


def _judged(rows: Rows, scorer: Scorer) -> GoldenScores:
    model = scorer.bundle.model
    p = rows.probabilities(model)
    return GoldenScores(p, rows.called(p, model.threshold))


def _unseen(bundle: Bundle, triples: Sequence[Triple], trained_on: str | Path | None) -> Check:
    """Does any golden row have contexts that the candidate was trained on? What it says of those proves nothing."""
    name, listed = UNSEEN, contexts_of(bundle)
    if trained_on is not None:
        listed = (listed or set()) | {row.context_key for row in read_triples(trained_on).triples}
    if listed is None:
        told = "the candidate does not list the contexts it was trained on; give its rows with --trained-on"
        return Check(name, GateVerdict.REFUSED, told, {})
    seen = [triple.id for triple in triples if triple.context_key in listed]
    if not seen:
        told = f"none of {len(triples)} golden rows has contexts that the candidate was trained on"
        return Check(name, GateVerdict.NO_WORSE, told, {"seen": []})
    told = f"{len(seen)} of {len(triples)} golden rows have contexts that the candidate was trained on; take them out"
    more = [f"and {len(seen) - MOST_NAMED} more"] if len(seen) > MOST_NAMED else []
    lines = tuple([f"row {id_}" for id_ in seen[:MOST_NAMED]] + more)
    return Check(name, GateVerdict.REFUSED, told, {"seen": seen}, lines)


def contexts_of(bundle: Bundle) -> set[str] | None:
    """The keys of the contexts that a bundle was trained on; None where it does not say."""
    listed = (bundle.manifest.get("training") or {}).get("contexts")
    return None if listed is None else set(listed)


def _same_recipe(new: Bundle, old: Bundle, may_change: bool) -> Check:
    changes = tuple(recipe_changes(new, old))
    if not changes:
        return Check(RECIPE, GateVerdict.NO_WORSE, "the same", {"changes": []})
    verdict = GateVerdict.NO_WORSE if may_change else GateVerdict.REFUSED
    said = "allowed" if may_change else "allow it with --recipe-may-change"
    told = f"{len(changes)} changes; {said}"
    return Check(RECIPE, verdict, told, {"changes": list(changes)}, changes)


def _side(scorer: Scorer, y: NDArray[np.int64], judged: GoldenScores, groups: Sequence[str]) -> GateSide:
    bundle = scorer.bundle
    figures = measure(y, judged.p, bundle.model.threshold, groups, called=judged.called)
    shown: dict[str, Interval] = {name: getattr(figures, name) for name in SHOWN}
    return GateSide(str(bundle.path or ""), bundle.fingerprint, shown)


def _slices(triples: Sequence[Triple], ours: Flags, theirs: Flags) -> tuple[SliceChange, ...]:
    from scipy.stats import false_discovery_control

    found = []
    for field in SLICED_BY:
        values = np.array([getattr(triple, field) for triple in triples], dtype=object)
        found += [(field, value, values == value) for value in sorted(set(values)) if value]
    tests = [McNemar.of(ours[rows], theirs[rows]) for _, _, rows in found]
    adjusted = false_discovery_control([test.p for test in tests]).tolist() if tests else []
    return tuple(
        SliceChange(field, value, int(rows.sum()), int(ours[rows].sum()), int(theirs[rows].sum()), test, p)
        for (field, value, rows), test, p in zip(found, tests, adjusted, strict=True)
    )


def _notes(new: Bundle, old: Bundle, triples: Sequence[Triple]) -> list[str]:
    known = contexts_of(old) or set()
    seen = sum(triple.context_key in known for triple in triples)
    favoured = f"{seen} golden rows have contexts that the present bundle was trained on, which favours it"
    same = "candidate and present bundle have the same recipe, weights and threshold"
    return [
        *([favoured] if seen else []),
        *([same] if new.fingerprint == old.fingerprint else []),
        *other_changes(new, old),
    ]
