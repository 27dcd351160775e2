# SPDX-License-Identifier: Apache-2.0
"""A comparison that an answer makes between two values, and the words that make one: tables, little logic."""

from __future__ import annotations

import re
from dataclasses import dataclass
from decimal import Decimal
from enum import StrEnum

from faithstill.featurize.extract import Bound, Kind, Mention
from faithstill.featurize.values.slots.slots import Located

ORDERED = frozenset({Kind.MONEY, Kind.NUMBER, Kind.QUANTITY, Kind.PERCENT, Kind.DURATION})


class Relation(StrEnum):
    """How the left side of a comparison stands to the right one."""

    MORE = "more"
    LESS = "less"
    AT_LEAST = "at_least"
    AT_MOST = "at_most"
    SAME = "same"


@dataclass(frozen=True, slots=True)
class Comparison:
    """Characters `start:end` of the answer compare two values; `holds` is None where they are not certain.

    The sides are evidence values; passage -1 stands for a value that only answer or question state.
    """

    start: int
    end: int
    text: str
    cue: str
    holds: bool | None
    left: Located | None = None
    right: Located | None = None


_ALL = ORDERED
_MONEY = frozenset({Kind.MONEY})
_TIME = frozenset({Kind.DURATION, Kind.QUANTITY})
# Comparative adjectives: which side is more, and of what kinds of value it is said.
COMPARATIVES = (
    ("larger|bigger|greater|higher|more", Relation.MORE, _ALL),
    ("smaller|lower|less|fewer", Relation.LESS, _ALL),
    ("more expensive|dearer|costlier|pricier|more costly", Relation.MORE, _MONEY),
    ("cheaper|less expensive|less costly", Relation.LESS, _MONEY),
    ("longer|older|taller|heavier|farther|deeper", Relation.MORE, _TIME),
    ("shorter|younger|lighter|nearer|shallower", Relation.LESS, _TIME),
)
SUPERLATIVES = (
    ("highest|largest|biggest|greatest|most", Relation.MORE, _ALL),
    ("lowest|smallest|least|fewest", Relation.LESS, _ALL),
    ("most expensive|dearest|costliest", Relation.MORE, _MONEY),
    ("cheapest|least expensive", Relation.LESS, _MONEY),
    ("longest|oldest|tallest|heaviest", Relation.MORE, _TIME),
    ("shortest|youngest|lightest", Relation.LESS, _TIME),
)
# What stands between a value and the one that it is held against.
AGAINST = (
    ("above|over|exceeds|exceeding|more than|higher than|greater than|larger than|beyond", Relation.MORE),
    ("below|under|less than|lower than|smaller than|short of|fewer than", Relation.LESS),
    ("within|inside|at most|no more than|not more than", Relation.AT_MOST),
    ("at least|no less than|not less than", Relation.AT_LEAST),
    ("equal to|the same as|identical to", Relation.SAME),
)
# Verbs of change with the least and the most that the later value may be of the earlier one.
CHANGES = (
    ("rose|grew|increased|climbed|went up|was up|were up|gained|expanded", 1.0, None),
    ("fell|dropped|declined|decreased|shrank|went down|was down|were down|contracted", None, 1.0),
    ("doubled", 1.75, 2.5),
    ("tripled|trebled", 2.5, 3.5),
    ("quadrupled", 3.4, 4.7),
    ("halved|was cut in half", 0.4, 0.6),
)
# A sentence with one of these states no comparison as a fact, or hedges it.
CONDITIONAL = re.compile(r"(?i)\b(?:if|whether|unless|would|could|should|may|might)\b|\?")
UNSURE = re.compile(
    r"(?i)\b(?:if|whether|unless|would|could|should|may|might|except|otherwise|until|when|whichever|or|expected|"
    r"almost|nearly|roughly|about|per cent of|each|every|because of|adjusted|excluding|times)\b|\?"
)


def is_ordered(a: Mention, b: Mention) -> bool:
    """Are both exact values of one kind and unit, so that one is more, less or the same?"""
    return _is_scale(a, b) and a.bound is b.bound is Bound.EXACT


def _is_scale(a: Mention, b: Mention) -> bool:
    return _are_like(a, b) and all(m.low is not None and m.low == m.high for m in (a, b))


def _are_like(a: Mention, b: Mention) -> bool:
    return a.kind is b.kind and a.unit == b.unit and a.kind in ORDERED


def _against_range(value: Decimal, ends: tuple[Decimal, Decimal], relation: Relation) -> bool | None:
    """ "28.4% is above the target of 25% to 35%" does not hold, though it is above an end of it."""
    if relation is Relation.MORE:
        return value > ends[1]
    if relation is Relation.LESS:
        return value < ends[0]
    return value <= ends[1] if relation is Relation.AT_MOST and value >= ends[0] else None


def stands(a: Mention, b: Mention, relation: Relation) -> bool | None:
    """Does the relation hold between two values? None where they have no order.

    Words like "below 5" and "a minimum of 5" give the right side a bound: they are the comparison itself.

    >>> from decimal import Decimal
    >>> fee = Mention(Kind.PERCENT, 0, 2, "5%", Decimal(5), Decimal(5), "%")
    >>> stands(fee, fee, Relation.AT_LEAST), stands(fee, fee, Relation.MORE)
    (True, False)
    """
    if a.bound is not Bound.EXACT or a.low is None or a.low != a.high or b.low is None or b.high is None:
        return None
    if not _is_scale(a, b):
        return _against_range(a.low, (b.low, b.high), relation) if _are_like(a, b) else None
    sign = (a.low > b.low) - (a.low < b.low)
    return sign in _SIGNS[relation]


_SIGNS = {
    Relation.MORE: (1,),
    Relation.LESS: (-1,),
    Relation.AT_LEAST: (0, 1),
    Relation.AT_MOST: (0, -1),
    Relation.SAME: (0,),
}
