# SPDX-License-Identifier: Apache-2.0
"""Dates as far as they are given: days, months, years, quarters and decades, each part with its span."""

from __future__ import annotations

import re
from dataclasses import dataclass

from .vocabulary import MONTHS

_MONTH_OF = {name: i for i, month in enumerate(MONTHS, 1) for name in (month.lower(), month[:3].lower())} | {
    "sept": 9
}
_NAME = r"(?P<name>" + "|".join(f"{month}|{month[:3]}" for month in MONTHS) + r"|Sept)\.?"
_Y = r"(?P<y>(?:1[0-9]|20)\d\d)"
_D = r"(?P<d>[0-2]?\d|3[01])(?P<th>st|nd|rd|th)?"
# "1,500" without its comma counts something.
_COUNTED = (
    r"(?:people|employees|shares|units|rows|km|kilomet|miles|met(?:er|re)s|feet|kg|tonn?e?s|words|characters|"
    r"dollars|euros?|pounds|USD|EUR|GBP|CHF|watts|MW|copies|jobs|homes|members|(?:square|cubic)[ ])"
)
_FORMS = tuple(
    re.compile(form)
    for form in (
        rf"(?<![\w.,]){_D}(?:[ ]of)?[ \u00a0]{_NAME},?[ \u00a0]{_Y}(?!\w)",
        rf"\b{_NAME}[ \u00a0]{_D}(?!\d),?[ \u00a0]{_Y}(?!\w)",
        rf"(?<![\d-]){_Y}-(?P<m>0[1-9]|1[0-2])-(?P<d>[0-2]\d|3[01])(?P<th>)(?!\d)",
        rf"(?<![\d/])(?P<d>[0-2]?\d|3[01])(?P<th>)[/.](?P<m>0?[1-9]|1[0-2])[/.]{_Y}(?!\d)",
        rf"\b{_NAME},?[ \u00a0]{_Y}(?!\w)",
        rf"(?<![\w.,$£€]){_D}(?:[ ]of)?[ \u00a0]{_NAME}(?!\w)",
        rf"\b{_NAME}[ \u00a0]{_D}(?![\w%]|[.,]\d)",
        r"\bQ(?P<q>[1-4])(?:[ ](?:FY)?(?:19|20)\d\d)?(?!\w)",
        r"\bFY[ ]?(?P<y>20\d\d)(?!\w)",
        r"(?<!\w)(?P<y>(?:1[5-9]|20)\d0)(?P<s>['’]?s)\b",
        r"(?<![\w$£€¥₹#.,/:])(?<!\w-)(?P<y>(?:1[5-9]|20)\d\d)(?![\w%]|[.,]\d|[-–/]\d{2}(?!\d)|[ -]"
        + _COUNTED
        + ")",
        r"(?<![\w.,-])(?P<y>[1-9]\d{0,3})(?=[ ]?(?:BC|AD)E?\b)",
        r"(?<=\b[Ii]n )(?P<name>January|February|March|April|June|July|August|September|October|November|December)\b",
        r"(?<=\bof )(?P<name>January|February|April|June|July|August|September|October|November|December)\b",
    )
)


@dataclass(frozen=True, slots=True)
class Day:
    """A date as far as it is given: each part with its span in the text."""

    start: int
    end: int
    year: int | None = None
    month: int | None = None
    day: int | None = None
    quarter: int | None = None
    parts: tuple[tuple[str, int, int], ...] = ()

    def may_be(self, other: Day) -> bool:
        """Could both name one day: is no part given in both and different? At least one must be shared."""
        pairs = [(getattr(self, name), getattr(other, name)) for name in ("year", "month", "day", "quarter")]
        shared = [(a, b) for a, b in pairs if a is not None and b is not None]
        return bool(shared) and all(a == b for a, b in shared)


def days(text: str) -> tuple[Day, ...]:
    """All dates, in order; the fullest reading of each."""
    found: list[Day] = []
    taken: set[int] = set()
    for form in _FORMS:
        for match in form.finditer(text):
            span = set(range(*match.span()))
            if not span & taken:
                taken |= span
                found.append(_day(match))
    return tuple(sorted(found, key=lambda day: day.start))


def _day(match: re.Match[str]) -> Day:
    groups = {name: found for name, found in match.groupdict().items() if found}
    name = groups.get("name")
    month = _MONTH_OF[name.lower()] if name else int(groups["m"]) if "m" in groups else None
    parts = tuple((part, *match.span(part)) for part in ("y", "m", "name", "d", "q") if part in groups)
    return Day(
        match.start(),
        match.end(),
        int(groups["y"]) if "y" in groups else None,
        month,
        int(groups["d"]) if "d" in groups else None,
        int(groups["q"]) if "q" in groups else None,
        parts,
    )
