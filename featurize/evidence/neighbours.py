# SPDX-License-Identifier: Apache-2.0
"""Which passages are neighbouring chunks of one document: those whose ids say so, and no others.

A sentence cut in two by a list's border is no proof: to join halves of two documents would make up evidence.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

_CHUNK = re.compile(
    r"(?P<document>.+?)(?:[#§]|::|[-_:/. ]?(?:chunk|part|passage|para|seg|segment)[-_:#. ]?)(?P<number>\d{1,6})",
    re.IGNORECASE | re.DOTALL,
)


def neighbours(ids: Sequence[str]) -> Iterator[tuple[int, int]]:
    """Indices of passages that follow one another in their document, whatever their order here.

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
