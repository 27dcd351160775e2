# SPDX-License-Identifier: Apache-2.0
"""Many answers in, one row of predictions each out: in order, over all cores, in flat memory."""

from __future__ import annotations

import gc
import hashlib
import os
import signal
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import replace
from itertools import chain, islice
from pathlib import Path
from typing import TYPE_CHECKING, Any, overload

from faithstill.data import Triple
from faithstill.data.columns import triple_from_mapping
from faithstill.data.table import iter_triples

from .bundle import Bundle
from .partial import PartialFile, check_ending
from .score import STATUS_IN_WORDS, Score, ScoreStatus
from .scorer import Scorer

if TYPE_CHECKING:
    from concurrent.futures import Future

    from pandas import DataFrame

Progress = Callable[[int], None]
Row = dict[str, Any]

CHUNK = 32  # rows that a worker takes at a time, and that are written at a time
FEW = 300  # rows below which starting workers costs more than it saves
REASONS = 3
_AHEAD = 2  # chunks in flight per worker, so that none waits and memory stays flat


@overload
def predict_batch(
    source: str | Path | DataFrame | Iterable[Triple | Mapping[str, Any]],
    *,
    model: str | Path | Scorer | None = None,
    out: None = None,
    workers: int | None = None,
    resume: bool = True,
    progress: Progress | None = None,
) -> list[Row]: ...
@overload
def predict_batch(
    source: str | Path | DataFrame | Iterable[Triple | Mapping[str, Any]],
    *,
    model: str | Path | Scorer | None = None,
    out: str | Path,
    workers: int | None = None,
    resume: bool = True,
    progress: Progress | None = None,
) -> Path: ...
def predict_batch(
    source: str | Path | DataFrame | Iterable[Triple | Mapping[str, Any]],
    *,
    model: str | Path | Scorer | None = None,
    out: str | Path | None = None,
    workers: int | None = None,
    resume: bool = True,
    progress: Progress | None = None,
) -> list[Row] | Path:
    """Score a file (CSV, JSONL, Parquet), a DataFrame or triples; return the rows, or stream them into `out`.

    `progress` is called with the number of rows done. With `resume`, a run over the same file and bundle that
    was interrupted is continued. Raises TableError at a row that cannot be read; `out` is then not written.
    """
    scorer = model if isinstance(model, Scorer) else Scorer.load(model)
    report = progress or (lambda done: None)
    if out is not None:
        return _into_file(source, Path(out), scorer, workers, report, resume=resume)
    rows: list[Row] = []
    for chunk in scored(triples_of(source), scorer, workers):
        rows += chunk
        report(len(rows))
    return rows


def _into_file(
    source: Any, out: Path, scorer: Scorer, workers: int | None, report: Progress, *, resume: bool
) -> Path:
    check_ending(out)
    is_file = isinstance(source, str | Path)
    if is_file and out.exists() and out.samefile(source):
        raise ValueError(f"{out}: is the input; give the predictions another name")
    key = _key(Path(source), scorer.bundle) if resume and is_file else ""
    with PartialFile(out, key=key) as partial:
        report(partial.rows)
        for chunk in scored(islice(triples_of(source), partial.rows, None), scorer, workers):
            partial.append(chunk)
            report(partial.rows)
        partial.finish()
    return out


def _key(source: Path, bundle: Bundle) -> str:
    stat = source.stat()
    named = f"{source.resolve()}\n{stat.st_size}\n{stat.st_mtime_ns}\n{bundle.fingerprint}"
    return hashlib.sha256(named.encode("utf-8", "surrogatepass")).hexdigest()


def triples_of(source: Any) -> Iterator[Triple]:
    """The triples of a file, a DataFrame, or an iterable of triples and mappings; each one has an id."""
    if isinstance(source, str | Path | Mapping) or hasattr(source, "columns"):
        yield from iter_triples(source)
        return
    for number, row in enumerate(source, 1):
        triple = row if isinstance(row, Triple) else triple_from_mapping(row, file=f"row {number}")
        yield triple if triple.id else replace(triple, id=f"row-{number}")


def scored(triples: Iterable[Triple], scorer: Scorer, workers: int | None) -> Iterator[list[Row]]:
    """Chunks of predictions, in order; the same rows whatever the number of workers."""
    if workers is not None and workers < 1:
        raise ValueError(f"workers is {workers}; give 1 or more, or None for all cores")
    triples = iter(triples)
    first = list(islice(triples, FEW))
    count = workers or (1 if len(first) < FEW else _cores())
    chunks = _chunks(chain(first, triples))
    if count == 1:
        return (predictions(scorer, chunk) for chunk in chunks)
    return _in_processes(chunks, scorer.bundle, count)


def _cores() -> int:
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def _chunks(triples: Iterable[Triple]) -> Iterator[list[Triple]]:
    rest = iter(triples)
    while chunk := list(islice(rest, CHUNK)):
        yield chunk


def predictions(scorer: Scorer, triples: Iterable[Triple]) -> list[Row]:
    """One row of predictions for each triple."""
    return [prediction(triple, scorer.score_triple(triple)) for triple in triples]


def prediction(triple: Triple, score: Score) -> Row:
    """What is reported of one row; `reasons` are the features that speak loudest against it, in words."""
    label = {} if triple.label is None else {"label": triple.label.value}
    return {
        "id": triple.id,
        "faithful": score.faithful,
        "is_faithful": score.is_faithful,
        "status": score.status.value,
        "route": score.route.value,
        "threshold": score.threshold,
        "logit": score.logit,
        "reasons": _reasons(score),
    } | label


def _reasons(score: Score) -> list[str]:
    strongest = [str(c) for c in score.strongest(against=True, most=REASONS)]
    return strongest if score.status is ScoreStatus.OK else [STATUS_IN_WORDS[score.status], *strongest]


def _in_processes(chunks: Iterable[list[Triple]], bundle: Bundle, workers: int) -> Iterator[list[Row]]:
    from concurrent.futures import ProcessPoolExecutor
    from concurrent.futures.process import BrokenProcessPool
    from multiprocessing import get_context

    # Spawned, not forked: a fork would copy the tokenizer's threads in whatever state they are.
    pool = ProcessPoolExecutor(workers, get_context("spawn"), initializer=_start, initargs=(bundle,))
    waiting: deque[Future[list[Row]]] = deque()
    try:
        for chunk in chunks:
            waiting.append(pool.submit(_work, chunk))
            if len(waiting) >= _AHEAD * workers:
                yield waiting.popleft().result()
        while waiting:
            yield waiting.popleft().result()
    except BrokenProcessPool as error:
        raise RuntimeError(
            "a worker process died: call predict_batch under `if __name__ == '__main__':`, or give it more "
            "memory or fewer workers (workers=1 needs no processes)"
        ) from error
    finally:
        pool.shutdown(cancel_futures=True)


_scorers: list[Scorer] = []  # of a worker process: the one that it was started with


def _start(bundle: Bundle) -> None:
    # Ctrl-C reaches all processes; the parent alone decides what it means.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    _scorers.append(Scorer(bundle))
    gc.freeze()  # what is loaded lives as long as the worker: no collection need look at it


def _work(triples: list[Triple]) -> list[Row]:
    return predictions(_scorers[0], triples)
