# SPDX-License-Identifier: Apache-2.0
"""Evidence cut into batches that a model reads well: the best passage first, the second best last.

Models read the ends of their context better than its middle (Liu et al. 2024, Lost in the Middle, TACL 12).
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

from faithstill.data import Passage
from faithstill.featurize.evidence.lines import estimate
from faithstill.featurize.read.structure import units

TOKENS = 4_000
_WORD = re.compile(r"\S+")


@dataclass(frozen=True, slots=True)
class PassageExcerpt:
    """Characters `start:end` of passage `passage` (from 0), as they stand."""

    passage: int
    start: int
    end: int
    text: str


def batches(passages: Sequence[Passage], *, tokens: int = TOKENS) -> tuple[tuple[PassageExcerpt, ...], ...]:
    """The passages, best score first, in batches of at most about `tokens`, each with its second best last.

    Nothing is left out: a passage longer than a batch is read in several. Passages without a score keep their order,
    behind those that have one.

    >>> scored = [Passage(f"Passage {n}.", score=n / 10) for n in range(5)]
    >>> [excerpt.text[8] for excerpt in batches(scored)[0]]
    ['4', '2', '1', '0', '3']
    """
    if tokens < 16:
        raise ValueError(f"batches of {tokens} tokens: at least 16 are needed")
    best_first = sorted(range(len(passages)), key=lambda n: _rank(passages[n]))
    found: list[list[PassageExcerpt]] = []
    room = 0
    for number in best_first:
        for excerpt in _excerpts(number, passages[number].text, tokens):
            size = estimate(excerpt.text)
            if not found or size > room:
                found.append([])
                room = tokens
            found[-1].append(excerpt)
            room -= size
    return tuple((batch[0], *batch[2:], *batch[1:2]) for batch in found)


def _rank(passage: Passage) -> float:
    return float("inf") if passage.score is None or passage.score != passage.score else -passage.score


def _excerpts(number: int, text: str, tokens: int) -> Iterator[PassageExcerpt]:
    """The passage, or parts of it that end between sentences where they can."""
    if not text.strip():
        return
    start = 0
    for cut in [*_cuts(text, tokens), len(text)]:
        yield PassageExcerpt(number, start, cut, text[start:cut])
        start = cut


def _cuts(text: str, tokens: int) -> list[int]:
    if estimate(text) <= tokens:
        return []
    starts = [0, *(unit.start for unit in units(text) if unit.start > 0), len(text)]
    borders = [cut for start, end in pairwise(starts) for cut in _borders(text, start, end, tokens)]
    cuts: list[int] = []
    size = 0
    for start, end in pairwise([*borders, len(text)]):
        own = estimate(text[start:end])
        if size and size + own > tokens:
            cuts.append(start)
            size = 0
        size += own
    return cuts


def _borders(text: str, start: int, end: int, tokens: int) -> Iterator[int]:
    """Where a part may begin: at a sentence, or in one longer than a batch at a word, or in such a word anywhere."""
    yield start
    if estimate(text[start:end]) <= tokens:
        return
    for word in _WORD.finditer(text, start, end):
        # No token is shorter than a character.
        yield from (cut for cut in range(word.start(), word.end(), tokens) if cut > start)
