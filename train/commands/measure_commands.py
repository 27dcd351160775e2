# SPDX-License-Identifier: Apache-2.0
"""The commands `evaluate` and `analyze`; heavy imports happen inside them."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console

from faithstill.serve.cli import (
    JsonOption,
    ModelOption,
    progress_bar,
    say,
)
from faithstill.train.output_paths import check_output

from .data_commands import RowsArgument


def evaluate(
    rows: RowsArgument,
    model: ModelOption = "general",
    report: Annotated[Path | None, typer.Option("--report", help="HTML report to write")] = None,
    json_: JsonOption = False,
) -> None:
    """Measure a bundle on labelled rows: metrics with intervals, slices, baselines."""
    from faithstill.train.evaluate.evaluate_bundle import evaluate_bundle
    from faithstill.train.report.cautions import cautions
    from faithstill.train.report.html_page import write_html
    from faithstill.train.report.terminal_summary import summary

    if report:
        check_output(report, rows)
    with progress_bar() as bar:
        result = evaluate_bundle(rows, model, bar)
    if seen := result["data"]["seen_in_training"]:
        of = f"{seen} of {result['data']['rows']} rows"
        typer.echo(f"{of} have contexts that the bundle was trained on: their figures are too good", err=True)
    for line in cautions(result):
        typer.echo(f"{rows}: {line}", err=True)
    if report:
        write_html(result, report)
    if json_:
        say(result, as_json=True, text="")
    else:
        Console().print(summary(result))


def analyze(rows: RowsArgument, model: ModelOption = "general", json_: JsonOption = False) -> None:
    """Why a bundle errs on labelled rows: drivers, stability, collinearity, contributions, worst rows."""
    from faithstill.train.evaluate.evaluate_bundle import analyze_bundle
    from faithstill.train.report.terminal_summary import analysis_text

    with progress_bar() as bar:
        result = analyze_bundle(rows, model, bar)
    say(result, as_json=json_, text=analysis_text(result))
