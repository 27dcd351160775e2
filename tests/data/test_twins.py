# SPDX-License-Identifier: Apache-2.0
"""Our twin documents: two versions of one text and the same claims on both, so that no claim gives its label away."""

from __future__ import annotations

import json
import re
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from faithstill.train.encoder.labelled_claims import read_rows

PATH = Path(__file__).parents[2] / "data" / "twins.jsonl"
LABELS = {"supported", "contradicted", "unverifiable"}
Twins = tuple[dict[str, Any], dict[str, Any]]


@pytest.fixture(scope="module")
def twins() -> list[Twins]:
    lines = [json.loads(line) for line in PATH.read_text(encoding="utf-8").splitlines()]
    return list(zip(lines[::2], lines[1::2], strict=True))


def test_twins_stand_side_by_side_with_the_same_claims(twins: list[Twins]) -> None:
    groups = Counter(one["group"] for one, _ in twins)
    assert max(groups.values()) == 1
    for one, other in twins:
        assert one["group"] == other["group"]
        assert one["split"] == other["split"] in {"train", "test"}
        assert one["contexts"] != other["contexts"]
        assert [c["answer"] for c in one["claims"]] == [c["answer"] for c in other["claims"]]


def test_every_claim_has_text_a_label_and_a_kind(twins: list[Twins]) -> None:
    for pair in twins:
        for one in pair:
            assert all(text.strip() for text in one["contexts"])
            assert max(Counter(claim["answer"] for claim in one["claims"]).values()) == 1
            for claim in one["claims"]:
                assert claim["answer"].strip()
                assert claim["label"] in LABELS
                assert re.fullmatch("[a-z_]+", claim["kind"])


def test_most_labels_change_with_the_document(twins: list[Twins]) -> None:
    pairs = [
        (a["label"] == "supported", b["label"] == "supported")
        for one, other in twins
        for a, b in zip(one["claims"], other["claims"], strict=True)
    ]
    assert len(pairs) >= 12_000
    assert sum(a != b for a, b in pairs) > 0.7 * len(pairs)
    assert 0.4 < sum(a + b for a, b in pairs) / (2 * len(pairs)) < 0.6


def test_the_trainer_reads_them_by_split() -> None:
    held_out, learnt = (sum(1 for _ in read_rows(PATH, split)) for split in ("test", "train"))
    assert 0 < 10 * held_out < learnt
