# SPDX-License-Identifier: Apache-2.0
"""Wrong amounts: another number, a shifted point, another unit, percentage, scale or end of a range."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from decimal import Decimal
from random import Random

from .edit import Edit
from .number_writing import cased, worded, written
from .numerals import Role, WrittenNumber
from .scene import PlantingScene
from .vocabulary import OTHER_SCALES
from .wrong_rows import RowPlace, is_told_apart, states, words

_TRIES = 16
_LEAST_CHANGE = Decimal("0.3")  # of a hedged value: "about 85" may stand for 85.19
_SMALL = 12  # counts up to it are no values that anything could be derived for
_RANGE_GAP = re.compile(r"(?:[ ]?(?:[-–—]|to|and|through)[ ]?)(?:US|[$£€¥₹])?")
_BETWEEN = re.compile(r"(?i)\b(?:between|from)[ ](?:about[ ])?(?:US|[$£€¥₹])?$")
# "Rose by 5%" may be misread as points; "5% of the workforce" may not.
_CHANGE = re.compile(
    r"(?i)\b(?:by|rose|fell|grew|dropped|declined|increased|decreased|gained|up|down|lost)[ ]"
    r"(?:about[ ]|around[ ]|roughly[ ]|nearly[ ]|some[ ])?$"
)
_PAST_UNIT = re.compile(r"[ ](?:percentage|basis)\b|-")


def wrong_numbers(scene: PlantingScene, rng: Random) -> Iterator[Edit]:
    """Counts, durations and measures with another number."""
    yield from _changed(scene, rng, lambda n: n.role in (Role.COUNT, Role.TIME, Role.MEASURE), _other_number)


def wrong_percentages(scene: PlantingScene, rng: Random) -> Iterator[Edit]:
    """Another percentage, or percent for percentage points and the reverse."""
    for numeral in scene.numerals:
        if numeral.role is not Role.PERCENT:
            continue
        swapped = _points(scene, numeral) if rng.random() < 0.4 else None
        edit = swapped or _with(scene, numeral, rng, _other_number)
        if edit is not None:
            yield edit


def wrong_money(scene: PlantingScene, rng: Random) -> Iterator[Edit]:
    """Another amount, or another scale: billion for million."""
    for numeral in scene.numerals:
        if numeral.role is not Role.MONEY:
            continue
        scaled = _other_scale(scene, numeral, rng) if rng.random() < 0.5 else None
        edit = scaled or _with(scene, numeral, rng, _other_number)
        if edit is not None:
            yield edit


def shifted_points(scene: PlantingScene, rng: Random) -> Iterator[Edit]:
    """Amounts ten times too large or too small."""
    yield from _changed(scene, rng, lambda n: n.role is not Role.YEAR and not n.spelled, _shifted)


def wrong_ends(scene: PlantingScene, rng: Random) -> Iterator[Edit]:
    """One end of a range moved, the order of both kept."""
    for low, high in zip(scene.numerals, scene.numerals[1:], strict=False):
        if not _is_range(scene.answer, low, high):
            continue
        for numeral, other in rng.sample([(low, high), (high, low)], 2):
            edit = _with(scene, numeral, rng, _end_of(numeral, other), moved_end=True)
            if edit is not None:
                yield edit
                break


def wrong_rows(scene: PlantingScene, rng: Random) -> Iterator[Edit]:
    """A value of the evidence replaced by another one that it could be mistaken for and that stands elsewhere.

    Only where the error is certain from the text: the evidence states the value that is replaced, and a word of the
    sentence or of the question stands with it there and not with the other. So what was computed, given by the
    question or taken over from elsewhere, of which no row is the right one, stays as it is.
    """
    own = {numeral.amount for numeral in scene.numerals}
    for numeral in scene.numerals:
        right = [place for place in scene.known_places if states(place, numeral)]
        if not right or in_range(scene, numeral):
            continue
        said = words(scene.sentence_around(numeral) + " " + scene.question) - {numeral.text}
        others = [
            other
            for other in scene.known_by_sort.get(numeral.like, ())
            if other.amount not in own
            and _could_be(numeral, other)
            and scene.fits_bound(numeral, _in_scale(other, numeral))
            and _is_another_row(scene, said, right, other)
        ]
        if others:
            yield _as_stated(scene, numeral, rng.choice(others))


def _is_another_row(
    scene: PlantingScene, said: frozenset[str], right: Sequence[RowPlace], other: WrittenNumber
) -> bool:
    """Is some place of the right value told from every place of the other one?"""
    wrong = [place for place in scene.known_places if states(place, other)]
    return any(all(is_told_apart(said, one, two) for two in wrong) for one in right)


def _could_be(numeral: WrittenNumber, other: WrittenNumber) -> bool:
    """Of one order of magnitude, and not a rounding of each other."""
    if not numeral.amount or not other.amount or numeral.spelled != other.spelled:
        return False
    ratio = other.amount / numeral.amount
    close = abs(ratio - 1) < Decimal("0.02") and numeral.decimals != other.decimals
    written_out = re.match(r"0\d", other.text) is None
    return Decimal("0.05") <= ratio <= 20 and not close and other.value > 1 and written_out


def _in_scale(other: WrittenNumber, numeral: WrittenNumber) -> Decimal:
    return other.amount * numeral.value / numeral.amount


def _as_stated(scene: PlantingScene, numeral: WrittenNumber, other: WrittenNumber) -> Edit:
    if other.scale == numeral.scale:
        return worded(scene, numeral, cased(numeral.text, other.text))
    if numeral.scale and scene.answer[numeral.end : numeral.last].lstrip(" -\u00a0").startswith(
        numeral.scale
    ):
        scale_end = scene.answer.index(numeral.scale, numeral.end) + len(numeral.scale)
        glue = " " if len(other.scale) > 2 else ""
        return Edit(numeral.start, scale_end, other.text + (glue + other.scale if other.scale else ""))
    return Edit(numeral.start, numeral.end, other.text + (f" {other.scale}" if other.scale else ""))


def random_values(scene: PlantingScene, rng: Random) -> Iterator[Edit]:
    """Each number as a random one of as many digits: what comes out derived then does so by coincidence."""
    yield from _changed(scene, rng, lambda n: n.role is not Role.YEAR and n.value > _SMALL, _random_number)


def _random_number(scene: PlantingScene, numeral: WrittenNumber, rng: Random) -> Decimal | None:
    step, significant = _significant(numeral)
    digits = len(str(significant))
    return rng.randrange(10 ** (digits - 1), 10**digits) * step


Make = Callable[[PlantingScene, WrittenNumber, Random], Decimal | None]


def _changed(
    scene: PlantingScene, rng: Random, wanted: Callable[[WrittenNumber], bool], make: Make
) -> Iterator[Edit]:
    for numeral in scene.numerals:
        edit = _with(scene, numeral, rng, make) if wanted(numeral) else None
        if edit is not None:
            yield edit


def _with(
    scene: PlantingScene, numeral: WrittenNumber, rng: Random, make: Make, *, moved_end: bool = False
) -> Edit | None:
    """The numeral with the first made value that is an error and can be written."""
    if not numeral.value:
        return None
    if not moved_end and in_range(scene, numeral):
        return None  # the order of a range would not be kept
    for _ in range(_TRIES):
        value = make(scene, numeral, rng)
        if value is None or value <= 1 or value == numeral.value:
            continue
        if scene.hedged(numeral) and abs(value / numeral.value - 1) < _LEAST_CHANGE:
            continue
        if numeral.role is Role.PERCENT and value > 100 >= numeral.value:
            continue
        if scene.knows(value, numeral) or not scene.fits_bound(numeral, value):
            continue
        text = written(numeral, value)
        if text is not None:
            return worded(scene, numeral, text)
    return None


def _other_number(scene: PlantingScene, numeral: WrittenNumber, rng: Random) -> Decimal | None:
    """A number of the same size and roundness: one digit changed, or a step up or down."""
    step, significant = _significant(numeral)
    digits = str(significant)
    if rng.random() < 0.5 and len(digits) > 1:
        at = rng.randrange(len(digits))
        other = rng.choice([d for d in "123456789" if d != digits[at]])
        return Decimal(digits[:at] + other + digits[at + 1 :]) * step
    reach = max(3, min(significant * 6 // 10, 400))
    return (significant + rng.choice((-1, 1)) * rng.randint(1, reach)) * step


def _significant(numeral: WrittenNumber) -> tuple[Decimal, int]:
    """The value as a whole number of its smallest steps: 1,200 is 12 steps of 100, 4.50 is 45 of 0.1."""
    value = int(numeral.value.scaleb(numeral.decimals))
    zeros = len(str(value)) - len(str(value).rstrip("0"))
    return Decimal(1).scaleb(zeros - numeral.decimals), value // 10**zeros


def _shifted(scene: PlantingScene, numeral: WrittenNumber, rng: Random) -> Decimal | None:
    shift = rng.choice((-1, 1))
    if numeral.role is Role.PERCENT and numeral.value >= 10:
        shift = -1
    if not numeral.decimals and numeral.value % 10 and numeral.role is not Role.PERCENT:
        shift = 1
    return numeral.value.scaleb(shift)


def _end_of(numeral: WrittenNumber, other: WrittenNumber) -> Make:
    def moved(scene: PlantingScene, _: WrittenNumber, rng: Random) -> Decimal | None:
        value = _other_number(scene, numeral, rng)
        ordered = value is not None and (value < other.value) == (numeral.value < other.value)
        return value if ordered and value != other.value else None

    return moved


def in_range(scene: PlantingScene, numeral: WrittenNumber) -> bool:
    """Is it an end of a range?"""
    at = scene.numerals.index(numeral)
    pairs = [scene.numerals[max(0, at - 1) : at + 1], scene.numerals[at : at + 2]]
    return any(len(pair) == 2 and _is_range(scene.answer, *pair) for pair in pairs)


def _is_range(answer: str, low: WrittenNumber, high: WrittenNumber) -> bool:
    gap = answer[low.last : high.start] if low.last <= high.start else ""
    found = _RANGE_GAP.fullmatch(gap)
    if found is None or (low.amount >= high.amount and low.value >= high.value):
        return False
    return "and" not in gap or bool(_BETWEEN.search(answer, max(0, low.first - 20), low.first))


def _points(scene: PlantingScene, numeral: WrittenNumber) -> Edit | None:
    unit_at = scene.answer.find(numeral.unit, numeral.end, numeral.last)
    if unit_at < 0:
        return None
    if numeral.unit in ("percentage points", "percentage point", "pp", "basis points", "bps"):
        blank = "" if scene.answer[unit_at - 1 : unit_at] not in (" ", "\u00a0") else " "
        return Edit(
            unit_at - len(blank), numeral.last, "%" if numeral.unit != "percentage points" else " percent"
        )
    changes = _CHANGE.search(scene.answer, max(0, numeral.first - 60), numeral.first)
    if (
        numeral.unit not in ("%", "percent", "per cent")
        or not changes
        or _PAST_UNIT.match(scene.answer, numeral.last)
    ):
        return None
    return Edit(numeral.end, numeral.last, " percentage points")


def _other_scale(scene: PlantingScene, numeral: WrittenNumber, rng: Random) -> Edit | None:
    if numeral.scale not in OTHER_SCALES:
        return None
    at = scene.answer.index(numeral.scale, numeral.end)
    edit = Edit(numeral.start, at + len(numeral.scale), rng.choice(OTHER_SCALES[numeral.scale]))
    full = Edit(edit.start, edit.end, scene.answer[numeral.start : at] + edit.replacement)
    return None if scene.occurs(full.replacement) else full
