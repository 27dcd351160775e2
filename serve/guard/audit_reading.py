# SPDX-License-Identifier: Apache-2.0
"""A log read from its first line to its last, and all that is wrong with its chain."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from .chain import FORMAT, START, ChainLine, LogFile, Seal, parts_of


@dataclass(frozen=True, slots=True)
class AuditLine:
    """What a whole line says, and where it stands."""

    file: str
    line: int
    said: dict[str, Any]


@dataclass(frozen=True, slots=True)
class Problem:
    """What is wrong with a file, and in which line, from 1."""

    file: str
    line: int
    what: str

    def __str__(self) -> str:
        return f"{self.file} line {self.line}: {self.what}"


@dataclass(slots=True)
class Reading:
    """A walk over all lines of a log; `problems` grow with it, and `head` is the hash of the last line so far.

    `after` is the hash of the last line of a part that is kept elsewhere, where the first file is not the first part;
    `wanted` that of a line that must be there.
    """

    path: Path
    after: str = ""
    wanted: str = ""
    head: str = ""
    sealed: list[Problem] = field(default_factory=list)
    problems: list[Problem] = field(default_factory=list)
    _seq: int = -1
    _chain: str = ""

    def entries(self) -> Iterator[AuditLine]:
        """Every whole line, in order."""
        self.head = self.after
        there = False
        with parts_of(self.path) as parts:
            for part in parts:
                for line, entry in self._checked(part):
                    there |= line.hash == self.wanted
                    if entry is not None:
                        yield AuditLine(part.name, line.number, entry)
        if self.wanted and not there:
            cause = "lines were cut off at the end, or it is another log"
            self.problems.append(Problem(self.path.name, 1, f"no line has the hash {self.wanted}: {cause}"))

    def _checked(self, file: LogFile) -> Iterator[tuple[ChainLine, dict[str, Any] | None]]:
        """The lines of one file that are not torn, with what those say that are whole."""
        torn: list[ChainLine] = []
        for line in file.lines():
            if line.is_torn:
                torn.append(line)
                continue
            entry = line.entry
            self._judge(file, torn, line, (entry or {}).get("torn"))
            torn = []
            self._place(file, line, entry)
            self.head = line.hash
            yield line, entry
        if torn:
            self._say(file, torn[0].number, "is no whole line, and no line seals it; opening the log will")

    def _place(self, file: LogFile, line: ChainLine, entry: Mapping[str, Any] | None) -> None:
        """Is a line whole, and in its place?"""
        self._seq += 1
        if entry is None:
            self._say(file, line.number, "was changed: its hash is not that of its bytes")
            return
        begins = self._chain == ""
        self._chain = self._chain or str(entry.get("chain", "?"))
        if entry.get("format", FORMAT) > FORMAT:
            raise ValueError(
                f"{file.path}: is of format {entry['format']}, this faithstill reads up to {FORMAT}: "
                "pip install --upgrade faithstill"
            )
        if (line.number == 1) != (entry.get("type") == START) and "torn" not in entry:
            self._say(file, line.number, "the first line of a file, and no other, is of type start")
        elif entry.get("prev") != self.head:
            self._say(file, line.number, _broken(begins, self.after))
        elif not begins and entry.get("seq") != self._seq:
            self._say(file, line.number, f"has the number {entry.get('seq')} where {self._seq} belongs")
        elif entry.get("chain", self._chain) != self._chain:
            self._say(file, line.number, "begins another chain")
        self._seq = entry["seq"] if isinstance(entry.get("seq"), int) else self._seq

    def _judge(
        self, file: LogFile, torn: list[ChainLine], line: ChainLine, said: Mapping[str, Any] | None
    ) -> None:
        """Are the torn lines before a line those that it seals, and is none there where it seals none?"""
        found = b"".join(one.raw for one in torn)
        if said and Seal(said["bytes"], said["sha256"]).fits(found):
            self.sealed.append(Problem(file.name, torn[0].number, f"{said['bytes']} torn bytes, sealed"))
        elif said:
            self._say(file, line.number, "seals other bytes than stand before it")
        elif torn:
            self._say(file, torn[0].number, "is no whole line, and no line seals it")

    def _say(self, file: LogFile, number: int, what: str) -> None:
        self.problems.append(Problem(file.name, number, what))


def _broken(begins: bool, after: str) -> str:
    if begins and after:
        return "does not follow the line whose hash was given"
    if begins:
        return "the chain began in a file that is not here; put it back, or give the hash of its last line"
    return "does not follow the line before it: lines were deleted, put in or moved"


def verify(path: str | Path, *, after: str = "", head: str = "") -> list[Problem]:
    """All that is wrong with a log, its files that were put aside included; nothing where it is as it was written.

    Lines cut off at the end leave no trace in what is left: `head`, the hash that an earlier look printed, proves that
    they are still there.
    """
    reading = Reading(Path(path), after, head)
    for _ in reading.entries():
        pass
    return reading.problems
