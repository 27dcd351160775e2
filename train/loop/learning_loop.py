# SPDX-License-Identifier: Apache-2.0
"""A month of the learning loop without any key: `... learning_loop data/finance.csv --out out/loop`.

Every step is a command that users give. Run again after an interrupt: what is there is not made again.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console
from rich.table import Table

from faithstill.serve.cli import make_folder
from faithstill.train.bench.queue_plot import PlotLine, PlotMark, write_plot
from faithstill.train.module_main import run_script

from .loop_commands import Commands
from .simulated_month import ERRORS, SimulatedMonth, Week
from .weeks import SHIFTED, WEEKS, month

_WIDTH = 110  # of the table


def main(
    rows: Annotated[Path, typer.Argument(help="annotated rows with a split and several domains")],
    out: Annotated[Path, typer.Option("--out", help="folder for all that is made")] = Path("out/loop"),
    base: Annotated[int, typer.Option("--base", min=100, help="labelled rows of the first bundle")] = 400,
    a_week: Annotated[int, typer.Option("--a-week", min=20, help="answers of a week")] = 200,
) -> None:
    """Simulate four weeks: label, queue, review, retrain, gate, promote, watch; a table and a plot at the end."""
    console = Console(soft_wrap=True, highlight=False, width=_WIDTH)
    make_folder(out / "loop.svg")
    store = f"sqlite:///{(out / 'mlflow.db').resolve().as_posix()}"
    environment = {**os.environ, "MLFLOW_TRACKING_URI": store, "PYTHONPATH": os.pathsep.join(sys.path)}
    simulated = SimulatedMonth(
        month(rows, base=base, a_week=a_week),
        out,
        Commands(environment, lambda text: console.print(text, markup=False)),
    )
    simulated.begin()
    weeks = [simulated.week(number) for number in range(1, WEEKS + 1)]
    console.print(as_table(weeks))
    write_plot(out / "loop.svg", _lines(weeks), x="week", y="ROC-AUC on the golden rows")
    console.print(f"labels of the scripted labeller are wrong in {ERRORS:.0%}; plot: {out / 'loop.svg'}")


def as_table(weeks: Sequence[Week]) -> Table:
    """For the terminal."""
    table = Table(
        *("week", "answers", "no label", "reviewed", "corrected", "serving", "candidate", "gate", "drift"),
        title="four weeks of the learning loop (ROC-AUC on the golden rows)",
    )
    for one in weeks:
        gate = "promoted" if one.promoted else "refused"
        watched = "alarm" if one.drifted else "none"
        table.add_row(
            *map(str, (one.number, one.rows, one.refused, one.reviewed, one.corrected)),
            *(f"{auc:.3f}" for auc in (one.champion_auc, one.candidate_auc)),
            gate,
            f"{watched} (shifted)" if one.number == SHIFTED else watched,
        )
        if one.sabotaged_auc is not None:
            said = "refused" if one.sabotaged_refused else "PROMOTED"
            table.add_row("", "", "", "", "flipped labels", "", f"{one.sabotaged_auc:.3f}", said, "")
    return table


def _lines(weeks: Sequence[Week]) -> Sequence[PlotLine]:
    served = [one.candidate_auc if one.promoted else one.champion_auc for one in weeks]
    places = (0, *(one.number for one in weeks))
    marks = tuple(PlotMark(auc, auc, auc) for auc in (weeks[0].champion_auc, *served))
    return [PlotLine("serving", places, marks)]


if __name__ == "__main__":
    run_script(main)
