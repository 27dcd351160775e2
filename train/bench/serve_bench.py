# SPDX-License-Identifier: Apache-2.0
"""The service under load, replaced under load, and under attack: `python -m faithstill.train.bench.serve_bench`."""

from __future__ import annotations

import http.client
import json
import os
import statistics
import tempfile
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import cycle, islice
from pathlib import Path
from random import Random
from typing import Annotated, Any

import typer

from faithstill.data import Triple, read_triples
from faithstill.data.sources import TWIN_ANSWERS
from faithstill.train.module_main import run_script

from .guard_soak import fuzzed
from .running_service import RunningService, at_once, posted, started

ROWS = TWIN_ANSWERS.with_name("finance.csv")
SEED, REQUESTS, HOSTILE = 31, 600, 10_000
CLIENTS = (1, 8, 32)
ROUNDS = 10
_AT_ONCE = 8
_JSON = b"POST /v1/guard HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
Say = Callable[[str], None]
Asked = Mapping[str, Any]


@dataclass(slots=True)
class Load:
    """What came of many requests: seconds of each, statuses, and errors of the connection; threads only append."""

    seconds: list[float] = field(default_factory=list)
    statuses: list[int] = field(default_factory=list)
    lost: list[str] = field(default_factory=list)

    def told(self) -> str:
        """In words."""
        ms = sorted(1000 * one for one in self.seconds)
        p50, p99 = statistics.median(ms), ms[min(len(ms) - 1, int(len(ms) * 0.99))]
        answers = ", ".join(f"{status}: {n}" for status, n in sorted(Counter(self.statuses).items()))
        lost = ", ".join(f"{n} by {name}" for name, n in Counter(self.lost).items()) or "none"
        return f"p50 {p50:.0f} ms, p99 {p99:.0f} ms; answers {answers}; lost {lost}"


class Client(threading.local):
    """One connection a thread, kept as long as the service keeps it."""

    def __init__(self, service: RunningService) -> None:
        self.connection = service.client()

    def ask(self, asked: Asked, load: Load) -> None:
        """One request, timed."""
        began = time.perf_counter()
        try:
            load.statuses.append(posted(self.connection, asked))
            load.seconds.append(time.perf_counter() - began)
        except (OSError, http.client.HTTPException) as error:
            load.lost.append(type(error).__name__)
            self.connection.close()


def asked_of(triple: Triple) -> Asked:
    """What a client sends of a row."""
    contexts = [passage.text for passage in triple.passages]
    return {"question": triple.question, "contexts": contexts, "answer": triple.answer}


def latency(service: RunningService, rows: Sequence[Asked], requests: int, say: Say) -> None:
    """Median and 99th percentile at some numbers of clients, each of which asks as soon as it has its answer."""
    fresh = cycle(rows)  # rows that the encoder has not seen yet
    for clients in CLIENTS:
        load, client = Load(), Client(service)
        began, before = time.perf_counter(), service.cpu_seconds()
        at_once(clients, lambda one: client.ask(one, load), islice(fresh, requests))  # noqa: B023
        rate = requests / (time.perf_counter() - began)
        cpu = 1000 * (service.cpu_seconds() - before) / requests
        say(
            f"{clients:3} clients: {load.told()}; {rate:.0f} requests/s, {cpu:.0f} ms of CPU each; n {requests}"
        )


def rolling(service: RunningService, rows: Sequence[Asked], say: Say) -> None:
    """All workers are replaced while clients ask."""
    load, client, over = Load(), Client(service), threading.Event()

    def until_over() -> Iterator[Asked]:
        for one in cycle(rows):
            if over.is_set():
                return
            yield one

    asking = threading.Thread(
        target=at_once, args=(_AT_ONCE, lambda one: client.ask(one, load), until_over())
    )
    asking.start()
    before = set(service.workers)
    service.replace_workers()
    over.set()
    asking.join()
    kept = len(before & set(service.workers))
    say(f"rolling restart under {_AT_ONCE} clients: {load.told()}; workers kept {kept} of {len(before)}")


def hostile(service: RunningService, triples: Sequence[Triple], count: int, say: Say) -> None:
    """Requests that nobody should send: some, ten times over, so that what the guard remembers is no leak."""
    random, statuses, memory = Random(SEED), list[str](), list[float]()
    sent = [_nonsense(random, triples) for _ in range(count // ROUNDS)]

    def send(data: bytes) -> None:
        statuses.append(service.raw(data, 10.0)[9:12].decode("latin-1") or "closed")

    began = time.perf_counter()
    for _ in range(ROUNDS):
        at_once(_AT_ONCE, send, iter(sent))
        memory.append(service.megabytes())
    seconds = time.perf_counter() - began
    told = ", ".join(f"{status}: {n}" for status, n in Counter(statuses).most_common())
    say(f"{count} hostile requests in {seconds:.0f} s, answers {told}")
    after = " ".join(f"{one:.0f}" for one in memory)
    say(
        f"  memory in MB after each of {ROUNDS} rounds: {after} (from the second on {memory[-1] - memory[1]:+.0f})"
    )
    load, client = Load(), Client(service)
    for triple in triples[:50]:
        client.ask(asked_of(triple), load)
    say(f"  and then 50 sound ones: {load.told()}; failures of code in the log: {service.said('Traceback')}")


def _nonsense(random: Random, triples: Sequence[Triple]) -> bytes:
    """One request of some kind, as bytes; a kind that takes the service's patience is rare."""
    body = json.dumps(fuzzed(random, triples), default=str).encode()
    kind = random.random()
    if kind < 0.4:
        return _request(body)
    if kind < 0.7:
        return _request(_torn(random, body))
    if kind < 0.75:
        return _request(random.choice((b"[", b'{"a":', b"-", b"1")) * random.choice((10, 10_000)))
    if kind < 0.80:
        return _request(b'{"question": "' + b"a" * 300_000 + b'"}')
    if kind < 0.85:
        return _JSON + b"X-A: " + b"a" * random.choice((1_000, 100_000)) + b"\r\n\r\n"
    if kind < 0.9:
        return random.randbytes(random.randrange(1, 2_000)) + b"\r\n\r\n"
    if kind < 0.99:
        return random.choice((b"GET", b"PUT", b"POST")) + b" /%d HTTP/1.1\r\nHost: localhost\r\n\r\n" % len(
            body
        )
    return _JSON + b"Content-Length: %d\r\n\r\n" % (len(body) + 5) + body  # the rest never comes


def _request(body: bytes) -> bytes:
    return _JSON + b"Connection: close\r\nContent-Length: %d\r\n\r\n" % len(body) + body


def _torn(random: Random, body: bytes) -> bytes:
    at = random.randrange(len(body))
    return body[:at] + random.randbytes(random.randrange(9)) + body[at + random.randrange(9) :]


def main(
    model: Annotated[str, typer.Option(help="bundle")] = "general",
    workers: Annotated[int, typer.Option(help="processes of the service")] = 2,
    threads: Annotated[int, typer.Option(help="threads of each")] = 1,
    requests: Annotated[int, typer.Option(help="for each number of clients; 0 for no load")] = REQUESTS,
    attacks: Annotated[int, typer.Option(help="hostile requests; 0 for none")] = HOSTILE,
) -> None:
    """Print latency by clients, what a rolling restart loses, and what hostile requests do to memory."""
    triples = list(read_triples(ROWS).triples)
    Random(SEED).shuffle(triples)
    rows = [asked_of(triple) for triple in triples]
    own = ["--model", model, "--workers", str(workers), "--threads", str(threads)]
    with tempfile.TemporaryDirectory() as folder:
        load = os.getloadavg()[0]
        typer.echo(
            f"{model}, {workers} workers of {threads} threads, {ROWS.name}, load of the machine {load:.1f}"
        )
        if requests:
            with started(Path(folder), *own) as service:
                latency(service, rows, requests, typer.echo)
                rolling(service, rows, typer.echo)
        if attacks:
            with started(Path(folder), *own, "--timeout", "2", "--max-body", "200000") as service:
                hostile(service, triples, attacks, typer.echo)


if __name__ == "__main__":
    run_script(main)
