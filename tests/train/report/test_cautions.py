# SPDX-License-Identifier: Apache-2.0
"""Small samples and choices at an edge are told as such, in every form of the report."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Callable
from copy import deepcopy
from pathlib import Path
from typing import Any

import pytest
from rich.console import Console

from faithstill.featurize import Featurizer
from faithstill.serve import Bundle
from faithstill.train.report.cautions import cautions
from faithstill.train.report.html_page import page
from faithstill.train.report.model_card import model_card
from faithstill.train.report.terminal_summary import summary

Cli = Callable[..., tuple[int, str, str]]
Json = dict[str, Any]


def written(path: Path, rows: int, groups: int) -> Path:
    """Rows whose labels a value tells, in so many groups."""
    with path.open("w", encoding="utf-8", newline="") as file:
        writer = csv.writer(file)
        writer.writerow(["question", "contexts", "answer", "label"])
        for i in range(rows):
            group, right = i % groups, (i // groups) % 2 == 0
            fee = 20 + group
            text = f"Plan {group} costs ${fee} a month. It ends within {30 + group} days."
            answer = f"It costs ${fee if right else fee + 7} a month."
            writer.writerow(
                [f"What does plan {group} cost?", text, answer, "faithful" if right else "partial"]
            )
    return path


def test_few_rows_show_no_interval_and_meet_no_target(cli: Cli, tmp_path: Path) -> None:
    source = written(tmp_path / "rows.csv", rows=11, groups=5)
    given = (source, "--out", tmp_path / "m", "--folds", 2, "--without", "entailment")
    code, out, err = cli("train", *given)
    assert code == 0
    assert "Targets: none can be told" in out
    assert not re.search(r"\[\d\.\d+, \d\.\d+\]", out)
    assert "too few for an interval: label rows of at least 10" in err
    report = Bundle.load(tmp_path / "m").report
    assert not any(mark["met"] for mark in report["marks"])
    held = report["metrics"]["held_out"]
    assert held["f1"]["low"] is None
    assert held["f1"]["reason"].endswith("too few for an interval")
    shown = (tmp_path / "m.html").read_text(encoding="utf-8")
    assert "none can be told" in shown
    assert ">met<" not in shown
    assert "too few for an interval" in (tmp_path / "m" / "MODEL_CARD.md").read_text(encoding="utf-8")


def told(report: Json) -> str:
    return "\n".join(cautions(report))


def test_a_choice_at_the_edge_of_the_grid_is_told(report: Json) -> None:
    grid = [{"c": c, "log_loss": 0.45, "se": 0.01, "roc_auc": 0.88} for c in (0.01, 0.1, 1.0)]
    for best, word in ((0.01, "smallest of the 3 tried"), (0.1, ""), (1.0, "largest of the 3 tried")):
        changed = report | {"fit": report["fit"] | {"sweep": grid, "best_c": best}}
        assert word in told(changed)
        assert bool(word) == ("regularisation" in told(changed))
        assert not word or word in page(changed)
    one = report | {"fit": report["fit"] | {"sweep": grid[:1], "best_c": 0.01}}
    assert "regularisation" not in told(one)


@pytest.mark.parametrize(
    ("objective", "message"),
    [
        ({"name": "precision>=0.95", "delivered_rows": 12}, "was reached on 12 delivered rows"),
        ({"name": "precision>=0.95", "delivered_rows": 50}, ""),
        ({"name": "miss-rate<=0.05", "delivered_rows": 90, "unfaithful_rows": 20}, "on 20 unfaithful rows"),
        ({"name": "miss-rate<=0.05", "delivered_rows": 90, "unfaithful_rows": 60}, ""),
        ({"name": "cost=100:1", "delivered_rows": 0}, "is best served by delivering nothing"),
        ({"name": "f1", "delivered_rows": 3}, ""),
        ({"name": "f1", "delivered_rows": 9, "reached": {"recall": 0.02}}, "withholds all but 2.0% of the"),
    ],
)
def test_a_bound_kept_by_few_rows_is_told(report: Json, objective: Json, message: str) -> None:
    found = told(report | {"fit": report["fit"] | {"objective": objective}})
    assert message in found
    assert bool(message) == ("objective" in found)


POINTS = [
    {"threshold": i / 40, "precision": None if i == 39 else 0.5 + i / 100, "recall": 1 - i / 40,
     "delivered": 1 - i / 40, "miss_rate": 1 - i / 39, "macro_f1": 0.6, "cost": 0.4}
    for i in range(40)
]  # fmt: skip


def test_the_threshold_and_its_curve_are_shown(report: Json) -> None:
    changed = deepcopy(report)
    objective = {"name": "precision>=0.7", "threshold": 0.525, "reached": POINTS[21], "curve": POINTS}
    changed["fit"] |= {"threshold": 0.525, "objective": objective | {"delivered_rows": 90}}
    shown = page(changed)
    assert "Chosen for precision&gt;=0.7, the share of faithful answers among those delivered" in shown
    assert "0.525 (chosen)" in shown
    assert shown.count("<tr>") >= page(report).count("<tr>") + len(POINTS)
    card = model_card(changed, Featurizer().schema)
    assert "chosen for precision>=0.7, the share of faithful answers among those delivered" in card
    assert "Out of fold it delivers 47.5% of the answers, 71.0% of them faithful" in card
    lines = [line for line in card.splitlines() if line.startswith("| 0.")]
    assert sum("(chosen)" in line for line in lines) == 1
    assert 9 <= len(lines) <= 11


def test_reports_of_before_say_macro_f1(report: Json) -> None:
    assert "chosen for macro F1" in model_card(report, Featurizer().schema)
    assert 'id="threshold"' not in page(report)


def test_targets_that_cannot_be_told_are_counted_apart(report: Json) -> None:
    untold = {"name": "even", "value": 0.0, "wanted": "x", "met": False, "untold": "too few rows to tell: 3"}
    for marks, said in (
        (report["marks"], "Targets: 1 of 2 met"),
        ([*report["marks"], untold], "Targets: 1 of 2 met, 1 cannot be told"),
        ([untold], "Targets: none can be told"),
    ):
        console = Console(width=120, file=io.StringIO(), record=True)
        console.print(summary(report | {"marks": marks}))
        assert said in console.export_text().splitlines()
        assert said.removeprefix("Targets: ") in page(report | {"marks": marks})
