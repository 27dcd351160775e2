# SPDX-License-Identifier: Apache-2.0
"""Cut a compound sentence into clauses that can be checked one by one, shared subjects restored.

A sentence is cut only where what follows is surely a clause (with a subject of its own) or a second verb
phrase of the same subject. Conditions, relative clauses, reported speech, alternatives and shared objects
keep a sentence whole: an uncut sentence is fine, a broken clause is not.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, replace

from faithstill.featurize.read.word_classes import CLAUSE_TAKERS, is_past, sure_form

from .predicate import (
    COORDINATORS,
    DETERMINERS,
    SUBJECT_PRONOUNS,
    SUBORDINATORS,
    Token,
    opens_clause,
    tokens_of,
)
from .shared_subject import Frame, frame_of, shared_lead, sure_frame

_CONTRAST = frozenset("while whereas".split())
# Words that bind two phrases together, so that neither stands alone.
_BINDERS = frozenset("respectively both either neither between together".split())
_YEAR_OR_MONTH = re.compile(
    r"\b(?:(?:19|20)\d\d|Jan(?:uary)?|Feb(?:ruary)?|March|April|June|July|Aug(?:ust)?|Sept?(?:ember)?|"
    r"Oct(?:ober)?|Nov(?:ember)?|Dec(?:ember)?)\b"
)
_FRAGMENT = 8
_OPENING, _CLOSING = "([{“‘", ")]}”’"


@dataclass(frozen=True, slots=True)
class Clause:
    """Characters `start:end` of the sentence, and the clause as it reads alone."""

    start: int
    end: int
    text: str
    shared: bool = False  # does it begin with the subject of the clause before it?


@dataclass(frozen=True, slots=True)
class _Cut:
    """Tokens `last:first` join two clauses; the second begins at `first` under `lead`, words to restore."""

    last: int
    first: int
    lead: str
    frame: Frame
    shared: bool
    comma_only: bool


def split(sentence: str) -> tuple[Clause, ...]:
    """The clauses of a sentence in order; the whole sentence where it has one, or none for sure.

    >>> [c.text for c in split("The contract caps liability at $2M and requires 30-day notice")]
    ['The contract caps liability at $2M', 'The contract requires 30-day notice']
    >>> [c.text for c in split("Fees and charges apply.")]
    ['Fees and charges apply.']
    """
    tokens = tokens_of(sentence)
    whole = (Clause(0, len(sentence), sentence),)
    if len(tokens) < 6 or any(token.word == "respectively" for token in tokens):
        return whole
    cuts = _cuts(sentence, tokens)
    return tuple(_clauses(sentence, tokens, cuts)) if cuts else whole


def _clauses(sentence: str, tokens: Sequence[Token], cuts: Sequence[_Cut]) -> Iterator[Clause]:
    start, lead, shared = 0, "", False
    for cut in (*cuts, None):
        end = tokens[cut.last - 1].end if cut else len(sentence)
        body = sentence[start:end]
        yield Clause(start, end, _readable(lead, body), shared)
        if cut:
            start, lead, shared = tokens[cut.first].start, cut.lead, cut.shared


def _readable(lead: str, body: str) -> str:
    text = f"{lead} {body}" if lead else body
    return text[:1].upper() + text[1:] if not lead else text


def _cuts(sentence: str, tokens: Sequence[Token]) -> list[_Cut]:
    found: list[_Cut] = []
    pending: list[_Cut] = []  # commas of a series, good only if its last member follows
    frame: Frame | None = None
    begin = 0
    for last, first in _joints(sentence, tokens):
        frame = frame or frame_of(tokens, 0, last)
        left = pending[-1].first if pending else begin
        base = pending[-1].frame if pending else frame
        cut = _cut(sentence, tokens, left, last, first, base)
        if cut is None:
            continue
        if cut.comma_only:
            pending.append(cut)
            continue
        found += [early for early in pending if early.shared == cut.shared]
        pending.clear()
        found.append(cut)
        begin, frame = cut.first, cut.frame
    return found


def _joints(sentence: str, tokens: Sequence[Token]) -> Iterator[tuple[int, int]]:
    """(end of the left part, start of the right part) of each place where clauses may meet, outside brackets."""
    depth, quoted = 0, False
    for i, token in enumerate(tokens):
        word = token.word
        depth += (word in _OPENING) - (word in _CLOSING and not (word == "’" and depth == 0))
        quoted ^= word == '"'
        if depth > 0 or quoted or i == 0 or i + 2 >= len(tokens):
            continue
        following = tokens[i + 1].word
        if word in {",", ";"}:
            yield i, i + 2 if following in {"and", "but"} | _CONTRAST else i + 1
        elif word in {"and", "but"} and tokens[i - 1].word not in {",", ";"}:
            yield i, i + 1


def _cut(
    sentence: str, tokens: Sequence[Token], begin: int, last: int, first: int, frame: Frame | None
) -> _Cut | None:
    """The cut between `tokens[begin:last]` and `tokens[first:]`, if both sides can stand alone."""
    if first >= len(tokens):
        return None
    mark = tokens[last].word
    if frame is None:
        return _after_fragment(tokens, begin, last, first) if mark == ";" else None
    if frame.predicate.verb >= last:
        return None
    comma_only = mark == "," and first == last + 1
    left = tokens[max(begin, frame.predicate.verb) : last]
    if any(token.word in _BINDERS for token in tokens[begin:last]):
        return None
    own = _own_clause(sentence, tokens, begin, last, first, frame)
    if own:
        return replace(own, comma_only=comma_only)
    if mark == ";" or tokens[first - 1].word in _CONTRAST or _is_open(left, tight=True):
        return None
    lead = shared_lead(sentence, tokens, begin, last, first, frame)
    return None if lead is None else _Cut(last, first, lead, frame, True, comma_only)


def _after_fragment(tokens: Sequence[Token], begin: int, last: int, first: int) -> _Cut | None:
    """*$500,000; the base is lower.*: a short answer without a verb, then a clause."""
    words = [token.word for token in tokens[begin:last]]
    right = sure_frame(tokens, first, _stop(tokens, first, {";"}))
    bare = len(words) <= _FRAGMENT and not any(sure_form(word) or word in SUBORDINATORS for word in words)
    return _Cut(last, first, "", right, False, False) if bare and right else None


def _own_clause(
    sentence: str, tokens: Sequence[Token], begin: int, last: int, first: int, frame: Frame
) -> _Cut | None:
    """A cut before a clause with a subject of its own."""
    mark = tokens[last].word
    end = _stop(tokens, first, {";"})
    right = sure_frame(tokens, first, end) if mark == ";" else None
    if mark == ";" and right is None:
        return None
    near = _stop(tokens, first, COORDINATORS | {",", ";", "–", "—"})
    predicate = right.predicate if right else opens_clause(tokens, first, near)
    if predicate is None:
        return None
    left = tokens[max(begin, frame.predicate.verb) : last]
    if mark != ";" and (_is_open(left, tight=mark != ",") or _in_list(tokens, begin, last, first)):
        return None
    if mark != ";" and any(token.word in CLAUSE_TAKERS for token in left) and (mark != "," or _speaks(left)):
        return None
    if frame.conditional and mark != ";":
        return None
    lead = "" if mark == ";" else _adjunct(sentence, tokens, frame, first, end)
    new = right or Frame(first, predicate, False)
    return _Cut(last, first, lead, new, False, False)


def _stop(tokens: Sequence[Token], first: int, marks: Collection[str]) -> int:
    return next((i for i in range(first, len(tokens)) if tokens[i].word in marks), len(tokens))


def _is_open(left: Sequence[Token], *, tight: bool) -> bool:
    """Does a clause stand open in the left part, under which the right part may belong?"""
    words = [token.word for token in left[1:]]
    if any(word in {"that", "because", "provided"} for word in words) or _late_clause(left, {"as", "since"}):
        return True
    return tight and (
        any(word in SUBORDINATORS for word in words)
        or _speaks(left)
        or _late_clause(left, {"until", "after", "before", "than"})
    )


def _late_clause(left: Sequence[Token], openers: Collection[str]) -> bool:
    """*after the bank has paid*: a preposition with a clause behind it."""
    at = next((i for i, token in enumerate(left) if i and token.word in openers), None)
    return at is not None and any(sure_form(token.word) for token in left[at + 1 :])


def _speaks(left: Sequence[Token]) -> bool:
    """*says it charges a fee*: reported speech without *that*."""
    at = next((i for i, token in enumerate(left) if token.word in CLAUSE_TAKERS), None)
    return at is not None and any(
        sure_form(token.word) or token.word in SUBJECT_PRONOUNS - DETERMINERS for token in left[at + 1 :]
    )


def _in_list(tokens: Sequence[Token], begin: int, last: int, first: int) -> bool:
    """Might the subject on the right be the last member of a list of things that began on the left?"""
    joined = tokens[last].word
    if joined == "and" and tokens[last - 1].capital and tokens[first].capital and not tokens[last - 1].figure:
        return True
    for i in range(last - 1, max(begin, last - 6), -1):
        if sure_form(tokens[i].word) or is_past(tokens[i].word):
            return False
        if tokens[i].word in COORDINATORS or tokens[i].word == ",":
            return True
    return False


def _adjunct(sentence: str, tokens: Sequence[Token], frame: Frame, first: int, end: int) -> str:
    """The leading adjunct, if the right clause shares it: not where that has a time of its own."""
    adjunct = sentence[tokens[frame.opening].start : tokens[frame.predicate.subject].start].strip()
    right = sentence[tokens[first].start : tokens[end - 1].end]
    return "" if _YEAR_OR_MONTH.search(adjunct) and _YEAR_OR_MONTH.search(right) else adjunct
