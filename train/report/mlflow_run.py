# SPDX-License-Identifier: Apache-2.0
"""A training recorded as an MLflow run: parameters, figures, files, and a model that any MLflow can serve."""

from __future__ import annotations

import io
import os
import shutil
import warnings
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, redirect_stderr
from importlib.util import find_spec
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import faithstill.serve
from faithstill.data.columns import SELF_METRICS
from faithstill.serve.bundle import version_of
from faithstill.serve.scorer import SHIPPED_BUNDLES

from .report_digest import FIGURES, Report, metric_sets

CURE = 'MLflow is missing: pip install "faithstill[train]"'
STORE, ARTIFACTS = "mlflow.db", "mlruns"
# Read by MLflow as it is imported: no usage statistics, no progress bars, no complaint without git.
QUIET = {
    "MLFLOW_DISABLE_TELEMETRY": "true",
    "DO_NOT_TRACK": "true",
    "MLFLOW_ENABLE_ARTIFACTS_PROGRESS_BAR": "false",
    "GIT_PYTHON_REFRESH": "quiet",
}
# What serving a bundle needs where the code travels with the model.
REQUIREMENTS = ("numpy", "onnxruntime", "tokenizers", "rapidfuzz", "typer", "rich")
# Rows and shipped bundles of a checkout: no model needs any but its own, and all share what judges refusals.
NOT_CODE = shutil.ignore_patterns("*.csv", "*.jsonl", *SHIPPED_BUNDLES, "__pycache__")
MODEL_CODE = Path(faithstill.serve.__path__[0]) / "pyfunc.py"
EXAMPLE = [
    {"question": "Late fee?", "contexts": ["A late fee of $25 applies."], "answer": "The late fee is $25."}
]

_VARIABLE, _SQLITE = "MLFLOW_TRACKING_URI", "sqlite:///"


def check_tracking(*, register: str | None, mlflow: bool) -> None:
    """Whether a run can be recorded, asked before hours of training."""
    if register and not mlflow:
        raise ValueError("--register names an MLflow model: add --mlflow, or leave out --register")
    if mlflow and find_spec("mlflow") is None:
        raise ImportError(CURE)


def track(
    report: Report,
    bundle_folder: Path,
    html: Path | None = None,
    *,
    params: Mapping[str, Any] | None = None,
    experiment: str = "faithstill",
    uri: str | None = None,
    registered_name: str | None = None,
) -> str:
    """Record a run and return its id; without `uri` and MLFLOW_TRACKING_URI into `mlflow.db` of this folder.

    Raises ImportError with the cure where MLflow is not installed.
    """
    # What MLflow says of its database and registry is not for the user; what fails is raised anyway.
    with warnings.catch_warnings(), redirect_stderr(io.StringIO()):
        warnings.simplefilter("ignore")
        mlflow = quiet_mlflow()
        try:
            with (
                tracking_at(mlflow, uri),
                mlflow.start_run(experiment_id=_experiment(mlflow, experiment)) as run,
            ):
                mlflow.log_params({**_params(report), **(params or {})})
                mlflow.log_metrics(flat_metrics(report))
                mlflow.log_artifacts(str(bundle_folder), "bundle")
                if html is not None:
                    mlflow.log_artifact(str(html), "report")
                _log_model(mlflow, bundle_folder, registered_name)
            return str(run.info.run_id)
        except mlflow.exceptions.MlflowException as error:
            raise RuntimeError(
                f"no MLflow run recorded: {error}; the bundle {bundle_folder} is written"
            ) from error


@contextmanager
def tracking_at(mlflow: Any, uri: str | None) -> Iterator[None]:
    """MLflow with a tracking server for a while; without `uri` and MLFLOW_TRACKING_URI `mlflow.db` of this folder.

    Setting one also sets the variable, which would hold for the next call.
    """
    before, told = mlflow.get_tracking_uri(), os.environ.get(_VARIABLE)
    mlflow.set_tracking_uri(uri or told or f"sqlite:///{Path(STORE).resolve()}")
    try:
        yield
    finally:
        mlflow.set_tracking_uri(before)
        if told is None:
            os.environ.pop(_VARIABLE, None)
        else:
            os.environ[_VARIABLE] = told


def flat_metrics(report: Report) -> dict[str, float]:
    """Figures by dotted name, `held_out.f1` with `held_out.f1.low` and `.high`; none where undefined."""
    found: dict[str, float | None] = {}
    for key, metrics in metric_sets(report).items():
        for name in FIGURES:
            interval = metrics[name]
            found |= {f"{key}.{name}": interval["value"]}
            found |= {f"{key}.{name}.{end}": interval.get(end) for end in ("low", "high")}
        found |= {f"{key}.{name}": metrics[name] for name in ("n", "n_positive", "n_groups")}
    marks = report.get("marks") or ()
    told = [mark for mark in marks if not mark.get("untold")]
    found |= {"marks.met": sum(mark["met"] for mark in told), "marks.of": len(told)} if marks else {}
    return {name: float(value) for name, value in found.items() if value is not None}


def _params(report: Report) -> dict[str, Any]:
    fit = report.get("fit") or {}
    chosen = {name: fit[name] for name in ("best_c", "threshold") if name in fit}
    chosen |= {"objective": fit["objective"]["name"]} if fit.get("objective") else {}
    folds = {"folds": len(fit["folds"])} if fit.get("folds") else {}
    return {**(report.get("run") or {}), **chosen, **folds, "positive_class": "faithful"}


def _experiment(mlflow: Any, name: str) -> str:
    found = mlflow.get_experiment_by_name(name)
    if found is not None:
        return str(found.experiment_id)
    # Files stand beside a local store, not below the folder that a command happens to run in.
    store, is_local = mlflow.get_tracking_uri(), mlflow.get_tracking_uri().startswith(_SQLITE)
    beside = Path(store.removeprefix(_SQLITE)).resolve().with_name(ARTIFACTS).as_uri() if is_local else None
    return str(mlflow.create_experiment(name, beside))


def _log_model(mlflow: Any, bundle: Path, registered_name: str | None) -> None:
    with _code() as code:
        mlflow.pyfunc.log_model(
            name="model",
            python_model=str(MODEL_CODE),
            artifacts={"bundle": str(bundle)},
            registered_model_name=registered_name,
            signature=_signature(),
            input_example=EXAMPLE,
            **code,
        )


def _signature() -> Any:
    """The columns that the model reads, the others being dropped by MLflow, and those that it returns."""
    from mlflow.models import ModelSignature
    from mlflow.types import ColSpec, DataType, Schema
    from mlflow.types.schema import AnyType, Array

    text, number = DataType.string, DataType.double
    # Contexts are a text or a list of passages in any form.
    anything = AnyType()  # type: ignore[no-untyped-call, unused-ignore]
    needed = [ColSpec(text, "question"), ColSpec(anything, "contexts"), ColSpec(text, "answer")]
    optional = [ColSpec(anything, name, required=False) for name in ("id", "label")]
    metrics = [ColSpec(number, name, required=False) for name in SELF_METRICS]
    texts = [ColSpec(text, name) for name in ("id", "status", "route", "why")]
    figures = [
        ColSpec(number, name, required=name == "threshold") for name in ("faithful", "threshold", "logit")
    ]
    nested = [ColSpec(Array(text), "reasons"), ColSpec(anything, "statements")]
    decided = [ColSpec(DataType.boolean, "is_faithful"), ColSpec(text, "label", required=False)]
    return ModelSignature(
        Schema([*needed, *optional, *metrics]), Schema([*texts, *figures, *decided, *nested])
    )


@contextmanager
def _code() -> Iterator[dict[str, list[str]]]:
    """How a loader finds faithstill: by its release, or from a checkout by a copy of the code."""
    checkout = Path(faithstill.serve.__path__[0]).resolve().parent / ".src" / "faithstill"
    if not checkout.is_dir():
        yield {"pip_requirements": [_pinned("faithstill")]}
        return
    with TemporaryDirectory() as folder:
        copied = shutil.copytree(checkout, Path(folder) / checkout.name, ignore=NOT_CODE)
        yield {"code_paths": [str(copied)], "pip_requirements": [_pinned(name) for name in REQUIREMENTS]}


def _pinned(package: str) -> str:
    found = version_of(package)
    return f"{package}=={found}" if found else package


def quiet_mlflow() -> Any:
    """MLflow without usage statistics and progress bars; ImportError with the cure where it is missing."""
    for name, value in QUIET.items():
        os.environ.setdefault(name, value)
    try:
        import mlflow
        import mlflow.pyfunc
    except ModuleNotFoundError as error:
        raise ImportError(CURE) from error
    return mlflow
