# SPDX-License-Identifier: Apache-2.0
"""The statistics of one column, and of many at once, on numbers whose distribution is known."""

from __future__ import annotations

import json
from collections.abc import Callable

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import NDArray
from scipy.stats import ks_2samp

from faithstill.train.drift.compare import moved_columns
from faithstill.train.drift.distribution import Distribution, design_effect
from faithstill.train.drift.drift_report import drift_text
from faithstill.train.drift.fingerprint import Fingerprint
from faithstill.train.drift.moved import compared_column, ks_distance, psi
from faithstill.train.drift.observations import Observations

Floats = NDArray[np.float64]
SHAPES: dict[str, Callable[[np.random.Generator, int], Floats]] = {
    "normal": lambda rng, n: rng.normal(size=n),
    "counts": lambda rng, n: rng.poisson(1.5, size=n).astype(float),
    "logs of counts": lambda rng, n: np.log1p(rng.poisson(4, size=n)),
    "mostly zero": lambda rng, n: np.where(rng.random(n) < 0.9, 0.0, rng.random(n)),
    "constant": lambda rng, n: np.ones(n),
}


def _alone(values: Floats) -> Distribution:
    return Distribution.of(values, np.arange(values.size))


@pytest.mark.parametrize("shape", SHAPES)
def test_a_fingerprint_read_back_says_the_same(shape: str) -> None:
    rng = np.random.default_rng(1)
    then, now = _alone(SHAPES[shape](rng, 400)), SHAPES[shape](rng, 200)
    again = Distribution.from_json(json.loads(json.dumps(then.as_json())))
    alone = np.arange(200)
    assert compared_column("x", again, now, alone) == compared_column("x", then, now, alone)


@pytest.mark.parametrize("shape", SHAPES)
def test_the_distance_is_scipys_or_a_little_less(shape: str) -> None:
    rng = np.random.default_rng(2)
    then, now = SHAPES[shape](rng, 500), SHAPES[shape](rng, 200) + (shape == "normal")
    whole = ks_2samp(then, now).statistic
    assert whole - 0.03 <= ks_distance(_alone(then), now) <= whole + 1e-12


@given(
    st.lists(st.floats(-5, 5), min_size=2, max_size=60), st.lists(st.floats(-9, 9), min_size=1, max_size=60)
)
def test_an_index_is_finite_and_never_below_zero(then: list[float], now: list[float]) -> None:
    found = psi(_alone(np.array(then)), np.array(now))
    assert np.isfinite(found)
    assert found >= -1e-12


def test_an_index_grows_with_the_shift_and_a_constant_column_can_move() -> None:
    then = np.random.default_rng(3).normal(size=2000)
    steps = [psi(_alone(then), then + by) for by in (0.0, 0.2, 0.5, 1.0)]
    assert steps == sorted(steps)
    assert psi(_alone(np.zeros(500)), np.ones(100)) > 1


def test_rows_that_repeat_each_other_are_worth_as_many_as_their_groups() -> None:
    groups = np.repeat(np.arange(40), 10)
    own = np.random.default_rng(4).normal(size=40)[groups]
    assert design_effect(own, groups) == pytest.approx(10, rel=0.15)
    assert design_effect(np.random.default_rng(5).normal(size=400), groups) < 2


def _rows(
    rng: np.random.Generator, n: int, *, shift: float = 0.0, block: float = 0.1, days: int = 0
) -> Observations:
    columns = {f"feature.f{i}": rng.normal(size=n) for i in range(30)}
    columns |= {f"feature.moved{i}": rng.normal(size=n) + shift for i in range(2)}
    columns["rate.block"] = (rng.random(n) < block).astype(float)
    columns["contexts.characters"] = rng.lognormal(6 + shift, 0.5, size=n)
    times = tuple(f"2026-03-{1 + day * 20 // n:02}T00:00:00Z" for day in range(n)) if days else ()
    return Observations(columns, tuple(f"g{i}" for i in range(n)), times)


def test_of_forty_calm_streams_hardly_any_alarms() -> None:
    rng = np.random.default_rng(6)
    then = Fingerprint.of(_rows(rng, 1000), bundle="b")
    alarms = sum(moved_columns(_rows(rng, 200), then).has_drifted for _ in range(40))
    assert alarms <= 3


def test_grouped_rows_do_not_alarm_because_they_repeat_each_other() -> None:
    rng = np.random.default_rng(7)

    def grouped(n: int) -> Observations:
        seen = _rows(rng, n).where(np.repeat(np.arange(n), 10))
        return Observations(seen.columns, tuple(f"g{i // 10}" for i in range(10 * n)))

    pairs = [(grouped(30), Fingerprint.of(grouped(100), bundle="b")) for _ in range(20)]
    assert sum(moved_columns(now, then).has_drifted for now, then in pairs) <= 2


def test_what_moved_is_told_with_decisions_first_then_inputs_then_features() -> None:
    rng = np.random.default_rng(8)
    then = Fingerprint.of(_rows(rng, 1000), bundle="b")
    report = moved_columns(_rows(rng, 300, shift=0.9, block=0.4), then)
    assert [one.name for one in report.moved][:2] == ["rate.block", "contexts.characters"]
    assert {one.name for one in report.moved[2:]} == {"feature.moved0", "feature.moved1"}
    assert len(report.first) == 3
    assert "rate.block" in drift_text(report)


def test_a_step_in_time_is_dated() -> None:
    rng = np.random.default_rng(9)
    then = Fingerprint.of(_rows(rng, 1000), bundle="b")
    calm, after = _rows(rng, 200, days=1), _rows(rng, 200, shift=1.5)
    columns = {name: np.concatenate([calm.columns[name], after.columns[name]]) for name in calm.columns}
    times = calm.times + tuple(f"2026-04-{1 + i * 20 // 200:02}T00:00:00Z" for i in range(200))
    shuffled = rng.permutation(400)
    report = moved_columns(Observations(columns, calm.groups + after.groups, times).where(shuffled), then)
    dated = {one.name: one.since for one in report.moved}
    assert "2026-03-19" < dated["feature.moved0"] < "2026-04-03"


@pytest.mark.parametrize(("rows", "groups"), [(30, 30), (200, 5)])
def test_too_few_values_or_groups_cannot_tell(rows: int, groups: int) -> None:
    rng = np.random.default_rng(10)
    then = Fingerprint.of(_rows(rng, 1000), bundle="b")
    seen = _rows(rng, rows, shift=3.0)
    few = Observations(seen.columns, tuple(f"g{i % groups}" for i in range(rows)))
    report = moved_columns(few, then)
    assert (report.can_tell, report.has_drifted) == (False, False)
    assert drift_text(report).startswith("cannot tell")
