# SPDX-License-Identifier: Apache-2.0
"""Yes or no in tool results and tables: {"trading_plan": false} beside "he bought under a trading plan".

Told only where a clause of the answer says the field of an object that its words, or the question's, name.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from faithstill.featurize import Analysis
from faithstill.featurize.document import content_stems, weight, words_of
from faithstill.featurize.lexicon import MODALS, NEGATORS

from .quoting import recorded
from .verdict import Finding

_VALUES = {"true": True, "yes": True, "false": False, "no": False}
_CLAUSE = re.compile(
    r"[;,.:]\s|\s(?:and|but|while|although|though|because|so|that|whereas|which|who)\s", re.IGNORECASE
)
_UNSURE = MODALS | frozenset(
    "if once when whenever until unless after before whether why how what any all each or provided".split()
)
_LEAST_NAMED = 2.0
# What turns a field round behind it, or makes it a thing that is not there yet.
_TURNED = re.compile(
    r"\s(?:(?:switched|turned)\s)?(?:off|disabled|requests?|expired|pending|declined|withdrawn)\b",
    re.IGNORECASE,
)
_DENIAL_FIRST = re.compile(r"\W*(?:no|none|neither)\b", re.IGNORECASE)
# A field named by a participle must be said of something, one of several words had or acted under.
_PARTICIPLE = re.compile(r"\w+ed|sent|paid|met|given|done|sold")
_IS = (
    r"\b(?:is|are|was|were|been|isn[’']t|wasn[’']t|aren[’']t|weren[’']t)\s+"
    r"(?:(?:not|never|now|already|yet|still|also|fully)\s+){0,2}"
)
_HAS = (
    r"\b(?:has|have|had|with|without|under|on)\s+(?:(?:a|an|the|any|no|his|her|its|their|your|valid)\s+){0,2}"
)


@dataclass(frozen=True, slots=True)
class _Flag:
    """A field of a record that holds yes or no: how an answer says it, and the stems that name the record."""

    passage: int
    start: int
    end: int
    field: str
    names: frozenset[str]
    is_set: bool


def flag_findings(analysis: Analysis) -> Iterator[Finding]:
    """A proof or counter-proof for each yes or no of a record that the answer tells."""
    by_field: dict[str, list[_Flag]] = {}
    for flag in _flags(analysis):
        by_field.setdefault(flag.field, []).append(flag)
    text = analysis.answer.text
    for field in sorted(by_field):
        said = re.compile(_said(field), re.IGNORECASE)
        for start, end in _clauses(analysis) if said.search(text) else ():
            match = said.search(text, start, end)
            if match is None or _TURNED.match(text, match.end()):
                continue
            denied = _is_denied(text[start:end], match[0])
            meant = None if denied is None else _meant(analysis, text[start:end], by_field[field])
            if meant:
                cell, agrees = (meant.start, meant.end), meant.is_set is not denied
                yield recorded(
                    analysis, "flag", match.span(), meant.passage, cell, agrees=agrees, field=field
                )


def _is_denied(clause: str, told: str) -> bool | None:
    """ "Was not granted", "no credit was granted"; None where it is open what "without" or another "no" denies."""
    if not NEGATORS.isdisjoint(words_of(told)) or _DENIAL_FIRST.match(clause):
        return True
    return None if not NEGATORS.isdisjoint(words_of(clause)) else False


def _flags(analysis: Analysis) -> Iterator[_Flag]:
    said = frozenset(analysis.answer.word_bag)
    for number, document in enumerate(analysis.passages):
        for sentence, stems in zip(document.sentences, document.sentence_bags, strict=True):
            for cell in sentence.unit.cells:
                value = _VALUES.get(document.text[cell.start : cell.end].lower())
                field = " ".join(words_of(cell.header)[-2:])
                if value is not None and said.issuperset(field.split()) and _said(field):
                    names = stems | frozenset(content_stems(sentence.unit.heading))
                    yield _Flag(number, cell.start, cell.end, field, names, value)


def _said(field: str) -> str:
    """A pattern for the field as an answer tells it, "" for one that is no such thing ("online", "id")."""
    words = field.split()
    if len(words) > 1:
        return _HAS + r"[\s-]".join(map(re.escape, words)) + r"\b"
    return f"{_IS}{re.escape(field)}\\b" if _PARTICIPLE.fullmatch(field) else ""


def _clauses(analysis: Analysis) -> Iterator[tuple[int, int]]:
    text = analysis.answer.text
    for sentence in analysis.answer.sentences:
        start = sentence.unit.start
        for found in _CLAUSE.finditer(text, sentence.unit.start, sentence.unit.end):
            yield start, found.start()
            start = found.end()
        yield start, sentence.unit.end


def _meant(analysis: Analysis, clause: str, flags: Sequence[_Flag]) -> _Flag | None:
    """The field of the one record that the clause is about, or of several that agree."""
    if not _UNSURE.isdisjoint(words_of(clause)) or clause.rstrip().endswith("?"):
        return None
    own = frozenset(content_stems(flags[0].field))
    asked = frozenset(filter(None, analysis.question.stems))
    for said in (frozenset(content_stems(clause)) - own, asked - own):
        named = [sum(map(weight, said & (flag.names - own))) for flag in flags]
        most = max(named)
        meant = [flag for flag, share in zip(flags, named, strict=True) if share == most]
        if most >= _LEAST_NAMED:
            return meant[0] if len({flag.is_set for flag in meant}) == 1 else None
    return None
