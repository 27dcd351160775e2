# SPDX-License-Identifier: Apache-2.0
"""Comparisons whose other side words point at: "$125, which is less than the referrer", "the X lasts longer, with 14
hours against 12", "27 November, earlier than the original estimate".
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace

from faithstill.featurize.document import Document, Sentence, content_stems
from faithstill.featurize.extract import VALUE_KINDS, Kind, Mention
from faithstill.featurize.extract.agree import agree
from faithstill.featurize.values.slots.slots import EvidenceValues, Located
from faithstill.featurize.values.slots.surroundings import cell_of, mentions_in, surroundings

from .comparison import AGAINST, COMPARATIVES, Comparison, is_ordered, stands
from .from_to import scale_of

_RELATIONS = {word: relation for words, relation in AGAINST for word in words.split("|")}
_ADJECTIVES = {word: relation for words, relation, _ in COMPARATIVES for word in words.split("|")}
_CUES = "|".join(sorted(_RELATIONS, key=len, reverse=True))
_ADJECTIVE = "|".join(sorted(_ADJECTIVES, key=len, reverse=True))
_WHICH = re.compile(
    rf",? (?:which|that) (?:is|was) (?P<cue>{_CUES}) (?:the |that of (?:the )?|what the )?"
    r"(?P<who>[a-z][\w' -]{2,40}?)(?:['’]s?)?(?: (?:gets?|receives?|pays?|earns?))?[.;]",
    re.IGNORECASE,
)
_WITH = re.compile(
    rf"^(?P<lead>[^;:]{{1,120}}?\b(?:is|are|was|has|have|lasts?|costs?|takes?|runs?|weighs?|pays?|charges?)) "
    rf"(?:the |a )?(?P<cue>{_ADJECTIVE})\b[^;:]{{0,60}}?,? (?:with|at) $",
    re.IGNORECASE,
)
_AGAINST_NEXT = re.compile(r" (?:against|versus|vs\.?|compared (?:with|to)) (?:only |just )?", re.IGNORECASE)
_THAN_BEFORE = re.compile(
    r"(?: at \S{1,8})?,? (?:which is )?(?P<cue>earlier|later|sooner) than (?:the |its |your )?"
    r"(?P<sort>original|originally|initial|initially|first|previous|previously|planned|scheduled|old)\b ?"
    r"(?P<who>[a-z ]{0,30})",
    re.IGNORECASE,
)
_NEW = re.compile(r"\b(?:new|revised|updated|current|latest|actual|now|rescheduled)\b", re.IGNORECASE)


def pointed(answer: Document, sentence: Sentence, evidence: EvidenceValues) -> Iterator[Comparison]:
    """The comparisons of one sentence of these three forms that do not hold."""
    inside = [m for m in mentions_in(answer, sentence) if m.kind in VALUE_KINDS]
    for n, mention in enumerate(inside):
        if mention.kind is Kind.DATE:
            yield from _dated(answer, mention, evidence)
            continue
        yield from _named(answer, mention, inside[:n])
        if n + 1 < len(inside):
            yield from _told_apart(answer, sentence, (mention, inside[n + 1]), evidence)


def _named(answer: Document, x: Mention, before: Sequence[Mention]) -> Iterator[Comparison]:
    """ "The referrer receives $75, the customer $125, which is less than the referrer." """
    match = _WHICH.match(answer.text, x.end)
    who = frozenset(content_stems(match["who"])) if match else frozenset()
    if not match or not who:
        return
    named = [y for y in before if is_ordered(x, y) and who <= surroundings(answer, y).own]
    if len(named) == 1 and stands(x, named[0], _RELATIONS[match["cue"].lower()]) is False:
        sides = Located(-1, x), Located(-1, named[0])
        yield Comparison(
            x.start, match.end(), answer.text[x.start : match.end()], match["cue"], False, *sides
        )


def _told_apart(
    answer: Document, sentence: Sentence, pair: tuple[Mention, Mention], evidence: EvidenceValues
) -> Iterator[Comparison]:
    """ "The Hill 15 lasts longer, with 14 hours against 12": is the 14 more, and is it the Hill 15's?"""
    x, y = pair[0], _in_unit_of(pair[1], pair[0])
    begin = sentence.unit.start
    if not _AGAINST_NEXT.fullmatch(answer.text, x.end, y.start) or x.low is None or y.low is None:
        return
    match = _WITH.match(answer.text[begin : x.start])
    if not match:
        return
    relation = _ADJECTIVES[match["cue"].lower()]
    holds = stands(x, y, relation) if is_ordered(x, y) else None
    sides: tuple[Located, Located] = Located(-1, x), Located(-1, y)
    if holds:
        subject = frozenset(content_stems(match["lead"]))
        for a, b in _rows(x, y, evidence):
            ours, theirs = (evidence.around(e).row for e in (a, b))
            if not subject & (ours - theirs) and subject & (theirs - ours):
                holds, sides = False, (a, b)
    if holds is False:
        yield Comparison(begin, y.end, answer.text[begin : y.end], match["cue"], False, *sides)


def _in_unit_of(y: Mention, x: Mention) -> Mention:
    """ "14 hours against 12": the second leaves its unit to the first."""
    if y.kind is not Kind.NUMBER or y.low is None or x.kind is Kind.NUMBER:
        return y
    whole = y.low * scale_of(x)
    return replace(y, kind=x.kind, unit=x.unit, low=whole, high=whole)


def _rows(x: Mention, y: Mention, evidence: EvidenceValues) -> Iterator[tuple[Located, Located]]:
    """The one pair of cells of one column that state the two values."""
    ours, theirs = _cells(x, evidence), _cells(y, evidence)
    pairs = [
        (a, b)
        for a in ours
        for b in theirs
        if a.passage == b.passage and evidence.around(a).column == evidence.around(b).column
    ]
    if len(pairs) == 1:
        yield pairs[0]


def _cells(value: Mention, evidence: EvidenceValues) -> list[Located]:
    found = (e for same in evidence.like(value) if agree(value, same[0].mention) for e in same)
    return [e for e in found if evidence.around(e).cell >= 0]


def _dated(answer: Document, mention: Mention, evidence: EvidenceValues) -> Iterator[Comparison]:
    """ "Earlier than the original estimate", by the fields `new_estimate` and `estimated_delivery` of a tool result."""
    match = _THAN_BEFORE.match(answer.text, mention.end)
    if not match:
        return
    news = [e for e in _cells(mention, evidence) if _NEW.search(_header(e, evidence))]
    who = frozenset(content_stems(match["who"]))
    for e in news:
        wanted = who or frozenset(content_stems(_NEW.sub(" ", _header(e, evidence))))
        document = evidence.document(e.passage)
        olds = {
            m.key: Located(e.passage, m)
            for m in document.mentions
            if m.kind is Kind.DATE and m.key != e.mention.key and len(m.key) == len(e.mention.key)
            if wanted & frozenset(content_stems(_header(Located(e.passage, m), evidence)))
        }
        if len(olds) == 1:
            ((key, old),) = olds.items()
            is_later = e.mention.key > key
            if is_later is not (match["cue"].lower() == "later"):
                shown = answer.text[mention.start : match.end()]
                yield Comparison(mention.start, match.end(), shown, match["cue"], False, e, old)


def _header(e: Located, evidence: EvidenceValues) -> str:
    document = evidence.document(e.passage)
    index = document.sentence_at(e.mention.start)
    cell = cell_of(document.sentences[index], e.mention) if index is not None else None
    return cell.header if cell else ""
