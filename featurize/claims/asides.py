# SPDX-License-Identifier: Apache-2.0
"""Sentences that state nothing by their form, a heading, a question, a list of sources or a greeting, and yet do.

What they say of their own counts: content words or figures that neither the question nor a passage holds.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Container, Iterable, Mapping
from dataclasses import replace

from faithstill.featurize.extract.document import content_stems

from .acts import Act, act_of, shipped_acts
from .claim_sentences import AnswerSentence
from .predicate import PREPOSITIONS, tokens_of
from .refers import NoClaimReason, opening_length, states

# Words that open what is only asked; another opening, or one that is denied ("Isn't the fee $5?"), expects a yes.
_ASKS = frozenset(
    "what which who whom whose when where how is are am was were do does did has have had can could will would shall "
    "should may might must any anything and or but so if".split()
)
# What opens no greeting but a clause that goes on: "For more details, see", "If you call, that is enough".
_LEADS = PREPOSITIONS | {"if", "when", "where", "as", "to"}
_DENIED = re.compile(r"\b\w+n['’]t\b|\bnot\b", re.IGNORECASE)
_TOLD = re.compile(r"\b(?:know|aware|notice|hear|heard|noticed|remember) that\b", re.IGNORECASE)
_FIGURE = re.compile(r"\d")
_COLON = re.compile(r"\A[^:]{0,40}:")
_GREETED = re.compile(r"\A(?P<greeting>[^,;!–—:]{1,60}[,;!–—:])\s*(?:(?:and|but|so|also)\s+)?")


def asserting(sentences: Iterable[AnswerSentence], known: Container[str]) -> tuple[AnswerSentence, ...]:
    """The sentences with those as statements that say something of their own in a form that states nothing.

    `known` are the content stems of question and passages.

    >>> from .sentences import answer_sentences
    >>> answer = "# The fee is waived for teachers\\nIt is $5. Isn't it free on Sundays? Anything else?"
    >>> [s.text for s in asserting(answer_sentences(answer), {"fee", "5"}) if s.reason is None]
    ['The fee is waived for teachers', 'It is $5.', "Isn't it free on Sundays?"]
    """
    return tuple(replace(s, reason=None) if _asserts(s, known) else s for s in sentences)


def _asserts(sentence: AnswerSentence, known: Container[str]) -> bool:
    said = _SAID.get(sentence.reason) if sentence.reason else None
    own = said(sentence.text) if said else ""
    new = {stem for stem in content_stems(own) if stem not in known} if own else set()
    # Words that frames are made of ("key", "steps") say nothing of a heading's own; behind a greeting they do.
    usual = frozenset() if sentence.reason is NoClaimReason.FRAME else shipped_acts().frame_words
    return any(stem not in usual and not _is_small(stem, own) for stem in new)


def _is_small(stem: str, text: str) -> bool:
    """Is it a number in words, as in "Three things are needed:"?"""
    return stem.isdigit() and stem not in text


def _titled(text: str) -> str:
    return text if states(text) and act_of(text.rstrip(" :")) is Act.STATEMENT else ""


def _asked(text: str) -> str:
    """The question where it expects its answer, or gives a figure."""
    tokens = tokens_of(text)
    if not tokens or act_of(text) is Act.FRAME:
        return ""
    mere = tokens[0].word in _ASKS and not _DENIED.match(text) and not _TOLD.search(text)
    return "" if mere and not _FIGURE.search(text) else text


def _listed(text: str) -> str:
    said = _COLON.sub("", text, count=1)
    return said if states(said) else ""


def _greeted(text: str) -> str:
    """What follows a greeting, where it is a statement by itself."""
    opening = _GREETED.match(text)
    if opening is None or opening_length(opening["greeting"]) or act_of(opening["greeting"]) is not Act.FRAME:
        return ""
    if tokens_of(text)[0].word in _LEADS:
        return ""
    said = text[opening.end() :]
    return said if states(said) and act_of(said[:1].upper() + said[1:]) is Act.STATEMENT else ""


_SAID: Mapping[NoClaimReason, Callable[[str], str]] = {
    NoClaimReason.HEADING: _titled,
    NoClaimReason.QUESTION: _asked,
    NoClaimReason.SOURCES: _listed,
    NoClaimReason.FRAME: _greeted,
}
