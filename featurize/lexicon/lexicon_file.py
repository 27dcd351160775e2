# SPDX-License-Identifier: Apache-2.0
"""A lexicon as a JSON file that people edit: versioned, checked when read, the same bytes for the same content."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

from faithstill.data.whole_file import write_text

from .lexicon_entry import Entry, read_entry

# Raised when older files can no longer be read.
FORMAT = 1


class LexiconError(ValueError):
    """A file that is no lexicon; the message says which entry, and what is wrong."""


@dataclass(frozen=True)
class Lexicon:
    """Entries in the order of documents and names; `revision` counts the times that the content changed.

    >>> Lexicon.of([Entry("Harrow Vale SE"), Entry("Corin Ltd")]).entries[0].canonical
    'Corin Ltd'
    """

    entries: tuple[Entry, ...] = ()
    revision: int = 1

    @classmethod
    def of(cls, entries: Iterable[Entry], *, revision: int = 1) -> Lexicon:
        """The entries in order; those of one name in one document as one."""
        found: dict[tuple[str, str], Entry] = {}
        for entry in entries:
            key = entry.document, entry.canonical
            found[key] = found[key].with_aliases(entry.aliases) if key in found else entry
        return cls(tuple(found[key] for key in sorted(found)), revision)

    @cached_property
    def documents(self) -> frozenset[str]:
        """Those that have entries of their own."""
        return frozenset(entry.document for entry in self.entries if entry.document)

    @cached_property
    def fingerprint(self) -> str:
        """Sixteen hex digits that change with every entry."""
        return hashlib.sha256(self._body().encode()).hexdigest()[:16]

    @classmethod
    def load(cls, path: str | Path) -> Lexicon:
        """The lexicon of a file; LexiconError with the entry and the cure."""
        return cls.from_bytes(Path(path).read_bytes(), str(path))

    @classmethod
    def from_bytes(cls, content: bytes, path: str) -> Lexicon:
        """The lexicon of a file's content; `path` is what an error names."""
        try:
            told = json.loads(content)
        except ValueError as error:
            raise LexiconError(f"{path}: is no JSON: {error}") from None
        if not isinstance(told, dict) or not isinstance(told.get("entries"), list):
            raise LexiconError(
                f"{path}: is no lexicon: it has no list of entries; make one with lexicon build"
            )
        if told.get("format") != FORMAT:
            cure = f"this faithstill reads {FORMAT}"
            raise LexiconError(f"{path}: has format {told.get('format')!r}; {cure}")
        entries = []
        for number, one in enumerate(told["entries"], 1):
            try:
                entries.append(read_entry(one))
            except ValueError as error:
                raise LexiconError(f"{path} entry {number}: {error}") from None
        revision = told.get("revision", 1)
        return cls.of(entries, revision=revision if isinstance(revision, int) else 1)

    def save(self, path: str | Path) -> None:
        """Write the file, whole or not at all; where it is there already with other content, the revision rises."""
        target, revision = Path(path), self.revision
        if target.exists():
            before = Lexicon.load(target)
            revision = before.revision + (before.fingerprint != self.fingerprint)
        write_text(target, Lexicon(self.entries, revision).as_text())

    def as_text(self) -> str:
        """The file's content."""
        return f'{{"format": {FORMAT}, "revision": {self.revision}, "entries": [\n{self._body()}\n]}}\n'

    def _body(self) -> str:
        """One entry a line, so that a change is one line of a diff."""
        return ",\n".join(json.dumps(entry.as_dict(), ensure_ascii=False) for entry in self.entries)
