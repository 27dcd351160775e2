# SPDX-License-Identifier: Apache-2.0
"""The fit on synthetic rows whose truth is known."""

from __future__ import annotations

import json
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from faithstill.serve.status import ScoreStatus
from faithstill.train.fit.calibration import pooled_threshold, sigmoid
from faithstill.train.fit.cross_validation import Fitted, fit
from faithstill.train.metrics.binary_metrics import f1, roc_auc

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]
Groups = list[str]

WEIGHTS = np.array([2.0, -1.5, 1.0, 0.0, 0.0, 0.0])
NAMES = tuple(f"x{i}" for i in range(len(WEIGHTS)))


def planted(n: int = 400, seed: int = 0, intercept: float = 0.3) -> tuple[Floats, Ints, Groups]:
    """Rows of a known logistic model on features of unequal scale, four to a group."""
    rng = np.random.default_rng(seed)
    z = rng.normal(size=(n, len(WEIGHTS)))
    y = (rng.random(n) < sigmoid(z @ WEIGHTS + intercept)).astype(np.int64)
    return z * [1, 10, 0.1, 1, 5, 1] + 3, y, [f"g{i // 4}" for i in range(n)]


@pytest.fixture(scope="module")
def fitted() -> Fitted:
    return fit(*planted(), NAMES)


def test_planted_weights_are_recovered_in_sign_and_order(fitted: Fitted) -> None:
    coef = fitted.model.coef
    assert np.sign(coef[:3]).tolist() == [1, -1, 1]
    assert coef[0] > -coef[1] > coef[2] > 2 * np.abs(coef[3:]).max()


def test_a_rerun_gives_the_same_bytes(fitted: Fitted) -> None:
    again = fit(*planted(), NAMES)
    assert json.dumps(again.model.as_json()) == json.dumps(fitted.model.as_json())
    assert json.dumps(again.as_dict()) == json.dumps(fitted.as_dict())
    assert again.oof.tobytes() == fitted.oof.tobytes()


def test_out_of_fold_figures_are_what_new_rows_show(fitted: Fitted) -> None:
    X, y, _ = planted(4000, seed=1)  # noqa: N806
    _, own, _ = planted()
    expected, claimed = roc_auc(y, fitted.model.probabilities(X)), roc_auc(own, fitted.oof)
    assert claimed == pytest.approx(expected, abs=0.04)


def test_labels_of_chance_earn_nothing() -> None:
    X, _, groups = planted(300)  # noqa: N806
    y = np.random.default_rng(2).integers(0, 2, 300)
    found = fit(X, y, groups, NAMES)
    auc = roc_auc(y, found.oof)
    assert auc is not None
    assert auc < 0.6
    assert ((found.oof - y) ** 2).mean() > 0.24


def test_probabilities_keep_the_base_rate_under_balanced_weights() -> None:
    X, y, groups = planted(800, intercept=-2.5)  # noqa: N806
    assert y.mean() < 0.25
    found = fit(X, y, groups, NAMES)
    assert found.model.probabilities(X).mean() == pytest.approx(y.mean(), abs=0.03)
    assert found.oof.mean() == pytest.approx(y.mean(), abs=0.03)


def test_groups_are_never_torn(fitted: Fitted) -> None:
    _, _, groups = planted()
    folds_of: dict[str, set[int]] = {}
    for group, fold in zip(groups, fitted.fold_of.tolist(), strict=True):
        folds_of.setdefault(group, set()).add(fold)
    assert {len(folds) for folds in folds_of.values()} == {1}
    assert sorted(set(fitted.fold_of.tolist())) == [0, 1, 2, 3, 4]


def test_the_most_regularised_c_within_one_standard_error_is_taken(fitted: Fitted) -> None:
    best = min(fitted.sweep, key=lambda point: point.log_loss)
    within = [point.c for point in fitted.sweep if point.log_loss - best.log_loss <= point.excess_se]
    assert fitted.best_c == min(within) < best.c
    assert best.excess_se == 0
    assert all(0 < point.excess_se < point.se for point in fitted.sweep if point.c < best.c)


def test_all_folds_are_judged_at_the_one_threshold(fitted: Fitted) -> None:
    _, y, _ = planted()
    assert fitted.threshold == pooled_threshold(y, fitted.oof)
    for fold in fitted.folds:
        rows = fitted.fold_of == fold.index
        assert fold.f1 == f1(y[rows], fitted.oof[rows], fitted.threshold)
        assert (fold.n, fold.n_positive) == (rows.sum(), y[rows].sum())


def test_folds_are_judged_by_what_can_pass(fitted: Fitted) -> None:
    X, y, groups = planted()  # noqa: N806
    found = fit(X, y, groups, NAMES, statuses=[ScoreStatus.TRUNCATED] * len(y))
    assert [(fold.recall, fold.f1) for fold in found.folds] == [(0.0, 0.0)] * 5
    assert [fold.roc_auc for fold in found.folds] == [fold.roc_auc for fold in fitted.folds]


def test_the_pooled_threshold_holds_where_thresholds_of_small_folds_collapse() -> None:
    X, y, groups = planted(100, seed=4)  # noqa: N806
    found = fit(X, y, groups, NAMES)
    pooled = f1(y, found.oof, found.threshold)
    assert pooled is not None
    carried = []
    for fold in range(5):
        here = found.fold_of == fold
        of_fold = f1(y[~here], found.oof[~here], pooled_threshold(y[here], found.oof[here]))
        assert of_fold is not None
        carried.append(of_fold)
    assert min(carried) < pooled - 0.02
    assert np.mean(carried) < pooled


def test_coefficients_of_folds_are_in_the_units_of_the_model(fitted: Fitted) -> None:
    mean = np.mean([fold.coef for fold in fitted.folds], axis=0)
    assert mean == pytest.approx(fitted.model.coef, abs=0.1)


def test_separable_rows_give_finite_weights() -> None:
    X = np.linspace(-1, 1, 80)[:, None]  # noqa: N806
    y = (X[:, 0] > 0).astype(np.int64)
    X[:, 0] += y
    found = fit(X, y, np.arange(80), ("x",), cs=(1.0, 10.0))
    assert np.isfinite(found.model.coef).all()
    assert 0 < found.threshold < 1
    assert f1(y, found.oof, found.threshold) == 1.0
    assert json.dumps(found.as_dict(), allow_nan=False)


def test_constant_columns_get_no_weight() -> None:
    X, y, groups = planted(200)  # noqa: N806
    X[:, 3] = 7.3
    X[0, 4:] = [1.0, 0.0]
    X[1:, 5] = 0.1 + 0.2
    found = fit(X, y, groups, NAMES).model
    assert found.coef[3] == 0.0
    assert found.scale[3] == 1.0
    shifted = X.copy()
    shifted[:, 3] += 1000
    assert (found.logits(shifted) == found.logits(X)).all()


def test_outliers_count_as_the_end_of_the_range() -> None:
    X, y, groups = planted(400)  # noqa: N806
    X[0, 0] = 1e9
    found = fit(X, y, groups, NAMES).model
    assert found.high[0] < 10
    assert found.coef[0] > 1.0
    ends = np.array([found.high, X[1]])[:1]
    beyond = ends.copy()
    beyond[0, 0] = 1e12
    assert (found.logits(beyond) == found.logits(ends)).all()


def test_few_rows_in_few_groups_can_be_fitted() -> None:
    X = np.array([[0.0], [1.0], [0.1], [0.9], [0.2], [1.1], [0.0], [1.0]])  # noqa: N806
    found = fit(X, [0, 1] * 4, [0, 0, 1, 1, 2, 2, 3, 3], ("x",), folds=2)
    assert found.model.coef[0] > 0
    assert [fold.n for fold in found.folds] == [4, 4]


def test_progress_reaches_its_end() -> None:
    X, y, groups = planted(100)  # noqa: N806
    told: list[tuple[int, int]] = []
    fit(X, y, groups, NAMES, folds=3, cs=(0.1,), progress=lambda done, total: told.append((done, total)))
    assert told == [(1, 4), (2, 4), (3, 4), (4, 4)]


def with_hole() -> Floats:
    X = planted(20)[0]  # noqa: N806
    X[3, 1] = np.nan
    return X


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"y": [1] * 20}, "none of the 20 rows is unfaithful"),
        ({"y": [0] * 20}, "none of the 20 rows is faithful"),
        ({"y": [1] * 4 + [0] * 16}, "all faithful rows are in one group"),
        ({"folds": 6}, "5 groups cannot make 6 folds; use at most 5"),
        ({"folds": 1}, "at least 2 folds"),
        ({"X": with_hole()}, "row 3: feature x1 is nan"),
        ({"names": ("a", "b")}, "2 names"),
        ({"cs": ()}, "positive strengths"),
        ({"groups": ["g"] * 3}, "give one per row"),
    ],
)
def test_rows_that_cannot_be_learnt_from_are_refused(change: dict[str, Any], message: str) -> None:
    X, y, groups = planted(20)  # noqa: N806
    arguments: dict[str, Any] = {"X": X, "y": y, "groups": groups, "names": NAMES} | change
    with pytest.raises(ValueError, match=message):
        fit(**arguments)
