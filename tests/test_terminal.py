# SPDX-License-Identifier: Apache-2.0
"""Habits of a command line: completion, and no colour for those who want none."""

from __future__ import annotations

import os
import pty
import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
START = "import sys; sys.argv[0] = 'faithstill'; from faithstill.train.cli import main; main()"
# A colour of letters or ground; bold and underline are none.
COLOUR = re.compile(rb"\x1b\[(?:\d+;)*(?:3[0-8]|4[0-8]|9[0-7]|10[0-7])[;m]")
COMMANDS = (("--help",), ("train",), ("profiles",))


def on_a_terminal(*arguments: str, **environment: str) -> bytes:
    """All that a command shows on a terminal of its own."""
    ours, theirs = pty.openpty()
    kept = {name: value for name, value in os.environ.items() if name not in ("NO_COLOR", "FORCE_COLOR")}
    process = subprocess.Popen(
        [sys.executable, "-c", START, *arguments],
        stdin=theirs,
        stdout=theirs,
        stderr=theirs,
        env={**kept, "PYTHONPATH": str(ROOT / ".src"), "TERM": "xterm-256color", **environment},
    )
    os.close(theirs)
    shown = b""
    try:
        while piece := os.read(ours, 65536):
            shown += piece
    except OSError:  # what Linux says when the other end is closed
        pass
    os.close(ours)
    process.wait()
    return shown


def test_help_is_in_colour_on_a_terminal() -> None:
    assert COLOUR.search(on_a_terminal("--help"))


@pytest.mark.parametrize("arguments", COMMANDS, ids=" ".join)
def test_no_color_takes_all_colour_away(arguments: tuple[str, ...]) -> None:
    shown = on_a_terminal(*arguments, NO_COLOR="1")
    assert len(shown) > 200
    assert COLOUR.search(shown) is None


def in_bash(home: Path, arguments: str, **environment: str) -> subprocess.CompletedProcess[str]:
    """A command as a user of bash runs it; typer asks which shell its parent is."""
    (home / "start.py").write_text(START, encoding="utf-8")
    return subprocess.run(
        ["bash", "-c", f"{sys.executable} start.py {arguments}; exit $?"],
        cwd=home,
        env={**os.environ, "HOME": str(home), "PYTHONPATH": str(ROOT / ".src"), **environment},
        capture_output=True,
        text=True,
        check=False,
    )


@pytest.mark.parametrize(
    ("typed", "offered"), [("pre", "predict-batch"), ("audit ver", "verify"), ("train --obj", "--objective")]
)
def test_the_shell_completes(typed: str, offered: str, tmp_path: Path) -> None:
    asked = {"COMP_WORDS": f"faithstill {typed}", "COMP_CWORD": str(len(typed.split()))}
    ended = in_bash(tmp_path, "", _FAITHSTILL_COMPLETE="complete_bash", **asked)
    assert ended.stdout.split() == [offered], ended.stderr


def test_completion_installs_into_the_home_of_the_user(tmp_path: Path) -> None:
    ended = in_bash(tmp_path, "--install-completion")
    assert ended.returncode == 0, ended.stderr
    assert "_FAITHSTILL_COMPLETE" in (tmp_path / ".bash_completions" / "faithstill.sh").read_text(
        encoding="utf-8"
    )
    assert "faithstill.sh" in (tmp_path / ".bashrc").read_text(encoding="utf-8")
