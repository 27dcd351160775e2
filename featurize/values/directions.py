# SPDX-License-Identifier: Apache-2.0
"""Whether a value is told as reached by a rise or by a fall: "rose to $45 million", "a 12% decline"."""

from __future__ import annotations

import re
from collections.abc import Mapping

from faithstill.featurize.document import Document, content_stems
from faithstill.featurize.extract import Mention

from .comparison import CONDITIONAL

_UP = (
    "up rise rises rose risen rising increase increases increased increasing grow grows grew grown growing climb "
    "climbs climbed raise raises raised jump jumps jumped growth"
)
_DOWN = (
    "down fall falls fell fallen falling decrease decreases decreased decreasing decline declines declined declining "
    "drop drops dropped dropping reduce reduces reduced reducing shrink shrinks shrank lower lowers lowered lowering "
    "cut cuts reduction"
)
_SIGNS: Mapping[str, int] = dict.fromkeys(_UP.split(), 1) | dict.fromkeys(_DOWN.split(), -1)
_WORDS = "|".join(sorted(_SIGNS.keys() - {"up", "down"}, key=len, reverse=True))
# A rise or fall leads to a value through a few small words, or past a first one: "rose by 12% to $4 million".
_BEFORE = re.compile(
    rf"\b(?P<cue>{_WORDS})\s(?:\w+ly\s)?(?:(?:by|from|of)\s(?:\w+\s){{0,2}}?\S*\d\S*\s(?:\w+illion\s|percent\s)?)?"
    r"(?:(?:to|by|of|around|about|approximately|nearly|almost|over|just|an?|from)\s){0,3}\S?$",
    re.IGNORECASE,
)
_UP_OR_DOWN = re.compile(r"\b(?P<cue>up|down)\s(?:by\s)?(?:about\s)?\S?$", re.IGNORECASE)
_BEHIND = re.compile(rf"\s(?P<cue>{_WORDS})\b", re.IGNORECASE)
_DENIED = re.compile(r"(?:\bnot|n't|\bnever|\bno|\bwithout)\s(?:\w+\s){0,2}$", re.IGNORECASE)
_FARTHEST = 90
_STEMS = frozenset(content_stems(" ".join(_SIGNS)))


def direction(document: Document, mention: Mention) -> int:
    """1 for a value told as a rise, -1 for one told as a fall, 0 where the text says neither, or says it with an if."""
    index = document.sentence_at(mention.start)
    if index is None:
        return 0
    unit = document.sentences[index].unit
    before = document.text[max(unit.start, mention.start - _FARTHEST) : mention.start]
    behind = _BEHIND.match(document.text, mention.end, unit.end)
    found = _BEFORE.search(before) or _UP_OR_DOWN.search(before) or behind
    if found is None or CONDITIONAL.search(document.text, unit.start, unit.end):
        return 0
    is_denied = found.string is before and _DENIED.search(before[: found.start()])
    return 0 if is_denied else _SIGNS[found["cue"].lower()]


def without_directions(stems: frozenset[str]) -> frozenset[str]:
    """What else than a rise or a fall some words speak of."""
    return stems - _STEMS
