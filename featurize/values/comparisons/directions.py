# SPDX-License-Identifier: Apache-2.0
"""Whether a value is told as reached by a rise or by a fall: "rose to $45 million", "a 12% decline"."""

from __future__ import annotations

import re
from collections.abc import Mapping

from faithstill.featurize.document import Document, content_stems
from faithstill.featurize.extract import Mention
from faithstill.featurize.structure import Unit

from .comparison import CONDITIONAL

RISES = (
    "up rise rises rose risen rising increase increases increased increasing grow grows grew grown growing climb "
    "climbs climbed raise raises raised raising jump jumps jumped growth soared surged hiked gained added adds"
)
FALLS = (
    "down fall falls fell fallen falling decrease decreases decreased decreasing decline declines declined declining "
    "drop drops dropped dropping reduce reduces reduced reducing shrink shrinks shrank lower lowers lowered lowering "
    "cut cuts cutting reduction plunged slumped lost"
)
_SIGNS: Mapping[str, int] = dict.fromkeys(RISES.split(), 1) | dict.fromkeys(FALLS.split(), -1)
_WORDS = "|".join(sorted(_SIGNS.keys() - {"up", "down"}, key=len, reverse=True))
_VERBS = "|".join(sorted(_SIGNS.keys() - {"up", "down", "growth", "reduction"}, key=len, reverse=True))
# A rise or fall leads to a value through a few small words, or past a first one: "rose by 12% to $4 million".
_BEFORE = re.compile(
    rf"\b(?P<cue>{_WORDS})\s(?:\w+ly\s)?"
    r"(?:(?:the|your|our|its|their|a)\s(?:\w+\s){1,3}?(?=(?:to|by)\s)|"
    rf"(?:(?!(?:{_VERBS}|and|or|but|while)\b)[\w'’-]+\s){{1,6}}?(?=by\s))?"
    r"(?:(?:(?:by|from|of)\s)?(?:\w+\s){0,2}?\S*\d\S*\s(?:\w+illion\s|percent\s)?)?"
    r"(?P<link>(?:(?:to|by|of|around|about|approximately|nearly|almost|over|just|an?|from)\s){0,3})\S?$",
    re.IGNORECASE,
)
_UP_OR_DOWN = re.compile(r"\b(?P<cue>up|down)\s(?P<link>(?:by\s)?)(?:about\s)?\S?$", re.IGNORECASE)
# Behind a value only a noun speaks of it: "$500 raises the premium" is no rise of $500.
_BEHIND = re.compile(
    r"\s(?P<cue>increase|rise|growth|decrease|fall|drop|decline|cut|reduction)(?P<link>)\b"
    r"(?!\s(?:the|an?|its|your|our|their|to)\b)",
    re.IGNORECASE,
)
_OF_MONEY = re.compile(r"(?:rais|cut)", re.IGNORECASE)  # "raised $30 million" got it
_UNMOVED = re.compile(
    r"\b(?:no change|unchanged|stays?|stayed|remains?|remained|kept|held|flat|steady|constant|the same)\b[^.;]{0,40}$",
    re.IGNORECASE,
)
_DENIED = re.compile(r"(?:\bnot|n't|\bnever|\bno|\bwithout)\s(?:\w+\s){0,2}$", re.IGNORECASE)
_FARTHEST = 90  # characters
_CLAUSE = 300
_STEMS = frozenset(content_stems(" ".join(_SIGNS)))

NOWHERE = (0, "")


def direction(document: Document, mention: Mention) -> tuple[int, str]:
    """1 for a rise and -1 for a fall, with "to" where the value is what it led to and "by" where it is its size.

    `NOWHERE` where the text says neither, says it with an if, or where the value is what it started from.
    """
    index = document.sentence_at(mention.start)
    if index is None:
        return NOWHERE
    unit = document.sentences[index].unit
    before = document.text[max(unit.start, mention.start - _FARTHEST) : mention.start]
    behind = _BEHIND.match(document.text, mention.end, unit.end)
    found = _BEFORE.search(before) or _UP_OR_DOWN.search(before) or behind
    if found is None or CONDITIONAL.search(document.text, *_around(unit, mention)):
        return NOWHERE
    links = found["link"].lower().split()
    if "from" in links or (found.string is before and _DENIED.search(before[: found.start()])):
        return NOWHERE
    if not links and found is not behind and _OF_MONEY.match(found["cue"]):
        return NOWHERE
    return _SIGNS[found["cue"].lower()], "to" if "to" in links else "by"


def is_unmoved(document: Document, mention: Mention) -> bool:
    """Does the text say that nothing moved: "no change, stays at 4.50%", "held at $5"?"""
    index = document.sentence_at(mention.start)
    if index is None:
        return False
    start = max(document.sentences[index].unit.start, mention.start - _FARTHEST)
    return _UNMOVED.search(document.text, start, mention.start) is not None


def _around(unit: Unit, mention: Mention) -> tuple[int, int]:
    """As much of a sentence as its clause may take."""
    return max(unit.start, mention.start - _CLAUSE), min(unit.end, mention.end + _CLAUSE)


def are_opposite(one: tuple[int, str], other: tuple[int, str]) -> bool:
    """Is one a rise and the other a fall, both to a value or both by one?"""
    return one != NOWHERE and one == (-other[0], other[1])


def without_directions(stems: frozenset[str]) -> frozenset[str]:
    """What else than a rise or a fall some words speak of."""
    return stems - _STEMS
