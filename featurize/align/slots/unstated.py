# SPDX-License-Identifier: Apache-2.0
"""Signs that a value which the evidence does not state stands in the place of one that it does: a counter-proof.

Without enough of them the value may as well be a result, or be of something that the evidence does not tell. How much
each counts was learnt (`faithstill.train.packaged.learn_slot_weights`) and is kept in `resources/unstated.json`.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from math import tanh

from faithstill.featurize.extract import Kind
from faithstill.featurize.extract.agree import agree, same_type
from faithstill.featurize.extract.document import weight

from .contenders import differs, is_bound, is_of_other_size, is_within, leaves_open
from .counted import is_small_count
from .rivals import Contest, Fit, Rival
from .signs import UNSTATED_FILE, bent, covered, shipped_weights
from .slot import Group, head
from .slots import Located

_RUN = 10.0
_MOST = 4  # rivals that are looked at
_CLEAR_RUN = 12.0  # words that run along which leave no doubt
_TIMES_LARGER = 20  # what lies within a stated limit is a case of it, not a slip for so much smaller a value
_CALENDAR = frozenset({Kind.DATE, Kind.PERIOD, Kind.TIME})
_MISSED = (Group.OWN, Group.SENTENCE, Group.BEFORE, Group.ASKED)


def refuting(rivals: Iterable[Rival], may_be_result: Callable[[Located], bool]) -> Rival | None:
    """The best fitting of the rivals in whose place, by their signs, a value stands that nothing agrees with."""
    weights = shipped_weights(UNSTATED_FILE)
    clear = [rival for rival in rivals if weights.lead(rival[1]) > 0]
    return max([one for one in clear if not may_be_result(one[0])], key=_by_slot, default=None)


def _by_slot(rival: Rival) -> tuple[float, str]:
    """Of equals the same whatever the order of passages."""
    return rival[1]["slot"], rival[0].mention.text


def unstated_rivals(
    contest: Contest, others: Sequence[Located], formed: Callable[[Located], float]
) -> Iterator[Rival]:
    """The evidence values in whose place one may stand that nothing agrees with; `formed`: is it a result of one?"""
    if _is_left_open(contest):
        return
    own = contest.mention
    found = contest.evidence.fitted(
        contest.wanted,
        others,
        _MOST,
        lambda e: differs(own, e.mention) and contest.candidates.could_refute(e),
    )
    rivals = list(map(contest.fit, found))
    in_limit = any(same_type(own, e.mention) and is_within(own, e.mention) for e in others)
    for rival in rivals:
        mention = rival.located.mention
        if in_limit and is_of_other_size(own, mention, _TIMES_LARGER):
            continue  # "a transfer of £12,000" of "£20; £35 for transfers over £10,000"
        if own.kind in _CALENDAR and rival.run < _CLEAR_RUN:
            continue  # of one thing a text tells many days, and other days follow from them
        if contest.candidates.is_instance_of(rival.located):
            continue
        rest = [e.slot for e in rivals if not agree(e.located.mention, mention)]
        lead = rival.slot - max(rest, default=rival.slot)
        yield rival.located, _signs(contest, rival, lead, formed(rival.located))


def _signs(contest: Contest, rival: Fit, lead: float, formed: float) -> dict[str, float]:
    """All signs by name; `lead` is in slot, over the next other value, `formed` is what answer_reading.py says."""
    around, told = contest.evidence.around(rival.located), contest.told
    got, lost = _of_groups(contest, around.reach)
    return {
        "slot": rival.slot,
        "lead": lead,
        "run": tanh(rival.run / _RUN),
        "same head": float(_has_head_of(contest, rival.located)),
        "sentence got": bent(got[Group.SENTENCE]),
        **{f"{group} lost": bent(lost[group]) for group in _MISSED},
        "names lost": bent(_names_lost(contest, around.reach)),
        "own untold": bent(covered(around.own, told.groups)[1]),
        "column untold": bent(covered(around.column, told.groups)[1]),
        "claimed": float(contest.is_claimed(rival.located, None)),
        "small count": float(is_small_count(contest.mention)),
        "is bound": float(is_bound(contest.mention)),
        "rival is a bound": float(is_bound(rival.located.mention)),
        "formed": formed,
        "formed beside": float(formed == 1.0),
    }


def _of_groups(
    contest: Contest, reach: Mapping[str, float]
) -> tuple[Mapping[Group, float], Mapping[Group, float]]:
    """For each group of the answer's words the weight of those that reach the place, and of those that do not."""
    got: dict[Group, float] = defaultdict(float)
    lost: dict[Group, float] = defaultdict(float)
    for stem, group in contest.told.groups.items():
        group = Group.OWN if group is Group.NEAR else group
        got[group] += weight(stem) * reach.get(stem, 0.0)
        lost[group] += weight(stem) * (1 - reach.get(stem, 0.0))
    return got, lost


def _names_lost(contest: Contest, reach: Mapping[str, float]) -> float:
    """The weight of the answer's names that do not reach the place."""
    named = contest.told.labels | contest.evidence.labels
    groups = contest.told.groups.items()
    names = [stem for stem, group in groups if group is not Group.ASKED and stem in named]
    return sum([weight(stem) * (1 - reach.get(stem, 0.0)) for stem in names])


def _is_left_open(contest: Contest) -> bool:
    """Does the evidence state a day or time that may be the value: "18 October" of "18 October 2018"?"""
    return contest.mention.key != "" and any(
        leaves_open(contest.mention, same[0].mention) for same in contest.evidence.like(contest.mention)
    )


def _has_head_of(contest: Contest, rival: Located) -> bool:
    """Does the same word lead to both values: "the fee is $35", "a fee of $25"?"""
    document = contest.evidence.document(rival.passage)
    ours, theirs = head(contest.answer, contest.mention), head(document, rival.mention)
    return ours != "" and ours == theirs
