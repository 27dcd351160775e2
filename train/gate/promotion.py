# SPDX-License-Identifier: Apache-2.0
"""Which version of a registered MLflow model serves: an alias that moves to a gated candidate, and back."""

from __future__ import annotations

import io
import json
import warnings
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, redirect_stderr
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from faithstill.serve import Bundle
from faithstill.train.report.mlflow_run import quiet_mlflow, track, tracking_at

ALIAS = "champion"
EXPERIMENT = "faithstill promotions"
# Tags of a version: which bundle it is, which version served before it, and what the gate said.
FINGERPRINT, BEFORE, GATE = "faithstill.fingerprint", "faithstill.before", "faithstill.gate"
GOLDEN = "faithstill.golden_sha256"
FOLDER = "gate"  # of the run's artefacts


@dataclass(frozen=True, slots=True)
class Promotion:
    """A version that an alias now stands for, and the one before it; None for none."""

    name: str
    alias: str
    version: str
    before: str | None
    gate: str

    def __str__(self) -> str:
        before = f", before: version {self.before}" if self.before else ""
        return f"models:/{self.name}@{self.alias} is version {self.version} (gate: {self.gate}{before})"

    def as_dict(self) -> dict[str, Any]:
        """JSON-able."""
        return asdict(self)


def promote(
    candidate: str | Path,
    *,
    name: str,
    gate: str | Path | None = None,
    alias: str = ALIAS,
    uri: str | None = None,
) -> Promotion:
    """Register a bundle as a version with its gate report as artefact, then let the alias stand for it.

    `gate` is the JSON of the report, needed as soon as the alias stands for any version. ValueError where it did not
    pass, or is of another candidate or another present bundle. The alias moves last, so a run that breaks off leaves
    serving as it was.
    """
    folder = Path(candidate)
    bundle = Bundle.load(folder)
    said = {} if gate is None else _passed(Path(gate), bundle)
    with _registry(uri) as (mlflow, client):
        serving = _serving(client, name, alias)
        _check_compared(said, serving, name, alias)
        run = track(
            bundle.report, folder, experiment=EXPERIMENT, uri=mlflow.get_tracking_uri(), registered_name=name
        )
        if gate is not None:
            client.log_artifact(run, str(gate), FOLDER)
        (version,) = client.search_model_versions(f"name = '{name}' and run_id = '{run}'")
        tags = _tags(bundle, said, serving)
        for key, value in tags.items():
            client.set_model_version_tag(name, version.version, key, value)
        client.set_registered_model_alias(name, alias, version.version)
        return Promotion(name, alias, str(version.version), tags.get(BEFORE), tags[GATE])


def promote_back(*, name: str, alias: str = ALIAS, uri: str | None = None) -> Promotion:
    """Let the alias stand for the version that served before; ValueError where there is none."""
    with _registry(uri) as (_, client):
        serving = _serving(client, name, alias)
        before = serving.tags.get(BEFORE) if serving else None
        if serving is None or before is None:
            what = f"version {serving.version} is the first" if serving else f"no version is its {alias}"
            raise ValueError(f"{name}: nothing to go back to, {what}")
        version = client.get_model_version(name, before)
        client.set_registered_model_alias(name, alias, version.version)
        tags = version.tags
        return Promotion(name, alias, str(version.version), tags.get(BEFORE), tags.get(GATE, "unknown"))


def _passed(path: Path, bundle: Bundle) -> Mapping[str, Any]:
    """The gate's report, if it is one of this candidate and passed."""
    try:
        said = json.loads(path.read_text(encoding="utf-8"))
        passed, verdict = said["passed"], said["verdict"]
        judged, _ = (
            said["candidate"]["fingerprint"],
            (said["present"]["fingerprint"], said["golden"]["sha256"]),
        )
    except (ValueError, KeyError, TypeError) as error:
        raise ValueError(f"{path}: is no report that `faithstill gate --out` wrote ({error!r})") from None
    if judged != bundle.fingerprint:
        raise ValueError(
            f"{path}: judges the bundle {judged}, {bundle.path} is {bundle.fingerprint}; gate that one"
        )
    if not passed:
        raise ValueError(f"{path}: the gate refused the candidate: {verdict}")
    return dict(said)


def _check_compared(said: Mapping[str, Any], serving: Any, name: str, alias: str) -> None:
    """Was the candidate compared with what serves?"""
    if serving is None:
        return
    if not said:
        raise ValueError(
            f"{name}: has a {alias}, version {serving.version}: give the report of a gate against it, --gate"
        )
    compared, serves = said["present"]["fingerprint"], serving.tags.get(FINGERPRINT)
    if serves is not None and compared != serves:
        raise ValueError(
            f"{name}: the gate compared with the bundle {compared}, but version {serving.version}, which serves, is "
            f"{serves}; gate against that one"
        )


def _tags(bundle: Bundle, said: Mapping[str, Any], serving: Any) -> dict[str, str]:
    golden = {GOLDEN: said["golden"]["sha256"]} if said else {}
    before = {BEFORE: str(serving.version)} if serving else {}
    return {
        FINGERPRINT: bundle.fingerprint,
        GATE: str(said.get("verdict", "none, first version")),
        **golden,
        **before,
    }


def _serving(client: Any, name: str, alias: str) -> Any:
    from mlflow.exceptions import MlflowException

    try:
        return client.get_model_version_by_alias(name, alias)
    except MlflowException:
        return None


@contextmanager
def _registry(uri: str | None) -> Iterator[tuple[Any, Any]]:
    """MLflow with its tracking server set for a while, and a client of it; without `uri` as for training."""
    with warnings.catch_warnings(), redirect_stderr(io.StringIO()):
        warnings.simplefilter("ignore")
        mlflow = quiet_mlflow()
        try:
            with tracking_at(mlflow, uri):
                yield mlflow, mlflow.MlflowClient()
        except mlflow.exceptions.MlflowException as error:
            raise RuntimeError(f"MLflow: {error}; the alias stands where it stood") from error
