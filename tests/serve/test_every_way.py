# SPDX-License-Identifier: Apache-2.0
"""The same rows give the same bytes in Python, on the command line, over HTTP, in MLflow and on Spark.

So do the adapters, whose frameworks have environments of their own, on the same rows, in adapters/test_parity.py.
"""

from __future__ import annotations

import json
import os
import socket
import subprocess
import sys
import time
from collections.abc import Iterator, Mapping, Sequence
from http.client import HTTPConnection
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pytest

from faithstill.serve import Guard, Profile, Scorer, predict_batch
from faithstill.serve.guard.profile import Layer
from faithstill.serve.guard.profile_file import written
from faithstill.train.report.mlflow_run import QUIET
from tests.conftest import Cli

from .conftest import Elsewhere
from .http.conftest import Served
from .mlflow_and_spark import REGISTERED, STORE
from .same_rows import MODEL, ROWS

Row = Mapping[str, Any]
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


@pytest.fixture(scope="module")
def expected() -> list[Row]:
    return [*predict_batch(ROWS, model=MODEL)]


@pytest.fixture(scope="module")
def profile_file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path: Path = tmp_path_factory.mktemp("profile") / "strip.toml"
    path.write_text(written(Profile.load("STRIP_UNSUPPORTED").without(Layer.NLI)), encoding="utf-8")
    return path


@pytest.fixture(scope="module")
def guard(profile_file: Path) -> Guard:
    return Guard.load(MODEL, profile=profile_file)


@pytest.fixture(scope="module")
def rows_file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path: Path = tmp_path_factory.mktemp("rows") / "rows.jsonl"
    path.write_text("".join(f"{json.dumps(row)}\n" for row in ROWS), encoding="utf-8")
    return path


def test_the_rows_are_of_every_outcome(expected: Sequence[Row], guard: Guard) -> None:
    assert {row["status"] for row in expected} >= {"ok", "NO_CONTEXT", "NO_CLAIMS"}
    assert {row["route"] for row in expected} == {"deliver", "review", "block"}
    assert len({guard.check(**asked(row)).action for row in ROWS}) > 2


def test_predict_batch_writes_what_python_gives(
    cli: Cli, expected: Sequence[Row], rows_file: Path, tmp_path: Path
) -> None:
    out = tmp_path / "out.jsonl"
    code, _, err = cli("predict-batch", rows_file, "--model", MODEL, "--out", out)
    assert code == 0, err
    assert predicted([*map(json.loads, out.read_text("utf-8").splitlines())]) == predicted(expected)


def test_guard_writes_what_python_gives(
    cli: Cli, guard: Guard, rows_file: Path, profile_file: Path, tmp_path: Path
) -> None:
    out = tmp_path / "out.jsonl"
    code, _, err = cli("guard", rows_file, "--model", MODEL, "--profile", profile_file, "--out", out)
    assert code == 0, err
    for line, row in zip(out.read_text("utf-8").splitlines(), ROWS, strict=True):
        told = json.loads(line)
        assert told.pop("id") == row["id"]
        for layer in told["layers"]:
            del layer["milliseconds"]  # differ from run to run
        assert as_bytes(told) == as_bytes(guard.check(**asked(row)).as_dict())


def test_http_gives_what_python_gives(guard: Guard, profile_file: Path, tmp_path: Path) -> None:
    pytest.importorskip("fastapi", reason='fastapi is not installed: pip install "faithstill[server]"')
    service, scorer = Served(tmp_path, "--model", MODEL, "--profile", str(profile_file)), Scorer.load(MODEL)
    try:
        for row in map(asked, ROWS):
            assert service.post("/v1/score", row).body == as_bytes(scorer.score(**row).as_dict())
            assert service.post("/v1/guard", row).body == as_bytes(guard.check(**row).as_dict())
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
