# SPDX-License-Identifier: Apache-2.0
"""Many answers in, one row of predictions each out: in order, over all cores, in flat memory."""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import partial
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Any, overload

from faithstill.data import Triple, check_rows, iter_triples

from .bundle import Bundle
from .partial import PartialFile, check_ending
from .score import STATUS_IN_WORDS, Score, ScoreStatus
from .scorer import Scorer
from .workers import over_cores

if TYPE_CHECKING:
    from pandas import DataFrame

Progress = Callable[[int], None]
Row = dict[str, Any]

REASONS = 3


@overload
def predict_batch(
    source: str | Path | DataFrame | Iterable[Triple | Mapping[str, Any]],
    *,
    model: str | Path | Scorer = "general",
    out: None = None,
    workers: int | None = None,
    resume: bool = True,
    progress: Progress | None = None,
) -> list[Row]: ...
@overload
def predict_batch(
    source: str | Path | DataFrame | Iterable[Triple | Mapping[str, Any]],
    *,
    model: str | Path | Scorer = "general",
    out: str | Path,
    workers: int | None = None,
    resume: bool = True,
    progress: Progress | None = None,
) -> Path: ...
def predict_batch(
    source: str | Path | DataFrame | Iterable[Triple | Mapping[str, Any]],
    *,
    model: str | Path | Scorer = "general",
    out: str | Path | None = None,
    workers: int | None = None,
    resume: bool = True,
    progress: Progress | None = None,
) -> list[Row] | Path:
    """Score a file (CSV, JSONL, Parquet), a DataFrame or triples; return the rows, or stream them into `out`.

    `progress` is called with the number of rows done. With `resume`, a run over the same file and bundle that
    was interrupted is continued. Raises TableError with every row that cannot be read, before any is scored, or
    at the first one of what can be read only once, as a generator; nothing is written then.
    """
    if out is not None:
        check_place(Path(out), source)
    if _can_be_read_twice(source):
        check_rows(source)
    scorer = model if isinstance(model, Scorer) else Scorer.load(model)
    report = progress or (lambda done: None)
    if out is not None:
        predict_into(Path(out), source, scorer, workers=workers, resume=resume, report=report)
        return Path(out)
    rows: list[Row] = []
    for chunk in over_cores(iter_triples(source), partial(predictions, scorer), workers):
        rows += chunk
        report(len(rows))
    return rows


def _can_be_read_twice(source: Any) -> bool:
    if isinstance(source, str | Path):
        return not Path(source).is_fifo()
    return isinstance(source, Sequence) or hasattr(source, "columns")


def check_place(out: Path, source: Any) -> None:
    """ValueError unless predictions can be written under such a name without harm to what they are of."""
    check_ending(out)
    if isinstance(source, str | Path) and out.exists() and Path(source).exists() and out.samefile(source):
        raise ValueError(f"{out}: is the input; give the predictions another name")


def predict_into(
    out: Path, source: Any, scorer: Scorer, *, workers: int | None, resume: bool, report: Progress
) -> Counter[str]:
    """Score rows that were checked into `out`; returns how many have each status, those of a continued run too."""
    is_file = isinstance(source, str | Path)
    key = _key(Path(source), scorer.bundle) if resume and is_file else ""
    with PartialFile(out, key=key) as written:
        report(written.rows)
        left = islice(iter_triples(source), written.rows, None)
        for chunk in over_cores(left, partial(predictions, scorer), workers):
            written.append(chunk)
            report(written.rows)
        written.finish()
    return written.statuses


def _key(source: Path, bundle: Bundle) -> str:
    stat = source.stat()
    named = f"{source.resolve()}\n{stat.st_size}\n{stat.st_mtime_ns}\n{bundle.fingerprint}"
    return hashlib.sha256(named.encode("utf-8", "surrogatepass")).hexdigest()


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
