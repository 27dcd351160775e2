# SPDX-License-Identifier: Apache-2.0
"""Does a claim say on its own what it is about? Openings and sentences that say nothing, and words that point back."""

from __future__ import annotations

import re
from enum import StrEnum

from faithstill.featurize.extract.document import content_stems
from faithstill.featurize.read.word_classes import BARE, NOUN_OR_SINGULAR, is_past, sure_form

from .predicate import DETERMINERS, PREPOSITIONS, Token, find_predicate, is_adverb, tokens_of


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


class Need(StrEnum):
    """Why a claim cannot be read alone."""

    NONE = ""
    FRAGMENT = "fragment"
    YES_NO = "yes or no"
    PRONOUN = "pronoun"
    NOUN = "bare noun"


_POINTING = frozenset(
    "it its it's it'll it'd they they're they'll they've their them theirs he he's she she's his him her hers this "
    "these those such another others former latter".split()
)
_INNER = frozenset("it they them he him she".split())
_NEAR = 5  # words before an inner pronoun that are too few to hold what it refers to
_SHORT = 12


def need_of(claim: str, before: str) -> Need:
    """What keeps a claim from being read alone; `before` is what was asked or said just before it.

    >>> need_of("It accepted the advice.", "How did the Revenue respond?")
    <Need.PRONOUN: 'pronoun'>
    >>> need_of("$500,000.", ""), need_of("The annual fee is $5.", "")
    (<Need.FRAGMENT: 'fragment'>, <Need.NONE: ''>)
    """
    tokens = tokens_of(claim)
    words = [token for token in tokens if token.word[0].isalnum() or token.figure]
    if not words:
        return Need.FRAGMENT
    stated = _states(words)
    if answers_yes_or_no(claim) and not stated:
        return Need.YES_NO
    if not stated and len(words) <= _SHORT:
        return Need.FRAGMENT
    if _points(words):
        return Need.PRONOUN
    return Need.NOUN if _resumes(words, before) else Need.NONE


def states(text: str) -> bool:
    """Is there anything like a finite verb in the text, or an instruction?

    >>> states("The fee is $5."), states("with consent")
    (True, False)
    """
    return _states([token for token in tokens_of(text) if token.word[0].isalnum() or token.figure])


def _states(words: list[Token]) -> bool:
    for i, token in enumerate(words):
        if sure_form(token.word):
            return True
        if (
            i
            and (is_past(token.word) or token.word in NOUN_OR_SINGULAR)
            and words[i - 1].word not in DETERMINERS
        ):
            return words[i - 1].word not in PREPOSITIONS
    if find_predicate(words, 0, len(words)):
        return True
    return len(words) > 2 and words[0].word in BARE


def _points(words: list[Token]) -> bool:
    first = words[0].word
    if first in _POINTING or (
        first in {"that", "that's", "one", "both", "neither"} and len(words) > 1 and _verb_near(words)
    ):
        return True
    return any(token.word in _INNER for token in words[1:_NEAR])


def _verb_near(words: list[Token]) -> bool:
    return (
        any(sure_form(token.word) or is_adverb(token.word) for token in words[1:4])
        or words[0].word == "that's"
    )


def _resumes(words: list[Token], before: str) -> bool:
    """*The limit is $5*: a definite noun without anything that tells which, that stood there before."""
    if words[0].word != "the" or len(words) < 3 or words[1].capital or words[1].figure:
        return False
    if not (sure_form(words[2].word) or is_past(words[2].word)):
        return False
    stems = content_stems(words[1].word)
    return bool(stems) and set(stems) <= set(content_stems(before))
