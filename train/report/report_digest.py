# SPDX-License-Identifier: Apache-2.0
"""What a report says in short: the questions that the page, the terminal and the model card all ask of it.

A report is the content of `feature_report.json`. Only `metrics` is needed; each part is `as_dict()` of:

    metrics, confusion   {"held_out": Metrics, "out_of_fold": Metrics}, likewise Confusion; "given" are the
                         rows of `faithstill evaluate`, which need not be held out
    statuses             {"held_out": {"ok": rows, "TRUNCATED": rows, ...}, ...}
    slices, comparisons  {"held_out": [Slice, ...], "out_of_fold": [...]}, likewise Comparison
    baselines            [Baseline, ...]; `difference` may stand in each instead of `comparisons`
    curves               {"model": {"reliability", "pr_curve", "roc_curve"}, name of a baseline: {...}}
    marks                [Mark, ...]
    domains              [DomainScore, ...]
    fit, analysis, data  Fitted, FeatureReport (of the statement that decides each answer), Stats; fit.objective is
                         what the threshold was chosen for, with the curve that it was chosen from
                         (`objective.chosen_by`)
    errors               [ErrorRow with question, answer, contexts, label, domain, answer_type, error_type]
    probes               Probes; also read from data.guessable
    run, provenance      {"seed", "command", "version"}; where the rows come from, in a sentence
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from faithstill.featurize.schema import ALL_FAMILIES
from faithstill.serve.status import PASSABLE

Report = Mapping[str, Any]

# Best first: rows that training never touched say more than rows left out fold by fold.
SETS = {"held_out": "held out", "out_of_fold": "out of fold", "given": "as given"}
FIGURES = {
    "f1": "F1",
    "precision": "Precision",
    "recall": "Recall",
    "pr_auc": "PR-AUC",
    "roc_auc": "ROC-AUC",
    "brier": "Brier score",
    "ece": "Calibration error",
}
DASH = "–"
TOO_FEW = "too few rows"  # a target that can be called neither met nor not met
# A slice with fewer rows than this is shown but never called weak: one row more or less would decide.
FEW = 8
HIGH_VIF = 10.0
STEADY = 0.8


def metric_sets(report: Report) -> dict[str, Report]:
    """The sets of rows that were measured, by name, the most telling first."""
    metrics = report.get("metrics") or {}
    return {key: metrics[key] for key in SETS if metrics.get(key)}


def headline(report: Report) -> tuple[str, Report]:
    """The most telling set and its figures; ValueError when nothing was measured."""
    for key, figures in metric_sets(report).items():
        return key, figures
    raise ValueError(
        "the report has no metrics: it needs metrics.held_out, metrics.out_of_fold or metrics.given"
    )


def number(value: float | None, digits: int = 3) -> str:
    """
    >>> number(0.5), number(None)
    ('0.500', '–')
    """
    return DASH if value is None else f"{value:.{digits}f}"


def share(value: float | None) -> str:
    """
    >>> share(0.8), share(None)
    ('80%', '–')
    """
    return DASH if value is None else f"{value:.0%}"


def bounds(interval: Report | None) -> str:
    """
    >>> bounds({"value": 0.83, "low": 0.79, "high": 0.87}), bounds({"value": None, "low": None, "high": None})
    ('[0.790, 0.870]', '')
    """
    if not interval or interval.get("low") is None or interval.get("high") is None:
        return ""
    return f"[{interval['low']:.3f}, {interval['high']:.3f}]"


def worded(interval: Report | None) -> str:
    """
    >>> worded({"value": 0.83, "low": 0.79, "high": 0.87})
    '0.830 [0.790, 0.870]'
    """
    return f"{number((interval or {}).get('value'))} {bounds(interval)}".strip()


def signed(interval: Report | None) -> str:
    """
    >>> signed({"value": 0.1, "low": 0.05, "high": 0.2}), signed(None)
    ('+0.100 [+0.050, +0.200]', '–')
    """
    if not interval or interval.get("value") is None:
        return DASH
    low, high = interval.get("low"), interval.get("high")
    around = "" if low is None or high is None else f" [{low:+.3f}, {high:+.3f}]"
    return f"{interval['value']:+.3f}{around}"


def of_set(report: Report, part: str, key: str) -> Any:
    """One set's share of a part of the report, such as its slices; None where that was not measured."""
    return (report.get(part) or {}).get(key)


def slices(report: Report) -> list[Report]:
    """The slices of the most telling set that has any."""
    return next((list(found) for key in SETS if (found := of_set(report, "slices", key))), [])


def notes(report: Report) -> list[str]:
    """What to know before reading the figures: rows that cannot pass, and figures that one label leaves undefined."""
    found = []
    for key, figures in metric_sets(report).items():
        held = {
            status: count
            for status, count in (of_set(report, "statuses", key) or {}).items()
            if status not in PASSABLE
        }
        if held:
            named = ", ".join(f"{status} {count}" for status, count in held.items())
            found.append(
                f"{sum(held.values())} rows {SETS[key]} cannot pass and count as called unfaithful, whatever their "
                f"probability: {named}"
            )
        if figures["n_positive"] in (0, figures["n"]):
            label, rest = (
                ("faithful", "PR-AUC is 1 for any model")
                if figures["n_positive"]
                else ("unfaithful", "PR-AUC and recall need faithful rows")
            )
            found.append(
                f"all {figures['n']} rows {SETS[key]} are {label}: ROC-AUC needs both labels, {rest}"
            )
    return found


def mark_word(mark: Report) -> str:
    """
    >>> mark_word({"met": True}), mark_word({"met": False}), mark_word({"met": False, "untold": "6 rows"})
    ('met', 'not met', 'too few rows')
    """
    return "met" if mark["met"] else TOO_FEW if mark.get("untold") else "not met"


def marks_in_short(report: Report) -> tuple[str, str]:
    """How many targets are met, and what to add to that; both empty where there are none."""
    marks = report.get("marks") or ()
    told = [mark for mark in marks if mark_word(mark) != TOO_FEW]
    if not told:
        return ("none can be told", marks[0]["untold"]) if marks else ("", "")
    met = sum(mark["met"] for mark in told)
    untold = f", {len(marks) - len(told)} cannot be told" if len(told) < len(marks) else ""
    small = "every target below is met" if met == len(marks) else "see the targets below"
    return f"{met} of {len(told)} met{untold}", small


def agreement(row: Report) -> str:
    """How many folds give a feature's coefficient its sign, and how many give it none.

    >>> agreement({"sign_agreement": 0.75, "zero_folds": 1}), agreement({"sign_agreement": 1.0})
    ('75%, zero in 1', '100%')
    """
    zero = row.get("zero_folds")
    return share(row["sign_agreement"]) + (f", zero in {zero}" if zero else "")


def error_share(part: Report) -> float:
    """Wrong decisions as a share of a slice's rows.

    >>> error_share({"confusion": dict(true_positive=6, true_negative=2, false_positive=1, false_negative=1)})
    0.2
    """
    confusion = part["confusion"]
    return float(
        (confusion["false_positive"] + confusion["false_negative"]) / max(sum(confusion.values()), 1)
    )


def weakest_slices(report: Report, count: int) -> list[Report]:
    """The slices with the largest share of wrong decisions, small ones left out."""
    large = [part for part in slices(report) if part["metrics"]["n"] >= FEW and error_share(part)]
    return sorted(large, key=error_share, reverse=True)[:count]


def baselines(report: Report) -> Iterator[tuple[Report, Report | None, Report | None]]:
    """Each baseline with its own figures and our ROC-AUC minus its, on the most telling set."""
    key, _ = headline(report)
    found = {row["name"]: row["difference"] for row in of_set(report, "comparisons", key) or ()}
    for row in report.get("baselines") or ():
        metrics = row.get("held_out_metrics" if key == "held_out" else "oof_metrics")
        metrics = metrics or ({"roc_auc": row["baseline_auc"]} if "baseline_auc" in row else None)
        yield row, metrics, found.get(row["name"], row.get("difference"))


def features(report: Report) -> list[Report]:
    """Features that do something, the strongest coefficient first."""
    living = [row for row in (report.get("analysis") or {}).get("features") or () if not row["dead"]]
    return sorted(living, key=lambda row: -abs(row["coef"]))


def meanings() -> dict[str, str]:
    """What each feature measures, in words."""
    return {f.name: f.meaning for family in ALL_FAMILIES for f in family.features}


def warnings(report: Report) -> list[str]:
    """What to look at before trusting coefficients: flips, instability, collinearity, constant features."""
    analysis, rows = report.get("analysis") or {}, features(report)
    agreed = [(row["name"], row["sign_agreement"]) for row in rows if row["sign_agreement"] is not None]
    shaky = [f"{name} ({share:.0%})" for name, share in agreed if share < STEADY]
    inflated = [f"{row['name']} ({row['vif']:.0f})" for row in rows if (row["vif"] or 0) > HIGH_VIF]
    checks = (
        ("Used against their own direction", analysis.get("flips") or ()),
        ("Sign changes over folds (share of folds with a sign that agree)", shaky),
        (f"Variance inflation above {HIGH_VIF:.0f}", inflated),
        ("Variance inflation", [analysis["vif_reason"]] if analysis.get("vif_reason") else ()),
        ("Constant in training, so never used", analysis.get("dead") or ()),
    )
    return [f"{title}: {_listed(names)}" for title, names in checks if names]


def _listed(names: Sequence[str], most: int = 12) -> str:
    rest = len(names) - most
    return ", ".join(names[:most]) + (f" and {rest} more" if rest > 0 else "")
