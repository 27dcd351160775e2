# SPDX-License-Identifier: Apache-2.0
"""What bundles make of the red team's rows, by kind, and what passes that should not: figures of docs/redteam.md.

`python -m faithstill.train.bench.redteam_bench data/redteam.jsonl`. An answer passes where its route is deliver, or,
with a profile, where the guard shows it unchanged.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import chain
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console
from rich.progress import Progress
from rich.table import Table

from faithstill.data import Triple
from faithstill.serve import Scorer
from faithstill.serve.cli import progress_bar
from faithstill.serve.guard import Guard, Profile
from faithstill.serve.routes import Route
from faithstill.serve.scorer import SHIPPED_BUNDLES
from faithstill.serve.workers import over_cores
from faithstill.train.labelled_rows import read_labelled
from faithstill.train.metrics.shares import share
from faithstill.train.module_main import run_script
from faithstill.train.profiles.guard_record import DELIVERED

ALL = "all"


@dataclass(frozen=True, slots=True)
class RedteamOutcome:
    """What became of a row under one bundle: by its route alone, or by a guard with a profile."""

    row: Triple
    passed: bool


def routed(scorer: Scorer, triples: Sequence[Triple], bar: Progress) -> list[RedteamOutcome]:
    """Which rows have the route deliver."""
    found = chain.from_iterable(over_cores(triples, partial(_routes, scorer), None))
    passed = bar.track(found, total=len(triples), description="scoring")
    return [RedteamOutcome(row, one) for row, one in zip(triples, passed, strict=True)]


def _routes(scorer: Scorer, triples: Iterable[Triple]) -> list[bool]:
    return [scorer.score_triple(triple).route is Route.DELIVER for triple in triples]


def guarded(guard: Guard, triples: Sequence[Triple], bar: Progress) -> list[RedteamOutcome]:
    """Which rows a guard shows unchanged."""
    decided = bar.track(triples, description="guarding")
    return [RedteamOutcome(row, guard.check_triple(row).action in DELIVERED) for row in decided]


def kind_table(title: str, outcomes: Sequence[RedteamOutcome]) -> Table:
    """A row for each kind: wrong answers kept back, right ones passed, with intervals over whole scenes."""
    made = Table(title=title, title_justify="left", box=None)
    for i, head in enumerate(("kind", "wrong kept back", "", "right passed", "")):
        made.add_column(head, justify="right" if i else "left", no_wrap=True)
    for kind in (*dict.fromkeys(one.row.domain for one in outcomes), ALL):
        own = [one for one in outcomes if kind in (one.row.domain, ALL)]
        made.add_row(kind, *_cells(own, right=False), *_cells(own, right=True))
    return made


def _cells(outcomes: Sequence[RedteamOutcome], *, right: bool) -> tuple[str, str]:
    own = [one for one in outcomes if is_right(one.row) == right]
    hits = [float(one.passed == right) for one in own]
    found = share(hits, [one.row.context_key for one in own])
    return f"{sum(hits):.0f} of {len(hits)}", str(found.interval)


def is_right(row: Triple) -> bool:
    """Is the answer faithful, as labelled?"""
    return row.label is not None and row.label.positive


def slipped(outcomes: Sequence[RedteamOutcome]) -> list[Triple]:
    """The wrong answers that passed."""
    return [one.row for one in outcomes if one.passed and not is_right(one.row)]


def main(
    rows: Annotated[Path, typer.Argument(help="the red team's rows")],
    models: Annotated[
        list[str] | None, typer.Option("--model", help="bundle; all shipped ones without it")
    ] = None,
    profile: Annotated[
        str, typer.Option("--profile", help="of the guard; bundles without an encoder have none")
    ] = "STRICT_BLOCK",
    most: Annotated[
        int, typer.Option("--list", min=0, help="wrong answers to print that passed the guard")
    ] = 200,
) -> None:
    """Print by kind what is kept back and what passes, and the wrong answers that pass."""
    triples, out = read_labelled(rows).triples, Console(width=130)
    for name in models or SHIPPED_BUNDLES:
        scorer = Scorer.load(name)
        with progress_bar() as bar:
            plain = routed(scorer, triples, bar)
            guard = Guard(scorer, Profile.load(profile)) if scorer.featurizer.nli else None
            whole = guarded(guard, triples, bar) if guard else plain
        out.print(kind_table(f"{name}: route", plain))
        if guard:
            out.print(kind_table(f"{name}: guard with {profile}", whole))
        for row in slipped(whole)[:most]:
            out.print(f"{row.id} ({row.domain}): {row.answer}", markup=False, highlight=False)


if __name__ == "__main__":
    run_script(main)
