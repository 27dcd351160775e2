# SPDX-License-Identifier: Apache-2.0
"""What stands over bare figures: the unit of a key or header ("Area (km²)"), the scale of a table ("£000")."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Sequence
from dataclasses import replace
from decimal import Decimal
from functools import lru_cache

from faithstill.featurize.read.structure import Cell, Unit

from . import Kind, Mention
from .units import Unit as Measure
from .units import read_unit

_BRACKET = re.compile(r"(?:^|[\s(\[])[(\[](?:in\s)?([^()\[\]]{1,16})[)\]]\s*$")
_IN_UNIT = re.compile(r"(?:,|\bin)\s([^\s,]{1,12}(?:\s[a-z]{1,8})?)$")
_TIME = "seconds|minutes|hours|days|weeks|months|years"
_KIND_OF_DAY = r"(?:business|working|calendar)\s"
_AVERAGED = r"(?:average|avg|mean|median|max|min|maximum|minimum|total|typical|number\sof|no\.?\sof)\s"
_TIMES_FIRST = re.compile(rf"(?:{_AVERAGED})?((?:{_KIND_OF_DAY})?(?:{_TIME}))\b", re.IGNORECASE)
_TIMES_LAST = re.compile(rf"\b((?:{_KIND_OF_DAY})?(?:{_TIME}))$", re.IGNORECASE)
_TIMES_OF = re.compile(
    rf"\b((?:{_KIND_OF_DAY})?(?:{_TIME}))\s"
    r"(?:in|of|to|left|remaining|until|used|worked|taken|per|since|late|overdue|between|open|lost|spent)\b"
)
# "Opening hours", "Sales of the last months", "Fee after 3 months": no figure in hours or months.
_NO_TIME = re.compile(
    r"\b(?:opening|office|visiting|last|past|next|ago|first|previous|after|within)\b|\d", re.IGNORECASE
)
# As keys write them, in small letters.
_KEYS = {
    "kmh": "km/h", "kph": "km/h", "mph": "mph", "kbps": "kbps", "mbps": "Mbps", "gbps": "Gbps", "kb": "KB", "mb": "MB",
    "gb": "GB", "tb": "TB", "pct": "%", "percent": "%", "percentage": "%", "km": "km", "km2": "km²", "sqm": "m²",
    "m2": "m²", "m3": "m³", "cm": "cm", "mm": "mm", "kg": "kg", "mg": "mg", "ml": "ml", "kw": "kW", "kwh": "kWh",
    "mwh": "MWh", "ghz": "GHz", "mhz": "MHz", "ft": "ft", "lb": "lb", "lbs": "lb", "ha": "ha", "ppm": "ppm", "ms": "ms",
    "sec": "s", "secs": "s", "mins": "minutes", "hrs": "hours", "celsius": "°C", "litres": "litres", "liters": "litres",
    "metres": "metres", "meters": "metres", "miles": "miles", "tonnes": "tonnes", "acres": "acres", "grams": "g",
}  # fmt: skip
_SPANS = frozenset("second minute hour day week month quarter year".split())  # "service months in year"
# One letter says a unit only of what is measured in it: the m of "revenue_m" is a million.
_LENGTHS = frozenset(
    "length height width depth elevation altitude distance diameter span drop thickness climb ascent descent "
    "perimeter long high wide deep tall clearance draught".split()
)
_LASTING = frozenset("time duration wait latency delay timeout elapsed runtime".split())
_MEASURED = {
    "m": (_LENGTHS, "m"),
    "s": (_LASTING, "s"),
    "h": (_LASTING, "hours"),
    "min": (_LASTING, "minutes"),
    "g": (frozenset({"weight", "mass"}), "g"),
    "t": (frozenset({"weight", "mass", "load", "payload", "tonnage"}), "t"),
}
_UNITED = frozenset({Kind.QUANTITY, Kind.DURATION, Kind.PERCENT})
_LETTER = re.compile(r"[^\W\d_]")
_YEAR = re.compile(r"\d{4}")


def in_header_units(text: str, mentions: tuple[Mention, ...], units: Sequence[Unit]) -> tuple[Mention, ...]:
    """The mentions, each bare figure that is alone in a cell in the unit of its header or row label."""
    found: dict[int, Mention] = {}
    starts: Sequence[int] | None = None
    headers = {cell.header for unit in units for cell in unit.cells}
    measures = {header: measure for header in headers if (measure := measure_of(header))}
    for unit in units:
        label = _measure_of_row(text, unit)
        if not measures and label is None:
            continue
        for cell in unit.cells:
            measure = measures.get(cell.header)
            if measure is None and cell is not unit.cells[0]:
                measure = label
            if measure is None:
                continue
            starts = starts if starts is not None else [m.start for m in mentions]
            place = bisect_left(starts, cell.start)
            if place < len(mentions) and (united := _united(text, mentions[place], cell, measure)):
                found[place] = united
    return tuple(found.get(i, m) for i, m in enumerate(mentions)) if found else mentions


def _measure_of_row(text: str, unit: Unit) -> Measure | None:
    """The unit that the label of a row names: "| Length (m) | 130 |"."""
    end = unit.cells[0].end
    if text[end - 1 : end] not in (")", "]") or text[unit.start] == "{":
        return None
    return measure_of(text[unit.cells[0].start : end])


def _united(text: str, mention: Mention, cell: Cell, measure: Measure) -> Mention | None:
    """A cell's only figure in a unit; None where the cell says more."""
    if mention.end > cell.end or _LETTER.search(
        text[cell.start : mention.start] + text[mention.end : cell.end]
    ):
        return None
    kind, unit, factor = measure
    if mention.kind is Kind.PERIOD and _YEAR.fullmatch(mention.text):
        value = Decimal(mention.text) * factor
        return replace(mention, kind=kind, unit=unit, low=value, high=value, key="")
    if mention.kind is not Kind.NUMBER or mention.unit or mention.low is None or mention.high is None:
        return None
    return replace(mention, kind=kind, unit=unit, low=mention.low * factor, high=mention.high * factor)


@lru_cache(maxsize=5_000)
def measure_of(header: str) -> Measure | None:
    """The unit that a header or the words of a key name.

    >>> [m and m[1] for m in map(measure_of, ("Area (km²)", "wait minutes", "revenue m", "Average days to close"))]
    ['m2', 'second', None, 'day']
    """
    header = header.strip(" *_:")
    lower = header.lower()
    words = lower.split()
    if not words:
        return None
    if header.endswith("%") or header.startswith("% "):
        return _read("%")
    bracket = _BRACKET.search(header) or _IN_UNIT.search(header)
    if bracket and bracket.group(1) not in _SPANS:
        written = bracket.group(1)
        if written in ("m", "M") and _LENGTHS.isdisjoint(words):
            return None
        return _read(_KEYS.get(written.lower(), written) if written.islower() else written)
    if not _NO_TIME.search(lower):
        times = _TIMES_FIRST.match(lower) or _TIMES_LAST.search(lower) or _TIMES_OF.search(lower)
        if times:
            return _read(times.group(1))
    last = words[-1]
    if last in _MEASURED:
        of, unit = _MEASURED[last]
        return None if of.isdisjoint(words) else _read(unit)
    return _read(_KEYS[last]) if last in _KEYS and len(words) > 1 else None


def _read(unit: str) -> Measure | None:
    found = read_unit(f"1 {unit}", 1)
    if found is None or found[1] != len(unit) + 2 or found[0][0] not in _UNITED:
        return None
    return found[0]


# The words are sought first and then what must stand before them: several times as fast as the reverse.
_SCALE = re.compile(r"(?:000|thousands?|millions?|billions?|m|bn)\b")
_BEFORE_SCALE = re.compile(
    r"(?:[$£€¥]|\b(?:usd|eur|gbp|chf|jpy|in))[\s'’‘]{0,2}(?:of\s)?\Z|(?P<bracket>\()\Z"
)
_SCALE_REACH = 8  # characters before the word
_ONE_FIGURE = re.compile(r"[\d,.]*\d")
_POWERS = {"000": 3, "tho": 3, "mil": 6, "m": 6, "bil": 9, "bn": 9}


def stated_scale(text: str) -> Decimal | None:
    """The factor of all figures of a text, and not of one alone.

    >>> stated_scale("| in millions | 2024 |"), stated_scale("It rose to $ 5 million.")
    (Decimal('1000000'), None)
    """
    if "|" not in text and "illion" not in text and "housand" not in text and "000" not in text:
        return None
    small = text.lower()
    for word in _SCALE.finditer(small):
        before = _BEFORE_SCALE.search(small, max(0, word.start() - _SCALE_REACH), word.start())
        if before and (before["bracket"] or not _ONE_FIGURE.match(small, word.end())):
            return Decimal(10) ** _POWERS[word.group()[:3]]
    return None
