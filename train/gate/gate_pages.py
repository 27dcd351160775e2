# SPDX-License-Identifier: Apache-2.0
"""A gate's report as text for a terminal, JUnit XML for a build server, and a page."""

from __future__ import annotations

from xml.etree import ElementTree as ET

from faithstill.train.report.blocks import (
    Block,
    Card,
    NoteList,
    Page,
    Paragraph,
    Picture,
    ReportTable,
    Section,
)
from faithstill.train.report.page_template import CONTROLS, rendered
from faithstill.train.report.svg_plots import Measure, Plot, intervals

from .gate_report import Check, GateReport, GateVerdict, SliceChange

_LOOKS = {"roc_auc": "ROC-AUC", "brier": "Brier score", "ece": "calibration error", "f1": "F1 of faithful"}


def gate_text(report: GateReport) -> str:
    """The verdict, every check in a line or more, slices that are worse, and notes."""
    golden = report.golden
    lines = [f"{_headline(report)} ({golden['rows']} golden rows, SHA-256 {golden['sha256'][:16]})"]
    for check in report.checks:
        lines.append(f"  {check.word:12} {check.name}: {check.detail}")
        lines += [f"               {line}" for line in check.lines]
    for each in report.slices:
        if each.mcnemar.lost or each.mcnemar.won:
            lines.append(f"  {'WORSE' if each.is_worse else '':12} {_slice(each)}")
    return "\n".join([*lines, *(f"  note: {note}" for note in report.notes)])


def _headline(report: GateReport) -> str:
    word = "passed" if report.passed else "refused"
    return f"{word}: the candidate is {_worded(report.verdict)}"


def _worded(verdict: GateVerdict) -> str:
    return {
        GateVerdict.BETTER: "better than the present bundle",
        GateVerdict.NO_WORSE: "no worse than the present bundle",
        GateVerdict.CANNOT_TELL: "perhaps worse, perhaps not: these golden rows cannot tell",
        GateVerdict.WORSE: "worse than the present bundle",
        GateVerdict.REFUSED: "not to be compared as it is",
    }[verdict]


def _slice(each: SliceChange) -> str:
    test = each.mcnemar
    return (
        f"{each.field} {each.value}: {each.right} of {each.n} right, was {each.was_right} "
        f"({test.won} won, {test.lost} lost, adjusted p = {each.p:.2g})"
    )


def junit_xml(report: GateReport) -> str:
    """A test suite with one case for each check; a check that does not pass is a failure."""
    failed = [check for check in report.checks if not check.verdict.passes]
    counts = {"tests": str(len(report.checks)), "failures": str(len(failed)), "errors": "0"}
    suite = ET.Element("testsuite", {"name": "faithstill gate", **counts})
    for check in report.checks:
        case = ET.SubElement(suite, "testcase", {"classname": "faithstill.gate", "name": _plain(check.name)})
        told = _plain("\n".join((check.detail, *check.lines)))
        if check.verdict.passes:
            ET.SubElement(case, "system-out").text = told
        else:
            fault = ET.SubElement(case, "failure", {"message": str(check.verdict), "type": "gate"})
            fault.text = told
    ET.indent(suite)
    return f'<?xml version="1.0" encoding="utf-8"?>\n{ET.tostring(suite, encoding="unicode")}\n'


def _plain(text: str) -> str:
    return CONTROLS.sub("\N{REPLACEMENT CHARACTER}", text)


def gate_page(report: GateReport) -> str:
    """The whole page: verdict, checks, differences as a plot, figures side by side, slices."""
    sections = [_checks(report), _figures(report), _slices(report)]
    shown = [section for section in sections if section is not None]
    golden = report.golden
    cards = [
        Card("Verdict", str(report.verdict), "passed" if report.passed else "refused"),
        Card("Golden rows", str(golden["rows"]), f"{golden['groups']} groups of contexts"),
    ]
    return rendered(
        Page(
            title=f"Gate: {report.verdict}",
            heading="Gate",
            lead=f"{_headline(report)}.",
            cards=cards,
            links=[section.title for section in shown],
            sections=shown,
            footer=f"Candidate {report.candidate.fingerprint}, present {report.present.fingerprint}, golden rows "
            f"{golden['name']}, SHA-256 {golden['sha256']}. Intervals are 95% bounds from resampling whole groups.",
        )
    )


def _checks(report: GateReport) -> Section:
    rows = [(check.name, check.word, check.detail) for check in report.checks]
    lines = [f"{check.name}: {line}" for check in report.checks for line in check.lines]
    blocks: list[Block | None] = [ReportTable(("check", "verdict", "what was found"), rows, words=3)]
    blocks += [Picture(plot) if (plot := _plot(report.checks)) else None]
    blocks += [NoteList(lines) if lines else None, *map(Paragraph, report.notes)]
    lead = "Only better and no worse pass. No worse is shown: the whole interval stays within the margin."
    return Section("checks", "Checks", lead, blocks)


def _plot(checks: tuple[Check, ...]) -> Plot | None:
    rows = []
    for check in checks:
        gap, margin = check.figures.get("difference"), check.figures.get("margin")
        if gap and gap["value"] is not None:
            told = f"{gap['value']:+.3f}, margin {margin:g}"
            rows.append(Measure(check.name, gap["value"], gap["low"], gap["high"], told))
    return intervals("Candidate minus present bundle", rows) if rows else None


def _figures(report: GateReport) -> Section:
    ours, theirs = report.candidate.figures, report.present.figures
    rows = [(_LOOKS.get(name, name), str(ours[name]), str(theirs[name])) for name in ours]
    table = ReportTable(("", "candidate", "present"), rows)
    return Section("figures", "Figures", "On all golden rows; positive class: faithful.", [table])


def _slices(report: GateReport) -> Section | None:
    if not report.slices:
        return None
    rows = [
        (
            f"{each.field} {each.value}{' (worse)' if each.is_worse else ''}", str(each.n), str(each.right),
            str(each.was_right), str(each.mcnemar.won), str(each.mcnemar.lost), f"{each.p:.2g}",
        )
        for each in report.slices
    ]  # fmt: skip
    head = ("slice", "rows", "right", "was", "won", "lost", "adjusted p")
    lead = "Information, no check: McNemar's p by slice, adjusted after Benjamini and Hochberg."
    return Section("slices", "Slices", lead, [ReportTable(head, rows)])
