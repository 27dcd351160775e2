# SPDX-License-Identifier: Apache-2.0
"""Lines with intervals as an SVG file that stands alone."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from html import escape
from pathlib import Path

WIDTH, HEIGHT, LEFT, TOP = 560.0, 320.0, 60.0, 16.0
RIGHT, BOTTOM = 110.0, 44.0
COLOURS = ("#0b57d0", "#8a4b00", "#5f6368")
_STEP = 0.02  # between ticks


@dataclass(frozen=True, slots=True)
class PlotMark:
    """A figure with its interval."""

    value: float
    low: float
    high: float

    def __str__(self) -> str:
        return f"{self.value:.3f} ({self.low:.3f} to {self.high:.3f})"


@dataclass(frozen=True, slots=True)
class PlotLine:
    """A named line with an interval at each place."""

    name: str
    x: tuple[int, ...]
    marks: tuple[PlotMark, ...]


@dataclass(frozen=True, slots=True)
class _Frame:
    left: float
    right: float
    low: float
    high: float

    def at(self, x: float, y: float) -> str:
        across = LEFT + (WIDTH - LEFT - RIGHT) * (x - self.left) / (self.right - self.left)
        down = TOP + (HEIGHT - TOP - BOTTOM) * (1 - (y - self.low) / (self.high - self.low))
        return f"{across:.1f},{down:.1f}"


def write_plot(path: Path, lines: Sequence[PlotLine], *, x: str, y: str) -> None:
    """Write the lines, the first in front; the intervals are bands."""
    marks = [mark for line in lines for mark in line.marks]
    low = _STEP * int(min(mark.low for mark in marks) / _STEP)
    high = _STEP * (int(max(mark.high for mark in marks) / _STEP) + 1)
    frame = _Frame(lines[0].x[0], lines[0].x[-1], low, high)
    shapes = [*_grid(frame, lines[0].x), *_titles(x, y)]
    for place, line in reversed(list(enumerate(lines))):
        shapes += _drawn(frame, line, COLOURS[place % len(COLOURS)])
    size = f'viewBox="0 0 {WIDTH:g} {HEIGHT:g}" width="{WIDTH:g}" height="{HEIGHT:g}"'
    head = (
        f'<svg xmlns="http://www.w3.org/2000/svg" {size} font-family="sans-serif" font-size="12" role="img">'
    )
    title = f"<title>{escape(y)} against {escape(x)}</title>"
    back = '<rect width="100%" height="100%" fill="#fff"/>'
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text("\n".join([head, title, back, *shapes, "</svg>\n"]), encoding="utf-8")


def _drawn(frame: _Frame, line: PlotLine, colour: str) -> Iterator[str]:
    pairs = list(zip(line.x, line.marks, strict=True))
    around = [frame.at(x, mark.high) for x, mark in pairs] + [
        frame.at(x, mark.low) for x, mark in pairs[::-1]
    ]
    yield f'<polygon points="{" ".join(around)}" fill="{colour}" fill-opacity="0.15"/>'
    points = " ".join(frame.at(x, mark.value) for x, mark in pairs)
    yield f'<polyline points="{points}" fill="none" stroke="{colour}" stroke-width="2"/>'
    across, down = frame.at(line.x[-1], line.marks[-1].value).split(",")
    yield f'<text x="{float(across) + 6:.1f}" y="{float(down) + 4:.1f}" fill="{colour}">{escape(line.name)}</text>'


def _grid(frame: _Frame, places: Sequence[int]) -> Iterator[str]:
    for tick in range(round((frame.high - frame.low) / _STEP) + 1):
        value = frame.low + _STEP * tick
        (x, y), (end, _) = (frame.at(place, value).split(",") for place in (frame.left, frame.right))
        yield f'<line x1="{x}" y1="{y}" x2="{end}" y2="{y}" stroke="#ddd"/>'
        yield f'<text x="{float(x) - 6:.1f}" y="{float(y) + 4:.1f}" text-anchor="end">{value:.2f}</text>'
    for place in places[1::2]:
        x, y = frame.at(place, frame.low).split(",")
        yield f'<text x="{x}" y="{float(y) + 16:.1f}" text-anchor="middle">{place}</text>'


def _titles(x: str, y: str) -> Iterator[str]:
    across = LEFT + (WIDTH - LEFT - RIGHT) / 2
    yield f'<text x="{across:.0f}" y="{HEIGHT - 8:.0f}" text-anchor="middle">{escape(x)}</text>'
    down = TOP + (HEIGHT - TOP - BOTTOM) / 2
    yield f'<text transform="translate(14 {down:.0f}) rotate(-90)" text-anchor="middle">{escape(y)}</text>'
