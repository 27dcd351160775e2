# SPDX-License-Identifier: Apache-2.0
"""A drift report as a page: what to look at first, a plot of what moved, and every column that was tested."""

from __future__ import annotations

from collections.abc import Sequence

from faithstill.train.report.blocks import (
    Block,
    Card,
    Fold,
    NoteList,
    Page,
    Paragraph,
    Picture,
    ReportTable,
    Section,
)
from faithstill.train.report.page_template import rendered
from faithstill.train.report.svg_plots import Measure, bars

from .drift_report import DriftReport, part_of
from .moved import Moved

MOST_DRAWN = 30
_HEAD = ("column", "kind", "values", "then", "now", "PSI", "distance", "adjusted p", "log-odds")


def drift_page(report: DriftReport) -> str:
    """The whole page, self-contained."""
    found = report.fingerprint
    return rendered(
        Page(
            title="Drift",
            heading="Drift",
            lead=f"{report.rows} answers in {report.groups} groups of contexts against {found['rows']} rows of "
            f"{found['source'] or 'training'}, kept on {found['made'][:10]}.",
            cards=[
                Card("Moved", str(len(report.moved)), f"of {len(report.columns)} columns tested"),
                Card("Verdict", _verdict(report), f"at {report.alpha:g} after Benjamini and Hochberg"),
            ],
            sections=[_first(report), _all(report)],
            links=["Look first", "All columns"],
            footer=f"Bundle {report.bundle}. PSI: population stability index; distance: Kolmogorov and Smirnov's.",
        )
    )


def _verdict(report: DriftReport) -> str:
    if not report.can_tell:
        return "cannot tell"
    return "drift" if report.has_drifted else "no drift"


def _first(report: DriftReport) -> Section:
    drawn = report.moved[:MOST_DRAWN]
    blocks: list[Block | None] = [NoteList(report.first) if report.first else Paragraph("Nothing moved.")]
    if drawn:
        rows = [Measure(one.name, one.psi, note=f"{one.psi:.2f}") for one in drawn]
        blocks += [
            Picture(bars("Population stability index of what moved", rows), "PSI of what moved", wide=True)
        ]
        blocks.append(_table(drawn))
    lead = "Moved is what differs beyond chance and by an index of 0.1 (rates: 0.04) or more."
    return Section("first", "Look first", lead, blocks)


def _all(report: DriftReport) -> Section:
    blocks: list[Block | None] = [Fold("All columns that were tested", _table(report.columns))]
    if report.too_few:
        blocks.append(Paragraph(f"Too few values to test: {', '.join(report.too_few)}."))
    if report.not_compared:
        blocks.append(Paragraph(f"Only one side has: {', '.join(report.not_compared)}."))
    return Section("all", "All columns", "", blocks)


def _table(columns: Sequence[Moved]) -> ReportTable:
    rows = [
        (
            one.name, part_of(one.name), str(one.n), f"{one.then:.4g}", f"{one.now:.4g}", f"{one.psi:.3f}",
            f"{one.distance:.3f}", f"{one.p:.2g}", f"{one.log_odds:+.2f}" if one.log_odds else "",
        )
        for one in columns
    ]  # fmt: skip
    return ReportTable(_HEAD, rows, words=2)
