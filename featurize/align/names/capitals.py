# SPDX-License-Identifier: Apache-2.0
"""Capitals of an answer that are no name, or may be none: of headings, lists, sentence starts, abbreviations."""

from __future__ import annotations

import re
from collections.abc import Callable
from enum import StrEnum

from faithstill.featurize.extract import Mention
from faithstill.featurize.extract.document import words_of
from faithstill.featurize.extract.lexicon import INNER_WORDS, NAMES_LIKE_WORDS, is_ordinary
from faithstill.featurize.extract.names import opens
from faithstill.featurize.extract.same_name import is_identifier
from faithstill.featurize.read.english_words import table
from faithstill.featurize.read.word_classes import is_past

from .name_words import place_codes, plain

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
