# SPDX-License-Identifier: Apache-2.0
"""The scan that jumps from one token that may open a mention to the next."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from functools import cache

from .lexicon import CAPITAL_LABELS, LABELS, MONTHS, NUMBERED, POINTERS, VULGAR
from .recognisers import PERIOD_WORDS, TRIED_WORDS
from .unit_table import MARKED_SIGN, SINGLE_SIGNS

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
