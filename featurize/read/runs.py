# SPDX-License-Identifier: Apache-2.0
"""The longest run of words that two texts share, in time linear in both."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence


def runs_of(words: Sequence[str], n: int) -> Iterator[tuple[str, ...]]:
    """The runs of `n` consecutive words.

    >>> list(runs_of("a late fee".split(), 2))
    [('a', 'late'), ('late', 'fee')]
    """
    return zip(*(words[i:] for i in range(n)), strict=False)


class Runs:
    """All runs of consecutive words of one text, as a suffix automaton (Blumer et al. 1985).

    State 0 is the empty run; each state stands for runs that end at the same places, `_length` being the
    longest of them, `_shorter` the state of the longest run that is a proper ending of them.
    """

    def __init__(self, words: Sequence[str]) -> None:
        self._next: list[dict[str, int]] = [{}]
        self._length = [0]
        self._shorter = [-1]
        last = 0
        for word in words:
            last = self._extend(last, word)

    def longest_in(self, words: Iterable[str]) -> int:
        """Number of words of the longest run that the other text holds too.

        >>> Runs("the annual fee is waived".split()).longest_in("an annual fee is due".split())
        3
        """
        state = length = longest = 0
        for word in words:
            while state and word not in self._next[state]:
                state = self._shorter[state]
                length = self._length[state]
            following = self._next[state].get(word)
            if following is not None:
                state, length = following, length + 1
                longest = max(longest, length)
        return longest

    def _extend(self, last: int, word: str) -> int:
        new = self._add(self._length[last] + 1, {})
        at = last
        while at >= 0 and word not in self._next[at]:
            self._next[at][word] = new
            at = self._shorter[at]
        self._shorter[new] = 0 if at < 0 else self._split(at, word)
        return new

    def _split(self, at: int, word: str) -> int:
        """The state of the run at `at` followed by `word`, parted from longer runs where needed."""
        found = self._next[at][word]
        if self._length[found] == self._length[at] + 1:
            return found
        clone = self._add(self._length[at] + 1, dict(self._next[found]))
        self._shorter[clone] = self._shorter[found]
        self._shorter[found] = clone
        while at >= 0 and self._next[at].get(word) == found:
            self._next[at][word] = clone
            at = self._shorter[at]
        return clone

    def _add(self, length: int, following: dict[str, int]) -> int:
        self._next.append(following)
        self._length.append(length)
        self._shorter.append(0)
        return len(self._length) - 1
