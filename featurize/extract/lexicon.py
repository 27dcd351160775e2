# SPDX-License-Identifier: Apache-2.0
"""Words and signs with their meaning, from `resources`; plural nouns and ordinary words by their form."""

from __future__ import annotations

import re
from decimal import Decimal

from faithstill.featurize.read.word_classes import listed, numbers, phrases, resource, words

from .mention import Bound

# --- numbers -------------------------------------------------------------------------------------------

CARDINALS = numbers("cardinals")
SCALES = numbers("scales") | {"lakh crore": 12, "lakh crores": 12}  # powers of ten
SCALE_LETTERS = {"k": 3, "K": 3, "M": 6, "MM": 6, "mm": 6, "m": 6, "B": 9, "b": 9, "T": 12, "t": 12}
ORDINALS = numbers("ordinals")
_DENOMINATORS = numbers("denominators")
DENOMINATORS_ONE = _DENOMINATORS | {"half": 2}
DENOMINATORS_MANY = {word + "s": value for word, value in _DENOMINATORS.items()} | {"halves": 2}
VULGAR = {
    "½": (1, 2), "⅓": (1, 3), "⅔": (2, 3), "¼": (1, 4), "¾": (3, 4), "⅕": (1, 5), "⅖": (2, 5), "⅗": (3, 5),
    "⅘": (4, 5), "⅙": (1, 6), "⅚": (5, 6), "⅛": (1, 8), "⅜": (3, 8), "⅝": (5, 8), "⅞": (7, 8), "⅒": (1, 10),
}  # fmt: skip

# --- dates -----------------------------------------------------------------------------------------------

MONTHS = numbers("months")
# Months that, written small, are as often a verb or short for another thing: "may", "mar", "dec".
MONTHS_OR_WORDS = words("calendar", "months_or_words")
DAY_NAMES = listed("calendar", "weekdays")
WEEKDAYS = frozenset(DAY_NAMES) | {f"{day}s" for day in DAY_NAMES} | words("calendar", "short_weekdays")
DATE_CUES = words("calendar", "cues")

# --- the words right before a value, and those that label a number instead of counting --------------------

BOUNDS = {phrase: Bound(name) for phrase, name in phrases("bounds").items()}
BOUND_ENDS = frozenset(phrase.split()[-1] for phrase in BOUNDS)
CHANGES, DIRECT_CHANGES = listed("changes", "words"), words("changes", "direct")
LABELS = words("labels", "named")
CAPITAL_LABELS = words("labels", "capital")
POINTERS = words("labels", "pointers")
NUMBERED = words("labels", "numbered")
IDENTIFIER_KEYS = listed("labels", "keys")
LABEL_ABBREVIATIONS = dict(phrases("label_abbreviations"))

# --- nouns and names ------------------------------------------------------------------------------------

IRREGULAR_PLURALS = dict(phrases("irregular_plurals"))
NOT_PLURAL = words("nouns", "not_plural")
HONORIFICS, LEGAL_SUFFIXES = words("names", "honorifics"), words("names", "legal_suffixes")
INNER_WORDS, ORG_NOUNS, TIERS = (
    words("names", "inner_words"),
    words("names", "org_nouns"),
    words("names", "tiers"),
)


# Words that carry grammar: never a counted noun, never the first word of a name.
FUNCTION = words("names", "function")

# Verbs, adverbs and nouns that open sentences, headings and table cells in plain prose.
ORDINARY = FUNCTION.union(*(line.split() for line in resource("ordinary.txt").splitlines() if line[0] != "#"))
_ORDINARY_ENDINGS = (
    "ing", "ed", "ly", "tion", "sion", "ment", "ments", "tions", "sions", "ness", "able", "ible", "ities",
    "ability", "ous", "ful", "less", "ance", "ances", "ence",
)  # fmt: skip

# Words whose capital tells little: openers of sentences, verbs of instructions, roles; and names like words.
OPENERS, LIST_VERBS = words("names", "openers"), words("names", "list_verbs")
GENERIC, NAMES_LIKE_WORDS = words("names", "generic"), words("names", "like_words")


def is_listed(word: str) -> bool:
    """Whether a lower-case word, or the noun it is the plural of, is in the list."""
    return word in ORDINARY or (word.endswith("s") and word[:-1] in ORDINARY)


def is_ordinary(word: str) -> bool:
    """Whether a lower-case word is plain vocabulary: listed, or built like it.

    >>> is_ordinary("customers"), is_ordinary("refinancing"), is_ordinary("velmora")
    (True, True, False)
    """
    return is_listed(word) or (len(word) > 5 and word.endswith(_ORDINARY_ENDINGS)) or word == "going"


_NOUN = re.compile(r"\*{0,2}(?:[ \u00a0]|-)([A-Za-z]{2,20})(?![A-Za-z'’])(?:[ ]([a-z]{3,20})(?![a-z]))?")


def counted_noun(text: str, at: int, value: Decimal) -> str:
    """The singular of the noun that a number counts, "" when no plausible one follows.

    >>> counted_noun("12 new branches", 2, Decimal(12)), counted_noun("5 is", 1, Decimal(5))
    ('branch', '')
    """
    match = _NOUN.match(text, at)
    if match is None:
        return ""
    first, second = match.group(1), match.group(2)
    lower = first.lower()
    if lower in FUNCTION:
        return ""
    if value == 1 or text[match.start(1) - 1] == "-":
        return singular(lower) if first.islower() else ""
    if is_plural(lower):
        return singular(lower)
    if second and second not in FUNCTION and is_plural(second) and first.islower():
        return singular(second)
    return ""


def is_plural(word: str) -> bool:
    """Whether a lower-case word looks like a plural noun."""
    if word in IRREGULAR_PLURALS:
        return True
    return (
        len(word) > 3
        and word.endswith("s")
        and not word.endswith(("ss", "us", "is", "as", "os"))
        and word not in NOT_PLURAL
    )


def singular(word: str) -> str:
    """The singular of a plural noun, good enough to compare by.

    >>> [singular(word) for word in ("branches", "policies", "boxes", "years", "people", "cases")]
    ['branch', 'policy', 'box', 'year', 'person', 'case']
    """
    if word in IRREGULAR_PLURALS:
        return IRREGULAR_PLURALS[word]
    if not is_plural(word):
        return word
    if word.endswith("ies") and len(word) > 4:
        return word[:-3] + "y"
    if word.endswith(("ches", "shes", "xes", "sses", "zzes")):
        return word[:-2]
    return word[:-1]
