# SPDX-License-Identifier: Apache-2.0
"""What a training of an encoder came to, step by step: a JSON-lines file, and MLflow where it is installed."""

from __future__ import annotations

import io
import json
import os
import re
import sys
import warnings
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, redirect_stderr
from dataclasses import dataclass, field
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from faithstill.train.report.mlflow_run import QUIET, STORE

from .dev_sets import DevFigure

DEV_LOG = "dev.jsonl"
_EVERY = 20  # losses between two that MLflow is told


@dataclass(slots=True)
class DevLog:
    """Appends to `path`; `mlflow` is the module with a run open, or None."""

    path: Path
    mlflow: Any = None
    notes: list[dict[str, Any]] = field(default_factory=list)

    def note(self, values: Mapping[str, Any]) -> None:
        """Write a line."""
        self.notes.append(dict(values))
        self.path.parent.mkdir(parents=True, exist_ok=True)
        with self.path.open("a", encoding="utf-8") as file:
            file.write(json.dumps(dict(values)) + "\n")

    def dev(self, when: str, figure: DevFigure) -> None:
        """Write a dev figure."""
        self.note({"when": when, **figure.as_dict()})
        if self.mlflow is not None:
            kinds = {"auroc": figure.auroc, "accuracy": figure.accuracy}
            named = {
                _key(f"{when}.{figure.name}.{kind}"): value
                for kind, value in kinds.items()
                if value is not None
            }
            with _calm():
                self.mlflow.log_metrics(named)

    def loss(self, name: str, step: int, loss: float) -> None:
        """Tell MLflow every twentieth loss; the checkpoint's own log has them all."""
        if self.mlflow is not None and step % _EVERY == 0:
            with _calm():
                self.mlflow.log_metric(_key(f"loss.{name}"), loss, step=step)


def _key(name: str) -> str:
    return re.sub(r"[^\w./ -]", "", name)


@contextmanager
def dev_log(path: Path, experiment: str, params: Mapping[str, Any]) -> Iterator[DevLog]:
    """A log, inside an MLflow run where MLflow is installed and an experiment is named."""
    if not experiment or find_spec("mlflow") is None:
        yield DevLog(path)
        return
    with _calm():
        mlflow = _mlflow()
        mlflow.set_tracking_uri(os.environ.get("MLFLOW_TRACKING_URI") or f"sqlite:///{Path(STORE).resolve()}")
        mlflow.set_experiment(experiment)
        mlflow.start_run()
        mlflow.log_params(dict(params))
    try:
        yield DevLog(path, mlflow)
    finally:
        with _calm():
            mlflow.end_run("FAILED" if sys.exc_info()[0] else "FINISHED")


@contextmanager
def _calm() -> Iterator[None]:
    """What MLflow says of its database is not for the user; what fails is raised anyway."""
    with warnings.catch_warnings(), redirect_stderr(io.StringIO()):
        warnings.simplefilter("ignore")
        yield


def _mlflow() -> Any:
    for name, value in QUIET.items():
        os.environ.setdefault(name, value)
    return import_module("mlflow")
