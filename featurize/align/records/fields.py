# SPDX-License-Identifier: Apache-2.0
"""The fields of tool results and tables that hold yes, no or a status, with the words that name their record."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from faithstill.featurize.extract.document import Document, content_stems

from .statuses import ANY_STATE, STATE_OF, plain_value

_TRUTHS = {"true": "yes", "yes": "yes", "false": "no", "no": "no"}
# A key that begins so says no more than without it: "is_active".
OPENERS = frozenset("is has was are have".split())
_STATUS = frozenset(
    stem for word in "status state stage outcome result decision".split() for stem in content_stems(word)
)
_PAST = frozenset("previous old prior former last history".split())
# "Status: pending" in a text, and in a line of a log "result=REJECTED".
_LABELLED = re.compile(
    rf"(?:\b(?:status|state|stage|outcome|result)\s*[:=]|\b\w+=)\s*[\"'*]*(?P<value>{ANY_STATE})(?![^\W\d])",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class Field:
    """Characters `start:end` of passage `passage`: the `value` of a key.

    `value` is "yes", "no" or a word for a status; `key` are the stems of the key, none for a mere "status"; `names`
    all stems of the record and its heading.
    """

    passage: int
    start: int
    end: int
    header: str
    key: frozenset[str]
    names: frozenset[str]
    value: str

    @property
    def is_flag(self) -> bool:
        """Is it yes or no?"""
        return self.value in ("yes", "no")


def fields_of(passages: Sequence[Document]) -> list[Field]:
    """The fields that hold yes, no or a status, and those of the same keys that hold something else (value "")."""
    places = [place for number, document in enumerate(passages) for place in _places(number, document)]
    told = {header for *_, header, value in places if value}
    names: dict[tuple[int, int], frozenset[str]] = {}
    found: list[Field] = []
    for number, at, start, end, header, value in places:
        if header in told:
            if (number, at) not in names:
                names[number, at] = _names(passages[number], at)
            found.append(Field(number, start, end, header, _key(header), names[number, at], value))
    return found


def _places(number: int, document: Document) -> Iterator[tuple[int, int, int, int, str, str]]:
    """Passage, sentence, start, end, header and value of every cell and labelled status."""
    for at, sentence in enumerate(document.sentences):
        unit = sentence.unit
        for cell in unit.cells:
            value = _value(document.text[cell.start : cell.end], cell.header)
            yield number, at, cell.start, cell.end, cell.header, value
        for match in () if unit.cells else _LABELLED.finditer(document.text, unit.start, unit.end):
            yield number, at, *match.span("value"), "status", _value(match["value"], "status")


def _names(document: Document, at: int) -> frozenset[str]:
    """What names a record: its words and heading, and all of a text without records."""
    unit = document.sentences[at].unit
    whole = () if unit.cells else document.stem_bag
    return frozenset((*document.sentence_bag(at), *content_stems(unit.heading), *whole))


def _value(text: str, header: str) -> str:
    words = header.lower().split()
    if not words or not _PAST.isdisjoint(words) or len(text) > 30:
        return ""
    value = plain_value(text)
    is_status = not _STATUS.isdisjoint(content_stems(words[-1]))
    return value if is_status and value in STATE_OF else _TRUTHS.get(value, "")


def _key(header: str) -> frozenset[str]:
    words = header.lower().split()
    words = words[1:] if len(words) > 1 and words[0] in OPENERS else words
    return frozenset(content_stems(" ".join(words))) - _STATUS
