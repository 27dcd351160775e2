# SPDX-License-Identifier: Apache-2.0
"""The simulation on rows whose labels a feature tells: streams keep groups whole, figures rise, the plot is whole."""

from __future__ import annotations

from itertools import pairwise
from pathlib import Path
from xml.etree import ElementTree

import numpy as np
import pytest

from faithstill.data import Label, Passage, Triple
from faithstill.train.bench.queue_bench import BATCH, LABELS, PICKS, simulate, world_of
from faithstill.train.bench.queue_plot import PlotLine, PlotMark, write_plot
from faithstill.train.fit.answer_rows import Rows
from faithstill.train.fit.statement_bags import Bags

NAMES = ("tells", "noise", "refuted")
N = 900


@pytest.fixture(scope="module")
def rows() -> Rows:
    rng = np.random.default_rng(0)
    matrix = np.column_stack([rng.normal(size=(N, 2)), rng.random(N) < 0.1])
    is_good = matrix[:, 0] + rng.normal(size=N) > 0
    triples = [
        Triple(
            "q", (Passage("p"),), f"a{i}", Label.FAITHFUL if good else Label.UNFAITHFUL,
            group=f"g{i // 3}", split="test" if i < 150 else "train",
        )
        for i, good in enumerate(is_good.tolist())
    ]  # fmt: skip
    return Rows.of(triples, bags=Bags.single(matrix, is_good))


@pytest.mark.parametrize("fresh", [False, True])
def test_a_stream_has_whole_groups_and_none_of_the_held_out_ones(rows: Rows, fresh: bool) -> None:
    world = world_of(rows, NAMES, 1, fresh=fresh)
    groups = [triple.group for triple in world.stream.triples]
    assert len(groups) == len(world.stream.statements.matrix)
    assert sum(a != b for a, b in pairwise(groups)) == len(set(groups)) - 1
    assert not set(groups) & {triple.group for triple in world.held_out.triples}
    assert {triple.split for triple in world.held_out.triples} == ({"train"} if fresh else {"test"})
    for triple, features in zip(world.stream.triples, world.stream.statements.matrix, strict=True):
        at = int(triple.answer[1:])
        assert features.tolist() == rows.statements.matrix[at].tolist()


@pytest.mark.parametrize("name", PICKS)
def test_more_labels_give_a_better_model(rows: Rows, name: str) -> None:
    found = simulate(world_of(rows, NAMES, 1), PICKS[name], 1)
    assert len(found) == LABELS // BATCH
    assert max(found[-3:]) > 0.75


def test_the_plot_is_one_svg_with_every_line(tmp_path: Path) -> None:
    marks = (PlotMark(0.7, 0.69, 0.71), PlotMark(0.72, 0.71, 0.73))
    write_plot(
        tmp_path / "plot.svg",
        [PlotLine("a & b", (50, 100), marks), PlotLine("c", (50, 100), marks)],
        x="n",
        y="AUC",
    )
    text = (tmp_path / "plot.svg").read_text(encoding="utf-8")
    root = ElementTree.fromstring(text)
    assert [one.tag.rpartition("}")[2] for one in root].count("polyline") == 2
    assert {"a & b", "c"} <= {one.text for one in root.iter()}
