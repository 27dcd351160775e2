# SPDX-License-Identifier: Apache-2.0
"""Moves of an answer that cannot be: by their own two values, or by what the evidence says came first."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import product

from faithstill.featurize.document import Document, Sentence, content_stems
from faithstill.featurize.extract import VALUE_KINDS, Mention
from faithstill.featurize.extract.agree import agree
from faithstill.featurize.values.slots.slots import EvidenceValues, Located
from faithstill.featurize.values.slots.surroundings import RELATING, mentions_in

from .comparison import Comparison
from .earlier import came_first
from .from_to import Move, moves, scale_of

_MOST = 12  # places of one value
_TOLD = frozenset(content_stems("year month quarter change changed rise fall increase decrease reduce"))

_Pair = tuple[Located, Located]


def moved(answer: Document, sentence: Sentence, evidence: EvidenceValues) -> Iterator[Comparison]:
    """The moves of one sentence of the answer, each with whether it holds; None where nothing is certain."""
    unit = sentence.unit
    text = answer.text[unit.start : unit.end]
    for move in moves(text, unit.start, mentions_in(answer, sentence)):
        pair = None
        if move.is_contradictory:
            holds = False if not _is_copied(move, evidence) else None
            pair = Located(-1, move.later), Located(-1, move.earlier)
        else:
            pair = _turned(move, _subject(answer, sentence, move), evidence)
            holds = None if pair is None else False
        shown = answer.text[move.start : move.end]
        yield Comparison(move.start, move.end, shown, move.cue, holds, *(pair or ()))


def _is_copied(move: Move, evidence: EvidenceValues) -> bool:
    """Does the evidence itself tell the move with these two values and this verb?"""
    for e in _places(move.later, evidence):
        document = evidence.document(e.passage)
        index = document.sentence_at(e.mention.start)
        if index is None:
            continue
        told = document.sentences[index]
        text = document.text[told.unit.start : told.unit.end]
        for other in moves(text, told.unit.start, mentions_in(document, told)):
            if (
                other.sign == move.sign
                and agree(move.earlier, other.earlier)
                and agree(move.later, other.later)
            ):
                return True
    return False


def _subject(answer: Document, sentence: Sentence, move: Move) -> frozenset[str]:
    """The words of the sentence that say what moved."""
    values = (m for m in mentions_in(answer, sentence) if m.kind in VALUE_KINDS)
    figures = {s for m in values for s in content_stems(m.text)}
    return (
        frozenset(answer.content(sentence)) - RELATING - _TOLD - figures - frozenset(content_stems(move.cue))
    )


def _turned(move: Move, subject: frozenset[str], evidence: EvidenceValues) -> _Pair | None:
    """The one pair of places of the two values of which the evidence says that the later one came first.

    All places of one of the values must be in such a pair, and no pair may say that the answer is right; where some
    sentence states both values, only such sentences are asked.
    """
    return next(
        (found for pair in _written(move) if (found := _turned_pairs(*pair, subject, evidence))),
        None,
    )


def _written(move: Move) -> Iterator[tuple[Mention, Mention]]:
    """The two values as the evidence may write them: "cut from 6.2 to 4.9 billion" of "4.9 to 6.2 billion"."""
    yield from move.sizes
    if len(move.sizes) == 2 and move.sizes[1][1] == move.later:
        (whole, scaled), scale = move.sizes[1], scale_of(move.later)
        low = None if scaled.low is None else scaled.low / scale
        yield whole, replace(scaled, kind=move.earlier.kind, unit=move.earlier.unit, low=low, high=low)


def _turned_pairs(
    earlier: Mention, later: Mention, subject: frozenset[str], evidence: EvidenceValues
) -> _Pair | None:
    befores, afters = _places(earlier, evidence), _places(later, evidence)
    if not befores or not afters or max(len(befores), len(afters)) > _MOST:
        return None
    pairs: list[_Pair] = []
    both = list(product(befores, afters))
    together = [(a, b) for a, b in both if a.sentence == b.sentence and _place(a) != _place(b)]
    for before, after in together or both:
        order = came_first(before, after, evidence)
        if order > 0 or (together and not order):
            return None
        if order < 0 and _is_about(subject, before, evidence) and _is_about(subject, after, evidence):
            pairs.append((after, before))
    if not pairs:
        return None
    covered = ({_place(pair[1]) for pair in pairs}, {_place(pair[0]) for pair in pairs})
    whole = (len({_place(e) for e in befores}), len({_place(e) for e in afters}))
    return pairs[0] if any(len(c) == w for c, w in zip(covered, whole, strict=True)) else None


def _place(e: Located) -> tuple[int, int]:
    return e.passage, e.mention.start


def _places(value: Mention, evidence: EvidenceValues) -> Sequence[Located]:
    like = evidence.like(value)
    return [e for same in like if agree(value, same[0].mention) for e in same]


def _is_about(subject: frozenset[str], e: Located, evidence: EvidenceValues) -> bool:
    """Does the place's sentence, row or heading speak of what the answer says moved?"""
    around = evidence.around(e)
    document = evidence.document(e.passage)
    index = document.sentence_at(e.mention.start)
    words = around.own | around.shared | around.row | around.column
    if index is not None:
        words |= frozenset(document.content(document.sentences[index]))
    return not subject.isdisjoint(words)
