# SPDX-License-Identifier: Apache-2.0
"""One pass over the text: each token that may open a value is offered to the recognisers in turn."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from datetime import date
from functools import cache
from operator import attrgetter

from .lexicon import CAPITAL_LABELS, LABELS, MONTHS, NUMBERED, POINTERS, VULGAR
from .mention import Mention
from .names import Word, find_names
from .recognisers import (
    LONG,
    PERIOD_WORDS,
    TRIED,
    TRIED_WORDS,
    Anchor,
    Tried,
    about,
    tried_at_digits,
    tried_before_dash,
)
from .relative import relative_dates
from .units import MARKED_SIGN, SINGLE_SIGNS

# The groups of a token; a token without a group is a run of words that open nothing.
WORD, CAPITAL, DIGITS, SIGN, BRACKET, MARK, URL = range(1, 8)


def trie(endings: Mapping[str, str]) -> str:
    """A pattern for any of the words, each followed by its ending; it decides letter by letter.

    >>> trie({"one": "", "only": "(?= 1)", "ten": ""})
    '(?:on(?:e|ly(?= 1))|ten)'
    """
    branches: dict[str, dict[str, str]] = {}
    for word in sorted(endings):
        if word:
            branches.setdefault(word[0], {})[word[1:]] = endings[word]
    parts = [first + trie(rest) for first, rest in branches.items()]
    if "" in endings:
        parts.append(endings[""])
    return parts[0] if len(parts) == 1 else f"(?:{'|'.join(parts)})"


# Words of these kinds are looked at only where what they need follows.
_NEEDS: tuple[tuple[Iterable[str], str], ...] = (
    (LABELS | POINTERS, r"\.?[ \u00a0](?:[A-Z]{1,5}-?)?\d"),
    (
        NUMBERED,
        r"[.:# ]{1,4}(?:[A-Z]{0,5}[-/]?\d|(?:number|no|nr|id|ref|reference|code|ending|in|with|is)\b)",
    ),
    (PERIOD_WORDS, r"[ ](?:year|quarter|half|day|of|['’]?\d)|-(?:quarter|half)|['’]?\d"),
    (MONTHS, r"\.?(?:[ ]of)?[ ,-]{0,2}['’]?\d|[ ]?(?:to|-|–|through|until)[ ]?[a-z]"),
    (
        ("a", "an"),
        r"[ -](?:dozen|hun|tho|mil|bil|tri|hal|thir|qua|fif|six|sev|eig|nin|ten|twe|ful|who|sin|fur|wor|bus|"
        r"sec|min|hou|day|wee|for|mon|yea|dec|cen)",
    ),
)
_WHOLE = r"\b(?!-\d)"


def _ending(word: str) -> str:
    needs = [need for words, need in _NEEDS if word in words]
    return f"{_WHOLE}(?={'|'.join(needs)})" if needs else _WHOLE


_OPENING = trie(
    {word: _ending(word) for word in TRIED_WORDS if word.islower() and word not in CAPITAL_LABELS}
)


@cache
def token_pattern() -> re.Pattern[str]:
    """The pattern of a token, compiled at first use: that takes a tenth of a second."""
    return re.compile(
        rf"[ \n,;|\"'!?={{}}>)]{{0,8}}+(?:({_OPENING})"
        rf"|[a-z]++{_WHOLE}(?:[ ,;:.\n'\"-]{{1,3}}+(?!{_OPENING})[a-z]++{_WHOLE})*+"
        rf"|([^\W\d]\w*+)(?![{SINGLE_SIGNS}])"
        r"|(\d(?<![\d^]\d)(?<!\d\.\d)\d*+)"  # neither an exponent nor the rest of a number too long to read
        r"|([-−](?<![\w)\]−-][-−])(?=(?:[$£€¥₹A-Z]{1,3}[ ]?)?\.?\d)|"
        rf"(?:{MARKED_SIGN})(?=[ \u00a0]?[-−(]?[.\d])"
        rf"|\.(?<![\w.]\.)(?=\d)|[{''.join(VULGAR)}])"
        r"|(\((?=[$£€]?\d)|\[(?=[\w^]))"
        r"|([#§](?=[ §]?\w)|[*•]{3,8}+(?=[ *•-]{0,20}\d)|\+(?=\d))"
        r"|(://|@(?=\w)))"
    )


_GAPS = str.maketrans(dict.fromkeys("[ ,;|\"'!?={}>):.-", " "))


def words_of(runs: list[str]) -> set[str]:
    """The words of the runs that open nothing.

    >>> sorted(words_of(["fees, and", "don't"]))
    ['and', 'don', 'fees', 't']
    """
    return set(" ".join(runs).translate(_GAPS).split())


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
