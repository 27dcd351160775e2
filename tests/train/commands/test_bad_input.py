# SPDX-License-Identifier: Apache-2.0
"""Bad rows, places and options: exit code 2, a message with the cure, and nothing harmed."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import pytest

Cli = Callable[..., tuple[int, str, str]]
Row = dict[str, Any]


def with_cell(column: str, value: Any) -> Callable[[list[Row]], list[Row]]:
    """The rows with one cell of the third changed."""
    return lambda rows: [*rows[:2], rows[2] | {column: value}, *rows[3:]]


def as_is(rows: list[Row]) -> list[Row]:
    return rows


Change = Callable[[list[Row]], list[Row]]
# What is wrong, the rows with it, and what is said of them.
BAD_ROWS: tuple[tuple[str, Change, str], ...] = (
    ("empty file", lambda rows: [], "rows.csv: is empty: the first line names the columns"),
    ("missing column", lambda rows: [{k: v for k, v in row.items() if k != "answer"} for row in rows],
     "rows.csv: no column for answer: name one answer, response"),
    ("no labels", lambda rows: [{k: v for k, v in row.items() if k != "label"} for row in rows],
     "rows.csv: no column for label: name one label"),
    ("unknown label", with_cell("label", "maybe"),
     "row 3 (line 4): label 'maybe' is none of faithful, partial, unfaithful"),
    ("score as a label", with_cell("label", "0.7"), "row 3 (line 4): label '0.7' is a score, not a label"),
    ("row without a label", with_cell("label", ""), "row 3 (line 4): label is empty"),
    ("empty answer", with_cell("answer", " "), "row 3 (line 4): answer is empty: a label needs an answer"),
    ("empty contexts", with_cell("contexts", "[]"), "row 3 (line 4): contexts is empty"),
    ("missing contexts", with_cell("contexts", ""), "row 3 (line 4): contexts is empty"),
    ("contexts that are no list", with_cell("contexts", "['a', b]"),
     "row 3 (line 4): contexts \"['a', b]\" is not a list of passages"),
    ("null byte", with_cell("answer", "a\x00b"), "row 3 (line 4): answer has a null byte at character 1"),
    ("duplicate ids", with_cell("id", "account-0-a"),
     "row 3 (line 4): id 'account-0-a' is the id of row 1 too"),
    ("confidence out of range", with_cell("self_confidence", "9"),
     "row 3 (line 4): self_confidence '9' is not a number from 0 to 1"),
    ("one class", lambda rows: [row for row in rows if row["label"] == "faithful"],
     "rows is unfaithful; a classifier needs rows of both classes"),
    ("fewer groups than folds", lambda rows: rows[:18], "groups cannot make 5 folds"),
    ("group in both splits", lambda rows: [row | {"split": ("train", "test")[i % 2]} for i, row in enumerate(rows)],
     "rows.csv: group 'account-0' has both train and test rows"),
    ("unknown split", lambda rows: [row | {"split": ("train", "dev")[i // 30]} for i, row in enumerate(rows)],
     "rows.csv: split says 'dev' in some rows"),
)  # fmt: skip


def csv_of(rows: list[Row]) -> str:
    text = io.StringIO()
    if rows:
        writer = csv.DictWriter(text, list(dict.fromkeys(column for row in rows for column in row)))
        writer.writeheader()
        writer.writerows(rows)
    return text.getvalue()


@pytest.mark.parametrize(
    ("change", "message"), [case[1:] for case in BAD_ROWS], ids=[case[0] for case in BAD_ROWS]
)
def test_bad_rows_end_a_training_with_2_and_leave_nothing(
    cli: Cli, tiny_table: tuple[Mapping[str, Any], ...], tmp_path: Path, change: Change, message: str
) -> None:
    rows = tmp_path / "rows.csv"
    rows.write_text(csv_of(change([dict(row) for row in tiny_table])), encoding="utf-8", newline="")
    code, out, err = cli("train", rows, "--out", tmp_path / "models" / "new")
    assert (code, out) == (2, "")
    assert message in err
    assert "Traceback" not in err
    assert list(tmp_path.iterdir()) == [rows]


def test_all_bad_rows_are_told_at_once(
    cli: Cli, tiny_table: tuple[Mapping[str, Any], ...], tmp_path: Path
) -> None:
    rows = tmp_path / "rows.csv"
    rows.write_text(csv_of([{**row, "label": "?"} for row in tiny_table[:25]]), encoding="utf-8")
    for command in (("data", "stats"), ("evaluate",), ("analyze",)):
        code, out, err = cli(*command, rows)
        assert (code, out) == (2, "")
        assert err.count("label '?' is none of") == 20
        assert "... and 5 more" in err
    code, out, err = cli("data", "check", rows)
    assert (code, out, err.count("label '?' is none of"), len(err.splitlines())) == (2, "", 25, 25)
    code, out, err = cli("data", "check", rows, "--json")
    assert (code, err) == (2, "")
    errors = json.loads(out)["errors"]
    assert [error["row"] for error in errors] == list(range(1, 26))
    assert errors[2] == {
        "file": str(rows),
        "row": 3,
        "line": 4,
        "column": "label",
        "value": "?",
        "cure": "is none of faithful, partial, unfaithful",
    }


BIG = " ".join(["Branches open in the morning and close in the evening."] * 40_000)


@pytest.mark.parametrize(
    "changes",
    [
        {"contexts": json.dumps([BIG])},
        {"answer": "It is £4.00 🙂 👩‍👩‍👧🇨🇭."},
        {"answer": "\u202eIt is £4.00.\u202c \u200f"},
        {"question": "كم تكلفة الحساب؟", "answer": "أربعة جنيهات في الشهر"},
        {"answer": "Das Konto kostet vier Pfund im Monat."},
        {"domain": "NaN", "error_type": "", "rationale": "nan"},
        {"answer": "=1+1", "question": ""},
        {"answer": "9" * 5000},
    ],
    ids=["2 MB", "emoji", "direction marks", "right to left", "German", "NaN", "formula", "long number"],
)
def test_strange_rows_are_featurized(
    cli: Cli, tiny_table: tuple[Mapping[str, Any], ...], tmp_path: Path, changes: Row
) -> None:
    rows = tmp_path / "rows.csv"
    text = csv_of([{**tiny_table[0], **changes}, dict(tiny_table[1])]).replace("\n", "\r\n")
    rows.write_bytes(b"\xef\xbb\xbf" + text.encode())
    code, _, err = cli("featurize", rows, "--out", tmp_path / "out.jsonl")
    assert code == 0, err
    lines = (tmp_path / "out.jsonl").read_text(encoding="utf-8").splitlines()
    found = [json.loads(line, parse_constant=pytest.fail) for line in lines]
    assert len(found) == 2


def test_nan_cells_of_json_are_missing_cells(cli: Cli, tmp_path: Path) -> None:
    rows = tmp_path / "rows.jsonl"
    row = {"question": "q", "contexts": ["c"], "answer": "a", "label": "faithful", "domain": float("nan")}
    rows.write_text(f"{json.dumps(row)}\n{json.dumps(row | {'answer': float('nan')})}\n", encoding="utf-8")
    code, _, err = cli("data", "check", rows)
    assert code == 2
    assert err == f"{rows} row 2 (line 2): answer is empty: a label needs an answer; drop the row\n"


# Command without the rows and places in it, and what is said of it; ROWS is a copy of good rows.
BAD_PLACES = [
    ("featurize ROWS --out ROWS", "is the input; give the result another name"),
    ("featurize ROWS --out folder", "folder: is a folder; give a file name"),
    ("featurize absent.csv --out out.xlsx", "out.xlsx: has an unknown ending"),
    ("mutate absent.csv --out out.xlsx", "out.xlsx: has an unknown ending"),
    ("mutate ROWS --out new/out.csv --kinds size", "--kinds size: is none of number, decimal"),
    ("encoders list absent", "absent: is no folder; give one that encoder folders lie in"),
    ("featurize ROWS --out file/out.csv", "file is no folder; choose another place"),
    ("featurize absent.csv --out out.csv", "absent.csv: No such file or directory"),
    ("featurize folder --out out.csv", "has an unknown ending"),
    ("featurize ROWS", "--out"),
    ("data split ROWS --out ROWS", "is the input; give the result another name"),
    ("data split ROWS --out link.csv", "is the input; give the result another name"),
    ("data split ONE --out out.csv", "one.csv: 1 rows in 1 groups: a split needs two; add rows"),
    ("data split absent.csv --out out.xlsx", "out.xlsx: has an unknown ending"),
    ("data split ROWS --out folder", "folder: is a folder; give a file name"),
    ("data split ROWS --out file/out.csv", "file is no folder"),
    ("data split ROWS --out out.csv --test-share 1.5", "--test-share"),
    ("data split ROWS --out out.csv --test-share nan", "--test-share"),
    ("data split ROWS --out out.csv --seed -1", "--seed"),
    ("data check absent.csv", "absent.csv: No such file or directory; give another path"),
    ("data check file/rows.csv", "file/rows.csv: Not a directory; give another path"),
    (f"data check {'long' * 80}.csv", ".csv: File name too long; give another path"),
    ("data", "Usage"),
    ("data nope", "nope"),
    ("evaluate ROWS --model MODEL --report ROWS", "is the input; give the result another name"),
    ("evaluate ROWS --model MODEL --report folder", "folder: is a folder; give a file name"),
    ("evaluate ROWS --model absent", "absent: there is no such folder; give the folder that"),
    ("evaluate ROWS --model absent", "wrote, or a shipped bundle: general, finance, light"),
    ("train ROWS --out folder", "holds notes.txt, no part of a bundle"),
    ("train ROWS --out file", "file: is a file; choose another path for the bundle"),
    ("train ROWS --out file/new", "file is no folder"),
    ("train ROWS --out new --report folder", "folder: is a folder; give a file name"),
    ("train ROWS --out new --report ROWS", "is the input"),
    ("train ROWS --out new --report new/page.html", "is in the bundle's place"),
    ("train ROWS --out .", "holds"),
    ("train ROWS --out new --folds 1", "--folds"),
    ("train ROWS --out new --folds 99", "15 groups cannot make 99 folds; use at most 15"),
    ("train ROWS --out new --seed -1", "--seed"),
    ("train ROWS --out new --register name", "--register names an MLflow model: add --mlflow"),
    ("nope", "nope"),
    ("", "Usage"),
]  # fmt: skip


@pytest.mark.parametrize(("command", "message"), BAD_PLACES, ids=[case[0] for case in BAD_PLACES])
def test_bad_places_and_options_end_with_2_and_harm_nothing(
    cli: Cli,
    tiny_rows: Path,
    tiny_bundle: Path,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    command: str,
    message: str,
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("rows.csv").write_bytes(tiny_rows.read_bytes())
    Path("link.csv").symlink_to("rows.csv")
    Path("folder").mkdir()
    Path("folder/notes.txt").write_text("mine", encoding="utf-8")
    Path("file").write_text("mine", encoding="utf-8")
    Path("one.csv").write_text("question,contexts,answer,label\nq,c,a,faithful\n", encoding="utf-8")
    before = {path: path.is_dir() or path.read_bytes() for path in tmp_path.rglob("*")}
    places = {"ROWS": "rows.csv", "ONE": "one.csv", "MODEL": str(tiny_bundle)}
    code, out, err = cli(*(places.get(word, word) for word in command.split()))
    assert code == 2
    assert message in err + out
    assert not out or "Usage" in out
    assert {path: path.is_dir() or path.read_bytes() for path in tmp_path.rglob("*")} == before
