# SPDX-License-Identifier: Apache-2.0
"""The text of an answer that is left when sentences are taken out: lines, blank lines and marks in pairs."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Sequence

from faithstill.featurize.read.markers import BRACKETED
from faithstill.featurize.read.readable import BULLET

from .layout import RULE, Layout, LayoutLine
from .numbering import renumbered

_FENCE = re.compile(r"[ \t]*(?:```+|~~~+)")
_LED_BY = re.compile(
    rf"(?:{BRACKETED}|【[^】\n]{{1,200}}】)(?:[ \t]*(?:{BRACKETED}|【[^】\n]{{1,200}}】))*[ \t]+"
)
# What closes what: a mark whose other half is taken out stays with the sentence beside it.
_PAIRS = (("**", "**"), ("__", "__"), ('"', '"'), ("“", "”"), ("(", ")"))


def rebuilt(layout: Layout, gone: Collection[int]) -> str:
    """The answer of a layout without the sentences `gone`."""
    kept = _without_loose_rules(layout, list(_staying(layout, gone)))
    texts = [_cut(layout, layout.lines[n], gone) for n in kept]
    notes = [n for n, line in enumerate(layout.lines) if layout.noted.intersection(line.places)]
    texts = renumbered([line.text for line in layout.lines], kept, texts, fixed=notes)
    return _joined(layout, kept, texts)


def _staying(layout: Layout, gone: Collection[int]) -> Iterator[int]:
    """The numbers of the lines that stay, blank ones aside."""
    emptied = _emptied_fences(layout, gone)
    above = True  # does the line above stay, where it is not blank?
    for n, line in enumerate(layout.lines):
        if line.is_blank:
            above = True
            continue
        if line.places:
            stays = any(place not in gone for place in line.places)
        elif _FENCE.match(line.text):
            stays = n not in emptied
        else:  # the rule of a table, or markers alone, go with what they stand under
            stays = above
        above = stays or bool(_FENCE.match(line.text))
        if stays:
            yield n


def _emptied_fences(layout: Layout, gone: Collection[int]) -> set[int]:
    """The lines of fences around prose that is all gone."""
    fences = [n for n, line in enumerate(layout.lines) if not line.places and _FENCE.match(line.text)]
    found: set[int] = set()
    for first, last in zip(fences[::2], fences[1::2], strict=False):
        inside = [place for line in layout.lines[first:last] for place in line.places]
        if inside and all(place in gone for place in inside):
            found |= {first, last}
    return found


def _without_loose_rules(layout: Layout, kept: Sequence[int]) -> list[int]:
    """The lines without those that parted what is kept from what is gone."""
    found: list[int] = []
    for at, n in enumerate(kept):
        rule = RULE.fullmatch(layout.lines[n].text) is not None and not layout.lines[n].code
        if rule and _is_loose(layout, kept, at, found):
            continue
        found.append(n)
    return found


def _is_loose(layout: Layout, kept: Sequence[int], at: int, before: Sequence[int]) -> bool:
    n = kept[at]
    if at and kept[at - 1] == n - 1:
        return False  # under a line of its own
    after = kept[at + 1] if at + 1 < len(kept) else None
    lost_before = not before and _shown(layout, 0, n)
    lost_after = after is None and _shown(layout, n + 1, len(layout.lines))
    return (
        lost_before
        or lost_after
        or (after is not None and RULE.fullmatch(layout.lines[after].text) is not None)
    )


def _shown(layout: Layout, first: int, last: int) -> bool:
    return any(not line.is_blank for line in layout.lines[first:last])


# Lines


def _joined(layout: Layout, kept: Sequence[int], texts: Sequence[str]) -> str:
    """The lines with the blank ones between them; where something is gone the longest run of those left."""
    parts: list[str] = []
    last = -1
    for n, text in zip(kept, texts, strict=True):
        gap = layout.lines[last + 1 : n]
        if all(line.is_blank for line in gap):
            parts += [line.text for line in gap]
        elif last >= 0:
            longest: list[str] = max(_blank_runs(gap), key=len)
            parts += longest
        parts.append(text)
        last = n
    gap = layout.lines[last + 1 :]
    if all(line.is_blank for line in gap):
        return "".join(parts) + "".join(line.text for line in gap)
    whole = "".join(parts)
    return whole if layout.answer[-1:].isspace() else whole.rstrip()


def _blank_runs(gap: Sequence[LayoutLine]) -> Iterator[list[str]]:
    run: list[str] = []
    for line in gap:
        if line.is_blank:
            run.append(line.text)
        elif run:
            yield run
            run = []
    yield run


# Within a line


def _cut(layout: Layout, line: LayoutLine, gone: Collection[int]) -> str:
    """The line without its sentences that are gone."""
    if line.row or line.code or not any(place in gone for place in line.places):
        return line.text
    spans = _spans(layout, line)
    places = list(line.places)
    text, ending = layout.answer[line.start : spans[0][0]], layout.answer[spans[-1][1] : line.end]
    whole = "".join(layout.answer[start:end] for start, end in spans)
    pairs = [pair for pair in _PAIRS if _is_closed(whole, pair)]
    seen = taken = ""
    first = True
    for at, ((start, end), place) in enumerate(zip(spans, places, strict=True)):
        piece = layout.answer[start:end]
        if place in gone:
            taken += piece
        else:
            closing, opening = _left_open(taken, seen, pairs)
            gap = "" if first else layout.answer[spans[at - 1][1] : start]
            text += closing + gap + opening + piece
            seen, taken, first = seen + taken + piece, "", False
    closing, _ = _left_open(taken, seen, pairs)
    return text + closing + ending


def _spans(layout: Layout, line: LayoutLine) -> list[tuple[int, int]]:
    """Where each sentence of a line begins and ends with its markers, list mark cut off."""
    answer, found = layout.answer, list[list[int]]()
    for place in line.places:
        unit = layout.sentences[place].unit
        start, end = unit.start, unit.end
        if not found:
            bullet = BULLET.match(answer, start, end)
            start = bullet.end() if bullet else start
        else:
            led = _LED_BY.match(answer, start, end)
            start = led.end() if led and led.end() < end else start
            before = answer[found[-1][1] : start]
            found[-1][1] += len(before.rstrip())
        found.append([start, end])
    tail = answer[found[-1][1] : line.end]
    found[-1][1] += len(tail.rstrip())
    return [(start, end) for start, end in found]


def _is_closed(text: str, pair: tuple[str, str]) -> bool:
    opening, closing = pair
    if opening == closing:
        return text.count(opening) % 2 == 0
    return text.count(opening) == text.count(closing)


def _left_open(taken: str, seen: str, pairs: Sequence[tuple[str, str]]) -> tuple[str, str]:
    """The marks that close what is open before what is taken out, and that open what is closed behind it."""
    closing = opening = ""
    for left, right in pairs:
        if left == right:
            if taken.count(left) % 2:
                closes = seen.count(left) % 2 == 1
                closing, opening = closing + (right if closes else ""), opening + ("" if closes else left)
        else:
            lost = taken.count(left) - taken.count(right)
            closing, opening = closing + right * -lost, opening + left * lost
    return closing, opening
