# SPDX-License-Identifier: Apache-2.0
"""One pass over the text: each token that may open a value is offered to the recognisers in turn."""

from __future__ import annotations

import re
from dataclasses import dataclass, field, replace
from datetime import date
from operator import attrgetter

from .mention import Mention
from .names import Word, find_names
from .recognisers import LONG, TRIED, TRIED_WORDS, Anchor, Tried, about, tried_at_digits, tried_before_dash
from .relative import relative_dates
from .tokens import BRACKET, CAPITAL, DIGITS, MARK, SIGN, URL, WORD, token_pattern, words_of

# Full-width forms are read as their plain counterparts, character by character, so that offsets stay.
_NARROW = {wide: wide - 0xFEE0 for wide in range(0xFF01, 0xFF5F)} | {
    ord("￠"): "¢", ord("￡"): "£", ord("￥"): "¥", ord("￦"): "₩",
}  # fmt: skip
_WIDE = re.compile("[！-～￠￡￥￦]")
_DASHES = frozenset("-/")
_start = attrgetter("start")
_TRIED_MARKS: dict[int, Tried] = {
    SIGN: TRIED[Anchor.SIGN],
    BRACKET: TRIED[Anchor.BRACKET],
    MARK: TRIED[Anchor.MARK],
    URL: TRIED[Anchor.URL],
}


@dataclass(frozen=True, slots=True)
class Extractor:
    """Finds typed values and names; stateless, so it may be shared between threads and pickled.

    With an `anchor`, "yesterday" and "next Friday" are dates too; without one they are no values.

    >>> [(m.kind.value, m.text) for m in Extractor().extract("Harrow Vale charges 2.5% on 3 March 2026.")]
    [('name', 'Harrow Vale'), ('percent', '2.5%'), ('date', '3 March 2026')]
    """

    anchor: date | None = field(default=None, kw_only=True)

    def extract(self, text: str) -> tuple[Mention, ...]:
        """All mentions, sorted by start, none overlapping another."""
        found = _read(text)
        return found if self.anchor is None else _anchored(found, list(relative_dates(text, self.anchor)))


def _anchored(found: tuple[Mention, ...], dated: list[Mention]) -> tuple[Mention, ...]:
    """The mentions with the dates put over what they cover: "three days" of "three days ago"."""
    kept: list[Mention] = []
    at = 0
    for mention in found:
        while at < len(dated) and dated[at].end <= mention.start:
            at += 1
        if at == len(dated) or dated[at].start >= mention.end:
            kept.append(mention)
    return tuple(sorted(kept + dated, key=_start))


def _read(text: str) -> tuple[Mention, ...]:
    if not text.isascii() and _WIDE.search(text):
        found = _extract(text.translate(_NARROW))
        return tuple(replace(mention, text=text[mention.start : mention.end]) for mention in found)
    return _extract(text)


def _extract(text: str) -> tuple[Mention, ...]:
    found: list[Mention] = []
    capitals: list[Word] = []
    runs: list[str] = []
    at = 0
    for token in token_pattern().finditer(text):
        group = token.lastindex
        if group is None:
            runs.append(token.group() if token.start() >= at else text[at : token.end()])
            continue
        start, end = token.span(group)
        if start < at:
            continue
        if group == DIGITS:
            tried = tried_at_digits(end - start if end - start < LONG else LONG, text[end : end + 2])
        elif group == CAPITAL:
            word = text[start:end]
            tried, small = about(word)
            tried = tried_before_dash(tried, text, end) if text[end : end + 1] in _DASHES else tried
        elif group == WORD:
            runs.append(text[start:end])
            tried = TRIED_WORDS[runs[-1]]
        else:
            tried = _TRIED_MARKS[group]
        for match, build in tried:  # the first willing one claims its span
            hit = match(text, start)
            if hit is not None:
                mentions = build(hit)
                if mentions is not None:
                    found.extend(mentions)
                    at = mentions[-1].end if mentions else hit.end()
                    break
        else:
            if group == CAPITAL and small and (word[0].isupper() or _may_name(text, start, end)):
                capitals.append(Word(start, end, word, small))
    if capitals:
        return _merged(found, find_names(text, capitals, words_of(runs)))
    return tuple(found)


def _may_name(text: str, start: int, end: int) -> bool:
    """A capital inside as in "eBay" makes a name unless it is that of a field."""
    return (
        text[start - 1 : start] not in ('"', ".", "=", "_", "'", "`") and text[end : end + 1] not in '"(=:`'
    )


def _merged(values: list[Mention], names: list[Mention]) -> tuple[Mention, ...]:
    """Values and names in order; a name that reaches into a value is dropped ("B.S. 4" holds section 4)."""
    kept: list[Mention] = []
    named = set(map(id, names))
    end = 0
    for mention in sorted(values + names, key=_start):
        if mention.start >= end:
            kept.append(mention)
            end = mention.end
        elif id(kept[-1]) in named and id(mention) not in named:
            kept[-1] = mention
            end = mention.end
    return tuple(kept)
