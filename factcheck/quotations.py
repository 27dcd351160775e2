# SPDX-License-Identifier: Apache-2.0
"""Quoted text of an answer, and whether a passage holds it verbatim."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

from rapidfuzz import fuzz

from faithstill.featurize.read.markers import BRACKETED, FILLER

_QUOTED = re.compile(
    r"(?<![\w\"])\"(?P<plain>[^\"\n\s][^\"\n]{6,1200})\"(?!\w)|[“„](?P<curly>[^“”„\n]{8,1200})[”“]|«\s?(?P<angled>[^«»\n]{8,1200}?)\s?»"
)
_FEWEST = 3  # words of a quotation; fewer are a term or a word at arm's length
_CERTAIN = 5  # words from which text that stands nowhere alike is no title or term either
_ALIKE = 75.0  # similarity of 100 from which fewer words are a quotation that was altered
_GAP = re.compile(r"\s*(?:\[(?:\.\.\.|…)\]|\.\.\.+|…|\[[^\[\]]{1,80}\])\s*")
_OWN_MARKER = re.compile(rf"\s*{BRACKETED}")
_LETTER = re.compile(r"[^\W_]")
_SAME = str.maketrans("’‘“”–—−\u00a0\u202f", "''\"\"---  ")
_DROPPED = frozenset('*_`|\x00"')
_CLOSING = frozenset(".,;:!?)'%")
_EDGES = " .,;:!?-'"


@dataclass(frozen=True, slots=True)
class Quotation:
    """Quoted text; `start:end` are its characters in the answer, the quotation marks left out."""

    start: int
    end: int
    text: str

    @property
    def words(self) -> int:
        """How many words it has."""
        return len([word for word in self.text.split() if _LETTER.search(word)])


@dataclass(frozen=True, slots=True)
class Nearest:
    """The wording of a passage, characters `start:end`, that comes nearest to a quotation; `likeness` is up to 100."""

    start: int
    end: int
    likeness: float


def quotations(text: str) -> Iterator[Quotation]:
    """The quotations of an answer without markers.

    >>> [q.text for q in quotations('The terms say "no fee is due" of "idle" cards.')]
    ['no fee is due']
    """
    for match in _QUOTED.finditer(text):
        group = next(name for name in ("plain", "curly", "angled") if match[name])
        found = Quotation(*match.span(group), match[group].replace(FILLER, ""))
        if found.words >= _FEWEST:
            yield found


def is_verbatim(quotation: str, passage: str) -> bool:
    """Does the passage hold the quoted words in order? Gaps ("...", "[the bank]") and letter case may differ.

    >>> is_verbatim("the fee ... is $5", "The fee for a wire is $5."), is_verbatim("the fee is $6", "The fee is $5.")
    (True, False)
    """
    text, at = _plain(passage)[0], 0
    pieces = [piece for raw in _GAP.split(quotation) if (piece := _plain(raw)[0].strip(_EDGES))]
    for piece in pieces:
        at = _find(text, piece, at)
        if at < 0:
            return False
        at += len(piece)
    return bool(pieces)


def nearest(quotation: str, passage: str) -> Nearest:
    """The wording of the passage that comes nearest, and how near."""
    wanted = _plain(_GAP.sub(" ", quotation))[0].strip(_EDGES)
    text, places = _plain(passage)
    found = fuzz.partial_ratio_alignment(wanted, text) if wanted and text else None
    if found is None or len(wanted) > len(text) or found.dest_end <= found.dest_start:
        return Nearest(0, len(passage), fuzz.ratio(wanted, text))
    first, last = _whole_words(text, found.dest_start, found.dest_end)
    return Nearest(places[first], places[last - 1] + 1, found.score)


def is_altered(quotation: Quotation, likeness: float) -> bool:
    """Is text that stands nowhere verbatim a quotation gone wrong, rather than a term or a title?"""
    return quotation.words >= _CERTAIN or likeness >= _ALIKE


def _find(text: str, piece: str, at: int) -> int:
    """Where whole words stand from `at` on, or -1."""
    while (at := text.find(piece, at)) >= 0:
        end = at + len(piece)
        cut = at > 0 and text[at - 1].isalnum() and piece[0].isalnum()
        if not cut and not (end < len(text) and text[end].isalnum() and piece[-1].isalnum()):
            return at
        at += 1
    return -1


def _whole_words(text: str, start: int, end: int) -> tuple[int, int]:
    while start > 0 and text[start - 1] != " " and text[start] != " ":
        start -= 1
    while end < len(text) and text[end] != " " and text[end - 1] != " ":
        end += 1
    while end - 1 > start and text[end - 1] == " ":
        end -= 1
    while start < end - 1 and text[start] == " ":
        start += 1
    return start, end


@lru_cache(maxsize=64)
def _plain(text: str) -> tuple[str, tuple[int, ...]]:
    """The text in small letters without markup and markers of its own, and where each character of it stood."""
    unmarked = _OWN_MARKER.sub(lambda match: FILLER * len(match.group()), text).translate(_SAME)
    kept: list[str] = []
    places: list[int] = []
    for at, character in enumerate(unmarked):
        small = character.lower() if len(character.lower()) == 1 else character
        if small in _DROPPED:
            continue
        if small.isspace():
            if not kept or kept[-1] == " ":
                continue
            small = " "
        elif small in _CLOSING and kept and kept[-1] == " ":  # "twenty five ." in tokenized text
            kept.pop()
            places.pop()
        kept.append(small)
        places.append(at)
    return "".join(kept), tuple(places)
