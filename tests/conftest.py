# SPDX-License-Identifier: Apache-2.0
"""The command line, run in this process."""

from __future__ import annotations

import io
import sys
from collections.abc import Callable

import pytest

from faithstill.train.cli import main

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
