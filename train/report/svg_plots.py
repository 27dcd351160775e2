# SPDX-License-Identifier: Apache-2.0
"""Plots as shapes of SVG: colours come from the page's style sheet, so they follow light, dark and print."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

Point = tuple[float, float]

SIDE, LEFT, TOP, BOTTOM = 300.0, 46.0, 12.0, 40.0
TICKS = (0.0, 0.2, 0.4, 0.6, 0.8, 1.0)
NAME, BAR, ROW = 250.0, 400.0, 19.0
COLOURS = 7


@dataclass(frozen=True, slots=True)
class Shape:
    """An element of SVG with its text, and a title that is shown when it is pointed at."""

    name: str
    attributes: Mapping[str, str]
    text: str = ""
    title: str = ""


@dataclass(frozen=True, slots=True)
class Plot:
    """Shapes in the order in which they are drawn; `label` says what they show to who cannot see them."""

    width: str
    height: str
    label: str
    shapes: Sequence[Shape]


@dataclass(frozen=True, slots=True)
class Series:
    """A named line on a curve plot; the first of a plot is ours."""

    name: str
    points: Sequence[Point]


@dataclass(frozen=True, slots=True)
class Measure:
    """A named value with the ends of its whisker, for a row of a bar or interval plot."""

    name: str
    value: float
    low: float | None = None
    high: float | None = None
    note: str = ""


@dataclass(frozen=True, slots=True)
class Dot:
    """A bin of a reliability plot: its place and how many rows it stands for."""

    x: float
    y: float
    n: int


def _plot(width: float, height: float, label: str, *shapes: Iterable[Shape]) -> Plot:
    return Plot(f"{width:g}", f"{height:g}", label, [shape for some in shapes for shape in some])


def _shape(name: str, text: str = "", title: str = "", **attributes: str | float) -> Shape:
    """A shape; in names of attributes `_` stands for `-`, and at the end for nothing.

    >>> _shape("text", "a", x=1.0, text_anchor="end", class_="tick").attributes
    {'x': '1', 'text-anchor': 'end', 'class': 'tick'}
    """
    shown = {key.rstrip("_").replace("_", "-"): _number(value) for key, value in attributes.items()}
    return Shape(name, shown, text, title)


def _number(value: str | float) -> str:
    return f"{value:.2f}".rstrip("0").rstrip(".") if isinstance(value, float) else str(value)


def _text(x: float, y: float, text: str, class_: str, *, anchor: str = "start") -> Shape:
    return _shape("text", text, x=x, y=y, text_anchor=anchor, class_=class_)


def _line(x1: float, y1: float, x2: float, y2: float, class_: str) -> Shape:
    return _shape("line", x1=x1, y1=y1, x2=x2, y2=y2, class_=class_)


def _at(point: Point) -> Point:
    return LEFT + SIDE * point[0], TOP + SIDE * (1 - point[1])


def _square(label: str, x_label: str, y_label: str, marks: Iterable[Shape]) -> Plot:
    """A unit square with grid, tick labels and axis titles around the marks."""
    grid = []
    for tick in TICKS:
        x, y = _at((tick, tick))
        grid += [_line(x, TOP, x, TOP + SIDE, "grid"), _line(LEFT, y, LEFT + SIDE, y, "grid")]
        grid.append(_text(x, TOP + SIDE + 15, f"{tick:.1f}", "tick", anchor="middle"))
        grid.append(_text(LEFT - 7, y + 4, f"{tick:.1f}", "tick", anchor="end"))
    upright = f"translate(12 {TOP + SIDE / 2:g}) rotate(-90)"
    titles = [
        _text(LEFT + SIDE / 2, TOP + SIDE + 33, x_label, "axis", anchor="middle"),
        _shape("text", y_label, transform=upright, text_anchor="middle", class_="axis"),
    ]
    return _plot(LEFT + SIDE + 14, TOP + SIDE + BOTTOM, label, grid, titles, marks)


def _path(points: Sequence[Point], class_: str, name: str) -> Shape:
    """A line through the points, those less than half a pixel from the one before left out."""
    kept: list[Point] = []
    for i, point in enumerate(points):
        x, y = _at(point)
        if not kept or i == len(points) - 1 or abs(x - kept[-1][0]) + abs(y - kept[-1][1]) >= 0.5:
            kept.append((x, y))
    places = " ".join(f"{x:.1f},{y:.1f}" for x, y in kept)
    return _shape("polyline", title=name, points=places, class_=class_)


def curves(label: str, series: Sequence[Series], *, x: str, y: str, chance: Sequence[Point] = ()) -> Plot:
    """Lines in the unit square; ours is drawn last, so that it lies on top."""
    lines = [
        _path(each.points, f"line s{i % COLOURS}", each.name) for i, each in enumerate(series) if each.points
    ]
    behind = [_path(chance, "chance", "chance")] if chance else []
    return _square(label, x, y, [*behind, *lines[::-1]])


def reliability(label: str, dots: Sequence[Dot]) -> Plot:
    """Predicted against observed shares; the area of a dot is its number of rows."""
    most = max((dot.n for dot in dots), default=1)
    marks = [
        _path([(0, 0), (1, 1)], "chance", "perfect calibration"),
        _path([(dot.x, dot.y) for dot in dots], "line s0", "observed share"),
    ]
    for dot in dots:
        x, y = _at((dot.x, dot.y))
        title = f"{dot.n} rows: predicted {dot.x:.2f}, observed {dot.y:.2f}"
        marks.append(_shape("circle", title=title, cx=x, cy=y, r=3 + 8 * (dot.n / most) ** 0.5, class_="dot"))
    return _square(label, "predicted probability of faithful", "share in fact faithful", marks)


def _scale(rows: Sequence[Measure]) -> tuple[float, float]:
    """Where zero lies and how many pixels a unit has, so that all bars, whiskers and zero fit."""
    ends = [end for row in rows for end in (row.value, row.low, row.high, 0.0) if end is not None]
    low, high = min(ends), max(ends)
    unit = BAR / ((high - low) or 1.0)
    return NAME + 12 - low * unit, unit


def _rows(label: str, rows: Sequence[Measure], marks: Sequence[Shape], zero: float) -> Plot:
    names = [_text(NAME, ROW * i + 14, row.name, "name", anchor="end") for i, row in enumerate(rows)]
    right = NAME + BAR + 28
    values = [
        _text(right, ROW * i + 14, row.note or f"{row.value:+.2f}", "tick") for i, row in enumerate(rows)
    ]
    height = ROW * len(rows) + 6
    return _plot(right + 150, height, label, [_line(zero, 0, zero, height, "zero")], names, marks, values)


def _whisker(row: Measure, zero: float, unit: float, y: float) -> list[Shape]:
    if row.low is None or row.high is None:
        return []
    a, b = zero + row.low * unit, zero + row.high * unit
    return [_line(a, y, b, y, "whisker"), *(_line(x, y - 3, x, y + 3, "whisker") for x in (a, b))]


def bars(label: str, rows: Sequence[Measure]) -> Plot:
    """Horizontal bars from zero, coloured by sign, with whiskers."""
    zero, unit = _scale(rows)
    marks = []
    for i, row in enumerate(rows):
        x, width = zero + min(row.value, 0.0) * unit, abs(row.value) * unit
        side = "for" if row.value >= 0 else "against"
        marks.append(
            _shape("rect", x=x, y=ROW * i + 4, width=width, height=ROW - 7, rx=2, class_=f"bar {side}")
        )
        marks += _whisker(row, zero, unit, ROW * i + ROW / 2 + 0.5)
    return _rows(label, rows, marks, zero)


def intervals(label: str, rows: Sequence[Measure]) -> Plot:
    """A dot with its interval for each row, around zero."""
    zero, unit = _scale(rows)
    marks = []
    for i, row in enumerate(rows):
        y = ROW * i + ROW / 2 + 0.5
        dot = _shape("circle", cx=zero + row.value * unit, cy=y, r=4, class_="dot")
        marks += [*_whisker(row, zero, unit, y), dot]
    return _rows(label, rows, marks, zero)


def heat(
    label: str,
    columns: Sequence[str],
    rows: Sequence[tuple[str, Sequence[float | None]]],
    *,
    cell: tuple[float, float] = (38.0, 24.0),
) -> Plot:
    """A grid of signed amounts, stronger colour for larger ones; rows are named left, columns on top."""
    wide, tall = cell
    left, top = 176.0, 158.0
    most = max((abs(v) for _, values in rows for v in values if v is not None), default=0.0) or 1.0
    marks = []
    for i, name in enumerate(columns):
        place = f"translate({left + wide * i + wide / 2 + 4:g} {top - 6:g}) rotate(-48)"
        marks.append(_shape("text", name, transform=place, class_="name"))
    for j, (name, values) in enumerate(rows):
        y = top + tall * j
        marks.append(_text(left - 8, y + tall / 2 + 4, name, "tick", anchor="end"))
        for i, value in enumerate(values):
            marks += _cell(left + wide * i, y, wide, tall, value, most)
    return _plot(left + wide * len(columns) + 120, top + tall * len(rows) + 4, label, marks)


def _cell(x: float, y: float, wide: float, tall: float, value: float | None, most: float) -> list[Shape]:
    box: dict[str, Any] = {"x": x + 1, "y": y + 1, "width": wide - 2, "height": tall - 2, "rx": 2}
    if value is None:
        return [_shape("rect", **box, class_="empty")]
    strength = abs(value) / most
    side = "bar for" if value >= 0 else "bar against"
    filled = _shape("rect", **box, fill_opacity=0.08 + 0.82 * strength, class_=side)
    shown = f"{value:+.1f}" if abs(value) >= 0.05 else "0"
    class_ = "cell strong" if strength > 0.6 else "cell"
    return [filled, _text(x + wide / 2, y + tall / 2 + 4, shown, class_, anchor="middle")]
