# SPDX-License-Identifier: Apache-2.0
"""The threshold in a report: what it was chosen for, what it gave, and the curve that it was chosen from."""

from __future__ import annotations

from .blocks import Block, Fold, Legend, Picture, ReportTable, Section
from .report_digest import DASH, Report, number
from .svg_plots import Point, Series, curves

ROWS_IN_SHORT, ROWS_IN_FULL = 10, 100
OBJECTIVES = {
    "f1": "macro F1",
    "precision": "the share of faithful answers among those delivered",
    "miss-rate": "the share of unfaithful answers called faithful",
    "cost": "the least cost of mistakes (an unfaithful answer let through : a faithful one withheld)",
}


def objective_in_words(report: Report) -> str:
    """What the threshold was chosen for; reports of earlier versions do not say, for there was one way."""
    name = str(((report.get("fit") or {}).get("objective") or {}).get("name") or "f1")
    known = next(words for start, words in OBJECTIVES.items() if name.startswith(start))
    return known if name == "f1" else f"{name}, {known}"


CURVE_HEAD = ("threshold", "precision", "recall", "delivered", "miss rate", "macro F1", "cost")
_CURVE = ("threshold", "precision", "recall", "delivered", "miss_rate", "macro_f1", "cost")


def curve_rows(report: Report, most: int) -> list[list[str]]:
    """Points of the curve that the threshold was chosen from, `most` evenly spread ones beside the chosen one."""
    chosen = (report.get("fit") or {}).get("objective") or {}
    curve = list(chosen.get("curve") or ())
    step = max(1, -(-len(curve) // most))
    kept = [point for i, point in enumerate(curve) if i % step == 0 or _is_chosen(report, point)]
    mark = [" (chosen)" if _is_chosen(report, point) else "" for point in kept]
    return [
        [number(point[_CURVE[0]]) + note, *(number(point[name]) for name in _CURVE[1:])]
        for point, note in zip(kept, mark, strict=True)
    ]


def _is_chosen(report: Report, point: Report) -> bool:
    """Whether a point of the curve is the threshold that was chosen."""
    return bool(point["threshold"] == report["fit"]["objective"]["threshold"])


def threshold_section(report: Report) -> Section | None:
    """The objective, the figures that it gave out of fold, and the curve."""
    fit = report.get("fit") or {}
    curve = (fit.get("objective") or {}).get("curve") or ()
    if not curve:
        return None
    lines = [
        Series(title, _line(curve, name))
        for title, name in (
            ("precision", "precision"),
            ("delivered", "delivered"),
            ("miss rate", "miss_rate"),
        )
    ]
    at = fit["threshold"]
    plot = curves(
        "Thresholds", lines, x="threshold", y="share of rows out of fold", chance=[(at, 0), (at, 1)]
    )
    caption = "What each threshold does; dashed: the chosen one"
    full = Fold("The curve as a table", ReportTable(CURVE_HEAD, curve_rows(report, ROWS_IN_FULL)))
    lead = (
        f"Chosen for {objective_in_words(report)}, on pooled out-of-fold probabilities: {number(at)}. "
        f"{reached(report)} Another one can be set without training: --threshold."
    )
    shown: list[Block] = [Picture(plot, caption), Legend([line.name for line in lines]), full]
    return Section("threshold", "Threshold", lead, shown)


def _line(curve: list[Report], name: str) -> list[Point]:
    return [(point["threshold"], point[name]) for point in curve if point[name] is not None]


def reached(report: Report) -> str:
    """What the chosen threshold gave out of fold, in a sentence; empty where the report does not say."""
    point = ((report.get("fit") or {}).get("objective") or {}).get("reached")
    if not point:
        return ""
    precise = DASH if point["precision"] is None else f"{point['precision']:.1%}"
    return (
        f"Out of fold it delivers {point['delivered']:.1%} of the answers, {precise} of them faithful, and lets "
        f"{point['miss_rate']:.1%} of the unfaithful ones through."
    )
