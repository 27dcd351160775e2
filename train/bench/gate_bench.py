# SPDX-License-Identifier: Apache-2.0
"""How often the gate refuses what it must and passes what it may, over seeds; figures of docs/gate.md.

`python -m faithstill.train.bench.gate_bench data/finance.csv`. For each seed the present model learns from 80% of the
groups to train on. Candidates: the same model; one of all groups; one of the same 80% in which all labels of one
domain are flipped.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Annotated

import numpy as np
import typer
from numpy.typing import NDArray
from rich.console import Console
from rich.table import Table

from faithstill.featurize import Featurizer
from faithstill.serve import Bundle, Scorer
from faithstill.serve.cli import progress_bar
from faithstill.train.fit.answer_rows import Rows
from faithstill.train.fit.cross_validation import fit
from faithstill.train.fit.row_features import featurized
from faithstill.train.gate.gate_report import GateVerdict
from faithstill.train.gate.judge_candidate import compared
from faithstill.train.labelled_rows import read_labelled
from faithstill.train.module_main import run_script

SHARE = 0.8  # of the groups to train on that the present model learnt from
C = 0.03  # what the shipped bundles' folds choose: the sweep is not what is measured
SAME, GROWN, FLIPPED = "the same model", "all groups against 80%", "labels of one domain flipped"


@dataclass(frozen=True, slots=True)
class Trial:
    """One comparison: what kind of candidate, how many golden groups, what the gate said."""

    kind: str
    groups: int
    verdict: GateVerdict


def flipped(rows: Rows, domain: str) -> Rows:
    """The rows with every label of a domain turned around, in answers and in their statements."""
    hit = np.array([triple.domain == domain for triple in rows.triples])
    bags = rows.statements
    turned = hit[bags.owner] & (bags.known >= 0)
    known = np.where(turned, 1 - bags.known, bags.known)
    return replace(rows, y=np.where(hit, 1 - rows.y, rows.y), bags=replace(bags, known=known))


def trained(rows: Rows, featurizer: Featurizer, seed: int) -> Scorer:
    """A scorer that learnt from the rows, in memory."""
    names = featurizer.schema.names
    found = fit(rows.statements, rows.y, rows.groups, names, seed=seed, cs=(C,), statuses=rows.statuses)
    return Scorer(Bundle(featurizer.schema, found.model, {}, {}))


def trials(rows: Rows, featurizer: Featurizer, seeds: int, sizes: Sequence[int]) -> Iterator[Trial]:
    """All comparisons, seed by seed; each seed flips another domain and draws other groups."""
    test = np.array([triple.split == "test" for triple in rows.triples])
    train, golden = rows.where(~test), rows.where(test)
    domains = sorted({triple.domain for triple in train.triples})
    for seed in range(seeds):
        rng = np.random.default_rng(seed)
        part = train.where(_some_groups(train, rng, SHARE))
        present = trained(part, featurizer, seed)
        candidates = {
            SAME: present,
            GROWN: trained(train, featurizer, seed),
            FLIPPED: trained(flipped(part, domains[seed % len(domains)]), featurizer, seed),
        }
        for size in sizes:
            share = size / np.unique(golden.groups).size
            seen = golden if share >= 1 else golden.where(_some_groups(golden, rng, share))
            for kind, candidate in candidates.items():
                verdict = compared(seen, seen, candidate, present).verdict
                yield Trial(kind, np.unique(seen.groups).size, verdict)


def _some_groups(rows: Rows, rng: np.random.Generator, share: float) -> NDArray[np.bool_]:
    groups = np.unique(rows.groups)
    kept = rng.choice(groups, round(share * groups.size), replace=False)
    return np.isin(rows.groups, kept)


def verdict_table(found: Sequence[Trial]) -> Table:
    """A row for each kind of candidate and size of the golden set."""
    made = Table(title="Verdicts", title_justify="left", box=None)
    for i, head in enumerate(("candidate", "golden groups", *GateVerdict)):
        made.add_column(str(head), justify="right" if i else "left", no_wrap=True)
    for kind in (SAME, GROWN, FLIPPED):
        for size in sorted({trial.groups for trial in found}, reverse=True):
            own = [trial.verdict for trial in found if (trial.kind, trial.groups) == (kind, size)]
            counts = Counter(own)
            made.add_row(kind, str(size), *(f"{counts[v]} of {len(own)}" for v in GateVerdict))
    return made


def main(
    rows: Annotated[Path, typer.Argument(help="labelled rows with a split")],
    model: Annotated[str, typer.Option("--model", help="bundle whose recipe is taken")] = "light",
    seeds: Annotated[int, typer.Option("--seeds", min=1)] = 20,
    sizes: Annotated[
        list[int] | None, typer.Option("--groups", help="groups of golden rows; may repeat")
    ] = None,
) -> None:
    """Print what the gate says of equal, honest and sabotaged candidates."""
    featurizer = Scorer.load(model).featurizer
    triples = read_labelled(rows).triples
    with progress_bar() as bar:
        found = featurized(triples, featurizer, bar)
        wanted = sizes or [10_000, 30, 15]
        total = seeds * len(wanted) * 3
        done = list(bar.track(trials(found, featurizer, seeds, wanted), total=total, description="judging"))
    Console(width=120).print(verdict_table(done))


if __name__ == "__main__":
    run_script(main)
