# SPDX-License-Identifier: Apache-2.0
"""Dates moved to a day, month or year that neither the evidence nor the question names."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace
from random import Random

from .calendar_days import Day
from .edit import Edit
from .scene import PlantingScene
from .vocabulary import MONTHS


def wrong_dates(scene: PlantingScene, rng: Random) -> Iterator[Edit]:
    """Each date of the answer with one part moved."""
    for day in scene.days:
        parts = [part for part in day.parts if not scene.untouched.covers(part[1], part[2])]
        rng.shuffle(parts)
        for part in parts:
            edit = _moved(scene, day, part, rng)
            if edit is not None:
                yield edit
                break


def _moved(scene: PlantingScene, day: Day, part: tuple[str, int, int], rng: Random) -> Edit | None:
    name, start, end = part
    old = scene.answer[start:end]
    for _ in range(12):
        if name == "y":
            decade = scene.answer[end : end + 1] in ("s", "'", "’")
            step = (
                rng.choice((-20, -10, 10, 20))
                if decade
                else rng.choice((-12, -7, -5, -3, -2, -1, 1, 2, 3, 4, 6))
            )
            moved, text = replace(day, year=(day.year or 0) + step), str((day.year or 0) + step)
            if _spoken_range(scene.answer, start, end, int(text)):
                continue
        elif name in ("m", "name"):
            month = rng.randint(1, 12)
            moved = replace(day, month=month)
            if name == "name":
                text = (
                    MONTHS[month - 1]
                    if len(old) > 4 or old == MONTHS[day.month - 1 if day.month else 0]
                    else MONTHS[month - 1][:3]
                )
            else:
                text = f"{month:0{len(old)}d}"
        elif name == "d":
            number = rng.randint(1, 28)
            moved = replace(day, day=number)
            text = f"{number:0{len(old)}d}" if old.startswith("0") else str(number)
        else:
            quarter = rng.randint(1, 4)
            moved, text = replace(day, quarter=quarter), str(quarter)
        if text == old or (moved.year and not 1000 <= moved.year <= 2099):
            continue
        if any(moved.may_be(known) for known in scene.known_days) or (name == "y" and scene.occurs(text)):
            continue
        return _with_ordinal(scene.answer, Edit(start, end, text), name)
    return None


def _with_ordinal(answer: str, edit: Edit, name: str) -> Edit:
    suffix = re.match(r"st|nd|rd|th", answer[edit.end : edit.end + 2]) if name == "d" else None
    if suffix is None:
        return edit
    return Edit(edit.start, edit.end + 2, edit.replacement + ordinal_suffix(int(edit.replacement)))


def ordinal_suffix(number: int) -> str:
    """The letters of 1st, 2nd, 3rd, 11th.

    >>> [ordinal_suffix(n) for n in (1, 2, 3, 4, 11, 22, 113)]
    ['st', 'nd', 'rd', 'th', 'th', 'nd', 'th']
    """
    return "th" if number % 100 in (11, 12, 13) else {1: "st", 2: "nd", 3: "rd"}.get(number % 10, "th")


_TO = re.compile(r"(?:(?P<y>\d{4})[ ]?(?:-|–|to|and|until|through)[ ]?)$")
_TO_NEXT = re.compile(r"[ ]?(?:-|–|to|and|until|through)[ ]?(?P<y>\d{4})")


def _spoken_range(answer: str, start: int, end: int, year: int) -> bool:
    """Would a year leave "2012 to 2015" in the wrong order?"""
    before, after = _TO.search(answer, max(0, start - 14), start), _TO_NEXT.match(answer, end)
    return bool((before and int(before["y"]) >= year) or (after and int(after["y"]) <= year))
