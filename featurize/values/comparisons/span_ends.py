# SPDX-License-Identifier: Apache-2.0
"""The end of a span told as its beginning: "the war began in 1918" where it lasted from 1914 to 1918.

A word of beginning or of ending beside a date or a time of the answer is held against the evidence, which tells the two
ends by "from A to B", by such words of its own ("check-in is at 3 pm and check-out at 11 am") or by its fields.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import pairwise

from faithstill.featurize.document import Document, Sentence, content_stems
from faithstill.featurize.extract import Kind, Mention
from faithstill.featurize.values.slots.slots import EvidenceValues, Located
from faithstill.featurize.values.slots.surroundings import cell_of, mentions_in

from .comparison import CONDITIONAL, Comparison

_FIRST, _LAST = 1, -1
_REACH = 60  # characters
_BEGINNING = (
    r"check[ -]?in|(?:begin|start|open|commence)s?|began|(?:start|open|commenc)ed|takes effect|effective"
)
_ENDING = (
    r"check[ -]?out|(?:end|close|expire|conclude|terminate)s?|(?:end|clos|expir|finish|conclud|terminat)ed"
)
_CUE = (
    rf"(?<!\bat )(?<!\bby )(?<!\byear[ -])(?<!\bmonth[ -])\b(?:(?P<first>{_BEGINNING})|(?P<last>{_ENDING}))"
)
# What may stand between the word and its value: "begins at", "check-out is by", "closes daily at".
_LEAD = re.compile(
    rf"{_CUE}(?:,? (?:time|date|day|is|was|are|were|at|on|in|by|daily|only|already|the)\b|:){{0,4}} ?$",
    re.IGNORECASE,
)
_FIELD_FIRST = re.compile(r"(?i)(?:\b|_)(?:start|begin|from|opens?|opening|effective|check.?in)(?:\b|_)")
_FIELD_LAST = re.compile(
    r"(?i)(?:\b|_)(?:end|ends|ending|until|to|expiry|expires|closes?|closing|check.?out)(?:\b|_)"
)
_RANGE = re.compile(r"\s(?:to|until|till|through|and)\s|\s?[–—-]\s?")
_FIELD_OF_BOTH = re.compile(r"(?i)\b(?:hours|times|period|dates)\b")
_DASH = re.compile(r"\s?(?:–|—|-)\s?")
_TO = re.compile(r"\s(?:to|until|till|through)\s(?:the\s)?")
# A span in which something is not: it begins where that ends.
_WITHOUT = re.compile(
    r"(?i)\b(?:closed|shut\w*|suspend\w*|halt\w*|stop\w*|paus\w*|bann?\w*|except\w*|unavailable|not|no|never|without|"
    r"blackout|breaks?|interrupt\w*|cancel\w*|exclud\w*|vacan\w*|between|moved|postponed|extended|changed|brought)\b"
)
# "Is open from nine", but not "opens": what else begins or ends in the sentence may be another thing's.
_OTHER_END = re.compile(
    r"(?i)\b(?:begins?|began|starts?|started|opens|opened|commence[sd]?|ends|ended|closes|expire[sd]?|finished|"
    r"conclude[sd]?|terminate[sd]?)\b"
)
_DOORS = re.compile(r"(?i)(?:open|clos)")
_HOURS = re.compile(r"(?i)\b(?:open|opening|hours|business|staffed)\b")
_DENIED = re.compile(r"(?i)(?:\bnot|n['’]t|\bnever|\bno)\s(?:\w+\s){0,2}$")
_TIMED = frozenset({Kind.DATE, Kind.PERIOD, Kind.TIME})
_YEAR = re.compile(r"(?:1[0-9]|20)\d\d")
_CUE_STEMS = frozenset(
    content_stems(re.sub(r"\W+", " ", "begin began start started open opened end ended close closed"))
)
_MOST = 12  # places of the value


@dataclass(frozen=True, slots=True)
class _End:
    """A value of the evidence that is the first or the last of a span, with the other end where one is told with it."""

    value: Located
    side: int
    other: Located | None
    words: frozenset[str]  # that say what begins or ends


def ends(
    answer: Document, sentence: Sentence, question: Document, evidence: EvidenceValues
) -> Iterator[Comparison]:
    """The values of a sentence that it tells as one end of a span of which the evidence has them as the other."""
    for mention in mentions_in(answer, sentence):
        cue = _cue(answer, sentence, mention) if mention.kind in _TIMED else None
        if cue is None:
            continue
        start = mention.start - (cue.endpos - cue.start())
        said = answer.text[sentence.unit.start : start]
        if _DENIED.search(said) or CONDITIONAL.search(said):
            continue
        subject = (
            frozenset(s for s in content_stems(re.split(r"[,;:]", said)[-1]) if not s.isdigit()) - _CUE_STEMS
        )
        if cue.group().lower().startswith("check"):
            subject |= frozenset(content_stems("check"))
        asked = frozenset(filter(None, question.stems))
        found = _exchanged(mention, cue, subject or asked, evidence, is_asked=not subject)
        if found:
            shown = answer.text[start : mention.end]
            yield Comparison(start, mention.end, shown, cue.group().strip(), False, found.value, found.other)


def _cue(document: Document, sentence: Sentence, mention: Mention) -> re.Match[str] | None:
    start = max(sentence.unit.start, mention.start - _REACH)
    return _LEAD.search(document.text[start : mention.start])


def _exchanged(
    mention: Mention, cue: re.Match[str], subject: frozenset[str], evidence: EvidenceValues, *, is_asked: bool
) -> _End | None:
    """The value as the other end of a span, if it is so wherever the evidence states it."""
    side = _FIRST if cue["first"] else _LAST
    places = [e for e in evidence.values if _is_within(e.mention, mention)]
    if not places or len(places) > _MOST:
        return None
    known = [_end(e, mention, evidence) for e in places]
    if any(end is None or end.side == side for end in known):
        return None
    for end in filter(None, known):
        if subject.isdisjoint(end.words) or not (is_asked or subject <= end.words):
            continue
        if _DOORS.match(cue.group()) and not _HOURS.search(_text(end.value, evidence)):
            continue
        other = end.other or _labelled(side, end, evidence)
        if other and (other is end.value or not _is_within(other.mention, mention)):
            return replace(end, other=other)
    return None


def _is_within(stated: Mention, value: Mention) -> bool:
    """Is a value of the evidence the answer's date, a day in its month, or a range with it at an end?"""
    if stated.kind is Kind.NUMBER:
        return bool(_YEAR.fullmatch(stated.text)) and stated.text == value.key
    if stated.kind not in _TIMED or (stated.kind is Kind.TIME) is not (value.kind is Kind.TIME):
        return False
    return any(f"{end}-".startswith(f"{value.key}-") for end in stated.key.split("/"))


def _end(e: Located, mention: Mention, evidence: EvidenceValues) -> _End | None:
    """What end of what span the evidence has in a place; None where that is not certain."""
    document = evidence.document(e.passage)
    index = document.sentence_at(e.mention.start)
    if index is None:
        return None
    sentence = document.sentences[index]
    side = _label(e, evidence)
    if side:
        return _End(e, side, None, _words(e, evidence))
    text = _text(e, evidence)
    if _WITHOUT.search(text) or _OTHER_END.search(text):
        return None
    first, *rest = e.mention.key.split("/")
    if rest and not _RANGE.search(e.mention.text):
        return None
    if rest:
        is_first = f"{first}-".startswith(f"{mention.key}-")
        is_last = f"{rest[-1]}-".startswith(f"{mention.key}-")
        said = _said_before(document, sentence, e.mention, e, evidence)
        return None if is_first is is_last else _End(e, _FIRST if is_first else _LAST, e, said)
    inside = [m for m in mentions_in(document, sentence) if m.kind in _TIMED or _YEAR.fullmatch(m.text)]
    for one, other in pairwise(inside):
        if e.mention.start in (one.start, other.start) and _is_span(document.text, one, other):
            is_first = one.start == e.mention.start
            mate = Located(e.passage, other if is_first else one)
            said = _said_before(document, sentence, one, e, evidence)
            return _End(e, _FIRST if is_first else _LAST, mate, said)
    return None


def _is_span(text: str, one: Mention, other: Mention) -> bool:
    if (one.kind is Kind.TIME) is not (other.kind is Kind.TIME):
        return False
    return bool(_TO.fullmatch(text, one.end, other.start) or _DASH.fullmatch(text, one.end, other.start))


def _label(e: Located, evidence: EvidenceValues) -> int:
    """1 where words or a field before a value make it a beginning, -1 where they make it an end, 0 where none do."""
    document = evidence.document(e.passage)
    index = document.sentence_at(e.mention.start)
    if index is None:
        return 0
    sentence = document.sentences[index]
    cell = cell_of(sentence, e.mention)
    if cell is not None and cell.header and not _FIELD_OF_BOTH.search(cell.header):
        return bool(_FIELD_FIRST.search(cell.header)) - bool(_FIELD_LAST.search(cell.header))
    cue = _cue(document, sentence, e.mention)
    return 0 if cue is None else _FIRST if cue["first"] else _LAST


def _said_before(
    document: Document, sentence: Sentence, first: Mention, e: Located, evidence: EvidenceValues
) -> frozenset[str]:
    """What a span is of: its heading, what leads up to it, and in a table its row and column."""
    around = evidence.around(e)
    text = f"{sentence.unit.heading} {document.text[sentence.unit.start : first.start]}"
    return frozenset(content_stems(text)) | around.row | around.column


def _labelled(side: int, end: _End, evidence: EvidenceValues) -> Located | None:
    """The one other value of a like place that words or a field make the end that is sought."""
    kind = end.value.mention.kind
    like = [e for e in evidence.values if e.mention.kind is kind and _label(e, evidence) == side]
    like = [e for e in like if not end.words.isdisjoint(_words(e, evidence))]
    return like[0] if len({e.mention.key for e in like}) == 1 else None


def _text(e: Located, evidence: EvidenceValues) -> str:
    document = evidence.document(e.passage)
    index = document.sentence_at(e.mention.start)
    if index is None:
        return ""
    unit = document.sentences[index].unit
    return f"{unit.heading} {document.text[unit.start : unit.end]}"


def _words(e: Located, evidence: EvidenceValues) -> frozenset[str]:
    around = evidence.around(e)
    return frozenset(content_stems(_text(e, evidence))) | around.own | around.shared
