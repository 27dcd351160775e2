# SPDX-License-Identifier: Apache-2.0
"""The same row gives the same bytes through Python, the command line and HTTP."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest

from faithstill.data import Triple, read_triples, write_triples
from faithstill.factcheck import FactChecker
from faithstill.serve import Guard
from tests.conftest import Cli

from .conftest import Served

ROOT = Path(__file__).parents[3]
ROWS = read_triples(ROOT / "data" / "finance.csv").triples[::900]
_TIME = re.compile(rb'"milliseconds": [\d.]+')


def asked(triple: Triple) -> dict[str, Any]:
    passages = [{"text": one.text, "id": one.id} for one in triple.passages]
    return {"question": triple.question, "contexts": passages, "answer": triple.answer}


def as_bytes(told: Any) -> bytes:
    return json.dumps(told, ensure_ascii=False).encode()


@pytest.fixture(scope="module")
def guard(profile_file: Path) -> Guard:
    return Guard.load("light", profile=profile_file)


@pytest.fixture(scope="module")
def rows_file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("rows") / "rows.jsonl"
    write_triples(path, ROWS)
    return path


@pytest.mark.parametrize("triple", ROWS, ids=lambda triple: triple.id)
def test_python_and_http_say_the_same(served: Served, guard: Guard, triple: Triple) -> None:
    body = asked(triple)
    assert served.post("/v1/guard", body).body == as_bytes(guard.check(**body).as_dict())
    assert served.post("/v1/score", body).body == as_bytes(guard.scorer.score(**body).as_dict())
    assert served.post("/v1/check", body).body == as_bytes(FactChecker().check(**body).as_dict())


def test_a_batch_is_what_the_command_writes(
    served: Served, cli: Cli, rows_file: Path, profile_file: Path, tmp_path: Path
) -> None:
    out = tmp_path / "out.jsonl"
    code, _, err = cli("guard", rows_file, "--out", out, "--model", "light", "--profile", profile_file)
    assert code == 0, err
    found = served.post("/v1/batch", rows_file.read_bytes(), Content_Type="application/x-ndjson")
    assert len(ROWS) > 5
    # How long a layer took differs from run to run, and nothing else does.
    assert _TIME.sub(b"", found.body) == _TIME.sub(b"", out.read_bytes())
    assert found.body.count(b"\n") == len(ROWS)


@pytest.mark.parametrize(
    ("path", "command"),
    [
        ("/v1/score", ["score", "--model", "light"]),
        ("/v1/check", ["check"]),
        ("/v1/check", ["check", "--require-citations", "--without", "entailment"]),
    ],
)
def test_commands_say_the_same(served: Served, cli: Cli, path: str, command: list[str]) -> None:
    triple = ROWS[2]
    given = [option for one in triple.passages for option in ("--context", one.text)]
    given += ["--question", triple.question, "--answer", triple.answer, "--json"]
    _, out, _ = cli(*command, *given)
    more = {"require_citations": True} if "--require-citations" in command else {}
    body = {**asked(triple), "contexts": [one.text for one in triple.passages], **more}
    # The command indents, and HTTP does not.
    assert served.post(path, body).body == as_bytes(json.loads(out))


def test_times_are_told_where_asked_for(served: Served) -> None:
    layers = served.post("/v1/guard", asked(ROWS[0]) | {"timings": True}).json["layers"]
    assert sum(layer["milliseconds"] for layer in layers) > 0


def test_high_stakes_reaches_the_guard(served: Served, guard: Guard) -> None:
    told = [guard.check_triple(row, high_stakes=True) for row in ROWS]
    bodies = [served.post("/v1/guard", asked(row) | {"high_stakes": True}).body for row in ROWS]
    assert bodies == [as_bytes(decision.as_dict()) for decision in told]
