# SPDX-License-Identifier: Apache-2.0
"""The Dockerfile's own steps, run without Docker: installed afresh, served from a file system that is read-only."""

from __future__ import annotations

import json
import os
import shutil
import socket
import subprocess
import sys
import time
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from http.client import HTTPConnection
from pathlib import Path
from typing import Any

import pytest

from faithstill.train.bench.installed_size import packages_of

ROOT = Path(__file__).parent.parent
HOME, PORT, TOKEN = "/opt/faithstill", "8080", "a-token-of-the-tests"
NO_INDEX = "(from versions: none)"
# As the image's: of an own mount namespace, in which only the folder for temporary files can be written to.
READ_ONLY = """
mount --make-rprivate / && mount -o remount,bind,ro / && mount -t tmpfs -o mode=1777 tmpfs "$TMPDIR" && exec "$@"
"""


def instructions() -> list[tuple[str, str]]:
    """Those of the Dockerfile, in order, each with what stands behind it."""
    text = (ROOT / "Dockerfile").read_text(encoding="utf-8")
    lines = [line for line in text.splitlines() if line and not line.startswith("#")]
    whole = "\n".join(lines).replace("\\\n", " ").splitlines()
    return [(name, rest.strip()) for name, _, rest in (line.partition(" ") for line in whole)]


def given_by(name: str) -> str:
    """What the last instruction of a name says."""
    return [rest for found, rest in instructions() if found == name][-1]


def copy_context(target: Path) -> None:
    """What .dockerignore lets into the build: all is kept out but for what it names, and of that but for patterns."""
    lines = (ROOT / ".dockerignore").read_text(encoding="utf-8").split()
    assert lines[0] == "*"
    left_out = [Path(line).name for line in lines[1:] if not line.startswith("!")]
    for name in (line[1:] for line in lines if line.startswith("!")):
        if (ROOT / name).is_dir():
            shutil.copytree(ROOT / name, target / name, ignore=shutil.ignore_patterns(*left_out))
        else:
            shutil.copy(ROOT / name, target / name)


@pytest.fixture(scope="module")
def installed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The environment that the build's steps make."""
    folder = tmp_path_factory.mktemp("image")
    (folder / "source").mkdir()
    copy_context(folder / "source")
    environment = {**os.environ, "PATH": f"{Path(sys.executable).parent}:{os.environ['PATH']}"}
    for step in (rest for name, rest in instructions() if name == "RUN"):
        ended = subprocess.run(
            ["sh", "-ec", step.replace(HOME, str(folder / "faithstill"))],
            cwd=folder / "source",
            env=environment,
            capture_output=True,
            text=True,
            check=False,
        )
        if NO_INDEX in ended.stderr:
            pytest.skip("no package index can be reached, from which the image's packages come")
        assert ended.returncode == 0, ended.stderr
    return folder / "faithstill"


def confinement(scratch: Path) -> Sequence[str]:
    """What starts a process whose root is read-only; nothing where this user may not do so."""
    wrapped = ["unshare", "--mount", "sh", "-c", READ_ONLY, "sh"]
    if shutil.which("unshare") is None:
        return []
    environment = {**os.environ, "TMPDIR": str(scratch)}
    tried = subprocess.run([*wrapped, "true"], env=environment, capture_output=True, check=False)
    return [] if tried.returncode else wrapped


@dataclass(frozen=True, slots=True)
class Container:
    """The image's command, running; `environment` is what it was started with."""

    process: subprocess.Popen[bytes]
    port: int
    environment: Mapping[str, str]

    def ask(self, method: str, path: str, body: Any = None) -> tuple[int, Any]:
        """Status and JSON of one request with the token."""
        connection = HTTPConnection("127.0.0.1", self.port, timeout=10)
        headers = {"Authorization": f"Bearer {TOKEN}", "Content-Type": "application/json"}
        try:
            connection.request(method, path, body and json.dumps(body), headers)
            answer = connection.getresponse()
            return answer.status, json.loads(answer.read())
        finally:
            connection.close()


@pytest.fixture(scope="module")
def container(installed: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Container]:
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    command = [*json.loads(given_by("ENTRYPOINT")), *json.loads(given_by("CMD").replace(PORT, str(port)))]
    settings = given_by("ENV").replace(HOME, str(installed)).replace("$PATH", os.environ["PATH"])
    scratch = tmp_path_factory.mktemp("tmp")
    environment = dict(setting.split("=", 1) for setting in settings.split())
    environment |= {"HOME": "/", "TMPDIR": str(scratch), "FAITHSTILL_TOKENS": TOKEN}
    log = scratch.parent / "container.log"
    with log.open("wb") as out:
        process = subprocess.Popen([*confinement(scratch), *command], env=environment, stdout=out, stderr=out)
    try:
        for _ in range(600):
            if "startup complete" in log.read_text(encoding="utf-8"):
                break
            assert process.poll() is None, log.read_text(encoding="utf-8")
            time.sleep(0.1)
        yield Container(process, port, environment)
    finally:
        process.kill()
        process.wait()


def test_the_image_serves_from_a_read_only_root(container: Container) -> None:
    asked = {"question": "Fee?", "contexts": ["The fee is $25."], "answer": "It is $35."}
    status, told = container.ask("POST", "/v1/guard", asked)
    assert (status, told["action"]) == (200, "block")
    assert "NUMERIC_CONFLICT" in told["reasons"]


def test_the_health_check_tells_a_service_from_none(container: Container) -> None:
    (check,) = [
        json.loads(rest.partition("CMD ")[2]) for name, rest in instructions() if name == "HEALTHCHECK"
    ]
    for port, code in ((container.port, 0), (1, 1)):
        here = [part.replace(PORT, str(port)) for part in check]
        ended = subprocess.run(here, env=container.environment, capture_output=True, check=False)
        assert ended.returncode == code


def test_the_image_holds_nothing_that_serving_does_not_need(installed: Path) -> None:
    sizes = packages_of(installed)
    assert {"faithstill", "fastapi", "onnxruntime"} <= sizes.keys()
    assert not {"pip", "setuptools", "torch", "scikit-learn", "mlflow", "huggingface_hub"} & sizes.keys()
    assert not [*installed.rglob("finance.csv")]


def test_the_image_runs_as_a_user_without_a_name() -> None:
    user = given_by("USER")
    assert all(part.isdecimal() and int(part) > 0 for part in user.split(":"))


def test_compose_scrapes_the_service_that_it_starts() -> None:
    yaml = pytest.importorskip("yaml", reason="PyYAML, which other packages bring, is not installed")
    compose = yaml.safe_load((ROOT / "compose.yaml").read_text(encoding="utf-8"))
    service = compose["services"]["faithstill"]
    command = service["command"]
    (job,) = yaml.safe_load(compose["configs"]["prometheus"]["content"])["scrape_configs"]
    assert job["static_configs"] == [{"targets": [f"faithstill:{command[command.index('--port') + 1]}"]}]
    (secret,) = compose["secrets"]
    tokens = f"/run/secrets/{secret}"
    assert command[command.index("--token-file") + 1] == job["authorization"]["credentials_file"] == tokens
    assert [one["secrets"] for one in compose["services"].values()] == [[secret], [secret]]
    assert service["read_only"]
    assert service["tmpfs"] == ["/tmp"]
