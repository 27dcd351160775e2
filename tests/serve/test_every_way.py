# SPDX-License-Identifier: Apache-2.0
"""The same rows give the same bytes in Python, on the command line, over HTTP, in MLflow and on Spark.

The bundle holds a lexicon, which one row needs. Adapters, whose frameworks have environments of their own, do so on the
same rows in adapters/test_parity.py. Columns and errors on Spark are tested here too, in the one session.
"""

from __future__ import annotations

import json
import os
import shutil
import socket
import subprocess
import sys
import time
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from http.client import HTTPConnection
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pytest

from faithstill.featurize.lexicon import Alias, Entry, Lexicon
from faithstill.serve import Guard, Profile, predict_batch
from faithstill.serve.bundle import put_lexicon
from faithstill.serve.guard.profile import Layer
from faithstill.serve.guard.profile_file import written
from faithstill.serve.kept import COLUMNS
from faithstill.serve.scorer import folder_of
from faithstill.train.report.mlflow_run import QUIET
from tests.conftest import Cli

from .http.conftest import Served
from .mlflow_and_spark import FOREIGN_ROWS, REGISTERED, STORE, why_no_spark
from .same_rows import MODEL
from .same_rows import ROWS as SAME

Row = Mapping[str, Any]
LEXICON = Lexicon.of([Entry("Harrow Vale SE", (Alias("the Lender"),))])
NAMED = {
    "id": "named",
    "question": "Who pays?",
    "contexts": ["The Lender pays $5."],
    "answer": "Harrow Vale SE pays $5.",
}
ROWS: Sequence[dict[str, Any]] = [*SAME, NAMED]
INPUTS = ("question", "contexts", "answer")
NO_MLFLOW = 'mlflow is not installed: pip install "faithstill[train]"'


def as_bytes(told: Any) -> bytes:
    return json.dumps(told, ensure_ascii=False).encode()


def asked(row: Row) -> dict[str, Any]:
    return {name: row[name] for name in INPUTS}


def predicted(rows: Sequence[Row], *, without: Sequence[str] = ()) -> list[bytes]:
    """Rows of predictions as bytes, without the input's columns, whatever their order and that of their columns."""
    places = {row["id"]: place for place, row in enumerate(ROWS)}
    return [
        as_bytes({name: row[name] for name in sorted(row.keys() - {*INPUTS, *without})})
        for row in sorted(rows, key=lambda row: places[row["id"]])
    ]


@dataclass(frozen=True, slots=True)
class Elsewhere:
    """What MLflow and Spark made of the rows that every way is given; `folder` holds the MLflow store."""

    folder: Path
    found: dict[str, Any]


@pytest.fixture(scope="module")
def model(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder: Path = tmp_path_factory.mktemp("models") / "named"
    shutil.copytree(folder_of(MODEL), folder)
    put_lexicon(folder, LEXICON)
    return folder


@pytest.fixture(params=["in the bundle", "beside it"])
def named(request: pytest.FixtureRequest, model: Path, tmp_path: Path) -> tuple[str, ...]:
    """The options that name the bundle and its lexicon."""
    if request.param == "in the bundle":
        return ("--model", str(model))
    LEXICON.save(tmp_path / "lexicon.json")
    return ("--model", MODEL, "--lexicon", str(tmp_path / "lexicon.json"))


@pytest.fixture(scope="module")
def elsewhere(tmp_path_factory: pytest.TempPathFactory, model: Path) -> Elsewhere:
    """One process for all tests: MLflow's database and Spark's session take their time."""
    folder = tmp_path_factory.mktemp("elsewhere")
    (folder / "rows.json").write_text(json.dumps(ROWS), encoding="utf-8")
    script = Path(__file__).with_name("mlflow_and_spark.py")
    more = {"PYTHONPATH": os.pathsep.join(sys.path), "PYSPARK_PYTHON": sys.executable, **QUIET}
    more |= {"OTEL_SDK_DISABLED": "false"}  # MLflow evaluates traces; tests of adapters switch them off
    ended = subprocess.run(
        [sys.executable, str(script), str(model)],
        cwd=folder,
        env={**os.environ, **more},
        capture_output=True,
        text=True,
        check=False,
    )
    assert ended.returncode == 0, ended.stderr
    return Elsewhere(folder, json.loads((folder / "found.json").read_text(encoding="utf-8")))


@pytest.fixture(scope="module")
def spark_found(elsewhere: Elsewhere) -> dict[str, Any]:
    """The part of it that needs Spark."""
    if why := why_no_spark():
        pytest.skip(why)
    return elsewhere.found


@pytest.fixture(scope="module")
def expected(model: Path) -> list[Row]:
    return [*predict_batch(ROWS, model=model)]


@pytest.fixture(scope="module")
def profile_file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path: Path = tmp_path_factory.mktemp("profile") / "strip.toml"
    path.write_text(written(Profile.load("STRIP_UNSUPPORTED").without(Layer.NLI)), encoding="utf-8")
    return path


@pytest.fixture(scope="module")
def guard(profile_file: Path, model: Path) -> Guard:
    return Guard.load(model, profile=profile_file)


@pytest.fixture(scope="module")
def rows_file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path: Path = tmp_path_factory.mktemp("rows") / "rows.jsonl"
    path.write_text("".join(f"{json.dumps(row)}\n" for row in ROWS), encoding="utf-8")
    return path


def test_the_rows_are_of_every_outcome(expected: Sequence[Row], guard: Guard) -> None:
    assert {row["status"] for row in expected} >= {"ok", "NO_CONTEXT", "NO_CLAIMS"}
    assert {row["route"] for row in expected} == {"deliver", "review", "block"}
    assert len({guard.check(**asked(row)).action for row in ROWS}) > 2


def test_one_row_needs_the_lexicon(expected: Sequence[Row]) -> None:
    bare = {row["id"]: row["faithful"] for row in predict_batch(ROWS, model=MODEL)}
    assert [row["id"] for row in expected if row["faithful"] != bare[row["id"]]] == ["named"]


def test_predict_batch_writes_what_python_gives(
    cli: Cli, expected: Sequence[Row], named: tuple[str, ...], rows_file: Path, tmp_path: Path
) -> None:
    out = tmp_path / "out.jsonl"
    code, _, err = cli("predict-batch", rows_file, *named, "--out", out)
    assert code == 0, err
    assert predicted([*map(json.loads, out.read_text("utf-8").splitlines())]) == predicted(expected)


def test_guard_writes_what_python_gives(
    cli: Cli, guard: Guard, named: tuple[str, ...], rows_file: Path, profile_file: Path, tmp_path: Path
) -> None:
    out = tmp_path / "out.jsonl"
    code, _, err = cli("guard", rows_file, *named, "--profile", profile_file, "--out", out)
    assert code == 0, err
    for line, row in zip(out.read_text("utf-8").splitlines(), ROWS, strict=True):
        told = json.loads(line)
        assert told.pop("id") == row["id"]
        for layer in told["layers"]:
            del layer["milliseconds"]  # differ from run to run
        assert as_bytes(told) == as_bytes(guard.check(**asked(row)).as_dict())


def test_http_gives_what_python_gives(
    guard: Guard, named: tuple[str, ...], profile_file: Path, tmp_path: Path
) -> None:
    pytest.importorskip("fastapi", reason='fastapi is not installed: pip install "faithstill[server]"')
    service, scorer = Served(tmp_path, *named, "--profile", str(profile_file)), guard.scorer
    try:
        for row in map(asked, ROWS):
            assert service.post("/v1/score", row).body == as_bytes(scorer.score(**row).as_dict())
            assert service.post("/v1/guard", row).body == as_bytes(guard.check(**row).as_dict())
        checked = service.post("/v1/check", asked(NAMED)).json
        assert checked["findings"][0]["rule"] == "name.lexicon"
    finally:
        service.stop()


def test_spark_gives_what_python_gives(spark_found: Row, expected: Sequence[Row]) -> None:
    found = [row | {"statements": json.loads(row["statements"])} for row in spark_found["rows"]]
    assert predicted(found) == predicted(expected)


@pytest.mark.skipif(find_spec("mlflow") is None, reason=NO_MLFLOW)
def test_mlflow_gives_what_python_gives(elsewhere: Elsewhere, expected: Sequence[Row]) -> None:
    assert predicted(elsewhere.found["pyfunc"]) == predicted(expected)


@pytest.mark.skipif(find_spec("mlflow") is None, reason=NO_MLFLOW)
def test_mlflow_on_spark_gives_what_python_gives(spark_found: Row, expected: Sequence[Row]) -> None:
    assert predicted(spark_found["udf"]) == predicted(expected, without=["statements"])


@pytest.mark.skipif(find_spec("mlflow") is None, reason=NO_MLFLOW)
def test_mlflow_evaluates_by_what_python_gives(elsewhere: Elsewhere, expected: Sequence[Row]) -> None:
    judged = {row["faithful"]: row["is_faithful"] for row in expected if row["faithful"] is not None}
    assert {
        float(faithful): is_faithful for faithful, is_faithful in elsewhere.found["judged"].items()
    } == judged
    given = [row["faithful"] for row in expected if row["faithful"] is not None]
    assert elsewhere.found["metrics"] == {
        "faithfulness/mean": sum(given) / len(given),
        "faithfulness/share_faithful": sum(row["is_faithful"] for row in expected) / len(ROWS),
        "faithfulness/not_judged": len(ROWS) - len(given),
    }
    said = ["; ".join(row["reasons"]) or "every statement is supported" for row in expected]
    assert elsewhere.found["why"] == said


@pytest.fixture
def model_server(elsewhere: Elsewhere) -> Iterator[HTTPConnection]:
    """`mlflow models serve` of the registered model."""
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    model = f"models:/{REGISTERED}/1"
    command = [sys.executable, "-m", "mlflow", "models", "serve", "--env-manager", "local"]
    # MLflow starts `uvicorn` by its name.
    path = os.pathsep.join((str(Path(sys.executable).parent), os.environ["PATH"]))
    store = {"MLFLOW_TRACKING_URI": f"sqlite:///{elsewhere.folder / STORE}"}
    log = elsewhere.folder / "serve.log"
    with log.open("wb") as out:
        process = subprocess.Popen(
            [*command, "--model-uri", model, "--port", str(port)],
            stdout=out,
            stderr=out,
            cwd=elsewhere.folder,
            env={**os.environ, **QUIET, **store, "PATH": path},
        )
    connection = HTTPConnection("127.0.0.1", port, timeout=30)
    try:
        for _ in range(600):
            if "startup complete" in log.read_text("utf-8"):
                break
            assert process.poll() is None, log.read_text("utf-8")
            time.sleep(0.1)
        yield connection
    finally:
        connection.close()
        process.terminate()
        process.wait(30)


@pytest.mark.skipif(find_spec("mlflow") is None, reason=NO_MLFLOW)
def test_mlflow_models_serve_gives_what_python_gives(
    model_server: HTTPConnection, expected: Sequence[Row]
) -> None:
    body = json.dumps({"dataframe_records": ROWS})
    model_server.request("POST", "/invocations", body, {"Content-Type": "application/json"})
    answer = model_server.getresponse()
    told = json.loads(answer.read())
    assert answer.status == 200, told
    assert predicted(told["predictions"]) == predicted(expected)


def test_the_columns_are_those_of_predict_batch(spark_found: Row) -> None:
    ours = [name for name in COLUMNS if name not in ("id", "label")]
    assert spark_found["columns"] == ["id", "question", "contexts", "answer", *ours, "statements"]


def test_columns_of_the_input_keep_names_types_and_cells(spark_found: Row, guard: Guard) -> None:
    names = ["input_Status", "query", "context_1", "context_2", "response", "hallucination", "n"]
    for row, given in zip(spark_found["foreign"], FOREIGN_ROWS, strict=True):
        assert [row[name] for name in names] == [*given]
        score = guard.scorer.score(question=given[1], contexts=given[2:4], answer=given[4])
        assert (row["faithful"], row["status"]) == (score.faithful, "ok")
        assert json.loads(row["statements"]) == [one.as_dict() for one in score.statements]
    assert [row["label"] for row in spark_found["foreign"]] == ["faithful", "unfaithful"]
    assert not [row for row in spark_found["foreign"] if "id" in row]


def test_a_threshold_takes_the_place_of_the_bundles(spark_found: Row) -> None:
    assert spark_found["strict"] == [{"threshold": 1.0, "is_faithful": False}]


def test_a_worker_loads_the_bundle_once_and_it_is_shipped_once(spark_found: Row) -> None:
    assert len(spark_found["rows"]) == len(ROWS)
    assert {worker["loaded"] for worker in spark_found["loads"]} == {1}
    assert len(spark_found["archives"]) == 1


def test_rows_that_cannot_be_read_are_named_with_the_cure(spark_found: Row) -> None:
    ((_, identity), (_, error)) = spark_found["bad"][0].items()
    assert (len(spark_found["bad"]), identity) == (1, "torn")
    assert "row 1: answer has a null byte at character 0: remove it" in error
    assert error in spark_found["stopped"]


def test_columns_that_are_missing_are_refused_before_anything_runs(spark_found: Row) -> None:
    assert spark_found["refused"].startswith("DataFrame: no column for answer: name one answer, response")


def test_the_examples_of_the_documentation_run(spark_found: Row) -> None:
    assert all(spark_found["pages"].values())
    assert spark_found["written"] == len(ROWS)
