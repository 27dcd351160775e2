# SPDX-License-Identifier: Apache-2.0
"""Whether a question leaves open which cell of a table an answer is about, so that none of them speaks against it.

A bare "12.5" says nothing of what it is the value of, and what is asked to be worked out stands in no cell.
"""

from __future__ import annotations

from faithstill.featurize.align.slots.context import mentions_in
from faithstill.featurize.align.slots.rivals import Contest
from faithstill.featurize.extract import Kind, Mention
from faithstill.featurize.extract.document import Document, content_stems

from .asked_cells import Figure, lines_of, only_cell
from .operation import words_of_result

FIGURES = frozenset({Kind.MONEY, Kind.NUMBER, Kind.PERCENT, Kind.QUANTITY})


def is_left_open(contest: Contest) -> bool:
    """May the value be a result, or of one of several cells?"""
    if contest.mention.kind not in FIGURES or not contest.evidence.once(lines_of):
        return False
    if _asks_for_result(contest):
        return is_alone(contest.mention, contest.answer)
    return is_bare(contest.mention, contest.answer)


def _asks_for_result(contest: Contest) -> bool:
    """Does the question ask for what is worked out, and does no cell that it names bear the very words?"""
    result = words_of_result(contest.question.text)
    if result is None:
        return False
    only = _only_cell(contest)
    return only is None or not result <= only.name


def _only_cell(contest: Contest) -> Figure | None:
    stated = [m for m in contest.answer.mentions if m is not contest.mention and m.kind in FIGURES]
    return only_cell(contest.question, contest.evidence.once(lines_of), stated)


def is_bare(mention: Mention, answer: Document) -> bool:
    """Does the sentence of a value say nothing but figures?"""
    index = answer.sentence_at(mention.start)
    if index is None:
        return True
    told = frozenset(content_stems(" ".join(m.text for m in answer.mentions if m.kind in FIGURES)))
    return all(stem in told or stem[0].isdigit() for stem in answer.content(answer.sentences[index]))


def is_alone(mention: Mention, answer: Document) -> bool:
    """Is it the only figure of its sentence?"""
    index = answer.sentence_at(mention.start)
    if index is None:
        return True
    beside = mentions_in(answer, answer.sentences[index])
    return not any(m.kind in FIGURES and m is not mention for m in beside)
