# SPDX-License-Identifier: Apache-2.0
"""Citation markers of an answer: the one place that says what a marker is and which passages it names."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum

from .footnotes import FootnoteText, definitions_of

_KEY = r"(?i:p|d|t|c|r|doc|document|source|passage|chunk|context|ref|tool)[ _-]?"
_ONE = rf"\^?(?:{_KEY})?\d{{1,3}}"
# A marker in square brackets that needs no knowledge of the passages: "[1]", "[1, 3]", "[2-4]", "[^2]", "[doc 7]".
BRACKETED = rf"\[{_ONE}(?:\s?[,;–-]\s?{_ONE}){{0,30}}\]"
FILLER = "\x00"  # stands for what no reader sees
_MOST_IN_RANGE = 50


class Style(StrEnum):
    """How a marker is written."""

    BRACKET = "bracket"  # [1], [1, 3], [2-4], [doc 7], [terms.txt], [doc-7@rev3]
    FOOTNOTE = "footnote"  # [^2], [^fees]
    ROUND = "round"  # (doc-7), (source 3)
    LENTICULAR = "lenticular"  # 【3†source】
    LINK = "link"  # [the fee](doc-7), [1](https://example.com/fees)


STYLES = tuple(Style)


@dataclass(frozen=True, slots=True)
class MarkerLabel:
    """What one entry of a marker names: a passage by id or by number, and the revision that it pins, if any."""

    name: str
    number: int | None = None
    revision: str = ""

    @property
    def is_bare(self) -> bool:
        """Is it nothing but a number?"""
        return self.name.isdigit()


@dataclass(frozen=True, slots=True)
class Marker:
    """Characters `start:end` of the answer; of a link the words `kept_start:kept_end` are part of what it says."""

    start: int
    end: int
    text: str
    style: Style
    labels: tuple[MarkerLabel, ...]
    kept_start: int = 0
    kept_end: int = 0


@dataclass(frozen=True, slots=True)
class Markers:
    """The markers of an answer in order, and the lines of it that say what they stand for."""

    cited: tuple[Marker, ...]
    definitions: tuple[FootnoteText, ...]

    @property
    def sources(self) -> list[tuple[int, int]]:
        """Where the answer says what its markers stand for."""
        return [(definition.said, definition.end) for definition in self.definitions]


_CANDIDATE = re.compile(
    r"(?P<image>!?)\[(?:\[(?P<double>[^\[\]\n]{1,200})\]|(?P<words>[^\[\]\n]{1,300}))\]\((?P<target>[^)\s]{1,500})\)|"
    r"\[(?P<square>[^\[\]\n]{1,200})\]|\((?P<round>[^()\n]{1,200})\)|【(?P<lens>[^【】\n]{1,200})】"
)
_TICKED = re.compile(r"`[^`\n]{1,500}`")
_NUMBERED = re.compile(
    rf"(?P<caret>\^?)(?P<key>{_KEY})?(?P<number>\d{{1,3}})(?:@(?P<revision>[\w.:-]{{1,60}}))?"
)
_LONG_KEY = r"(?:see )?(?i:doc|document|source|passage|chunk|context)s?[ _-]?"
_KEYED = re.compile(rf"(?:{_LONG_KEY})(?P<number>\d{{1,3}})(?:@(?P<revision>[\w.:-]{{1,60}}))?")
_PINNED = re.compile(r"(?P<name>.+?)@(?P<revision>[\w.:-]{1,60})")
_RANGE = re.compile(rf"\^?(?:{_KEY})?(?P<first>\d{{1,3}})\s?[–-]\s?\^?(?:{_KEY})?(?P<last>\d{{1,3}})")
_NAMED_FOOTNOTE = re.compile(r"\^[^\s\[\]]{1,60}")
_SEPARATOR = re.compile(r"\s?[,;]\s?|\s(?:and|&)\s")
_OF_SEARCH = re.compile(r"(?P<number>\d{1,3})(?::\d{1,3})?(?:†(?P<title>[^†]{1,150}))?(?:†.*)?")
_LINES = re.compile(r"L\d+(?:-L?\d+)?|source", re.IGNORECASE)
# A subscript: a JSON key or a letter before it, or what only code has behind it.
_DATA_BEFORE = re.compile(r"=$|\":$|(?<![\w.])[A-Za-z]$")
_DATA_AFTER = re.compile(r"\.[a-z_]\w*|\s?=[^=]|\(")
_BETWEEN = re.compile(r"[ \t]*[,;–-]?[ \t]*(?:(?:and|&)[ \t]*)?")
_CLOSES = re.compile(r"[ \t]*[.,;:!?)\]}”’\"]")
_ENDS = re.compile(r"(?:\A|[.!?:;][\"'”’)*_]*|\n)[ \t]*$")


def markers_of(answer: str, ids: Collection[str] = (), *, styles: Collection[Style] = STYLES) -> Markers:
    """The markers of an answer to passages with these ids.

    >>> [label.name for marker in markers_of("The fee is $5 [1, 3].").cited for label in marker.labels]
    ['1', '3']
    >>> markers_of("Since [2024], rates[i] and [sic] stand.").cited
    ()
    """
    if not any(opening in answer for opening in "[(【"):
        return Markers((), ())
    known = frozenset(filter(None, ids))
    definitions = tuple(definitions_of(answer))
    closed = [match.span() for match in _TICKED.finditer(answer) if not _is_alone(match.group())]
    closed += [(d.start, d.said) for d in definitions]
    found = (marker for match in _CANDIDATE.finditer(answer) if (marker := _marker(match, known)) is not None)
    cited = tuple(m for m in found if m.style in styles and not any(a <= m.start < b for a, b in closed))
    found_all = Markers(cited, definitions)
    says_more = any(character.isalnum() for character in without(answer, found_all))
    return found_all if says_more else Markers((), ())  # "[1, 2, 3]" alone is what the answer says


def without(answer: str, markers: Markers) -> str:
    """The answer without its markers and the labels of definitions, every other character at its place.

    A marker before the end of a sentence leaves `FILLER`, which no reader sees; another one leaves blanks.

    >>> without("A fee [1]. It is $5.", markers_of("A fee [1]. It is $5.")).replace(FILLER, "")
    'A fee. It is $5.'
    """
    if not markers.cited and not markers.definitions:
        return answer
    kept = list(answer)
    for definition in markers.definitions:
        kept[definition.start : definition.said] = " " * (definition.said - definition.start)
    for marker in markers.cited:
        if marker.kept_end:
            kept[marker.start : marker.kept_start] = FILLER * (marker.kept_start - marker.start)
            kept[marker.kept_end : marker.end] = FILLER * (marker.end - marker.kept_end)
    for start, end in runs(answer, markers):
        _take(kept, answer, start, end)
    return "".join(kept)


def runs(answer: str, markers: Markers) -> Iterator[tuple[int, int]]:
    """Where markers stand, those with nothing but a comma or "and" between them as one."""
    start = end = -1
    for marker in markers.cited:
        if marker.kept_end:
            continue
        if end >= 0 and _BETWEEN.fullmatch(answer, end, marker.start):
            end = marker.end
            continue
        if end >= 0:
            yield start, end
        start, end = marker.start, marker.end
    if end >= 0:
        yield start, end


def _take(kept: list[str], answer: str, start: int, end: int) -> None:
    """Blank `start:end`, with the blanks before it where a sign follows that belongs to the word before."""
    begin = len(answer[:start].rstrip(" \t"))
    if _ENDS.search(answer[max(0, begin - 8) : begin]):
        kept[start:end] = " " * (end - start)
    elif _CLOSES.match(answer, end):
        kept[begin:end] = FILLER * (end - begin)
    else:
        kept[start:end] = (FILLER if begin == start else " ") * (end - start)


def _is_alone(ticked: str) -> bool:
    return re.fullmatch(BRACKETED, ticked.strip("`").strip()) is not None


def _marker(match: re.Match[str], known: Collection[str]) -> Marker | None:
    for group, read in _READERS:
        if match[group] is None:
            continue
        style, labels = read(match, known)
        if not labels:
            return None
        kept = (
            match.span("words")
            if style is Style.LINK and match["words"] and not _names(match["words"])
            else (0, 0)
        )
        return Marker(*match.span(), match.group(), style, labels, *kept)
    return None


Read = tuple[Style, tuple[MarkerLabel, ...]]
Reader = Callable[[str], MarkerLabel | None]


def _link(match: re.Match[str], known: Collection[str]) -> Read:
    """A link to a passage, or a number that links to anything."""
    target = match["target"].removeprefix("./").removeprefix("#")
    own = _exact(match["target"], known) or _exact(target, known) or _keyed(target)
    words = match["double"] or match["words"]
    labels = (own,) if own else _names(words)
    return Style.LINK, () if match["image"] else labels


def _square(match: re.Match[str], known: Collection[str]) -> Read:
    inside = match["square"].strip()
    if _NAMED_FOOTNOTE.fullmatch(inside) and not _exact(inside, known):
        name = inside[1:]
        return Style.FOOTNOTE, (MarkerLabel(name, int(name) if name.isdigit() and len(name) < 4 else None),)
    labels = _labels(inside, known, _numbered)
    if not _exact(inside, known) and _is_data(match):
        return Style.BRACKET, ()
    return Style.BRACKET, labels


def _round(match: re.Match[str], known: Collection[str]) -> Read:
    inside = match["round"].strip()
    named = frozenset(
        name for name in known if not name.isalnum() or (not name.isalpha() and not name.isdigit())
    )
    return Style.ROUND, _labels(inside, named, _keyed, follow=_numbered)


def _lenticular(match: re.Match[str], known: Collection[str]) -> Read:
    inside = match["lens"].strip()
    found = _OF_SEARCH.fullmatch(inside)
    if found is None:
        return Style.LENTICULAR, _labels(inside, known, _numbered)
    title = (found["title"] or "").strip()
    if title and not _LINES.fullmatch(title) and (own := _exact(title, known)):
        return Style.LENTICULAR, (own,)
    return Style.LENTICULAR, (MarkerLabel(found["number"], int(found["number"])),)


_READERS = (("target", _link), ("square", _square), ("round", _round), ("lens", _lenticular))


def _names(words: str | None) -> tuple[MarkerLabel, ...]:
    """The labels of text that is nothing but numbers: "1", "^2", "1, 3"."""
    return _labels(words.strip(), (), _numbered) if words else ()


def _labels(
    inside: str, known: Collection[str], read: Reader, follow: Reader | None = None
) -> tuple[MarkerLabel, ...]:
    """All entries of a marker; none where one of them names no passage."""
    if own := _exact(inside, known):
        return (own,)
    found: list[MarkerLabel] = []
    for piece in _SEPARATOR.split(inside):
        one = _exact(piece, known) or read(piece) or (follow(piece) if follow and found else None)
        more = (one,) if one else tuple(_range(piece)) if read is _numbered or found else ()
        if not more:
            return ()
        found += more
    return tuple(found)


def _range(piece: str) -> Iterator[MarkerLabel]:
    match = _RANGE.fullmatch(piece)
    if match:
        first, last = int(match["first"]), int(match["last"])
        numbers: Sequence[int] = range(first, last + 1)
        if not 0 < last - first <= _MOST_IN_RANGE:
            numbers = (first, last)
        yield from (MarkerLabel(str(n), n) for n in numbers)


def _exact(text: str, known: Collection[str]) -> MarkerLabel | None:
    """A label that is a passage's id as it stands, with or without a revision."""
    if text in known:
        return MarkerLabel(text)
    pinned = _PINNED.fullmatch(text)
    if pinned and pinned["name"] in known:
        return MarkerLabel(pinned["name"], None, pinned["revision"])
    return None


def _numbered(piece: str) -> MarkerLabel | None:
    return _of_number(_NUMBERED.fullmatch(piece), piece)


def _keyed(piece: str) -> MarkerLabel | None:
    return _of_number(_KEYED.fullmatch(piece), piece)


def _of_number(match: re.Match[str] | None, piece: str) -> MarkerLabel | None:
    if match is None:
        return None
    name = piece.partition("@")[0].removeprefix("^").removeprefix("see ")
    return MarkerLabel(name, int(match["number"]), match["revision"] or "")


def _is_data(match: re.Match[str]) -> bool:
    """Is it an index or an array instead: "rates.items[2]", "x[1]", "list[0].price", '"ids": [1, 2]'?"""
    text, start, end = match.string, match.start(), match.end()
    before, after = text[max(0, start - 24) : start], text[end : end + 24]
    if before[-1:].isspace() or not before:
        return before.rstrip(" \t").endswith(('":', "':", "=", "∈"))
    return match["square"].strip() == "0" or bool(_DATA_BEFORE.search(before) or _DATA_AFTER.match(after))
