# SPDX-License-Identifier: Apache-2.0
"""A name with what a parallel clause says of another: "Ada is chair and Ben is clerk" makes Ben no chair."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import groupby

from faithstill.featurize.document import Document
from faithstill.featurize.extract import Mention
from faithstill.featurize.extract.lexicon import HONORIFICS
from faithstill.featurize.extract.same_name import NAMES
from faithstill.featurize.values.slots.slots import Located
from faithstill.featurize.verbs import NOUN_OR_SINGULAR, is_past, sure_form

from .roles import AGAIN, ARTICLES, MOST_PLACES, SYMMETRIC, Like, Place, Places, stem_at

_LINKS = frozenset("and but while whereas".split())
# What may stand before the subject of a sentence without limiting what is said of it.
_BEFORE = ARTICLES | HONORIFICS | frozenset("yes no so thus therefore correct right indeed".split())
# Whoever is in one place may be in another that holds it.
_WITHIN = frozenset("in at on within inside near from".split())
# What points back to the other clause, limits it or denies: no clause tells by itself what it says.
_BACK = AGAIN | frozenset(
    "it its this that them they their he his him she her one each former latter respectively together only or if "
    "unless than not never no nor".split()
)


@dataclass(frozen=True, slots=True)
class _Clause:
    """A name, the stem of the verb right after it, and the stems that follow, words of grammar too.

    `shape` holds the words of grammar in order, "" for each row of others: a clause with something left out
    ("Poland joined in 2004") has another shape than the full one, and tells nothing of what it lacks.
    """

    subject: Place
    verb: str
    said: frozenset[str]
    content: frozenset[str]
    shape: tuple[str, ...]


class Parallels:
    """The clauses of the answer against pairs of clauses of one evidence sentence that share their verb."""

    def __init__(self, answer: Document, places: Sequence[Places], like: Like) -> None:
        """`places` are those of each passage."""
        self._answer = answer
        self._places = places
        self._like = like

    def rival(self, mention: Mention) -> Located | None:
        """The name of which the evidence says what the answer says of this one, in a clause beside its own."""
        claim = self._claims.get(mention.start)
        if claim is None or not claim.said.isdisjoint(SYMMETRIC | _WITHIN):
            return None
        places = self._like(mention)
        if not 0 < len(places) <= MOST_PLACES:
            return None
        starts = {(place.passage, place.mention.start) for place in places}
        for own, other in self._pairs:
            if _key(own) in starts and _key(other) not in starts and _tells(claim, own, other):
                return None if self._is_said_elsewhere(claim, own, other) else other.subject.located
        return None

    @cached_property
    def _claims(self) -> dict[int, _Clause]:
        document = self._answer
        found = _clauses(document, Places(document))
        return {c.subject.located.mention.start: c for clauses in found for c in clauses}

    @cached_property
    def _pairs(self) -> list[tuple[_Clause, _Clause]]:
        return [
            (one, other)
            for places in self._places
            for clauses in _clauses(places.document, places)
            for one in clauses
            for other in clauses
            if one is not other
            and (one.verb, one.shape) == (other.verb, other.shape)
            and not _is_chained(places.document, one, other)
        ]

    def _is_said_elsewhere(self, claim: _Clause, own: _Clause, other: _Clause) -> bool:
        """May another sentence say it of this name: one that names it, or names not the other?"""
        mine, theirs = self._named(own), self._named(other)
        for at, places in enumerate(self._places):
            for index, bag in enumerate(places.document.sentence_bags):
                here = (at, index) == (own.subject.located.passage, own.subject.sentence)
                if not here and claim.content <= bag and (mine & bag or not theirs & bag):
                    return True
        return False

    def _named(self, clause: _Clause) -> frozenset[str]:
        place = clause.subject
        stems = self._places[place.located.passage].document.stems[place.first : place.last]
        return frozenset(filter(None, stems))


def _key(clause: _Clause) -> tuple[int, int]:
    located = clause.subject.located
    return located.passage, located.mention.start


def _tells(claim: _Clause, own: _Clause, other: _Clause) -> bool:
    """Does the other clause say all that is claimed, and the name's own clause not?"""
    return claim.verb == own.verb and claim.said <= other.said and not claim.content <= own.content


def _is_chained(document: Document, one: _Clause, other: _Clause) -> bool:
    """ "The Louvre is in Paris and Paris is in France" says both of the Louvre."""
    names = (set(document.stems[c.subject.first : c.subject.last]) for c in (one, other))
    return any(not name.isdisjoint(c.said) for name, c in zip(names, (other, one), strict=True))


def _clauses(document: Document, places: Places) -> Iterator[list[_Clause]]:
    """The clauses of each sentence that consists of such with a name as subject; all that link names are left out."""
    by_sentence: dict[int, list[Place]] = {}
    for mention in document.mentions:
        if mention.kind in NAMES:
            place = places.of(mention)
            if place.sentence is not None:
                by_sentence.setdefault(place.sentence, []).append(place)
    for index, names in by_sentence.items():
        sentence = document.sentences[index]
        heads = [
            (name, start) for name in names if (start := _start(document, name, sentence.first)) is not None
        ]
        if not heads or heads[0][1] != sentence.first or "?" in document.sentence_texts[index]:
            continue
        ends = [start for _, start in heads[1:]] + [sentence.last]
        found = _read(
            document, [(name, range(name.last, end)) for (name, _), end in zip(heads, ends, strict=True)]
        )
        if found:
            yield found


def _start(document: Document, name: Place, first: int) -> int | None:
    """Where the clause begins whose subject a name is, the link before it included; None for no subject."""
    at = name.first
    if at == len(document.words):  # the end of a last word: "Ivoire" of "d'Ivoire"
        return None
    while at > first and document.words[at - 1] in _BEFORE:
        at -= 1
    if at == first:
        return at
    if document.words[at - 1] in _LINKS:
        return at - 1
    gap = document.text[document.starts[at - 1] + len(document.words[at - 1]) : document.starts[at]]
    return at if ";" in gap else None


def _read(document: Document, parts: Sequence[tuple[Place, range]]) -> list[_Clause]:
    """The clauses, a verb left out taken from the one before; none at all where one tells nothing by itself."""
    found: list[_Clause] = []
    for name, tail in parts:
        words = [at for at in tail if document.words[at] not in ARTICLES]
        if not words or not _BACK.isdisjoint(document.words[at] for at in words):
            return []
        if _is_verb(document.words[words[0]]):
            verb, words = stem_at(document, words[0]), words[1:]
        elif found:
            verb = found[-1].verb
        else:
            return []
        content = frozenset(stem for at in words if (stem := document.stems[at]))
        if not content:
            return []
        said = frozenset(stem_at(document, at) for at in words)
        shape = tuple(
            word for word, _ in groupby("" if document.stems[at] else document.words[at] for at in words)
        )
        found.append(_Clause(name, verb, said, content, shape))
    return found


def _is_verb(word: str) -> bool:
    return sure_form(word) is not None or is_past(word) or word in NOUN_OR_SINGULAR
