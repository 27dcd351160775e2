# SPDX-License-Identifier: Apache-2.0
"""What each sign of a rival counts: learnt by `train/packaged/learn_slot_weights.py`, kept in `resources`."""

from __future__ import annotations

import json
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property, lru_cache
from hashlib import sha256
from importlib.resources import files

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
