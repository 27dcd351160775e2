# SPDX-License-Identifier: Apache-2.0
"""Values that the evidence states in another form: a bare year, a month in a heading, the century of a year, an age.

They are tried last, before a value counts as absent or refuted, and can only prove it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from faithstill.featurize.align.derived.formula import Derivation
from faithstill.featurize.align.slots.slots import EvidenceValues
from faithstill.featurize.extract import Kind, Mention
from faithstill.featurize.extract.calendar_keys import granularity
from faithstill.featurize.extract.document import Document
from faithstill.featurize.extract.lexicon import MONTHS
from faithstill.featurize.extract.numbers import read_numeral

_REACH = 24  # characters behind a value that may say what it is
_YEAR = re.compile(r"1[0-9]\d\d|20\d\d")
_NAMES = {number: "|".join(n for n, m in MONTHS.items() if m == number) for number in range(1, 13)}
_CENTURY = re.compile(r"[ -]century\b(?! BC)", re.IGNORECASE)
_DATED = frozenset({"D", "M", "Q", "H", "Y"})
_OLD = re.compile(r"-? ?old\b", re.IGNORECASE)


def restated(
    mention: Mention, answer: Document, question: Document, evidence: EvidenceValues
) -> Derivation | None:
    """Return the proof that the evidence states a value in another form."""
    after = answer.text[mention.end : mention.end + _REACH]
    if pattern := _written(mention):
        return _in_text(pattern, question, evidence)
    if mention.kind is Kind.ORDINAL and _CENTURY.match(after):
        return _of_century(mention, evidence)
    if mention.kind is Kind.DURATION and "year" in mention.text and _OLD.match(after):
        return _aged(mention, question, evidence)
    return None


def _written(mention: Mention) -> re.Pattern[str] | None:
    """The pattern of a year or a month as texts write it, in keys and headings too.

    >>> _written(Mention(Kind.PERIOD, 0, 4, "2019", key="2019")).findall("passengers_2019, 12019")
    ['2019']
    """
    is_number = mention.kind is Kind.NUMBER and not mention.unit and _YEAR.fullmatch(mention.text)
    year = mention.text if is_number else mention.key
    if is_number or (mention.kind is Kind.PERIOD and granularity(year) == "Y" and year.isdigit()):
        return re.compile(rf"(?<!\d)(?<!\d[.,]){year}(?!\d|[.,]\d)")
    if mention.kind is Kind.PERIOD and granularity(mention.key) == "M" and mention.key.startswith("--"):
        return re.compile(rf"(?<![A-Za-z])(?=[A-Z])(?i:{_NAMES[int(mention.key[-2:])]})(?![A-Za-z])")
    return None


def _in_text(pattern: re.Pattern[str], question: Document, evidence: EvidenceValues) -> Derivation | None:
    for document in (*evidence.passages, question):
        if found := pattern.search(document.text):
            return Derivation("written", found.group(), (), 1.0)
    return None


def _of_century(mention: Mention, evidence: EvidenceValues) -> Derivation | None:
    """ "In the 19th century" of a date or year of it."""
    for e in evidence.by_sort.get("calendar", ()):
        key = e.mention.key.split("|")[0]
        if granularity(key) in _DATED and key[:4].isdigit() and (int(key[:4]) - 1) // 100 + 1 == mention.low:
            return Derivation("century", e.mention.text, (e.mention,), 1.0)
    return None


def _aged(mention: Mention, question: Document, evidence: EvidenceValues) -> Derivation | None:
    """ "The 34-year-old" of the bare figure of an age."""
    numeral = read_numeral(mention.text, 0)
    for m in _values(question, evidence):
        bare = m.kind is Kind.NUMBER and numeral is not None and m.low == m.high == numeral.value
        if bare or (m.kind is Kind.DURATION and m.low == m.high == mention.low):
            return Derivation("age", m.text, (m,), 1.0)
    return None


def _values(question: Document, evidence: EvidenceValues) -> Iterator[Mention]:
    for document in (*evidence.passages, question):
        yield from document.mentions
