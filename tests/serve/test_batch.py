# SPDX-License-Identifier: Apache-2.0
from __future__ import annotations

import csv
import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from faithstill.data import Label, TableError, Triple
from faithstill.serve import Bundle, Scorer, predict_batch
from faithstill.serve import workers as cores

FEE = "A wire transfer costs $25. A card costs $10 a year."
OF_THE_SCORE = ["faithful", "is_faithful", "status", "route", "why", "threshold", "logit", "statements"]
KEYS = ["id", *OF_THE_SCORE[:-1], "reasons", "statements"]


class InterruptionError(Exception):
    """Stands for whatever ends a process."""


def mappings(count: int) -> list[dict[str, Any]]:
    return [
        {"id": f"r{i}", "question": "What is the fee?", "contexts": [FEE], "answer": f"The fee is ${i}."}
        for i in range(count)
    ]


def write(path: Path, rows: list[dict[str, Any]]) -> Path:
    path.write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
    return path


@pytest.fixture
def rows(tmp_path: Path) -> Path:
    return write(tmp_path / "rows.jsonl", mappings(40))


@pytest.fixture
def small_chunks(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cores, "CHUNK", 8)


def test_rows_come_back_in_order_and_agree_with_the_scorer(scorer: Scorer) -> None:
    given = mappings(12)
    found = predict_batch(given, model=scorer)
    assert [row["id"] for row in found] == [row["id"] for row in given]
    for row, sent in zip(found, given, strict=True):
        score = scorer.score(question=sent["question"], contexts=sent["contexts"], answer=sent["answer"])
        assert list(row) == KEYS
        assert {key: row[key] for key in OF_THE_SCORE} == {key: score.as_dict()[key] for key in OF_THE_SCORE}
        assert row["reasons"] == score.problems()


def test_reasons_name_sentence_value_and_evidence(scorer: Scorer) -> None:
    answer = "A wire transfer costs $25. A card costs $12 a year."
    row = {"question": "What are the fees?", "contexts": [FEE], "answer": answer}
    (found,) = predict_batch([row], model=scorer)
    assert found["route"] == "block"
    assert found["reasons"] == [
        "Sentence 2: '$12' - the evidence says '$10 a year' in 'A card costs $10 a year.' (p1, 40-50)"
    ]
    first, second = found["statements"]
    assert (first["text"], second["text"]) == ("A wire transfer costs $25.", "A card costs $12 a year.")
    assert [f["verdict"] for f in second["findings"]] == ["conflict"]
    assert [second["evidence"][key] for key in ("passage", "start", "text")] == [1, 27, FEE[27:]]


def test_what_was_not_judged_says_why(scorer: Scorer) -> None:
    (row,) = predict_batch([{"question": "Q?", "contexts": [], "answer": "The fee is $5."}], model=scorer)
    assert (row["id"], row["faithful"], row["logit"], row["status"]) == ("row-1", None, None, "NO_CONTEXT")
    assert row["reasons"] == ["not judged: no passage holds any text to check the answer against"]


def test_labels_are_passed_on_where_there_are_any(scorer: Scorer) -> None:
    triple = Triple.of(question="What is the fee?", contexts=[FEE], answer="It is $25.")
    found = predict_batch([triple, replace(triple, label=Label.PARTIAL)], model=scorer)
    assert ["label" in row for row in found] == [False, True]
    assert found[1]["label"] == "partial"
    assert [row["id"] for row in found] == ["row-1", "row-2"]


def test_generators_frames_and_files_give_the_same_rows(scorer: Scorer, rows: Path) -> None:
    expected = predict_batch(mappings(40), model=scorer)
    assert predict_batch((row for row in mappings(40)), model=scorer) == expected
    assert predict_batch(rows, model=scorer) == expected
    assert predict_batch(str(rows), model=scorer.bundle.path) == expected
    pandas = pytest.importorskip("pandas", reason="pandas is not installed")
    assert predict_batch(pandas.DataFrame(mappings(40)), model=scorer) == expected


def test_nothing_in_is_nothing_out(scorer: Scorer, tmp_path: Path) -> None:
    assert predict_batch([], model=scorer) == []
    out = predict_batch(iter([]), model=scorer, out=tmp_path / "out.csv")
    assert out.read_text() == "id,faithful,is_faithful,status,route,why,threshold,logit,reasons,label\n"


def test_jsonl_holds_what_is_returned_in_memory_behind_what_was_given(
    scorer: Scorer, rows: Path, tmp_path: Path
) -> None:
    out = predict_batch(rows, model=scorer, out=tmp_path / "out.jsonl")
    lines = out.read_text(encoding="utf-8").splitlines()
    found = predict_batch(rows, model=scorer)
    expected = [given | row for given, row in zip(mappings(40), found, strict=True)]
    assert lines == [json.dumps(row, ensure_ascii=False) for row in expected]
    assert sorted(path.name for path in tmp_path.iterdir()) == ["out.jsonl", "rows.jsonl"]


def test_csv_holds_the_same_in_cells(scorer: Scorer, tmp_path: Path) -> None:
    given = mappings(2)
    given[0] |= {"id": 'a,"b"\nc', "label": "faithful"}
    out = predict_batch(given, model=scorer, out=tmp_path / "out.CSV")
    with out.open(newline="", encoding="utf-8") as file:
        cells = list(csv.DictReader(file))
    expected = predict_batch(given, model=scorer)
    assert [row["id"] for row in cells] == ['a,"b"\nc', "r1"]
    assert [float(row["logit"]) for row in cells] == [row["logit"] for row in expected]
    assert [row["is_faithful"] for row in cells] == [str(row["is_faithful"]).lower() for row in expected]
    assert [row["reasons"] for row in cells] == ["; ".join(row["reasons"]) for row in expected]
    assert [row["label"] for row in cells] == ["faithful", ""]


def test_a_threshold_takes_the_place_of_the_bundles(scorer: Scorer) -> None:
    usual = predict_batch(mappings(12), model=scorer)
    strict = predict_batch(mappings(12), model=scorer, threshold=1.0)
    assert [row["faithful"] for row in strict] == [row["faithful"] for row in usual]
    assert any(row["is_faithful"] for row in usual)
    assert not any(row["is_faithful"] for row in strict)
    assert {row["threshold"] for row in strict} == {1.0}
    assert strict == predict_batch(mappings(12), model=scorer.bundle.path or "", threshold=1.0)


def test_an_id_that_cannot_be_encoded_is_written_as_an_escape(scorer: Scorer, tmp_path: Path) -> None:
    triple = Triple.of(question="Fee?", contexts=[FEE], answer="It is $25.", id="a\ud800")
    out = predict_batch([triple], model=scorer, out=tmp_path / "out.jsonl")
    assert json.loads(out.read_bytes())["id"] == "a\ud800"


@pytest.mark.parametrize("ending", [".jsonl", ".csv"])
def test_the_same_bytes_whatever_the_chunks(
    scorer: Scorer, rows: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, ending: str
) -> None:
    written = set()
    for size in (1, 7, 1000):
        monkeypatch.setattr(cores, "CHUNK", size)
        written.add(predict_batch(rows, model=scorer, out=tmp_path / f"out{ending}").read_bytes())
    assert len(written) == 1


@pytest.mark.usefixtures("small_chunks")
def test_the_same_bytes_whatever_the_workers(scorer: Scorer, rows: Path, tmp_path: Path) -> None:
    alone = predict_batch(rows, model=scorer, out=tmp_path / "one.jsonl", workers=1)
    done: list[int] = []
    together = predict_batch(rows, model=scorer, out=tmp_path / "two.jsonl", workers=2, progress=done.append)
    assert together.read_bytes() == alone.read_bytes()
    assert done == [0, 8, 16, 24, 32, 40]


def test_workers_without_a_guarded_main_end_in_an_error_that_names_the_cure(
    bundle_folder: Path, rows: Path, tmp_path: Path
) -> None:
    script = tmp_path / "script.py"
    script.write_text(
        "from faithstill.serve import predict_batch\n"
        f"predict_batch({str(rows)!r}, model={str(bundle_folder)!r}, workers=2)\n"
    )
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}
    ended = subprocess.run(
        [sys.executable, str(script)], env=environment, capture_output=True, text=True, check=False
    )
    assert ended.returncode == 1
    assert "RuntimeError: a worker process died: call faithstill under `if __name__ ==" in ended.stderr


def interrupted(scorer: Scorer, rows: Path, out: Path, after: int) -> None:
    out.unlink(missing_ok=True)

    def stop(done: int) -> None:
        if done >= after:
            raise InterruptionError

    with pytest.raises(InterruptionError):
        predict_batch(rows, model=scorer, out=out, progress=stop)
    assert not out.exists()


def started_at(scorer: Scorer, rows: Path, out: Path, **rest: Any) -> int:
    """How many rows a run takes over; it must end in what a fresh run writes."""
    done: list[int] = []
    predict_batch(rows, model=scorer, out=out, progress=done.append, **rest)
    fresh = predict_batch(rows, model=scorer, out=out.with_name(f"fresh{out.suffix}"))
    assert out.read_bytes() == fresh.read_bytes()
    return done[0]


@pytest.mark.usefixtures("small_chunks")
@pytest.mark.parametrize("ending", [".jsonl", ".csv"])
def test_an_interrupted_run_is_continued(scorer: Scorer, rows: Path, tmp_path: Path, ending: str) -> None:
    out = tmp_path / f"out{ending}"
    interrupted(scorer, rows, out, after=16)
    with out.with_name(f"out{ending}.partial").open("ab") as file:
        file.write(b'{"id": "torn')
    assert started_at(scorer, rows, out) == 16
    assert sorted(path.name for path in tmp_path.iterdir()) == [
        f"fresh{ending}",
        f"out{ending}",
        "rows.jsonl",
    ]


@pytest.mark.usefixtures("small_chunks")
def test_a_run_that_stopped_before_renaming_only_renames(scorer: Scorer, rows: Path, tmp_path: Path) -> None:
    interrupted(scorer, rows, tmp_path / "out.jsonl", after=40)
    assert started_at(scorer, rows, tmp_path / "out.jsonl") == 40


@pytest.mark.usefixtures("small_chunks")
def test_what_another_input_or_bundle_left_behind_is_begun_anew(
    scorer: Scorer, rows: Path, tmp_path: Path
) -> None:
    out = tmp_path / "out.jsonl"
    interrupted(scorer, rows, out, after=16)
    stricter = replace(scorer.bundle.model, threshold=0.9)
    other = Scorer(Bundle(scorer.bundle.schema, stricter, {}, {}))
    assert started_at(other, rows, out) == 0

    interrupted(scorer, rows, out, after=16)
    write(rows, mappings(41))
    assert started_at(scorer, rows, out) == 0

    interrupted(scorer, rows, out, after=16)
    assert started_at(scorer, rows, out, resume=False) == 0


@pytest.mark.usefixtures("small_chunks")
@pytest.mark.parametrize("state", [b"", b"[]", b'{"key": 1}', b'{"key": "x", "statuses": [], "bytes": 0}'])
def test_a_broken_note_of_progress_begins_anew(
    scorer: Scorer, rows: Path, tmp_path: Path, state: bytes
) -> None:
    out = tmp_path / "out.jsonl"
    interrupted(scorer, rows, out, after=16)
    (tmp_path / "out.jsonl.partial.json").write_bytes(state)
    assert started_at(scorer, rows, out) == 0


@pytest.mark.usefixtures("small_chunks")
def test_a_lost_partial_file_begins_anew(scorer: Scorer, rows: Path, tmp_path: Path) -> None:
    out = tmp_path / "out.jsonl"
    interrupted(scorer, rows, out, after=16)
    (tmp_path / "out.jsonl.partial").write_bytes(b"short")
    assert started_at(scorer, rows, out) == 0


def bad(rows: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """The rows with three that cannot be read."""
    return [*rows, {**rows[0], "id": "x", "contexts": 7}, rows[0], {**rows[0], "id": "y", "answer": 1.5}]


@pytest.mark.parametrize("workers", [1, 2])
def test_all_bad_rows_are_named_and_nothing_is_written(scorer: Scorer, tmp_path: Path, workers: int) -> None:
    source = write(tmp_path / "bad.jsonl", bad(mappings(3)))
    with pytest.raises(TableError) as caught:
        predict_batch(source, model=scorer, out=tmp_path / "out.jsonl", workers=workers)
    assert [(error.row, error.column) for error in caught.value.errors] == [
        (4, "contexts"),
        (5, "id"),
        (6, "answer"),
    ]
    assert list(tmp_path.iterdir()) == [source]


def test_rows_in_memory_are_refused_as_those_of_a_file(scorer: Scorer, tmp_path: Path) -> None:
    pandas = pytest.importorskip("pandas", reason="pandas is not installed")
    rows = bad(mappings(3))
    told = []
    for source in (
        write(tmp_path / "table", rows).rename(tmp_path / "table.jsonl"),
        rows,
        pandas.DataFrame(rows),
    ):
        with pytest.raises(TableError) as caught:
            predict_batch(source, model=scorer)
        told.append([(error.row, error.column, error.value, error.cure) for error in caught.value.errors])
    assert told[0] == told[1] == told[2]


def test_a_generator_that_turns_bad_leaves_nothing_behind(scorer: Scorer, tmp_path: Path) -> None:
    with pytest.raises(TableError, match="table row 4: contexts"):
        predict_batch(iter(bad(mappings(3))), model=scorer, out=tmp_path / "out.csv")
    assert list(tmp_path.iterdir()) == []


def test_a_bad_mapping_is_named(scorer: Scorer) -> None:
    with pytest.raises(TableError, match="row 2: no column for answer"):
        predict_batch([mappings(1)[0], {"question": "Q?", "contexts": [FEE]}], model=scorer)
    one_mapping: Any = mappings(1)[0]
    with pytest.raises(TableError, match="pass a list of mappings"):
        predict_batch(one_mapping, model=scorer)


@pytest.mark.parametrize(
    ("source", "message"),
    [
        ([1, 2], "table row 1: is a int, not a mapping of columns to cells: pass a DataFrame or a list"),
        (None, "table: is a NoneType, not rows: pass a file, a DataFrame or a list of mappings or triples"),
        (7, "table: is a int, not rows"),
    ],
)
def test_what_are_no_rows(scorer: Scorer, source: Any, message: str) -> None:
    with pytest.raises(TableError, match=message):
        predict_batch(source, model=scorer)


def test_a_row_of_a_frame_is_no_frame(scorer: Scorer) -> None:
    pandas = pytest.importorskip("pandas", reason="pandas is not installed")
    with pytest.raises(TableError, match="is a str, not a mapping of columns to cells: pass a DataFrame"):
        predict_batch(pandas.DataFrame(mappings(2)).iloc[0], model=scorer)


@pytest.mark.usefixtures("small_chunks")
def test_a_run_that_cannot_be_continued_forgets_the_one_before(
    scorer: Scorer, rows: Path, tmp_path: Path
) -> None:
    out = tmp_path / "out.jsonl"
    interrupted(scorer, rows, out, after=16)

    def fail() -> Iterator[dict[str, Any]]:
        yield from mappings(8)
        raise InterruptionError

    with pytest.raises(InterruptionError):
        predict_batch(fail(), model=scorer, out=out, workers=1)
    assert [path.name for path in tmp_path.iterdir()] == [rows.name]
    assert started_at(scorer, rows, out) == 0


def test_a_number_of_workers_below_one_is_refused(scorer: Scorer) -> None:
    with pytest.raises(ValueError, match="workers is 0"):
        predict_batch(mappings(1), model=scorer, workers=0)


def test_places_that_cannot_hold_predictions_are_refused_at_once(
    scorer: Scorer, rows: Path, tmp_path: Path
) -> None:
    (tmp_path / "folder.csv").mkdir()
    for out, message in (
        ("out.xlsx", r"\.csv or \.jsonl"),
        ("folder.csv", "is a folder"),
        (rows, "is the input"),
    ):
        with pytest.raises(ValueError, match=message):
            predict_batch(rows, model=scorer, out=tmp_path / out)
    assert len(rows.read_text().splitlines()) == 40


def ran(script: Path) -> subprocess.CompletedProcess[str]:
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}
    return subprocess.run(
        [sys.executable, str(script)], env=environment, capture_output=True, text=True, timeout=60
    )


def test_workers_end_with_their_parent(tmp_path: Path) -> None:
    script = tmp_path / "script.py"
    script.write_text(
        "import os, signal, time\n"
        "from faithstill.serve.workers import over_cores\n"
        "from faithstill.data import Triple\n"
        "def pids(rows):\n"
        "    return os.getpid()\n"
        "if __name__ == '__main__':\n"
        "    row = Triple.of(question='', contexts=['x'], answer='x')\n"
        "    found = over_cores([row] * 96, pids, 2)\n"
        "    print(next(found), flush=True)\n"
        "    os.kill(os.getpid(), signal.SIGKILL)\n"
    )
    # The pipe stays open for as long as a worker lives: that this call ends is the test.
    ended = ran(script)
    assert ended.returncode == -signal.SIGKILL
    assert int(ended.stdout) > 0


@pytest.mark.skipif(sys.platform == "win32", reason="no groups of processes to interrupt")
def test_ctrl_c_while_workers_start_ends_all_at_once_and_in_silence(tmp_path: Path) -> None:
    script, started = tmp_path / "script.py", tmp_path / "started"
    script.write_text(
        "import pathlib, signal, sys, time\n"
        "from faithstill.serve.workers import over_cores\n"
        "class Slow:\n"
        "    def __getstate__(self):\n"
        "        return {'size': bytes(1_000_000)}\n"
        "    def __setstate__(self, state):\n"
        f"        pathlib.Path({str(started)!r}).touch()\n"
        "        time.sleep(60)\n"
        "if __name__ == '__main__':\n"
        "    signal.signal(signal.SIGINT, signal.default_int_handler)\n"
        "    try:\n"
        "        next(over_cores([0] * 96, Slow(), 2))\n"
        "    except KeyboardInterrupt:\n"
        "        sys.exit(3)\n"
    )
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}
    run = subprocess.Popen(
        [sys.executable, str(script)],
        env=environment,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )
    while not started.exists():
        time.sleep(0.01)
    os.killpg(run.pid, signal.SIGINT)
    _, said = run.communicate(timeout=30)
    assert (run.returncode, said) == (3, "")


@pytest.mark.skipif(sys.platform == "win32", reason="no processes to interrupt half-way")
def test_ctrl_c_that_another_thread_takes_waits_until_a_worker_has_its_work(tmp_path: Path) -> None:
    script = tmp_path / "script.py"
    script.write_text(
        "import multiprocessing.util, os, signal, sys, threading, time\n"
        "from faithstill.serve.workers import over_cores\n"
        "start = multiprocessing.util.spawnv_passfds\n"
        "def start_and_interrupt(path, arguments, files):\n"
        "    process = start(path, arguments, files)\n"
        "    if 'spawn_main' in str(arguments):\n"
        "        os.kill(os.getpid(), signal.SIGINT)\n"
        "        time.sleep(0.2)\n"
        "    return process\n"
        "if __name__ == '__main__':\n"
        "    signal.signal(signal.SIGINT, signal.default_int_handler)\n"
        "    threading.Thread(target=time.sleep, args=(60,), daemon=True).start()\n"
        "    multiprocessing.util.spawnv_passfds = start_and_interrupt\n"
        "    try:\n"
        "        next(over_cores([0] * 96, len, 2))\n"
        "    except KeyboardInterrupt:\n"
        "        sys.exit(3)\n"
    )
    run = ran(script)
    assert (run.returncode, run.stderr) == (3, "")


@pytest.mark.skipif(not hasattr(signal, "pthread_sigmask"), reason="no masks of signals on this system")
def test_workers_are_started_deaf_to_ctrl_c_and_the_parent_is_not() -> None:
    held_back = partial(signal.pthread_sigmask, signal.SIG_BLOCK)
    found = cores.over_cores([signal.SIGUSR1], held_back, workers=2)  # type: ignore[list-item]
    assert [signal.SIGINT in held for held in found] == [True]
    assert signal.SIGINT not in held_back([])
