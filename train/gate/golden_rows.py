# SPDX-License-Identifier: Apache-2.0
"""Golden rows: labelled answers that no candidate may be trained on, with what is expected of each."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from faithstill.data import Triple, read_triples
from faithstill.data.cells import is_missing
from faithstill.data.table import iter_rows
from faithstill.serve.guard import Action
from faithstill.serve.said_columns import say_columns

ACTION, REASONS = "expected_action", "expected_reasons"
DEFAULT_PROFILE = "STRICT_BLOCK"


@dataclass(frozen=True, slots=True)
class Expectation:
    """What a guard with a profile must decide of a row: one of some actions, and at least some reason codes."""

    row: int
    profile: str
    actions: tuple[str, ...] = ()
    reasons: tuple[str, ...] = ()

    def is_met(self, action: str, reasons: Sequence[str]) -> bool:
        """
        >>> Expectation(0, "STRICT_BLOCK", ("block",), ("CONTRADICTED",)).is_met("block", [])
        False
        """
        return (not self.actions or action in self.actions) and set(self.reasons) <= set(reasons)


@dataclass(frozen=True, slots=True)
class GoldenSet:
    """The rows of a golden file, the SHA-256 of its bytes, and what is expected of the rows that say so."""

    name: str
    sha256: str
    triples: tuple[Triple, ...]
    expectations: tuple[Expectation, ...] = ()

    @classmethod
    def load(cls, path: str | Path, *, profiles: Sequence[str] = ()) -> GoldenSet:
        """The golden rows of a file; `profiles` are those that a plain `expected_action` column speaks of.

        ValueError where `golden.csv.sha256` stands beside the file and names another hash.
        """
        file = Path(path)
        digest = hashlib.sha256(file.read_bytes()).hexdigest()
        _check_frozen(file, digest)
        table = read_triples(file, labelled=True)
        say_columns(file, table.mapped, [name for name in table.ignored if not _is_ours(name)])
        cells = [row.cells for row in iter_rows(file)]
        expected = [one for row, own in enumerate(cells) for one in _expected(file, row, own, profiles)]
        return cls(file.name, digest, table.triples, tuple(expected))

    @classmethod
    def of(cls, triples: Sequence[Triple], *, name: str = "golden rows") -> GoldenSet:
        """A golden set of triples in memory."""
        digest = hashlib.sha256(repr(tuple(triples)).encode("utf-8", "surrogatepass")).hexdigest()
        return cls(name, digest, tuple(triples))

    @property
    def profiles(self) -> tuple[str, ...]:
        """The profiles that anything is expected of."""
        return tuple(dict.fromkeys(one.profile for one in self.expectations))


def _is_ours(column: str) -> bool:
    return column.partition(".")[0] in (ACTION, REASONS)


def _check_frozen(file: Path, digest: str) -> None:
    frozen = file.with_name(f"{file.name}.sha256")
    if not frozen.is_file():
        return
    wanted = (frozen.read_text(encoding="utf-8").split() or [""])[0].lower()
    if wanted != digest:
        raise ValueError(
            f"{file}: SHA-256 is {digest}, {frozen.name} says {wanted or 'nothing'}; put the frozen rows back, or "
            f"freeze the new ones: sha256sum {file.name} > {frozen.name}"
        )


def _expected(file: Path, row: int, cells: Mapping[str, Any], profiles: Sequence[str]) -> list[Expectation]:
    """What a row expects, profile by profile; a column named for a profile goes before the plain one."""
    named = {column.partition(".")[2] for column in cells if column.startswith((f"{ACTION}.", f"{REASONS}."))}
    plain = profiles or (() if named else (DEFAULT_PROFILE,))
    found = []
    for profile in dict.fromkeys((*plain, *sorted(named))):
        actions, reasons = (
            _words(file, row, column, cells.get(f"{column}.{profile}", cells.get(column)))
            for column in (ACTION, REASONS)
        )
        _check_actions(file, row, actions)
        if actions or reasons:
            found.append(Expectation(row, profile, actions, reasons))
    return found


def _words(file: Path, row: int, column: str, cell: Any) -> tuple[str, ...]:
    """One word or several, with bars or as a list."""
    if is_missing(cell):
        return ()
    words = cell
    if isinstance(cell, str):
        words = _listed(cell) if cell.startswith("[") else cell.split("|")
    if not isinstance(words, list) or not all(isinstance(word, str) for word in words):
        raise ValueError(
            f'{file} row {row + 1}: {column} is {cell!r}; write words with bars, "block|escalate"'
        )
    return tuple(word.strip() for word in words if word.strip())


def _listed(cell: str) -> Any:
    try:
        return json.loads(cell)
    except ValueError:
        return None


def _check_actions(file: Path, row: int, actions: Sequence[str]) -> None:
    for action in actions:
        if action not in list(Action):
            known = ", ".join(Action)
            raise ValueError(f"{file} row {row + 1}: {ACTION} is {action!r}, none of {known}")
