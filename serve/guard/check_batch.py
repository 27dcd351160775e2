# SPDX-License-Identifier: Apache-2.0
"""Many answers in, one line of JSON with the decision on each out: in order, over all cores, resumable."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable
from functools import partial
from itertools import islice
from pathlib import Path
from typing import Any

from faithstill.data import Triple, iter_triples
from faithstill.serve.batch import run_key
from faithstill.serve.partial import PartialFile
from faithstill.serve.workers import over_cores

from .decision import Decision
from .guard import Guard


def decide_into(
    out: Path,
    source: Path,
    guard: Guard,
    *,
    high_stakes: bool = False,
    workers: int | None = None,
    resume: bool = True,
    report: Callable[[int], None] = lambda done: None,
) -> Counter[str]:
    """Decide on the rows of a file into `out`, a .jsonl file; returns how many have each action.

    A run over the same file with the same guard that was interrupted is continued. `report` is called with the
    number of rows done. TableError for a row that cannot be read.
    """
    key = run_key(source, *guard.fingerprints, str(high_stakes)) if resume else ""
    with PartialFile(out, key=key, counted="action") as written:
        report(written.rows)
        left = islice(iter_triples(source), written.rows, None)
        for chunk in over_cores(left, partial(_decided, guard, high_stakes), workers):
            written.append(chunk)
            report(written.rows)
        written.finish()
    return written.statuses


def _decided(guard: Guard, high_stakes: bool, triples: Iterable[Triple]) -> list[dict[str, Any]]:
    return [decision_row(triple, guard.check_triple(triple, high_stakes=high_stakes)) for triple in triples]


def decision_row(triple: Triple, decision: Decision) -> dict[str, Any]:
    """What is written of one answer: id, label if there is one, decision."""
    label = {} if triple.label is None else {"label": triple.label.value}
    return {"id": triple.id, **label, **decision.as_dict(timings=True)}
