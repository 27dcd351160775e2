# SPDX-License-Identifier: Apache-2.0
"""Does a claim stand in the evidence word for word, so that no model needs to be asked?

Only the exact words of a whole clause count, letter case, punctuation and articles aside: figures, signs and
negations must be the same, the clause must open a line, and nothing beside it may limit it ("if", "unless",
"she said", "may").
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Sequence
from itertools import accumulate
from operator import eq

from faithstill.featurize.claims.predicate import SUBORDINATORS
from faithstill.featurize.read.word_classes import (
    CLAUSE_TAKERS,
    EXCLUSIVE,
    HEDGES,
    IMPLICIT_NEGATORS,
    MODALS,
    NEGATORS,
)

from .lines import Line

_TOKEN = re.compile(
    r"[;$€£¥%°<>≤≥±]|\d+(?:[.,:/]\d+)*|[^\W\d_]+(?:['’][^\W\d_]+)*|(?<![^\s(])[-−+](?=[\d$€£¥])"
)
_ARTICLES = frozenset(("a", "an", "the"))
_FEWEST = 3  # words of a claim; of fewer, chance hits are likely
LIMITING = (
    NEGATORS
    | IMPLICIT_NEGATORS
    | HEDGES
    | MODALS
    | EXCLUSIVE
    | SUBORDINATORS
    | CLAUSE_TAKERS
    | frozenset(
        "until before after according except provided subject formerly previously false longer".split()
    )
)


def wording(text: str) -> tuple[str, ...]:
    """The words, figures and signs of a text, and its semicolons; articles left out.

    >>> wording("The fee isn’t $1,000; it's 5%.")
    ('fee', "isn't", '$', '1000', ';', "it's", '5', '%')
    """
    found = [word for word in _TOKEN.findall(text.lower().replace("’", "'")) if word not in _ARTICLES]
    return tuple([w.replace(",", "") if "," in w else w for w in found])


class Wordings:
    """The lines of the evidence, word for word."""

    def __init__(self, lines: Sequence[Line]) -> None:
        self._lines = [f" {' '.join(wording(line.text))} " for line in lines]
        self._asks = [line.text.rstrip(" \"'”’)*_").endswith("?") for line in lines]
        passages = [line.passage for line in lines]
        # One text to search; a run may pass from line to line but not from passage to passage.
        borders = ["" if same else "\n" for same in map(eq, passages, passages[1:])]
        joined = [line[:-1] + border for line, border in zip(self._lines, [*borders, " "], strict=False)]
        self._text = "".join(joined)
        self._starts = list(accumulate(map(len, joined), initial=0))

    def holders(self, text: str) -> list[int]:
        """The lines over which the words of a text stand in one run, limited or not."""
        words = _bare(text)
        run = f" {' '.join(words)} "
        found: set[int] = set()
        at = self._text.find(run) if len(words) >= _FEWEST else -1
        while at >= 0:
            first = bisect_right(self._starts, at) - 1
            last = bisect_right(self._starts, at + len(run) - 2) - 1
            found.update(range(first, last + 1))
            at = self._text.find(run, at + 1)
        return sorted(found)

    def states(self, text: str) -> bool:
        """Does a line say the text word for word, as a clause that nothing limits?"""
        words = _bare(text)
        holders = [i for i in self.holders(text) if not self._asks[i]]
        return any(_stands(self._lines[i].split(), words) for i in holders)


def _bare(text: str) -> list[str]:
    words = list(wording(text))
    while words and words[-1] == ";":
        words.pop()
    return words


def _stands(line: list[str], words: list[str]) -> bool:
    """Do the words open the line, or follow a semicolon, and end it or end before another clause?"""
    size = len(words)
    for i in range(len(line) - size + 1):
        if line[i : i + size] != words or not (i == 0 or line[i - 1] == ";"):
            continue
        rest = line[i + size :]
        joined = not rest or rest[0] == ";" or (rest[0] in {"and", "but"} and not words[-1][0].isdigit())
        if joined and not any(word in LIMITING for word in (*line[:i], *rest)):
            return True
    return False
