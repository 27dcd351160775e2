# SPDX-License-Identifier: Apache-2.0
"""What serving loads: checked in a process of its own, as this one has loaded more."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

from faithstill.serve.adapters.extra import ADAPTERS

HEAVY = {
    *(module for modules in ADAPTERS.values() for module in modules),
    *("torch", "transformers", "sentence_transformers", "sklearn", "scipy", "joblib", "mlflow", "pyspark"),
    *("pandas", "pyarrow", "spacy", "onnx", "matplotlib", "typer", "rich", "openai", "pydantic"),
    *("fastapi", "starlette", "uvicorn", "prometheus_client", "opentelemetry"),
}
LOADED = "import json, sys; print(json.dumps(sorted({name.partition('.')[0] for name in sys.modules})))"


def modules_after(code: str) -> set[str]:
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}
    command = [sys.executable, "-c", f"{code}\n{LOADED}"]
    ended = subprocess.run(command, env=environment, capture_output=True, text=True, check=True)
    return set(json.loads(ended.stdout))


def test_importing_serve_loads_nothing_heavy() -> None:
    assert not modules_after("import faithstill.serve") & HEAVY


def test_scoring_loads_nothing_heavy(bundle_folder: Path) -> None:
    loaded = modules_after(
        "from faithstill.serve import Scorer, predict_batch\n"
        f"scorer = Scorer.load({str(bundle_folder)!r})\n"
        "row = {'question': 'Fee?', 'contexts': ['The fee is $5.'], 'answer': 'It is $5.'}\n"
        "assert scorer.score(**row).faithful is not None\n"
        "assert len(predict_batch([row], model=scorer)) == 1"
    )
    assert "faithstill" in loaded
    assert not loaded & HEAVY
