# SPDX-License-Identifier: Apache-2.0
"""The MLflow model, in a process of its own: MLflow warns when imported, and warnings are errors here."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path

import pytest

import faithstill.serve
from faithstill.serve import Scorer, predict_batch

ROWS = [
    {"id": "a", "question": "Fee?", "contexts": ["The fee is $5 a month."], "answer": "The fee is $5."},
    {"id": "b", "question": "Fee?", "contexts": ["The fee is $5 a month."], "answer": "The fee is $9."},
]
ABSENT = 'mlflow is not installed: pip install "faithstill[train]"'
SCRIPT = """
import json, sys
import mlflow, pandas
code, bundle, folder, rows = sys.argv[1:]
mlflow.pyfunc.save_model(
    folder, python_model=code, artifacts={"bundle": bundle}, pip_requirements=["faithstill"]
)
model = mlflow.pyfunc.load_model(folder)
rows = json.loads(rows)
print(json.dumps([model.predict(rows), model.predict(pandas.DataFrame(rows))]))
"""


@pytest.mark.skipif(find_spec("mlflow") is None, reason=ABSENT)
def test_a_saved_model_predicts_what_predict_batch_does(
    scorer: Scorer, bundle_folder: Path, tmp_path: Path
) -> None:
    code = Path(faithstill.serve.__file__).with_name("pyfunc.py")
    arguments = [str(code), str(bundle_folder), str(tmp_path / "model"), json.dumps(ROWS)]
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}
    ended = subprocess.run(
        [sys.executable, "-c", SCRIPT, *arguments],
        env=environment,
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=False,
    )
    assert ended.returncode == 0, ended.stderr
    assert "UserWarning" not in ended.stderr
    expected = predict_batch(ROWS, model=scorer)
    assert json.loads(ended.stdout.splitlines()[-1]) == [expected, expected]
    assert not [path for path in (tmp_path / "model").rglob("*") if path.suffix in (".pkl", ".pickle")]
