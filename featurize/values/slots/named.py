# SPDX-License-Identifier: Apache-2.0
"""A rival that the answer names where it names nothing of the place that agrees.

"Pro costs $20" of "$20 for Basic, $30 for Pro": all that tells the second price from the first is said, and nothing of
what tells the first from the second. That leaves less doubt than signs.py can weigh, which knows no such whole.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from faithstill.featurize.extract import Kind, Mention
from faithstill.featurize.lexicon import NEGATORS

from .contenders import is_of_other_size, states
from .counted import is_small_count
from .reach import Group, Told
from .slots import EvidenceValues, Located
from .surroundings import Surroundings

_NEAREST = frozenset({Group.NEAR, Group.OWN})
# Leads that a rival's being named makes up for: of any place, and of a cell of one row, whose key is a plain word.
_DOUBTFUL, _DOUBTFUL_IN_ROW = -2.5, -1.0
_QUARTERS = (("q1", "first"), ("q2", "second"), ("q3", "third"), ("q4", "fourth"))
_OF_THE = re.compile(r"(?i)\bof\s(?:the|its|these|those|all)\s\W?$")  # "37 of the 198": the whole of a part
_OF_THE_REACH = 12
# What sets the thing named against the one meant: "without Pro", "compared with Pro", "a Pro customer who downgrades".
_AGAINST = NEGATORS | frozenset(
    "without unlike instead than compare compared versus against still also too even besides except apart excluding "
    "rather who whoever before used downgrade downgraded downgrading upgrade upgraded upgrading leaving".split()
)
_TIMES_LARGER = 20  # what no two columns of one record have in common: a sum and a count


@dataclass(frozen=True, slots=True)
class _Contender:
    """A value of the evidence with the words that are its own, and all content stems of its sentence."""

    located: Located
    around: Surroundings
    content: frozenset[str]

    @property
    def mention(self) -> Mention:
        return self.located.mention

    @property
    def sentence(self) -> int:
        return self.located.sentence

    @property
    def is_cell(self) -> bool:
        """Does it stand in a row of a table or a record?"""
        return self.around.cell >= 0

    @property
    def words(self) -> frozenset[str]:
        """The words that are said of it, of the values beside it too."""
        return self.around.own | self.around.shared


def named_instead(
    told: Told, judged: Iterable[tuple[float, Located]], agreeing: Sequence[Located], evidence: EvidenceValues
) -> Sequence[Located]:
    """Those of the rivals, each given with its lead, that are named where no place that agrees is."""
    close = [(lead, rival) for lead, rival in judged if lead > _DOUBTFUL]
    if not close or not _may_be_named(told):
        return ()
    said = dict(told.groups)
    for one, other in _QUARTERS:
        if one in said or other in said:
            said.update({one: said.get(one) or said[other], other: said.get(other) or said[one]})
    supports = [_contender(evidence, support) for support in agreeing]
    rows = {support.sentence for support in supports if support.is_cell}
    return [
        rival
        for lead, rival in close
        if (lead > _DOUBTFUL_IN_ROW or rival.sentence not in rows)
        and not any(states(m, rival.mention) for m in told.answer.mentions if m is not told.mention)
        and _is_named(said, _contender(evidence, rival), supports)
    ]


def _contender(evidence: EvidenceValues, located: Located) -> _Contender:
    document = evidence.document(located.passage)
    place = document.sentence_at(located.mention.start)
    content = document.sentence_bag(place) if place is not None else frozenset[str]()
    return _Contender(located, evidence.around(located), content)


def _may_be_named(told: Told) -> bool:
    """Is it a value that one word tells from another: neither "two" nor 7:02, nor what a part is said to be of?"""
    mention, document = told.mention, told.answer
    index = document.sentence_at(mention.start)
    if mention.kind is Kind.TIME or is_small_count(mention) or index is None:
        return False
    sentence = document.sentences[index]
    if not _AGAINST.isdisjoint(document.words[sentence.first : sentence.last]):
        return False
    start = max(0, mention.start - _OF_THE_REACH)
    return _OF_THE.search(document.text[start : mention.start]) is None


def _is_named(said: Mapping[str, Group], rival: _Contender, supports: Sequence[_Contender]) -> bool:
    """Does the answer say all that tells the rival from each of the places that agree, and nothing of those?"""
    return all(_are_alike(rival, support) and _is_told(said, rival, support) for support in supports)


def _are_alike(rival: _Contender, support: _Contender) -> bool:
    """Could one be written for the other: both in cells or both in prose, of one kind, with words in common?"""
    one, other = rival.mention, support.mention
    if rival.is_cell is not support.is_cell or one.kind is not other.kind:
        return False
    if (one.low == one.high) is not (other.low == other.high):
        return False
    in_columns = rival.is_cell and rival.around.column != support.around.column
    if in_columns and (not one.low or not other.low or is_of_other_size(one, other, _TIMES_LARGER)):
        return False
    return rival.sentence == support.sentence or not rival.around.own.isdisjoint(support.around.own)


def _is_told(said: Mapping[str, Group], rival: _Contender, support: _Contender) -> bool:
    """Do words of the rival's own lead to the answer's value, and none of what only the support has?"""
    here = support.words
    if support.sentence != rival.sentence and not support.is_cell:
        here = here | support.content
    apart, strange = rival.around.own - here, support.around.own - rival.words
    named = [stem for stem in apart if said.get(stem) in _NEAREST]
    if not named or not strange or not apart <= said.keys() or not said.keys().isdisjoint(here - rival.words):
        return False
    # Bands are told apart by their figures: "90 days before departure, 25% of the fare; 30 days, 50%".
    return any(map(_has_figure, named)) or not any(map(_has_figure, strange))


def _has_figure(stem: str) -> bool:
    return any(map(str.isdigit, stem))
