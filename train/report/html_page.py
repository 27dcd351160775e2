# SPDX-License-Identifier: Apache-2.0
"""The report of a training or an evaluation as one self-contained HTML page."""

from __future__ import annotations

from importlib import resources
from pathlib import Path

from .driver_sections import SECTIONS as DRIVERS
from .error_sections import SECTIONS as MISTAKES
from .markup import Markup, render, tag
from .performance_sections import SECTIONS as PERFORMANCE
from .report_digest import DASH, SETS, Report, bounds, headline, marks_in_short, number
from .terminal_summary import analysis_text, summary

__all__ = ["analysis_text", "page", "summary", "write_html"]

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
    parts = [(title, anchor, made) for title, anchor, make in SECTIONS if (made := make(report))]
    links = [tag("a", title, href=f"#{anchor}") for title, anchor, _ in parts]
    style = resources.files("faithstill.train").joinpath("resources/report.css").read_text(encoding="utf-8")
    head = tag(
        "head",
        tag("meta", charset="utf-8"),
        tag("meta", name="viewport", content="width=device-width, initial-scale=1"),
        tag("title", "Faithfulness classifier: report"),
        tag("style", Markup(style)),
    )
    body = tag("body", _top(report, links), tag("main", [made for *_, made in parts], _footer(report)))
    return "<!doctype html>\n" + tag("html", head, body, lang="en") + "\n"


def _top(report: Report, links: list[Markup]) -> Markup:
    key, figures = headline(report)
    n, positive = figures["n"], figures["n_positive"]
    rows = f"{n} rows {SETS[key]}, {positive} of them faithful; positive class: faithful"
    threshold = f"{rows}; faithful is a probability of {number(figures['threshold'])} or more."
    cards = [_card(figures[name], title, hint) for name, title, hint in CARDS]
    return tag(
        "header",
        tag("h1", "Faithfulness classifier"),
        tag("p", threshold, class_="sub"),
        tag("div", cards, _marks_card(report), class_="cards"),
        tag("nav", links),
        class_="top",
    )


def _card(interval: Report, title: str, hint: str) -> Markup:
    around = f"95% {bounds(interval)}" if bounds(interval) else interval.get("reason", "")
    small = tag("small", f"{around} · {hint}" if around else hint)
    return tag("div", tag("span", title), tag("b", number(interval["value"])), small, class_="card")


def _marks_card(report: Report) -> Markup | None:
    met, small = marks_in_short(report)
    if not met:
        return None
    return tag("div", tag("span", "Targets"), tag("b", met), tag("small", small), class_="card")


def _footer(report: Report) -> Markup:
    run = report.get("run") or {}
    facts = [
        f"{name} {run[name]}" for name in ("version", "seed", "command") if run.get(name) not in (None, "")
    ]
    said = f"Written by faithstill{' ' + DASH + ' ' if facts else ''}{', '.join(facts)}."
    note = "Intervals are 95% bounds from resampling whole groups of rows."
    return tag("footer", render([said, " ", note]))
