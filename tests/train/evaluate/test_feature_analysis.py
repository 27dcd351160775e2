# SPDX-License-Identifier: Apache-2.0
"""Drivers, flips, collinearity, contrasts, errors and ablations with planted causes."""

from __future__ import annotations

import json

import numpy as np
import pytest
from numpy.typing import NDArray

from faithstill.serve.model import LinearModel
from faithstill.train.evaluate.ablation import Ablation, ablate
from faithstill.train.evaluate.feature_analysis import FeatureReport, FeatureRow, analyze
from faithstill.train.fit.calibration import sigmoid
from faithstill.train.fit.cross_validation import Fitted, fit
from faithstill.train.report.report_digest import warnings

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]

# `copy` repeats `strong`; `suppressor` is mostly `strong`, but lowers the odds when that is known.
NAMES = ("strong", "copy", "weak", "noise", "dead")
FAMILIES = {"strong": "core", "copy": "core", "weak": "side", "noise": "chaff", "dead": "chaff"}
N = 400


def planted() -> tuple[Floats, Ints]:
    rng = np.random.default_rng(0)
    z = rng.normal(size=(N, 5))
    y = (rng.random(N) < sigmoid(2.5 * z[:, 0] - 0.8 * z[:, 2])).astype(np.int64)
    z[:, 1] = z[:, 0] + rng.normal(scale=0.05, size=N)
    z[:, 4] = 3.0
    return z, y


@pytest.fixture(scope="module")
def fitted() -> Fitted:
    X, y = planted()  # noqa: N806
    return fit(X, y, np.arange(N) // 2, NAMES)


@pytest.fixture(scope="module")
def report(fitted: Fitted) -> FeatureReport:
    X, y = planted()  # noqa: N806
    ids = [f"row-{i}" for i in range(N)]
    coefs = [fold.coef for fold in fitted.folds]
    return analyze(fitted.model, X, y, fitted.oof, ids=ids, families=FAMILIES, fold_coefs=coefs)


def feature(report: FeatureReport, name: str) -> FeatureRow:
    return next(row for row in report.features if row.name == name)


def test_features_stand_by_strength_with_their_direction(report: FeatureReport) -> None:
    assert {row.name for row in report.features[:2]} == {"strong", "copy"}
    strong, weak = feature(report, "strong"), feature(report, "weak")
    assert strong.family == "core"
    assert strong.auc is not None
    assert weak.auc is not None
    assert strong.auc > 0.8
    assert weak.auc < 0.45
    assert weak.coef < 0 < strong.coef


def test_stability_over_folds(report: FeatureReport, fitted: Fitted) -> None:
    strong = feature(report, "strong")
    over = np.array([fold.coef[0] for fold in fitted.folds])
    assert strong.sign_agreement == 1.0
    assert strong.fold_mean == pytest.approx(over.mean())
    assert strong.fold_sd == pytest.approx(over.std(ddof=1))


def test_signs_that_change_over_folds_are_counted(fitted: Fitted) -> None:
    X, y = planted()  # noqa: N806
    coefs = [[sign, 1.0, -1.0, 0.0, 0.0] for sign in (1.0, 1.0, -1.0, -1.0, 0.0)]
    shaken = analyze(fitted.model, X, y, fitted.oof, fold_coefs=coefs)
    strong = feature(shaken, "strong")
    assert (strong.sign_agreement, strong.zero_folds) == (0.5, 1)  # two of the four that have a sign
    assert feature(shaken, "copy").zero_folds == 0
    noise = feature(shaken, "noise")
    assert (noise.sign_agreement, noise.zero_folds) == (None, 5)


def test_without_folds_their_figures_are_none(fitted: Fitted) -> None:
    X, y = planted()  # noqa: N806
    alone = feature(analyze(fitted.model, X, y, fitted.oof), "strong")
    assert (alone.fold_mean, alone.fold_sd, alone.sign_agreement) == (None, None, None)


def test_repeated_features_are_found(report: FeatureReport) -> None:
    assert [(pair.first, pair.second) for pair in report.pairs] == [("strong", "copy")]
    assert report.pairs[0].r > 0.99
    factor, weak = feature(report, "copy").vif, feature(report, "weak").vif
    assert factor is not None
    assert weak is not None
    assert factor > 100
    assert weak == pytest.approx(1.0, abs=0.05)


def test_exact_repetition_does_not_crash(fitted: Fitted) -> None:
    X, y = planted()  # noqa: N806
    X[:, 1] = -X[:, 0]
    factor = feature(analyze(fitted.model, X, y, fitted.oof), "copy").vif
    assert factor is not None
    assert factor > 1e4


@pytest.mark.parametrize(("rows", "measured"), [(4, False), (5, True)])
def test_inflation_is_not_measured_on_fewer_rows_than_features(
    fitted: Fitted, rows: int, measured: bool
) -> None:
    X, y = planted()  # noqa: N806
    found = analyze(fitted.model, X[:rows], y[:rows], fitted.oof[:rows])
    factors = [feature(found, name).vif for name in NAMES[:4]]
    assert [factor is not None for factor in factors] == [measured] * 4
    assert found.vif_reason == ("" if measured else "not measured: fewer rows than features")
    told = any("Variance inflation: not measured" in line for line in warnings({"analysis": found.as_dict()}))
    assert told is not measured


def test_constant_features_are_dead(report: FeatureReport) -> None:
    dead = feature(report, "dead")
    assert report.dead == ("dead",)
    assert (dead.coef, dead.auc, dead.vif, dead.dead) == (0.0, None, None, True)


def test_a_feature_used_against_its_direction_is_named() -> None:
    rng = np.random.default_rng(1)
    cause, blur = rng.normal(size=(2, N))
    y = (rng.random(N) < sigmoid(3 * cause)).astype(np.int64)
    # What both share is the cause plus blur; the second holds more of the blur: it helps by being subtracted.
    X = np.column_stack([cause + blur, 0.4 * cause + blur])  # noqa: N806
    found = fit(X, y, np.arange(N), ("sum", "suppressor"))
    report = analyze(found.model, X, y, found.oof)
    alone = feature(report, "suppressor").auc
    assert alone is not None
    assert alone > 0.55
    assert report.flips == ("suppressor",)


def by_hand() -> tuple[LinearModel, Floats, Ints, Floats]:
    """Five rows: passed rightly, passed wrongly, flagged wrongly (twice), flagged rightly."""
    ones, zeros = np.ones(2), np.zeros(2)
    model = LinearModel(("a", "b"), -9 * ones, 9 * ones, zeros, ones, np.array([1.0, -2.0]), 0.0, 0.5)
    X = np.array([[2.0, 0.0], [1.0, -1.0], [-1.0, 0.5], [0.5, 2.0], [-3.0, 0.0]])  # noqa: N806
    return model, X, np.array([1, 0, 1, 1, 0]), model.probabilities(X)


def test_contrasts_by_hand() -> None:
    model, X, y, p = by_hand()  # noqa: N806
    report = analyze(model, X, y, p)
    rejected = {contrast.name: contrast for contrast in report.rejected}
    assert (rejected["b"].right, rejected["b"].wrong, rejected["b"].gap) == (0.0, -2.5, -2.5)
    assert (rejected["a"].right, rejected["a"].wrong) == (2.0, -0.25)
    assert [contrast.name for contrast in report.rejected] == ["b", "a"]
    passed = {contrast.name: contrast for contrast in report.passed}
    assert (passed["a"].right, passed["a"].wrong, passed["a"].gap) == (-3.0, 1.0, 4.0)


def test_errors_stand_worst_first_with_what_led_there() -> None:
    model, X, y, p = by_hand()  # noqa: N806
    errors = analyze(model, X, y, p, ids=list("vwxyz")).errors
    assert [error.id for error in errors] == ["y", "w", "x"]
    assert [error.faithful for error in errors] == [True, False, True]
    assert errors[0].top == (("b", -4.0),)
    assert errors[1].top == (("b", 2.0), ("a", 1.0))
    assert [error.row for error in analyze(model, X, y, p, worst=1, top=1).errors] == [3]


def test_no_errors_no_contrasts() -> None:
    model, X, _, p = by_hand()  # noqa: N806
    report = analyze(model, X, p >= 0.5, p)
    assert (report.rejected, report.passed, report.errors) == ((), (), ())


@pytest.fixture(scope="module")
def ablations(fitted: Fitted) -> dict[str, Ablation]:
    X, y = planted()  # noqa: N806
    found = ablate(fitted, X, y, np.arange(N) // 2, FAMILIES, bootstrap=200)
    assert found[0].family == "core"
    return {ablation.family: ablation for ablation in found}


def test_the_family_that_matters_is_missed(ablations: dict[str, Ablation]) -> None:
    core = ablations["core"]
    assert core.features == 2
    assert core.auc_loss.low is not None
    assert core.brier_rise.low is not None
    assert core.auc_loss.low > 0.15
    assert core.brier_rise.low > 0.03


def test_noise_is_not_missed(ablations: dict[str, Ablation]) -> None:
    loss = ablations["chaff"].auc_loss.value
    assert loss is not None
    assert abs(loss) < 0.01


def test_the_only_family_cannot_be_left_out(fitted: Fitted) -> None:
    X, y = planted()  # noqa: N806
    (only,) = ablate(fitted, X, y, np.arange(N) // 2, dict.fromkeys(NAMES, "all"))
    assert only.auc_loss.value is None
    assert only.auc_loss.reason == "no other family is left to fit"


def test_the_report_is_json(report: FeatureReport, ablations: dict[str, Ablation], fitted: Fitted) -> None:
    X, y = planted()  # noqa: N806
    whole = analyze(fitted.model, X, y, fitted.oof, ablations=list(ablations.values()))
    assert len(json.loads(json.dumps(whole.as_dict(), allow_nan=False))["ablations"]) == 3
    assert json.dumps(report.as_dict(), allow_nan=False)
