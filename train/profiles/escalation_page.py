# SPDX-License-Identifier: Apache-2.0
"""The plan of escalation as a table in a terminal, and with its plot as a page beside the profile."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from rich.table import Table as TerminalTable

from faithstill.train.report.blocks import Block, Legend, Page, Picture, ReportTable, Section
from faithstill.train.report.page_template import rendered
from faithstill.train.report.svg_plots import Series, curves

from .escalation import Costs, Plan, cheapest, landmarks

HEAD = ("", "low", "high", "cost", "judge calls", "reviews", "errors", "withheld")
MOST_LINES = 4  # values of `high` that are drawn beside the best one


def plan_rows(found: Sequence[Plan], least: float) -> list[list[str]]:
    """A row for each plan worth a look; all figures but the band are for 100 answers."""
    return [
        [name, f"{plan.low:.3f}", f"{plan.high:.3f}", *(f"{100 * figure:.1f}" for figure in _figures(plan))]
        for name, plan in landmarks(found, least)
    ]


def _figures(plan: Plan) -> tuple[float, ...]:
    return plan.cost, plan.calls, plan.reviews, plan.errors, plan.withheld


def plan_table(found: Sequence[Plan], least: float) -> TerminalTable:
    """The same for a terminal."""
    made = TerminalTable(
        title="Escalation, for 100 answers", title_justify="left", title_style="bold", box=None
    )
    for i, column in enumerate(HEAD):
        made.add_column(column, justify="right" if i else "left", no_wrap=not i, header_style="dim")
    for row in plan_rows(found, least):
        made.add_row(*row)
    return made


def write_page(found: Sequence[Plan], costs: Costs, least: float, path: Path) -> None:
    """Write table and plot as one self-contained page."""
    lead = (
        f"A question to the judge costs {costs.judge:g}, a review {costs.review:g}, an unfaithful answer let through "
        f"{costs.error:g}, a faithful one withheld {costs.withheld:g}; the judge is taken to be right "
        f"{costs.judge_right:.0%} of the time. Figures are expected ones for 100 answers, on the labelled rows."
    )
    lines = _lines(found)
    plot = curves("Cost of bands", lines, x="low end of the band", y="cost, as a share of the dearest")
    drawn: list[Block] = [Picture(plot), Legend([line.name for line in lines])]
    sections = (
        Section("plan", "Escalation", lead, [ReportTable(HEAD, plan_rows(found, least))]),
        Section("cost", "Cost by band", "", drawn),
    )
    page = rendered(Page("Escalation: the judge's band of least cost", sections))
    path.write_text(page, encoding="utf-8", newline="\n")


def _lines(found: Sequence[Plan]) -> list[Series]:
    """Cost over the low end of the band, for the best high end first and some others."""
    best, most = cheapest(found), max(plan.cost for plan in found) or 1.0
    others = [high for high in sorted({plan.high for plan in found}) if high != best.high]
    kept = others[:: max(1, -(-len(others) // MOST_LINES))]
    return [
        Series(f"high end {high:.3f}", [(p.low, p.cost / most) for p in found if p.high == high])
        for high in (best.high, *kept)
    ]
