# SPDX-License-Identifier: Apache-2.0
"""What golden rows expect, as their columns say."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from faithstill.train.gate.golden_rows import Expectation, GoldenSet

ROW = {"question": "Fee?", "contexts": ["The fee is $5."], "answer": "The fee is $5.", "label": "faithful"}


def _file(folder: Path, **cells: Any) -> Path:
    path = folder / "golden.jsonl"
    path.write_text(json.dumps(ROW | cells) + "\n", encoding="utf-8")
    return path


@pytest.mark.parametrize(
    ("cells", "profiles", "expected"),
    [
        ({}, (), []),
        ({"expected_action": "block|escalate"}, (), [("STRICT_BLOCK", ("block", "escalate"), ())]),
        ({"expected_action": "flag"}, ("HEDGE",), [("HEDGE", ("flag",), ())]),
        ({"expected_action.HEDGE": "hedge"}, (), [("HEDGE", ("hedge",), ())]),
        (
            {"expected_action.HEDGE": "hedge", "expected_action": "block"},
            ("HEDGE",),
            [("HEDGE", ("hedge",), ())],
        ),
        ({"expected_reasons": ["NO_CLAIMS"]}, (), [("STRICT_BLOCK", (), ("NO_CLAIMS",))]),
    ],
)
def test_expectations_are_read_by_profile(
    tmp_path: Path, cells: dict[str, Any], profiles: tuple[str, ...], expected: list[Any]
) -> None:
    found = GoldenSet.load(_file(tmp_path, **cells), profiles=profiles).expectations
    assert [(one.profile, one.actions, one.reasons) for one in found] == expected


@pytest.mark.parametrize("cell", ["forbid", 7, '["block"'])
def test_an_action_that_is_none_is_refused_with_its_row(tmp_path: Path, cell: object) -> None:
    with pytest.raises(ValueError, match="row 1"):
        GoldenSet.load(_file(tmp_path, expected_action=cell))


def test_an_expectation_is_met_by_any_of_its_actions_and_all_of_its_reasons() -> None:
    wanted = Expectation(0, "HEDGE", ("block", "hedge"), ("A", "B"))
    assert wanted.is_met("hedge", ["B", "A", "C"])
    assert not wanted.is_met("hedge", ["A"])
    assert not wanted.is_met("deliver", ["A", "B"])


def test_a_row_without_a_label_is_refused(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="label"):
        GoldenSet.load(_file(tmp_path, label=""))
