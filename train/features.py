# SPDX-License-Identifier: Apache-2.0
"""Features of many rows, with a progress bar: as rows to train and measure on, or as a file."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

from rich.progress import Progress

from faithstill.data import Triple, check_rows, iter_triples
from faithstill.data.files import write_rows
from faithstill.featurize import Featurizer, Settings
from faithstill.serve.cli import make_folder
from faithstill.serve.said_columns import say_columns
from faithstill.serve.score import ScoreStatus
from faithstill.serve.scorer import status_of
from faithstill.serve.workers import over_cores

from .methods import Rows


def featurized(triples: Sequence[Triple], featurizer: Featurizer, bar: Progress) -> Rows:
    """Labelled rows with features and status, each as serving computes them, over all cores."""
    task = bar.add_task("featurizing", total=len(triples))
    values: list[list[float]] = []
    statuses: list[ScoreStatus] = []
    for found in over_cores(triples, partial(_with_status, featurizer), workers=None):
        values += [row for row, _ in found]
        statuses += [status for _, status in found]
        bar.advance(task, len(found))
    return Rows.of(triples, values, statuses)


def _with_status(featurizer: Featurizer, triples: Sequence[Triple]) -> list[tuple[list[float], ScoreStatus]]:
    analyses = ((triple, featurizer.analyse(triple)) for triple in triples)
    return [(list(featurizer.named(a).values()), status_of(featurizer, t, a)) for t, a in analyses]


def write_features(source: Path, out: Path, settings: Settings, bar: Progress) -> int:
    """Every feature of every row into a Parquet, CSV or JSONL file; returns the number of rows.

    Streams: memory does not grow with the file. What the generator told of itself is a family of its own where any
    row has it. Nothing is left under the name `out` if a row is bad.
    """
    checked = check_rows(source)
    say_columns(source, checked.mapped, checked.ignored)
    settings = replace(settings, self_report=checked.has_self_metrics)
    make_folder(out)
    task = bar.add_task("featurizing", total=checked.rows)

    def rows() -> Iterator[dict[str, Any]]:
        work = partial(_named, Featurizer(settings))
        for found in over_cores(iter_triples(source), work, workers=None):
            yield from found
            bar.advance(task, len(found))

    write_rows(out, rows())
    return int(bar.tasks[task].completed)


def _named(featurizer: Featurizer, triples: Sequence[Triple]) -> list[dict[str, Any]]:
    values = zip(triples, featurizer.transform(triples).tolist(), strict=True)
    names = featurizer.schema.names
    return [
        {"id": t.id, "label": str(t.label or ""), **dict(zip(names, row, strict=True))} for t, row in values
    ]
