# SPDX-License-Identifier: Apache-2.0
"""A value told as reached by a rise where the evidence, wherever it states it, tells a fall or no change."""

from __future__ import annotations

import re
from collections.abc import Iterator

from faithstill.featurize.document import Document, Sentence, content_stems
from faithstill.featurize.extract import VALUE_KINDS, Kind
from faithstill.featurize.extract.agree import agree
from faithstill.featurize.values.slots.slots import EvidenceValues, Located
from faithstill.featurize.values.slots.surroundings import RELATING, mentions_in, surroundings

from .comparison import ORDERED, Comparison
from .directions import NOWHERE, are_opposite, direction, is_unmoved, without_directions

_MOST = 6  # places of the value
_SHARE = 0.6  # of the words said that the evidence must say too
_CHANGES = frozenset({Kind.PERCENT, Kind.MONEY})
# Of these less than nothing is told as more.
_NEGATIVE = re.compile(
    r"(?i)\b(?:loss\w*|deficits?|shortfall|outflows?|negative|minus|debt|expenses?|costs?|charges?)\b"
)


def ways(answer: Document, sentence: Sentence, evidence: EvidenceValues) -> Iterator[Comparison]:
    """The values of a sentence whose rise or fall all places that state them deny."""
    for mention in mentions_in(answer, sentence):
        way = direction(answer, mention) if mention.kind in ORDERED else NOWHERE
        if way == NOWHERE:
            continue
        places = [e for same in evidence.like(mention) if agree(mention, same[0].mention) for e in same]
        if not places or len(places) > _MOST:
            continue
        text = answer.text[sentence.unit.start : sentence.unit.end]
        said = _said(answer, sentence)
        if said and all(_is_denied(way, text, e, evidence) and _speaks_of(said, e, evidence) for e in places):
            start, end = max(sentence.unit.start, mention.start - 40), mention.end
            start = answer.text.find(" ", start, mention.start) + 1 if start > sentence.unit.start else start
            yield Comparison(
                start, end, answer.text[start:end], "way", False, Located(-1, mention), places[0]
            )


def _said(answer: Document, sentence: Sentence) -> frozenset[str]:
    values = (m for m in mentions_in(answer, sentence) if m.kind in VALUE_KINDS)
    figures = {stem for m in values for stem in content_stems(m.text)}
    return without_directions(frozenset(answer.content(sentence)) - RELATING - figures)


def _is_denied(way: tuple[int, str], text: str, e: Located, evidence: EvidenceValues) -> bool:
    document = evidence.document(e.passage)
    told = direction(document, e.mention)
    if told != NOWHERE:
        return are_opposite(way, told)
    if way[1] == "to":
        return is_unmoved(document, e.mention)
    below = e.mention.low is not None and e.mention.low < 0 and e.mention.kind in _CHANGES
    return below and way[0] > 0 and not _NEGATIVE.search(text)


def _speaks_of(said: frozenset[str], e: Located, evidence: EvidenceValues) -> bool:
    document = evidence.document(e.passage)
    index = document.sentence_at(e.mention.start)
    around = surroundings(document, e.mention)
    words = around.own | around.shared
    if index is not None:
        words |= frozenset(document.content(document.sentences[index]))
    return len(said & words) >= _SHARE * len(said)
