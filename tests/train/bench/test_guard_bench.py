# SPDX-License-Identifier: Apache-2.0
"""The bench of the guard, on a few rows and small public sets made here; and shares with their intervals."""

from __future__ import annotations

import json
import lzma
import re
from collections.abc import Sequence
from pathlib import Path

import pytest
from rich.progress import Progress

from faithstill.data import Triple, read_triples
from faithstill.serve.guard import shipped_profiles
from faithstill.train.bench.guard_bench import PUBLIC_SETS, print_guard, sampled
from faithstill.train.metrics.shares import share


@pytest.fixture(scope="module")
def own(tiny_rows: Path) -> Sequence[Triple]:
    return read_triples(tiny_rows, labelled=True).triples


def packed(path: Path, triples: Sequence[Triple]) -> None:
    with lzma.open(path, "wt", encoding="utf-8") as file:
        for triple in triples:
            row = {"question": triple.question, "answer": triple.answer, "label": str(triple.label)}
            file.write(json.dumps(row | {"contexts": [passage.text for passage in triple.passages]}) + "\n")


@pytest.fixture(scope="module")
def lines(own: Sequence[Triple], tiny_bundle: Path, tmp_path_factory: pytest.TempPathFactory) -> list[str]:
    public = tmp_path_factory.mktemp("public")
    for name in PUBLIC_SETS:
        packed(public / f"{name}.jsonl.xz", own[:6])
    said: list[str] = []
    with Progress(disable=True) as bar:
        print_guard(own[::2], public, said.append, bar, model=tiny_bundle, timed=(tiny_bundle,))
    return "\n".join(said).splitlines()


def test_every_profile_is_measured_on_every_set(lines: list[str]) -> None:
    for profile in shipped_profiles():
        for word in ("faithful", "unfaithful"):
            found = [
                line for line in lines if line.strip().startswith(f"{profile}: {word}, delivered unchanged")
            ]
            assert len(found) == 1 + len(PUBLIC_SETS)
            assert all(re.search(r"\d\.\d{3} \[.*\] +n +\d+ in +\d+ groups$", line) for line in found)
    audited = [line for line in lines if "AUDIT_ONLY" in line]
    assert all(" 1.000 [" in line for line in audited)


def test_few_groups_promise_nothing(lines: list[str]) -> None:
    start = next(i for i, line in enumerate(lines) if line.startswith("miss rate 0.10"))
    assert sum("too few to promise" in line for line in lines[start : start + 12]) >= len(PUBLIC_SETS)


def test_the_time_of_the_guard_stands_beside_that_of_its_parts(lines: list[str]) -> None:
    assert re.search(r"guard \d+\.\d ms .* overhead [+-]\d+\.\d%   (met|NOT MET) ", lines[-1])


def test_a_large_set_is_sampled_in_order(own: Sequence[Triple]) -> None:
    many = list(own) * 12
    found = sampled(many)
    assert len(found) == 600
    assert sampled(many) == found
    assert sampled(own) == list(own)


@pytest.mark.parametrize(
    ("hits", "groups", "low", "high"),
    [
        ([], [], None, None),
        ([0] * 40, list(range(20)) * 2, 0.0, 0.161),  # none: as for twenty cases, one a group
        ([1] * 40, list(range(20)) * 2, 0.839, 1.0),
        ([1, 0] * 20, [i // 2 for i in range(40)], 0.5, 0.5),  # the same in every group
        ([1] * 20 + [0] * 20, list(range(20)) * 2, 0.5, 0.5),
    ],
)
def test_shares(hits: list[float], groups: list[int], low: float | None, high: float | None) -> None:
    found = share(hits, groups)
    assert (found.n, found.groups) == (len(hits), len(set(groups)))
    if low is None:
        assert found.interval.value is None
    else:
        assert (found.interval.low, found.interval.high) == pytest.approx((low, high), abs=1e-3)


def test_groups_widen_an_interval() -> None:
    hits = [float(i % 20 < 10) for i in range(200)]
    apart, together = (
        share(hits, list(range(200))).interval,
        share(hits, [i // 10 for i in range(200)]).interval,
    )
    assert apart.low is not None
    assert together.low is not None
    assert together.low < apart.low
