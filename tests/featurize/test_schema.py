# SPDX-License-Identifier: Apache-2.0
from __future__ import annotations

import json
from dataclasses import replace
from typing import Any

import pytest

from faithstill.featurize import FAMILIES, SCHEMA_VERSION, FeatureSchema, Featurizer, Settings, families_of

SMALL = FeatureSchema(1, ("a", "b"), Settings(), {"idf": "1", "embedder": "static/0"})


def test_round_trip(featurizer: Featurizer) -> None:
    for schema in (SMALL, featurizer.schema):
        assert FeatureSchema.from_json(json.loads(json.dumps(schema.as_json()))) == schema
    assert featurizer.schema.version == SCHEMA_VERSION
    assert featurizer.schema.names == tuple(featurizer.get_feature_names_out())


def test_a_schema_does_not_differ_from_itself(featurizer: Featurizer) -> None:
    assert featurizer.schema.differences(Featurizer(Settings()).schema) == []


DIFFERENCES = [
    (replace(SMALL, version=2), ["schema version 2 against 1"]),
    (replace(SMALL, names=("a",)), ["the bundle lacks feature b, which this version computes"]),
    (replace(SMALL, names=("a", "b", "c")), ["the bundle has feature c, which this version does not compute"]),
    (replace(SMALL, names=("b", "a")), ["features stand in another order"]),
    (replace(SMALL, settings=Settings(self_report=True)), ["setting self_report is True against False"]),
    (replace(SMALL, tables={"idf": "2", "embedder": "static/0"}), ["table idf is 2 against 1"]),
    (replace(SMALL, tables={"embedder": "static/0"}), ["table idf is absent against 1"]),
    (replace(SMALL, tables={**SMALL.tables, "spacy": "x-1"}), ["table spacy is x-1 against absent"]),
    (
        FeatureSchema(3, ("z",), Settings(embedder="my-model"), {}),
        [
            "schema version 3 against 1",
            "the bundle lacks feature a, which this version computes",
            "the bundle lacks feature b, which this version computes",
            "the bundle has feature z, which this version does not compute",
            "setting embedder is 'my-model' against 'static'",
            "table embedder is absent against static/0",
            "table idf is absent against 1",
        ],
    ),
]  # fmt: skip


@pytest.mark.parametrize(("other", "expected"), DIFFERENCES)
def test_differences(other: FeatureSchema, expected: list[str]) -> None:
    assert other.differences(SMALL) == expected


BROKEN: list[tuple[dict[str, Any], str]] = [
    ({"features": None}, "lacks 'features'"),
    ({"tables": None}, "lacks 'tables'"),
    ({"settings": None}, "lacks 'settings'"),
    ({"schema_version": None}, "lacks 'schema_version'"),
    ({"settings": {"colour": "red"}}, "settings this version does not know: .*colour"),
    ({"schema_version": "one"}, "one"),
]


@pytest.mark.parametrize(("change", "message"), BROKEN)
def test_what_is_broken_is_named(change: dict[str, Any], message: str) -> None:
    raw = SMALL.as_json() | change
    with pytest.raises(ValueError, match=message):
        FeatureSchema.from_json({key: value for key, value in raw.items() if value is not None})


FAMILY_LISTS = [
    (Settings(), ["entailment"]),
    (Settings(encoder=""), []),
    (Settings(encoder="", enable_pos_metrics=True), ["pos"]),
    (Settings(self_report=True), ["entailment", "self_report"]),
    (Settings(self_report=True, enable_pos_metrics=True), ["entailment", "pos", "self_report"]),
    (Settings(encoder="", use_spacy_fusion=True), []),
]


@pytest.mark.parametrize(("settings", "optional"), FAMILY_LISTS)
def test_optional_families_come_last(settings: Settings, optional: list[str]) -> None:
    assert [family.name for family in families_of(settings)] == [f.name for f in FAMILIES] + optional


def test_names_are_unique_over_all_families() -> None:
    families = families_of(Settings(self_report=True, enable_pos_metrics=True))
    names = [feature.name for family in families for feature in family.features]
    assert len(names) == len(set(names))
