# SPDX-License-Identifier: Apache-2.0
"""All evidence of an answer in one bundle, and for each claim the windows of it that an encoder should read.

The windows of a claim are the union of those of each passage, and those of a passage depend on nothing but the
passage and the claim. So adding a passage adds windows and never takes one away: what supported still does.
"""

from __future__ import annotations

import hashlib
import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from itertools import accumulate, pairwise
from typing import Any

from faithstill.data import Passage
from faithstill.data.triple import as_passage
from faithstill.featurize.claims.extract import Claim
from faithstill.featurize.encoders.embed import Embedder, StaticEmbedder
from faithstill.featurize.read.readable import plain

from .lines import Line, Wordings, lines_of, pieces
from .retrieve import Ranking, Search

_CHUNK = re.compile(
    r"(?P<document>.+?)(?:[#§]|::|[-_:/. ]?(?:chunk|part|passage|para|seg|segment)[-_:#. ]?)(?P<number>\d{1,6})",
    re.IGNORECASE | re.DOTALL,
)


def neighbours(ids: Sequence[str]) -> Iterator[tuple[int, int]]:
    """Indices of passages that follow one another in their document, as their ids say, whatever their order here.

    To join halves of two documents would make up evidence.

    >>> list(neighbours(["terms#2", "faq#1", "terms#1", "p1", "p2"]))
    [(2, 0)]
    """
    places: dict[tuple[str, int], int] = {}
    for i, name in enumerate(ids):
        match = _CHUNK.fullmatch(name)
        if match:
            places.setdefault((match["document"], int(match["number"])), i)
    for (document, number), i in places.items():
        following = places.get((document, number + 1))
        if following is not None:
            yield i, following


TOKENS = 120  # of a window: some 90 words of prose, what the shipped encoder was mostly trained on
MOST = 2  # windows that run on, per passage


@dataclass(frozen=True, slots=True)
class Piece:
    """Characters `start:end` of a passage, by its index."""

    passage: int
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class Window:
    """Evidence to read for a claim: `text` in words, the `pieces` it was made of, and how well it fits (0 to 1)."""

    text: str
    source: str
    pieces: tuple[Piece, ...]
    score: float

    @property
    def passage(self) -> int:
        """Index of the (first) passage."""
        return self.pieces[0].passage

    @property
    def start(self) -> int:
        """First character in that passage."""
        return self.pieces[0].start

    @property
    def end(self) -> int:
        """Behind the last character in that passage."""
        return max(piece.end for piece in self.pieces if piece.passage == self.passage)

    @property
    def within_one_passage(self) -> bool:
        """Does it join no neighbouring chunks?"""
        return all(piece.passage == self.passage for piece in self.pieces)

    def together(self, other: Window) -> Window:
        """This window and another of the same passage as one, in the order of the text."""
        first, second = sorted((self, other), key=lambda window: window.start)
        text, pieces = f"{first.text} {second.text}", first.pieces + second.pieces
        return Window(text, first.source, pieces, max(self.score, other.score))


class Evidence:
    """Passages, tool results, records and user turns as lines, searched claim by claim."""

    def __init__(self, passages: Sequence[Passage], embedder: Embedder) -> None:
        self.passages = tuple(passages)
        self._embedder = embedder
        self._rankings = lru_cache(maxsize=4)(self._ranking)

    @classmethod
    def of(
        cls, passages: Sequence[str | Mapping[str, Any] | Passage], *, embedder: Embedder | None = None
    ) -> Evidence:
        """The evidence of passages as users hold them; without an embedder the packaged table.

        >>> evidence = Evidence.of(["The fee is $5. Cards are free."])
        >>> [window.text for window in evidence.windows("The fee is $5.")]
        ['The fee is $5. Cards are free.']
        """
        return cls([as_passage(passage) for passage in passages], embedder or StaticEmbedder.load())

    @cached_property
    def ids(self) -> tuple[str, ...]:
        """For each passage its id, or where it has none eight hex digits of its text: the same in any order."""
        return tuple(passage.id or _digest(passage.text) for passage in self.passages)

    @cached_property
    def lines(self) -> tuple[Line, ...]:
        """All lines in order."""
        return tuple(line for n, passage in enumerate(self.passages) for line in lines_of(n, passage))

    @cached_property
    def _wordings(self) -> Wordings:
        return Wordings(self.lines)

    def states(self, claim: Claim) -> bool:
        """Does the evidence say the claim word for word, so that entailment is certain without a model?"""
        if claim.context:
            return False
        return self._wordings.states(claim.text) or (
            claim.sentence != claim.text and self._wordings.states(claim.sentence)
        )

    def windows(
        self, claim: Claim | str, *, tokens: int = TOKENS, most: int = MOST, least: float = 0.0
    ) -> tuple[Window, ...]:
        """The windows to read for a claim, best first: of each passage up to `most`, and one of scattered lines.

        `tokens` is the size of a window as `lines.estimate` counts. A passage that fits is one window. No
        number caps the union, for a cap would let a new passage push out what supports the claim; to
        read fewer, stop at the first window that supports it, or raise `least`: windows that score less are
        left out, whatever else there is.
        """
        if tokens < 16 or most < 1:
            raise ValueError(f"windows of {tokens} tokens, {most} per passage: at least 16 and 1 are needed")
        text, context = (plain(claim), "") if isinstance(claim, str) else (claim.text, claim.context)
        search = Search(self._rankings(tokens), text, context, tokens)
        runs = [search.runs(first, last, most) for first, last in self._spans(tokens)]
        found = [self._window(search, run) for own in runs for run in own]
        found += [self._window(search, run) for run in self._bridges(search, runs, tokens)]
        found = [window for window in found if window.score >= least]
        return tuple(sorted(found, key=lambda window: (-window.score, window.passage, window.start)))

    def _ranking(self, tokens: int) -> Ranking:
        lines = [piece for line in self.lines for piece in pieces(line, tokens)]
        whole = len(lines) == len(self.lines)
        return Ranking(lines, self._embedder, self._wordings if whole else Wordings(lines))

    def _spans(self, tokens: int) -> list[tuple[int, int]]:
        counts = Counter(line.passage for line in self._rankings(tokens).lines)
        return list(pairwise(accumulate((counts[n] for n in range(len(self.passages))), initial=0)))

    def _bridges(
        self, search: Search, runs: Sequence[Sequence[tuple[int, ...]]], tokens: int
    ) -> Iterator[tuple[int, ...]]:
        """Lines over the border of neighbouring chunks that hold more of the claim than either chunk's windows."""
        spans = self._spans(tokens)
        for early, late in neighbours([passage.id for passage in self.passages]):
            bridge = search.tail(*spans[early]) + search.head(*spans[late])
            alone = max(map(search.share, (*runs[early], *runs[late])), default=0.0)
            if search.share(bridge) > alone:
                yield bridge

    def _window(self, search: Search, run: Sequence[int]) -> Window:
        lines = [search.lines[i] for i in run]
        source = "+".join(dict.fromkeys(self.ids[line.passage] for line in lines))
        places = tuple(Piece(line.passage, line.start, line.end) for line in lines)
        return Window(_joined(lines), source, places, search.score(run))


def _joined(lines: Sequence[Line]) -> str:
    """The lines as one text, under their first heading where that is not among them."""
    text = " ".join(line.text for line in lines)
    heading = lines[0].heading
    return f"{heading}: {text}" if heading and heading not in text else text


def _digest(text: str) -> str:
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()[:8]
