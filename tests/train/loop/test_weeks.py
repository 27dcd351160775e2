# SPDX-License-Identifier: Apache-2.0
from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from faithstill.data import Label, Triple, write_triples
from faithstill.train.loop.weeks import SHIFTED, corrected, month, sabotaged, without_labels


def rows(path: Path, count: int = 90) -> Path:
    """A file of two domains, a fifth held out."""
    labels = list(Label)
    triples = [
        Triple.of(
            question="Fee?",
            contexts=[f"The fee is ${n // 3}."],
            answer=f"It is ${n}.",
            label=labels[n % 3],
            id=f"row-{n}",
            group=f"group-{n // 3}",
            domain="zoo" if n % 2 else "bank",
            split="test" if n % 5 == 0 else "train",
        )
        for n in range(count)
    ]
    write_triples(path, triples)
    return path


def test_weeks_share_no_rows_and_one_has_another_domain(tmp_path: Path) -> None:
    found = month(rows(tmp_path / "rows.csv"), base=12, a_week=6)
    ids = [t.id for part in (found.base, *found.weeks, found.golden) for t in part]
    assert len(ids) == len(set(ids))
    assert [{t.domain for t in week} for week in found.weeks] == [
        {"zoo"} if n == SHIFTED else {"bank"} for n in range(1, 5)
    ]
    assert {t.split for t in found.golden} == {"test"}


def test_too_few_rows_are_told(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match=r"rows\.csv: has 36 rows to learn from.*needs 112.*--base"):
        month(rows(tmp_path / "rows.csv"), base=100, a_week=4)


def test_traces_tell_no_label_and_the_expert_has_the_last_word(tmp_path: Path) -> None:
    (first, second, *_) = month(rows(tmp_path / "rows.csv"), base=12, a_week=6).base
    assert {t.label for t in without_labels([first, second])} == {None}
    wrong = [replace(t, label=Label.PARTIAL) for t in (first, second)]
    right = replace(second, label=Label.FAITHFUL)
    assert [t.label for t in corrected(wrong, [right])] == [Label.PARTIAL, Label.FAITHFUL]


def test_sabotage_flips_one_domain() -> None:
    own = Triple.of(question="", contexts=["a"], answer="a", label=Label.FAITHFUL, domain="bank")
    other = replace(own, domain="zoo")
    assert [t.label for t in sabotaged([own, other])] == [Label.UNFAITHFUL, Label.FAITHFUL]
