# SPDX-License-Identifier: Apache-2.0
"""Ordinary English words: what a capital at the start of a sentence does not turn into a name."""

from __future__ import annotations

from faithstill.featurize.read.tables import resource, words

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
