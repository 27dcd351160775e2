# SPDX-License-Identifier: Apache-2.0
"""Who holds a role that only one holds: "The borrower is Ada. Guarantor: Ben" makes Ada no guarantor.

Sentences, labelled lines, records and definitions in brackets say so; the answer says it in a sentence.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cached_property

from faithstill.featurize.document import Document, content_stems
from faithstill.featurize.extract import Mention
from faithstill.featurize.extract.lexicon import HONORIFICS
from faithstill.featurize.extract.ordinary import is_ordinary
from faithstill.featurize.extract.same_name import NAMES, is_identifier
from faithstill.featurize.lexicon import COMPARATIVE
from faithstill.featurize.structure import Unit
from faithstill.featurize.values.slots.slots import Located
from faithstill.featurize.verbs import BARE, sure_form

from .roles import MOST_PLACES, Like

_ROLE = r"(?P<role>[A-Za-z]{3,20}(?:[ -][a-z]{3,20})?)"
_THE = r"(?:the|your|our|my)\s"  # not "its": that of one of several
_IS = re.compile(
    rf"\s(?:(?:is|remains)\s{_THE}|(?:acts|serves)\sas\s(?:{_THE})?){_ROLE}\s*(?=[.,;\n]|\Z|and\s{_THE})"
)
_ROLE_IS = re.compile(
    rf"(?:\A|[.,;:]\s|\b(?:and|but|while)\s)(?i:{_THE}){_ROLE}\s(?:is|remains)\s(?P<title>\w+\.?\s)?\Z"
)
_CALLED = re.compile(rf"""\s?,?\s?\((?:(?:the|hereinafter)\s)*["“'‘]?{_ROLE}["”'’]?\)""")
_LABEL = re.compile(rf"[-*•\s]*{_ROLE}[\s*]*:[\s*]*\Z")
_CLOSED = re.compile(rf"[\s*]*(?:[.,;]|\Z|and\s{_THE})")
_SOMEONE = frozenset("he she they who".split())
_UNSURE = re.compile(r"(?i)\b(?:if|whether|unless|would|could|might|may|not|no|never|once|until)\b|\?")
# By their last word: what someone is, not what something is called ("the ticket is P2", "the plan is Gold").
_PARTY = re.compile(
    r"(?i)(?:er|or|ee|ant|lord|lady|ist|ian|iary|etary|heir|spouse|chair|clerk|head|party|bank|president|agent"
    r"|client|parent)\Z"
)
_NO_ROLES = frozenset("former latter other number".split())

_Role = frozenset[str]
_Place = tuple[int, int]  # passage and start of a name


class Holders:
    """The roles of the evidence's names against those that the answer gives them."""

    def __init__(
        self, answer: Document, question: Document, passages: Sequence[Document], like: Like
    ) -> None:
        self._answer = answer
        self._question = question
        self._passages = passages
        self._like = like

    def rival(self, mention: Mention) -> Located | None:
        """The name that alone holds the role which the answer gives another one that has a role of its own."""
        role = self._told(mention)
        if not role or is_identifier(mention.key):
            return None
        places = self._like(mention)
        own = {(place.passage, place.mention.start) for place in places}
        holders = self._holders.get(role, {})
        if not 0 < len(places) <= MOST_PLACES or not holders or not own.isdisjoint(holders):
            return None
        if not any(own & other.keys() for held, other in self._holders.items() if held.isdisjoint(role)):
            return None
        names = {_stems(holder.mention) for holder in holders.values()}
        if len(names) > 1 or _may_be_one(next(iter(names)), _stems(mention)):
            return None
        if self._is_said_elsewhere(mention, role, holders) or self._is_asked_of(places, role, holders):
            return None
        return next(iter(holders.values()))

    def _told(self, mention: Mention) -> _Role:
        """The role that the answer gives a name, none where it is not sure."""
        index = self._answer.sentence_at(mention.start)
        if index is None:
            return frozenset()
        unit = self._answer.sentences[index].unit
        if unit.cells or _UNSURE.search(self._answer.text, unit.start, unit.end):
            return frozenset()
        return _in_sentence(self._answer.text, unit, mention)

    def _is_said_elsewhere(self, mention: Mention, role: _Role, holders: Mapping[_Place, Located]) -> bool:
        """May a sentence that does not name the holder give the role to this name, or to a "she" of another?"""
        stated = self._sentences_of(holders)
        name = _stems(mention)
        return any(
            role <= bag
            and (at, index) not in stated
            and not (name.isdisjoint(bag) and _SOMEONE.isdisjoint(_words(document, index)))
            for at, document in enumerate(self._passages)
            for index, bag in enumerate(document.sentence_bags)
        )

    def _is_asked_of(self, places: Sequence[Located], role: _Role, holders: Mapping[_Place, Located]) -> bool:
        """Does the question name what the evidence tells of this name alone: the owner "of the car" that Ben bought?"""
        bags = self._bags(self._sentences_of((place.passage, place.mention.start) for place in places))
        asked = frozenset(filter(None, self._question.stems)) - role
        return not asked.isdisjoint(bags - self._bags(self._sentences_of(holders)))

    def _sentences_of(self, places: Iterable[_Place]) -> set[tuple[int, int | None]]:
        return {(at, self._passages[at].sentence_at(start)) for at, start in places}

    def _bags(self, sentences: Iterable[tuple[int, int | None]]) -> frozenset[str]:
        found = (self._passages[at].sentence_bags[index] for at, index in sentences if index is not None)
        return frozenset[str]().union(*found)

    @cached_property
    def _holders(self) -> Mapping[_Role, Mapping[_Place, Located]]:
        found: dict[_Role, dict[_Place, Located]] = {}
        for at, document in enumerate(self._passages):
            for mention, role in _roles(document):
                found.setdefault(role, {})[at, mention.start] = Located(at, mention)
        return found


def _roles(document: Document) -> Iterator[tuple[Mention, _Role]]:
    """The names of a text that hold a role, with the stems of it."""
    text = document.text
    for mention in document.mentions:
        is_named = mention.kind in NAMES and not is_identifier(mention.key)
        index = document.sentence_at(mention.start) if is_named else None
        if index is None:
            continue
        unit = document.sentences[index].unit
        if unit.cells:
            role = _in_cell(text, unit, mention)
        else:
            role = _in_sentence(text, unit, mention)
            called = None if role else _CALLED.match(text, mention.end, unit.end)
            role = _stems_of(called["role"]) if called else role
            label = None if role else _LABEL.match(text, unit.start, mention.start)
            if label and not text[mention.end : unit.end].strip(" *"):
                role = _stems_of(label["role"])
        if role:
            yield mention, role


def _in_sentence(text: str, unit: Unit, mention: Mention) -> _Role:
    """ "Ada is the borrower", "the borrower is Ada"."""
    found = _IS.match(text, mention.end, unit.end)
    if found is None and _CLOSED.match(text, mention.end, unit.end):
        found = _ROLE_IS.search(text[unit.start : mention.start])
        title = found["title"] if found else None
        if title and title.strip(" .").lower() not in HONORIFICS:
            return frozenset()
    return _stems_of(found["role"]) if found else frozenset()


def _in_cell(text: str, unit: Unit, mention: Mention) -> _Role:
    """What a key of a record, or the label of a row of two, says that a name fills."""
    for cell in unit.cells:
        if cell.start == mention.start and cell.end == mention.end:
            label, value = unit.cells[0], unit.cells[-1]
            if text[unit.start] == "{":
                return _stems_of(cell.header)
            if len(unit.cells) == 2 and cell is value:
                return _stems_of(text[label.start : label.end])
    return frozenset()


def _stems_of(role: str) -> _Role:
    """The stems of what someone is called, none for what is called so."""
    last = role.lower().split()[-1:]
    if not last or last[0] in _NO_ROLES or not _PARTY.search(last[0]) or _compares(last[0]):
        return frozenset()
    return frozenset(content_stems(role))


def _compares(word: str) -> bool:
    """ "The older" of two, whoever they are: an ordinary word with "-er", and no verb of one who does it."""
    if not word.endswith("er"):
        return False
    base = f"{word[:-3]}y" if word.endswith("ier") else word[:-2]
    return word in COMPARATIVE or (is_ordinary(base) and base not in BARE and not sure_form(f"{base}s"))


def _stems(mention: Mention) -> frozenset[str]:
    return frozenset(content_stems(mention.text))


def _may_be_one(name: frozenset[str], other: frozenset[str]) -> bool:
    """ "Keller" may be "Anna Keller"; "Anna Keller" and "Paul Keller" are two, "A. Keller" is not told."""
    rests = name - other, other - name
    return not name.isdisjoint(other) and not all(any(len(stem) > 2 for stem in rest) for rest in rests)


def _words(document: Document, index: int) -> Sequence[str]:
    sentence = document.sentences[index]
    return document.words[sentence.first : sentence.last]
