# SPDX-License-Identifier: Apache-2.0
"""Values that the evidence states in two pieces: the two ends of a range, a day here and its year there."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise

from faithstill.featurize.align.slots.slots import EvidenceValues, Located
from faithstill.featurize.extract import Kind, Mention
from faithstill.featurize.extract.agree import agree, same_type
from faithstill.featurize.extract.calendar_keys import covers, granularity
from faithstill.featurize.extract.document import Document

_TO = re.compile(r"\s(?:up )?to\s|\s?[-–]\s?")
_DATED = frozenset({Kind.DATE, Kind.PERIOD})
_SIZES = frozenset({"D", "M", "Q"})  # what has a year to complete it


def pieced(mention: Mention, answer: Document, evidence: EvidenceValues) -> Sequence[Located]:
    """The evidence mentions that state a value together, if it is one that may come in pieces."""
    if mention.kind in _DATED:
        return _dated(mention, evidence)
    return _range_ends(mention, evidence) or _ranges(mention, answer, evidence)


def _dated(mention: Mention, evidence: EvidenceValues) -> Sequence[Located]:
    """ "3 March" where some text of the evidence speaks of 2026."""
    if granularity(mention.key) == "R":
        return _both_ends(mention, evidence)
    if granularity(mention.key) not in _SIZES:
        return ()
    keys = mention.key.split("|")
    if not {key[:4] for key in keys} <= evidence.years:
        return ()
    yearless = [f"-{key[4:]}" for key in keys]
    return [
        e
        for located in evidence.like(mention)
        if any(_states(located[0].mention, key) for key in yearless)
        for e in located
    ]


def _both_ends(mention: Mention, evidence: EvidenceValues) -> Sequence[Located]:
    """ "2014-2015" where a sentence has both years."""
    places: list[dict[tuple[int, int], Located]] = [{}, {}]
    for located in evidence.like(mention):
        for end, found in zip(mention.key.split("|")[0].split("/"), places, strict=False):
            if located[0].mention.key == end:
                found |= {(e.passage, e.sentence): e for e in located}
    return [e for place, low in places[0].items() if place in places[1] for e in (low, places[1][place])]


def _states(stated: Mention, key: str) -> bool:
    """ "9 April" states 9 April and April; "in April" does not state the 9th."""
    return stated.key.startswith("--") and covers(key, stated.key)


def _ranges(mention: Mention, answer: Document, evidence: EvidenceValues) -> Sequence[Located]:
    """ "From $200 to $2,500", read as two values, where the evidence has the range."""
    if mention.low is None:
        return ()  # two times are no range: each must be stated
    at = answer.mentions.index(mention)
    for low, high in pairwise(answer.mentions[max(0, at - 1) : at + 2]):
        if same_type(low, high) and _TO.fullmatch(answer.text, low.end, high.start):
            whole = replace(low, high=high.high)
            return [e for found in evidence.like(whole) if agree(whole, found[0].mention) for e in found]
    return ()


def _range_ends(mention: Mention, evidence: EvidenceValues) -> Sequence[Located]:
    """ "Between 1% and 4%" where a sentence or row has a floor of 1% and a cap of 4%."""
    if mention.low is None or mention.high is None or mention.low == mention.high:
        return ()
    ends = replace(mention, high=mention.low), replace(mention, low=mention.high)
    places: list[dict[tuple[int, int], Located]] = [{}, {}]
    for located in evidence.like(mention):
        for end, found in zip(ends, places, strict=True):
            if agree(end, located[0].mention):
                found |= {(e.passage, e.sentence): e for e in located}
    return [e for place, low in places[0].items() if place in places[1] for e in (low, places[1][place])]
