# SPDX-License-Identifier: Apache-2.0
"""Work on many rows over all cores: chunk by chunk, results in order, in flat memory."""

from __future__ import annotations

import gc
import os
import pickle
import signal
import threading
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, suppress
from itertools import chain, islice
from typing import TYPE_CHECKING, Any, TypeVar

from faithstill.data import Triple

if TYPE_CHECKING:
    from concurrent.futures import Executor, Future
    from multiprocessing.connection import Connection

T = TypeVar("T")
Work = Callable[[list[Triple]], T]

CHUNK = 32  # rows that a worker takes at a time
FEW = 300  # rows below which starting workers costs more than it saves
_AHEAD = 2  # chunks in flight per worker, so that none waits and memory stays flat


def over_cores(triples: Iterable[Triple], work: Work[T], workers: int | None) -> Iterator[T]:
    """The result of each chunk, in order; `work` is pickled once per process, and all cores work without `workers`."""
    if workers is not None and workers < 1:
        raise ValueError(f"workers is {workers}; give 1 or more, or None for all cores")
    triples = iter(triples)
    first = list(islice(triples, FEW))
    count = workers or (1 if len(first) < FEW else _cores())
    chunks = _chunks(chain(first, triples))
    if count == 1:
        return map(work, chunks)
    return _in_processes(chunks, work, count)


def _cores() -> int:
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def _chunks(triples: Iterator[Triple]) -> Iterator[list[Triple]]:
    while chunk := list(islice(triples, CHUNK)):
        yield chunk


def _in_processes(chunks: Iterable[list[Triple]], work: Work[T], workers: int) -> Iterator[T]:
    from concurrent.futures import ProcessPoolExecutor
    from concurrent.futures.process import BrokenProcessPool
    from multiprocessing import get_context

    # Spawned, not forked: a fork would copy the tokenizer's threads in whatever state they are.
    context = get_context("spawn")
    line, end = context.Pipe(duplex=False)
    pool = ProcessPoolExecutor(workers, context, initializer=_start, initargs=(line, pickle.dumps(work)))
    try:
        yield from _in_order(pool, chunks, _AHEAD * workers)
    except BrokenProcessPool as error:
        raise RuntimeError(
            "a worker process died: call faithstill under `if __name__ == '__main__':`, or give it more memory; "
            "predict_batch with workers=1 needs no processes"
        ) from error
    finally:
        end.close()  # nothing is waited for: an executor's own way out hangs where workers are still starting
        pool.shutdown(cancel_futures=True)
        line.close()


def _in_order(pool: Executor, chunks: Iterable[list[Triple]], ahead: int) -> Iterator[Any]:
    waiting: deque[Future[Any]] = deque()
    for chunk in chunks:
        with _deaf_to_interrupts():
            waiting.append(pool.submit(_work, chunk))
        if len(waiting) >= ahead:
            yield waiting.popleft().result()
    while waiting:
        yield waiting.popleft().result()


@contextmanager
def _deaf_to_interrupts() -> Iterator[None]:
    """Hold Ctrl-C back while processes are started: one cut off half-way, or that still imports, would complain."""
    came: list[int] = []
    # The mask is inherited by processes and threads. Another thread may take the signal, hence the handler too.
    try:
        with _masked(), _handled(came.append):
            yield
    finally:
        if came:
            signal.raise_signal(signal.SIGINT)


@contextmanager
def _masked() -> Iterator[None]:
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


@contextmanager
def _handled(note: Callable[[int], None]) -> Iterator[None]:
    before = signal.getsignal(signal.SIGINT)
    if before is None or threading.current_thread() is not threading.main_thread():
        yield  # only the main thread may set a handler of Python's, and only it is interrupted
        return
    signal.signal(signal.SIGINT, lambda number, _: note(number))
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)


_work_of_process: list[Work[Any]] = []  # of a worker: what it was started with


def _start(line: Connection, work: bytes) -> None:
    # Ctrl-C reaches all processes; the parent alone decides what it means.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_end_with, args=(line,), daemon=True).start()
    _work_of_process.append(pickle.loads(work))  # takes its time, so after the line is watched
    gc.freeze()  # what is loaded lives as long as the worker: no collection need look at it


def _end_with(line: Connection) -> None:
    """A worker ends at once when the parent closes its end of the line: it has enough, was stopped, or was killed."""
    with suppress(EOFError, OSError):
        line.recv()
    os._exit(1)


def _work(triples: list[Triple]) -> Any:
    return _work_of_process[0](triples)
