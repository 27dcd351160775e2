# SPDX-License-Identifier: Apache-2.0
"""Two workers with tokens, an audit log and spans: what they count together, and how they are replaced and stopped.

The tests run in order, on one service; the last one stops it.
"""

from __future__ import annotations

import http.client
import json
import re
import signal
import threading
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.conftest import Cli

from .conftest import ASKED, TOKEN, Served

BEARER = {"Authorization": f"Bearer {TOKEN}"}


@pytest.fixture(scope="module")
def audit(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("audit") / "audit.jsonl"


@pytest.fixture(scope="module")
def cluster(tmp_path_factory: pytest.TempPathFactory, profile_file: Path, audit: Path) -> Iterator[Served]:
    options = ["--model", "light", "--profile", str(profile_file), "--workers", "2", "--audit", str(audit)]
    environment = {
        "FAITHSTILL_TOKENS": TOKEN,
        "OTEL_TRACES_EXPORTER": "console",
        "OTEL_BSP_SCHEDULE_DELAY": "50",
        "OTEL_SDK_DISABLED": "false",  # the adapters' tests switch it off
    }
    found = Served(tmp_path_factory.mktemp("cluster"), *options, **environment)
    yield found
    if found.process.poll() is None:
        found.stop()


def counted(served: Served, name: str) -> float:
    page = served.send("GET", "/metrics", **BEARER).body.decode()
    return sum(float(value) for value in re.findall(rf"^{re.escape(name)} ([\d.e+]+)$", page, re.MULTILINE))


def pids(served: Served) -> set[str]:
    return set(re.findall(r"Started server process \[(\d+)\]", served.log.read_text(encoding="utf-8")))


@pytest.mark.parametrize(
    "path", ["/v1/guard", "/v1/score", "/v1/check", "/v1/stream", "/v1/batch", "/metrics", "/x"]
)
@pytest.mark.parametrize("header", [None, "Bearer wrong-token-of-tests", f"Basic {TOKEN}"])
def test_nothing_is_told_without_a_token(cluster: Served, path: str, header: str | None) -> None:
    given = {"Authorization": header} if header else {}
    found = cluster.post(path, ASKED, **given)
    assert (found.status, found.error["code"]) == (401, "unauthorized")
    assert found.headers["www-authenticate"] == "Bearer"


@pytest.mark.parametrize("path", ["/", "/healthz", "/readyz", "/openapi.json"])
def test_what_tells_nothing_of_answers_is_open(cluster: Served, path: str) -> None:
    assert cluster.send("GET", path, Host="faithstill.example").status == 200


def test_metrics_count_all_workers_and_every_decision_is_logged(cluster: Served, audit: Path) -> None:
    while len(pids(cluster)) < 2:
        time.sleep(0.1)
    before = counted(cluster, 'faithstill_decisions_total{action="block"}')
    ids = [f"asked-{n}" for n in range(30)]
    for one in ids:
        assert cluster.post("/v1/guard", ASKED, X_Request_ID=one, **BEARER).status == 200
    assert counted(cluster, 'faithstill_decisions_total{action="block"}') == before + 30
    assert counted(cluster, 'faithstill_layer_seconds_count{layer="facts"}') >= 30
    assert counted(cluster, "faithstill_claims_per_answer_count") >= 30
    logged = [json.loads(line) for line in audit.read_text(encoding="utf-8").splitlines()]
    assert {one["inputs"]["id"] for one in logged if "inputs" in one} >= set(ids)


def test_a_decision_and_its_layers_are_traced_under_the_callers_span(cluster: Served) -> None:
    trace = "4bf92f3577b34da6a3ce929d0e0e4736"
    parent = {"traceparent": f"00-{trace}-00f067aa0ba902b7-01"}
    assert cluster.post("/v1/guard", ASKED, **parent, **BEARER).status == 200
    names: set[str] = set()
    began = time.monotonic()
    while not names >= {"faithstill.guard", "faithstill.layer.classifier", "faithstill.layer.facts"}:
        assert time.monotonic() - began < 60, names
        said = cluster.log.read_text(encoding="utf-8")
        names = set(re.findall(rf'"name": "(faithstill[\w.]+)"[^}}]+"trace_id": "0x{trace}"', said))
        time.sleep(0.05)
    assert ASKED["answer"] not in said, "no text of a request reaches log or spans"
    assert TOKEN not in said


def test_workers_are_replaced_and_no_request_is_lost(cluster: Served) -> None:
    before, lost, done = pids(cluster), [], threading.Event()
    statuses: list[int] = []

    headers = {"Content-Type": "application/json", **BEARER}

    def ask() -> None:
        connection = cluster.connection()
        while not done.is_set():
            try:
                connection.request("POST", "/v1/guard", json.dumps(ASKED), headers)
                statuses.append(connection.getresponse().read()[2:8] == b"action")
            except (OSError, http.client.HTTPException) as error:
                lost.append(error)
                connection.close()
        connection.close()

    clients = [threading.Thread(target=ask) for _ in range(4)]
    for client in clients:
        client.start()
    cluster.process.send_signal(signal.SIGHUP)
    began = time.monotonic()
    while "Finished server process" not in (said := cluster.log.read_text(encoding="utf-8")) or (
        said.count("Finished server process") < 2
    ):
        assert time.monotonic() - began < 60, said
        time.sleep(0.1)
    done.set()
    for client in clients:
        client.join()
    assert lost == []
    assert all(statuses)
    assert len(statuses) > 50
    assert len(pids(cluster) - before) == 2


def test_a_stop_ends_what_was_begun(cluster: Served, audit: Path, cli: Cli) -> None:
    rows = json.dumps(ASKED).encode() + b"\n"
    idle = cluster.connection()
    idle.request("GET", "/healthz")
    assert idle.getresponse().read() == b'{"status": "ok"}'
    begun = cluster.connection()
    begun.putrequest("POST", "/v1/batch")
    for name, value in {
        "Content-Type": "application/x-ndjson",
        "Transfer-Encoding": "chunked",
        **BEARER,
    }.items():
        begun.putheader(name, value)
    begun.endheaders()
    begun.send(b"%x\r\n%s\r\n" % (len(rows), rows))
    time.sleep(0.5)
    cluster.process.send_signal(signal.SIGTERM)
    time.sleep(1.0)
    # What stands behind a stop: an idle connection may still ask once, and a batch may go on.
    idle.request("GET", "/readyz")
    late = idle.getresponse()
    assert (late.status, late.getheader("connection")) == (503, "close")
    late.read()
    idle.close()
    begun.send(b"%x\r\n%s\r\n0\r\n\r\n" % (len(rows), rows))
    found = begun.getresponse()
    assert [json.loads(line)["action"] for line in found.read().splitlines()] == ["block", "block"]
    begun.close()
    assert cluster.process.wait(30) == 0
    assert cli("audit", "verify", audit)[0] == 0
