# SPDX-License-Identifier: Apache-2.0
"""The names of some texts, found again under another form: acronym, part, initials, order, demonym."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from functools import lru_cache

from faithstill.featurize.align.slots.slots import Located
from faithstill.featurize.extract import Kind, Mention
from faithstill.featurize.extract.lexicon import HONORIFICS, INNER_WORDS, LEGAL_SUFFIXES, ORG_NOUNS, TIERS
from faithstill.featurize.extract.same_name import fold, names_agree

# Two forms of one place or people that share too little of their spelling for a rule.
_PEOPLES = (
    "france french,britain british,britain uk,spain spanish,netherlands dutch,holland dutch,greece greek,"
    "wales welsh,ireland irish,scotland scottish,england english,denmark danish,sweden swedish,poland polish,"
    "turkey turkish,switzerland swiss,norway norwegian,portugal portuguese,cyprus cypriot,thailand thai,"
    "philippines filipino,finland finnish,iceland icelandic,peru peruvian,usa american,us american,"
    "slovakia slovak,croatia croat,serbia serb,czechia czech,belgium belgian,wales welshman,lebanon lebanese,"
    "congo congolese,malta maltese,burma burmese,afghanistan afghan,argentina argentine,europe european"
)
# Names that every reader knows by two forms.
_SAME = (
    "us united states,usa united states,us united states of america,usa united states of america,us usa,us america,"
    "uk united kingdom,uk great britain,uk britain,eu european union,un united nations,uae united arab emirates,"
    "nyc new york,nyc new york city,la los angeles,ussr soviet union,who world health organization,"
    "fed federal reserve,dc washington,wwii world war ii,wwi world war i,wwii second world war"
)
_ENDINGS = ("ians", "ian", "ans", "an", "ese", "ish", "is", "i", "ism", "ists", "ist", "ics", "ers", "er")
_BEFORE_ENDINGS = ("", "a", "e", "o", "y", "ia")
_SIGNS = re.compile(r"[-/&]")
_DIGIT = re.compile(r"\d")
_LETTERS = "="  # before a form that is an acronym, or the initials that one may stand for
_SHORTEST_ROOT = 4
_MOST = 64  # of the names that a short one may be part of
_EMPTY = INNER_WORDS | HONORIFICS | LEGAL_SUFFIXES | {"and", "s"}
# Of rulers and wars: "Henry VII" is not "Henry VIII". A lone "i" is as often a letter, but tells names apart too.
NUMERALS = frozenset(
    "i ii iii iv v vi vii viii ix x xi xii xiii xiv xv xvi xvii xviii xix xx xxi xxii xxiii".split()
)
# A name left of these alone would match every body of its sort.
_SORTS = (
    _EMPTY | ORG_NOUNS | frozenset("plan plans account card group inc st new north south east west".split())
)


def _pairs(table: str) -> dict[str, list[str]]:
    """The other forms of each form, in the table's order: the first that a text has is the one quoted."""
    found: dict[str, list[str]] = {}
    for entry in table.split(","):
        one, other = entry.split(" ", 1)
        found.setdefault(one, []).append(other)
        found.setdefault(other, []).append(one)
    return found


PEOPLES = _pairs(_PEOPLES)
SAME = _pairs(_SAME)


@dataclass(slots=True)
class Known:
    """One distinct name of the texts and where it stands."""

    tokens: tuple[str, ...]
    mention: Mention
    places: list[Located] = field(default_factory=list)


class Aliases:
    """The names of some texts by every form they may be called by; each look-up is a few table look-ups."""

    def __init__(self, names: Iterable[Located]) -> None:
        self._known: dict[tuple[str, str], Known] = {}
        for located in names:
            mention = located.mention
            key = (mention.kind, mention.text)
            known = self._known.get(key)
            if known is None:
                known = self._known[key] = Known(tokens_of(mention), mention)
            known.places.append(located)
        self._forms: dict[str, list[Known]] = {}
        self._parts: dict[str, list[Known]] = {}
        for known in self._known.values():
            for form in _forms(known.mention, known.tokens):
                self._forms.setdefault(form, []).append(known)
            for token in set(known.tokens):
                self._parts.setdefault(token, []).append(known)

    def like(self, mention: Mention) -> tuple[Located, ...]:
        """Every place of every name that a mention may stand for, likest first; several names stay a set."""
        found: dict[int, Known] = {}
        for known in self._candidates(mention, tokens_of(mention)):
            found.setdefault(id(known), known)
        return tuple(place for known in found.values() for place in known.places)

    def whole(self, tokens: tuple[str, ...]) -> Located | None:
        """Where just these words are a name."""
        known = next((k for k in self._forms.get(_joined(tokens), ()) if k.tokens == tokens), None)
        return known.places[0] if known else None

    def _candidates(self, mention: Mention, tokens: tuple[str, ...]) -> Iterator[Known]:
        if _DIGIT.search(mention.key):
            yield from self._identifiers(mention, tokens)
            return
        for form in _forms(mention, tokens):
            for known in self._forms.get(form, ()):
                if form.startswith(_LETTERS) and not _are_letters_of(tokens, known.tokens):
                    continue
                if not _DIGIT.search(known.mention.key) and _persons_fit(tokens, known.tokens):
                    yield known
        yield from self._wholes(tokens)

    def _wholes(self, tokens: tuple[str, ...]) -> Iterator[Known]:
        """Names that the tokens are a part of: "Harrow Vale" of "Harrow Vale Mutual"."""
        if not tokens or set(tokens) <= _SORTS:
            return
        postings = [self._parts.get(token, []) for token in tokens]
        for known in min(postings, key=len)[:_MOST]:
            if _part_of(tokens, known.tokens):
                yield known

    def _identifiers(self, mention: Mention, tokens: tuple[str, ...]) -> Iterator[Known]:
        for form in (tokens[-1], _joined(tokens)):
            for known in self._forms.get(form, []) + self._parts.get(form, [])[:_MOST]:
                if names_agree(mention, known.mention):
                    yield known


def tokens_of(mention: Mention) -> tuple[str, ...]:
    """The folded tokens of a name; an identifier's without hyphens and the "v" of a version."""
    if _DIGIT.search(mention.key):
        return tuple(_plain(token) for token in (mention.key or mention.text).casefold().split())
    return tuple(fold(mention.key if mention.kind is Kind.ACRONYM else mention.text).split())


def _plain(token: str) -> str:
    bare = token.replace("-", "")
    return bare[1:] if bare[:1] == "v" and bare[1:2].isdigit() else bare


def _joined(tokens: Iterable[str]) -> str:
    return "".join(tokens)


def _forms(mention: Mention, tokens: tuple[str, ...]) -> list[str]:
    """What a name may be called by; two names with a form in common may be the same."""
    if _DIGIT.search(mention.key):
        return [_joined(tokens), tokens[-1]]
    words = [token for token in tokens if token not in _EMPTY] or list(tokens)
    text = " ".join(tokens)
    found = [_joined(tokens), " ".join(sorted(words)), *SAME.get(text, ())]
    if len(words) > 1:
        found += _initials(mention, words)
        found.append(f"{words[0][0]}. {words[-1]}")
    elif mention.kind is Kind.ACRONYM or (len(text) < 7 and mention.text.isupper()):
        found.append(_LETTERS + text)
    if len(words) == 1:
        found += roots(words[0])
    return found


def _initials(mention: Mention, words: list[str]) -> Iterator[str]:
    """With and without the legal suffix and the words between: "FDIC" ends on Corporation."""
    yield _LETTERS + "".join([word[0] for word in words])
    if len(words) == mention.text.count(" ") + 1 and "-" not in mention.text:
        return
    whole = [t for t in _SIGNS.sub(" ", mention.text.casefold()).split() if t[0].isalnum()]
    yield _LETTERS + "".join([t[0] for t in whole])
    yield _LETTERS + "".join([t[0] for t in whole if t not in INNER_WORDS])


@lru_cache(maxsize=20_000)
def roots(token: str) -> tuple[str, ...]:
    """The places or bodies that a one-word name may be derived from, and its singular.

    >>> "~jordan" in roots("jordanians"), "~france" in roots("french"), roots("lopez")
    (True, True, ('~lopez',))
    """
    found = {token, *PEOPLES.get(token, ())}
    if token.endswith("s") and len(token) > _SHORTEST_ROOT:
        found |= {token[:-1], *PEOPLES.get(token[:-1], ())}
    for ending in _ENDINGS:
        root = token.removesuffix(ending)
        if root != token and len(root) >= _SHORTEST_ROOT:
            found.update(root + before for before in _BEFORE_ENDINGS)
    return tuple(sorted("~" + root for root in found))


def _persons_fit(ours: tuple[str, ...], theirs: tuple[str, ...]) -> bool:
    """Given names must not clash where both have two words: "J. Morgan" is "John Morgan", "Jane" is not "John"."""
    if len(ours) < 2 or len(theirs) < 2 or ours[-1] != theirs[-1] or _joined(ours) == _joined(theirs):
        return True
    if set(ours) - _EMPTY == set(theirs) - _EMPTY:
        return True
    return names_fit(ours[:-1], theirs[:-1])


def names_fit(ours: tuple[str, ...], theirs: tuple[str, ...]) -> bool:
    """Do given names go together: initials stand for names, and the shorter list may leave some out?

    >>> names_fit(("j", "p"), ("john", "pierpont")), names_fit(("jane",), ("john",)), names_fit(("j",), ("jim", "b"))
    (True, False, True)
    """
    short, long = sorted((ours, theirs), key=len)
    at = 0
    for token in short:
        while at < len(long) and not _goes_with(token, long[at]):
            at += 1
        if at == len(long):
            return False
        at += 1
    return _goes_with(short[0], long[0]) if short else True


def _are_letters_of(ours: tuple[str, ...], theirs: tuple[str, ...]) -> bool:
    """Does one of two names with the same initials abbreviate the other? Two that are spelled may share theirs.

    >>> _are_letters_of(("ibm",), ("international", "business", "machines")), _are_letters_of(("t", "b"), ("tom", "b"))
    (True, True)
    >>> _are_letters_of(("tom", "brown"), ("tina", "b")), _are_letters_of(("anne", "i"), ("anne", "ii"))
    (False, False)
    """
    if len(ours) == 1 or len(theirs) == 1:
        return True
    if len(ours) != len(theirs) or not all(map(_goes_with, ours, theirs)):
        return False
    return all(one == other or not {one, other} <= NUMERALS for one, other in zip(ours, theirs, strict=True))


def _goes_with(one: str, other: str) -> bool:
    return one == other or (min(len(one), len(other)) == 1 and one[0] == other[0])


def _part_of(short: tuple[str, ...], long: tuple[str, ...]) -> bool:
    """Does the long name hold the short one in a row, with nothing over that tells one product from another?"""
    size = len(short)
    if size >= len(long):
        return False
    for at in range(len(long) - size + 1):
        if long[at : at + size] == short:
            return TIERS.isdisjoint(long[:at] + long[at + size :])
    return False
