# SPDX-License-Identifier: Apache-2.0
"""Held-out figures: an answer is as entailed as its least entailed claim, a claim as its best window says."""

from __future__ import annotations

import json
import warnings
from pathlib import Path

import pytest

from faithstill.featurize.encoders.nli import NliScore, ScriptedNli
from faithstill.train.encoder.dev_sets import DevFigure, DevRow, DevSet, dev_sets
from faithstill.train.encoder.recipe import Recipe, SetUse, TrainingPass
from faithstill.train.encoder.training_log import dev_log


def said(premise: str, claim: str) -> NliScore:
    """The premise names the verdict of each claim it holds."""
    if f"{claim} yes" in premise:
        return NliScore(0.9, 0.1, 0.0)
    return NliScore(0.1, 0.1, 0.8) if f"{claim} no" in premise else NliScore(0.2, 0.7, 0.1)


def row(label: str, *claims: tuple[tuple[str, str], ...]) -> DevRow:
    return DevRow(label, label == "supported", claims)


def test_least_entailed_claim_and_best_window() -> None:
    rows = (
        row("supported", (("x", "a"), ("a yes", "a")), (("b yes", "b"),)),
        row("contradicted", (("a yes", "a"),), (("b no", "b"),)),
        row("unverifiable", (("x", "a"),)),
        row("supported", (("a no", "a"),)),
    )
    figure = DevSet("dev", rows).measure(ScriptedNli(said).scores)
    assert figure == DevFigure("dev", 4, 7, 0.625, 0.75)
    assert str(figure) == "dev: AUROC 0.625, accuracy 0.750 (4 rows)"


def test_two_way_sets_have_no_accuracy() -> None:
    rows = (DevRow("faithful", True, ((("a yes", "a"),),)), DevRow("unfaithful", False, ((("x", "a"),),)))
    assert DevSet("dev", rows).measure(ScriptedNli(said).scores) == DevFigure("dev", 2, 2, 1.0, None)
    alone = DevSet("dev", rows[:1]).measure(ScriptedNli(said).scores)
    assert alone.auroc is None
    assert str(alone) == "dev: AUROC undefined (1 rows)"


@pytest.mark.parametrize(("windows", "pairs"), [(False, [1]), (True, [2])])
def test_rows_are_cut_as_the_recipe_says(tmp_path: Path, windows: bool, pairs: list[int]) -> None:
    rows = [
        {
            "contexts": ["The fee is $5.", "It is due in May."],
            "answer": "It is $5. It is due.",
            "label": "faithful",
        },
        {"contexts": [], "answer": "It is $5.", "label": "faithful"},
    ]
    (tmp_path / "dev.jsonl").write_text("\n".join(map(json.dumps, rows)), encoding="utf-8")
    uses = (SetUse("dev.jsonl", windows=windows),)
    (found,) = dev_sets(Recipe("r", "s", (TrainingPass("p", ()),), dev=uses), tmp_path)
    assert found.name == "dev"
    assert [len(one.claims) for one in found.rows] == pairs


def test_the_log_keeps_what_came_before(tmp_path: Path) -> None:
    path = tmp_path / "out" / "dev.jsonl"
    for when in ("after one", "exported"):
        with dev_log(path, "", {}) as log:
            log.loss("one", 20, 0.5)
            log.dev(when, DevFigure("wice", 3, 4, 0.75))
    lines = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
    assert [line["when"] for line in lines] == ["after one", "exported"]
    assert lines[0]["auroc"] == 0.75


def test_losses_and_figures_go_to_mlflow(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("sqlalchemy", reason="MLflow is not installed")
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        mlflow = pytest.importorskip("mlflow", reason="MLflow is not installed")
    uri = f"sqlite:///{tmp_path / 'mlflow.db'}"
    monkeypatch.setenv("MLFLOW_TRACKING_URI", uri)
    monkeypatch.chdir(tmp_path)
    with dev_log(tmp_path / "dev.jsonl", "encoders", {"seed": 7}) as log:
        for step in range(1, 41):
            log.loss("one", step, 1 / step)
        log.dev("exported", DevFigure("wice.dev", 3, 4, 0.75))
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # of MLflow's own database
        mlflow.set_tracking_uri(uri)
        (run,) = mlflow.search_runs(experiment_names=["encoders"], output_format="list")
    assert run.data.metrics["loss.one"] == pytest.approx(1 / 40)
    assert run.data.metrics["exported.wice.dev.auroc"] == 0.75
    assert run.data.params == {"seed": "7"}
