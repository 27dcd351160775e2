# SPDX-License-Identifier: Apache-2.0
"""Cut a premise that is too long for an encoder into overlapping windows; no word is left out."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

_SLACK = 4  # a window cut out of a text may tokenise into a few tokens more
_SHORT = 9  # characters, fewer than the tokens that neighbouring windows share


def windows_of(text: str, offsets: Sequence[tuple[int, int]], room: int) -> Iterator[str]:
    """The text, or overlapping parts of it of at most `room` tokens that begin and end between words.

    `offsets` are the characters of each token; nothing is left out.
    """
    if len(offsets) <= room:
        yield text
        return
    size = max(2, room - _SLACK)
    for first in range(0, len(offsets), size // 2):
        part = offsets[first : first + size]
        start, end = _word_edges(text, part[0][0], part[-1][1])
        yield text[start:end]
        if first + size >= len(offsets):
            return


def _word_edges(text: str, start: int, end: int) -> tuple[int, int]:
    """The span without the short word that it begins or ends inside of: a neighbouring window has it whole.

    >>> _word_edges("the premium policy is", 6, 19)
    (11, 19)
    """
    first = next((i for i in range(start, min(start + _SHORT, end)) if not _inside_word(text, i)), start)
    last = next((i for i in range(end, max(end - _SHORT, first), -1) if not _inside_word(text, i)), end)
    return first, last


def _inside_word(text: str, i: int) -> bool:
    return 0 < i < len(text) and text[i - 1].isalnum() and text[i].isalnum()
