# SPDX-License-Identifier: Apache-2.0
"""Words and signs of the extractor with their meaning, from `resources`; no judgement here."""

from __future__ import annotations

from faithstill.featurize.read.tables import listed, numbers, phrases, words

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
