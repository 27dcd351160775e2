# SPDX-License-Identifier: Apache-2.0
"""How many labels does the queue save? Rows labelled against ROC-AUC for the queue, random order and newest first.

`python -m faithstill.train.bench.queue_bench data/finance.csv --plot docs/queue.svg`: features are computed once and
kept in out/queue_features.npz; each seed draws a stream of answers, by whole groups, and labels it in batches.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated

import numpy as np
import typer
from numpy.typing import NDArray
from rich.console import Console
from rich.progress import Progress
from rich.table import Table

from faithstill.data import read_triples
from faithstill.featurize.schema import DIRECTIONS
from faithstill.serve import Scorer
from faithstill.serve.cli import progress_bar
from faithstill.serve.model import LinearModel, probability
from faithstill.train.fit.answer_rows import Rows
from faithstill.train.fit.multiple_instance import Learner
from faithstill.train.fit.row_features import featurized
from faithstill.train.fit.statement_bags import Bags
from faithstill.train.metrics.group_bootstrap import FIGURES, once
from faithstill.train.module_main import run_script
from faithstill.train.queue.queue_choice import SHARES, QueueReason, choose
from faithstill.train.queue.queue_signals import signals

from .queue_plot import PlotLine, PlotMark, write_plot

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]
STREAM = 2000  # answers of a stream
BATCH, LABELS = 50, 600
PART = 8  # one group in so many is held out where none of the file's own is
_C = 0.01  # of every fit: choosing it anew would cost labels

# Rows to label next: places of the stream, of those that are left, oldest first.
Pick = Callable[["World", LinearModel, Ints, int, int], Ints]


@dataclass(frozen=True, slots=True, eq=False)
class World:
    """Labelled answers with features: a stream to be labelled, and rows that figures are measured on."""

    stream: Rows
    held_out: Rows
    names: tuple[str, ...]

    def model(self, labelled: Ints) -> LinearModel:
        """What is learnt from some rows of the stream."""
        chosen = np.zeros(len(self.stream.y), dtype=bool)
        chosen[labelled] = True
        rows = self.stream.where(chosen)
        learner = Learner("balanced", tuple(DIRECTIONS.get(name, 0) for name in self.names))
        (found,) = learner.regressions(rows.statements.stating, rows.y, None, (_C,))
        s = found.scaling
        return LinearModel(
            self.names, s.low, s.high, s.mean, s.scale, found.coef, found.intercept, threshold=0.5, others=0.0
        )

    def roc_auc(self, model: LinearModel) -> float:
        """On the held-out rows."""
        p = self.held_out.probabilities(model)
        return once(FIGURES["roc_auc"].make(self.held_out.y > 0, p, p >= 0.5), len(p))


def by_queue(shares: Mapping[QueueReason, float]) -> Pick:
    """What `faithstill queue` would choose, with the model of the rows labelled so far."""

    def pick(world: World, model: LinearModel, left: Ints, n: int, seed: int) -> Ints:
        chosen = np.zeros(len(world.stream.y), dtype=bool)
        chosen[left] = True
        rows = world.stream.where(chosen).decided(model)
        p = np.array([probability(logit) for logit in model.logits(rows.matrix).tolist()])
        return left[
            [one.place for one in choose(signals(rows.matrix, p, model), n, seed=seed, shares=shares)]
        ]

    return pick


def at_random(world: World, model: LinearModel, left: Ints, n: int, seed: int) -> Ints:
    """Any."""
    return np.random.default_rng(seed).permutation(left)[:n]


def newest_first(world: World, model: LinearModel, left: Ints, n: int, seed: int) -> Ints:
    """The end of the stream, which goes by whole groups: answers on the same passages stand together."""
    return left[::-1][:n]


PICKS: Mapping[str, Pick] = {
    "queue": by_queue(SHARES),
    "random": at_random,
    "newest first": newest_first,
    "only uncertain": by_queue({QueueReason.UNCERTAIN: 1.0}),
}


def simulate(world: World, pick: Pick, seed: int) -> list[float]:
    """ROC-AUC after each batch; the first one is the same random one for all ways to pick."""
    left = np.arange(len(world.stream.y))
    labelled = at_random(world, world.model(left[:BATCH]), left, BATCH, seed)
    found = []
    while True:
        left = np.setdiff1d(left, labelled)
        model = world.model(labelled)
        found.append(world.roc_auc(model))
        if len(labelled) >= LABELS:
            return found
        labelled = np.concatenate([labelled, pick(world, model, left, BATCH, seed + len(labelled))])


def world_of(rows: Rows, names: Sequence[str], seed: int, *, fresh: bool = False) -> World:
    """A stream of whole groups in random order, and the rows of the split `test`.

    `fresh`: measured on other groups of the training split instead, drawn anew for each seed.
    """
    rng = np.random.default_rng(seed)
    is_test = np.array([triple.split == "test" for triple in rows.triples])
    groups = rng.permutation(np.unique(rows.groups[~is_test]))
    if fresh:
        rows = rows.where(~is_test)
        groups = rng.permutation(np.unique(rows.groups))
        apart, groups = np.split(groups, [len(groups) // PART])
        is_test = np.isin(rows.groups, apart)
    rank = {group: place for place, group in enumerate(groups.tolist())}
    places = np.flatnonzero(~is_test)
    order = places[np.argsort([rank[group] for group in rows.groups[places].tolist()], kind="stable")][
        :STREAM
    ]
    return World(_ordered(rows, order), rows.where(is_test), tuple(names))


def _ordered(rows: Rows, order: Ints) -> Rows:
    """Some rows in another order."""
    bags = rows.statements
    statements = [np.flatnonzero(bags.owner == place) for place in order.tolist()]
    at = np.concatenate(statements)
    owner = np.repeat(np.arange(len(order)), [len(own) for own in statements])
    ordered = Bags(bags.matrix[at], owner, bags.known[at], bags.refused[order])
    return Rows.of([rows.triples[place] for place in order.tolist()], bags=ordered)


def features_of(path: Path, kept: Path, bar: Progress) -> tuple[Rows, tuple[str, ...]]:
    """The rows of a file with the features of the bundle `general`, from `kept` where that is of the same rows."""
    triples = read_triples(path, labelled=True).triples
    featurizer = Scorer.load("general").featurizer
    names = featurizer.schema.names
    key = hashlib.sha256(path.read_bytes() + repr(featurizer.schema).encode()).hexdigest()
    if kept.exists():
        with np.load(kept) as held:
            if str(held["key"]) == key:
                return Rows.of(
                    triples, bags=Bags(held["matrix"], held["owner"], held["known"], held["refused"])
                ), names
    rows = featurized(triples, featurizer, bar)
    bags = rows.statements
    kept.parent.mkdir(parents=True, exist_ok=True)
    np.savez(kept, key=key, matrix=bags.matrix, owner=bags.owner, known=bags.known, refused=bags.refused)
    return rows, names


def main(
    rows: Path,
    seeds: Annotated[int, typer.Option("--seeds", min=2, help="streams")] = 20,
    kept: Annotated[Path, typer.Option("--kept", help="where features are kept")] = Path(
        "out/queue_features.npz"
    ),
    plot: Annotated[Path | None, typer.Option("--plot", help="SVG file to write")] = None,
    fresh: Annotated[
        bool, typer.Option("--fresh", help="measure on other groups of the training split for each seed")
    ] = False,
) -> None:
    """Print ROC-AUC on held-out rows by labels and way to pick, with 95 % intervals over seeds."""
    with progress_bar() as bar:
        found, names = features_of(rows, kept, bar)
        task = bar.add_task("simulating", total=seeds * len(PICKS))
        curves: dict[str, list[list[float]]] = {name: [] for name in PICKS}
        for seed in range(seeds):
            world = world_of(found, names, seed, fresh=fresh)
            for name, pick in PICKS.items():
                curves[name].append(simulate(world, pick, seed))
                bar.advance(task)
    lines = [_line(name, np.array(curves[name])) for name in PICKS]
    Console(width=132, highlight=False).print(_table(lines), _gains(curves))
    if plot:
        write_plot(plot, lines[:3], x="rows labelled", y="ROC-AUC on held-out rows")


def _interval(values: Floats) -> PlotMark:
    """The mean over seeds, with the 95 % interval of that mean by resampling seeds."""
    draws = np.random.default_rng(0).choice(values, (2000, len(values))).mean(axis=1)
    low, high = np.quantile(draws, (0.025, 0.975))
    return PlotMark(float(values.mean()), float(low), float(high))


def _line(name: str, curves: Floats) -> PlotLine:
    labels = range(BATCH, BATCH * curves.shape[1] + 1, BATCH)
    return PlotLine(name, tuple(labels), tuple(_interval(column) for column in curves.T))


def _table(lines: Sequence[PlotLine]) -> Table:
    table = Table("rows labelled", *(line.name for line in lines), title="ROC-AUC on held-out rows")
    for place, labels in enumerate(lines[0].x):
        table.add_row(str(labels), *(str(line.marks[place]) for line in lines))
    return table


def _gains(curves: Mapping[str, Sequence[Sequence[float]]]) -> str:
    """The queue minus each other way, over all numbers of labels, by seed."""
    means = {name: np.array(found).mean(axis=1) for name, found in curves.items()}
    told = [
        f"queue minus {name}: {_interval(means['queue'] - other)}"
        for name, other in means.items()
        if name != "queue"
    ]
    return "\n".join(["mean over all numbers of labels, paired by seed", *told])


if __name__ == "__main__":
    run_script(main)
