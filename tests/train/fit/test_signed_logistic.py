# SPDX-License-Identifier: Apache-2.0
"""The regression with and without signs that weights are held to."""

from __future__ import annotations

import numpy as np
import pytest
from numpy.typing import NDArray
from sklearn.linear_model import LogisticRegression

from faithstill.featurize.schema import DIRECTIONS
from faithstill.serve import Scorer
from faithstill.train.fit.cross_validation import fit
from faithstill.train.fit.signed_logistic import regressions

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]


def overstated(n: int = 600, seed: int = 3) -> tuple[Floats, Ints]:
    """Column 1 goes along with column 0 and would get the opposite sign; column 2 is noise."""
    rng = np.random.default_rng(seed)
    cause = rng.normal(size=n)
    y = (cause + 0.7 * rng.normal(size=n) > 0).astype(np.int64)
    return np.column_stack([cause + 0.3 * rng.normal(size=n), -cause, rng.normal(size=n)]), y


@pytest.mark.parametrize("c", [0.001, 0.1, 10.0])
def test_free_weights_are_those_of_scikit_learn(c: float) -> None:
    X, y = overstated()  # noqa: N806
    (ours,) = regressions(X, y, [c])
    theirs = LogisticRegression(C=c, class_weight="balanced", tol=1e-8).fit(ours.scaling.apply(X), y)
    assert ours.coef == pytest.approx(theirs.coef_[0], abs=1e-3 * abs(theirs.coef_).max())
    assert ours.intercept == pytest.approx(theirs.intercept_[0], abs=1e-3)


def test_a_weight_held_to_a_sign_is_nothing_rather_than_the_other() -> None:
    X, y = overstated()  # noqa: N806
    (free,) = regressions(X, y, [1.0])
    assert free.coef[1] < -0.5
    (held,) = regressions(X, y, [1.0], directions=[1, 1, 0])
    assert held.coef[1] == 0.0
    assert held.coef[0] > free.coef[0]


def test_signs_in_agreement_change_nothing() -> None:
    X, y = overstated()  # noqa: N806
    (free,) = regressions(X, y, [0.1])
    (held,) = regressions(X, y, [0.1], directions=[1, -1, 0])
    assert held.coef == pytest.approx(free.coef, abs=1e-4)


def test_a_declared_alarm_never_speaks_for_an_answer() -> None:
    X, y = overstated()  # noqa: N806
    names = ("entailment.min", "contradiction.max", "a_len")
    assert fit(X, y, np.arange(y.size), names, cs=(0.1, 1.0)).model.coef[1] < 0
    turned = fit(-X, y, np.arange(y.size), names, cs=(0.1, 1.0))
    assert turned.model.coef[:2].tolist() == [0.0, 0.0]
    assert all(fold.coef[:2] == (0.0, 0.0) for fold in turned.folds)


@pytest.mark.parametrize("bundle", ["general", "finance", "light"])
def test_no_weight_of_a_shipped_bundle_says_the_opposite_of_its_name(bundle: str) -> None:
    model = Scorer.load(bundle).bundle.model
    weights = dict(zip(model.names, model.coef.tolist(), strict=True))
    assert len(DIRECTIONS.keys() & weights.keys()) > 60
    assert {name: w for name, w in weights.items() if w * DIRECTIONS.get(name, 0) < 0} == {}
