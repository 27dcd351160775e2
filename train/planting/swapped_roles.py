# SPDX-License-Identifier: Apache-2.0
"""Swapped roles: two names of a sentence exchanged, or two values that belong to different names."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from decimal import Decimal
from itertools import combinations
from random import Random

from faithstill.featurize.extract.lexicon import is_ordinary

from .edit import Edit
from .numerals import Role, WrittenNumber
from .scene import PlantingScene
from .wrong_names import GRAMMAR, Name, names_of, sort_of
from .wrong_values import in_range

# Between two names these say that their order means nothing, or that one explains the other.
_UNORDERED = re.compile(
    r"(?i)[\"“”(*:;•\n]|\b(?:with|married|met|wed|alongside|together|known|called|named|alias|formerly|versus|vs)\b"
)
# What parts two statements of a sentence, and what makes one of two values.
_JOINT = re.compile(r"[;,](?:[ ]and)?[ ]|[ ](?:and|while|but|whereas|against)[ ]")
_LINKED = re.compile(
    r"\b(?:so|i\.e|which|makes?|making|plus|minus|times|thus|total)\b|=|"
    r"^[ ]?(?:or|to|than|of|out of|from|[-–(])|\b(?:or|than)[ ]$"
)
_ENDS = re.compile(r"[;,.:()\n]|[ ](?:and|while|but|whereas|or)[ ]")
_MOST = 12  # names, and values, of a sentence that are tried with each other
_JOINED = re.compile(
    r"(?i)[\s,]*(?:(?:and|or|of|in|the|at|de|for|from|by|an?|as well as|plus|nor|to|near)[\s,]*)*"
)


def swapped_roles(scene: PlantingScene, rng: Random) -> Iterator[Edit]:
    """Two names of a sentence exchanged, or two values exchanged between two names."""
    own, known = names_of(scene)
    stated = {numeral.amount for numeral in scene.known_numerals}
    kinds = _Kinds((*((scene.answer, name) for name in own), *known))
    for start, end in scene.sentences:
        inside = [name for name in own if start <= name.start and name.end <= end]
        for one, other in combinations(inside[:_MOST], 2):
            if _swappable(scene.answer, one, other) and kinds.are_alike(one, other):
                yield _exchange(scene.answer, (one.start, one.end), (other.start, other.end))
        values = [n for n in scene.numerals if start <= n.first and n.last <= end and not in_range(scene, n)]
        marks = [(n.start, n.end) for n in inside] + [
            (d.start, d.end) for d in scene.days if start <= d.start < end
        ]
        for low, high in combinations(values[:_MOST], 2):
            if not {low.amount, high.amount} <= stated:
                continue  # what no evidence states is no error of roles
            if _told_apart(scene.answer, low, high, start) or _exchangeable(
                scene.answer, low, high, marks, (start, end)
            ):
                yield _exchange(scene.answer, (low.start, low.end), (high.start, high.end))


class _Kinds:
    """What the texts show of their names: which stand in the evidence, and which of them are places."""

    def __init__(self, found: Sequence[tuple[str, Name]]) -> None:
        self._texts = Counter(name.text for _, name in found)
        self._places = {name.text for text, name in found if sort_of(text, name) == "place"}

    def are_alike(self, one: Name, other: Name) -> bool:
        """Both named again in the evidence, both places or neither, and neither of them an ordinary word."""
        names = (one.text, other.text)
        return (
            all(self._texts[name] > 1 for name in names)
            and (one.text in self._places) is (other.text in self._places)
            and not any(len(name.split()) == 1 and is_ordinary(name.lower()) for name in names)
        )


def _told_apart(answer: str, low: WrittenNumber, high: WrittenNumber, start: int) -> bool:
    """ "The wire fee is $25 and the card fee $31", "29% in lakes and 22% in rivers": each beside its own words."""
    gap = answer[low.last : high.first]
    joints = list(_JOINT.finditer(gap))
    if not joints or not _of_one_role(answer, low, high) or _LINKED.search(gap):
        return False
    before = answer[start : low.first]
    cut = max((joint.end() for joint in _JOINT.finditer(before)), default=0)
    first, second = (_labels(text) for text in (before[cut:], gap[joints[-1].end() :]))
    if not second:
        end = _ENDS.search(answer, high.last)
        first = _labels(gap[: joints[-1].start()])
        second = _labels(answer[high.last : end.start() if end else len(answer)])
    return bool(first - second) and bool(second - first)


def _labels(text: str) -> frozenset[str]:
    return frozenset(word for word in re.findall(r"[a-z]{3,}", text.lower()) if word not in GRAMMAR)


def _swappable(answer: str, one: Name, other: Name) -> bool:
    """Two names of one sort with a statement between them; not of a list, not a place and where it lies."""
    gap = answer[one.end : other.start]
    if (
        set(one.words) & set(other.words)
        or _JOINED.fullmatch(gap)
        or _UNORDERED.search(gap)
        or _IS_THE.fullmatch(gap)
        or len(gap) > 120
        or any(_OWNS.match(answer, name.end) for name in (one, other))
        or min(len(one.text), len(other.text)) < _SHORTEST
        or _LEADS_ON.match(answer, other.end)
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


_IS_THE = re.compile(r"[ ](?:is|was|are|were)[ ](?:the[ ]|an?[ ])?")  # two names of one thing
_OWNS = re.compile(r"['’]")
_SHORTEST = 4  # "Maj" and "Gen" are titles
_LEADS_ON = re.compile(r"[ ][a-z]{3,}[.,;:]")  # "won the Atlanta Veterans day."
# The first name is the subject of a verb: the exchange still reads, and says something else.
_ACTS = re.compile(
    r"[ ](?:[a-z]+ly[ ])?(?:is|was|has|had|will|would|may|must|can|could|shall|does|did|[a-z]{3,}ed|[a-z]{3,}s|wrote|"
    r"told|gave|sent|paid|bought|sold|won|led|made|took|held|beat|built|left|met|lent|owes|said|became)[ ]"
)
_IN_LIST = re.compile(r",[ ](?:and[ ])?[A-Z]|[ ](?:and|or)[ ][A-Z]")


def _exchangeable(
    answer: str,
    low: WrittenNumber,
    high: WrittenNumber,
    marks: Sequence[tuple[int, int]],
    sentence: tuple[int, int],
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


def _of_one_role(answer: str, low: WrittenNumber, high: WrittenNumber) -> bool:
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


def _noun_after(answer: str, numeral: WrittenNumber) -> str:
    found = re.match(r"[ ]([a-z]{3,})", answer[numeral.last : numeral.last + 20])
    return found[1] if found else ""


def _exchange(answer: str, one: tuple[int, int], other: tuple[int, int]) -> Edit:
    between = answer[one[1] : other[0]]
    return Edit(one[0], other[1], answer[slice(*other)] + between + answer[slice(*one)])
