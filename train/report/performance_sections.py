# SPDX-License-Identifier: Apache-2.0
"""Sections of the page on how good the decisions are: targets, figures, baselines, curves, folds, slices."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import groupby

from .blocks import (
    Block,
    Fold,
    Legend,
    Maker,
    NoteList,
    Picture,
    ReportTable,
    Row,
    Section,
    SideBySide,
    TableCell,
    Target,
    Targets,
)
from .cautions import cautions
from .report_digest import (
    DASH,
    FIGURES,
    SETS,
    TOO_FEW,
    Report,
    baselines,
    bounds,
    headline,
    mark_word,
    metric_sets,
    notes,
    number,
    of_set,
    signed,
    slices,
)
from .svg_plots import Dot, Measure, Point, Series, curves, intervals, reliability
from .threshold_section import threshold_section

BADGES = {"met": "good", "not met": "bad", TOO_FEW: "plain"}
KINDS = {
    "simple": "to be beaten",
    "features": "other models",
    "leak": "leak probe: reads only a part of the row",
}


def cell(interval: Report | None) -> TableCell:
    """A figure with its interval in small print."""
    if not interval or interval.get("value") is None:
        return TableCell(DASH, hint=(interval or {}).get("reason") or "not measured")
    return TableCell(number(interval["value"]), small=bounds(interval))


def targets(report: Report) -> Section | None:
    """Marks met and not met."""
    marks = report.get("marks") or ()
    if not marks:
        return None
    items = [
        Target(
            mark_word(mark),
            BADGES[mark_word(mark)],
            mark["name"],
            f"{number(mark['value'])}, wanted {mark['wanted']}{_why(mark)}",
        )
        for mark in marks
    ]
    lead = "What was asked of the model before training. A target that could not be measured is not met."
    return Section("targets", "Targets", lead, [Targets(items)])


def _why(mark: Report) -> str:
    return f" ({mark['untold']})" if mark.get("untold") else ""


def figures(report: Report) -> Section:
    """All metrics, each set of rows a column."""
    sets = metric_sets(report)
    head = ["", *(f"{SETS[key]} ({found['n']} rows)" for key, found in sets.items())]
    rows: list[Row] = [
        [title, *(cell(found[name]) for found in sets.values())] for name, title in FIGURES.items()
    ]
    rows.append(["Brier of the base rate", *(number(found["base_rate_brier"]) for found in sets.values())])
    rows.append(["Faithful rows", *(f"{found['n_positive']} of {found['n']}" for found in sets.values())])
    rows.append(["Groups", *(str(found["n_groups"]) for found in sets.values())])
    lead = (
        "Held-out rows were never seen in training; out of fold, each row was scored by a model of the other "
        "folds. Positive class: faithful. Brier score and calibration error: lower is better."
    )
    told = [*notes(report), *cautions(report)]
    return Section(
        "metrics",
        "Metrics",
        lead,
        [ReportTable(head, rows), NoteList(told) if told else None, _confusion(report)],
    )


def _confusion(report: Report) -> ReportTable | None:
    key, _ = headline(report)
    counts = of_set(report, "confusion", key)
    if not counts:
        return None
    faithful = ["faithful", str(counts["true_positive"]), str(counts["false_negative"])]
    unfaithful = ["unfaithful", str(counts["false_positive"]), str(counts["true_negative"])]
    head = ["in fact", "passed", "rejected"]
    return ReportTable(head, [faithful, unfaithful], look="narrow", heading=f"Decisions, {SETS[key]}")


def rivals(report: Report) -> Section | None:
    """Baselines on the same rows, and how far ours is from each."""
    found = list(baselines(report))
    if not found:
        return None
    key, ours = headline(report)
    rows: list[Row] = [["This model", "", *(cell(ours[name]) for name in ("roc_auc", "f1", "brier")), ""]]
    for row, metrics, difference in found:
        own = [cell((metrics or {}).get(name)) for name in ("roc_auc", "f1", "brier")]
        name = TableCell(row["name"], below=row.get("description") or "")
        rows.append([name, KINDS.get(row.get("kind", ""), ""), *own, signed(difference)])
    measures = [
        Measure(row["name"], difference["value"], difference["low"], difference["high"], signed(difference))
        for row, _, difference in found
        if difference and difference.get("value") is not None
    ]
    same = "rows ({}), folds and calibration, thresholds for macro F1" if report.get("fit") else "rows ({})"
    lead = f"The same {same.format(SETS[key])} for every line; ROC-AUC is of the scores before calibration."
    head = ["", "why it is here", "ROC-AUC", "F1", "Brier", "our ROC-AUC minus its"]
    caption = "Our ROC-AUC minus each baseline's, with 95% interval"
    shown = Picture(intervals("Our ROC-AUC minus each baseline's", measures), caption) if measures else None
    return Section("baselines", "Baselines", lead, [ReportTable(head, rows, words=2, look="ours"), shown])


def plots(report: Report) -> Section | None:
    """Reliability, precision against recall, and ROC, ours with the baselines."""
    lines = _curves_of(report)
    ours = next(iter(lines.values()), {})
    if not ours:
        return None
    _, metrics = headline(report)
    rate = metrics["n_positive"] / max(metrics["n"], 1)
    dots = [Dot(b["predicted"], b["observed"], b["n"]) for b in ours.get("reliability") or ()]
    pr = [Series(name, _points(curve.get("pr_curve"))) for name, curve in lines.items()]
    roc = [Series(name, _points(curve.get("roc_curve"))) for name, curve in lines.items()]
    across, up = "false positive rate", "true positive rate"
    shown: list[Block] = [Picture(reliability("Reliability plot", dots), "Reliability")] if dots else []
    drawn = curves("PR curve", pr, x="recall", y="precision", chance=[(0, rate), (1, rate)])
    shown.append(Picture(drawn, "Precision and recall"))
    shown.append(Picture(curves("ROC curve", roc, x=across, y=up, chance=[(0, 0), (1, 1)]), "ROC"))
    lead = "A calibrated model's dots lie on the dashed diagonal; larger dots are more rows. Dashed: chance."
    return Section(
        "curves", "Calibration and curves", lead, [SideBySide("plots", shown), Legend(list(lines))]
    )


def _curves_of(report: Report) -> dict[str, Report]:
    """Curves by the name to show, ours first."""
    found = report.get("curves") or {}
    key, _ = headline(report)
    ours = found.get("model") or found.get(key) or (found if "roc_curve" in found else {})
    others = {
        name: curve
        for name, curve in found.items()
        if name not in {"model", *SETS} and "roc_curve" in _map(curve)
    }
    return {"This model": ours, **others} if ours else {}


def _map(value: object) -> Mapping[str, object]:
    return value if isinstance(value, Mapping) else {}


def _points(curve: list[Report] | None) -> list[Point]:
    return [(point["x"], point["y"]) for point in curve or ()]


_WHOLE = {"group": "groups of rows with the same contexts", "domain": "whole domains"}


def folds(report: Report) -> Section | None:
    """Each fold at the pooled threshold, and the sweep of regularisation strengths."""
    fit = report.get("fit") or {}
    if not fit.get("folds"):
        return None
    names = ("f1", "precision", "recall", "roc_auc")
    rows = [
        [
            f"fold {fold['index'] + 1}",
            str(fold["n"]),
            str(fold["n_positive"]),
            *(number(fold[name]) for name in names),
        ]
        for fold in fit["folds"]
    ]
    lead = (
        f"Each fold holds {_WHOLE[fit.get('fold_by', 'group')]} out of training; every fold is decided at the one "
        f"pooled threshold, {number(fit['threshold'])}; chosen regularisation strength C = {fit['best_c']:.3g}."
    )
    head = ["", "rows", "faithful", *(FIGURES[name] for name in names)]
    return Section("folds", "Folds", lead, [ReportTable(head, rows), _sweep(fit)])


def _sweep(fit: Report) -> Fold | None:
    points = fit.get("sweep") or ()
    rows = [
        [
            f"{p['c']:.3g}{' (chosen)' if p['c'] == fit['best_c'] else ''}",
            f"{p['log_loss']:.4f} ± {p['se']:.4f}",
            number(p["roc_auc"]),
        ]
        for p in points
    ]
    head = ["C", "out-of-fold log loss", "ROC-AUC"]
    return Fold("Regularisation strengths tried", ReportTable(head, rows, look="narrow")) if rows else None


def by_slice(report: Report) -> Section | None:
    """The figures again for each answer type, error type and domain."""
    found = slices(report)
    if not found:
        return None
    parts = [
        _slice_table(field, list(rows)) for field, rows in groupby(found, key=lambda part: str(part["field"]))
    ]
    lead = (
        "Where only one label occurs F1 and ROC-AUC are undefined; the decisions still say what was caught."
    )
    return Section("slices", "Slices", lead, parts)


def _slice_table(field: str, parts: list[Report]) -> ReportTable:
    rows = [
        [
            part["value"] or "none",
            part["summary"],
            str(part["metrics"]["n"]),
            *(cell(part["metrics"][m]) for m in ("f1", "roc_auc", "brier")),
        ]
        for part in parts
    ]
    head = [field.replace("_", " "), "decisions", "rows", "F1", "ROC-AUC", "Brier"]
    return ReportTable(head, rows, words=2, heading=f"By {field.replace('_', ' ')}")


def away(report: Report) -> Section | None:
    """Each domain scored by a model that was trained without it."""
    found = report.get("domains") or ()
    if not found:
        return None
    rows: list[Row] = [
        [
            row["domain"],
            str(row["n"]),
            *(cell((row["metrics"] or {}).get(m)) for m in ("f1", "roc_auc", "brier")),
        ]
        for row in found
    ]
    lead = "Training rows of a domain, scored by the recipe fitted on the other domains: does it carry over?"
    head = ["domain", "rows", "F1", "ROC-AUC", "Brier"]
    return Section("away", "Leave one domain out", lead, [ReportTable(head, rows)])


SECTIONS: tuple[Maker, ...] = (
    ("Targets", targets),
    ("Metrics", figures),
    ("Baselines", rivals),
    ("Calibration and curves", plots),
    ("Threshold", threshold_section),
    ("Folds", folds),
    ("Slices", by_slice),
    ("Domains left out", away),
)
