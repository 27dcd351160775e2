# SPDX-License-Identifier: Apache-2.0
"""Signs that a value stands in the place of a rival, and what each counts: learnt, kept in `resources`."""

from __future__ import annotations

import json
import tomllib
from collections import defaultdict
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from functools import cached_property, lru_cache
from hashlib import sha256
from importlib.resources import files
from math import log1p, tanh

from faithstill.featurize.extract import Kind
from faithstill.featurize.extract.document import weight

from .context import Context
from .slot import Group, ToldWords

RIVALS_FILE = "rivals.json"  # of signs.py
UNSTATED_FILE = "unstated.json"  # of unstated.py
_WORDS_FILE = "sign_words.toml"


_BIAS = "bias"
_LEAST_SHARE = 0.05  # log odds; what adds less has decided nothing


@dataclass(frozen=True, slots=True)
class SignShare:
    """What a sign added to a learnt decision, in log odds, with the sign in words."""

    name: str
    words: str
    amount: float

    def __str__(self) -> str:
        return f"{self.amount:+.2f} {self.words}"


@dataclass(frozen=True)
class Weights:
    """What each sign counts; a rival whose signs add up to more than nothing has the better claim."""

    bias: float
    signs: Mapping[str, float]
    words: Mapping[str, str]

    @cached_property
    def fingerprint(self) -> str:
        """Sixteen hexadecimal digits that change with any weight: features tell what the weights decide."""
        return sha256(repr((self.bias, sorted(self.signs.items()))).encode()).hexdigest()[:16]

    def lead(self, found: Mapping[str, float]) -> float:
        """How much more speaks for the rival than against it."""
        return self.bias + sum([self.signs.get(name, 0.0) * value for name, value in found.items()])

    def reasons(self, found: Mapping[str, float]) -> tuple[SignShare, ...]:
        """What each sign adds to the lead, in log odds, the bias among them; the weightiest first."""
        shares = [SignShare(_BIAS, self.words[_BIAS], self.bias)] + [
            SignShare(name, self.words[name], self.signs.get(name, 0.0) * value)
            for name, value in found.items()
        ]
        told = [share for share in shares if abs(share.amount) >= _LEAST_SHARE]
        return tuple(sorted(told, key=lambda share: (-abs(share.amount), share.name)))


@lru_cache(maxsize=2)
def shipped_weights(file: str) -> Weights:
    """Those in the package."""
    resources = files("faithstill.featurize") / "resources"
    kept = json.loads((resources / file).read_text(encoding="utf-8"))
    words = tomllib.loads((resources / _WORDS_FILE).read_text(encoding="utf-8"))[file]
    return Weights(kept["bias"], kept["signs"], words)


_HALF = 6.0  # weight of words that counts half of what any number of words could: one rare word
_RUN = 10.0
_MOST_WORDS = 8
_KINDS = (Kind.MONEY, Kind.DATE, Kind.PERIOD, Kind.TIME, Kind.ORDINAL)


@dataclass(frozen=True, slots=True)
class Contender:
    """A place of the evidence as a contender: its words, and how well they fit the answer's."""

    around: Context
    slot: float
    run: float
    same_unit: bool  # as the answer's value
    company: frozenset[int]  # the values told beside the answer's that stand beside it too
    band: float  # 1 where something told lies in the band that it is for, -1 where it lies outside


@dataclass(frozen=True, slots=True)
class Facts:
    """What holds of a rival or value whatever words stand around it."""

    kind: Kind
    is_small: bool
    is_exact: bool
    rivals: int
    one_is_range: bool
    rival_is_bound: bool  # and the answer's value is none


def signs(
    told: ToldWords, labels: Collection[str], support: Contender, rival: Contender, facts: Facts
) -> dict[str, float]:
    """All signs by name; `labels` are the stems that the evidence writes as names."""
    found = _of_words(told, labels, support, rival)
    found |= _of_cover(told, support.around, rival.around)
    shared = rival.around.own & support.around.own
    found |= {
        "slot": rival.slot - support.slot,
        "slot of rival": rival.slot,
        "run of rival": tanh(rival.run / _RUN),
        "values beside": tanh(len(rival.company - support.company) - len(support.company - rival.company)),
        "band": rival.band if rival.band == -support.band else 0.0,
        "words shared": min(len(shared), 5) / 5,
        "number of own words": min(len(told.own), _MOST_WORDS) / _MOST_WORDS,
        "rivals": log1p(facts.rivals),
        "support is exact": float(facts.is_exact),
        "rival in same unit": float(rival.same_unit),
        "range and single value": float(facts.one_is_range),
        "rival is a bound": float(facts.rival_is_bound),
        "small count": float(facts.is_small),
    }
    found |= {f"is {kind}": float(facts.kind is kind) for kind in _KINDS}
    found["stand in one column"] = float(_in_one_column(support.around, rival.around))
    return found


# Without any of these the evidence says both of the same thing, and neither is in the other's place.
_AHEAD = (
    "slot", "near words", "own words", "before words", "asked words", "own told", "row told", "column told here",
    "band", "values beside",
)  # fmt: skip
_CLEARLY = 0.02


def is_ahead(found: Mapping[str, float]) -> bool:
    """Does anything that the answer names lead to the rival rather than to the support?"""
    return any(found[name] > _CLEARLY for name in _AHEAD)


def _of_words(
    told: ToldWords, labels: Collection[str], support: Contender, rival: Contender
) -> dict[str, float]:
    """For each group of the answer's words: do they reach the rival or the support, and those that are names?"""
    names: dict[Group, float] = defaultdict(float)
    rivals: dict[Group, float] = defaultdict(float)
    supports: dict[Group, float] = defaultdict(float)
    for stem, group in told.groups.items():
        gain = weight(stem) * (rival.around.reach.get(stem, 0.0) - support.around.reach.get(stem, 0.0))
        if gain > 0:
            rivals[group] += gain
        elif gain:
            supports[group] -= gain
            names[group] -= gain if stem in told.labels or stem in labels else 0.0
    found: dict[str, float] = {}
    for group in (Group.OWN, Group.SENTENCE, Group.BEFORE, Group.ASKED):
        found[f"{group} names for support"] = bent(names[group])
    for group in (Group.NEAR, Group.OWN, Group.BEFORE, Group.ASKED):
        found[f"{group} words"] = bent(rivals[group]) - bent(supports[group])
    return found


def _of_cover(told: ToldWords, support: Context, rival: Context) -> dict[str, float]:
    """Which of the two does the answer name more fully: its words, row and column?"""
    known = told.groups
    said = {stem for stem, group in known.items() if group is not Group.ASKED}
    own = covered(rival.own, told.own), covered(support.own, told.own)
    told_own = covered(rival.own, known), covered(support.own, known)
    return {
        "own told": _share(told_own[0]) - _share(told_own[1]) if rival.own and support.own else 0.0,
        "own untold": bent(told_own[0][1]) - bent(told_own[1][1]),
        "own untold beside": bent(own[0][1]) - bent(own[1][1]),
        "row told": _more(rival.row, support.row, known),
        "row told here": _more(rival.row, support.row, said),
        "column told here": _more(rival.column, support.column, said),
    }


def covered(stems: Collection[str], known: Collection[str]) -> tuple[float, float]:
    """The weight of the stems that are known, and of those that are not."""
    told = untold = 0.0
    for stem in sorted(stems):
        if stem in known:
            told += weight(stem)
        else:
            untold += weight(stem)
    return told, untold


def _share(covered: tuple[float, float]) -> float:
    told, untold = covered
    return told / (told + untold) if told else 0.0


def _more(rival: Collection[str], support: Collection[str], known: Collection[str]) -> float:
    if not rival or not support:
        return 0.0
    return _share(covered(rival, known)) - _share(covered(support, known))


def bent(total: float) -> float:
    """From 0 to 1: many words say little more than a few."""
    return total / (total + _HALF)


def _in_one_column(support: Context, rival: Context) -> bool:
    return support.column != frozenset() and support.column == rival.column
