# SPDX-License-Identifier: Apache-2.0
"""The numbers of ordered lists when items are taken out of them."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, field

_NUMBERED = re.compile(
    r"(?P<lead>[ \t>]*)(?P<opening>(?:#{1,6}[ \t]+)?(?:\*\*|__)?\(?)(?P<label>\d{1,3}(?=[.)])|[a-zA-Z](?=\)))"
    r"(?P<closing>[.)])(?=[ \t*_])"
)
# Who tells a reader to go back to step 2 means the number that is written there.
_REFERS = re.compile(
    r"\b(?:steps?|items?|points?|options?|numbers?|sections?|questions?|rules?)\s+\(?\d{1,2}\b", re.IGNORECASE
)


@dataclass(slots=True)
class _List:
    """The numbers of the lines of one list, in order, and the first and the last ordinal in it."""

    lead: int
    shape: str
    first: int
    last: int
    lines: list[int] = field(default_factory=list)


def renumbered(
    lines: Sequence[str], kept: Collection[int], texts: Sequence[str], *, fixed: Collection[int] = ()
) -> list[str]:
    """The `texts` of the lines `kept`, their ordered lists numbered on without gaps; lines `fixed` are no items.

    Nothing is renumbered where a kept line refers to an item by its number.

    >>> renumbered(["1. Wire\\n", "2. Card\\n", "3. Cash\\n"], [0, 2], ["1. Wire\\n", "3. Cash\\n"])
    ['1. Wire\\n', '2. Cash\\n']
    """
    own = dict(zip(kept, texts, strict=True))
    if any(_REFERS.search(text) for text in texts):
        return list(texts)
    for one in _lists(lines, fixed):
        ordinals = range(one.first, one.last + 1)
        left = [n for n in one.lines if n in own]
        if len(left) < len(one.lines):
            for ordinal, n in zip(ordinals, left, strict=False):
                own[n] = _numbered(own[n], ordinal)
    return [own[n] for n in kept]


def _lists(lines: Sequence[str], fixed: Collection[int]) -> Iterator[_List]:
    open_: list[_List] = []
    for n, text in enumerate(lines):
        match = _NUMBERED.match(text) if n not in fixed else None
        if match is None:
            continue
        lead, ordinal = len(match["lead"].expandtabs(4)), _ordinal(match["label"])
        shape = match["opening"] + re.sub(r"\d+", "1", match["label"])[:1] + match["closing"]
        shape = re.sub(r"[a-z](?=\)$)", "a", re.sub(r"[A-Z](?=\)$)", "A", shape))
        yield from (one for one in open_ if one.lead > lead)
        open_ = [one for one in open_ if one.lead <= lead]
        same = next((one for one in open_ if (one.lead, one.shape) == (lead, shape)), None)
        if same and ordinal == same.last + 1:
            same.last = ordinal
            same.lines.append(n)
            continue
        if same:
            open_.remove(same)
            yield same
        open_.append(_List(lead, shape, ordinal, ordinal, [n]))
    yield from open_


def _ordinal(label: str) -> int:
    return int(label) if label.isdigit() else ord(label)


def _numbered(text: str, ordinal: int) -> str:
    match = _NUMBERED.match(text)
    if match is None:
        return text
    label = str(ordinal) if match["label"].isdigit() else chr(ordinal)
    return text[: match.start("label")] + label + text[match.end("label") :]
