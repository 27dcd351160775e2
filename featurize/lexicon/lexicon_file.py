# SPDX-License-Identifier: Apache-2.0
"""A lexicon as a JSON file that people edit: names with what documents call them; two compared, and made one."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import asdict, dataclass, fields, replace
from functools import cached_property
from pathlib import Path
from typing import Any

from faithstill.data.whole_file import write_text

# From this prior on, an alias stands for its name in the check; below, it is a proposal for whoever edits the file.
TRUSTED = 0.8
KINDS = ("organisation", "person", "product", "place", "term", "other")


@dataclass(frozen=True, slots=True)
class Alias:
    """Another form of a name: characters `start:end` of the document, or -1 where it was written by hand.

    `rule` says how it was found, `prior` how often what that rule finds is right.
    """

    form: str
    rule: str = "hand"
    prior: float = 1.0
    start: int = -1
    end: int = -1

    @property
    def is_trusted(self) -> bool:
        """May it stand for the name?"""
        return self.prior >= TRUSTED


@dataclass(frozen=True, slots=True)
class Entry:
    """A name as its document first writes it in full; no `document` means every document."""

    canonical: str
    aliases: tuple[Alias, ...] = ()
    document: str = ""
    kind: str = "other"
    rule: str = "hand"
    prior: float = 1.0
    start: int = -1
    end: int = -1

    @property
    def forms(self) -> tuple[str, ...]:
        """The canonical name and the aliases that may stand for it."""
        return (self.canonical, *(alias.form for alias in self.aliases if alias.is_trusted))

    def with_aliases(self, more: tuple[Alias, ...]) -> Entry:
        """The entry with further aliases; of a form that it has, the likelier one stays."""
        kept = {alias.form: alias for alias in self.aliases}
        for alias in more:
            if alias.form != self.canonical and (
                alias.form not in kept or kept[alias.form].prior < alias.prior
            ):
                kept[alias.form] = alias
        return replace(self, aliases=tuple(kept.values()))

    def as_dict(self) -> dict[str, Any]:
        """JSON-able, in fixed key order, aliases last."""
        told = asdict(self)
        return {name: value for name, value in told.items() if name != "aliases"} | {
            "aliases": [asdict(alias) for alias in self.aliases]
        }


def read_entry(told: object) -> Entry:
    """An entry from JSON; ValueError says which field is wrong. What a hand leaves out has its default.

    >>> read_entry({"canonical": "Harrow Vale SE", "aliases": ["the Bank"]}).forms
    ('Harrow Vale SE', 'the Bank')
    """
    given = _fields(told, Entry)
    aliases = given.pop("aliases", [])
    if not isinstance(aliases, list):
        raise ValueError("aliases is no list")
    if (kind := given.get("kind", "other")) not in KINDS:
        raise ValueError(f"kind {kind!r} is none of {', '.join(KINDS)}")
    return Entry(**given, aliases=tuple(map(_read_alias, aliases)))


def _read_alias(told: object) -> Alias:
    if isinstance(told, str):
        told = {"form": told}
    return Alias(**_fields(told, Alias))


_TYPES: Mapping[str, type | tuple[type, ...]] = {
    **dict.fromkeys(("canonical", "form", "document", "kind", "rule"), str),
    **dict.fromkeys(("start", "end"), int),
    "prior": (int, float),
    "aliases": list,
}


def _fields(told: object, kind: type[Entry] | type[Alias]) -> dict[str, Any]:
    name = "canonical" if kind is Entry else "form"
    if not isinstance(told, Mapping):
        raise ValueError(f"an entry is an object with {name!r}, not {type(told).__name__}")
    known = {field.name for field in fields(kind)}
    if unknown := sorted(map(str, told.keys() - known)):
        raise ValueError(f"field {unknown[0]!r} is none of {', '.join(sorted(known))}")
    for field, value in told.items():
        if not isinstance(value, _TYPES[field]) or isinstance(value, bool):
            raise ValueError(f"{field} is {value!r}")
    if not str(told.get(name, "")).strip():
        raise ValueError(f"{name} is missing or empty")
    if not 0 <= told.get("prior", 1) <= 1:
        raise ValueError(f"prior {told['prior']!r} is not from 0 to 1")
    return dict(told)


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


_HAND = "hand"


@dataclass(frozen=True, slots=True)
class Change:
    """One difference: `+` added, `-` removed, `~` another prior or kind; of a name where `form` is empty."""

    sign: str
    document: str
    canonical: str
    form: str = ""
    was: str = ""
    now: str = ""

    def __str__(self) -> str:
        name = f"{self.document or '(every document)'}: {self.canonical}"
        told = f"{self.sign} {name}" + (f" = {self.form}" if self.form else "")
        return f"{told}: {self.was} -> {self.now}" if self.was or self.now else told


def changes(before: Lexicon, after: Lexicon) -> tuple[Change, ...]:
    """From one lexicon to another, in the order of names; where things stand in documents is no difference."""
    ones, others = _by_name(before), _by_name(after)
    return tuple(
        change
        for key in sorted(ones.keys() | others.keys())
        for change in _changes(key, ones.get(key), others.get(key))
    )


def _by_name(lexicon: Lexicon) -> Mapping[tuple[str, str], Entry]:
    return {(entry.document, entry.canonical): entry for entry in lexicon.entries}


def _changes(key: tuple[str, str], one: Entry | None, other: Entry | None) -> Iterator[Change]:
    if one is None or other is None:
        yield Change("+" if one is None else "-", *key)
    elif one.kind != other.kind:
        yield Change("~", *key, was=one.kind, now=other.kind)
    ours, theirs = (_by_form(entry) for entry in (one, other))
    for form in sorted(ours.keys() | theirs.keys()):
        if form not in theirs or form not in ours:
            yield Change("+" if form not in ours else "-", *key, form)
        elif ours[form].prior != theirs[form].prior:
            yield Change("~", *key, form, f"{ours[form].prior:g}", f"{theirs[form].prior:g}")


def _by_form(entry: Entry | None) -> Mapping[str, Alias]:
    return {alias.form: alias for alias in entry.aliases} if entry else {}


def merged(edited: Lexicon, fresh: Lexicon) -> Lexicon:
    """A lexicon that people have edited, with what a new harvest adds; what they set stays as they set it.

    An entry or alias that only the edited one has stays, whoever made it; to forbid an alias, set its prior to 0.
    """
    kept = dict(_by_name(edited))
    for key, entry in _by_name(fresh).items():
        kept[key] = _both(kept[key], entry) if key in kept else entry
    return Lexicon.of(kept.values(), revision=edited.revision)


def _both(edited: Entry, fresh: Entry) -> Entry:
    """The edited entry with new aliases, and with new places of those that it has."""
    places = {alias.form: alias for alias in fresh.aliases}
    aliases = [
        replace(alias, start=places[alias.form].start, end=places[alias.form].end)
        if alias.form in places
        else alias
        for alias in edited.aliases
    ]
    known = {alias.form for alias in aliases}
    more = [alias for alias in fresh.aliases if alias.form not in known]
    both = replace(edited, aliases=(*aliases, *more))
    return both if edited.rule == _HAND else replace(both, start=fresh.start, end=fresh.end)
