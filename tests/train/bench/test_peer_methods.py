# SPDX-License-Identifier: Apache-2.0
"""Methods side by side on one set."""

from __future__ import annotations

from pathlib import Path

from rich.progress import Progress

from faithstill.data import read_triples
from faithstill.train.bench.peer_methods import METHODS, Compared, compare, print_compared


def test_every_method_ranks_the_same_rows(tiny_rows: Path, bar: Progress) -> None:
    triples = read_triples(tiny_rows, labelled=True).triples
    found = compare("tiny", triples[:12], triples[12:], bar)
    assert (found.name, found.rows) == ("tiny", 12)
    assert tuple(found.auc) == METHODS
    assert all(auc is not None and 0 <= auc <= 1 for auc in found.auc.values())


def test_sets_of_one_class_or_not_named_stay_out_of_the_mean() -> None:
    lines: list[str] = []
    whole = Compared("whole", 8, dict.fromkeys(METHODS, 0.75))
    sets = [
        whole,
        Compared("faithful only", 5, dict.fromkeys(METHODS)),
        Compared("other", 9, dict.fromkeys(METHODS, 0.5)),
    ]
    print_compared(sets, lines.append, averaged=("whole", "faithful only"))
    assert lines[1].split()[:3] == ["whole", "8", "0.750"]
    assert lines[2].split()[2:] == ["5", *("-" for _ in METHODS)]
    assert lines[4].split() == ["mean", "of", "public", "sets", "8", *("0.750" for _ in METHODS)]
