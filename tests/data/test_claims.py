# SPDX-License-Identifier: Apache-2.0
"""Our claims set, which the shipped encoder learns from: well formed, balanced, and apart from the annotated rows."""

from __future__ import annotations

import json
import re
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from faithstill.data import Label, Triple, read_triples
from faithstill.train.evaluate.baselines import probes

DATA = Path(__file__).parents[2] / "data"
Group = dict[str, Any]
NOT_SUPPORTED = {"contradicted", "unverifiable"}


def read(name: str) -> list[Group]:
    return [json.loads(line) for line in (DATA / name).read_text(encoding="utf-8").splitlines()]


@pytest.fixture(scope="module")
def groups() -> list[Group]:
    return read("claims.jsonl")


def test_every_claim_has_a_question_a_label_and_a_kind(groups: list[Group]) -> None:
    for group in groups:
        assert all(text.strip() for text in group["contexts"])
        for claim in group["claims"]:
            assert claim["question"].strip()
            assert claim["answer"].strip()
            assert claim["label"] in NOT_SUPPORTED | {"supported"}
            assert re.fullmatch("[a-z_]+", claim["kind"])


def test_names_of_groups_and_claims_of_a_group_are_unique(groups: list[Group]) -> None:
    assert max(Counter(group["group"] for group in groups).values()) == 1
    for group in groups:
        asked = Counter((claim["question"], claim["answer"]) for claim in group["claims"])
        assert max(asked.values()) == 1, group["group"]


def test_labels_are_balanced_and_many_errors_are_of_meaning(groups: list[Group]) -> None:
    claims = [claim for group in groups for claim in group["claims"]]
    assert len(claims) >= 6000
    supported = sum(claim["label"] == "supported" for claim in claims) / len(claims)
    assert 0.4 < supported < 0.5
    wrong = [claim["kind"] for claim in claims if claim["label"] in NOT_SUPPORTED]
    figures = sum(kind in {"number", "date", "unit", "wrong_row"} for kind in wrong)
    assert figures < len(wrong) / 3


def test_the_claim_alone_and_its_overlap_hardly_tell_the_label(groups: list[Group]) -> None:
    triples = [
        Triple.of(
            question=claim["question"],
            contexts=group["contexts"],
            answer=claim["answer"],
            label=Label.FAITHFUL if claim["label"] == "supported" else Label.UNFAITHFUL,
            group=group["group"],
        )
        for group in groups
        for claim in group["claims"]
    ]
    found = probes(triples)
    assert found.reason == ""
    assert max(found.answer_only_auc or 1, found.token_overlap_auc or 1, found.length_auc or 1) < 0.6


def runs(text: str, n: int = 16) -> set[tuple[str, ...]]:  # stock phrases of the trade reach 14 words
    words = re.findall(r"\w+", text.lower())
    return {tuple(words[i : i + n]) for i in range(len(words) - n + 1)}


@pytest.mark.parametrize("name", ["claims.jsonl", "twins.jsonl"])
def test_nothing_of_the_annotated_rows_is_in_them(name: str) -> None:
    groups = read(name)
    triples = read_triples(DATA / "finance.csv", labelled=True).triples
    held: set[tuple[str, ...]] = set()
    for text in {passage.text for triple in triples for passage in triple.passages}:
        held |= runs(text)
    shared = {group["group"]: runs(" ".join(group["contexts"])) & held for group in groups}
    assert {name: found for name, found in shared.items() if found} == {}
