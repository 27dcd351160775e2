# SPDX-License-Identifier: Apache-2.0
"""The serving commands: score, explain, predict-batch."""

from __future__ import annotations

import csv
import json
import os
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from faithstill.serve import BUNDLE_VERSION, Scorer, predict_batch
from faithstill.serve.manifest import manifest_bytes
from faithstill.serve.utilization import as_text

Cli = Callable[..., tuple[int, str, str]]

QUESTION, CONTEXT, ANSWER = "Late fee?", "A late fee of $25 applies.", "It is $35."
ROW = {"question": QUESTION, "contexts": [CONTEXT], "answer": ANSWER}
OPTIONS = ("--question", QUESTION, "--context", CONTEXT, "--answer", ANSWER)


def expected(scorer: Scorer) -> dict[str, Any]:
    return scorer.score(question=QUESTION, contexts=[CONTEXT], answer=ANSWER).as_dict()


WAYS: tuple[tuple[tuple[str, ...], str], ...] = ((OPTIONS, ""), (("-",), json.dumps(ROW)))


@pytest.mark.parametrize(("given", "stdin"), WAYS, ids=["options", "stdin"])
def test_score(cli: Cli, scorer: Scorer, bundle_folder: Path, given: tuple[str, ...], stdin: str) -> None:
    code, out, err = cli("score", *given, "--model", bundle_folder, stdin=stdin)
    assert (code, err) == (0, "")
    assert out.startswith("Verdict: not faithful, probability 0.")
    assert out == f"{scorer.score(question=QUESTION, contexts=[CONTEXT], answer=ANSWER).explain()}\n"
    code, out, err = cli("score", *given, "--model", bundle_folder, "--json", stdin=stdin)
    assert (code, err) == (0, "")
    assert json.loads(out) == expected(scorer)


@pytest.mark.parametrize(("given", "stdin"), WAYS, ids=["options", "stdin"])
def test_explain(cli: Cli, scorer: Scorer, bundle_folder: Path, given: tuple[str, ...], stdin: str) -> None:
    code, out, err = cli("explain", *given, "--model", bundle_folder, stdin=stdin)
    assert (code, err) == (0, "")
    code, found, err = cli("explain", *given, "--model", bundle_folder, "--json", stdin=stdin)
    assert (code, err) == (0, "")
    report = json.loads(found)
    assert report["score"] == expected(scorer)
    assert out == as_text(report) + "\n"
    assert "money '$35' is refuted by '$25' (p1, 14-17)" in out
    assert "Sentence 1: 'It is $35.' - '$35': the evidence says '$25'" in out


@pytest.mark.parametrize("command", ["score", "explain"])
def test_verbose_lists_every_feature(cli: Cli, scorer: Scorer, bundle_folder: Path, command: str) -> None:
    _, plain, _ = cli(command, *OPTIONS, "--model", bundle_folder)
    code, verbose, _ = cli(command, *OPTIONS, "--model", bundle_folder, "--verbose")
    assert code == 0
    names = scorer.bundle.schema.names
    assert all(f"  {name} is " in verbose for name in names)
    assert not any(f"  {name} is " in plain for name in names)


def test_claims_shows_the_scores_of_the_statements_with_a_model(
    cli: Cli, scorer: Scorer, bundle_folder: Path
) -> None:
    given = (*OPTIONS, "--without", "entailment")
    code, plain, _ = cli("claims", *given)
    assert code == 0
    score = scorer.score(question=QUESTION, contexts=[CONTEXT], answer=ANSWER)
    code, out, _ = cli("claims", *given, "--model", bundle_folder)
    assert (code, out) == (0, "\n".join([*score.lines(), "", plain]))
    _, out, _ = cli("claims", *given, "--model", bundle_folder, "--json")
    assert json.loads(out)["statements"] == score.as_dict()["statements"]


def test_contexts_may_be_given_several_times(cli: Cli, bundle_folder: Path) -> None:
    code, out, _ = cli(
        "explain", "--model", bundle_folder, "--context", "Cards are free.", *OPTIONS, "--json"
    )
    assert code == 0
    assert json.loads(out)["passages"] == 2


@pytest.mark.parametrize(
    ("answer", "threshold", "fail_on", "code"),
    [
        (ANSWER, (), (), 0),
        (ANSWER, (), ("--fail-on", "block"), 1),
        (ANSWER, (), ("--fail-on", "review"), 1),
        ("A late fee of $25 applies.", (), ("--fail-on", "review"), 0),
        (ANSWER, ("--threshold", "0"), ("--fail-on", "block"), 1),  # refuted, whatever its probability
        ("A late fee applies after a holiday.", ("--threshold", "0"), ("--fail-on", "review"), 0),
        ("A late fee of $25 applies.", ("--threshold", "1"), (), 0),
        ("A late fee of $25 applies.", ("--threshold", "1"), ("--fail-on", "block"), 0),
        ("A late fee of $25 applies.", ("--threshold", "1"), ("--fail-on", "review"), 1),
    ],
)
def test_score_fails_on_a_route(
    cli: Cli,
    bundle_folder: Path,
    answer: str,
    threshold: tuple[str, ...],
    fail_on: tuple[str, ...],
    code: int,
) -> None:
    row = json.dumps(ROW | {"answer": answer})
    found, out, err = cli("score", "-", "--model", bundle_folder, "--json", *threshold, *fail_on, stdin=row)
    assert (found, err) == (code, "")
    score = json.loads(out)
    assert score["threshold"] == float(threshold[1] if threshold else 0.41)
    assert (score["route"] in {"review", "block"}) or code == 0


@pytest.mark.parametrize("command", ["score", "explain"])
@pytest.mark.parametrize("threshold", ["1.5", "-0.1", "nan", "high"])
def test_a_threshold_is_a_probability(cli: Cli, bundle_folder: Path, command: str, threshold: str) -> None:
    code, out, err = cli(command, *OPTIONS, "--model", bundle_folder, "--threshold", threshold)
    assert (code, out) == (2, "")
    assert "threshold" in err


def test_explain_and_predict_batch_take_a_threshold(cli: Cli, bundle_folder: Path, tmp_path: Path) -> None:
    before = {path: path.read_bytes() for path in bundle_folder.iterdir()}
    _, out, _ = cli("explain", *OPTIONS, "--model", bundle_folder, "--threshold", "0.7", "--json")
    assert json.loads(out)["score"]["threshold"] == 0.7
    rows, written = tmp_path / "rows.jsonl", tmp_path / "out.jsonl"
    rows.write_text(json.dumps(ROW) + "\n", encoding="utf-8")
    code, _, _ = cli("predict-batch", rows, "--model", bundle_folder, "--out", written, "--threshold", "0.7")
    assert (code, json.loads(written.read_bytes())["threshold"]) == (0, 0.7)
    assert {path: path.read_bytes() for path in bundle_folder.iterdir()} == before


def test_columns_under_other_names_are_said(cli: Cli, bundle_folder: Path, tmp_path: Path) -> None:
    rows = tmp_path / "rows.csv"
    rows.write_text("status,question,contexts,answer\nopen,q,It is $5.,It is $5.\n", encoding="utf-8")
    code, _, err = cli("predict-batch", rows, "--model", bundle_folder, "--out", tmp_path / "out.csv")
    assert code == 0
    assert f"{rows}: columns kept under other names: status -> input_status" in err.splitlines()


BIG = " ".join(["Branches open in the morning and close in the evening."] * 40_000)
FOREIGN = "LANGUAGE_UNSUPPORTED"
TEXTS = [
    ("one string for contexts", CONTEXT, "It is $25.", "ok"),
    ("two megabytes", [BIG, CONTEXT], "A late fee of $25 applies.", "ok"),
    ("emoji", [CONTEXT + " 👩‍👩‍👧🇨🇭"], "A late fee of $25 applies 🙂.", "ok"),
    ("marks of right-to-left text", [f"\u202e{CONTEXT}\u202c"], f"\u200f{ANSWER}", "ok"),
    ("right-to-left text", ["تبلغ رسوم التأخير خمسة وعشرين"], "رسوم التأخير خمسة وعشرون", FOREIGN),
    ("another language", ["Die Gebühr beträgt 25 Euro."], "Die Gebühr für die Karte ist nicht hoch.", FOREIGN),
    ("a huge number", [CONTEXT], "It is $" + "9" * 5000 + ".", "ok"),
    ("an empty answer", [CONTEXT], "", "NO_CLAIMS"),
    ("no answer", [CONTEXT], None, "NO_CLAIMS"),
    ("not a number", [CONTEXT], float("nan"), "NO_CLAIMS"),
    ("no contexts", [], ANSWER, "NO_CONTEXT"),
    ("empty contexts", ["", " \n"], ANSWER, "NO_CONTEXT"),
    ("missing contexts", None, ANSWER, "NO_CONTEXT"),
]  # fmt: skip


@pytest.mark.parametrize(
    ("contexts", "answer", "status"), [case[1:] for case in TEXTS], ids=[case[0] for case in TEXTS]
)
def test_any_text_has_a_score_or_a_status(
    cli: Cli, bundle_folder: Path, contexts: Any, answer: Any, status: str
) -> None:
    row = json.dumps({"question": QUESTION, "contexts": contexts, "answer": answer})
    code, out, err = cli("score", "-", "--model", bundle_folder, "--json", stdin=row)
    assert (code, err) == (0, "")
    score = json.loads(out)
    assert score["status"] == status
    assert (score["faithful"] is None) == (status != "ok")


BAD_STDIN: list[tuple[str | bytes, str]] = [
    ("", "standard input: is not JSON (Expecting value"),
    ("not json", "standard input: is not JSON (Expecting value"),
    (b"\xff\xfe\xff", "standard input: is not JSON ("),
    ("[" * 100_000, "standard input: is not JSON ("),
    ("[1, 2]", 'standard input: is a JSON list; give one object with "question"'),
    ("null", "standard input: is a JSON NoneType; give one object"),
    (json.dumps({"question": "q", "answer": "a"}), "standard input: no column for contexts"),
    (json.dumps({"question": "q", "contexts": ["c"]}), "standard input: no column for answer"),
    (json.dumps(ROW | {"answer": 1.5}), "standard input: answer '1.5' is a float, not text"),
    (json.dumps(ROW | {"answer": "\x00"}), "standard input: answer has a null byte at character 0"),
    (json.dumps(ROW | {"answer": "a\ud800"}), "standard input: answer has half a surrogate pair"),
    (json.dumps(ROW | {"contexts": [float("nan")]}), "contexts (passage 1): a passage is a string"),
    (json.dumps(ROW | {"contexts": [{"body": "c"}]}), "contexts (passage 1): a passage object needs a string"),
    (json.dumps(ROW | {"contexts": '["c"'}), "contexts '[\"c\"' is not a list of passages"),
    (json.dumps(ROW | {"self_confidence": 7}), "self_confidence '7' is not a number from 0 to 1"),
    ('{"question": "q", "contexts": [], "answer": ' + "9" * 5000 + "}", "standard input: is not JSON ("),
]  # fmt: skip


@pytest.mark.parametrize("command", ["score", "explain"])
@pytest.mark.parametrize(("stdin", "message"), BAD_STDIN, ids=range(len(BAD_STDIN)))
def test_bad_standard_input(
    cli: Cli, bundle_folder: Path, command: str, stdin: str | bytes, message: str
) -> None:
    code, out, err = cli(command, "-", "--model", bundle_folder, "--json", stdin=stdin)
    assert (code, out) == (2, "")
    assert message in err
    assert len(err.splitlines()) == 1


def test_a_byte_order_mark_and_utf_16_are_read(cli: Cli, scorer: Scorer, bundle_folder: Path) -> None:
    for encoding in ("utf-8-sig", "utf-16"):
        code, out, _ = cli(
            "score", "-", "--model", bundle_folder, "--json", stdin=json.dumps(ROW).encode(encoding)
        )
        assert code == 0
        assert json.loads(out) == expected(scorer)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ((), "--answer is missing: pass --question, --context and --answer, or - for standard input"),
        (("rows.csv",), "'rows.csv': pass - for a JSON triple on standard input"),
        (("-", "--answer", ""), "- reads the whole triple: leave out --question, --context and --answer"),
        (("-", "--question", "q"), "- reads the whole triple"),
        (("--answer", "a", "--nope"), "--nope"),
        (("--answer",), "--answer"),
    ],
)
@pytest.mark.parametrize("command", ["score", "explain"])
def test_bad_options(
    cli: Cli, bundle_folder: Path, command: str, arguments: tuple[str, ...], message: str
) -> None:
    code, out, err = cli(command, "--model", bundle_folder, *arguments, stdin=json.dumps(ROW))
    assert (code, out) == (2, "")
    assert message in err


def test_a_lone_surrogate_from_the_shell_is_shown_as_a_replacement(cli: Cli, bundle_folder: Path) -> None:
    code, out, _ = cli(
        "explain", "--model", bundle_folder, "--context", CONTEXT, "--answer", "It is \udcff $25."
    )
    assert code == 0
    assert "It is \ufffd $25." in out


def changed(folder: Path) -> str:
    content = (folder / "model.json").read_bytes()
    (folder / "model.json").write_bytes(content.replace(b"0", b"1", 1))
    return "model.json: SHA-256 is"


def newer(folder: Path) -> str:
    manifest = json.loads((folder / "manifest.json").read_bytes())
    forged = manifest_bytes(manifest | {"bundle_version": BUNDLE_VERSION + 1})
    (folder / "manifest.json").write_bytes(forged)
    return f"bundle_version is {BUNDLE_VERSION + 1}, this faithstill reads up to {BUNDLE_VERSION}"


def absent(folder: Path) -> str:
    shutil.rmtree(folder)
    return "give the folder that `faithstill train --out` wrote"


def a_file(folder: Path) -> str:
    shutil.rmtree(folder)
    folder.write_text("{}", encoding="utf-8")
    return "no manifest.json in"


@pytest.mark.parametrize("spoil", [changed, newer, absent, a_file])
@pytest.mark.parametrize("command", ["score", "explain", "predict-batch"])
def test_a_bundle_that_must_not_be_used(
    cli: Cli, bundle_folder: Path, tmp_path: Path, command: str, spoil: Callable[[Path], str]
) -> None:
    folder = Path(shutil.copytree(bundle_folder, tmp_path / "copy"))
    message = spoil(folder)
    (tmp_path / "rows.jsonl").write_text(json.dumps(ROW) + "\n", encoding="utf-8")
    batch = (tmp_path / "rows.jsonl", "--out", tmp_path / "out.csv")
    given = batch if command == "predict-batch" else OPTIONS
    code, out, err = cli(command, *given, "--model", folder)
    assert (code, out) == (2, "")
    assert message in err
    assert not (tmp_path / "out.csv").exists()


@pytest.fixture
def rows(tmp_path: Path) -> Path:
    folder = tmp_path / "sp ace ünïcode 🙂"
    folder.mkdir()
    path = folder / "röws 1.jsonl"
    lines = (json.dumps(ROW | {"id": f"r{i}", "answer": f"It is ${i}."}) for i in range(40))
    path.write_text("\n".join(lines), encoding="utf-8")
    return path


@pytest.mark.parametrize("ending", ["csv", "jsonl"])
def test_predict_batch(cli: Cli, scorer: Scorer, bundle_folder: Path, rows: Path, ending: str) -> None:
    out = rows.parent / "new folder" / f"prédictions.{ending}"
    code, said, err = cli("predict-batch", rows, "--model", bundle_folder, "--out", out)
    assert (code, said) == (0, f"wrote {out}\n")
    assert "40/40" in err
    found = predict_batch(rows, model=scorer)
    if ending == "jsonl":
        given = [json.loads(line) for line in rows.read_text(encoding="utf-8").splitlines()]
        written = [json.loads(line) for line in out.read_text(encoding="utf-8").splitlines()]
        assert written == [sent | row for sent, row in zip(given, found, strict=True)]
    else:
        with out.open(encoding="utf-8", newline="") as file:
            cells = list(csv.DictReader(file))
        assert [float(row["faithful"]) for row in cells] == [row["faithful"] for row in found]
    code, said, _ = cli(
        "predict-batch", rows, "--model", bundle_folder, "--out", out, "--json", "--workers", 1
    )
    assert (code, json.loads(said)) == (0, {"rows": 40, "statuses": {"ok": 40}, "out": str(out)})
    assert [path.name for path in out.parent.iterdir()] == [out.name]


@pytest.mark.parametrize(
    ("source", "arguments", "message"),
    [
        ("rows", ("--out", "out.xlsx"), "out.xlsx: predictions are written as .csv or .jsonl"),
        ("rows", ("--out", "folder.csv"), "folder.csv: is a folder; give a file name"),
        ("rows", ("--out", "file/out.csv"), "file is no folder; choose another place"),
        ("rows", ("--out", "rows"), "is the input; give the predictions another name"),
        ("rows", ("--out", "out.csv", "--workers", "0"), "--workers"),
        ("rows", ("--out", "out.csv", "--workers", "two"), "--workers"),
        ("rows", (), "--out"),
        ("absent.csv", ("--out", "out.csv"), "absent.csv: No such file or directory"),
        ("folder.csv", ("--out", "out.csv"), "folder.csv: Is a directory"),
        ("rows.txt", ("--out", "out.csv"), "has an unknown ending: rows are kept as .csv, .jsonl"),
        ("empty.csv", ("--out", "out.csv"), "empty.csv: is empty: the first line names the columns"),
        ("bad.csv", ("--out", "out.csv"), "bad.csv row 1 (line 2): has 2 cells where the header has 3"),
        ("bad.csv", ("--out", "out.csv"), "bad.csv row 3 (line 4): has 1 cells where the header has 3"),
        ("absent.parquet", ("--out", "out.csv"), "absent.parquet: No such file or directory"),
    ],
)
def test_predict_batch_with_bad_places_and_rows(
    cli: Cli, bundle_folder: Path, rows: Path, tmp_path: Path, source: str, arguments: tuple[str, ...], message: str
) -> None:  # fmt: skip
    (tmp_path / "folder.csv").mkdir()
    for name, text in (
        ("file", ""),
        ("empty.csv", ""),
        ("bad.csv", "question,contexts,answer\nq,c\nq,c,a\nq\n"),
    ):
        (tmp_path / name).write_text(text, encoding="utf-8")
    before = rows.read_bytes()
    places = {"rows": rows}
    given = [
        places.get(a, tmp_path / a) if b == "--out" else a
        for a, b in zip(arguments, ("", *arguments), strict=False)
    ]
    code, out, err = cli(
        "predict-batch", places.get(source, tmp_path / source), "--model", bundle_folder, *given
    )
    assert (code, out) == (2, "")
    assert message in err
    assert rows.read_bytes() == before
    assert not [*tmp_path.glob("out.csv*")]


MANY = 1_100  # rows: so many that an interrupt after the first batch still finds work


@pytest.mark.parametrize("sent", [signal.SIGINT, signal.SIGTERM])
def test_an_interrupt_is_answered_and_the_same_command_continues(
    cli: Cli, scorer: Scorer, bundle_folder: Path, tmp_path: Path, sent: signal.Signals
) -> None:
    rows, out = tmp_path / "rows.jsonl", tmp_path / "out.jsonl"
    given = [ROW | {"id": str(i), "answer": f"It is ${i}, a fee of ${i + 1}."} for i in range(MANY)]
    rows.write_text("".join(json.dumps(row) + "\n" for row in given), encoding="utf-8")
    code = "from faithstill.train.cli import main; main()"
    command = ["predict-batch", str(rows), "--model", str(bundle_folder), "--out", str(out), "--workers", "1"]
    process = subprocess.Popen(
        [sys.executable, "-c", code, *command],
        env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)},
        stderr=subprocess.PIPE,
        text=True,
    )
    state = tmp_path / "out.jsonl.partial.json"
    while process.poll() is None and not state.exists():
        time.sleep(0.02)
    process.send_signal(sent)
    _, err = process.communicate()
    assert process.returncode == 1
    assert err.splitlines()[-1].startswith("interrupted: nothing is half-written")
    done = sum(json.loads(state.read_bytes())["statuses"].values())
    assert 0 < done < MANY
    assert not out.exists()
    # A mark in what is written already tells whether the second run kept it.
    partial = tmp_path / "out.jsonl.partial"
    partial.write_bytes(partial.read_bytes().replace(b'"id": "0"', b'"id": "?"', 1))
    exit_code, said, _ = cli(*command, "--json")
    assert (exit_code, json.loads(said)["statuses"]) == (0, {"ok": MANY})
    found = [json.loads(line) for line in out.read_text(encoding="utf-8").splitlines()]
    assert [row["id"] for row in found] == ["?", *map(str, range(1, MANY))]
    around = slice(done - 8, done + 8)
    told = predict_batch(given[around], model=scorer)
    assert found[around] == [sent | row for sent, row in zip(given[around], told, strict=True)]
