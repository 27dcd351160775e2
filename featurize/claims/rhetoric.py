# SPDX-License-Identifier: Apache-2.0
"""Sentences that state nothing to check, and openings that say nothing of what they open: tables of cues."""

from __future__ import annotations

import re
from enum import StrEnum


class NoClaimReason(StrEnum):
    """Why a part of an answer is no claim."""

    QUESTION = "question"
    FRAME = "frame"  # greeting, thanks, offer of help, talk about the answer, advice to ask an adviser
    EMPTY = "no answer"  # "N/A", "Please contact support."
    CODE = "code"
    HEADING = "heading"
    TABLE_HEADER = "table header"
    SOURCES = "list of sources"
    NO_WORDS = "no words"


_LONGEST = 500
_SOURCES = re.compile(
    r"\W*(?:sources?|references?|citations?|see also)\s*:.{0,400}\Z", re.IGNORECASE | re.DOTALL
)

# Openings that are cut off before what they open; the rest is the claim.
_OPENING = re.compile(
    r"(?:\s*(?:(?:well|so|sure|certainly|of course|absolutely|great|okay|ok|yes|no|yep|nope|correct|right|exactly|"
    r"however|additionally|furthermore|moreover|in addition|for example|for instance|unfortunately|"
    r"fortunately|luckily|sorry|in short|in summary|in conclusion|to summari[sz]e|"
    r"overall|to answer your question|to be clear|please note that|note that|maybe|perhaps|in fact|"
    r"in other words|that said|"
    r"to put it simply|(?:based on|according to|from|per|in) (?:the|this|these|your) "
    r"(?:provided |given |above |supplied |"
    r"retrieved |available )?(?:context|information|documents?|passages?|text|sources?|materials?|excerpts?|search "
    r"results|records?)(?: (?:provided|given|above|you provided|supplied))?)\s*[,:;!—–-]+|"
    r"(?:yes|no)\.(?=\s+[A-Z][a-z])|"
    r"(?:i (?:really )?(?:think|believe|guess|suppose|assume)|it (?:seems|appears)|please note|note|maybe|perhaps)"
    r"\s+(?:that\s+)?(?=(?:the|a|an|it|they|you|your|this|there|no|its|he|she|we|all|each)\b|[$€£]?\d|(?-i:[A-Z]))))+\s*",
    re.IGNORECASE,
)
_YES_NO = re.compile(
    r"\W*(?:yes|no|yep|nope|yeah|correct|incorrect|true|false|right|wrong|not)\b", re.IGNORECASE
)
_NOT_BRIEF = re.compile(r"\W*(?:not only|no (?!,))", re.IGNORECASE)


def is_question(sentence: str) -> bool:
    """
    >>> is_question("Is there a fee?**"), is_question("No (why?) fee.")
    (True, False)
    """
    bare = sentence.rstrip(" \"'”’)*_")
    return bare.endswith(("?", "?!")) and sentence.rstrip(" *_").endswith(("?", "?!", "?)"))


def lists_sources(sentence: str) -> bool:
    """
    >>> lists_sources("Sources: terms.pdf, page 3"), lists_sources("The sources agree.")
    (True, False)
    """
    return len(sentence) <= _LONGEST and _SOURCES.match(sentence) is not None


def opening_length(sentence: str) -> int:
    """How many characters at the start say nothing of the claim: "Yes," or "I think that".

    >>> opening_length("Yes, the fee is $5."), opening_length("No fee applies.")
    (5, 0)
    """
    match = _OPENING.match(sentence)
    return match.end() if match else 0


def answers_yes_or_no(sentence: str) -> bool:
    """Does the sentence open with the answer to a yes-or-no question?

    >>> answers_yes_or_no("No. Part of it can."), answers_yes_or_no("No fee applies.")
    (True, False)
    """
    return _YES_NO.match(sentence) is not None and _NOT_BRIEF.match(sentence) is None
