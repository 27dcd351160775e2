# SPDX-License-Identifier: Apache-2.0
"""Features of many rows, with a progress bar: as rows to train and measure on, or as a file."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np
from rich.progress import Progress

from faithstill.data import Triple, check_rows, iter_triples
from faithstill.data.files import write_rows
from faithstill.featurize import Featurizer, Settings
from faithstill.serve.cli import make_folder
from faithstill.serve.said_columns import say_columns
from faithstill.serve.scorer import refusal_logit
from faithstill.serve.status import UNJUDGED, ScoreStatus, status_of
from faithstill.serve.workers import over_cores
from faithstill.train.planting.unsupported_statements import unsupported_statements

from .answer_rows import Rows
from .multiple_instance import Taught
from .statement_bags import Bags, known_of


def featurized(triples: Sequence[Triple], featurizer: Featurizer, bar: Progress) -> Rows:
    """Labelled rows with features and status, each as serving computes them, over all cores."""
    read = _read(triples, featurizer, bar, "featurizing")
    names = featurizer.schema.names
    matrix = [row for one in read for row in one.rows]
    owner = [place for place, one in enumerate(read) for _ in one.rows]
    known = [
        label for triple, one in zip(triples, read, strict=True) for label in known_of(triple, one.spans)
    ]
    bags = Bags(
        np.array(matrix, dtype=np.float64).reshape(len(matrix), len(names)),
        np.array(owner, dtype=np.int64),
        np.array(known, dtype=np.int64),
        np.array([one.refused for one in read], dtype=np.float64),
    )
    return Rows.of(triples, statuses=[one.status for one in read], bags=bags)


def taught(triples: Sequence[Triple], featurizer: Featurizer, bar: Progress, *, seed: int) -> Taught:
    """Statements that nothing supports beside the questions and contexts of some faithful rows."""
    made = list(unsupported_statements(triples, seed=seed))
    read = _read([one.triple for one in made], featurizer, bar, "making false statements")
    pairs = [(row, one.row) for one, found in zip(made, read, strict=True) for row in found.rows[:1]]
    matrix = np.array([row for row, _ in pairs], dtype=np.float64).reshape(
        len(pairs), len(featurizer.schema.names)
    )
    return Taught(matrix, np.array([row for _, row in pairs], dtype=np.int64))


@dataclass(frozen=True, slots=True)
class _Read:
    """The statements of an answer that are no refusals: character ranges and features; `refused` as in `Bags`."""

    spans: list[tuple[int, int]]
    rows: list[list[float]]
    refused: float
    status: ScoreStatus


def _read(triples: Sequence[Triple], featurizer: Featurizer, bar: Progress, title: str) -> list[_Read]:
    task = bar.add_task(title, total=len(triples))
    read: list[_Read] = []
    for found in over_cores(triples, partial(_statements, featurizer), workers=None):
        read += found
        bar.advance(task, len(found))
    return read


def _statements(featurizer: Featurizer, triples: Sequence[Triple]) -> list[_Read]:
    found = []
    for triple in triples:
        analysis = featurizer.analyse(triple)
        status = status_of(featurizer, triple, analysis)
        parts = [] if status in UNJUDGED else analysis.parts
        stating = [part for part in parts if not part.statement.refuses]
        refusing = [part for part in parts if part.statement.refuses]
        spans = [(part.statement.start, part.statement.end) for part in stating]
        rows = [list(featurizer.named(part).values()) for part in stating]
        refused = min((refusal_logit(part) for part in refusing), default=math.inf)
        found.append(_Read(spans, rows, refused, status))
    return found


def write_features(source: Path, out: Path, settings: Settings, bar: Progress) -> int:
    """Write every feature of every row's whole answer to a Parquet, CSV or JSONL file; returns the number of rows.

    A scorer computes them for each statement instead (`StatementScore.features`); for an answer of one statement the
    two are the same.
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
    return [
        {"id": t.id, "label": str(t.label or ""), **featurizer.named(featurizer.analyse(t))} for t in triples
    ]
