# SPDX-License-Identifier: Apache-2.0
"""Yes or no in tool results and tables: {"trading_plan": false} beside "he bought under a trading plan".

Told only where a clause of the answer says the field of an object that its words, or the question's, name.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING

from faithstill.featurize.document import Document, content_stems, words_of
from faithstill.featurize.lexicon import MODALS, NEGATORS
from faithstill.featurize.stated import Stated, recorded
from faithstill.featurize.structure import Unit

from .flag_words import Telling, key_words, tellings
from .subjects import (
    clauses,
    head_of,
    identifiers_in,
    is_definite,
    is_general,
    is_personal,
    most_named,
    named_in,
    speaks_of_others,
    subject_start,
)

if TYPE_CHECKING:  # it reads these modules
    from faithstill.featurize.analysis import Analysis

_VALUES = {"true": True, "yes": True, "false": False, "no": False}
_LONGEST_VALUE = max(map(len, _VALUES))
_TRUTHS = frozenset(stem for word in _VALUES for stem in content_stems(word))
_FUTURE = frozenset({"will", "won't", "would"})
_UNSURE = MODALS | frozenset(
    "if when whenever until unless after before whether where why how what any all each or provided previously "
    "originally initially formerly first earlier later again partially partly only excluded "
    "unavailable lacks lack missing except".split()
)
# What may come after a thing that goes on by itself: "renews automatically unless you cancel".
_OPEN_ENDED = frozenset("unless until before any".split())
# What turns a field round behind it, or makes it a thing that is not there yet.
_TURNED = re.compile(
    r"\s(?:(?:(?:in|under|via|through|from|on|by|at)\s(?:(?:the|your|our)\s)?(?:\w+\s)?"
    r"(?:app|settings?|menu|portal|dashboard|website|profile|tab|page|section|console|branch))|(?:(?:switched|turned)\s)?(?:off|disabled)|requests?|expired|pending|declined|withdrawn|up\sto|by\sdefault|"
    r"within|discounts?|programmes?|programs?|polic(?:y|ies))\b",
    re.IGNORECASE,
)
_ONCE = re.compile(r"\bonce\s+\w", re.IGNORECASE)
_RELATIVE = re.compile(r"\b(?:that|who|which|whose)\s+$", re.IGNORECASE)
_DENIAL_FIRST = re.compile(r"\W*(?:no|none|neither)\b", re.IGNORECASE)
_NO_NOUN = re.compile(r"\b(?:no|without)\s(?:[\w-]+\s){0,2}$", re.IGNORECASE)
# A denial that ends with the verb, or goes on to where and for whom: "was not sent on time" denies less.
_DENIED_WHOLLY = re.compile(
    r"\s*(?:$|[.,;:!)\[*]|(?:yet|so\sfar|to\sdate|now|currently|automatically|and|but|because|so|as\sof|says?|"
    r"(?:on|for|in|with|at|from|to|of)(?!\s(?:time|schedule|full|free|part|person|advance|good|the\s(?:full|whole))))\b)",
    re.IGNORECASE,
)
# What a flag is told of when its key is no noun of the clause: the subject before "is" or "has".
_AUXILIARIES = frozenset("is are was were has have had been does do will remains".split())
_COMPLEMENT = re.compile(r"\s(?:for|to|under|by|with)\s([^.,;:()]{1,60})", re.IGNORECASE)
_ENDED = re.compile(r"[\s*]*(?:$|[.,;:!)\[])")
_CAPITALS = re.compile(r"\b[A-Z0-9][\w-]*")
_MODIFIERS = re.compile(r"(?:[^\s,;:()]{1,30}\s+){1,4}$")


@dataclass(frozen=True, slots=True)
class _Flag:
    """A field of a record that holds yes or no: the words of its key, and the stems that name the record.

    `is_named` says that the record has a heading, or a value that is more than figures: {"seats": 4} has none.
    """

    passage: int
    start: int
    end: int
    words: tuple[str, ...]
    names: frozenset[str]
    values: tuple[frozenset[str], ...]
    is_named: bool
    is_set: bool


@dataclass(frozen=True, slots=True)
class _Told:
    """Characters `start:end` of the answer that tell a flag, with the clause from `begin` to `stop` around them.

    `noun` is where the noun of the key begins and ends, `start` twice where the clause tells it without one.
    """

    begin: int
    start: int
    end: int
    stop: int
    is_set: bool
    noun: tuple[int, int]


def told_flags(analysis: Analysis) -> Iterator[Stated]:
    """A proof or counter-proof for each yes or no of a record that the answer tells."""
    by_field: dict[tuple[str, ...], list[_Flag]] = {}
    for flag in _flags(analysis):
        by_field.setdefault(flag.words, []).append(flag)
    for words in sorted(by_field):
        for told in _tellings(analysis, words):
            meant = _meant(analysis, told, by_field[words])
            if meant:
                span, cell = (told.start, told.end), (meant.start, meant.end)
                agrees, field = meant.is_set is told.is_set, " ".join(words)
                yield recorded("flag", span, meant.passage, cell, agrees=agrees, field=field)


def _flags(analysis: Analysis) -> Iterator[_Flag]:
    said = frozenset(analysis.known_answer_stems)
    for number, document in enumerate(analysis.passages):
        for at, sentence in enumerate(document.sentences):
            for cell in sentence.unit.cells:
                if cell.end - cell.start > _LONGEST_VALUE:
                    continue
                value = _VALUES.get(document.text[cell.start : cell.end].lower())
                words = key_words(cell.header) if value is not None else ()
                if value is not None and _is_spoken_of(words, said) and tellings(words):
                    names, values = _names(document, at), _values(document, sentence.unit)
                    is_named = bool(sentence.unit.heading) or any(map(_is_name, values))
                    yield _Flag(number, cell.start, cell.end, words, names, values, is_named, value)


def _is_name(stems: frozenset[str]) -> bool:
    return any(stem not in _TRUTHS and not stem[0].isdigit() for stem in stems)


def _is_spoken_of(words: tuple[str, ...], said: frozenset[str]) -> bool:
    stems = content_stems(f"{' '.join(words)} {''.join(words)}") + tuple(
        stem for word in words if word.startswith("auto") for stem in content_stems(word[4:])
    )
    return not stems or not said.isdisjoint(stems)


def _names(document: Document, at: int) -> frozenset[str]:
    unit = document.sentences[at].unit
    days = named_in(document, unit.start, unit.end) if unit.cells else frozenset()
    return document.sentence_bag(at) | frozenset(content_stems(unit.heading)) | days


def _values(document: Document, unit: Unit) -> tuple[frozenset[str], ...]:
    cells = (frozenset(content_stems(document.text[cell.start : cell.end])) for cell in unit.cells)
    return tuple(stems for stems in cells if stems)


def _tellings(analysis: Analysis, words: tuple[str, ...]) -> Iterator[_Told]:
    """Where the answer tells the flag of these key words, each place once."""
    document, seen = analysis.answer, -1
    found = sorted(_matches(analysis, words), key=lambda pair: (pair[0].start(), -pair[0].end()))
    for match, telling, begin, stop in found:
        if match.start() < seen:
            continue
        told = _told(document.text, match, telling, begin, stop)
        if told is not None:
            seen = match.end()
            yield told


def _matches(analysis: Analysis, words: tuple[str, ...]) -> Iterator[tuple[re.Match[str], Telling, int, int]]:
    text = analysis.answer.text
    present = [telling for telling in tellings(words) if telling.pattern.search(text)]
    for begin, stop in clauses(analysis) if present else ():
        for telling in present:
            match = telling.pattern.search(text, begin, stop)
            if match:
                yield match, telling, begin, stop


def _told(text: str, match: re.Match[str], telling: Telling, begin: int, stop: int) -> _Told | None:
    """What a match tells, None where it is of another time, a condition, or open what it denies."""
    clause, before = text[begin:stop], text[begin : match.start()]
    unsure = _UNSURE - _FUTURE - _OPEN_ENDED if telling.may_be_future else _UNSURE
    if (
        not unsure.isdisjoint(words_of(clause))
        or clause.rstrip().endswith("?")
        or _TURNED.match(text, match.end())
        or _ONCE.search(clause)
        or _RELATIVE.search(before)
    ):
        return None
    denied = _is_denied(clause, before, match)
    if denied is None or (denied and not _DENIED_WHOLLY.match(text, match.end())):
        return None
    noun = match.span("noun") if "noun" in match.re.groupindex else (match.start(), match.start())
    return _Told(begin, match.start(), match.end(), stop, telling.is_set is not denied, noun)


def _is_denied(clause: str, before: str, match: re.Match[str]) -> bool | None:
    """ "Was not granted", "no credit was granted"; None where it is open what "without" or another "no" denies."""
    noun = match["noun"] if "noun" in match.re.groupindex else None
    inside = not NEGATORS.isdisjoint(words_of(match[0].replace(noun or " ", " ", 1)))
    outside = not NEGATORS.isdisjoint(words_of(clause.replace(match[0], " ", 1)))
    if inside and outside:
        return None
    return inside or (
        True if _DENIAL_FIRST.match(clause) or _NO_NOUN.search(before) else None if outside else False
    )


def _meant(analysis: Analysis, told: _Told, flags: Sequence[_Flag]) -> _Flag | None:
    """The field of the one record that the clause is about, or of several that agree."""
    text = analysis.answer.text
    sentence = analysis.answer.sentence_at(told.start)
    floor = analysis.answer.sentences[sentence].unit.start if sentence is not None else told.begin
    begin = subject_start(text, floor, told.begin, told.start)
    own = _stems_of_key(flags[0].words)
    clause = text[begin : told.stop]
    if speaks_of_others(words_of(clause)):
        return None
    asked = named_in(analysis.question, 0, len(analysis.question.text))
    said = (named_in(analysis.answer, begin, told.stop) - own, asked - own)
    names = [flag.names - own for flag in flags]
    named = most_named(said, (names, names), words_of(clause))
    meant = [flags[i] for i in named] or (
        list(flags) if _is_the_only(told, clause, text, flags, own, asked) else []
    )
    if not meant or len({flag.is_set for flag in meant}) > 1:
        return None
    known = meant[0].names | asked | own
    is_rule = is_general(text[begin : told.start], text[told.start : told.end], own, meant[0].values)
    is_rule = is_rule or not known.issuperset(identifiers_in(clause))
    return None if is_rule or not _is_of(text, begin, told, known) else meant[0]


def _is_the_only(
    told: _Told, clause: str, text: str, flags: Sequence[_Flag], own: frozenset[str], asked: frozenset[str]
) -> bool:
    """May a clause that names no record be of the only one: by a telling key, or where a record has no name at all?"""
    if is_definite(clause) and not any(flag.is_named for flag in flags):
        return True
    was = not {"has", "have", "was", "were"}.isdisjoint(words_of(text[told.start : told.end]))
    is_asked = not own.isdisjoint(asked) and _ENDED.match(text, told.end) is not None
    return len(own) > 1 and (
        is_definite(clause) or is_asked or (was and _DENIAL_FIRST.match(clause) is not None)
    )


def _is_of(text: str, begin: int, told: _Told, known: frozenset[str]) -> bool:
    """Is what a flag is told of the record's, and not "the taxes", "the late fee", "the name Paul", "for students"?"""
    first, last = told.noun
    before = text[begin : told.start]
    complement = _COMPLEMENT.match(text, told.end)
    further = frozenset(content_stems(complement[1])) if complement else frozenset()
    names = content_stems(" ".join(_CAPITALS.findall(text, last, told.end)))
    return (
        (words_of(text[told.start : told.end])[:1] == () or _has_known_head(text, told, before, known))
        and known.issuperset(names if first < last else ())
        and known.issuperset(_modifiers(text[begin:first]) if first < last else ())
        and (not further or not known.isdisjoint(further) or is_personal(complement[0] if complement else ""))
    )


def _has_known_head(text: str, told: _Told, before: str, known: frozenset[str]) -> bool:
    """Is the subject one that the record or the question names, or none: "it is active"?"""
    if words_of(text[told.start : told.end])[0].removesuffix("n't") not in _AUXILIARIES:
        return True
    head = head_of(before)
    return not head or head in known


def _modifiers(before: str) -> tuple[str, ...]:
    """The stems of the words right before a noun, back to its article: of "and the late" late."""
    run = _MODIFIERS.search(before)
    found: list[str] = []
    for word in reversed(run[0].split() if run else ()):
        stems = content_stems(word)
        if not stems:
            break
        found += (stem for stem in stems if not stem[0].isdigit())
    return tuple(found)


@lru_cache(maxsize=4096)
def _stems_of_key(words: tuple[str, ...]) -> frozenset[str]:
    return frozenset(content_stems(" ".join(words)))
