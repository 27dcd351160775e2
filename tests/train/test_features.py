# SPDX-License-Identifier: Apache-2.0
"""Features as a matrix and as files."""

from __future__ import annotations

import csv
import json
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from rich.progress import Progress

from faithstill.data import TableError, read_triples
from faithstill.featurize import Featurizer, Settings
from faithstill.train.features import featurized, write_features

Rows = list[dict[str, Any]]


def read_csv(path: Path) -> Rows:
    with path.open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def read_jsonl(path: Path) -> Rows:
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]


def read_parquet(path: Path) -> Rows:
    parquet = pytest.importorskip("pyarrow.parquet", reason="pyarrow is not installed")
    found: Rows = parquet.read_table(path).to_pylist()
    return found


READERS: Mapping[str, Callable[[Path], Rows]] = {
    "csv": read_csv,
    "jsonl": read_jsonl,
    "parquet": read_parquet,
}


@pytest.mark.parametrize("ending", READERS)
def test_a_file_holds_what_transform_gives_to_the_last_bit(
    tiny_rows: Path, tmp_path: Path, bar: Progress, ending: str
) -> None:
    out = tmp_path / f"features.{ending}"
    assert write_features(tiny_rows, out, Settings(), bar) == 60
    rows = READERS[ending](out)
    triples = read_triples(tiny_rows).triples
    featurizer = Featurizer(Settings())
    names = list(featurizer.schema.names)
    assert [list(row) for row in rows] == [["id", "label", *names]] * 60
    assert [(row["id"], row["label"]) for row in rows] == [(t.id, str(t.label)) for t in triples]
    found = np.array([[float(row[name]) for name in names] for row in rows])
    np.testing.assert_array_equal(found, featurizer.transform(triples))
    assert [path.name for path in tmp_path.iterdir()] == [out.name]
    assert bar.tasks[0].finished


def test_the_matrix_is_that_of_transform(tiny_rows: Path, bar: Progress) -> None:
    triples = read_triples(tiny_rows).triples[:7]
    featurizer = Featurizer(Settings())
    np.testing.assert_array_equal(featurized(triples, featurizer, bar).matrix, featurizer.transform(triples))
    assert (bar.tasks[0].completed, bar.tasks[0].total) == (7, 7)


def test_rows_need_no_label(tmp_path: Path, bar: Progress) -> None:
    row = {"question": "Fee?", "contexts": ["The fee is $5."], "answer": "It is $5."}
    (tmp_path / "rows.jsonl").write_text(json.dumps(row) + "\n", encoding="utf-8")
    write_features(tmp_path / "rows.jsonl", tmp_path / "out.csv", Settings(), bar)
    (found,) = read_csv(tmp_path / "out.csv")
    assert (found["id"], found["label"]) == ("row-1", "")


@pytest.mark.parametrize("ending", READERS)
@pytest.mark.parametrize("old", [None, b"older features"])
def test_a_bad_row_leaves_what_was_there(
    tiny_rows: Path, tmp_path: Path, bar: Progress, ending: str, old: bytes | None
) -> None:
    bad = tmp_path / "rows.csv"
    lines = tiny_rows.read_text(encoding="utf-8").splitlines()[:6]
    bad.write_text("\n".join([*lines, "only,two"]) + "\n", encoding="utf-8")
    out = tmp_path / f"features.{ending}"
    if old is not None:
        out.write_bytes(old)
    with pytest.raises(TableError, match=r"row 6 \(line 7\): has 2 cells"):
        write_features(bad, out, Settings(), bar)
    assert {path.name for path in tmp_path.iterdir()} == {"rows.csv"} | ({out.name} if old else set())
    assert old is None or out.read_bytes() == old
