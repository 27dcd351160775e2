# SPDX-License-Identifier: Apache-2.0
"""The last part of `make demo`: the fresh bundle on an evaluation set, then on one answer, explained.

`python -m faithstill.train.bench.demo data/finance.csv --model models/finance`
"""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Annotated

import typer

from faithstill.data import read_triples, write_triples
from faithstill.serve import Route, Scorer, predict_batch
from faithstill.train.commands.held_out_rows import split
from faithstill.train.commands.job import SEED
from faithstill.train.module_main import run_script

QUESTION = "What does an outgoing domestic wire cost on the Plus account?"
CONTEXT = """Fee schedule, in force from 1 March 2026

| Service | Basic | Plus |
|---|---|---|
| Outgoing domestic wire | $25 | $15 |
| Outgoing international wire | $45 | $35 |

Incoming wires are free on every account."""
ANSWERS = (
    "An outgoing domestic wire costs $15 on the Plus account.",
    "An outgoing domestic wire costs $25 on the Plus account.",
    "The fee schedule does not state what a domestic wire costs.",
)


def main(rows: Path, model: Annotated[Path, typer.Option("--model")]) -> None:
    """Score the held-out rows without their labels, then three answers to one question."""
    triples = read_triples(rows, labelled=True).triples
    held_out = [triples[i] for i in split(triples, seed=SEED)[1]]  # as training did
    with TemporaryDirectory() as folder:
        source = Path(folder) / "eval.csv"
        write_triples(source, [replace(triple, label=None, spans=()) for triple in held_out])
        found = predict_batch(source, model=model)
    routes = {route: sum(row["route"] == route for row in found) for route in Route}
    shown = ", ".join(f"{route} {n}" for route, n in routes.items())
    typer.echo(f"\npredict_batch over {len(found)} held-out answers: {shown}\n")
    scorer = Scorer.load(model)
    for answer in ANSWERS:
        score = scorer.score(question=QUESTION, contexts=[CONTEXT], answer=answer)
        typer.echo(f"> {answer}\n{score.explain()}\n")


if __name__ == "__main__":
    run_script(main)
