# SPDX-License-Identifier: Apache-2.0
"""Slices, comparisons, marks and domains with counts known by hand."""

from __future__ import annotations

import json
from dataclasses import replace

import numpy as np
import pytest
from numpy.typing import NDArray

from faithstill.data import Label, Triple
from faithstill.serve.status import ScoreStatus
from faithstill.train.evaluate.baseline_methods import MethodKind
from faithstill.train.evaluate.baselines import Baseline, MeasuredBaseline
from faithstill.train.evaluate.domain_transfer import leave_one_domain_out
from faithstill.train.evaluate.evaluation import (
    Confusion,
    Evaluation,
    confusion,
    evaluate,
    marks,
)
from faithstill.train.fit.answer_rows import Rows
from faithstill.train.fit.cross_validation import Fitted, fit
from faithstill.train.metrics.binary_metrics import measure

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]
THRESHOLD = 0.5


def triple(i: int, label: int, *, domain: str = "", error: str = "", group: str = "") -> Triple:
    return Triple(
        question="Q?",
        passages=(),
        answer="A.",
        label=Label.FAITHFUL if label else Label.UNFAITHFUL,
        group=group or f"g{i}",
        domain=domain,
        answer_type="list" if i % 2 else "prose",
        error_type=error,
    )


def rows() -> tuple[Ints, Floats, list[Triple]]:
    """Of 60 faithful rows 54 pass; of 20 wrong numbers 17 are caught, of 20 wrong names 5."""
    y = np.array([1] * 60 + [0] * 40)
    p = np.array([0.9] * 54 + [0.2] * 6 + [0.1] * 17 + [0.8] * 3 + [0.1] * 5 + [0.7] * 15)
    errors = [""] * 60 + ["number"] * 20 + ["name"] * 20
    return y, p, [triple(i, int(label), error=errors[i], domain="bank") for i, label in enumerate(y)]


def baseline(y: Ints, p: Floats, *, kind: MethodKind = MethodKind.SIMPLE, held_out: bool = True) -> Baseline:
    metrics = measure(y, p, THRESHOLD, np.arange(len(y)), bootstrap=20)
    found = MeasuredBaseline(p, p, metrics)
    return Baseline(f"{kind} rival", "made up", kind, THRESHOLD, found, found if held_out else None)


def slice_of(evaluation: Evaluation, field: str, value: str) -> str:
    return next(s.summary for s in evaluation.slices if (s.field, s.value) == (field, value))


def test_slices_count_what_was_caught_and_passed() -> None:
    y, p, triples = rows()
    found = evaluate(y, p, THRESHOLD, triples, bootstrap=20)
    assert found.confusion == Confusion(54, 18, 6, 22)
    assert slice_of(found, "error_type", "number") == "caught 17 of 20"
    assert slice_of(found, "error_type", "name") == "caught 5 of 20"
    assert slice_of(found, "domain", "bank") == "caught 22 of 40, passed 54 of 60"
    assert sum(s.n for s in found.slices if s.field == "answer_type") == 100
    assert {s.field for s in found.slices} == {"answer_type", "error_type", "domain"}


def test_one_class_slices_have_no_nan() -> None:
    y, p, triples = rows()
    found = evaluate(y, p, THRESHOLD, triples, bootstrap=20)
    name = next(s for s in found.slices if s.value == "name")
    assert name.metrics.roc_auc.value is None
    assert name.metrics.roc_auc.reason == "rows of one class only"
    assert json.dumps(found.as_dict(), allow_nan=False)


def test_confusion_counts_by_hand() -> None:
    assert confusion([1, 1, 0, 0, 0], [True, False, True, False, False]) == Confusion(1, 1, 1, 2)


def test_rows_that_cannot_pass_are_called_unfaithful_whatever_their_probability() -> None:
    y, p, triples = rows()
    statuses = [ScoreStatus.TRUNCATED] * 10 + [ScoreStatus.REFUSAL] * 10 + [ScoreStatus.OK] * 80
    found = evaluate(y, p, THRESHOLD, triples, statuses=statuses, bootstrap=20)
    assert found.confusion == Confusion(44, 18, 16, 22)
    assert found.metrics.recall.value == pytest.approx(44 / 60)
    assert slice_of(found, "domain", "bank") == "caught 22 of 40, passed 44 of 60"
    assert found.as_dict()["statuses"] == {"TRUNCATED": 10, "REFUSAL": 10, "ok": 80}
    assert found.metrics.roc_auc == evaluate(y, p, THRESHOLD, triples, bootstrap=20).metrics.roc_auc


def test_comparisons_are_of_the_same_rows() -> None:
    y, p, triples = rows()
    rival = baseline(y, 1 - p)
    found = evaluate(y, p, THRESHOLD, triples, against=[rival], bootstrap=200)
    (comparison,) = found.comparisons
    assert found.metrics.roc_auc.value is not None
    assert comparison.difference.value == pytest.approx(2 * found.metrics.roc_auc.value - 1)
    assert comparison.baseline_auc.value == pytest.approx(1 - found.metrics.roc_auc.value)
    other = replace(rival, held_out=replace(rival.oof, scores=p))
    held_out = evaluate(y, p, THRESHOLD, triples, against=[other], held_out=True, bootstrap=20)
    assert held_out.comparisons[0].difference.value == 0.0


def test_a_baseline_without_held_out_rows_is_named() -> None:
    y, p, triples = rows()
    with pytest.raises(ValueError, match="'simple rival' has no held-out rows"):
        evaluate(y, p, THRESHOLD, triples, against=[baseline(y, p, held_out=False)], held_out=True)


def planted(n: int, seed: int = 0, flip: bool = False) -> tuple[Floats, Ints]:
    rng = np.random.default_rng(seed)
    X = rng.normal(size=(n, 2))  # noqa: N806
    score = 4 * X[:, 0] * (-1 if flip else 1)
    return X, (rng.random(n) < 1 / (1 + np.exp(-score))).astype(np.int64)


@pytest.fixture(scope="module")
def fitted() -> Fitted:
    X, y = planted(600)  # noqa: N806
    return fit(X, y, np.arange(600), ("a", "b"), cs=(1.0,))


def test_marks_are_met_by_a_good_model(fitted: Fitted) -> None:
    _, y = planted(600)
    chance = baseline(y, np.full(600, 0.5))
    ours = baseline(y, fitted.oof, kind=MethodKind.FEATURES)
    triples = [triple(i, int(label)) for i, label in enumerate(y)]
    found = evaluate(y, fitted.oof, fitted.threshold, triples, against=[chance, ours], bootstrap=200)
    shown = marks(found, fitted)
    assert [(mark.name, mark.met) for mark in shown] == [
        ("even folds", True),
        ("calibration", True),
        ("beats simple rival", True),
    ]
    assert json.dumps([mark.as_dict() for mark in shown], allow_nan=False)


def test_a_perfect_model_beats_a_constant_though_no_resample_differs(fitted: Fitted) -> None:
    y = np.arange(200) % 2
    triples = [triple(i, int(label)) for i, label in enumerate(y)]
    rival = baseline(y, np.full(200, 0.5))
    found = evaluate(y, 0.1 + 0.8 * y, THRESHOLD, triples, against=[rival], bootstrap=50)
    mark = marks(found)[-1]
    assert (mark.name, mark.value, mark.met) == ("beats simple rival", 0.5, True)


@pytest.mark.parametrize(
    ("faithful", "unfaithful", "told"), [(49, 200, False), (200, 49, False), (50, 50, True)]
)
def test_few_rows_of_a_class_meet_no_mark(faithful: int, unfaithful: int, told: bool) -> None:
    y = np.array([1] * faithful + [0] * unfaithful)
    triples = [triple(i, int(label)) for i, label in enumerate(y)]
    found = evaluate(y, 0.05 + 0.9 * y, THRESHOLD, triples, bootstrap=20)
    (mark,) = marks(found)
    assert mark.met is told
    assert mark.untold == ("" if told else mark.untold)
    assert told or f"{faithful} faithful, {unfaithful} unfaithful; 50 of each are needed" in mark.untold


def test_marks_are_missed_by_a_bad_one(fitted: Fitted) -> None:
    y, _, triples = rows()
    flat = np.full(100, 0.6)
    found = evaluate(y, flat, THRESHOLD, triples, against=[baseline(y, flat)], bootstrap=50)
    uneven = replace(fitted, folds=(*fitted.folds[:4], replace(fitted.folds[4], f1=0.5)))
    shown = {mark.name: mark for mark in marks(found, uneven)}
    assert not any(mark.met for mark in shown.values())
    assert shown["calibration"].value == pytest.approx(1.0)
    assert shown["beats simple rival"].value == 0.0


@pytest.mark.parametrize(("drop", "met"), [(0.10, True), (0.16, False)])
def test_fold_spread_is_measured_from_the_mean(fitted: Fitted, drop: float, met: bool) -> None:
    scores = [0.8 - drop, *[0.8 + drop / 4] * 4]
    folds = tuple(replace(fold, f1=f1) for fold, f1 in zip(fitted.folds, scores, strict=True))
    y, p, triples = rows()
    mark = marks(evaluate(y, p, THRESHOLD, triples, bootstrap=10), replace(fitted, folds=folds))[0]
    assert mark.value == pytest.approx(drop)
    assert mark.met is met


def test_an_undefined_fold_is_not_met(fitted: Fitted) -> None:
    y, p, triples = rows()
    folds = (replace(fitted.folds[0], f1=None), *fitted.folds[1:])
    assert not marks(evaluate(y, p, THRESHOLD, triples, bootstrap=10), replace(fitted, folds=folds))[0].met


def two_domains() -> tuple[Floats, list[Triple]]:
    """Insurance follows the opposite rule, so a model that never saw it must rank it the wrong way round."""
    (bank, of_bank), (law, of_law) = planted(120, 1), planted(60, 2, flip=True)
    labels = [(label, "bank") for label in of_bank] + [(label, "law") for label in of_law]
    return np.vstack([bank, law]), [triple(i, int(y), domain=domain) for i, (y, domain) in enumerate(labels)]


def test_a_left_out_domain_is_never_seen() -> None:
    X, triples = two_domains()  # noqa: N806
    scores = {
        score.domain: score for score in leave_one_domain_out(Rows.of(triples, X), ("a", "b"), bootstrap=20)
    }
    law = scores["law"]
    assert law.metrics is not None
    assert law.metrics.roc_auc.value is not None
    assert law.metrics.roc_auc.value < 0.2
    assert (law.n, law.metrics.n, scores["bank"].n) == (60, 60, 120)


def test_groups_that_reach_into_the_domain_are_left_out_too() -> None:
    X, triples = two_domains()  # noqa: N806
    joined = [replace(t, group="shared" if i % 3 else t.group) for i, t in enumerate(triples)]
    without = [i for i, t in enumerate(joined) if t.domain == "law" or t.group != "shared"]
    tied = leave_one_domain_out(Rows.of(joined, X), ("a", "b"), cs=(1.0,), bootstrap=20)[1]
    freed = leave_one_domain_out(
        Rows.of([triples[i] for i in without], X[without]), ("a", "b"), cs=(1.0,), bootstrap=20
    )[1]
    assert tied.metrics is not None
    assert freed.metrics is not None
    assert tied.domain == "law"
    assert tied.metrics.roc_auc.value == freed.metrics.roc_auc.value


def test_a_single_domain_says_why_it_has_no_score() -> None:
    X, y = planted(40)  # noqa: N806
    triples = [triple(i, int(label), domain="bank") for i, label in enumerate(y)]
    (score,) = leave_one_domain_out(Rows.of(triples, X), ("a", "b"))
    assert score.metrics is None
    assert score.reason.startswith("not trained without it: ")
    assert json.dumps(score.as_dict(), allow_nan=False)
