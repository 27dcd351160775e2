# SPDX-License-Identifier: Apache-2.0
"""Sentences that state nothing to check, and openings that say nothing of what they open: tables of cues."""

from __future__ import annotations

import re
from enum import StrEnum


class Reason(StrEnum):
    """Why a part of an answer is no claim."""

    QUESTION = "question"
    GREETING = "greeting"
    META = "meta talk"
    HEDGE = "hedge without content"
    CODE = "code"
    HEADING = "heading"
    TABLE_HEADER = "table header"
    SOURCES = "list of sources"
    NO_WORDS = "no words"


_GREETING = (
    r"(?:hi|hello|hey|greetings|good (?:morning|afternoon|evening|day)|welcome)(?:\s+(?:there|again|all|everyone))?"
    r"(?:\s*,?\s*[A-Z][\w.'-]*){0,3}|dear\s+(?:\w+[ ,.]*){1,4}|"
    r"(?:(?:many\s+)?thanks|thank you)(?:\s+(?:again|so much|very much|a lot|for\b.{0,80}))?|"
    r"you(?:'|’)re (?:very |most )?welcome|(?:best|kind|warm) (?:regards|wishes)(?:,.*)?|(?:yours )?sincerely(?:,.*)?|"
    r"have a (?:great|nice|good|lovely) .{1,30}|take care|good luck.{0,40}|cheers|bye|goodbye"
)
_META = (
    r"(?:please\s+)?(?:let me know|feel free|don(?:'|’)t hesitate|do not hesitate|"
    r"reach out (?:to (?:me|us)|if|for))\b.*|reach out|"
    r"(?:i\s+)?hope (?:this|that|it|you|these)\b.*|"
    r"(?:if (?:you|there|anything)\b.{0,120}?[,\s]\s*)(?:please\s+)?"
    r"(?:(?:just )?(?:let me know|feel free|ask (?:me|us|away)|tell me|"
    r"reach out to (?:me|us)|don(?:'|’)t hesitate|do not hesitate|i(?:(?:'|’)(?:m|d|ll)| am| would| can| will)))\b.*|"
    r"(?:sure|certainly|of course|absolutely|great|okay|ok|alright|right|got it|understood|no problem|exactly|indeed|"
    r"good question|great question|(?:that(?:'|’)s|what) a (?:good|great|interesting|excellent) question.*)"
    r"(?: thing)?|"
    r"(?:i(?:'|’)d|i would|i(?:'|’)m|i am|we(?:'|’)d)\s+(?:be\s+)?(?:happy|glad|pleased|delighted|love|here)\s+to\b.*|"
    r"(?:here(?:'|’)s|here is|here are|here you go|below (?:is|are)|the following (?:is|are))\b(?!.*\d).*|"
    r"(?:let me|let(?:'|’)s|allow me to)\s+(?:\w+\s+)?(?:explain|break|look|walk|go|see|summari[sz]e|clarify|start|"
    r"take|answer|check|know)\b.*|"
    r"i(?:'|’)?(?:'|’)?(?:ll| will| can| have|(?:'|’)ve)\s+(?:now\s+)?(?:try|help|explain|summari[sz]e|answer|walk|"
    r"provide|gather|list|outline|do my best|assist)\w*\b.*|"
    r"(?:i am|i(?:'|’)m) (?:just |only )?an? (?:ai|language model|assistant|virtual)\b.*|as an ai\b.*|"
    r"(?:to answer your question|in summary|in short|in conclusion|to summari[sz]e|overall|note|please note|"
    r"nota bene|disclaimer)|"
    r"(?:i am|i(?:'|’)m|sorry|my apologies|apologies|i apologi[sz]e)(?:\s+sorry)?(?:\s+(?:about|for)\b.{0,60})?|"
    r"(?:see|read|learn)\s+(?:more\s+)?(?:here|above|below)|"
    r"(?:this|that|it) (?:should )?helps?|happy to help\b.*|anything else"
)
_EMPTY_HEDGE = (
    r"(?:well,?\s+)?(?:i(?:\s+really)?\s+(?:think|believe|guess|suppose|assume|hope|imagine)(?:\s+(?:so|not|that))?|"
    r"(?:maybe|perhaps|possibly|probably|presumably|arguably)(?:\s+(?:so|not))?|"
    r"i(?:'|’)?(?:m| am) (?:not|un)\s?(?:entirely |completely |quite |really |so )?(?:sure|certain)(?:\s+(?:about|of) "
    r"(?:that|this|it))?|"
    r"(?:it|that) (?:really |all |largely )?(?:depends|varies|may vary|might vary|could be|may be|might be|seems so|"
    r"is (?:hard|difficult|not easy) to say|(?:might|may|could) be (?:the case|so|true))|hard to say|who knows|"
    r"it(?:'|’)s (?:hard|difficult|not easy|complicated|possible)(?:\s+to say)?|it seems(?:\s+so)?|"
    r"not (?:sure|necessarily))"
)
_SOURCES = r"(?:sources?|references?|citations?|see also)\s*:.{0,400}"
_END = r"[\s.!,:;…–—-]*"

_LEFT_OUT = tuple(
    (re.compile(rf"\W*(?:{pattern}){_END}\Z", re.IGNORECASE | re.DOTALL), reason)
    for pattern, reason in (
        (_GREETING, Reason.GREETING),
        (_EMPTY_HEDGE, Reason.HEDGE),
        (_META, Reason.META),
        (_SOURCES, Reason.SOURCES),
    )
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


def left_out_for(sentence: str) -> Reason | None:
    """Why a sentence is no claim; None for a claim.

    >>> left_out_for("Let me know if you need more.").value, left_out_for("The fee is $5.")
    ('meta talk', None)
    """
    bare = sentence.rstrip(" \"'”’)*_")
    if bare.endswith(("?", "?!")) and sentence.rstrip(" *_").endswith(("?", "?!", "?)")):
        return Reason.QUESTION
    if len(sentence) > 500:
        return None
    return next((reason for pattern, reason in _LEFT_OUT if pattern.match(sentence)), None)


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
