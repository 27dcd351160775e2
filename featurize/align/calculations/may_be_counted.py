# SPDX-License-Identifier: Apache-2.0
"""May a small count that nothing states have been counted in the answer, the question or the evidence?"""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import chain, takewhile

from faithstill.featurize.align.slots.counted import Collection, collections_of, counted_words
from faithstill.featurize.align.slots.slots import EvidenceValues
from faithstill.featurize.extract import Kind, Mention
from faithstill.featurize.extract.document import Document, content_stems

from .listed import hinted_beside, listed_beside

# "Of the four taxes": what is listed behind it may be a part of them.
_OF_THE = re.compile(r"\bof\s(?:the|these|those|our|your|their|its)\s$", re.IGNORECASE)
_PHRASE = re.compile(r"(?:\s[*_]*[^\W\d_]+){1,4}")
_CLAUSE = re.compile(r"[.,;:!?](?=\s)|\n")


def may_be_counted(mention: Mention, answer: Document, evidence: EvidenceValues) -> bool:
    """Does a text show so many things, or is it what any text shows: the first, one of them?

    What the answer lists right behind a count decides; it may be wrong there.
    """
    if mention.kind is Kind.ORDINAL or mention.low is None or mention.low < 2:
        return True
    count = int(mention.low)
    listed = listed_beside(answer, mention)
    if count in listed:
        return True
    is_whole = listed and _OF_THE.search(answer.text, 0, mention.start)
    if listed and not is_whole:
        return False
    counted = counted_words(answer, mention)
    if counted is not None and _is_recorded(count, counted, answer, mention, evidence):
        return True
    if is_whole:
        return False
    if count in hinted_beside(answer, mention):
        return True
    shown = evidence.shown_counts.get(count)
    return shown is not None and counted is not None and (not counted or not counted.isdisjoint(shown))


def _is_recorded(
    count: int, counted: frozenset[str], answer: Document, mention: Mention, evidence: EvidenceValues
) -> bool:
    """Do the tables or lists of records of the evidence hold so many?"""
    tables = evidence.once(_collections)
    if not tables:
        return False
    noun, said = _noun(answer, mention), _clause(answer, mention)
    return any(found.shows(count, counted, noun, said) for found in tables)


def _collections(evidence: EvidenceValues) -> Sequence[Collection]:
    return collections_of(evidence.passages)


def _noun(answer: Document, mention: Mention) -> frozenset[str]:
    """The stems of the content words that follow a count without a break."""
    phrase = _PHRASE.match(answer.text, mention.end)
    words = phrase.group().split() if phrase else ()
    return frozenset(chain.from_iterable(takewhile(bool, map(content_stems, words))))


def _clause(answer: Document, mention: Mention) -> frozenset[str]:
    """The content stems between the signs around a count."""
    ends = [found.end() for found in _CLAUSE.finditer(answer.text, 0, mention.start)]
    after = _CLAUSE.search(answer.text, mention.end)
    return frozenset(content_stems(answer.text[ends[-1] if ends else 0 : after.start() if after else None]))
