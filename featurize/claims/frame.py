# SPDX-License-Identifier: Apache-2.0
"""A clause as a frame: its leading adjunct ("In 2023,"), its subject and its finite verb."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from faithstill.featurize.read.verbs import sure_form

from .predicate import DETERMINERS, PREPOSITIONS, SUBJECT_PRONOUNS, Predicate, Token, find_predicate, is_sure

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
