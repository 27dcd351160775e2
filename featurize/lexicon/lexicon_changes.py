# SPDX-License-Identifier: Apache-2.0
"""What differs between two lexicons, and one made of two."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace

from .lexicon_file import Alias, Entry, Lexicon

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
