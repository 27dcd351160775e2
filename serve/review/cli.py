# SPDX-License-Identifier: Apache-2.0
"""The command of the review page: review."""

from __future__ import annotations

import getpass
from pathlib import Path
from typing import Annotated

import typer

from faithstill.data import write_triples
from faithstill.serve.cli import JsonOption, ModelOption, make_folder, say


def review(
    rows: Annotated[Path, typer.Argument(help="CSV, JSONL or Parquet, labelled or not")],
    reviewer: Annotated[
        str, typer.Option("--reviewer", help="your name; the one that you are logged in with without it")
    ] = "",
    model: ModelOption = "general",
    port: Annotated[int, typer.Option("--port", min=0, max=65535, help="0: any free one")] = 8081,
    blind: Annotated[bool, typer.Option("--blind", help="hide the labels of the file")] = False,
    export: Annotated[
        Path | None, typer.Option("--export", help="write the decided rows to a file, and serve nothing")
    ] = None,
    keep_labels: Annotated[
        bool, typer.Option("--keep-labels", help="with --export: undecided rows too, with the file's labels")
    ] = False,
    json_: JsonOption = False,
) -> None:
    """Label answers on a page of this machine (extra server); decisions stay in ROWS.review.sqlite beside the file.

    With --export the rows that reviewers settled become a file to train on.
    """
    if export:
        _export(rows, export, keep_labels=keep_labels, json_=json_)
        return
    from .review_server import open_desk, run

    desk = open_desk(rows, model=model, reviewer=reviewer.strip() or _login(), blind=blind)
    if foreign := desk.decisions.foreign():
        typer.echo(
            f"{desk.decisions.path}: {foreign} decisions are of rows that {rows} lacks or has with other texts; "
            "they are kept and not used",
            err=True,
        )
    run(desk, port)


def _export(rows: Path, out: Path, *, keep_labels: bool, json_: bool) -> None:
    from .decisions import Decisions
    from .review_export import export_rows
    from .review_rows import read_review_rows
    from .review_store import store_of

    found, store = read_review_rows(rows), store_of(rows)
    if not store.exists():
        raise ValueError(f"{store}: is not there, so nothing was decided; run faithstill review {rows} first")
    if out.exists() and out.samefile(rows):
        raise ValueError(f"{out}: is the input; give the result another name")
    exported = export_rows(found, Decisions(store, found).all(), keep_labels=keep_labels)
    if not exported.triples:
        raise ValueError(f"{store}: holds no settled label; decide some rows first")
    make_folder(out)
    write_triples(out, exported.triples)
    result = {
        "out": str(out),
        "rows": len(exported.triples),
        "disputed": list(exported.disputed),
        "undecided": len(exported.undecided),
    }
    text = f"wrote {len(exported.triples)} rows to {out}; left out: {len(exported.undecided)} undecided"
    if exported.disputed:
        text += f", {len(exported.disputed)} on which reviewers are divided: {', '.join(exported.disputed)}"
    say(result, as_json=json_, text=text)


def _login() -> str:
    try:
        return getpass.getuser()
    except (OSError, KeyError):  # a user without a name, as in some containers
        return "reviewer"


COMMANDS = (("review", review),)
