# SPDX-License-Identifier: Apache-2.0
"""Sections of the page on what the model leans on: coefficients, contributions, steadiness, families."""

from __future__ import annotations

from .blocks import Fold, Maker, NoteList, Paragraph, Picture, ReportTable, Row, Section, TableCell
from .report_digest import DASH, Report, agreement, features, meanings, number, signed, warnings
from .svg_plots import Measure, bars, heat, intervals

TOP_COEFFICIENTS, TOP_COLUMNS, TOP_ERRORS, TOP_PAIRS = 30, 15, 10, 12
# Part of the analysis, side of the contrast, name of the outcome: positive is faithful.
OUTCOMES = (
    ("rejected", "right", "faithful, passed (TP)"),
    ("rejected", "wrong", "faithful, rejected (FN)"),
    ("passed", "right", "unfaithful, rejected (TN)"),
    ("passed", "wrong", "unfaithful, passed (FP)"),
)
HeatRow = tuple[str, list[float | None]]


def coefficients(report: Report) -> Section | None:
    """The strongest standardised coefficients with their spread over folds, and a table of all features."""
    found = features(report)
    if not found:
        return None
    rows = [
        Measure(f["name"], f["coef"], *_whisker(f), f"{f['coef']:+.2f}  {f['family']}")
        for f in found[:TOP_COEFFICIENTS]
    ]
    lead = (
        "What one standard deviation more of a feature adds to a statement's logit of faithful; an answer has that "
        "of its worst statement. Right of the line speaks for faithful, left against; whiskers are one standard "
        "deviation around the mean over folds."
    )
    caption = f"The {len(rows)} strongest of {len(found)} coefficients"
    everything = Fold(f"All {len(found)} features in figures", _feature_table(found))
    return Section("drivers", "Drivers", lead, [Picture(bars(caption, rows), caption, wide=True), everything])


def _whisker(f: Report) -> tuple[float | None, float | None]:
    if f["fold_mean"] is None:
        return None, None
    return f["fold_mean"] - f["fold_sd"], f["fold_mean"] + f["fold_sd"]


def _feature_table(found: list[Report]) -> ReportTable:
    words = meanings()
    rows: list[Row] = [
        [
            TableCell(f["name"], below=words.get(f["name"], ""), is_code=True),
            f["family"],
            f"{f['coef']:+.3f}",
            DASH if f["fold_mean"] is None else f"{f['fold_mean']:+.3f} ± {f['fold_sd']:.3f}",
            agreement(f),
            number(f["auc"]),
            number(f["vif"], 1),
        ]
        for f in found
    ]
    head = ["feature", "family", "coefficient", "over folds", "same sign", "ROC-AUC alone", "VIF"]
    return ReportTable(head, rows, words=2)


def contributions(report: Report) -> Section | None:
    """Mean contributions of right and wrong decisions, and those of the worst errors, as a heat map."""
    columns = [f["name"] for f in features(report)[:TOP_COLUMNS]]
    rows = [*_outcome_rows(report, columns), *_error_rows(report, columns)]
    if not columns or not rows:
        return None
    lead = (
        "How many logits each of the strongest features added (teal) or took away (orange) in the statement that "
        "decides each answer. Groups show their mean, single errors their strongest. Where right and wrong rows of a "
        "label differ, the feature misleads the model."
    )
    caption = "Contribution to the logit of faithful"
    shown = Picture(heat(caption, columns, rows), caption, wide=True)
    return Section("contributions", "Contributions", lead, [shown])


def _outcome_rows(report: Report, columns: list[str]) -> list[HeatRow]:
    analysis = report.get("analysis") or {}
    found: list[HeatRow] = []
    for part, side, title in OUTCOMES:
        amounts = {row["name"]: row[side] for row in analysis.get(part) or ()}
        if amounts:
            found.append((title, [amounts.get(name) for name in columns]))
    return found


def _error_rows(report: Report, columns: list[str]) -> list[HeatRow]:
    found: list[HeatRow] = []
    for error in (report.get("errors") or ())[:TOP_ERRORS]:
        amounts = {each["name"]: each["amount"] for each in error.get("top") or ()}
        side = "FN" if error["faithful"] else "FP"
        if any(name in amounts for name in columns):
            found.append(
                (
                    f"{side} {error.get('id') or error.get('row')}"[:28],
                    [amounts.get(name) for name in columns],
                )
            )
    return found


def steadiness(report: Report) -> Section | None:
    """What to look at before trusting single coefficients."""
    if not report.get("analysis"):
        return None
    found = warnings(report)
    calm = Paragraph("No flips, no unsteady signs, no collinearity, no constant features.")
    pairs = (report["analysis"].get("pairs") or ())[:TOP_PAIRS]
    rows: list[Row] = [
        [TableCell(pair["first"], is_code=True), TableCell(pair["second"], is_code=True), f"{pair['r']:+.3f}"]
        for pair in pairs
    ]
    alike = Fold("Features that say nearly the same", ReportTable(["", "", "correlation"], rows, words=2))
    lead = "Warnings concern single coefficients; the decisions themselves are measured above."
    return Section(
        "stability", "Stability", lead, [NoteList(found) if found else calm, alike if rows else None]
    )


def ablation(report: Report) -> Section | None:
    """What is lost when a family of features is left out."""
    found = (report.get("analysis") or {}).get("ablations") or ()
    if not found:
        return None
    rows = [
        [row["family"], str(row["features"]), signed(row["auc_loss"]), signed(row["brier_rise"])]
        for row in found
    ]
    measures = [
        Measure(row["family"], loss["value"], loss["low"], loss["high"], f"{loss['value']:+.3f}")
        for row in found
        if (loss := row["auc_loss"]) and loss["value"] is not None
    ]
    lead = "The model refitted without a family. Where the interval crosses zero the others make up for it."
    caption = "ROC-AUC lost without the family"
    shown = Picture(intervals(caption, measures), caption) if measures else None
    head = ["family", "features", "ROC-AUC lost", "Brier score gained"]
    return Section("families", "Families", lead, [shown, ReportTable(head, rows)])


def probes(report: Report) -> Section | None:
    """How far labels can be guessed without judging the answer against its contexts."""
    found = (report.get("data") or {}).get("guessable") or report.get("probes") or {}
    rows = [
        [name.removesuffix("_auc").replace("_", " "), number(v) if v is not None else DASH]
        for name, v in found.items()
        if name != "reason"
    ]
    lead = "ROC-AUC of guessing the label from a part of the row; much above 0.5 means that labels leak."
    shown = ReportTable(["read", "ROC-AUC"], rows, look="narrow")
    return Section("leaks", "Leak probes", lead, [shown]) if rows else None


SECTIONS: tuple[Maker, ...] = (
    ("Drivers", coefficients),
    ("Contributions", contributions),
    ("Stability", steadiness),
    ("Families", ablation),
    ("Leak probes", probes),
)
