# SPDX-License-Identifier: Apache-2.0
from __future__ import annotations

import re
from typing import Any

import pytest

from faithstill.featurize import SCHEMA_VERSION, FeatureSchema, Settings, families_of
from faithstill.train.report.model_card import model_card

Json = dict[str, Any]
HEADINGS = [
    "Intended use",
    "Not for",
    "How an answer is judged",
    "Training data",
    "Metrics",
    "Baselines",
    "Slices",
    "Features",
    "Calibration and threshold",
    "Limitations",
    "How to reproduce",
    "Licence",
]


def _schema(settings: Settings | None = None) -> FeatureSchema:
    chosen = settings or Settings()
    names = tuple(feature.name for family in families_of(chosen) for feature in family.features)
    return FeatureSchema(SCHEMA_VERSION, names, chosen, {"idf": "3"})


def _part(card: str, heading: str) -> str:
    return card.split(f"## {heading}\n", 1)[1].split("\n## ", 1)[0]


def test_headings_stand_in_the_usual_order(report: Json) -> None:
    assert re.findall(r"^## (.*)$", model_card(report, _schema()), flags=re.MULTILINE) == HEADINGS


SAID = (
    (
        "How an answer is judged",
        "its lowest statement plus 0.3 (`others` in `model.json`) times how far the mean",
    ),
    ("How an answer is judged", "`model.onnx` gives the logit of one statement"),
    ("Training data", "120 rows, 40 groups"),
    ("Training data", "By label: faithful 60, unfaithful 60"),
    ("Training data", "written and labelled by a language model"),
    ("Metrics", "| F1 | 0.840 [0.800, 0.880] | 0.820 [0.780, 0.860] |"),
    ("Metrics", "**not met**: worst fold"),
    ("Baselines", "| token overlap | 0.740 [0.700, 0.780] | +0.150 [+0.110, +0.190] |"),
    ("Slices", "| error type: number | 20 | caught 16 of 20 | – |"),
    ("Features", "`numeric_conflicts` -0.92"),
    ("Calibration and threshold", "faithful at a probability of 0.432 or more"),
    ("Limitations", "English only"),
    ("Limitations", "written and labelled by a language model"),
    ("Limitations", "Used against their own direction: semantic_gap"),
    ("How to reproduce", "faithstill train rows.csv --out bundle --seed 7"),
    ("How to reproduce", "idf 3"),
    ("Licence", "Apache-2.0"),
)


@pytest.mark.parametrize(("heading", "text"), SAID)
def test_each_part_says_what_its_heading_promises(report: Json, heading: str, text: str) -> None:
    assert text in _part(model_card(report, _schema()), heading)


def test_a_report_that_does_not_say_what_others_count_names_the_place(report: Json) -> None:
    del report["fit"]["platt"]["others"]
    assert "plus `others` (in `model.json`) times" in _part(
        model_card(report, _schema()), "How an answer is judged"
    )


def test_the_origin_of_rows_is_not_invented(report: Json) -> None:
    del report["provenance"]
    assert "language model" not in model_card(report, _schema())


def test_a_field_without_values_is_not_listed(report: Json) -> None:
    assert "By domain" not in model_card(report, _schema())


def test_optional_families_are_listed_where_the_recipe_has_them(report: Json) -> None:
    plain, full = (model_card(report, _schema(Settings(self_report=chosen))) for chosen in (False, True))
    assert "| self_report |" in _part(full, "Features")
    assert "| self_report |" not in plain


def test_names_from_the_data_cannot_break_a_table(report: Json) -> None:
    report["slices"]["held_out"][0]["value"] = "a|b\n<b>"
    (row,) = (line for line in model_card(report, _schema()).splitlines() if line.startswith("| error type"))
    assert row.startswith(r"| error type: a\|b &lt;b> | 20 |")


def test_metrics_alone_are_enough(report: Json) -> None:
    card = model_card({"metrics": {"out_of_fold": report["metrics"]["out_of_fold"]}}, _schema())
    assert "| F1 | 0.820 [0.780, 0.860] |" in card
    assert "## Baselines" not in card
