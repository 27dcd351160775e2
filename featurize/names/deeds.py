# SPDX-License-Identifier: Apache-2.0
"""Who did what to whom: one verb, or the noun made from it, between two names of a sentence."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace

from faithstill.featurize.document import Document
from faithstill.featurize.verbs import BARE, NOUN_OR_SINGULAR, is_participle, is_past, sure_form

from .roles import ARTICLES, JOINTS, PREPOSITIONS, SYMMETRIC, Place, Places, stem_at

_HELPERS = frozenset(
    "is are was were be been being got has have had will would co also then later recently finally "
    "eventually the a an its which that who whom it".split()
)
_PARTICLES = frozenset("over up out off down back".split())
_IS = frozenset("is are was were".split())
_RELATIVE = frozenset("which that who whom".split())
_FARTHEST = 16  # words between the two names
_NEAR = 3
_GENITIVE = re.compile(r"\w['’]s\b|s['’](?!\w)")


@dataclass(frozen=True, slots=True)
class Deed:
    """Who did what to whom, the verb as a stem.

    A loose one is read from less than a plain clause ("Holt's motion was denied by Otis", "Alder and Birch sued
    Cedar"): it may show that two names keep their roles, never that they changed them.
    """

    subject: Place
    verb: str
    object: Place
    is_loose: bool = False


def deed(places: Places, one: Place, other: Place) -> Deed | None:
    """What one of two names did to the other, the first standing before the second.

    "Alder acquired Birch", "Birch was acquired by Alder", "Birch, which Alder acquired", "the acquisition of Birch by
    Alder", "Alder's acquisition of Birch", "Alder's chair is Birch".
    """
    document = places.document
    if other.first - one.last > _FARTHEST:
        return None
    inner = [at for at in range(one.last, other.first) if not _is_passed_over(document, at)]
    is_listed = any(at in places.taken for at in inner)
    if is_listed:
        if _begins_anew(document, other) or _is_object(document, one):
            return None
        inner = _without_lists(places, one, other, inner)
    found = _read(document, one, other, inner)
    if found is None or found.verb in SYMMETRIC:
        return None
    return replace(found, is_loose=True) if is_listed else found


def _is_passed_over(document: Document, at: int) -> bool:
    """Does a word leave open who did what: "was then formally taken *over* by"?"""
    word = document.words[at]
    if word in _PARTICLES:
        verb = document.words[at - 1]
        return is_participle(verb) or sure_form(verb) is not None
    return word in _HELPERS or (word.endswith("ly") and word not in BARE)


def _read(document: Document, one: Place, other: Place, inner: Sequence[int]) -> Deed | None:
    words = [document.words[at] for at in inner]
    if not words:
        return _turned_round(document, one, other)
    stem = stem_at(document, inner[0])
    if words == ["by"]:
        return _of_noun(document, one, other) or _of_earlier_verb(document, one, other)
    if _is_owner(document, one):
        return _of_owner(document, one, other, inner)
    if len(words) == 1 and (is_past(words[0]) or sure_form(words[0])):
        return Deed(one, stem, other)
    if len(words) == 1 and _may_be_verb(words[0]):
        return Deed(one, stem, other, is_loose=True)
    if words[-1] == "by" and is_participle(words[0]):
        return Deed(other, stem, one, is_loose=len(words) > 2)
    if words[1:] == ["of"] and not _IS.isdisjoint(document.words[one.last : inner[0]]):
        return Deed(one, stem, other, is_loose=True)
    return None


def _may_be_verb(word: str) -> bool:
    """ "Alder backs Birch", "Alder captains Birch": a word in -s between two names, in no list of verbs."""
    return word in NOUN_OR_SINGULAR or (word.endswith("s") and word not in PREPOSITIONS)


def _turned_round(document: Document, one: Place, other: Place) -> Deed | None:
    """ "Birch, which Alder acquired", "Denied by Otis, Holt's motion", "Powell is the Fed's chair"."""
    words, between = document.words, document.words[one.last : other.first]
    after = _next(document, other.last)
    if not _RELATIVE.isdisjoint(between) and after is not None and is_past(words[after]):
        is_passive = words[after + 1 : after + 2] == ("by",)
        return None if is_passive else Deed(other, stem_at(document, after), one)
    before = one.first - 1
    while before > 0 and words[before] in ARTICLES:
        before -= 1
    if not between and before > 0 and words[before] == "by" and is_participle(words[before - 1]):
        return Deed(one, stem_at(document, before - 1), other, is_loose=True)
    if _is_owner(document, other) and after is not None and not _IS.isdisjoint(between):
        return Deed(one, stem_at(document, after), other, is_loose=True)
    return None


def _of_noun(document: Document, one: Place, other: Place) -> Deed | None:
    """ "The acquisition of Birch by Alder"."""
    at = one.first - 1
    while at > 0 and document.words[at] in ARTICLES:
        at -= 1
    if at < 1 or document.words[at] != "of" or not document.stems[at - 1]:
        return None
    return Deed(other, stem_at(document, at - 1), one)


def _of_earlier_verb(document: Document, one: Place, other: Place) -> Deed | None:
    """ "Cedar was acquired by Birch and Alder by Dorne"."""
    if one.sentence is None:
        return None
    words, first = document.words, document.sentences[one.sentence].first
    found = (
        at for at in range(one.first - 1, first, -1) if words[at] == "by" and is_participle(words[at - 1])
    )
    verb = next(found, None)
    return None if verb is None else Deed(other, stem_at(document, verb - 1), one, is_loose=True)


def _of_owner(document: Document, one: Place, other: Place, inner: Sequence[int]) -> Deed | None:
    """ "Alder's acquisition of Birch", "Birch's acquisition by Alder", "Holt's motion was denied by Otis"."""
    words = [document.words[at] for at in inner]
    first, last = stem_at(document, inner[0]), words[-1]
    if len(words) == 1:
        is_told = not _IS.isdisjoint(document.words[inner[0] : other.first])
        return Deed(other, first, one, is_loose=True) if is_told else None
    if len(words) == 2 and last in ("of", "by"):
        return Deed(one, first, other) if last == "of" else Deed(other, first, one)
    verb = next((at for at in inner[1:] if is_participle(document.words[at])), None)
    if last == "by" and verb is not None:
        return Deed(other, stem_at(document, verb), one, is_loose=True)
    return None


def _is_owner(document: Document, place: Place) -> bool:
    """Does a name stand in the genitive: "Alder's", "the Andes'"?"""
    return _GENITIVE.match(document.text, place.located.mention.end - 1) is not None


def _next(document: Document, at: int) -> int | None:
    """The first word from here on that is no helper."""
    near = range(at, min(at + _NEAR, len(document.words)))
    return next((n for n in near if document.words[n] not in _HELPERS), None)


def _begins_anew(document: Document, other: Place) -> bool:
    """Does a name open a clause of its own: "Alder beat Birch and Cedar lost", "and Cedar by Dorne"?"""
    after = _next(document, other.last)
    word = document.words[after] if after is not None else ""
    return word == "by" or is_past(word) or sure_form(word) is not None


def _is_object(document: Document, one: Place) -> bool:
    """Does a name stand behind a verb or preposition: "Birch" of "Alder beat Birch, and Cedar beat Dorne"?"""
    before = next((n for n in range(one.first - 1, -1, -1) if document.words[n] not in ARTICLES), None)
    word = document.words[before] if before is not None else ""
    return word in PREPOSITIONS or is_past(word) or sure_form(word) is not None


def _without_lists(places: Places, one: Place, other: Place, inner: Sequence[int]) -> list[int]:
    """What stands between two names but for others in one list with either: "Alder, Birch and Cedar sued Dorne"."""
    words = places.document.words
    first, last = one.last, other.first
    while first < last and (first in places.taken or words[first] in JOINTS):
        first += 1
    while last > first and (last - 1 in places.taken or words[last - 1] in JOINTS):
        last -= 1
    return [at for at in inner if first <= at < last]
