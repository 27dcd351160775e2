# SPDX-License-Identifier: Apache-2.0
"""Swapped roles: two names of a sentence exchanged, or two values that belong to different names."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from decimal import Decimal
from itertools import combinations
from random import Random

from .edit import Edit
from .names import Name, names_of, sort_of
from .scan import Numeral, Role
from .scene import Scene

# Between two names these say that their order means nothing, or that one explains the other.
_UNORDERED = re.compile(
    r"(?i)[\"“”(*:;•\n]|\b(?:with|married|met|wed|alongside|together|known|called|named|alias|formerly|versus|vs)\b"
)
_MOST = 12  # names, and values, of a sentence that are tried with each other
_JOINED = re.compile(
    r"(?i)[\s,]*(?:(?:and|or|of|in|the|at|de|for|from|by|an?|as well as|plus|nor|to|near)[\s,]*)*"
)


def swapped_roles(scene: Scene, rng: Random) -> Iterator[Edit]:
    """Two names of a sentence exchanged, or two values exchanged between two names."""
    own, _ = names_of(scene)
    for start, end in scene.sentences:
        inside = [name for name in own if start <= name.start and name.end <= end]
        for one, other in combinations(inside[:_MOST], 2):
            if _swappable(scene.answer, one, other):
                yield _exchange(scene.answer, (one.start, one.end), (other.start, other.end))
        values = [n for n in scene.numerals if start <= n.first and n.last <= end]
        marks = [(n.start, n.end) for n in inside] + [
            (d.start, d.end) for d in scene.days if start <= d.start < end
        ]
        for low, high in combinations(values[:_MOST], 2):
            if _exchangeable(scene.answer, low, high, marks, (start, end)):
                yield _exchange(scene.answer, (low.start, low.end), (high.start, high.end))


def _swappable(answer: str, one: Name, other: Name) -> bool:
    """Two names of one sort with a statement between them; not of a list, not a place and where it lies."""
    gap = answer[one.end : other.start]
    if (
        set(one.words) & set(other.words)
        or _JOINED.fullmatch(gap)
        or _UNORDERED.search(gap)
        or len(gap) > 120
    ):
        return False
    sort = sort_of(answer, one)
    if sort == "demonym" or sort != sort_of(answer, other) or not _ACTS.match(gap):
        return False
    the = [answer[: name.start].endswith(("the ", "The ")) for name in (one, other)]
    if the[0] != the[1] or gap.startswith(",") or _IN_LIST.match(answer, other.end):
        return False
    before = answer[max(0, one.start - 30) : one.start].lower()
    return "between" not in before and not re.search(
        r"[A-Z][\w’']+,? (?:and|or|&) (?:the )?$|,[ ]$", before, re.I
    )


# The first name is the subject of a verb: the exchange still reads, and says something else.
_ACTS = re.compile(
    r"[ ](?:[a-z]+ly[ ])?(?:is|was|has|had|will|would|may|must|can|could|shall|does|did|[a-z]{3,}ed|[a-z]{3,}s|wrote|"
    r"told|gave|sent|paid|bought|sold|won|led|made|took|held|beat|built|left|met|lent|owes|said|became)[ ]"
)
_IN_LIST = re.compile(r",[ ](?:and[ ])?[A-Z]|[ ](?:and|or)[ ][A-Z]")


def _exchangeable(
    answer: str, low: Numeral, high: Numeral, marks: Sequence[tuple[int, int]], sentence: tuple[int, int]
) -> bool:
    """Two unlike values of one role, each with a name or date of its own, or told "respectively"."""
    if not _of_one_role(answer, low, high):
        return False
    gap = answer[low.last : high.first]
    if re.search(r"(?i)\brespectively\b", answer[slice(*sentence)]) and len(gap) < 12:
        return True
    between = [mark for mark in marks if low.end <= mark[0] < high.start]
    outer = [mark for mark in marks if mark[0] < low.start or mark[0] >= high.end]
    return bool(between and outer) and bool(re.search(r"[a-z]{3,}", gap))


def _of_one_role(answer: str, low: Numeral, high: Numeral) -> bool:
    if (low.role, low.currency, low.unit, low.scale, low.spelled) != (
        (high.role, high.currency, high.unit, high.scale, high.spelled)
    ):
        return False
    noun = _noun_after(answer, low)
    if low.role is Role.YEAR or (low.role is Role.COUNT and (not noun or noun != _noun_after(answer, high))):
        return False
    if low.value <= 1 or high.value <= 1 or low.amount == high.amount:
        return False
    return Decimal("0.02") < low.amount / high.amount < 50


def _noun_after(answer: str, numeral: Numeral) -> str:
    found = re.match(r"[ ]([a-z]{3,})", answer[numeral.last : numeral.last + 20])
    return found[1] if found else ""


def _exchange(answer: str, one: tuple[int, int], other: tuple[int, int]) -> Edit:
    between = answer[one[1] : other[0]]
    return Edit(one[0], other[1], answer[slice(*other)] + between + answer[slice(*one)])
