# SPDX-License-Identifier: Apache-2.0
"""Names that the evidence states in another form: as a key, a code, a singular, or the words behind the letters.

`"nav": 49.87` is the NAV, `"to": "LIS"` Lisbon, "54 A220 aircraft" are A220s, "requests for proposals" RFPs.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace

from faithstill.featurize.document import Document
from faithstill.featurize.extract import Kind, Mention
from faithstill.featurize.extract.lexicon import INNER_WORDS
from faithstill.featurize.extract.same_name import is_identifier
from faithstill.featurize.values.slots.slots import Located

from .codes import AIRPORTS, COUNTRIES, CURRENCIES

_SHORTEST_PLURAL = 4
_SHORTEST_LETTERS = 3
_MONEY = re.compile(
    r"\W?(?:francs?|dollars?|pounds?|kron[aeo]r?|kroner|yen|rupees?|zlot\w+|lira|pesos?|rand|crowns?)", re.I
)


def stated_otherwise(
    mention: Mention,
    answer: Document,
    passages: Sequence[Document],
    like: Callable[[Mention], Sequence[Located]],
) -> bool:
    """Does the evidence state a name that no other rule finds?"""
    if any(like(single) for single in _singulars(mention)):
        return True
    return _is_key(mention, passages) or _is_code(mention, answer, passages) or _is_spelled(mention, passages)


def _singulars(mention: Mention) -> Iterator[Mention]:
    for ending in ("s", "es"):
        if mention.text.endswith(ending) and len(mention.text) - len(ending) >= _SHORTEST_PLURAL:
            text, key = mention.text.removesuffix(ending), mention.key.removesuffix(ending)
            yield replace(mention, text=text, key=key, end=mention.end - len(ending))
    if is_identifier(mention.key) and mention.text.endswith("s") and mention.text[-2:-1].isdigit():
        yield replace(mention, text=mention.text[:-1], key=mention.key.removesuffix("s"), end=mention.end - 1)


def _is_key(mention: Mention, passages: Sequence[Document]) -> bool:
    """Capital letters as the key of a record: "nav", "ebitda_margin"."""
    if not mention.text.isupper() or not mention.text.isalpha():
        return False
    key = re.compile(rf'"{re.escape(mention.text.lower())}(?:_\w{{1,30}})?"\s*:')
    return any(key.search(document.text) for document in passages)


def _is_code(mention: Mention, answer: Document, passages: Sequence[Document]) -> bool:
    """A city by the code of an airport, a country by its own as a string of its own, a currency's adjective."""
    name = mention.text.casefold()
    if _MONEY.match(answer.text, mention.end):
        found = rf"\b(?:{'|'.join(CURRENCIES.get(name, ('-',)))})\b"
    elif name in AIRPORTS or name in COUNTRIES:
        cities, lands = "|".join(AIRPORTS.get(name, ("-",))), "|".join(COUNTRIES.get(name, ("-",)))
        found = rf'"(?:{lands})"|(?<![A-Za-z0-9])(?:{cities})(?![A-Za-z0-9])'
    else:
        return False
    return any(re.search(found, document.text) for document in passages)


def _is_spelled(mention: Mention, passages: Sequence[Document]) -> bool:
    """Words in a row that begin with its letters, small words counted: "request for proposals", "tier 1"."""
    letters = mention.text.removesuffix("s").casefold()
    is_word = mention.kind is not Kind.ACRONYM and not mention.text.removesuffix("s").isupper()
    if len(letters) < _SHORTEST_LETTERS or is_word or not letters.isalnum():
        return False
    return any(_has_row(document, letters) for document in passages)


def _has_row(document: Document, letters: str) -> bool:
    words, size = document.words, len(letters)
    for sentence in document.sentences:
        row = words[sentence.first : sentence.last]
        initials = "".join(word[0] for word in row)
        at = initials.find(letters)
        while at >= 0:
            used = row[at : at + size]
            if used[0] not in INNER_WORDS and used[-1] not in INNER_WORDS and all(map(_may_be_letter, used)):
                return True
            at = initials.find(letters, at + 1)
    return False


def _may_be_letter(word: str) -> bool:
    return word in INNER_WORDS or len(word) > _SHORTEST_LETTERS or word.isdigit()
