# SPDX-License-Identifier: Apache-2.0
from __future__ import annotations

import io
import json
import math
from pathlib import Path
from typing import Any

import pytest
from rich.console import Console, RenderableType
from rich.progress import Progress

from faithstill.data import read_triples
from faithstill.featurize.schema import ALL_FAMILIES
from faithstill.train.commands.listings import data_stats, feature_list, feature_table, stats_table

FAMILIES = ALL_FAMILIES


def printed(what: RenderableType, width: int = 400) -> str:
    text = io.StringIO()
    Console(file=text, width=width).print(what)
    return text.getvalue()


def test_every_feature_is_listed_once_with_its_family() -> None:
    listed = feature_list()
    assert [(row["family"], row["name"]) for row in listed] == [
        (family.name, feature.name) for family in FAMILIES for feature in family.features
    ]
    assert len({row["name"] for row in listed}) == len(listed)
    assert json.loads(json.dumps(listed, allow_nan=False)) == listed


@pytest.mark.parametrize("row", feature_list(), ids=lambda row: row["name"])
def test_a_feature_says_what_it_means_and_where_it_rests(row: dict[str, Any]) -> None:
    assert len(row["meaning"].split()) >= 3
    low = -math.inf if row["low"] is None else row["low"]
    high = math.inf if row["high"] is None else row["high"]
    assert low <= row["neutral"] <= high
    assert low < high


def test_the_table_names_all_and_keeps_names_whole_on_a_narrow_screen() -> None:
    text = printed(feature_table())
    assert all(feature.name in text and feature.meaning in text for f in FAMILIES for feature in f.features)
    narrow = printed(feature_table(), width=80)
    assert all(feature.name in narrow for family in FAMILIES for feature in family.features)
    assert max(map(len, narrow.splitlines())) <= 80


def test_stats_count_and_tell_how_far_labels_can_be_guessed(tiny_rows: Path, bar: Progress) -> None:
    stats = data_stats(read_triples(tiny_rows, labelled=True).triples, bar)
    assert bar.tasks[0].finished
    assert json.loads(json.dumps(stats, allow_nan=False)) == stats
    assert (stats["rows"], stats["groups"], stats["domain"]) == (60, 20, {"accounts": 30, "cover": 30})
    guessed = [value for name, value in stats["guessable"].items() if name.endswith("_auc")]
    assert len(guessed) == 5
    assert all(0 <= value <= 1 for value in guessed)
    text = printed(stats_table(stats))
    assert "accounts: 30, cover: 30" in text
    assert "token overlap" in text
    assert "not measured" not in text


def test_what_cannot_be_guessed_says_why(tiny_rows: Path, bar: Progress) -> None:
    rows = [triple for triple in read_triples(tiny_rows).triples if str(triple.label) == "faithful"]
    stats = data_stats(rows, bar)
    text = printed(stats_table(stats))
    assert stats["guessable"]["reason"] in text
    assert text.count("not measured") == 5
