# SPDX-License-Identifier: Apache-2.0
"""Values told of one case of what the evidence states in general, which they can then not contradict.

A case of a limit: "open at 5 pm" of "until 6 pm", "you can withdraw $300" of "the daily limit is $500". A moment or an
age beside a length: "ten days after moving in" of "within one month". Several of what stands for each: "three hours
cost $6" of "each further hour costs $3". An answer that tells the rule itself, "the daily limit is $300", is
held to it.
"""

from __future__ import annotations

import re

from faithstill.featurize.extract import Kind, Mention
from faithstill.featurize.extract.document import Document
from faithstill.featurize.read.word_classes import words

from .contenders import is_bound, is_wide
from .value_clauses import clause_end

_REACH = 80  # characters before a value
_BEHIND = 16
_ALONE = 1  # words beside a value


def _limit(side: str) -> re.Pattern[str]:
    """Words right before a value, or anywhere before it in its clause, that make it the end of what is allowed."""
    leading, named = ("|".join(sorted(words("limits", f"{side}_{part}"))) for part in ("leading", "named"))
    clause = r"\b[^,;|.()\n]*(?<!\bafter\s)(?<!\bin\s)(?<!\bby\s)"  # "the limit is cut after 30 days" tells no limit
    return re.compile(rf"\b(?:(?:{leading})\s(?:the\s)?\W?|(?:{named}){clause})\Z", re.IGNORECASE)


_MOST, _LEAST = _limit("most"), _limit("least")
_RANGE = re.compile(r"\s(?:to|until|till|through)\b", re.IGNORECASE)  # "from 10 to 12" has no open end
_EACH = re.compile(r"\b(?:each|every|per)\b", re.IGNORECASE)
_AFTER = re.compile(r"\bafter\s\W?\Z", re.IGNORECASE)
_DEFINITE = re.compile(r"\bthe\s\W?\Z", re.IGNORECASE)
_LENGTHS = re.compile(r"\b(?:of|for)\s\W?\Z", re.IGNORECASE)
_OLD = re.compile(r"[\s-]olds?\b|\sof\sage\b", re.IGNORECASE)
_FROM_EVENT = re.compile(r"\s(?:after|before|ago|late|later|earlier|into|prior|following)\b", re.IGNORECASE)


def is_instance(answer: Document, value: Mention, evidence: Document, stated: Mention) -> bool:
    """Is a value told of one case of what the evidence states by another?"""
    if is_bound(value) or is_wide(value) or is_wide(stated) or _is_rule(answer, value):
        return False
    if value.kind is Kind.DURATION is stated.kind and _manner(answer, value) != _manner(evidence, stated):
        return True
    return _has_limit(value, evidence, stated) or _may_be_several(answer, value, evidence, stated)


def _is_rule(answer: Document, value: Mention) -> bool:
    """Does the answer tell a value as a limit, as "the 30 days", or alone?"""
    if any(_is_told(pattern, answer, value) for pattern in (_MOST, _LEAST, _DEFINITE)):
        return True
    begin, end = _clause(answer, value)
    beside = answer.text[begin : value.start] + answer.text[value.end : end]
    return len(beside.split()) <= _ALONE


def _manner(document: Document, mention: Mention) -> str:
    """What a duration measures: a length, the distance from an event, or an age."""
    behind = document.text[mention.end : mention.end + _BEHIND]
    if _OLD.match(behind):
        return "age"
    led = _is_told(_AFTER, document, mention) and "'" not in (mention.text + behind[:1]).replace("’", "'")
    from_event = _FROM_EVENT.match(behind) and not _is_told(_LENGTHS, document, mention)
    return "distance" if led or from_event else "length"


def _has_limit(value: Mention, evidence: Document, limit: Mention) -> bool:
    """Is the evidence's value a bound, or by the words of its clause a limit within which the answer's lies?

    What lies beyond a bound is a case too: "45 dB is too loud" of "at most 40 dB".
    """
    order = _order(value, limit)
    if is_bound(limit) or not order or _RANGE.match(evidence.text, limit.end):
        return is_bound(limit)
    return _is_told(_MOST if order < 0 else _LEAST, evidence, limit)


def _order(value: Mention, limit: Mention) -> int:
    """-1 where the value is less or earlier, 1 where it is more or later, 0 where that is not known."""
    if value.unit != limit.unit or value.kind is not limit.kind:
        return 0
    if value.low is not None and limit.low is not None:
        return (value.low > limit.low) - (value.low < limit.low)
    if len(value.key) != len(limit.key) or "|" in value.key + limit.key:
        return 0
    return (value.key > limit.key) - (value.key < limit.key)


def _is_told(pattern: re.Pattern[str], document: Document, mention: Mention) -> bool:
    start = max(_sentence(document, mention)[0], mention.start - _REACH)
    return pattern.search(document.text[start : mention.start]) is not None


def _may_be_several(answer: Document, value: Mention, evidence: Document, stated: Mention) -> bool:
    """Is it some whole times what is stated for each, and not itself told for each?"""
    if not value.low or not stated.low or value.kind is not stated.kind or value.low % stated.low:
        return False
    return value.low > stated.low and _is_for_each(evidence, stated) and not _is_for_each(answer, value)


def _is_for_each(document: Document, mention: Mention) -> bool:
    return _EACH.search(document.text, *_clause(document, mention)) is not None


def _clause(document: Document, mention: Mention) -> tuple[int, int]:
    start, end = _sentence(document, mention)
    begin = max(document.text.rfind(mark, start, mention.start) for mark in ",;") + 1
    return max(begin, start), clause_end(document.text, mention.end, end)


def _sentence(document: Document, mention: Mention) -> tuple[int, int]:
    index = document.sentence_at(mention.start)
    if index is None:
        return mention.start, mention.end
    unit = document.sentences[index].unit
    return unit.start, unit.end
