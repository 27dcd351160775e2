# SPDX-License-Identifier: Apache-2.0
"""The parts of a sentence as statements of their own: the frame around a verb, and the words that a part shares."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from faithstill.featurize.read.word_classes import (
    BARE,
    BE,
    MODAL_VERBS,
    NOUN_OR_SINGULAR,
    Form,
    is_participle,
    is_past,
    sure_form,
)

from .predicate import (
    DETERMINERS,
    PREPOSITIONS,
    SUBJECT_PRONOUNS,
    Predicate,
    Token,
    by_amount,
    find_predicate,
    is_adverb,
    is_sure,
    opens_object,
)

_CONDITIONS = frozenset(
    "if when unless once where while although though after before because since as whenever until provided".split()
)


@dataclass(frozen=True, slots=True)
class Frame:
    """The clause that verb phrases may share: its leading adjunct and its predicate."""

    opening: int  # token where the clause begins, adjunct included
    predicate: Predicate
    conditional: bool


def frame_of(tokens: Sequence[Token], first: int, last: int) -> Frame | None:
    """The clause in `tokens[first:last]` behind its leading adjunct, if its subject and verb are plain."""
    opener = tokens[first].word
    conditional = opener in _CONDITIONS
    if conditional or opener in PREPOSITIONS or opener == "to" or _is_remark(tokens, first, last):
        for i in range(first + 1, min(last, first + 40)):
            if tokens[i].word == ":" or (not conditional and sure_form(tokens[i].word)):
                break
            if tokens[i].word != "," or i + 1 >= last:
                continue
            predicate = find_predicate(tokens, i + 1, _reach(tokens, i + 1, last))
            if predicate:
                keep = conditional or opener in PREPOSITIONS or opener == "to"
                return Frame(first if keep else i + 1, predicate, conditional)
        if conditional or opener == "to":
            return None
    colon = next((i for i in range(first, min(last, first + 12)) if tokens[i].word == ":"), None)
    start = first if colon is None or colon + 1 >= last else colon + 1
    predicate = find_predicate(tokens, start, _reach(tokens, start, last))
    return Frame(start, predicate, False) if predicate else None


def sure_frame(tokens: Sequence[Token], first: int, last: int) -> Frame | None:
    """The clause behind a semicolon, if it cannot be a mere member of a list."""
    frame = frame_of(tokens, first, last)
    if frame is None:
        return None
    pronoun = tokens[frame.predicate.subject].word in SUBJECT_PRONOUNS - DETERMINERS
    return frame if pronoun or is_sure(tokens, frame.predicate, last) else None


def _is_remark(tokens: Sequence[Token], first: int, last: int) -> bool:
    """*However,* *Yes,* *In addition,*: a word or two before a comma."""
    return any(first + n < last and tokens[first + n].word == "," for n in (1, 2))


def _reach(tokens: Sequence[Token], first: int, last: int) -> int:
    """Where the subject must have met its verb: before a semicolon or the second comma."""
    commas = 0
    for i in range(first, last):
        commas += tokens[i].word == ","
        if tokens[i].word == ";" or commas == 2:
            return i
    return last


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
    if tokens[verb].word in BE | _HAVE | MODAL_VERBS:
        at = next(
            (i for i in range(at, last) if not (is_adverb(tokens[i].word) or tokens[i].word in _NEGATIONS)),
            last,
        )
        if at < last and (is_participle(tokens[at].word) or tokens[verb].word in MODAL_VERBS):
            at += 1
    return any(not is_adverb(token.word) for token in tokens[at:last])


def _finite_like(tokens: Sequence[Token], at: int, frame: Frame) -> bool:
    """Is the word at `at` a finite verb that agrees with the shared subject?"""
    word, main = tokens[at].word, tokens[frame.predicate.verb].word
    form = sure_form(word)
    if form:
        if main in MODAL_VERBS and form is Form.PLURAL and word in {"have", "do"}:
            return False
        return _SAME_NUMBER.get(form) is not frame.predicate.form
    following = tokens[at + 1]
    if word in NOUN_OR_SINGULAR:
        agrees = frame.predicate.form is not Form.PLURAL
        return agrees and (opens_object(following) or by_amount(tokens, at + 1, len(tokens)))
    if is_past(word) and main not in BE | _HAVE | MODAL_VERBS:
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
    if main in MODAL_VERBS:
        return (word in BARE and opens_object(following)) or word in {"be", "have"}
    first = next((i for i in range(verb + 1, last) if not is_adverb(tokens[i].word)), None)
    if first is None or is_adverb(tokens[at - 1].word) or tokens[at - 1].word != "and":
        return False
    if main in BE | _HAVE and is_participle(tokens[first].word) and is_participle(word):
        single = not any(is_participle(token.word) for token in tokens[first + 1 : last])
        phrase = opens_object(following) or following.word in PREPOSITIONS or is_adverb(following.word)
        return single and phrase
    return False
