# SPDX-License-Identifier: Apache-2.0
"""Platt scaling and the pooled threshold against planted truth and brute force."""

from __future__ import annotations

import numpy as np
import pytest
from numpy.typing import NDArray

from faithstill.train.fit.calibration import (
    PLATEAU,
    Platt,
    cross_fitted,
    fit_platt,
    pooled_threshold,
    sigmoid,
)

Floats = NDArray[np.float64]


def planted(n: int, a: float, b: float, seed: int = 0) -> tuple[Floats, NDArray[np.int64]]:
    rng = np.random.default_rng(seed)
    logits = rng.normal(0, 2, n)
    return logits, (rng.random(n) < sigmoid(a * logits + b)).astype(np.int64)


def macro_f1_at(y: NDArray[np.int64], p: Floats, threshold: float) -> float:
    called, positive = p >= threshold, y > 0
    both = [(called, positive), (~called, ~positive)]
    return float(np.mean([2 * (c & t).sum() / max(1, c.sum() + t.sum()) for c, t in both]))


def test_sigmoid_does_not_overflow() -> None:
    assert sigmoid(np.array([-1e4, 0.0, 1e4])).tolist() == [0.0, 0.5, 1.0]


@pytest.mark.parametrize(("a", "b"), [(1.7, -0.4), (0.3, 1.0), (1.0, 0.0)])
def test_planted_scaling_is_recovered(a: float, b: float) -> None:
    found = fit_platt(*planted(20_000, a, b))
    assert found.a == pytest.approx(a, abs=0.08)
    assert found.b == pytest.approx(b, abs=0.08)


def test_smoothed_loss_is_at_its_minimum() -> None:
    logits, y = planted(80, 1.0, 0.5)
    best = fit_platt(logits, y)
    n_positive, n_negative = int(y.sum()), int((1 - y).sum())
    targets = np.where(y > 0, (n_positive + 1) / (n_positive + 2), 1 / (n_negative + 2))

    def loss(platt: Platt) -> float:
        p = platt.probabilities(logits)
        return float(-(targets * np.log(p) + (1 - targets) * np.log(1 - p)).sum())

    moved = [Platt(best.a + da, best.b + db) for da in (-0.01, 0, 0.01) for db in (-0.01, 0, 0.01)]
    assert min(map(loss, moved)) == loss(best)


def test_separable_logits_stay_short_of_certainty() -> None:
    logits = np.array([-3.0, -2.0, -1.0, 1.0, 2.0, 3.0])
    p = fit_platt(logits, logits > 0).probabilities(logits)
    assert 0.1 < p.min() < 0.25
    assert 0.75 < p.max() < 0.9


@pytest.mark.parametrize("sign", [-1.0, 0.0])
def test_logits_worse_than_chance_give_the_base_rate(sign: float) -> None:
    logits, y = planted(400, 1.0, 0.5)
    found = fit_platt(sign * logits, y)
    assert found.a == pytest.approx(0.0, abs=1e-9)
    assert found.probabilities(logits) == pytest.approx(y.mean(), abs=0.01)


def test_one_class_is_calibrated_without_a_crash() -> None:
    p = fit_platt([0.0, 1.0, 2.0], [1, 1, 1]).probabilities(np.array([-5.0, 5.0]))
    assert p == pytest.approx(0.8)


def test_no_fold_calibrates_itself() -> None:
    logits, y = planted(300, 1.0, 0.0)
    fold_of = np.arange(300) % 3
    flipped = np.where(fold_of == 0, 1 - y, y)
    before, after = cross_fitted(logits, y, fold_of), cross_fitted(logits, flipped, fold_of)
    assert (before[fold_of == 0] == after[fold_of == 0]).all()
    assert (before[fold_of == 1] != after[fold_of == 1]).all()


@pytest.mark.parametrize("seed", range(5))
def test_threshold_is_in_the_middle_of_the_best_plateau(seed: int) -> None:
    logits, y = planted(150, 1.0, -0.5, seed)
    p = sigmoid(logits)
    levels = np.sort(np.concatenate(([0.0], p)))
    near = (levels[:-1] + levels[1:]) / 2
    scores = np.array([macro_f1_at(y, p, t) for t in near])
    plateau = near[scores >= scores.max() - PLATEAU]
    chosen = pooled_threshold(y, p)
    assert macro_f1_at(y, p, chosen) >= scores.max() - PLATEAU
    assert abs((plateau < chosen).sum() - (plateau > chosen).sum()) <= 1


@pytest.mark.parametrize(
    ("y", "p", "threshold"),
    [
        ([0, 0, 1, 1], [0.0, 0.2, 0.6, 1.0], 0.4),
        ([0, 1], [0.5, 0.5], 0.25),
        ([1, 1, 1], [0.2, 0.5, 0.9], 0.1),
        ([0, 1, 0, 1], [0.1, 0.3, 0.3, 0.9], 0.2),
    ],
)
def test_thresholds_by_hand(y: list[int], p: list[float], threshold: float) -> None:
    assert pooled_threshold(y, p) == pytest.approx(threshold)


def test_threshold_ignores_the_order_of_rows() -> None:
    logits, y = planted(200, 1.0, 0.0)
    p = sigmoid(logits).round(2)
    order = np.random.default_rng(1).permutation(200)
    assert pooled_threshold(y[order], p[order]) == pooled_threshold(y, p)
