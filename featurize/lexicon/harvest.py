# SPDX-License-Identifier: Apache-2.0
"""The names that a document defines, found by rules: defined terms, "hereinafter", acronyms, legal suffixes."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

from faithstill.featurize.extract import Extractor, Kind, Mention
from faithstill.featurize.extract.lexicon import (
    HONORIFICS,
    INNER_WORDS,
    LEGAL_SUFFIXES,
    ORG_NOUNS,
    is_ordinary,
)
from faithstill.featurize.extract.same_name import NAMES, fold

from .lexicon_file import Alias, Entry


def long_form_at(key: str, words: Sequence[str]) -> int | None:
    """Where the words begin that an acronym before their end stands for: its letters in order, one word or more each.

    >>> long_form_at("ctr", ["the", "cardiothoracic", "ratio"]), long_form_at("fbi", ["bureau", "of"])
    (1, None)
    """
    for at in range(len(words) - 1, max(-1, len(words) - 2 * len(key) - 3), -1):
        if words[at][0] == key[0] and _spells(key, "".join(words[at:])):
            meant = [word for word in words[at:] if word not in INNER_WORDS]
            if len(meant) > 1 and all(word[0] in key for word in meant):
                return at
    return None


def _spells(key: str, letters: str) -> bool:
    rest = iter(letters)
    return all(letter in rest for letter in key)


BRACKETS = re.compile(r"(?<!\w)\((?P<inside>[^()\n]{2,120})\)")
_QUOTED = re.compile(r"(?P<the>\b[Tt]he )?[\"“”](?P<form>[^\"“”\n]{2,60})[\"“”]")
# A form that stands for several, or for whoever reads.
_OF_MANY = re.compile(
    r"\b(?:together|collectively|each|any|individually|jointly|either|both|part(?:y|ies))\b", re.I
)
_READERS = frozenset("we us our you your i me my it they them".split())
_HEREINAFTER = re.compile(
    r",?\s\(?(?:hereinafter|hereafter)(?:\s(?:referred\sto\sas|called|known\sas))?,?\s(?P<the>the\s)?"
    r"(?:[\"“](?P<quoted>[^\"“”\n]{2,60})[\"”]|(?P<form>[A-Z][\w&'-]*(?:\s[A-Z][\w&'-]*){0,3}))(?=[\s,.;:)]|$)"
)
_KNOWN_AS = re.compile(
    r"[,(]?\s?\(?\b(?:also\sknown\sas|formerly(?:\sknown\sas)?|trading\sas|doing\sbusiness\sas|d/b/a|t/a)"
    r"\s(?P<the>the\s)?[\"“]?(?=[A-Z])"
)
# What is told of a body between its name and the brackets.
_APPOSITIVE = re.compile(
    r"\.?,\s(?:an?|with|having|whose|incorporated|registered|organi[sz]ed|established|located|acting|represented|duly|"
    r"company|reg|no)\b",
    re.I,
)
_ADJACENT = re.compile(r"[\s.,\"“”*]{0,4}")
_PLACED = re.compile(r"\b(?:in|of|at|near|under|within|by)\s(?:the\s)?$")
_SUFFIX = re.compile(r",?\s([A-Z][A-Za-z.]{1,6}|plc|ltd|llc|gmbh)(?![\w-])")
_LONGEST = 3  # words of a role
_REACH = 300  # characters before the definition


@dataclass(frozen=True, slots=True)
class Definition:
    """Characters `name` of a text are also called `form`, which stands at `place`."""

    rule: str
    name: tuple[int, int]
    form: str
    place: tuple[int, int]


def defined_terms(text: str, names: Sequence[Mention]) -> Iterator[Definition]:
    """The definitions of names, in no order."""
    border = 0
    for bracket in BRACKETS.finditer(text):
        quoted = [] if _OF_MANY.search(bracket["inside"]) else [*_QUOTED.finditer(bracket["inside"])]
        name = _meant(text, names, border, bracket.start()) if quoted else None
        for found in quoted if name else ():
            first = bracket.start("inside")
            start, end = first + found.start("form"), first + found.end("form")
            yield from _definition(text, "defined", name, (start, end), bool(found["the"]))
        border = bracket.end() if quoted else border
    for rule, pattern in (("defined", _HEREINAFTER), ("known_as", _KNOWN_AS)):
        for said in pattern.finditer(text):
            name = _meant(text, names, 0, said.start())
            place = _said(said, names)
            if place:
                yield from _definition(text, rule, name, place, bool(said["the"]))


def _said(said: re.Match[str], names: Sequence[Mention]) -> tuple[int, int] | None:
    """The characters of the form that follows."""
    for group in ("quoted", "form"):
        if group in said.re.groupindex and said[group]:
            return said.span(group)
    return next(((m.start, m.end) for m in names if m.start == said.end()), None)


def _meant(text: str, names: Sequence[Mention], border: int, until: int) -> tuple[int, int] | None:
    """The name that a definition right behind is of: the one before it, or a body with words about it in between."""
    low = max(border, text.rfind("\n", 0, until) + 1, until - _REACH)
    near = [
        (m.start, _with_suffix(text, m))
        for m in names
        if low <= m.start and m.end <= until and m.kind is Kind.NAME
    ]
    last = near[-1] if near else None
    if last and _ADJACENT.fullmatch(text, last[1], until) and not _PLACED.search(text, low, last[0]):
        return last
    bodies = (name for name in near if kind_of_name(text[slice(*name)]) == "organisation")
    told = next((name for name in bodies if _APPOSITIVE.match(text, name[1], until)), None)
    is_body = last and kind_of_name(text[slice(*last)]) == "organisation"
    return told or (last if last and is_body and _ADJACENT.fullmatch(text, last[1], until) else None)


def _with_suffix(text: str, name: Mention) -> int:
    """Where a name ends with the legal suffix behind it that is no part of its mention: "Tidewater Ferries AS"."""
    suffix = _SUFFIX.match(text, name.end)
    is_one = suffix and suffix[1].replace(".", "").lower() in LEGAL_SUFFIXES
    return suffix.end(1) if suffix and is_one else name.end


def _definition(
    text: str, rule: str, name: tuple[int, int] | None, place: tuple[int, int], has_article: bool
) -> Iterator[Definition]:
    form = text[slice(*place)].strip(" ,.;:'’‘")
    article, _, rest = form.partition(" ")
    if article.lower() == "the":
        has_article, form = True, rest
    if name and form[:1].isupper() and (rule == "known_as" or _fits(text[slice(*name)], form)):
        yield Definition(rule, name, f"the {form}" if has_article else form, place)


def _fits(name: str, form: str) -> bool:
    """May a name be called so: in some of its words, by its letters, or by what a person or body is?

    >>> _fits("Corin Works Ltd", "Corin"), _fits("Corin Works Ltd", "CW"), _fits("Corin Works Ltd", "Borrower")
    (True, True, True)
    >>> _fits("Orland", "FMO"), _fits("Merger", "Merger Agreement"), _fits("Effective Date", "Notice")
    (False, False, False)
    """
    words, own = fold(name).split(), fold(form).split()
    if not own or _OF_MANY.search(form) or not _READERS.isdisjoint(own):
        return False
    if set(own) <= set(words):
        return len(own) < len(words)
    if form.isupper():
        rest = iter("".join(words))
        return len(form) > 1 and all(letter in rest for letter in form.lower() if letter.isalpha())
    is_one = own[-1][-1] != "s" or own[-1][-2:] == "ss"
    return is_one and len(own) <= _LONGEST and (kind_of_name(name) == "organisation" or _is_person(words))


def _is_person(words: Sequence[str]) -> bool:
    return len(words) in (2, 3) and not any(map(is_ordinary, words)) and all(w.isalpha() for w in words)


def kind_of_name(name: str) -> str:
    """What a name denotes, as far as its words tell.

    >>> kind_of_name("Corin Works Ltd."), kind_of_name("Dr Ada Moss"), kind_of_name("annual rate")
    ('organisation', 'person', 'term')
    """
    words = [word.strip(".,").replace(".", "").lower() for word in name.split()]
    if words[-1] in LEGAL_SUFFIXES - INNER_WORDS or not ORG_NOUNS.isdisjoint(words):
        return "organisation"
    if words[0] in HONORIFICS:
        return "person"
    return "term" if name.islower() else "other"


_ACRONYM = re.compile(r"[A-Z][A-Za-z&]{0,5}[A-Z]s?")
_BEFORE = re.compile(r"\b([A-Z][A-Za-z&]{0,5}[A-Z])s? $")
_WORD = re.compile(r"[^\W\d_]+(?:['’][^\W\d_]+)*")
_BEFORE_BRACKETS = 120  # characters before the brackets


def acronyms(text: str) -> Iterator[Definition]:
    """ "Annual Percentage Rate (APR)" and "APR (Annual Percentage Rate)"."""
    for bracket in BRACKETS.finditer(text):
        inside = bracket["inside"].strip('"“” ')
        if _ACRONYM.fullmatch(inside):
            low = max(text.rfind("\n", 0, bracket.start()) + 1, bracket.start() - _BEFORE_BRACKETS)
            words = [*_WORD.finditer(text, low, bracket.start())]
            at = _starts([word.group().lower() for word in words], inside)
            if at is not None and words[-1].end() >= bracket.start() - 2:
                start = text.index(inside, bracket.start())
                yield _of_acronym(inside, start, (words[at].start(), words[-1].end()))
        elif before := _BEFORE.search(text[max(0, bracket.start() - 9) : bracket.start()]):
            words = [*_WORD.finditer(text, bracket.start("inside"), bracket.end("inside"))]
            if words and _starts([word.group().lower() for word in words], before[1]) == 0:
                start = bracket.start() - len(before.group())
                yield _of_acronym(before[1], start, (words[0].start(), words[-1].end()))


def _starts(words: Sequence[str], acronym: str) -> int | None:
    """Where the words begin that the letters stand for: as their initials, or spread over them."""
    key = acronym.removesuffix("s").replace("&", "").lower()
    own = [at for at, word in enumerate(words) if word not in INNER_WORDS]
    last = own[-len(key) :]
    if len(last) == len(key) and "".join(words[at][0] for at in last) == key:
        return last[0]
    at = long_form_at(key, words)
    return None if at is None or words[at] in INNER_WORDS else at


def _of_acronym(acronym: str, start: int, name: tuple[int, int]) -> Definition:
    form = acronym.removesuffix("s")
    return Definition("acronym", name, form, (start, start + len(form)))


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
