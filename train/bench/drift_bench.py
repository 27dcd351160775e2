# SPDX-License-Identifier: Apache-2.0
"""How often drift is told where there is some, and where there is none; figures of docs/drift.md.

`python -m faithstill.train.bench.drift_bench data/finance.csv --other data/twin_answers.csv`. For each draw a
fingerprint is made of half of the groups of contexts, and a stream of rows of the others is compared with it: as they
are, of a domain that the fingerprint does not know, with passages of other rows added, or of another generator.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Annotated

import numpy as np
import typer
from numpy.typing import NDArray
from rich.console import Console
from rich.table import Table

from faithstill.data import Triple, read_triples
from faithstill.serve import Scorer
from faithstill.serve.cli import progress_bar
from faithstill.train.drift.compare import moved_columns
from faithstill.train.drift.drift_report import DriftReport
from faithstill.train.drift.fingerprint import Fingerprint
from faithstill.train.drift.observations import Observations, observed
from faithstill.train.module_main import run_script

NONE, GROUPED, DOMAIN, LONGER, OTHER = (
    "none",
    "none, whole groups",
    "a new domain",
    "two passages more",
    "another generator",
)
SHARES, CALM = (0.25, 0.5, 1.0), (NONE, GROUPED)
KINDS = (NONE, GROUPED, DOMAIN, LONGER, OTHER)
ADDED = 2  # passages of other rows
Random = np.random.Generator


@dataclass(frozen=True, slots=True, eq=False)
class ScoredPool:
    """Scored rows, their domains, and the same rows with longer contexts; `other` is another generator's."""

    seen: Observations
    domains: NDArray[np.str_]
    groups: NDArray[np.str_]
    longer: Observations
    other: Observations


@dataclass(frozen=True, slots=True)
class Draw:
    """One comparison: kind of shift, rows of the stream, share of it that is shifted, and what was told."""

    kind: str
    rows: int
    share: float
    told: bool
    most: str


def with_more_passages(triples: Sequence[Triple], rng: Random) -> list[Triple]:
    """Each row with passages of some other row behind its own."""
    found = []
    for triple in triples:
        others = triples[int(rng.integers(len(triples)))].passages[:ADDED]
        found.append(replace(triple, passages=(*triple.passages, *others), group=triple.group))
    return found


def draws(pool: ScoredPool, scorer: Scorer, count: int, sizes: Sequence[int]) -> Iterator[Draw]:
    """All comparisons, draw by draw."""
    for seed in range(count):
        rng = np.random.default_rng(seed)
        names = rng.permutation(np.unique(pool.groups))
        known = np.isin(pool.groups, names[: names.size // 2])
        domain = rng.choice(np.unique(pool.domains))
        whole = _fingerprint(pool, scorer, known)
        without = _fingerprint(pool, scorer, known & (pool.domains != domain))
        calm = np.flatnonzero(~known)
        strangers = np.flatnonzero(pool.domains == domain)
        shifted: Mapping[str, tuple[Fingerprint, Observations, NDArray[np.int64]]] = {
            NONE: (whole, pool.seen, calm),
            GROUPED: (whole, pool.seen, calm),
            DOMAIN: (without, pool.seen, strangers),
            LONGER: (whole, pool.longer, calm),
            OTHER: (whole, pool.other, np.arange(pool.other.size)),
        }
        for size in sizes:
            for kind, (then, source, places) in shifted.items():
                for share in (1.0,) if kind in CALM else SHARES:
                    still = calm if kind != DOMAIN else calm[pool.domains[calm] != domain]
                    part = round(size * share)
                    drawn = _whole if kind == GROUPED else _some
                    strange = source.where(drawn(source, places, part, rng))
                    rest = pool.seen.where(_some(pool.seen, still, size - part, rng))
                    report = moved_columns(_joined(strange, rest), then, model=scorer.bundle.model)
                    yield Draw(kind, size, share, report.has_drifted, _first(report))


def _fingerprint(pool: ScoredPool, scorer: Scorer, rows: NDArray[np.bool_]) -> Fingerprint:
    return Fingerprint.of(pool.seen.where(np.flatnonzero(rows)), bundle=scorer.bundle.fingerprint)


def _some(source: Observations, places: NDArray[np.int64], size: int, rng: Random) -> NDArray[np.int64]:
    """So many rows, most of different groups, as answers come in."""
    return rng.choice(places, min(size, places.size), replace=False)


def _whole(source: Observations, places: NDArray[np.int64], size: int, rng: Random) -> NDArray[np.int64]:
    """So many rows, of groups drawn whole until there are enough."""
    groups = np.array(source.groups)[places]
    order = {name: place for place, name in enumerate(rng.permutation(np.unique(groups)))}
    return places[np.argsort([order[name] for name in groups], kind="stable")[:size]]


def _joined(one: Observations, other: Observations) -> Observations:
    columns = {name: np.concatenate([one.columns[name], other.columns[name]]) for name in one.columns}
    return Observations(columns, one.groups + other.groups)


def _first(report: DriftReport) -> str:
    return report.moved[0].name if report.moved else ""


def rate_table(found: Sequence[Draw]) -> Table:
    """Share of draws in which drift was told, by kind of shift and rows of the stream."""
    sizes = sorted({draw.rows for draw in found})
    made = Table(title="Draws in which drift is told", title_justify="left", box=None)
    for i, head in enumerate(("shift", "share", *(f"{n} rows" for n in sizes), "told first")):
        made.add_column(head, justify="right" if 0 < i <= len(sizes) + 1 else "left", no_wrap=True)
    for kind in KINDS:
        for share in sorted({draw.share for draw in found if draw.kind == kind}):
            own = [draw for draw in found if (draw.kind, draw.share) == (kind, share)]
            rates = [_rate([draw.told for draw in own if draw.rows == size]) for size in sizes]
            first = Counter(draw.most for draw in own if draw.most).most_common(1)
            made.add_row(kind, f"{share:.0%}", *rates, ", ".join(name for name, _ in first))
    return made


def _rate(told: Sequence[bool]) -> str:
    return f"{sum(told)} of {len(told)}"


def _pool(
    rows: Path, other: Path, scorer: Scorer, most: int, rng: Random, score: Callable[..., Observations]
) -> ScoredPool:
    triples = _whole_groups(read_triples(rows).triples, most, rng)
    strangers = _whole_groups(read_triples(other).triples, most // 3, rng)
    return ScoredPool(
        score(scorer, triples),
        np.array([triple.domain for triple in triples]),
        np.array([triple.context_key for triple in triples]),
        score(scorer, with_more_passages(triples, rng)),
        score(scorer, strangers),
    )


def _whole_groups(triples: Sequence[Triple], most: int, rng: Random) -> list[Triple]:
    order = {name: i for i, name in enumerate(rng.permutation(sorted({t.context_key for t in triples})))}
    return sorted(triples, key=lambda triple: order[triple.context_key])[:most]


def main(
    rows: Annotated[Path, typer.Argument(help="rows with domains")],
    other: Annotated[Path, typer.Option("--other", help="rows of another generator")],
    model: Annotated[str, typer.Option("--model", help="bundle that scores them")] = "finance",
    count: Annotated[int, typer.Option("--draws", min=1)] = 200,
    most: Annotated[int, typer.Option("--rows", min=300, help="rows that are scored, twice")] = 10_000,
    seed: Annotated[int, typer.Option("--seed", min=0)] = 0,
) -> None:
    """Print detection and false-alarm rates on simulated shifts."""
    scorer, rng = Scorer.load(model), np.random.default_rng(seed)
    with progress_bar() as bar:
        pool = _pool(rows, other, scorer, most, rng, lambda s, triples: observed(s, triples, bar))
        sizes = (100, 200, 400)
        made = draws(pool, scorer, count, sizes)
        total = count * len(sizes) * (len(CALM) + len(SHARES) * (len(KINDS) - len(CALM)))
        done = list(bar.track(made, total=total, description="comparing"))
    Console(width=140).print(rate_table(done))


if __name__ == "__main__":
    run_script(main)
