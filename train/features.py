# SPDX-License-Identifier: Apache-2.0
"""Features of many rows, with a progress bar: as a matrix for training, or as a file."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray
from rich.progress import Progress

from faithstill.data import Triple, count_rows, iter_triples
from faithstill.data.files import write_rows
from faithstill.featurize import Featurizer, Settings

Floats = NDArray[np.float64]


def feature_matrix(triples: Sequence[Triple], featurizer: Featurizer, bar: Progress) -> Floats:
    """(n, features), each row as serving computes it."""
    task = bar.add_task("featurizing", total=len(triples))
    rows = []
    for triple in triples:
        rows.append(featurizer.transform([triple])[0])
        bar.advance(task)
    return np.stack(rows)


def write_features(source: Path, out: Path, settings: Settings, bar: Progress) -> int:
    """Every feature of every row into a Parquet, CSV or JSONL file; returns the number of rows.

    Streams: memory does not grow with the file. Nothing is left under the name `out` if a row is bad.
    """
    featurizer = Featurizer(settings)
    task = bar.add_task("featurizing", total=count_rows(source))

    def rows() -> Iterator[dict[str, Any]]:
        for triple in iter_triples(source):
            named = featurizer.named(featurizer.analyse(triple))
            label = "" if triple.label is None else str(triple.label)
            yield {"id": triple.id, "label": label, **named}
            bar.advance(task)

    write_rows(out, rows())
    return int(bar.tasks[task].completed)
