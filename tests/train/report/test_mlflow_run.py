# SPDX-License-Identifier: Apache-2.0
"""One run, recorded in a process of its own, serves all tests: MLflow takes ten seconds for its database."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tomllib
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import pytest

import faithstill.train
from faithstill.data.columns import REQUIRED, SELF_METRICS
from faithstill.featurize import Featurizer
from faithstill.serve import LinearModel, Scorer, save_bundle
from faithstill.serve.kept import COLUMNS, NESTED
from faithstill.train.report.mlflow_run import EXAMPLE, flat_metrics, track
from faithstill.train.report.report_digest import FIGURES

Json = dict[str, Any]
ROOT = Path(__file__).parents[3]
METRICS = {
    "held_out": {
        **{name: {"value": 0.8, "low": 0.7, "high": 0.9} for name in FIGURES},
        "roc_auc": {"value": None, "low": None, "high": None, "reason": "one label"},
        "n": 40,
        "n_positive": 20,
        "n_groups": 10,
    }
}
REPORT: Json = {
    "metrics": METRICS,
    "marks": [{"name": "m", "value": 0.1, "wanted": "more", "met": True}],
    "fit": {"best_c": 0.1, "threshold": 0.43, "folds": [{}, {}]},
    "run": {"seed": 7},
}
ROWS = [
    {"question": "Fee?", "contexts": ["The fee is $5 a month."], "answer": "The fee is $5 a month."},
    {"question": "Fee?", "contexts": ["The fee is $5 a month."], "answer": "The fee is $7 a year."},
]
RECORD = """
import json, sys
from pathlib import Path
from faithstill.train.report.report_digest import FIGURES
from faithstill.train.report.mlflow_run import track
report = json.loads(Path("report.json").read_text())
print(track(report, Path("bundle"), Path("report.html"), params={"note": "x"}, registered_name="faith"))
"""
READ = """
import json, sys, warnings
warnings.simplefilter("ignore")
import mlflow
mlflow.set_tracking_uri(sys.argv[1])
client = mlflow.MlflowClient()
run = client.get_run(sys.argv[2])
files = [f.path for folder in ("bundle", "report") for f in client.list_artifacts(sys.argv[2], folder)]
data = {"params": run.data.params, "metrics": run.data.metrics, "status": run.info.status, "files": files}
print(json.dumps(data))
"""
# It has no faithstill but the one that travels with the model.
LOAD = """
import json, sys, warnings
warnings.simplefilter("ignore")
import mlflow
mlflow.set_tracking_uri(sys.argv[1])
model = mlflow.pyfunc.load_model("models:/faith/1")
import faithstill.serve
rows = model.predict(json.loads(sys.argv[2]))
found = {"code": faithstill.serve.__path__[0], "faithful": [row["faithful"] for row in rows]}
print(json.dumps(found | {"signature": model.metadata.signature.to_dict()}))
"""


class Recorded(NamedTuple):
    folder: Path
    run_id: str
    stdout: str
    stderr: str

    @property
    def uri(self) -> str:
        return f"sqlite:///{self.folder / 'mlflow.db'}"


def _run(
    code: str, *arguments: str, folder: Path, path: Path | None = None
) -> subprocess.CompletedProcess[str]:
    kept = {name: os.environ[name] for name in ("PATH", "HOME", "TMPDIR", "LANG") if name in os.environ}
    env = kept | {"OMP_NUM_THREADS": "1", "MLFLOW_DISABLE_TELEMETRY": "true"}
    env |= {"PYTHONPATH": str(path)} if path else {}
    command = [sys.executable, "-c", code, *arguments]
    return subprocess.run(command, cwd=folder, env=env, capture_output=True, text=True, check=False)


def _write_bundle(folder: Path) -> None:
    schema = Featurizer().schema
    d, rng = len(schema.names), np.random.default_rng(0)
    columns = (np.zeros(d), np.ones(d), rng.random(d), rng.random(d) + 0.1, rng.normal(size=d))
    model = LinearModel(schema.names, *columns, intercept=0.1, threshold=0.43)
    save_bundle(folder, schema=schema, model=model, report=REPORT, card="# Card", onnx=None, fingerprint={})


@pytest.fixture(scope="module")
def recorded(tmp_path_factory: pytest.TempPathFactory) -> Recorded:
    folder = tmp_path_factory.mktemp("tracking")
    _write_bundle(folder / "bundle")
    (folder / "report.html").write_text("<p>report</p>", encoding="utf-8")
    (folder / "report.json").write_text(json.dumps(REPORT), encoding="utf-8")
    source = Path(faithstill.train.__path__[0]).parent.parent
    done = _run(RECORD, folder=folder, path=source)
    assert done.returncode == 0, done.stderr
    return Recorded(folder, done.stdout.strip(), done.stdout, done.stderr)


def test_a_run_holds_parameters_figures_and_files(recorded: Recorded) -> None:
    done = _run(READ, recorded.uri, recorded.run_id, folder=recorded.folder)
    run = json.loads(done.stdout)
    assert run["status"] == "FINISHED"
    assert run["params"] == {
        "seed": "7",
        "best_c": "0.1",
        "threshold": "0.43",
        "folds": "2",
        "note": "x",
        "positive_class": "faithful",
    }
    assert run["metrics"] == flat_metrics(REPORT)
    assert {"bundle/manifest.json", "bundle/model.json", "report/report.html"} <= set(run["files"])


@pytest.fixture(scope="module")
def loaded(recorded: Recorded) -> Json:
    done = _run(LOAD, recorded.uri, json.dumps(ROWS), folder=recorded.folder)
    assert done.returncode == 0, done.stderr
    found: Json = json.loads(done.stdout)
    return found


def test_the_registered_model_predicts_the_same_numbers_in_a_fresh_process(
    recorded: Recorded, loaded: Json
) -> None:
    scorer = Scorer.load(recorded.folder / "bundle")
    assert loaded["faithful"] == [scorer.score(**row).faithful for row in ROWS]  # type: ignore[arg-type]
    assert str(recorded.folder) in loaded["code"]


def test_the_registered_model_carries_its_own_bundle_code_and_needs_and_nothing_else(
    recorded: Recorded,
) -> None:
    (model,) = (path.parent for path in recorded.folder.rglob("MLmodel"))
    files = [path.relative_to(model) for path in model.rglob("*") if path.is_file()]
    assert not [path for path in files if path.suffix in (".csv", ".jsonl")]
    assert [path for path in files if path.name == "model.json"] == [Path("artifacts/bundle/model.json")]
    needs = (model / "requirements.txt").read_text(encoding="utf-8").split()
    names = {need.split("==")[0] for need in needs} - {"mlflow"}
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    assert names == {need.split(">=")[0] for need in project["dependencies"]}


def test_the_model_says_what_it_reads_and_returns(recorded: Recorded, loaded: Json) -> None:
    (model,) = (path.parent for path in recorded.folder.rglob("MLmodel"))
    assert json.loads((model / "input_example.json").read_bytes()) == EXAMPLE
    inputs, outputs = (json.loads(loaded["signature"][key]) for key in ("inputs", "outputs"))
    assert [field["name"] for field in inputs if field["required"]] == [*REQUIRED]
    assert {field["name"] for field in inputs} == {*REQUIRED, "id", "label", *SELF_METRICS}
    assert {field["name"] for field in outputs} == {*COLUMNS, *NESTED}


def test_a_terminal_hears_nothing_but_the_run(recorded: Recorded) -> None:
    assert recorded.stdout == f"{recorded.run_id}\n"
    assert recorded.stderr == ""


def test_nothing_is_written_outside_the_folder_store(recorded: Recorded) -> None:
    found = {path.name for path in recorded.folder.iterdir()}
    assert found == {"bundle", "report.html", "report.json", "mlflow.db", "mlruns"}


def test_figures_are_flat_and_undefined_ones_left_out() -> None:
    flat = flat_metrics(REPORT)
    assert (flat["held_out.f1"], flat["held_out.f1.low"], flat["held_out.n"]) == (0.8, 0.7, 40.0)
    assert (flat["marks.met"], flat["marks.of"]) == (1.0, 1.0)
    assert not [name for name in flat if "roc_auc" in name]


def test_without_mlflow_the_cure_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "mlflow", None)
    with pytest.raises(ImportError, match=r'pip install "faithstill\[train\]"'):
        track(REPORT, tmp_path)
