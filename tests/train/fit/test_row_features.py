# SPDX-License-Identifier: Apache-2.0
"""Features as a matrix and as files."""

from __future__ import annotations

import csv
import json
from collections.abc import Callable, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from rich.progress import Progress

from faithstill.data import Label, TableError, Triple, read_triples
from faithstill.data.triple import Span
from faithstill.featurize import Featurizer, Settings
from faithstill.serve import Scorer
from faithstill.train.fit.row_features import featurized, taught, write_features
from faithstill.train.fit.statement_bags import SUPPORTED, UNKNOWN, UNSUPPORTED

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


def letter(first: Triple, second: Triple) -> Triple:
    """Two statements in a letter, the evidence of the first alone."""
    return replace(
        first, answer=f"Hi Anna,\n{first.answer} {second.answer}\nKind regards,\nYour Bank", id="letter"
    )


def test_the_statements_are_those_that_a_scorer_weighs(
    tiny_rows: Path, tiny_bundle: Path, bar: Progress
) -> None:
    triples = list(read_triples(tiny_rows).triples[:7])
    refusal = replace(triples[0], answer="The documents do not mention a fee.", id="refusal")
    partly = replace(triples[0], answer=f"{triples[0].answer} {refusal.answer}", id="partly")
    bare = replace(triples[0], passages=(), id="bare")
    triples += [letter(triples[0], triples[3]), refusal, partly, bare]
    scorer = Scorer.load(tiny_bundle)
    rows = featurized(triples, scorer.featurizer, bar)
    np.testing.assert_array_equal(rows.statements.matrix[:7], scorer.featurizer.transform(triples[:7]))
    assert (bar.tasks[0].completed, bar.tasks[0].total) == (11, 11)
    scores = list(scorer.score_triples(triples))
    assert rows.statuses == tuple(score.status for score in scores)
    stating = [(i, s) for i, score in enumerate(scores) for s in score.statements if not s.refuses]
    assert rows.statements.owner.tolist() == [i for i, _ in stating]
    np.testing.assert_array_equal(rows.statements.matrix, [list(s.features.values()) for _, s in stating])
    assert rows.statements.counts.tolist() == [1] * 7 + [2, 0, 1, 0]
    assert np.isfinite(rows.statements.refused).tolist() == [False] * 8 + [True, True, False]
    p = rows.probabilities(scorer.bundle.model)
    assert p.tolist() == pytest.approx([score.faithful or 0.0 for score in scores], abs=1e-12)


def test_marked_characters_tell_which_statement_is_wrong(tiny_rows: Path, bar: Progress) -> None:
    first, _, _, second = read_triples(tiny_rows).triples[:4]
    whole = letter(first, second)
    at = whole.answer.index(second.answer)
    marked = replace(whole, label=Label.PARTIAL, spans=(Span(at + 4, at + 6),))
    silent = replace(whole, label=Label.PARTIAL)
    rows = featurized(
        [marked, silent, replace(whole, label=Label.FAITHFUL)], Featurizer(Settings(encoder="")), bar
    )
    assert rows.statements.known.tolist() == [SUPPORTED, UNSUPPORTED, UNKNOWN, UNKNOWN, SUPPORTED, SUPPORTED]


def test_taught_statements_stand_beside_faithful_rows(tiny_rows: Path, bar: Progress) -> None:
    triples = read_triples(tiny_rows).triples
    featurizer = Featurizer(Settings(encoder=""))
    found = taught(triples, featurizer, bar, seed=1)
    assert found.matrix.shape == (len(found.row), len(featurizer.schema.names))
    assert 0 < len(set(found.row.tolist())) <= len(triples) / 30
    assert {triples[i].label for i in found.row.tolist()} == {Label.FAITHFUL}


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
