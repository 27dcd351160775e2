# SPDX-License-Identifier: Apache-2.0
"""Promotions on MLflow's own store: one registry serves all tests, as MLflow takes seconds for its database."""

from __future__ import annotations

import json
import warnings
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest

from faithstill.serve import Bundle
from faithstill.serve.scorer import folder_of
from faithstill.train.report.mlflow_run import quiet_mlflow, tracking_at
from tests.conftest import Cli


def _gate(path: Path, candidate: str, present: str, **said: Any) -> Path:
    sides = {
        side: {"fingerprint": Bundle.load(folder_of(name)).fingerprint}
        for side, name in (("candidate", candidate), ("present", present))
    }
    report = {"passed": True, "verdict": "no worse", "golden": {"sha256": "ab" * 32}} | sides | said
    path.write_text(json.dumps(report), encoding="utf-8")
    return path


@pytest.fixture(scope="module")
def registry(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    pytest.importorskip("mlflow")
    with pytest.MonkeyPatch.context() as patch, ExitStack() as stack:
        home = tmp_path_factory.mktemp("registry")
        patch.chdir(home)
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            # As another part of a program may have done.
            stack.enter_context(tracking_at(quiet_mlflow(), f"sqlite:///{home / 'other.db'}"))
        patch.delenv("MLFLOW_TRACKING_URI", raising=False)
        yield home


def test_the_alias_moves_to_a_gated_candidate_and_back(cli: Cli, registry: Path) -> None:

    def run(*args: object) -> dict[str, Any]:
        code, out, err = cli("promote", *args, "--name", "finance", "--json")
        return json.loads(out) if code == 0 else {"code": code, "err": err}

    light, finance = folder_of("light"), folder_of("finance")
    assert "nothing to go back to" in run("--back")["err"]
    first = run(light)
    assert (first["version"], first["before"]) == ("1", None)
    assert "give the report of a gate" in run(finance)["err"]

    wrong = {
        "judges the bundle": _gate(registry / "other.json", "light", "light"),
        "the gate refused": _gate(registry / "worse.json", "finance", "light", passed=False, verdict="worse"),
        "gate against that one": _gate(registry / "third.json", "finance", "general"),
    }
    for said, path in wrong.items():
        assert said in run(finance, "--gate", path)["err"]

    second = run(finance, "--gate", _gate(registry / "gate.json", "finance", "light"))
    assert (second["version"], second["before"], second["gate"]) == ("2", "1", "no worse")
    assert _artefact("finance", "2")["verdict"] == "no worse"
    assert run("--back")["version"] == "1"
    assert (registry / "mlruns").is_dir()
    assert "version 1 is the first" in run("--back")["err"]


def _artefact(name: str, version: str) -> dict[str, Any]:
    """The gate's report as the registry holds it."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        import mlflow

        uri = f"sqlite:///{Path('mlflow.db').resolve()}"
        run = mlflow.MlflowClient(tracking_uri=uri, registry_uri=uri).get_model_version(name, version).run_id
        mlflow.set_tracking_uri(uri)
        path = mlflow.artifacts.download_artifacts(run_id=run, artifact_path="gate/gate.json")
    loaded: dict[str, Any] = json.loads(Path(path).read_text(encoding="utf-8"))
    return loaded


def test_a_candidate_and_back_at_once_are_refused(cli: Cli, registry: Path) -> None:
    assert cli("promote", folder_of("light"), "--back", "--name", "x")[0] == 2
    assert cli("promote", "--name", "x")[0] == 2
