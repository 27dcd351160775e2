# SPDX-License-Identifier: Apache-2.0
"""A second verb phrase of the same subject, and the words it needs before it to read alone."""

from __future__ import annotations

from collections.abc import Sequence

from faithstill.featurize.read.verbs import (
    BARE,
    BE,
    MODALS,
    NOUN_OR_SINGULAR,
    Form,
    is_participle,
    is_past,
    sure_form,
)

from .frame import Frame
from .predicate import PREPOSITIONS, Token, by_amount, is_adverb, opens_object

_HAVE = frozenset("has have had".split())
_NEGATIONS = frozenset("not never n't cannot".split())
_SAME_NUMBER = {Form.SINGULAR: Form.PLURAL, Form.PLURAL: Form.SINGULAR}


def shared_lead(
    sentence: str, tokens: Sequence[Token], begin: int, last: int, first: int, frame: Frame
) -> str | None:
    """What a second verb phrase needs before it: the subject, with the auxiliary where that is shared too."""
    verb = frame.predicate.verb
    at = next((i for i in range(first, len(tokens)) if not is_adverb(tokens[i].word)), len(tokens))
    if at + 1 >= len(tokens) or tokens[at + 1].word in {",", "and", "or", "."}:
        return None
    if begin <= verb and not _has_complement(tokens, verb, last):
        return None
    subject = _subject(sentence, tokens, frame)
    if _finite_like(tokens, at, frame):
        return subject
    negated = any(token.word in _NEGATIONS or token.word.endswith("n't") for token in tokens[verb : verb + 3])
    if negated or begin > verb or not _under_auxiliary(tokens, verb, at, last):
        return None
    return f"{subject} {sentence[tokens[verb].start : tokens[verb].end]}"


def _subject(sentence: str, tokens: Sequence[Token], frame: Frame) -> str:
    end = frame.predicate.verb
    while end - 1 > frame.predicate.subject and is_adverb(tokens[end - 1].word):
        end -= 1
    text = sentence[tokens[frame.opening].start : tokens[end - 1].end]
    return text[:1].upper() + text[1:]


def _has_complement(tokens: Sequence[Token], verb: int, last: int) -> bool:
    """Does the first verb have something of its own, so that nothing on the right is shared by both?"""
    at = verb + 1
    if tokens[verb].word in BE | _HAVE | MODALS:
        at = next(
            (i for i in range(at, last) if not (is_adverb(tokens[i].word) or tokens[i].word in _NEGATIONS)),
            last,
        )
        if at < last and (is_participle(tokens[at].word) or tokens[verb].word in MODALS):
            at += 1
    return any(not is_adverb(token.word) for token in tokens[at:last])


def _finite_like(tokens: Sequence[Token], at: int, frame: Frame) -> bool:
    """Is the word at `at` a finite verb that agrees with the shared subject?"""
    word, main = tokens[at].word, tokens[frame.predicate.verb].word
    form = sure_form(word)
    if form:
        if main in MODALS and form is Form.PLURAL and word in {"have", "do"}:
            return False
        return _SAME_NUMBER.get(form) is not frame.predicate.form
    following = tokens[at + 1]
    if word in NOUN_OR_SINGULAR:
        agrees = frame.predicate.form is not Form.PLURAL
        return agrees and (opens_object(following) or by_amount(tokens, at + 1, len(tokens)))
    if is_past(word) and main not in BE | _HAVE | MODALS:
        past = frame.predicate.form is Form.PAST or (
            frame.predicate.form is Form.ANY and sure_form(main) is Form.ANY
        )
        return past and _opens_phrase(tokens, at + 1)
    bare = word in BARE and frame.predicate.form is Form.PLURAL and main in BARE
    return bare and opens_object(following)


def _opens_phrase(tokens: Sequence[Token], at: int) -> bool:
    """An object, a preposition or an adverb follows, and not a noun that the word before would describe."""
    token = tokens[at]
    by_agent = token.word == "by" and not by_amount(tokens, at, len(tokens))
    return not by_agent and (opens_object(token) or token.word in PREPOSITIONS or is_adverb(token.word))


def _under_auxiliary(tokens: Sequence[Token], verb: int, at: int, last: int) -> bool:
    """*is collected monthly and charged to*, *must pay $5 and give a reason*: the auxiliary covers both."""
    main, word = tokens[verb].word, tokens[at].word
    following = tokens[at + 1]
    if main in MODALS:
        return (word in BARE and opens_object(following)) or word in {"be", "have"}
    first = next((i for i in range(verb + 1, last) if not is_adverb(tokens[i].word)), None)
    if first is None or is_adverb(tokens[at - 1].word) or tokens[at - 1].word != "and":
        return False
    if main in BE | _HAVE and is_participle(tokens[first].word) and is_participle(word):
        single = not any(is_participle(token.word) for token in tokens[first + 1 : last])
        phrase = opens_object(following) or following.word in PREPOSITIONS or is_adverb(following.word)
        return single and phrase
    return False
