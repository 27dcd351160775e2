# SPDX-License-Identifier: Apache-2.0
"""Values that the evidence spells so that no mention is read from it: a fortnight, the century of a year, "R300"."""

from __future__ import annotations

import re
from decimal import Decimal

from faithstill.featurize.extract import Kind
from faithstill.featurize.extract.calendar_keys import granularity
from faithstill.featurize.values.derived.derive import Derivation

from .points_in_time import Moments
from .sought import Sought

_RHYTHMS = {
    ("day", 14): re.compile(r"\bfortnight(?:ly)?\b", re.IGNORECASE),
    ("month", 3): re.compile(r"\bquarterly\b|\b(?:every|each|per|a) (?:calendar )?quarter\b", re.IGNORECASE),
    ("month", 6): re.compile(r"\b(?:half-yearly|semi-?annual(?:ly)?)\b", re.IGNORECASE),
}
_TIMES = frozenset("3 6 month half year quarter".split())
_EVERY = re.compile(r"\b(?:every|each) $", re.IGNORECASE)
_CENTURY = re.compile(r"[ -]century\b(?![ ]BC)", re.IGNORECASE)
_HUNDRED = re.compile(r"(\d\d)C([XEML])")
_PART = re.compile(
    r"\b(?:(?P<E>early|beginning of the|start of the)|(?P<M>mid|middle of the)|(?P<L>late|end of the))[ -]$",
    re.IGNORECASE,
)
_YEARLY = frozenset({"D", "M", "Q", "H", "Y"})
_RAND = re.compile(r"(?<![A-Za-z0-9])R[ ]?(\d{1,3}(?:,?\d{3})*(?:\.\d{1,2})?)(?![\w,.]*\d|[A-Za-z])")


def rhythm(sought: Sought, moments: Moments) -> Derivation | None:
    """ "Every two weeks" of "once a fortnight", "every three months" of "quarterly"."""
    target = sought.mention
    if target.kind is not Kind.DURATION or target.low is None or target.low != target.high:
        return None
    pattern = _RHYTHMS.get((target.unit, int(target.low)))
    if pattern is None or (target.unit == "month" and not _EVERY.search(sought.before)):
        return None
    for document in (*sought.evidence.passages, sought.question):
        if pattern.search(document.text) is None:
            continue
        for sentence in document.sentences:
            said = pattern.search(document.text, sentence.unit.start, sentence.unit.end)
            words = sought.stems - _TIMES
            if said and (target.unit == "day" or not words.isdisjoint(document.content(sentence))):
                return sought.found("written", said.group())
    return None


def century(sought: Sought, moments: Moments) -> Derivation | None:
    """ "In the 19th century" of a date or year of it, told in some of the same words."""
    target = sought.mention
    if target.kind is Kind.PERIOD and (hundred := _HUNDRED.search(target.key)):
        return _written_century(sought, int(hundred[1]) + 1, hundred[2])
    if target.kind is not Kind.ORDINAL or target.low is None or not _CENTURY.match(sought.after):
        return None
    part = _PART.search(sought.before)
    for e in sought.evidence.by_sort.get("calendar", ()):
        hundred = _HUNDRED.search(e.mention.key)
        if hundred and int(hundred[1]) + 1 == target.low and (part is None or part.lastgroup == hundred[2]):
            return sought.found("written", e.mention.text, e.mention)
        key = e.mention.key.split("|")[0]
        if granularity(key) not in _YEARLY or not key[:4].isdigit() or not sought.shared(e):
            continue
        if (int(key[:4]) - 1) // 100 + 1 == target.low:
            return sought.found("written", e.mention.text, e.mention)
    return None


def _written_century(sought: Sought, number: int, part: str) -> Derivation | None:
    """ "The early 1200s" of "the early 13th century"."""
    for e in sought.evidence.by_sort.get("ordinal", ()):
        text = sought.evidence.document(e.passage).text
        m = e.mention
        if m.low == number and _CENTURY.match(text, m.end):
            said = _PART.search(text, max(0, m.start - 12), m.start)
            if part in ("X", said.lastgroup if said else "X"):
                return sought.found("written", m.text, m)
    return None


def rand(sought: Sought, moments: Moments) -> Derivation | None:
    """ "300 rand" of "R300", which may be a model of a thing as well."""
    target = sought.mention
    if target.kind is not Kind.MONEY or target.unit != "ZAR" or target.low != target.high:
        return None
    for text in sought.texts():
        for found in _RAND.finditer(text):
            if Decimal(found[1].replace(",", "")) == target.low:
                return sought.found("written", found.group())
    return None
