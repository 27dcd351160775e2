# SPDX-License-Identifier: Apache-2.0
"""Figures against scikit-learn, intervals against known truth, undefined cases in words."""

from __future__ import annotations

import json
from statistics import NormalDist

import numpy as np
import pytest
from numpy.typing import NDArray
from sklearn import metrics as reference

from faithstill.train.metrics.binary_metrics import ALL_ALIKE, Interval, difference, measure, roc_auc
from faithstill.train.metrics.group_bootstrap import BINS, FIGURES, once
from faithstill.train.metrics.score_curves import pr_curve, reliability, roc_curve

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]


def sample(n: int = 300, seed: int = 0, gap: float = 1.2) -> tuple[Ints, Floats]:
    """Labels and probabilities rounded to make ties; the distance between the classes is `gap`."""
    rng = np.random.default_rng(seed)
    y = (rng.random(n) < 0.55).astype(np.int64)
    return y, (1 / (1 + np.exp(-rng.normal(gap * (y - 0.5), 1)))).round(2)


def test_figures_agree_with_scikit_learn() -> None:
    y, p = sample()
    found, called = measure(y, p, 0.4, np.arange(300), bootstrap=50), p >= 0.4
    expected = {
        "f1": reference.f1_score(y, called),
        "precision": reference.precision_score(y, called),
        "recall": reference.recall_score(y, called),
        "pr_auc": reference.average_precision_score(y, p),
        "roc_auc": reference.roc_auc_score(y, p),
        "brier": reference.brier_score_loss(y, p),
    }
    assert {name: getattr(found, name).value for name in expected} == pytest.approx(expected)
    assert (found.n, found.n_positive, found.n_groups) == (300, int(y.sum()), 300)
    assert found.base_rate_brier == pytest.approx(y.mean() * (1 - y.mean()))


@pytest.mark.parametrize("name", FIGURES)
def test_a_weight_is_the_same_as_repeating_the_row(name: str) -> None:
    y, p = sample(60)
    times = np.random.default_rng(3).integers(0, 4, 60)
    weighted = FIGURES[name].make(y > 0, p, p >= 0.5)(times[None, :].astype(np.float64))[0]
    again, at = np.repeat(y, times) > 0, np.repeat(p, times)
    if name == "ece":  # bins are those of the sample, so that resamples estimate the same figure
        edges = np.array([b.n for b in reliability(y, p)]).cumsum()[:-1]
        bins = np.split(np.argsort(p, kind="stable"), edges)
        gaps = [abs((times[rows] * (p - y)[rows]).sum()) for rows in bins]
        assert weighted == pytest.approx(sum(gaps) / times.sum())
    else:
        assert weighted == pytest.approx(once(FIGURES[name].make(again, at, at >= 0.5), again.size))


def test_interval_covers_the_true_auc() -> None:
    truth = NormalDist().cdf(1.2 / 2**0.5)
    covered = 0
    for seed in range(60):
        y, p = sample(120, seed)
        found = measure(y, p, 0.5, np.arange(120), bootstrap=200).roc_auc
        assert found.low is not None
        assert found.high is not None
        covered += found.low <= truth <= found.high
    assert covered >= 51  # 57 expected of a 95% interval


def test_rows_of_one_group_are_not_independent_evidence() -> None:
    y, p = sample(100)
    once_each = measure(y, p, 0.5, np.arange(100)).roc_auc
    grouped = measure(np.repeat(y, 4), np.repeat(p, 4), 0.5, np.repeat(np.arange(100), 4)).roc_auc
    torn = measure(np.repeat(y, 4), np.repeat(p, 4), 0.5, np.arange(400)).roc_auc
    assert width(grouped) == pytest.approx(width(once_each), rel=0.1)
    assert width(torn) < 0.7 * width(grouped)


def width(interval: Interval) -> float:
    assert interval.low is not None
    assert interval.high is not None
    return interval.high - interval.low


def test_calibration_error_lies_within_its_interval() -> None:
    rng = np.random.default_rng(5)
    p = rng.random(400)
    y = (rng.random(400) < p).astype(np.int64)
    honest = measure(y, p, 0.5, np.arange(400)).ece
    boastful = measure(y, np.where(p > 0.5, 0.99, 0.01), 0.5, np.arange(400)).ece
    for found in (honest, boastful):
        assert found.value is not None
        assert found.low is not None
        assert found.high is not None
        assert found.low <= found.value <= found.high
    assert honest.value is not None
    assert boastful.low is not None
    assert honest.value < 0.08 < boastful.low


def test_perfect_calibration_is_within_its_interval() -> None:
    """Every resample is a little off, so bounds that are not recentred would leave the true 0 out."""
    p = np.repeat(np.arange(10) / 10, 40)
    y = np.concatenate([np.arange(40) < share * 4 for share in range(10)])
    found = measure(y, p, 0.5, np.arange(400)).ece
    assert found.value == pytest.approx(0.0)
    assert found.low == pytest.approx(0.0)


@pytest.mark.parametrize(
    ("y", "p", "undefined"),
    [
        ([0, 0, 0], [0.1, 0.2, 0.3], {"f1", "precision", "recall", "pr_auc", "roc_auc"}),
        ([0, 0, 0], [0.1, 0.2, 0.8], {"recall", "pr_auc", "roc_auc"}),
        ([1, 1, 1], [0.7, 0.2, 0.8], {"roc_auc"}),
        ([0, 1, 1], [0.1, 0.2, 0.3], {"precision"}),
    ],
)
def test_undefined_figures_say_why(y: list[int], p: list[float], undefined: set[str]) -> None:
    found = measure(y, p, 0.5, ["a", "b", "c"], bootstrap=100).as_dict()
    missing = {name for name in FIGURES if found[name]["value"] is None}
    assert missing == undefined
    assert all(found[name]["reason"] for name in missing)
    assert json.dumps(found, allow_nan=False)


def test_one_group_gives_a_figure_without_an_interval() -> None:
    y, p = sample(50)
    found = measure(y, p, 0.5, ["only"] * 50).roc_auc
    assert found.value == roc_auc(y, p)
    assert (found.low, found.high) == (None, None)
    assert found.reason == "1 group, too few for an interval"


@pytest.mark.parametrize(("groups", "shown"), [(2, False), (9, False), (10, True)])
def test_intervals_need_ten_groups(groups: int, shown: bool) -> None:
    y, p = sample(60)
    found = measure(y, p, 0.5, np.arange(60) % groups, bootstrap=100)
    assert (found.brier.low is not None) is shown
    assert shown or found.brier.reason == f"{groups} groups, too few for an interval"
    gap = difference(y, p, 1 - p, np.arange(60) % groups, bootstrap=100)
    assert (gap.low is not None) is shown


def test_rows_that_are_all_right_have_no_interval() -> None:
    y = np.arange(40) % 2
    found = measure(y, 0.1 + 0.8 * y, 0.5, np.arange(40) // 2, bootstrap=100)
    for figure in (found.f1, found.precision, found.recall, found.roc_auc):
        assert (figure.value, figure.low, figure.reason) == (1.0, None, ALL_ALIKE)


def test_difference_of_equals_is_nothing() -> None:
    y, p = sample()
    assert difference(y, p, p, np.arange(300), bootstrap=100) == Interval(0.0, reason=ALL_ALIKE)


def test_difference_is_paired() -> None:
    y, p = sample(400)
    worse = p + np.random.default_rng(9).normal(0, 0.15, 400)
    gap = difference(y, p, worse, np.arange(400))
    assert gap.value is not None
    assert gap.low is not None
    assert gap.value > gap.low > 0
    alone = measure(y, p, 0.5, np.arange(400)).roc_auc
    assert width(gap) < 0.8 * width(alone)


def test_brier_difference_and_unknown_figures() -> None:
    y = np.array([0, 1, 0, 1])
    assert difference(y, y, 1 - y, y, figure="brier").value == -1.0
    with pytest.raises(ValueError, match="'f1' cannot be compared"):
        difference(y, y, y, y, figure="f1")


def test_reliability_bins_are_equal_and_keep_ties_together() -> None:
    y, p = np.arange(100) % 2, np.arange(100) / 100
    assert [b.n for b in reliability(y, p)] == [10] * BINS
    tied = reliability([0, 1, 1, 1], [0.2, 0.7, 0.7, 0.7])
    assert [(b.predicted, b.observed, b.n) for b in tied] == [
        (0.2, 0.0, 1),
        (pytest.approx(0.7), 1.0, 3),
    ]


def test_curves_enclose_their_areas() -> None:
    y, p = sample()
    roc, pr = roc_curve(y, p), pr_curve(y, p)
    area = np.trapezoid([point.y for point in roc], [point.x for point in roc])
    assert area == pytest.approx(reference.roc_auc_score(y, p))
    steps = np.diff([0.0, *(point.x for point in pr)])
    assert steps @ [point.y for point in pr] == pytest.approx(reference.average_precision_score(y, p))
    assert (roc[0].threshold, roc[-1].x, roc[-1].y, pr[-1].x) == (None, 1.0, 1.0, 1.0)
    assert json.dumps([point.as_dict() for point in (*roc, *pr)], allow_nan=False)


def test_curves_of_one_class_are_empty() -> None:
    assert roc_curve([1, 1], [0.2, 0.3]) == ()
    assert pr_curve([0, 0], [0.2, 0.3]) == ()
    assert roc_auc([1, 1], [0.2, 0.3]) is None


@pytest.mark.parametrize(
    ("y", "p", "groups", "message"),
    [
        ([0, 1], [0.5], ["a", "b"], "one of each per row"),
        ([], [], [], "no rows"),
        ([0, 1], [0.5, float("nan")], ["a", "b"], "row 1: probability nan is not finite"),
        ([0, 1], [0.5, 0.6], ["a"], "give one per row"),
    ],
)
def test_bad_input_is_named(y: list[int], p: list[float], groups: list[str], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        measure(y, p, 0.5, groups)


def test_one_seed_gives_the_same_draws_whatever_the_chunks(monkeypatch: pytest.MonkeyPatch) -> None:
    y, p = sample()
    whole = measure(y, p, 0.5, np.arange(300), bootstrap=100)
    assert measure(y, p, 0.5, np.arange(300), bootstrap=100) == whole
    monkeypatch.setattr("faithstill.train.metrics.group_bootstrap.CHUNK", 300 * 7)
    chunked = measure(y, p, 0.5, np.arange(300), bootstrap=100)
    assert [chunked.f1.low, chunked.ece.high] == pytest.approx([whole.f1.low, whole.ece.high], abs=1e-12)
