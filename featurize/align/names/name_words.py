# SPDX-License-Identifier: Apache-2.0
"""Names that are no mentions in the evidence, and capitals of an answer that are no names."""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Callable, Iterator, Sequence
from enum import StrEnum
from functools import cached_property, lru_cache
from importlib.resources import files
from itertools import accumulate

from faithstill.featurize.align.slots.slots import Located
from faithstill.featurize.extract import Kind, Mention
from faithstill.featurize.extract.document import Document, words_of
from faithstill.featurize.extract.lexicon import INNER_WORDS, NAMES_LIKE_WORDS, is_ordinary
from faithstill.featurize.extract.names import opens
from faithstill.featurize.extract.same_name import is_identifier, unaccented
from faithstill.featurize.read.english_words import table
from faithstill.featurize.read.word_classes import is_past

_APART = 5  # words that may stand between those of a name: "Peter and Mary Jones"
_KEY_SIGNS = tuple("_/=?")
_MOST = 400  # places of the rarest word that are looked at
_GAP = 50  # between two sentences, so that no name reaches across


class NameWords:
    """Every word of the texts with its places."""

    def __init__(self, documents: Sequence[Document]) -> None:
        self._documents = documents
        self._firsts = list(accumulate((len(d.words) for d in documents), initial=0))

    @cached_property
    def _numbers(self) -> list[int]:
        """The words of all texts counted, with a gap before each sentence."""
        found: list[int] = []
        number = 0
        for document in self._documents:
            firsts = {0} | {sentence.first for sentence in document.sentences}
            for at in range(len(document.words)):
                number += _GAP if at in firsts else 1
                found.append(number)
        return found

    @cached_property
    def _places(self) -> dict[str, list[int]]:
        found: dict[str, list[int]] = {}
        words = (word for document in self._documents for word in document.words)
        for word, number in zip(words, self._numbers, strict=True):
            found.setdefault(_singular(plain(word)), []).append(number)
        return found

    def holds(self, token: str) -> bool:
        """Does the word, or its singular or plural, stand anywhere?"""
        return _singular(token) in self._places

    def together(
        self, tokens: Sequence[str], *, capital: bool = False, apart: int = _APART
    ) -> Located | None:
        """The first place where all the words stand, at most `apart` others between; `capital`: in capitals."""
        every = [self._places.get(_singular(token)) for token in tokens]
        lists = [found for found in every if found]
        if not lists or len(lists) < len(tokens):
            return None
        for at in min(lists, key=len)[:_MOST]:
            nearest = list(_near(at, lists, len(lists) - 1 + apart))
            if len(nearest) == len(lists):
                located = self._located(min(nearest), max(nearest))
                if not capital or located.mention.text.isupper() or self._is_key(located):
                    return located
        return None

    def _is_key(self, located: Located) -> bool:
        """ "kyc_review", "cloud/docs/vpc?": keys and paths are written without capitals."""
        text, (start, end) = (
            self._documents[located.passage].text,
            (located.mention.start, located.mention.end),
        )
        return text[end : end + 1] in _KEY_SIGNS or text[max(0, start - 1) : start] in _KEY_SIGNS

    def _located(self, first: int, last: int) -> Located:
        at, until = (bisect_left(self._numbers, number) for number in (first, last))
        passage = bisect_right(self._firsts, at) - 1
        document, offset = self._documents[passage], self._firsts[passage]
        start = document.starts[at - offset]
        end = document.starts[until - offset] + len(document.words[until - offset])
        return Located(passage, Mention(Kind.NAME, start, end, document.text[start:end]))


def _near(at: int, lists: Sequence[Sequence[int]], reach: int) -> Iterator[int]:
    """Of each list the place nearest to `at`, where one is within reach."""
    for places in lists:
        i = bisect_left(places, at)
        best = min(places[max(0, i - 1) : i + 1], key=lambda place: abs(place - at))
        if abs(best - at) <= reach:
            yield best


def plain(word: str) -> str:
    """A word without possessive and accents.

    >>> plain("josé's")
    'jose'
    """
    return unaccented(word.removesuffix("'s").removesuffix("'").replace("'", ""))


def _singular(word: str) -> str:
    """Without a final "s": only to be compared with what was cut alike."""
    return word[:-1] if len(word) > 3 and word[-1] == "s" and word[-2] != "s" else word


def is_key_or_code(mention: Mention, passages: Sequence[Document]) -> bool:
    """Does a record state a name as a key, or by the code of its place?"""
    found = [re.compile(pattern) for pattern in _patterns(mention.text)]
    return any(pattern.search(document.text) for pattern in found for document in passages)


def _patterns(name: str) -> Iterator[str]:
    if name.isupper() and name.isalpha():
        yield rf'"{name.lower()}(?:_\w{{1,30}})?"\s*:'
    for sort, codes in place_codes().get(name.casefold(), ()):
        # Words in capitals are often the letters of a country too, so that its code must be a value by itself.
        yield rf'"(?:{codes})"' if sort == "country" else rf"(?<![A-Za-z0-9])(?:{codes})(?![A-Za-z0-9])"


@lru_cache(maxsize=1)
def place_codes() -> dict[str, list[tuple[str, str]]]:
    """The codes of each city and country, as (sort, alternatives)."""
    found: dict[str, list[tuple[str, str]]] = {}
    text = (files("faithstill.featurize") / "resources" / "place_codes.txt").read_text("utf-8")
    for line in text.splitlines():
        if not line.startswith("#"):
            sort, name, codes = line.split("\t")
            found.setdefault(name, []).append((sort, codes.replace(",", "|")))
    return found


# Every reader writes them out; an answer may use them for what the evidence spells out.
ABBREVIATIONS = frozenset(
    "PC OS TV CEO CFO COO CTO CPA ATM PIN FAQ ID IT HR PR URL PDF SMS DIY VIP USB RAM CPU GPU SSD API UI GUI SQL "
    "GDP VAT ROI KPI NGO MBA PhD DNA AM PM BC AD CE BCE DVD CD SUV GPS PCs IDs URLs APR APY "
    "2D 3D 4K HD II III IV VI VII VIII IX XI".split()
)
_LIST_MARK = re.compile(r"(?:^|\n)[ \t]*(?:[-*•–]|\d{1,2}[.)])[ \t*]*$")
_POINTERS = frozenset("passage passages document documents context source sources excerpt text id".split())
_HEADING_END = re.compile(r"\s?(?:\*\*|:)")
_LINE_END = re.compile(r"\)?\s*(?:\n|$)")


class Capital(StrEnum):
    """Why a capitalised word may be no name: it is plain vocabulary, or it opens a sentence, a line or a cell."""

    PLAIN = "plain"
    OPENING = "opening"


def capital_of(mention: Mention, text: str, is_known: Callable[[str], bool]) -> Capital | None:
    """Why a capital of the answer `text` may be no name; None where it is one.

    `is_known` tells whether a word stands in evidence or question.
    """
    words = [plain(word) for word in words_of(mention.text)]
    if is_identifier(mention.key):
        return Capital.PLAIN if mention.text in ABBREVIATIONS else None
    if not words or words[0] in _POINTERS:
        return Capital.PLAIN
    if _stands_out(text, mention, words, is_known):
        return Capital.PLAIN if all(_is_vocabulary(w) or is_known(w) for w in words) else Capital.OPENING
    return Capital.PLAIN if all(_is_vocabulary(w) and is_known(w) for w in words) else None


def _stands_out(text: str, mention: Mention, words: list[str], is_known: Callable[[str], bool]) -> bool:
    """Is the capital due to a heading, the start of a list item or that of a sentence?"""
    if len(words) == 1 and words[0] in place_codes():
        return False
    if len(words) == 1 and _LIST_MARK.search(text, max(0, mention.start - 12), mention.start):
        return True
    if _is_heading(text, mention):
        return all(is_common(word) or is_known(word) for word in words)
    return len(words) == 1 and is_common(words[0]) and opens(text, mention.start)


def _is_heading(text: str, mention: Mention) -> bool:
    """Does a run of capitals open what a colon or bold type closes, is it a line of its own or in a heading's?"""
    line = text.rfind("\n", 0, mention.start) + 1
    if text.startswith("#", line) or (opens(text, mention.start) and _HEADING_END.match(text, mention.end)):
        return True
    alone = not any(map(str.isalnum, text[line : mention.start]))
    return alone and _LINE_END.match(text, mention.end) is not None


def _is_vocabulary(word: str) -> bool:
    """Is it plain vocabulary or a past tense, and no name that looks like it?"""
    return word in INNER_WORDS or ((is_ordinary(word) or is_past(word)) and word not in NAMES_LIKE_WORDS)


def is_common(word: str) -> bool:
    """Is it a word of the language, whatever else it may be?"""
    known = table()
    return word in known or is_ordinary(word) or word in INNER_WORDS or word.removesuffix("s") in known
