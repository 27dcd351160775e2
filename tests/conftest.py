# SPDX-License-Identifier: Apache-2.0
"""The command line, run in this process; and generated examples, the same in every run.

`HYPOTHESIS_PROFILE=explore pytest` draws other ones each time: what falls out becomes an `@example`.
"""

from __future__ import annotations

import io
import os
import sys
from collections.abc import Callable, Iterator

import pytest
from hypothesis import HealthCheck, settings

from faithstill.train.cli import main

from .llm_server import LlmServer

# A slow machine is no fault of the code.
PATIENT = settings(deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.register_profile("fixed", PATIENT, derandomize=True)
settings.register_profile("explore", PATIENT, derandomize=False)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "fixed"))

# Arguments and what stands on standard input, to exit code, standard output and standard error.
Cli = Callable[..., tuple[int, str, str]]


@pytest.fixture
def cli(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Cli:
    def run(*args: object, stdin: str | bytes = b"") -> tuple[int, str, str]:
        given = stdin.encode() if isinstance(stdin, str) else stdin
        monkeypatch.setattr(sys, "argv", ["faithstill", *map(str, args)])
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(given)))
        capsys.readouterr()
        with pytest.raises(SystemExit) as ended:
            main()
        code = ended.value.code
        assert isinstance(code, int)
        return code, *capsys.readouterr()

    return run


@pytest.fixture(scope="session")
def llm_server() -> Iterator[LlmServer]:
    """An OpenAI-compatible endpoint; each test gives it its script."""
    server = LlmServer()
    yield server
    server.close()
