# SPDX-License-Identifier: Apache-2.0
"""Is a candidate no worse than the present bundle: decisions by McNemar's test, figures by a margin of non-inferiority.

*No worse* is shown, not assumed: the worse end of the 95% interval of the difference must stay within the margin. An
interval that reaches beyond it on both sides of the question tells nothing.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from faithstill.train.evaluate.evaluation import LEAST_ROWS
from faithstill.train.metrics.binary_metrics import ALL_ALIKE, LEAST_GROUPS, Interval, difference
from faithstill.train.metrics.mcnemar import McNemar
from faithstill.train.metrics.shares import Share, share

from .gate_report import ALPHA, ENOUGH, Check, GateVerdict

Floats = NDArray[np.float64]
Flags = NDArray[np.bool_]
MARGINS = {"roc_auc": 0.02, "brier": 0.01}
_IN_WORDS = {"roc_auc": "ROC-AUC", "brier": "Brier score"}
_SIGN = {"roc_auc": 1.0, "brier": -1.0}  # which way is better


@dataclass(frozen=True, slots=True, eq=False)
class GoldenScores:
    """What a bundle says of the golden rows: probabilities and decisions, by row."""

    p: Floats
    called: Flags

    def right(self, y: NDArray[np.int64]) -> Flags:
        """Which rows are decided as they are labelled?"""
        result: Flags = self.called == (y > 0)
        return result


def enough_rows(y: NDArray[np.int64], groups: Sequence[str], least: int = LEAST_ROWS) -> Check:
    """Are there rows of both classes and contexts enough to tell anything from?"""
    faithful, many = int((y > 0).sum()), len(set(groups))
    figures = {"faithful": faithful, "unfaithful": int(y.size - faithful), "groups": many}
    wanted = {"faithful": least, "unfaithful": least, "groups": LEAST_GROUPS}
    words = {"faithful": "faithful rows", "unfaithful": "unfaithful rows", "groups": "groups of contexts"}
    missing = [
        f"{figures[name]} {words[name]}, {count} are needed"
        for name, count in wanted.items()
        if figures[name] < count
    ]
    if missing:
        return Check(ENOUGH, GateVerdict.CANNOT_TELL, f"too few: {'; '.join(missing)}", figures)
    told = f"{faithful} faithful and {y.size - faithful} unfaithful rows in {many} groups of contexts"
    return Check(ENOUGH, GateVerdict.NO_WORSE, told, figures)


def decisions(y: NDArray[np.int64], new: GoldenScores, old: GoldenScores, groups: Sequence[str]) -> Check:
    """McNemar's exact test; *better* needs the interval over whole groups too, as rows of a group go together."""
    ours, theirs = new.right(y), old.right(y)
    test, change = McNemar.of(ours, theirs), _change(ours, theirs, groups)
    told = (
        f"{ours.mean():.1%} right, was {theirs.mean():.1%}; {test.won} rows won, {test.lost} lost, McNemar's exact "
        f"p = {test.p:.3g}; by groups {_signed(change)}"
    )
    low, high = change.low or 0.0, change.high or 0.0
    if (test.lost > test.won and test.p <= ALPHA) or high < 0:
        verdict = GateVerdict.WORSE
    elif test.won > test.lost and test.p <= ALPHA and low > 0:
        verdict = GateVerdict.BETTER
    else:
        verdict = GateVerdict.NO_WORSE
    return Check("decisions", verdict, told, test.as_dict() | {"change": change.as_dict()})


def _change(ours: Flags, theirs: Flags, groups: Sequence[str]) -> Interval:
    """The share of right decisions now minus then, with its interval over whole groups."""
    gains = ours.astype(np.float64) - theirs.astype(np.float64)
    if not gains.any():
        return Interval(0.0, reason=ALL_ALIKE)
    # Shares live between 0 and 1, gains between -1 and 1.
    found: Share = share(((gains + 1) / 2).tolist(), groups)
    low, high = found.interval.low, found.interval.high
    mean = float(gains.mean())
    return Interval(mean, None if low is None else 2 * low - 1, None if high is None else 2 * high - 1)


def non_inferior(
    figure: str,
    y: NDArray[np.int64],
    new: GoldenScores,
    old: GoldenScores,
    groups: Sequence[str],
    margin: float,
    *,
    seed: int = 42,
) -> Check:
    """Does the interval of the difference of a figure stay within the margin of non-inferiority?"""
    gap = difference(y, new.p, old.p, groups, figure=figure, seed=seed)
    name, sign = _IN_WORDS[figure], _SIGN[figure]
    figures = {"difference": gap.as_dict(), "margin": margin}
    wanted = f"{'a loss' if sign > 0 else 'a rise'} of less than {margin:g} is wanted"
    told = f"{_signed(gap)}; {wanted}"
    if gap.value is None:
        return Check(name, GateVerdict.CANNOT_TELL, told, figures)
    ends = _ends(gap, sign)
    if ends is None:
        return Check(name, GateVerdict.CANNOT_TELL, told, figures)
    worst, best = ends
    if worst > -margin:
        return Check(name, GateVerdict.NO_WORSE, told, figures)
    if best < 0:
        return Check(name, GateVerdict.WORSE, told, figures)
    needed = groups_needed(len(set(groups)), sign * gap.value, worst, margin)
    figures["groups_needed"] = needed
    return Check(name, GateVerdict.CANNOT_TELL, f"{told}; {_need(needed)}", figures)


def _ends(gap: Interval, sign: float) -> tuple[float, float] | None:
    """The worse and the better end of an interval, positive where the candidate is better; None without one."""
    if gap.reason == ALL_ALIKE and gap.value is not None:
        return sign * gap.value, sign * gap.value
    if gap.low is None or gap.high is None:
        return None
    low, high = sorted((sign * gap.low, sign * gap.high))
    return low, high


def groups_needed(groups: int, gain: float, worst: float, margin: float) -> int | None:
    """From how many groups of contexts the interval would stay within the margin, if the difference stays as it is.

    None where no number would do, because the difference itself is a loss of the margin or more.

    >>> groups_needed(50, 0.0, -0.04, 0.02), groups_needed(50, -0.03, -0.04, 0.02)
    (201, None)
    """
    room = margin + gain
    if room <= 0:
        return None
    return math.floor(groups * ((gain - worst) / room) ** 2 + 1e-9) + 1


def _need(needed: int | None) -> str:
    if needed is None:
        return "more golden rows would not help: the loss itself is beyond the margin"
    return f"about {needed} groups of contexts would tell, if the difference stays as it is"


def _signed(gap: Interval) -> str:
    """
    >>> _signed(Interval(-0.0123, -0.02, 0.001)), _signed(Interval(0.0, reason=ALL_ALIKE))
    ('-0.012 [-0.020, +0.001]', 'no difference')
    """
    if gap.value is None:
        return f"undefined ({gap.reason})"
    if gap.reason == ALL_ALIKE and not gap.value:
        return "no difference"
    if gap.low is None or gap.high is None:
        return f"{gap.value:+.3f} ({gap.reason})"
    return f"{gap.value:+.3f} [{gap.low:+.3f}, {gap.high:+.3f}]"
