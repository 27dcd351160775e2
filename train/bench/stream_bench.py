# SPDX-License-Identifier: Apache-2.0
"""What a stream lets out, and how soon: `python -m faithstill.train.bench.stream_bench ROWS.jsonl.xz`."""

from __future__ import annotations

import random
import re
import statistics
import time
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Annotated

import typer

from faithstill.data import Triple
from faithstill.data.sources import read_public
from faithstill.featurize.claims import answer_sentences
from faithstill.serve.guard import Decided, Guard, StreamGuard
from faithstill.train.module_main import run_script

SHORTEST, LONGEST = 60, 4_000  # characters of an answer
_WORD = re.compile(r"\s*\S+|\s+\Z")


@dataclass(frozen=True, slots=True)
class Streamed:
    """One answer streamed word by word; times in seconds, `first` of the piece that brought the first event."""

    decided: Decided
    first: float | None
    alone: float | None
    statements: int
    lost: int

    @classmethod
    def of(cls, guard: Guard, triple: Triple) -> Streamed:
        """Stream the answer of a triple, and check its first sentence by itself."""
        guard.check_triple(triple)  # reads the passages, which are kept
        stream = StreamGuard(guard, question=triple.question, contexts=triple.passages)
        first = None
        for word in _WORD.findall(triple.answer):
            began = time.perf_counter()
            if stream.feed(word) and first is None:
                first = time.perf_counter() - began
        last = stream.finish()[-1]
        if not isinstance(last, Decided):
            raise TypeError(f"a stream ended with {last!r}")
        shown = _statements(last.decision.text or "")
        out = _statements(last.released)
        return cls(last, first, _alone(guard, triple), len(out), len([s for s in out if s not in shown]))


def _alone(guard: Guard, triple: Triple) -> float | None:
    sentences = [s for s in answer_sentences(triple.answer) if s.reason is None]
    if not sentences:
        return None
    one = replace(triple, answer=triple.answer[: sentences[0].end])
    began = time.perf_counter()
    guard.decided(one)
    return time.perf_counter() - began


def _statements(text: str) -> Sequence[str]:
    return [sentence.text for sentence in answer_sentences(text) if sentence.reason is None]


def main(
    rows: Annotated[Path, typer.Argument(help="annotated rows, *.jsonl.xz")],
    model: Annotated[str, typer.Option(help="bundle")] = "general",
    profile: Annotated[str, typer.Option(help="profile")] = "STRIP_UNSUPPORTED",
    n: Annotated[int, typer.Option(help="answers, drawn at random")] = 200,
    seed: Annotated[int, typer.Option(help="of the draw")] = 11,
) -> None:
    """Print what went out of answers sentence by sentence against what the decision on the whole shows."""
    guard = Guard.load(model, profile=profile)
    triples = [t for t in read_public(rows) if SHORTEST <= len(t.answer) <= LONGEST]
    random.Random(seed).shuffle(triples)
    found = [Streamed.of(guard, triple) for triple in triples[:n]]
    typer.echo(f"{rows.name}, {model}, {profile}, n={len(found)}")
    typer.echo(
        f"what went out is what the decision shows: {sum(s.decided.stands for s in found)} of {len(found)}"
    )
    statements, lost = sum(s.statements for s in found), sum(s.lost for s in found)
    answers = sum(bool(s.lost) for s in found)
    typer.echo(f"statements that went out: {statements}, not in the final text: {lost}, in {answers} answers")
    first = [1000 * s.first for s in found if s.first is not None]
    alone = [1000 * s.alone for s in found if s.alone is not None]
    typer.echo(
        f"first event, median: {statistics.median(first):.1f} ms; "
        f"check of the first statement alone: {statistics.median(alone):.1f} ms"
    )


if __name__ == "__main__":
    run_script(main)
