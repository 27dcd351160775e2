# SPDX-License-Identifier: Apache-2.0
"""What the answer says of a field that holds yes, no or a status: {"status": "pending"} beside "has been completed".

A clause tells a field where it says all words of its key, or a status, of a record that its words, or the question's,
name. A clause with a condition, of another time or of things in general tells none.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import fsum
from typing import TYPE_CHECKING

from faithstill.featurize.extract.document import content_stems, weight, words_of
from faithstill.featurize.read.word_classes import MODALS, NEGATORS

from .record_fields import ANY_STATE, OPENERS, PASSING, Field, Stated, excludes, fields_of, plain_value

if TYPE_CHECKING:
    from faithstill.featurize.analysis import Analysis


_BREAK = re.compile(
    r"[;,.:](?:\s|$)|\s(?:and|but|while|although|though|because|so|that|whereas|which|who)\s", re.IGNORECASE
)
_ADVERBS = (
    r"(?:\s+(?:not|never|no\slonger|yet|as|now|currently|still|already|fully|successfully|been))*\s+[\"'*]*"
)
_BE = rf"\b(?:is|are|was|were|been|remains?)(?:n[’']t)?{_ADVERBS}"
_TOLD = re.compile(
    rf"(?:{_BE}|\b(?:marked|listed|status:?){_ADVERBS})(?P<status>{ANY_STATE})\b(?!-)|"
    rf"\b(?:has|have)(?:n[’']t)?{_ADVERBS}(?P<perfect>shipped|failed|expired|lapsed|succeeded|passed)\b",
    re.IGNORECASE,
)
_VERB = re.compile(
    r"\b(?:is|are|was|were|has|have|had|does|do|did|will|under|without|no|need)(?:n[’']t)?\b", re.I
)
_OFF = frozenset("off disabled inactive deactivated".split())
_CONDITIONS = frozenset(
    "if unless once when whenever until wrong false untrue believed believes claimed had".split()
)
_UNSURE = MODALS - {"will"} | frozenset(
    "after before whether where why how what any all each every or by default other another unlike first previously "
    "originally later again partly partially says said".split()
)
# Where the subject of a clause ends: "the letter for your card".
_SUBJECT_ENDS = re.compile(
    r"\s(?:of|for|with|to|from|in|on|by|at|about|above|over|worth|dated|issued|made)\s|,", re.I
)
_SHORT = frozenset("in on to at under of no".split())
_LEAST_NAMED = 2.0


@dataclass(frozen=True, slots=True)
class _Clause:
    """Characters `start:end` of the answer with their words and content stems."""

    start: int
    end: int
    text: str
    words: tuple[str, ...]
    stems: frozenset[str]


def told_fields(analysis: Analysis) -> Iterator[Stated]:
    """A proof or counter-proof for each yes, no and status of a record that the answer tells."""
    fields = fields_of(analysis.passages)
    flags = {field.header for field in fields if field.is_flag}
    statuses = [field for field in fields if field.header not in flags]
    keys = {word for header in flags for word in header.lower().split()}
    asked, whole = frozenset(analysis.question.stem_bag), plain_value(analysis.answer.text)
    for clause in _clauses(analysis) if fields else ():
        yield from _flags(clause, asked, [field for field in fields if field.header in flags])
        for found, value in _statuses(clause, asked, statuses):
            # An answer that also tells what is recorded tells the other of another time or thing, and what a flag
            # records ("refunded: yes") is no status.
            told = plain_value(analysis.answer.text[found.start : found.end])
            if told not in keys and (found.agrees or not re.search(rf"\b{re.escape(value)}\b", whole)):
                yield found


def _clauses(analysis: Analysis) -> Iterator[_Clause]:
    """The clauses of the answer that tell what is so now."""
    text = analysis.answer.text
    for sentence in analysis.answer.sentences:
        start, end = sentence.unit.start, sentence.unit.end
        if text[:end].rstrip().endswith("?") or not _CONDITIONS.isdisjoint(words_of(text[start:end])):
            continue
        breaks = [found.span() for found in _BREAK.finditer(text, start, end)]
        for stop, after in (*breaks, (end, end)):
            part = text[start:stop]
            words = words_of(part)
            if words and _UNSURE.isdisjoint(words):
                yield _Clause(start, stop, part, tuple(words), frozenset(content_stems(part)))
            start = after


def _flags(clause: _Clause, asked: frozenset[str], flags: Sequence[Field]) -> Iterator[Stated]:
    """What the clause tells of each yes and no; nothing where a denial behind the key is of another thing."""
    by_header: dict[str, list[Field]] = {}
    for flag in flags:
        by_header.setdefault(flag.header, []).append(flag)
    for header, same in by_header.items():
        key = header.lower().split()
        if not same[0].key or not same[0].key <= clause.stems or not _is_told(clause, key):
            continue
        meant = _meant(clause, asked, same, _VERB.split(clause.text)[0])
        if meant and NEGATORS.isdisjoint(clause.words[clause.words.index(key[-1]) :]):
            agrees = (meant.value == "no") is _is_denied(clause, key)
            yield _stated("flag", clause.start, clause.end, meant, agrees)


def _is_told(clause: _Clause, key: Sequence[str]) -> bool:
    """Does a clause say the words of a key: several anywhere, one alone only as what a thing "is"?"""
    *before, last = [word for word in key if word not in OPENERS]
    if before:
        return (
            _VERB.search(clause.text) is not None
            and last in clause.words
            and {*before} & _SHORT <= {*clause.words}
        )
    word = re.escape(last)
    said = rf"{_BE}{word}\b|\b{word}\s{_BE}(?:\w+\s)?(?:on|off|enabled|disabled|active)\b"
    return re.search(said, clause.text, re.IGNORECASE) is not None


def _is_denied(clause: _Clause, key: Sequence[str]) -> bool:
    words = [word for word in clause.words if word not in key]
    return (sum(word in NEGATORS for word in words) + (not _OFF.isdisjoint(words))) % 2 == 1


def _statuses(
    clause: _Clause, asked: frozenset[str], fields: Sequence[Field]
) -> Iterator[tuple[Stated, str]]:
    """What the clause tells of a status, each with what is recorded."""
    for match in _TOLD.finditer(clause.text):
        group = match.lastgroup or ""
        told = plain_value(match[group])
        if clause.words[0] in ("a", "an") or not NEGATORS.isdisjoint(words_of(clause.text[: match.end()])):
            continue
        meant = _meant(clause, asked, fields, clause.text[: match.start()], told)
        is_past = told in PASSING and match[0].lower().startswith(("was", "were"))
        if meant and not is_past and (told == meant.value or excludes(meant.value, told)):
            start = clause.start + match.start(group)
            yield _stated("state", start, start + len(match[group]), meant, told == meant.value), meant.value


def _meant(
    clause: _Clause, asked: frozenset[str], fields: Sequence[Field], subject: str, told: str = ""
) -> Field | None:
    """A field of the one record that the clause is about, None where several differ.

    The question names it where the clause does not, unless another record has what is `told`.
    """
    keyed = [field for field in fields if field.key and field.key <= clause.stems]
    left = keyed or [field for field in fields if not field.key] or list(fields)
    left, is_named = _named(clause.stems - frozenset(content_stems(told)), left)
    others = not is_named and any(field.value == told for field in fields)
    left, is_asked = _named(asked, left)
    if not (is_named or is_asked) or len({field.value for field in left}) > 1 or not left[0].value:
        return None
    if others and left[0].value != told:
        return None
    head = _head(subject)
    return left[0] if not head or head in left[0].names | left[0].key | asked else None


def _named(said: frozenset[str], fields: list[Field]) -> tuple[list[Field], bool]:
    """The fields whose records share most with what is said, and whether that is enough to name them."""
    shares = [fsum(weight(stem) for stem in said & field.names - field.key) for field in fields]
    most = max(shares, default=0.0)
    if most < _LEAST_NAMED:
        return fields, False
    return [field for field, share in zip(fields, shares, strict=True) if share == most], True


def _head(subject: str) -> str:
    """The stem of the noun that a subject is of, "" for none: of "Yes, the letter for your card" the letter."""
    stems = [stem for stem in content_stems(_SUBJECT_ENDS.split(subject)[0]) if not stem[0].isdigit()]
    return stems[-1] if stems else ""


def _stated(kind: str, start: int, end: int, field: Field, agrees: bool) -> Stated:
    rule = f"{kind}.{'equal' if agrees else 'conflict'}"
    shown = field.header if field.is_flag else ""
    return Stated(kind, rule, start, end, field.passage, field.start, field.end, agrees, shown)
