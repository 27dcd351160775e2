# SPDX-License-Identifier: Apache-2.0
"""The fields of tool results and tables that hold yes, no or a status, with the words that name their record."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from faithstill.featurize.extract.document import Document, content_stems


@dataclass(frozen=True, slots=True)
class Stated:
    """Characters `start:end` of the answer, proved or refuted by a field of passage `passage` (from 0).

    `kind` is "state" or "flag", `rule` what decided, and `field` the key of a yes or no.
    """

    kind: str
    rule: str
    start: int
    end: int
    passage: int
    evidence_start: int
    evidence_end: int
    agrees: bool = False
    field: str = ""


_STATES = {
    "waiting": "pending|pending review|pending approval|under review|in review|awaiting approval|on hold|held|open|"
    "processing|in progress|being processed|queued|scheduled|in transit|on its way|out for delivery|backordered|"
    "unpaid|overdue|incomplete|unconfirmed|tentative",
    "done": "completed|complete|settled|successful|succeeded|completed successfully|processed|finalized|finalised|"
    "executed|sent|released|approved|accepted|passed|confirmed|delivered|paid|paid out|"
    "paid in full|fully paid|refunded|fully refunded|resolved|restored|published",
    "under way": "shipped|dispatched",
    "failed": "failed|unsuccessful|declined|rejected|denied|refused|cancelled|canceled|voided|expired|lapsed",
    "on": "active|activated|enabled",
    "off": "inactive|dormant|deactivated|disabled|frozen|suspended|blocked|locked|closed|paused|terminated",
}
# A thing that is closed, cancelled or expired is not active; an order that is paused, say, may yet be pending.
_APART = frozenset(
    frozenset(pair.split(","))
    for pair in ("waiting,done", "waiting,failed", "done,failed", "under way,failed", "on,off", "on,failed")
)
# What "was" so may be no more: "was pending".
PASSING = frozenset(word for state in ("waiting", "on", "off") for word in _STATES[state].split("|"))
STATE_OF = {word: state for state, words in _STATES.items() for word in words.split("|")}
ANY_STATE = "|".join(re.escape(word) for word in sorted(STATE_OF, key=len, reverse=True))


def plain_value(text: str) -> str:
    """
    >>> plain_value("PENDING_REVIEW")
    'pending review'
    """
    return text.lower().replace("_", " ").replace("-", " ").strip(" *\"'")


def excludes(one: str, other: str) -> bool:
    """Can a thing with the one status not have the other?

    >>> excludes("in transit", "delivered"), excludes("sent", "delivered")
    (True, False)
    """
    return frozenset((STATE_OF.get(one, ""), STATE_OF.get(other, ""))) in _APART


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
