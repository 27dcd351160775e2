# SPDX-License-Identifier: Apache-2.0
"""The report of a training or an evaluation as one self-contained HTML page."""

from __future__ import annotations

from pathlib import Path

from .blocks import Card, Page
from .driver_sections import SECTIONS as DRIVERS
from .error_sections import SECTIONS as MISTAKES
from .page_template import rendered
from .performance_sections import SECTIONS as PERFORMANCE
from .report_digest import DASH, SETS, Report, bounds, headline, marks_in_short, number

# In reading order; a section without anything to show leaves itself out.
SECTIONS = (*PERFORMANCE, *DRIVERS, *MISTAKES)
CARDS = (
    ("f1", "F1 of faithful", "1 is best"),
    ("roc_auc", "ROC-AUC", "0.5 is chance"),
    ("brier", "Brier score", "0 is best"),
)


def write_html(report: Report, path: Path) -> None:
    """Write the page; the same report gives the same bytes."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(page(report), encoding="utf-8", newline="\n")


def page(report: Report) -> str:
    """The whole page: no script, no request to anywhere, readable in light, dark and print."""
    made = [(title, section) for title, make in SECTIONS if (section := make(report))]
    key, figures = headline(report)
    rows = (
        f"{figures['n']} rows {SETS[key]}, {figures['n_positive']} of them faithful; positive class: faithful"
    )
    threshold = f"{rows}; faithful is a probability of {number(figures['threshold'])} or more."
    cards = [_card(figures[name], title, hint) for name, title, hint in CARDS]
    met, small = marks_in_short(report)
    return rendered(
        Page(
            title="Faithfulness classifier: report",
            heading="Faithfulness classifier",
            lead=threshold,
            cards=[*cards, Card("Targets", met, small)] if met else cards,
            links=[title for title, _ in made],
            sections=[section for _, section in made],
            footer=_footer(report),
        )
    )


def _card(interval: Report, title: str, hint: str) -> Card:
    around = f"95% {bounds(interval)}" if bounds(interval) else interval.get("reason", "")
    return Card(title, number(interval["value"]), f"{around} · {hint}" if around else hint)


def _footer(report: Report) -> str:
    run = report.get("run") or {}
    facts = [
        f"{name} {run[name]}" for name in ("version", "seed", "command") if run.get(name) not in (None, "")
    ]
    said = f"Written by faithstill{' ' + DASH + ' ' if facts else ''}{', '.join(facts)}."
    return f"{said} Intervals are 95% bounds from resampling whole groups of rows."
