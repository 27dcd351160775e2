# SPDX-License-Identifier: Apache-2.0
"""Whether a question leaves open which cell of a table an answer is about, so that none of them speaks against it.

A bare "12.5" says nothing of what it is the value of, and what is asked to be worked out stands in no cell.
"""

from __future__ import annotations

from faithstill.featurize.document import Document, content_stems
from faithstill.featurize.extract import Kind, Mention
from faithstill.featurize.values.slots.slots import EvidenceValues, Located
from faithstill.featurize.values.slots.surroundings import mentions_in

from .cells import lines_of, only_cell
from .operation import asks_for_result

_FIGURES = frozenset({Kind.MONEY, Kind.NUMBER, Kind.PERCENT, Kind.QUANTITY})


def is_left_open(
    mention: Mention, answer: Document, question: Document, evidence: EvidenceValues, rival: Located
) -> bool:
    """May the value be of another cell than the rival, or a result?"""
    if mention.kind not in _FIGURES:
        return False
    lines = evidence.once(lines_of)
    if not lines:
        return False
    if asks_for_result(question.text):
        return is_alone(mention, answer)
    if not evidence.is_cell(rival) or not is_bare(mention, answer):
        return False
    only = only_cell(question, lines)
    return only is None or (only.passage, only.mention.start) != (rival.passage, rival.mention.start)


def is_bare(mention: Mention, answer: Document) -> bool:
    """Does the sentence of a value say nothing but figures?"""
    index = answer.sentence_at(mention.start)
    if index is None:
        return True
    told = frozenset(content_stems(mention.text))
    return all(stem in told or stem[0].isdigit() for stem in answer.content(answer.sentences[index]))


def is_alone(mention: Mention, answer: Document) -> bool:
    """Is it the only figure of its sentence?"""
    index = answer.sentence_at(mention.start)
    if index is None:
        return True
    beside = mentions_in(answer, answer.sentences[index])
    return not any(m.kind in _FIGURES and m is not mention for m in beside)
