# SPDX-License-Identifier: Apache-2.0
"""The report on one screen of a terminal, and the analysis in plain words."""

from __future__ import annotations

from rich.console import Group
from rich.markup import escape
from rich.table import Table
from rich.text import Text

from .report_digest import (
    DASH,
    FIGURES,
    SETS,
    TOO_FEW,
    Report,
    agreement,
    baselines,
    error_share,
    features,
    headline,
    mark_word,
    marks_in_short,
    metric_sets,
    notes,
    number,
    share,
    signed,
    warnings,
    weakest_slices,
    worded,
)

STYLES = {"not met": "red", TOO_FEW: "yellow", "met": "green"}  # of marks, in the order to be read
# Together with titles and heads at most 45 lines.
MOST_BASELINES, MOST_MARKS, MOST_SLICES, MOST_DRIVERS = 5, 6, 3, 6


def summary(report: Report) -> Group:
    """Figures, baselines, targets, weakest slices and strongest drivers."""
    parts = (
        _figures(report),
        _notes(report),
        _baselines(report),
        _marks(report),
        _slices(report),
        _drivers(report),
    )
    return Group(*(part for part in parts if part is not None))


def _grid(title: str, *columns: str) -> Table:
    table = Table(title=title, title_justify="left", title_style="bold", box=None, pad_edge=False)
    for i, column in enumerate(columns):
        table.add_column(column, justify="right" if i else "left", no_wrap=True, header_style="dim")
    return table


def _figures(report: Report) -> Table:
    sets = metric_sets(report)
    _, first = headline(report)
    title = f"Positive class faithful, threshold {number(first['threshold'])}"
    table = _grid(title, "", *(f"{SETS[key]} ({found['n']})" for key, found in sets.items()))
    for name, shown in FIGURES.items():
        table.add_row(shown, *(worded(found[name]) for found in sets.values()))
    return table


def _notes(report: Report) -> Text | None:
    found = notes(report)
    return Text("\n".join(found), style="yellow") if found else None


def _baselines(report: Report) -> Table | None:
    found = list(baselines(report))[:MOST_BASELINES]
    if not found:
        return None
    table = _grid("Baselines", "", "ROC-AUC", "our ROC-AUC minus its")
    for row, metrics, difference in found:
        table.add_row(escape(row["name"]), worded((metrics or {}).get("roc_auc")), signed(difference))
    return table


def _marks(report: Report) -> Text | None:
    marks = report.get("marks") or ()
    if not marks:
        return None
    met, _ = marks_in_short(report)
    text = Text(f"Targets: {met}", style="bold")
    # Not met comes first: that is what a reader must not miss.
    ordered = sorted(marks, key=lambda mark: list(STYLES).index(mark_word(mark)))
    for mark in ordered[:MOST_MARKS]:
        word = mark_word(mark)
        text.append(f"\n{word:>12}", style=STYLES[word])
        text.append(f"  {mark['name']}: {number(mark['value'])}, wanted {mark['wanted']}", style="not bold")
    for untold in dict.fromkeys(mark["untold"] for mark in marks if mark.get("untold")):
        text.append(f"\n{untold}", style="yellow")
    return text


def _slices(report: Report) -> Table | None:
    weak = weakest_slices(report, MOST_SLICES)
    if not weak:
        return None
    table = _grid("Weakest slices", "", "wrong", "rows", "decisions")
    for part in weak:
        name = f"{part['field']} {part['value'] or 'none'}"
        table.add_row(escape(name), f"{error_share(part):.0%}", str(part["metrics"]["n"]), part["summary"])
    return table


def _drivers(report: Report) -> Table | None:
    found = features(report)[:MOST_DRIVERS]
    if not found:
        return None
    table = _grid("Strongest drivers", "", "coefficient", "speaks", "folds agree")
    for row in found:
        side = "for" if row["coef"] >= 0 else "against"
        table.add_row(escape(row["name"]), f"{row['coef']:+.2f}", side, agreement(row))
    return table


def analysis_text(report: Report) -> str:
    """The analysis alone: drivers, warnings, families, misleading features, worst rows."""
    whole: Report = report if "analysis" in report else {"analysis": report}
    analysis = whole["analysis"]
    parts = (
        ("Strongest drivers (standardised coefficient)", [_driver(row) for row in features(whole)[:15]]),
        ("Warnings", [*notes(whole), *warnings(whole)]),
        (
            "Families (ROC-AUC lost without)",
            [f"{a['family']}: {signed(a['auc_loss'])}" for a in analysis.get("ablations") or ()],
        ),
        (
            "Rejected though faithful, because of",
            [_contrast(row) for row in (analysis.get("rejected") or ())[:8]],
        ),
        (
            "Passed though unfaithful, because of",
            [_contrast(row) for row in (analysis.get("passed") or ())[:8]],
        ),
        ("Worst rows", [_error(row) for row in (whole.get("errors") or analysis.get("errors") or ())[:10]]),
    )
    return "\n\n".join(
        "\n".join([title, *(f"  {line}" for line in lines)]) for title, lines in parts if lines
    )


def _driver(row: Report) -> str:
    zero = f", zero in {row['zero_folds']}" if row.get("zero_folds") else ""
    steady = f"{share(row['sign_agreement'])} of folds agree{zero}, alone {number(row['auc'])}"
    return f"{row['coef']:+.2f} {row['name']} ({row['family']}; {steady})"


def _contrast(row: Report) -> str:
    return f"{row['name']}: {row['wrong']:+.2f} where wrong, {row['right']:+.2f} where right"


def _error(row: Report) -> str:
    label = "faithful" if row["faithful"] else "unfaithful"
    top = ", ".join(f"{each['name']} {each['amount']:+.2f}" for each in row.get("top") or ())
    return f"{row.get('id') or row.get('row')}: {label}, probability {row['probability']:.2f}; {top or DASH}"
