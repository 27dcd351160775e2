# SPDX-License-Identifier: Apache-2.0
"""Features of many rows, with a progress bar: as a matrix for training, or as a file."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray
from rich.progress import Progress

from faithstill.data import Triple, check_rows, iter_triples
from faithstill.data.files import write_rows
from faithstill.featurize import Featurizer, Settings
from faithstill.serve.workers import over_cores

Floats = NDArray[np.float64]


def feature_matrix(triples: Sequence[Triple], featurizer: Featurizer, bar: Progress) -> Floats:
    """(n, features), each row as serving computes it, over all cores."""
    task = bar.add_task("featurizing", total=len(triples))
    found = []
    for rows in over_cores(triples, featurizer.transform, workers=None):
        found.append(rows)
        bar.advance(task, len(rows))
    return np.concatenate(found)


def write_features(source: Path, out: Path, settings: Settings, bar: Progress) -> int:
    """Every feature of every row into a Parquet, CSV or JSONL file; returns the number of rows.

    Streams: memory does not grow with the file. Nothing is left under the name `out` if a row is bad.
    """
    task = bar.add_task("featurizing", total=check_rows(source))

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
