# SPDX-License-Identifier: Apache-2.0
"""Does a claim say on its own what it is about, or does it need the sentence or the question before it?"""

from __future__ import annotations

from enum import StrEnum

from faithstill.featurize.extract.document import content_stems
from faithstill.featurize.read.verbs import BARE, NOUN_OR_SINGULAR, is_past, sure_form

from .predicate import DETERMINERS, PREPOSITIONS, Token, find_predicate, is_adverb, tokens_of
from .rhetoric import answers_yes_or_no


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
