# SPDX-License-Identifier: Apache-2.0
"""Where an answer that is still coming in can be cut: behind what reads the same whatever follows.

A place is looked at when the word behind it, or the end of its line, is there, and with no more than that in sight.
So where an answer is cut depends on its text alone, and never on the pieces in which it came.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from faithstill.featurize.claims import AnswerSentence
from faithstill.featurize.claims.refers import NoClaimReason
from faithstill.featurize.read.structure import may_become_json

Read = Callable[[str], Sequence[AnswerSentence]]

# The end of a sentence with the markers behind it, when the next word is whole; or the end of a line. A marker holds
# no end of a sentence, else what is found would depend on whether the marker's own end is there yet.
_PLACE = re.compile(
    r"[.!?](?<![.!?][.!?])[.!?]*+[\"'”’)\]*]*+(?:[^\S\n]?\[[^\].!?\n]{1,40}\])*+(?=(?P<seen>[^\S\n]+[^\s\[]\S*\s))"
    r"|\S(?P<line>[^\S\n]*\n)"
)
_FENCE = re.compile(r"^[ \t]*(```+|~~~+)", re.MULTILINE)
_DELIMITERS = "\t,;|"
_STATEMENT = "\n\nThe fee is $5."
_ROWS_BELOW = 3
# What tells of the text under it and is not cut off from it.
_LEADS = frozenset({NoClaimReason.HEADING, NoClaimReason.TABLE_HEADER})


@dataclass(frozen=True, slots=True)
class CutPlace:
    """An offset at which the answer may be cut, `seen` characters of which show whether it can be."""

    end: int
    seen: int
    next: int


def next_place(text: str, start: int) -> CutPlace | None:
    """The first place from an offset on that can be looked at; None while what shows it has not come in.

    >>> next_place("It is $5. The", 0), next_place("It is $5. The card", 0)
    (None, CutPlace(end=9, seen=14, next=9))
    """
    match = _PLACE.search(text, start)
    if match is None:
        return None
    if match["line"] is None:
        return CutPlace(match.end(), match.end("seen"), match.end())
    return CutPlace(match.start("line"), match.end(), match.end())


def complete(text: str, place: CutPlace, begin: int, read: Read) -> Sequence[AnswerSentence]:
    """The sentences from `begin` to a place at most, if they read the same whatever follows; else none.

    >>> from faithstill.featurize.claims import answer_sentences
    >>> def cut(text):
    ...     return [s.text for s in complete(text, next_place(text, 0), 0, answer_sentences)]
    >>> cut("It is $5. The card is free."), cut("It is e.g. The Card."), cut("**Fees**\\n")
    (['It is $5.'], [], [])
    """
    seen = text[: place.seen]
    ends = [s.end for s in read(seen) if begin < s.end <= place.end]
    if not ends or may_become_json(seen):
        return ()
    so_far = text[: max(ends)]
    found = _from(begin, read(so_far), len(so_far))
    if not found or found[-1].reason in _LEADS:
        return ()
    plain = [_told(sentence) for sentence in found]
    for more in _continuations(so_far):
        if [_told(s) for s in _from(begin, read(so_far + more), len(so_far))] != plain:
            return ()
    return found


def _from(begin: int, sentences: Sequence[AnswerSentence], end: int) -> list[AnswerSentence]:
    return [s for s in sentences if begin <= s.unit.start < end]


def _told(sentence: AnswerSentence) -> tuple[int, int, NoClaimReason | None, bool, int]:
    return sentence.start, sentence.end, sentence.reason, sentence.refuses, len(sentence.unit.cells)


def _continuations(text: str) -> Iterator[str]:
    """What could follow and change how the text before it reads: a statement, the end of a fence, rows of a table."""
    yield _STATEMENT
    for mark in sorted(set(_FENCE.findall(text))):
        yield f"\n{mark}{_STATEMENT}"
        yield "\nx = {};" * (text.count("\n") + 2) + f"\n{mark}{_STATEMENT}"  # prose so far, and code at last
    line = text[text.rfind("\n") + 1 :].strip()
    for delimiter in _DELIMITERS:
        if line.count(delimiter) > line.count(f"{delimiter} ") or (delimiter == "|" and delimiter in line):
            row = re.sub(rf"[^{delimiter}]+", "5", line)
            yield f"\n{row}" * _ROWS_BELOW
