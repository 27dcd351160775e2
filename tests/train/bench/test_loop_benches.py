# SPDX-License-Identifier: Apache-2.0
"""The benches of gate and drift on a few rows: what they count is what they say."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from rich.progress import Progress

from faithstill.data import Triple, read_triples
from faithstill.serve import Scorer
from faithstill.train.bench import drift_bench, gate_bench
from faithstill.train.drift.observations import observed
from faithstill.train.fit.answer_rows import Rows
from faithstill.train.fit.row_features import featurized

ROWS = Path(__file__).parents[3] / "data/finance.csv"


@pytest.fixture(scope="module")
def scorer() -> Scorer:
    return Scorer.load("light")


@pytest.fixture(scope="module")
def rows(scorer: Scorer) -> Rows:
    """Some groups to train on, and some held-out ones."""
    triples = read_triples(ROWS).triples
    kept: set[str] = set()
    for split, step in (("train", 12), ("test", 3)):
        kept |= set(sorted({triple.group for triple in triples if triple.split == split})[::step])
    chosen = [triple for triple in triples if triple.group in kept]
    return featurized(chosen, scorer.featurizer, Progress(disable=True))


def test_the_same_model_is_no_worse_and_flipped_labels_never_pass(rows: Rows, scorer: Scorer) -> None:
    found = list(gate_bench.trials(rows, scorer.featurizer, 2, (10_000,)))
    by_kind = {
        kind: [one.verdict for one in found if one.kind == kind]
        for kind in (gate_bench.SAME, gate_bench.FLIPPED)
    }
    assert {str(verdict) for verdict in by_kind[gate_bench.SAME]} == {"no worse"}
    assert not any(verdict.passes for verdict in by_kind[gate_bench.FLIPPED])
    assert gate_bench.verdict_table(found).row_count == 3


def test_flipping_turns_the_labels_of_one_domain_and_of_its_statements(rows: Rows) -> None:
    domain = rows.triples[0].domain
    hit = np.array([triple.domain == domain for triple in rows.triples])
    turned = gate_bench.flipped(rows, domain)
    assert (turned.y[hit] == 1 - rows.y[hit]).all()
    assert (turned.y[~hit] == rows.y[~hit]).all()
    own, known = hit[rows.statements.owner], rows.statements.known
    changed = turned.statements.known != known
    assert (changed == (own & (known >= 0))).all()


def test_streams_of_known_rows_and_of_longer_contexts_are_told_apart(scorer: Scorer) -> None:
    rng = np.random.default_rng(0)
    one_each = {triple.context_key: triple for triple in read_triples(ROWS).triples}
    triples: list[Triple] = [one_each[key] for key in sorted(one_each)][:220]
    longer = drift_bench.with_more_passages(triples, rng)
    assert all(len(a.passages) >= len(b.passages) for a, b in zip(longer, triples, strict=True))
    seen = observed(scorer, triples)
    pool = drift_bench.ScoredPool(
        seen,
        np.array([triple.domain for triple in triples]),
        np.array([triple.context_key for triple in triples]),
        observed(scorer, longer),
        seen,
    )
    found = list(drift_bench.draws(pool, scorer, 3, (100,)))
    told = {
        kind: [one.told for one in found if one.kind == kind and one.share == 1.0]
        for kind in (drift_bench.NONE, drift_bench.LONGER)
    }
    assert told[drift_bench.LONGER] == [True] * 3
    assert sum(told[drift_bench.NONE]) <= 1
    assert drift_bench.rate_table(found).row_count == 2 + 3 * len(drift_bench.SHARES)
