# SPDX-License-Identifier: Apache-2.0
"""Answers of a Spark DataFrame scored where they lie: one scorer in each Python worker, no row through the driver."""

from __future__ import annotations

import json
import zipfile
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from functools import lru_cache, partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from faithstill.data import TableError
from faithstill.data.columns import Columns, match_columns, parse_row
from faithstill.data.errors import RowOrigin

from .batch import prediction
from .bundle import Bundle
from .kept import PREFIX
from .manifest import MANIFEST
from .scorer import Scorer, folder_of

if TYPE_CHECKING:
    from pyarrow import RecordBatch
    from pyspark.sql import DataFrame, SparkSession

# What stands behind the input's columns, in Spark's words; `statements` are JSON, as what they hold has no fixed type.
PREDICTED: Mapping[str, str] = {
    "faithful": "double",
    "is_faithful": "boolean",
    "status": "string",
    "route": "string",
    "why": "string",
    "threshold": "double",
    "logit": "double",
    "reasons": "array<string>",
    "statements": "string",
}
ERROR: Mapping[str, str] = {"error": "string"}
_AT_A_TIME = 128  # rows in memory as Python objects
# A row's place and its cells to the cells of the new columns; None leaves the row out.
Added = Callable[[RowOrigin, Mapping[str, Any]], Mapping[str, Any] | None]


def predict_batch(
    df: DataFrame, *, model: str | Path = "general", threshold: float | None = None
) -> DataFrame:
    """The rows of `df`, each with what `faithstill predict-batch` writes of it; nothing is scored before an action.

    Columns are understood as those of a file and kept; one of our names that the input uses, such as `status`, is
    there `input_status`. `id` and `label` are the input's; where it has no id there is none.

    TableError for columns and BundleError for a bundle that cannot be used, at once. A row that cannot be read fails
    its task with partition, row and cure; `bad_rows` finds all of them first. The executors need faithstill alone:
    each fetches the bundle once, and each Python worker loads it once.
    """
    bundle = Bundle.load(folder_of(model))
    Scorer(_with(bundle, threshold))  # what is wrong with it is said here, not on every executor
    columns = _understood(df)
    renamed = {name: "string" for name in ("id", "label") if columns.found.get(name, name).lower() != name}
    shipped = _ship(df.sparkSession, bundle)
    return _mapped(df, {**PREDICTED, **renamed}, partial(_predict, shipped, threshold, columns))


def bad_rows(df: DataFrame) -> DataFrame:
    """The rows of `df` that `predict_batch` cannot read, with an `error` each that says what is wrong and the cure."""
    return _mapped(df, ERROR, partial(_complain, _understood(df)))


def _understood(df: DataFrame) -> Columns:
    return match_columns(df.columns, RowOrigin("DataFrame"), labelled=False)


def _with(bundle: Bundle, threshold: float | None) -> Bundle:
    return bundle if threshold is None else bundle.with_threshold(threshold)


def _mapped(df: DataFrame, added: Mapping[str, str], compute: Added) -> DataFrame:
    from pyspark.sql.types import StructField, StructType

    fields = [
        StructField(name, field.dataType, field.nullable)
        for name, field in zip(_names(df.columns, added), df.schema.fields, strict=True)
    ]
    more = StructType.fromDDL(", ".join(f"{name} {kind}" for name, kind in added.items()))
    # Arrow rather than pandas, which would make floats of whole numbers beside a missing one.
    return df.mapInArrow(partial(_work, compute, added), StructType([*fields, *more.fields]))


def _names(columns: Sequence[str], ours: Collection[str]) -> list[str]:
    """What the input's columns are called beside ours; to Spark `Status` is `status`.

    >>> _names(["id", "Status", "answer"], ["status", "why"])
    ['id', 'input_Status', 'answer']
    """
    taken = {*ours, *map(str.lower, columns)}
    return [_free(column, taken) if column.lower() in ours else column for column in columns]


def _free(name: str, taken: Collection[str]) -> str:
    while name.lower() in taken:
        name = f"{PREFIX}{name}"
    return name


def _ship(spark: SparkSession, bundle: Bundle) -> str:
    """The name under which every executor unpacks the bundle, once for each Spark application."""
    from pyspark import SparkFiles

    name = f"faithstill-{bundle.fingerprint.replace('+', '-')}.zip"
    if not any(known.endswith(name) for known in spark.sparkContext.listArchives):
        archive = Path(SparkFiles.getRootDirectory()) / "faithstill" / name  # Spark removes it at its end
        archive.parent.mkdir(exist_ok=True)
        _pack(bundle, archive)
        spark.sparkContext.addArchive(str(archive))
    return name


def _pack(bundle: Bundle, archive: Path) -> None:
    folder = bundle.path or Path()
    with zipfile.ZipFile(archive, "w", zipfile.ZIP_DEFLATED) as packed:
        for name in (MANIFEST, *bundle.manifest["files"]):
            packed.write(folder / name, name)


# From here on in the executors' Python workers.


def _work(compute: Added, added: Mapping[str, str], batches: Iterator[RecordBatch]) -> Iterator[RecordBatch]:
    from pyspark import TaskContext

    task = TaskContext.get()
    file, number = f"partition {task.partitionId() if task else 0}", 0
    for batch in batches:
        for start in range(0, batch.num_rows, _AT_A_TIME):
            piece = batch.slice(start, _AT_A_TIME)
            places = (RowOrigin(file, number + row) for row in range(1, piece.num_rows + 1))
            yield _beside(piece, added, list(map(compute, places, piece.to_pylist())))
            number += piece.num_rows


def _beside(
    piece: RecordBatch, added: Mapping[str, str], found: Sequence[Mapping[str, Any] | None]
) -> RecordBatch:
    """The new cells beside those of the input, without the rows for which nothing was found."""
    import pyarrow as pa

    text = pa.string()
    kinds = {"double": pa.float64(), "boolean": pa.bool_(), "string": text, "array<string>": pa.list_(text)}
    kept = piece.take(pa.array([i for i, row in enumerate(found) if row is not None], pa.int64()))
    rows = [row for row in found if row is not None]
    cells = [pa.array([row.get(name) for row in rows], kinds[kind]) for name, kind in added.items()]
    names = [*_names(piece.schema.names, added), *added]
    return pa.RecordBatch.from_arrays([*kept.columns, *cells], names)


def _predict(
    shipped: str, threshold: float | None, columns: Columns, place: RowOrigin, cells: Mapping[str, Any]
) -> Mapping[str, Any]:
    triple = parse_row(cells, columns, place, labelled=False)
    row = prediction(triple, _scorer(shipped, threshold).score_triple(triple))
    return row | {"statements": json.dumps(row["statements"], ensure_ascii=False)}


def _complain(columns: Columns, place: RowOrigin, cells: Mapping[str, Any]) -> Mapping[str, Any] | None:
    try:
        parse_row(cells, columns, place, labelled=False)
    except TableError as error:
        return {"error": str(error)}
    return None


@lru_cache(maxsize=2)
def _scorer(shipped: str, threshold: float | None) -> Scorer:
    """Loaded once for each Python worker, which Spark keeps from task to task."""
    from pyspark import SparkFiles

    return Scorer(_with(Bundle.load(SparkFiles.get(shipped)), threshold))
