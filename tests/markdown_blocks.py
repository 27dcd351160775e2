# SPDX-License-Identifier: Apache-2.0
"""The code blocks of Markdown pages, and how each kind of them is run.

A comment before a block says what else is to be done with it:

- `<!-- not run: REASON -->`: it needs something that tests do not have
- `<!-- file: NAME -->`: it is the content of a file that later blocks read
"""

from __future__ import annotations

import ast
import asyncio
import inspect
import json
import re
import shlex
import sys
import tomllib
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from faithstill.train import cli

_BLOCK = re.compile(
    r"(?:^<!-- (?P<mark>not run|file): (?P<what>[^\n]+?) -->\n\n?)?^```(?P<language>\w*)[^\n]*\n(?P<code>.*?)^```$",
    re.MULTILINE | re.DOTALL,
)
_PRINTED = re.compile(r"^ *print\(.*\)  # (.+)$", re.MULTILINE)
_EXIT = re.compile(r"# exits with (\d)")
# Whoever reads a block without a language takes it for output: it must not look like something to run.
_LOOKS_RUN = re.compile(r"^(faithstill|from|import|curl) ", re.MULTILINE)

# Standard output of a command and the code that it ended with.
Ended = tuple[str, int]


@dataclass(frozen=True, slots=True)
class Block:
    """One fenced block of a page; `not_run` is the reason why it cannot run, `file` the file that it is."""

    page: str
    line: int
    language: str
    code: str
    not_run: str = ""
    file: str = ""

    @property
    def place(self) -> str:
        """Where a reader finds it."""
        return f"{self.page}:{self.line}"


def blocks_of(path: Path, root: Path) -> list[Block]:
    """All fenced blocks of a page, in order."""
    text, page = path.read_text(encoding="utf-8"), path.relative_to(root).as_posix()
    return [
        Block(
            page,
            text.count("\n", 0, found.start()) + 1,
            found["language"],
            found["code"],
            not_run=found["what"] if found["mark"] == "not run" else "",
            file=found["what"] if found["mark"] == "file" else "",
        )
        for found in _BLOCK.finditer(text)
    ]


def commands_of(code: str) -> list[tuple[str, int]]:
    """The lines of a shell block, without comments, with the exit codes that they announce.

    >>> commands_of("faithstill check \\\\\\n  --answer x  # exits with 1\\n# so\\n")
    [('faithstill check --answer x', 1)]
    """
    found = []
    for line in re.sub(r" *\\\n *", " ", code).splitlines():
        if command := re.split(r"(?:^|  )#", line)[0].strip():
            wanted = _EXIT.search(line)
            found.append((command, int(wanted[1]) if wanted else 0))
    return found


class Pages:
    """Runs blocks in one folder and one process; what a page has made is there for the pages after it."""

    def __init__(
        self, folder: Path, monkeypatch: pytest.MonkeyPatch, output: Callable[[], str], ran: set[str]
    ) -> None:
        """`output` takes what was printed since it was last asked; `ran` are commands that need not run again."""
        self.folder = folder
        self.monkeypatch = monkeypatch
        self.output = output
        self.ran = ran

    def run(self, block: Block, scope: dict[str, Any]) -> None:
        """Run one block, or write the file that it is."""
        if block.file:
            (self.folder / block.file).write_text(block.code, encoding="utf-8")
        if block.language == "sh":
            for command, wanted in commands_of(block.code):
                self._command(block, command, wanted)
        elif block.language == "python" and not block.file:
            self._python(block, scope)
        elif block.language in ("json", "jsonl"):
            for text in block.code.splitlines() if block.language == "jsonl" else [block.code]:
                json.loads(text)
        elif block.language == "toml":
            tomllib.loads(block.code)
        elif not block.file:
            assert not block.language, f"{block.place}: nothing knows how to run {block.language}"
            assert not _LOOKS_RUN.search(block.code), f"{block.place}: it looks like code; name its language"

    def _command(self, block: Block, command: str, wanted: int) -> None:
        if command in self.ran:
            return
        said, code = self._ended(block, command)
        assert code == wanted, f"{block.place}: {command} exits with {code}: {said}"
        assert said.strip(), f"{block.place}: {command} says nothing"
        self.ran.add(command)

    def _ended(self, block: Block, command: str) -> Ended:
        command, _, target = command.partition(" > ")
        words = shlex.split(command)
        assert words[0] == "faithstill", f"{block.place}: nothing knows how to run {words[0]}"
        self.monkeypatch.setattr(sys, "argv", words)
        self.output()
        with pytest.raises(SystemExit) as stop:
            cli.main()
        said = self.output()
        if target:
            (self.folder / target).write_text(said, encoding="utf-8")
        return said, int(stop.value.code or 0)

    def _python(self, block: Block, scope: dict[str, Any]) -> None:
        code = compile(block.code, block.place, "exec", flags=ast.PyCF_ALLOW_TOP_LEVEL_AWAIT)
        self.output()
        if code.co_flags & inspect.CO_COROUTINE:
            asyncio.run(eval(code, scope))
        else:
            exec(code, scope)
        said = iter(self.output().splitlines())
        missing = [line for line in _PRINTED.findall(block.code) if line not in said]  # in this order
        assert missing == [], f"{block.place} does not print what it says"
