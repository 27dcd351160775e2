# SPDX-License-Identifier: Apache-2.0
"""What a long command makes of each answer, kept beside its output until that is written: cut off, it goes on."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Sequence
from pathlib import Path

from faithstill.data import Triple

from .partial import PartialFile, Row, forget
from .workers import Work, over_cores

_DIGEST, _ROW = "digest", "row"


class KeptRows:
    """Rows of numbers on their way into `out`, which is a file or a folder; without it nothing is kept.

    An answer is known again by its texts, so that a log may have grown since a run was cut off.
    """

    def __init__(self, out: Path | None) -> None:
        self._place = out.with_name(f"{out.name}.scored.jsonl") if out else None

    def of(
        self,
        triples: Sequence[Triple],
        work: Work[Sequence[Row]],
        *,
        key: str,
        workers: int | None = None,
        report: Callable[[int], None] = lambda done: None,
    ) -> list[Row]:
        """What `work` makes of each answer, in order, over all cores.

        `key` names what else it depends on, such as the bundle: rows of another one are not used.
        """
        if self._place is None:
            found: list[Row] = []
            for chunk in over_cores(triples, work, workers):
                found += chunk
                report(len(found))
            return found
        names = list(map(digest_of, triples))
        with PartialFile(self._place, key=key) as file:
            known = {row[_DIGEST]: row[_ROW] for row in file.left_behind()}
            todo = {name: triple for name, triple in zip(names, triples, strict=True) if name not in known}
            report(done := len(names) - len(todo))
            left = iter(todo)
            for chunk in over_cores(todo.values(), work, workers):
                rows = {next(left): row for row in chunk}
                file.append({_DIGEST: name, _ROW: row} for name, row in rows.items())
                known |= rows
                report(done := done + len(rows))
        return [known[name] for name in names]

    def forget(self) -> None:
        """Remove what was kept: the output is there."""
        if self._place:
            forget(self._place)


NOT_KEPT = KeptRows(None)


def digest_of(triple: Triple) -> str:
    """What tells answers apart that may be scored otherwise."""
    texts = (triple.question, triple.passages, triple.answer, triple.self_metrics)
    return hashlib.sha256(repr(texts).encode("utf-8", "surrogatepass")).hexdigest()[:32]
