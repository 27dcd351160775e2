# SPDX-License-Identifier: Apache-2.0
"""The red team's rows: right twins beside wrong answers, on contexts that no bundle learnt from."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest

from faithstill.serve import Bundle
from faithstill.serve.scorer import SHIPPED_BUNDLES, folder_of
from faithstill.train.bench.redteam_bench import RedteamOutcome, slipped
from faithstill.train.gate.golden_rows import GoldenSet
from faithstill.train.gate.judge_candidate import contexts_of, judge_candidate
from tests.conftest import Cli

ROWS = Path(__file__).parents[3] / "data/redteam.jsonl"


@pytest.fixture(scope="module")
def golden() -> GoldenSet:
    return GoldenSet.load(ROWS)


def test_every_kind_has_wrong_answers_and_every_wrong_answer_a_right_twin(golden: GoldenSet) -> None:
    rows = golden.triples
    assert len(rows) >= 150
    kinds = Counter(row.domain for row in rows)
    assert len(kinds) == 7
    assert min(kinds.values()) >= 20
    right = {row.context_key for row in rows if row.label is not None and row.label.positive}
    assert {row.context_key for row in rows} == right
    assert all(row.error_type for row in rows if row.label is not None and not row.label.positive)
    assert len(golden.expectations) == len(rows)


@pytest.mark.parametrize("model", SHIPPED_BUNDLES)
def test_no_shipped_bundle_learnt_from_them(golden: GoldenSet, model: str) -> None:
    known = contexts_of(Bundle.load(folder_of(model)))
    assert known
    assert not known & {row.context_key for row in golden.triples}


def test_evaluate_measures_them_by_kind(cli: Cli) -> None:
    code, out, _ = cli("evaluate", ROWS, "--model", "light", "--json")
    assert code == 0
    assert all(f'"{kind}"' in out for kind in ("wrong entity", "stale knowledge", "injected evidence"))


def test_the_gate_runs_them_and_tells_its_slices_by_kind(golden: GoldenSet) -> None:
    plain = GoldenSet(golden.name, golden.sha256, golden.triples)
    report = judge_candidate("light", "light", plain)
    assert report.passed
    assert {each.value for each in report.slices if each.field == "domain"} == {
        row.domain for row in golden.triples
    }


def test_only_wrong_answers_that_passed_have_slipped(golden: GoldenSet) -> None:
    outcomes = [RedteamOutcome(row, passed=i % 2 == 0) for i, row in enumerate(golden.triples[:4])]
    wrong = [row.id for row in slipped(outcomes)]
    assert wrong == [o.row.id for o in outcomes if o.passed and o.row.label != "faithful"]
