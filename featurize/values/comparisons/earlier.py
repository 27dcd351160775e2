# SPDX-License-Identifier: Apache-2.0
"""Which of two places of the evidence tells the earlier value: by their years, or by "previously", "from", "prior"."""

from __future__ import annotations

import re
from dataclasses import dataclass

from faithstill.featurize.document import Document, Sentence
from faithstill.featurize.extract import Kind, Mention
from faithstill.featurize.values.slots.slots import EvidenceValues, Located
from faithstill.featurize.values.slots.surroundings import cell_of, mentions_in

from .comparison import ORDERED

_CALENDAR = frozenset({Kind.DATE, Kind.PERIOD})
_REACH = 60  # characters
_BEFORE_LEAD = re.compile(
    r"(?<!range )(?<!ranges )(?<!ranging )(?<!ranged )\b(?:from|previously|formerly|before|"
    r"prior(?: year)?|previous(?: year)?|last year|(?P<was>was)|old|"
    r"originally|initially)[ :]{1,2}(?:an? |the |about |around )?\W?$",
    re.IGNORECASE,
)
_AFTER_LEAD = re.compile(
    r"\b(?:now|new|currently|latest)[ :]{1,2}(?:an? |the |about |around )?\W?$", re.IGNORECASE
)
_BEFORE_TAIL = re.compile(
    r"^(?: ?(?:->|→|=>)|,? ?(?:an? (?:year|quarter|month) (?:earlier|ago|before)|"
    r"(?:in|for) the (?:prior|previous|corresponding|same|year-ago)|"
    r"the (?:year|quarter|month) before|last year|previously|before (?:that|then)|in the year before))",
    re.IGNORECASE,
)
_TIMELESS = re.compile(  # what may stand between a value and the date that it is of
    r"[ ,(]*(?:\b(?:in|at|on|by|during|for|as|of|the|end|year|years|year-end|quarter|half|month|ended|ending|fiscal|"
    r"financial|first|second|third|fourth|full|dated|and|to|against|from|compared|with|versus)\b[ ,(]*){0,6}",
    re.IGNORECASE,
)
# "It was $4" tells the earlier value beside "it is $5" alone.
_PRESENT = re.compile(
    r"\b(?:is|are|(?:has|have) been|now|currently|today|will|becomes?|new)\b", re.IGNORECASE
)
_KEY_BEFORE = re.compile(r"\b(?:prior|previous|old|former|last|before|earlier|original)\b", re.IGNORECASE)
_KEY_NOW = re.compile(r"\b(?:current|new|now|latest|revised|updated)\b", re.IGNORECASE)
_PARTS = re.compile(r"(?P<year>(?:19|20)\d\d)(?:-(?P<part>(?:Q\d|H\d|\d\d)(?:-\d\d)?))?")
_MONTH = re.compile(r"--(\d\d)(?:-\d\d)?")


@dataclass(frozen=True, slots=True)
class _When:
    """The key of the date that a value is of, if any, and -1 for "previously", 1 for "now"."""

    key: str = ""
    relative: int = 0
    is_own: bool = False  # written beside the value or over its column, not just somewhere in its sentence


def came_first(one: Located, other: Located, evidence: EvidenceValues) -> int:
    """1 where the evidence says that the value at `one` is the earlier of the two, -1 the later, 0 if it is silent."""
    if (one.passage, one.mention.start) == (other.passage, other.mention.start):
        return 0
    a, b = (
        when(evidence.document(one.passage), one.mention),
        when(evidence.document(other.passage), other.mention),
    )
    if a.key and b.key and a.key != b.key:
        together = one.sentence == other.sentence or _are_alike(one, other, evidence)
        return _order(a.key, b.key) if together else 0
    if one.sentence != other.sentence and not _are_siblings(one, other, evidence):
        return 0
    if a.relative != b.relative and -1 in (a.relative, b.relative):
        return 1 if a.relative < b.relative else -1
    return 0


def when(document: Document, mention: Mention) -> _When:
    """The time that a value is of, as far as its text says it."""
    index = document.sentence_at(mention.start)
    if index is None:
        return _When()
    sentence = document.sentences[index]
    return (
        _of_cell(document, sentence, mention)
        if sentence.unit.cells
        else _in_prose(document, sentence, mention)
    )


def _of_cell(document: Document, sentence: Sentence, mention: Mention) -> _When:
    cell = cell_of(sentence, mention)
    if cell is None:
        return _When()
    header = cell.header
    found = list(_PARTS.finditer(header))
    if len(found) == 1:
        return _When(found[0].group(), is_own=True)
    relative = -1 if _KEY_BEFORE.search(header) else 1 if _KEY_NOW.search(header) else 0
    if relative:
        return _When(relative=relative, is_own=True)
    return _in_prose(document, sentence, mention)


def _in_prose(document: Document, sentence: Sentence, mention: Mention) -> _When:
    inside = mentions_in(document, sentence)
    values = [m for m in inside if m.kind in ORDERED]
    start = max([m.end for m in values if m.end <= mention.start], default=sentence.unit.start)
    end = min([m.start for m in values if m.start >= mention.end], default=sentence.unit.end)
    before = document.text[max(start, mention.start - _REACH) : mention.start]
    after = document.text[mention.end : min(end, mention.end + _REACH)]
    lead = _BEFORE_LEAD.search(before)
    if lead and lead["was"] and not _PRESENT.search(document.text, sentence.unit.start, sentence.unit.end):
        lead = None
    relative = -1 if lead or _BEFORE_TAIL.match(after) else 1 if _AFTER_LEAD.search(before) else 0
    dates = [m for m in inside if m.kind in _CALENDAR]
    key = _key_beside(document, mention, dates, start, end)
    if key:
        return _When(key, relative, is_own=True)
    alone = len({m.key for m in dates}) == 1
    return _When(dates[0].key if alone else "", relative)


def _key_beside(document: Document, mention: Mention, dates: list[Mention], start: int, end: int) -> str:
    """ "(2023: $5)", "$5 in 2023", "in 2023, fees were $5"."""
    text = document.text
    for m in dates:
        if (
            m.end <= mention.start
            and start <= m.start
            and text[m.end : mention.start] in (": ", " – ", " - ")
        ):
            return m.key
    for m in dates:
        if mention.end <= m.start < end and _TIMELESS.fullmatch(text, mention.end, m.start):
            return m.key
    leading = [m for m in dates if start <= m.start and m.end <= mention.start]
    taken = leading and start and _TIMELESS.fullmatch(text, start, leading[0].start)
    return leading[-1].key if len(leading) == 1 and not taken else ""


def _are_siblings(one: Located, other: Located, evidence: EvidenceValues) -> bool:
    """Are both members of one object, whose keys differ by "previous" and the like alone?"""
    a, b = evidence.around(one), evidence.around(other)
    return one.passage == other.passage and a.cell >= 0 and b.cell >= 0 and a.row == b.row and bool(a.row)


def _are_alike(one: Located, other: Located, evidence: EvidenceValues) -> bool:
    """Do two places say the same of their values, but for the time?"""
    a, b = evidence.around(one), evidence.around(other)
    if (a.cell >= 0) is not (b.cell >= 0):
        return False
    ours, theirs = (a.row, b.row) if a.cell >= 0 else (a.own, b.own)
    ours, theirs = (frozenset(s for s in x if s.isalpha()) for x in (ours, theirs))
    return bool(ours) and 2 * len(ours & theirs) > max(len(ours), len(theirs))


def _order(a: str, b: str) -> int:
    """1 where the first key is the earlier time, 0 where the two cannot be told apart.

    >>> _order("2023", "2024-12-31"), _order("2025-Q2", "2025-Q1"), _order("--05", "--06"), _order("2024", "2024-03")
    (1, -1, 1, 0)
    """
    x, y = _MONTH.match(a), _MONTH.match(b)
    if x and y:
        gap = int(y[1]) - int(x[1])
        return (gap > 0) - (gap < 0) if abs(gap) <= 6 else 0
    p, q = list(_PARTS.finditer(a)), list(_PARTS.finditer(b))
    if not p or not q:
        return 0
    (xy, xp), (yy, yp) = ((m[-1]["year"], m[-1]["part"] or "") for m in (p, q))
    if xy != yy:
        return 1 if xy < yy else -1
    if xp and yp and xp[0] == yp[0] and len(xp) == len(yp) and xp != yp:
        return 1 if xp < yp else -1
    return 0
