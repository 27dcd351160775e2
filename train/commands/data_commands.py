# SPDX-License-Identifier: Apache-2.0
"""The `data` commands: check, count and split annotated rows."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer
from rich.console import Console

from faithstill.serve.cli import JsonOption, make_folder, progress_bar, say
from faithstill.serve.said_columns import listed
from faithstill.train.labelled_rows import read_labelled
from faithstill.train.output_paths import check_table

if TYPE_CHECKING:
    from faithstill.data import RowError

app = typer.Typer(help="Check, count and split annotated rows.", no_args_is_help=True)
RowsArgument = Annotated[
    Path, typer.Argument(help="CSV, JSONL or Parquet with question, contexts, answer, label")
]


@app.command()
def check(rows: RowsArgument, json_: JsonOption = False) -> None:
    """Read labelled rows and report all that is wrong with them."""
    from faithstill.data import TableError, read_triples

    try:
        table = read_triples(rows, labelled=True)
    except TableError as found:
        _tell(found.errors, as_json=json_)
        raise typer.Exit(2) from None
    renamed = "".join(f"\n  {found} read as {meant}" for found, meant in table.mapped.items())
    result = {"rows": len(table.triples), "mapped": dict(table.mapped), "ignored": list(table.ignored)}
    ignored = f"\n  ignored: {listed(table.ignored)}" if table.ignored else ""
    say(result, as_json=json_, text=f"{rows}: {len(table.triples)} rows, no errors{renamed}{ignored}")


def _tell(errors: Sequence[RowError], *, as_json: bool) -> None:
    if as_json:
        say({"errors": [error.as_dict() for error in errors]}, as_json=True, text="")
    for error in () if as_json else errors:
        typer.echo(str(error), err=True)


@app.command()
def stats(rows: RowsArgument, json_: JsonOption = False) -> None:
    """Count labelled rows and measure how far they can be guessed without reading the contexts."""
    from .listings import data_stats, stats_table

    triples = read_labelled(rows).triples
    with progress_bar() as bar:
        result = data_stats(triples, bar)
    if json_:
        say(result, as_json=True, text="")
    else:
        Console().print(stats_table(result))


@app.command()
def split(
    rows: RowsArgument,
    out: Annotated[
        Path | None,
        typer.Option(
            "--out",
            help="the rows again, with a split column; without it a new file beside them, as rows.split.csv",
        ),
    ] = None,
    test_share: Annotated[
        float, typer.Option("--test-share", min=0.05, max=0.9, help="share of the rows to test on, about")
    ] = 0.25,
    seed: Annotated[int, typer.Option("--seed", min=0, help="the same one gives the same split")] = 42,
    json_: JsonOption = False,
) -> None:
    """Assign each group to train or test, stratified by domain and label."""
    from dataclasses import replace

    from faithstill.data import grouped_split, write_triples

    if out is None:
        out = rows.with_name(f"{rows.stem}.split{rows.suffix}")
        if out.exists():
            raise ValueError(f"{out}: is there already; name it with --out to replace it")
    check_table(out, rows)
    table = read_labelled(rows)
    triples = table.triples
    try:
        held = set(grouped_split(triples, test_share=test_share, seed=seed)[1])
    except ValueError as error:
        raise ValueError(f"{rows}: {error}") from None
    make_folder(out)
    write_triples(out, [replace(t, split="test" if i in held else "train") for i, t in enumerate(triples)])
    train_rows = len(triples) - len(held)
    result = {"train": train_rows, "test": len(held), "ignored": list(table.ignored), "out": str(out)}
    left_out = f"\n  left out: {listed(table.ignored)}" if table.ignored else ""
    say(result, as_json=json_, text=f"{train_rows} train rows and {len(held)} test rows in {out}{left_out}")
