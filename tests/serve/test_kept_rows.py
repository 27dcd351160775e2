# SPDX-License-Identifier: Apache-2.0
"""Scores that are kept beside an output: a run that is cut off goes on, and its rows are those of one that was not."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

import pytest

from faithstill.data import Triple
from faithstill.serve.kept_rows import NOT_KEPT, KeptRows

TRIPLES = [Triple.of(question="Fee?", contexts=["It is $5."], answer=f"It is ${n}.") for n in range(100)]


class CutOffError(RuntimeError):
    """Stands for kill -9."""


@dataclass
class Work:
    """Says how long each answer is, and breaks off before it is asked of more than so many."""

    most: int = 1000
    asked: list[str] = field(default_factory=list)

    def __call__(self, triples: Sequence[Triple]) -> list[Mapping[str, float]]:
        if len(self.asked) + len(triples) > self.most:
            raise CutOffError
        self.asked += [triple.answer for triple in triples]
        return [{"length": float(len(triple.answer))} for triple in triples]


def lengths(triples: Sequence[Triple]) -> list[Mapping[str, float]]:
    return [{"length": float(len(triple.answer))} for triple in triples]


@pytest.fixture
def out(tmp_path: Path) -> Path:
    """Where a run left 64 rows behind."""
    with pytest.raises(CutOffError):
        KeptRows(tmp_path / "out.csv").of(TRIPLES, Work(most=90), key="one")
    return tmp_path / "out.csv"


@pytest.mark.parametrize(
    ("triples", "key", "asked"),
    [
        (TRIPLES, "one", 36),
        (TRIPLES, "another bundle", 100),
        ([*TRIPLES, replace(TRIPLES[0], answer="It has grown.")], "one", 37),
        (TRIPLES[::-1], "one", 36),
        ([*TRIPLES[:70], *TRIPLES[:70]], "one", 6),
        (TRIPLES[:10], "one", 0),
    ],
    ids=["the same", "another key", "one more", "another order", "twice", "fewer"],
)
def test_only_what_is_missing_is_asked(out: Path, triples: list[Triple], key: str, asked: int) -> None:
    work, told = Work(), list[int]()
    assert KeptRows(out).of(triples, work, key=key, report=told.append) == lengths(triples)
    assert len(work.asked) == asked
    assert (told[0], told[-1]) == (len(triples) - asked, len(triples))


def test_a_torn_line_is_asked_again(out: Path) -> None:
    with (out.parent / "out.csv.scored.jsonl.partial").open("ab") as file:
        file.write(b'{"digest": "0')
    work = Work()
    assert KeptRows(out).of(TRIPLES, work, key="one") == lengths(TRIPLES)
    assert len(work.asked) == 36


def test_nothing_is_left_once_it_is_forgotten_and_nothing_kept_without_a_place(
    out: Path, tmp_path: Path
) -> None:
    KeptRows(out).forget()
    assert NOT_KEPT.of(TRIPLES, Work(), key="one") == lengths(TRIPLES)
    NOT_KEPT.forget()
    assert list(tmp_path.iterdir()) == []
