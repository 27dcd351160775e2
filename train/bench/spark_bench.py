# SPDX-License-Identifier: Apache-2.0
"""Spark against one process, on the same rows: `python -m faithstill.train.bench.spark_bench`."""

from __future__ import annotations

import json
import os
import sys
import tempfile
import time
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import cycle, islice
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Annotated, Any

import typer

from faithstill.data import read_triples
from faithstill.data.sources import TWIN_ANSWERS
from faithstill.serve import predict_batch
from faithstill.serve.cli import progress_bar
from faithstill.serve.spark import PREDICTED
from faithstill.serve.spark import predict_batch as predict_on_spark
from faithstill.train.module_main import run_script

if TYPE_CHECKING:
    from pyarrow import RecordBatch
    from pyspark.sql import SparkSession

SEED = 31
ROWS = TWIN_ANSWERS.with_name("finance.csv")
SCHEMA = "id string, question string, contexts array<string>, answer string"
_PARTITIONS = 8  # for each core, so that none waits for the last one
Row = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Cost:
    """What some rows took: seconds on the clock, and of the processor in the processes that scored."""

    rows: int
    seconds: float
    cpu: float

    def told(self, cores: int) -> str:
        """In words."""
        rate, each = self.rows / self.seconds, 1000 * self.cpu / self.rows
        return f"{self.seconds:.0f} s, {rate:.0f} rows/s, {rate / cores:.0f} per core, {each:.1f} ms of CPU a row"


def asked(count: int) -> list[Row]:
    """So many rows, those of the annotated set over and over, each with an id of its own."""
    triples = islice(cycle(read_triples(ROWS).triples), count)
    return [
        {
            "id": str(number),
            "question": triple.question,
            "contexts": [passage.text for passage in triple.passages],
            "answer": triple.answer,
        }
        for number, triple in enumerate(triples)
    ]


def in_process(rows: list[Row], model: str) -> tuple[Cost, list[Row]]:
    """`predict_batch` with one worker."""
    began, before = time.perf_counter(), time.process_time()
    with progress_bar() as bar:
        task = bar.add_task("one process", total=len(rows))
        found = predict_batch(
            rows, model=model, workers=1, progress=lambda done: bar.update(task, completed=done)
        )
    return Cost(len(rows), time.perf_counter() - began, time.process_time() - before), found


def on_spark(spark: SparkSession, source: Path, out: Path, model: str, cores: int, count: int) -> Cost:
    """`faithstill.serve.spark.predict_batch` from a file of rows to Parquet, start of the Python workers included."""
    # Rows stay beside their neighbours, with whom they share contexts, as a repartition would not leave them.
    spark.conf.set("spark.sql.files.maxPartitionBytes", source.stat().st_size // (_PARTITIONS * cores) + 1)
    df = spark.read.schema(SCHEMA).json(str(source))
    began = time.perf_counter()
    predict_on_spark(df, model=model).write.parquet(str(out))
    return Cost(count, time.perf_counter() - began, _cpu_of_workers(spark, cores))


def _cpu_of_workers(spark: SparkSession, cores: int) -> float:
    def told(batches: Iterator[RecordBatch]) -> Iterator[RecordBatch]:
        from pyarrow import RecordBatch

        for _ in batches:
            yield RecordBatch.from_pydict({"worker": [os.getpid()], "cpu": [time.process_time()]})

    parts = _PARTITIONS * cores
    rows = spark.range(0, parts, 1, parts).mapInArrow(told, "worker long, cpu double").collect()
    cpu: dict[int, float] = {row["worker"]: row["cpu"] for row in rows}
    return sum(cpu.values())


def same_bytes(out: Path, expected: list[Row]) -> int:
    """How many rows of Parquet have the bytes of those in memory."""
    import pyarrow.dataset

    wanted = {row["id"]: _as_bytes(row) for row in expected}
    rows = pyarrow.dataset.dataset(out, format="parquet").to_table().to_pylist()
    return sum(
        _as_bytes(row | {"statements": json.loads(row["statements"])}) == wanted[row["id"]] for row in rows
    )


def _as_bytes(row: Mapping[str, Any]) -> bytes:
    return json.dumps([row[name] for name in PREDICTED]).encode()


def _session(cores: int) -> SparkSession:
    from pyspark.sql import SparkSession

    os.environ.setdefault("PYSPARK_PYTHON", sys.executable)
    quiet = {"spark.ui.enabled": "false", "spark.log.level": "ERROR"}
    return SparkSession.builder.master(f"local[{cores}]").config(map=quiet).getOrCreate()


def main(
    rows: Annotated[int, typer.Option(help="how many")] = 20_000,
    model: Annotated[str, typer.Option(help="bundle")] = "light",
    cores: Annotated[int, typer.Option(help="Python workers of Spark")] = 2,
    shuffle: Annotated[
        bool, typer.Option("--shuffle", help="rows far from those with the same contexts")
    ] = False,
) -> None:
    """Print rows a second of one process and of Spark on some cores, and how many rows have the same bytes."""
    spark = _session(cores)  # first, as a missing Java would else be told after minutes
    load = os.getloadavg()[0]
    typer.echo(f"{model}, {rows} rows of {ROWS.name}, load of the machine {load:.1f}")
    given = asked(rows)
    if shuffle:
        Random(SEED).shuffle(given)
    with tempfile.TemporaryDirectory() as folder:
        source, out = Path(folder) / "rows.jsonl", Path(folder) / "scored"
        source.write_text("".join(f"{json.dumps(row)}\n" for row in given), encoding="utf-8")
        cost, expected = in_process(given, model)
        typer.echo(f"one process: {cost.told(1)}")
        typer.echo(f"Spark local[{cores}]: {on_spark(spark, source, out, model, cores, rows).told(cores)}")
        typer.echo(f"rows with the same bytes: {same_bytes(out, expected)} of {rows}")
    spark.stop()


if __name__ == "__main__":
    run_script(main)
