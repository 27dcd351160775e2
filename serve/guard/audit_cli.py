# SPDX-License-Identifier: Apache-2.0
"""The commands of audit logs: replay, audit summary, audit verify."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from faithstill.serve.cli import JsonOption, progress_bar, say

from .audit_reading import Reading
from .audit_summary import Summary, as_text
from .chain import DECISION
from .replay import Replayed
from .replay import replay as replayed

LogArgument = Annotated[
    Path, typer.Argument(help="audit log; its files that were put aside are read before it")
]

app = typer.Typer(help="Look at audit logs of the guard.", no_args_is_help=True)


def replay(
    log: LogArgument,
    model: Annotated[
        list[str] | None,
        typer.Option("--model", help="folder of a bundle that is not shipped; may be repeated"),
    ] = None,
    profile: Annotated[
        list[str] | None,
        typer.Option("--profile", help="file of a profile that is not shipped; may be repeated"),
    ] = None,
    lexicon: Annotated[
        list[Path] | None,
        typer.Option("--lexicon", help="a lexicon that is not of the bundle; may be repeated"),
    ] = None,
    json_: JsonOption = False,
) -> None:
    """Make every recorded decision again and print each difference; exit 1 on any, 2 where it cannot be done."""
    done: list[Replayed] = []
    with progress_bar() as bar:
        task = bar.add_task("replaying", total=None)
        for one in replayed(log, models=model or (), profiles=profile or (), lexicons=lexicon or ()):
            done.append(one)
            bar.update(task, completed=len(done))
    result = {
        "decisions": len(done),
        "differing": sum(bool(one.differences) for one in done),
        "lines": [one.as_dict() for one in done if one.differences or one.as_recorded],
    }
    say(result, as_json=json_, text="\n".join([*_lines(done), _last_line(done)]))
    if result["differing"]:
        raise typer.Exit(1)


def _lines(done: list[Replayed]) -> list[str]:
    found = []
    for one in done:
        where = f"{one.file} line {one.line}"
        found += [f"{where}: {difference}" for difference in one.differences]
        if one.as_recorded:
            found.append(f"{where}: taken as recorded, for it could not run: {', '.join(one.as_recorded)}")
    return found


def _last_line(done: list[Replayed]) -> str:
    differing = sum(bool(one.differences) for one in done)
    return f"{len(done)} decisions replayed, {differing} differ"


@app.command()
def summary(log: LogArgument, json_: JsonOption = False) -> None:
    """Rates of unsupported and refuted claims and of each action, claims per answer, latency of each layer."""
    found = Summary.of(log).as_dict()
    say(found, as_json=json_, text=as_text(found))


@app.command()
def verify(
    log: LogArgument,
    head: Annotated[
        str, typer.Option("--head", help="hash that an earlier look printed: its line must still be there")
    ] = "",
    after: Annotated[
        str, typer.Option("--after", help="hash of the last line of the part before, kept elsewhere")
    ] = "",
    json_: JsonOption = False,
) -> None:
    """Prove that no line was changed, deleted, put in or moved since it was written; exit 1 where one was."""
    reading = Reading(log, after, head)
    decisions = sum(entry.said["type"] == DECISION for entry in reading.entries())
    result = {
        "decisions": decisions,
        "head": reading.head,
        "sealed": list(map(str, reading.sealed)),
        "problems": list(map(str, reading.problems)),
    }
    last = f"{decisions} decisions, {len(reading.problems)} problems; head {reading.head}"
    say(result, as_json=json_, text="\n".join([*result["problems"], *result["sealed"], last]))
    if reading.problems:
        raise typer.Exit(1)


COMMANDS = (("replay", replay),)
