# SPDX-License-Identifier: Apache-2.0
"""Signs that a value which the evidence does not state stands in the place of one that it does: a counter-proof.

Without enough of them the value may as well be a result, or be of something that the evidence does not tell. How much
each counts was learnt (`faithstill.train.packaged.learn_slot_weights`) and is kept in `resources/unstated.json`.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from math import tanh

from faithstill.featurize.document import weight

from .contenders import is_bound
from .counted import is_small_count
from .instances import asks_for_value, is_example, is_limit, is_point_in_time
from .reach import Group, Told
from .signs import bent, covered
from .surroundings import Surroundings

_RUN = 10.0


@dataclass(frozen=True, slots=True)
class Standing:
    """How a place of the evidence stands to the answer's value."""

    around: Surroundings
    reach: Mapping[str, float]
    slot: float
    lead: float  # in slot, over the next other value
    run: float
    same_head: bool
    is_claimed: bool  # by another value of the answer
    is_limit: bool
    formed: float  # is the value a result of one step from it?


def unstated_signs(told: Told, labels: Collection[str], standing: Standing) -> dict[str, float]:
    """All signs by name; `labels` are the stems that the evidence writes as names."""
    got, lost = _of_groups(told, standing.reach)
    own = told.mention
    is_asked = asks_for_value(told.question)  # then the value is the rule's own
    example = not is_asked and is_example(told.answer, own)
    of_limit = standing.is_limit and not is_asked
    other_limit = of_limit and not is_limit(told.answer, own)
    return {
        "slot": standing.slot,
        "lead": standing.lead,
        "run": tanh(standing.run / _RUN),
        "same head": float(standing.same_head),
        "sentence got": bent(got[Group.SENTENCE]),
        **{f"{group} lost": bent(lost[group]) for group in _MISSED},
        "names lost": bent(_names_lost(told, labels, standing.reach)),
        "own untold": bent(covered(standing.around.own, told.groups)[1]),
        "column untold": bent(covered(standing.around.column, told.groups)[1]),
        "claimed": float(standing.is_claimed),
        "small count": float(is_small_count(own)),
        "is bound": float(is_bound(own)),
        "example": float(example),
        "limit": float(other_limit),
        "example of a limit": float(other_limit and example),
        "point from a limit": float(of_limit and is_point_in_time(told.answer, own)),
        "formed": standing.formed,
        "formed beside": float(standing.formed == 1.0),
    }


_MISSED = (Group.OWN, Group.SENTENCE, Group.BEFORE, Group.ASKED)


def _of_groups(told: Told, reach: Mapping[str, float]) -> tuple[Mapping[Group, float], Mapping[Group, float]]:
    """For each group of the answer's words the weight of those that reach the place, and of those that do not."""
    got: dict[Group, float] = defaultdict(float)
    lost: dict[Group, float] = defaultdict(float)
    for stem, group in told.groups.items():
        group = Group.OWN if group is Group.NEAR else group
        got[group] += weight(stem) * reach.get(stem, 0.0)
        lost[group] += weight(stem) * (1 - reach.get(stem, 0.0))
    return got, lost


def _names_lost(told: Told, labels: Collection[str], reach: Mapping[str, float]) -> float:
    """The weight of the answer's names that do not reach the place."""
    names = [
        stem
        for stem, group in told.groups.items()
        if group is not Group.ASKED and (stem in told.labels or stem in labels)
    ]
    return sum([weight(stem) * (1 - reach.get(stem, 0.0)) for stem in names])
