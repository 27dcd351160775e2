# SPDX-License-Identifier: Apache-2.0
"""The command `queue`; heavy imports happen inside it."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from faithstill.serve.cli import JsonOption, ModelOption, make_folder, progress_bar, say
from faithstill.train.output_paths import check_table


def queue(
    source: Annotated[Path, typer.Argument(help="audit log, file of predictions, or rows")],
    out: Annotated[Path, typer.Option("--out", help="rows to review, CSV, JSONL or Parquet by ending")],
    most: Annotated[int, typer.Option("--most", min=1, help="answers to queue")] = 200,
    seen: Annotated[
        list[Path] | None,
        typer.Option("--seen", help="an earlier queue, or rows that are labelled; may be repeated"),
    ] = None,
    random_share: Annotated[
        float, typer.Option("--random", min=0, max=1, help="share drawn at random, for an honest estimate")
    ] = 0.2,
    model: ModelOption = "general",
    seed: Annotated[int, typer.Option("--seed", help="of the random share")] = 42,
    json_: JsonOption = False,
) -> None:
    """Choose the answers that an expert should label next, each with the reason why; `faithstill review` takes them.

    An interrupted run continues where it stopped.
    """
    from faithstill.serve import Scorer
    from faithstill.serve.kept_rows import KeptRows
    from faithstill.train.queue.queue_choice import with_random
    from faithstill.train.queue.queue_job import make_queue

    check_table(out, source, *(seen or ()))
    make_folder(out)
    kept = KeptRows(out)
    with progress_bar() as bar:
        task = bar.add_task("scoring", total=None)
        found = make_queue(
            source,
            most=most,
            scorer=Scorer.load(model),
            seen=seen or (),
            seed=seed,
            shares=with_random(random_share),
            progress=lambda done, total: bar.update(task, completed=done, total=total),
            kept=kept,
        )
    for problem in found.problems:
        typer.echo(problem, err=True)
    if not found.chosen:
        reasons = ", ".join(f"{n} {why}" for why, n in found.left_out.items()) or "it is empty"
        raise ValueError(f"{source}: holds no answer to queue: {reasons}")
    found.write(out)
    kept.forget()
    result = {
        "out": str(out),
        "queued": len(found.chosen),
        "candidates": found.candidates,
        "chosen_for": found.counts(),
        "left_out": dict(found.left_out),
    }
    lines = [f"wrote {len(found.chosen)} of {found.candidates} answers to {out}"]
    lines += [f"  {n} {reason}" for reason, n in found.counts().items()]
    lines += [f"  left out: {n} {why}" for why, n in found.left_out.items()]
    say(result, as_json=json_, text="\n".join(lines))
