# SPDX-License-Identifier: Apache-2.0
"""Many answers in, one row of predictions each out: in order, over all cores, in flat memory."""

from __future__ import annotations

import hashlib
import json
from collections import Counter, deque
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import partial
from itertools import chain, islice
from pathlib import Path
from typing import Any, overload

from faithstill.data import Triple, check_rows, iter_rows, iter_triples
from faithstill.data.rows import Rows
from faithstill.data.table import ReadRow

from .kept import all_columns, joined, kept_names
from .partial import PartialFile, check_ending
from .score import Score
from .scorer import Scorer
from .status import STATUS_IN_WORDS, ScoreStatus
from .workers import over_cores

Progress = Callable[[int], None]
Row = dict[str, Any]


@overload
def predict_batch(
    source: Rows,
    *,
    model: str | Path | Scorer = "general",
    threshold: float | None = None,
    out: None = None,
    workers: int | None = None,
    resume: bool = True,
    progress: Progress | None = None,
) -> list[Row]: ...
@overload
def predict_batch(
    source: Rows,
    *,
    model: str | Path | Scorer = "general",
    threshold: float | None = None,
    out: str | Path,
    workers: int | None = None,
    resume: bool = True,
    progress: Progress | None = None,
) -> Path: ...
def predict_batch(
    source: Rows,
    *,
    model: str | Path | Scorer = "general",
    threshold: float | None = None,
    out: str | Path | None = None,
    workers: int | None = None,
    resume: bool = True,
    progress: Progress | None = None,
) -> list[Row] | Path:
    """Score a file (CSV, JSONL, Parquet), a table in memory or triples; return the rows, or stream them into `out`.

    What is returned are predictions alone. A file has the columns of the input before them; one of our names that
    the input uses, such as `status`, is there `input_status`, but `id` and `label` are the input's. A `threshold`
    takes the place of the bundle's.

    `progress` is called with the number of rows done. With `resume`, a run over the same file and bundle that
    was interrupted is continued. Raises TableError with every row that cannot be read, before any is scored, or
    at the first one of what can be read only once, as a generator; nothing is written then.
    """
    if out is not None:
        check_place(Path(out), source)
    columns = check_rows(source).columns if _can_be_read_twice(source) else None
    scorer = _scorer(model, threshold)
    report = progress or (lambda done: None)
    if out is not None:
        predict_into(
            Path(out), source, scorer, columns=columns, workers=workers, resume=resume, report=report
        )
        return Path(out)
    rows: list[Row] = []
    for chunk in over_cores(iter_triples(source), partial(predictions, scorer), workers):
        rows += chunk
        report(len(rows))
    return rows


def _can_be_read_twice(source: Any) -> bool:
    if isinstance(source, str | Path):
        return not Path(source).is_fifo()
    return isinstance(source, Sequence | Mapping) or hasattr(source, "columns")


def check_place(out: Path, source: Any) -> None:
    """ValueError unless predictions can be written under such a name without harm to what they are of."""
    check_ending(out)
    if isinstance(source, str | Path) and out.exists() and Path(source).exists() and out.samefile(source):
        raise ValueError(f"{out}: is the input; give the predictions another name")


def predict_into(
    out: Path,
    source: Any,
    scorer: Scorer,
    *,
    columns: Sequence[str] | None,
    workers: int | None,
    resume: bool,
    report: Progress,
) -> Counter[str]:
    """Score rows that were checked into `out`; returns how many have each status, those of a continued run too.

    `columns` are those of all rows, None where they can be read only once: the first row's are taken then.
    """
    rows = iter_rows(source)
    if columns is None:
        first = list(islice(rows, 1))
        rows, columns = chain(first, rows), [column for row in first for column in row.cells]
    names = kept_names(columns)
    is_file = isinstance(source, str | Path)
    key = _key(Path(source), scorer, names) if resume and is_file else ""
    waiting: deque[Mapping[str, Any]] = deque()  # cells of the rows that are being scored
    with PartialFile(out, key=key, columns=all_columns(names)) as written:
        report(written.rows)
        left = _triples(islice(rows, written.rows, None), waiting)
        for chunk in over_cores(left, partial(predictions, scorer), workers):
            written.append([_beside(waiting.popleft(), names, row) for row in chunk])
            report(written.rows)
        written.finish()
    return written.statuses


def _triples(rows: Iterable[ReadRow], waiting: deque[Mapping[str, Any]]) -> Iterator[Triple]:
    for row in rows:
        waiting.append(row.cells)
        yield row.triple


def _beside(cells: Mapping[str, Any], names: dict[str, str], row: Row) -> Row:
    if not cells.keys() <= names.keys():  # rows that are read only once may bring more columns
        names |= kept_names(cells, names)
    return joined(cells, names, row)


def _scorer(model: str | Path | Scorer, threshold: float | None) -> Scorer:
    if not isinstance(model, Scorer):
        return Scorer.load(model, threshold=threshold)
    return model if threshold is None else Scorer(model.bundle.with_threshold(threshold))


def _key(source: Path, scorer: Scorer, names: Mapping[str, str]) -> str:
    return run_key(source, scorer.fingerprint, json.dumps(all_columns(names)))


def run_key(source: Path, *made_with: str) -> str:
    """What names a run over a file, so that another run does not continue it."""
    stat = source.stat()
    named = "\n".join((str(source.resolve()), str(stat.st_size), str(stat.st_mtime_ns), *made_with))
    return hashlib.sha256(named.encode("utf-8", "surrogatepass")).hexdigest()


def predictions(scorer: Scorer, triples: Iterable[Triple]) -> list[Row]:
    """One row of predictions for each triple."""
    return [prediction(triple, scorer.score_triple(triple)) for triple in triples]


def prediction(triple: Triple, score: Score) -> Row:
    """What is reported of one row; `reasons` say in words what is wrong with which statement."""
    label = {} if triple.label is None else {"label": triple.label.value}
    return {
        "id": triple.id,
        "faithful": score.faithful,
        "is_faithful": score.is_faithful,
        "status": score.status.value,
        "route": score.route.value,
        "why": score.why,
        "threshold": score.threshold,
        "logit": score.logit,
        "reasons": _reasons(score),
        "statements": [statement.as_dict() for statement in score.statements],
    } | label


def _reasons(score: Score) -> list[str]:
    problems = score.problems()
    return problems if score.status is ScoreStatus.OK else [STATUS_IN_WORDS[score.status], *problems]
