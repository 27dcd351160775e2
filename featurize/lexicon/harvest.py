# SPDX-License-Identifier: Apache-2.0
"""The names that a document defines, found by rules: defined terms, "hereinafter", acronyms, legal suffixes."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace

from faithstill.featurize.extract import Extractor, Mention
from faithstill.featurize.extract.lexicon import INNER_WORDS, LEGAL_SUFFIXES, is_ordinary
from faithstill.featurize.extract.same_name import NAMES, fold

from .defined_terms import Definition, acronyms, defined_terms, kind_of_name
from .lexicon_file import Alias, Entry

# How often what a rule finds is right, as counted (docs/lexicon.md); what is below `TRUSTED` is a proposal.
PRIORS = {"defined": 0.9, "known_as": 0.6, "acronym": 0.95, "legal_suffix": 0.9}

_OPEN_ENDS = INNER_WORDS | {"and"}


def harvest(text: str, document: str = "") -> tuple[Entry, ...]:
    """The entries of a document, in order, one for each name; a form that two names claim is trusted of neither.

    >>> (entry,) = harvest('Harrow Vale SE, a bank in Bern (the "Lender"), lends to the tenant.')
    >>> entry.canonical, [alias.form for alias in entry.aliases], entry.kind
    ('Harrow Vale SE', ['the Lender', 'Harrow Vale'], 'organisation')
    """
    names = [m for m in Extractor().extract(text) if m.kind in NAMES]
    found: dict[str, Entry] = {}
    for definition in (*defined_terms(text, names), *acronyms(text), *_without_suffix(text, names)):
        entry = _entry(text, definition, document)
        key = fold(entry.canonical)
        found[key] = found[key].with_aliases(entry.aliases) if key in found else entry
    return tuple(sorted(_undisputed(found.values()), key=lambda entry: (entry.start, entry.canonical)))


def _without_suffix(text: str, names: Iterable[Mention]) -> Iterator[Definition]:
    """ "Corin Works Ltd" is also called "Corin Works"."""
    for name in names:
        bare, _, suffix = name.text.rstrip(".").rpartition(" ")
        bare = bare.rstrip(" ,&")
        own = [word.lower() for word in bare.split()]
        is_suffix = suffix.replace(".", "").lower() in LEGAL_SUFFIXES
        is_whole = len(bare) > 2 and not _OPEN_ENDS.intersection(own[-1:])
        if is_suffix and is_whole and not all(map(is_ordinary, own)):
            end = name.start + len(bare)
            yield Definition("legal_suffix", (name.start, name.end), bare, (name.start, end))


def _entry(text: str, found: Definition, document: str) -> Entry:
    canonical, prior = text[slice(*found.name)], PRIORS[found.rule]
    alias = Alias(found.form, found.rule, prior, *found.place)
    return Entry(canonical, (alias,), document, kind_of_name(canonical), found.rule, prior, *found.name)


def _undisputed(entries: Iterable[Entry]) -> Iterator[Entry]:
    """Forms that two names claim stay as proposals."""
    kept = list(entries)
    owners: dict[str, set[str]] = {}
    for entry in kept:
        for form in {fold(alias.form) for alias in entry.aliases} | {fold(entry.canonical)}:
            owners.setdefault(form, set()).add(entry.canonical)
    for entry in kept:
        aliases = [a if len(owners[fold(a.form)]) == 1 else replace(a, prior=0.0) for a in entry.aliases]
        yield replace(entry, aliases=tuple(aliases))
