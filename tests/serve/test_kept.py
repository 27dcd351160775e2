# SPDX-License-Identifier: Apache-2.0
"""All columns of the input stand before the predictions, cell for cell, however they are written and resumed."""

from __future__ import annotations

import csv
import json
from collections.abc import Mapping
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

from faithstill.data import Triple
from faithstill.serve import Scorer, predict_batch
from faithstill.serve import workers as cores
from faithstill.serve.kept import COLUMNS, joined, kept_names

FEE = "A wire transfer costs $25."
OURS = [name for name in COLUMNS if name not in ("id", "label")]
# Whatever a cell may hold that a careless writer breaks.
CELLS = (
    'quoted ", comma',
    "two\nlines",
    "windows\r\nlines",
    "a lone \r return",
    "ünïcode 🙂 \u200f\u2028",
    "",
    "NaN",
    "null",
    "  blanks  ",
    "=1+1",
    "007",
)


def written(path: Path, header: list[str], rows: list[list[str]]) -> Path:
    with path.open("w", encoding="utf-8", newline="") as file:
        writer = csv.writer(file, quoting=csv.QUOTE_ALL)
        writer.writerow(header)
        writer.writerows(rows)
    return path


def read(path: Path) -> tuple[list[str], list[list[str]]]:
    with path.open(encoding="utf-8", newline="") as file:
        header, *rows = csv.reader(file, strict=True)
    return header, rows


@pytest.fixture
def rows(tmp_path: Path) -> Path:
    header = ["note", "question", "contexts", "status", "answer", ""]
    lines = [[cell, "Fee?", FEE, f"open {i}", "It is $25.", str(i)] for i, cell in enumerate(CELLS)]
    return written(tmp_path / "rows.csv", header, lines)


def test_csv_keeps_every_cell_as_it_was_written(scorer: Scorer, rows: Path, tmp_path: Path) -> None:
    header, found = read(predict_batch(rows, model=scorer, out=tmp_path / "out.csv"))
    given = read(rows)[1]
    assert header == ["note", "question", "contexts", "input_status", "answer", "", "id", *OURS, "label"]
    assert [row[:6] for row in found] == given
    assert [row[6] for row in found] == [f"row-{i + 1}" for i in range(len(CELLS))]
    assert {row[header.index("status")] for row in found} == {"ok"}


def test_csv_becomes_jsonl_cell_by_cell(scorer: Scorer, rows: Path, tmp_path: Path) -> None:
    out = predict_batch(rows, model=scorer, out=tmp_path / "out.jsonl")
    found = [json.loads(line) for line in out.read_bytes().splitlines()]
    assert [row["note"] for row in found] == list(CELLS)
    assert [row["input_status"] for row in found] == [f"open {i}" for i in range(len(CELLS))]
    assert list(found[0]) == [
        "note",
        "question",
        "contexts",
        "input_status",
        "answer",
        "",
        "id",
        *OURS,
        "statements",
    ]


def test_jsonl_becomes_csv_with_the_columns_of_all_rows(scorer: Scorer, tmp_path: Path) -> None:
    row = {"question": "Fee?", "contexts": [FEE, {"text": "Cards are free.", "id": "p2"}], "answer": "$25"}
    extra = {"tags": ["a", "b"], "n": 3, "share": 0.5, "done": True, "none": None, "nan": float("nan")}
    source = tmp_path / "rows.jsonl"
    source.write_text("\n".join(json.dumps(each) for each in (row, row | extra)), encoding="utf-8")
    header, found = read(predict_batch(source, model=scorer, out=tmp_path / "out.csv"))
    assert header == [*row, *extra, "id", *OURS, "label"]
    cells = [dict(zip(header, line, strict=True)) for line in found]
    assert json.loads(cells[0]["contexts"]) == row["contexts"]
    assert [cells[0][name] for name in extra] == [""] * 6
    assert [cells[1][name] for name in extra] == ['["a", "b"]', "3", "0.5", "true", "", ""]


def test_id_and_label_are_the_inputs(scorer: Scorer, tmp_path: Path) -> None:
    lines = [["1", "Fee?", FEE, "It is $25.", "x"], ["0", "Fee?", FEE, "It is $9.", ""]]
    source = written(tmp_path / "rows.csv", ["label", "question", "contexts", "answer", "id"], lines)
    header, found = read(predict_batch(source, model=scorer, out=tmp_path / "out.csv"))
    assert header == ["label", "question", "contexts", "answer", "id", *OURS]
    assert [(row[0], row[4]) for row in found] == [("1", "x"), ("0", "row-2")]
    assert [row["label"] for row in predict_batch(source, model=scorer)] == ["faithful", "unfaithful"]


def test_a_label_of_another_name_stands_beside_ours(scorer: Scorer, tmp_path: Path) -> None:
    line = ["1", "Fee?", FEE, "It is $9."]
    source = written(tmp_path / "rows.csv", ["hallucination", "question", "contexts", "answer"], [line])
    header, (row,) = read(predict_batch(source, model=scorer, out=tmp_path / "out.csv"))
    cells = dict(zip(header, row, strict=True))
    assert (cells["hallucination"], cells["label"]) == ("1", "unfaithful")


def test_columns_of_one_name_are_told_apart(scorer: Scorer, tmp_path: Path) -> None:
    header = ["note", "question", "note", "contexts", "answer"]
    source = written(tmp_path / "rows.csv", header, [["a", "Fee?", "b", FEE, "It is $25."]])
    found, (row,) = read(predict_batch(source, model=scorer, out=tmp_path / "out.csv"))
    assert found[:5] == ["note", "question", "note.1", "contexts", "answer"]
    assert row[:5] == ["a", "Fee?", "b", FEE, "It is $25."]


def test_parquet_and_frames_are_kept_too(scorer: Scorer, tmp_path: Path) -> None:
    pandas = pytest.importorskip("pandas", reason="pandas is not installed")
    frame = pandas.DataFrame(
        {
            "question": ["Fee?"] * 2,
            "contexts": [[FEE], [FEE, "b"]],
            "answer": ["It is $25."] * 2,
            "at": [pandas.Timestamp("2026-03-04T05:06:07"), pandas.NaT],
            "weight": [0.5, float("nan")],
            "route": ["east", None],
        }
    )
    frame.to_parquet(tmp_path / "rows.parquet")
    for number, source in enumerate((frame, tmp_path / "rows.parquet")):
        out = predict_batch(source, model=scorer, out=tmp_path / f"{number}.jsonl")
        first, second = (json.loads(line) for line in out.read_bytes().splitlines())
        kept = ["question", "contexts", "answer", "at", "weight", "input_route"]
        assert list(first) == [*kept, "id", *OURS, "statements"]
        assert (first["contexts"], second["contexts"]) == ([FEE], [FEE, "b"])
        assert (first["at"], first["weight"], first["input_route"]) == ("2026-03-04T05:06:07", 0.5, "east")
        assert (second["at"], second["weight"], second["input_route"]) == (None, None, None)


def test_triples_have_no_columns_to_keep(scorer: Scorer, tmp_path: Path) -> None:
    triple = Triple.of(question="Fee?", contexts=[FEE], answer="It is $25.")
    header, _ = read(predict_batch([triple], model=scorer, out=tmp_path / "out.csv"))
    assert header == list(COLUMNS)


def one(**extra: Any) -> dict[str, Any]:
    return {"question": "Fee?", "contexts": [FEE], "answer": "It is $25.", **extra}


def test_rows_that_are_read_once_may_bring_new_columns_to_jsonl_but_not_to_csv(
    scorer: Scorer, tmp_path: Path
) -> None:
    out = predict_batch(iter([one(), one(status="open")]), model=scorer, out=tmp_path / "out.jsonl")
    assert json.loads(out.read_bytes().splitlines()[1])["input_status"] == "open"
    with pytest.raises(ValueError, match="row row-2: column 'note' is none of the first row's"):
        predict_batch(iter([one(), one(note="x")]), model=scorer, out=tmp_path / "out.csv")
    assert [path.name for path in tmp_path.iterdir()] == ["out.jsonl"]


@pytest.mark.parametrize("ending", [".csv", ".jsonl"])
def test_an_interrupted_run_goes_on_with_the_cells_of_its_rows(
    scorer: Scorer, rows: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, ending: str
) -> None:
    monkeypatch.setattr(cores, "CHUNK", 4)
    whole = predict_batch(rows, model=scorer, out=tmp_path / f"whole{ending}")

    def stop(done: int) -> None:
        if done >= 4:
            raise KeyboardInterrupt

    done: list[int] = []
    out = tmp_path / f"out{ending}"
    with pytest.raises(KeyboardInterrupt):
        predict_batch(rows, model=scorer, out=out, progress=stop)
    predict_batch(rows, model=scorer, out=out, progress=done.append)
    assert done == [4, 8, 11]
    assert out.read_bytes() == whole.read_bytes()


def test_several_processes_keep_cells_with_their_rows(
    scorer: Scorer, rows: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(cores, "CHUNK", 2)
    alone = predict_batch(rows, model=scorer, out=tmp_path / "one.csv", workers=1)
    assert (
        predict_batch(rows, model=scorer, out=tmp_path / "two.csv", workers=2).read_bytes()
        == alone.read_bytes()
    )


@pytest.mark.parametrize(
    ("columns", "names"),
    [
        (["input_status", "status"], {"input_status": "input_status", "status": "input_input_status"}),
        (["ID", "Label", "Status"], {"ID": "ID", "Label": "Label", "Status": "Status"}),
        (["id", "label", "reasons"], {"id": "id", "label": "label", "reasons": "input_reasons"}),
        (["statements", "why"], {"statements": "input_statements", "why": "input_why"}),
        ([], {}),
    ],
)
def test_no_two_columns_share_a_name(columns: list[str], names: Mapping[str, str]) -> None:
    assert kept_names(columns) == names


def test_ids_that_are_no_text_are_kept_as_they_are() -> None:
    names = kept_names(["id"])
    found = [joined({"id": cell}, names, {"id": "row-1"})["id"] for cell in (7, 0, "0", " ", None)]
    assert found == [7, 0, "0", "row-1", "row-1"]
    at = datetime(2026, 3, 4, tzinfo=UTC)
    assert joined({"x": at, "y": b"z"}, kept_names("xy"), {"id": "a"}) == {
        "x": "2026-03-04T00:00:00+00:00",
        "y": "b'z'",
        "id": "a",
    }
