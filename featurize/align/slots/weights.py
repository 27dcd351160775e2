# SPDX-License-Identifier: Apache-2.0
"""What each sign of a rival counts: learnt by `train/packaged/learn_slot_weights.py`, kept in `resources`."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property, lru_cache
from hashlib import sha256
from importlib.resources import files

RIVALS_FILE = "rivals.json"  # of signs.py
UNSTATED_FILE = "unstated.json"  # of unstated.py


@dataclass(frozen=True)
class Weights:
    """What each sign counts; a rival whose signs add up to more than nothing has the better claim."""

    bias: float
    signs: Mapping[str, float]

    @cached_property
    def fingerprint(self) -> str:
        """Sixteen hexadecimal digits that change with any weight: features tell what the weights decide."""
        return sha256(repr((self.bias, sorted(self.signs.items()))).encode()).hexdigest()[:16]

    def lead(self, found: Mapping[str, float]) -> float:
        """How much more speaks for the rival than against it."""
        return self.bias + sum([self.signs.get(name, 0.0) * value for name, value in found.items()])


@lru_cache(maxsize=2)
def shipped_weights(file: str) -> Weights:
    """Those in the package."""
    text = (files("faithstill.featurize") / "resources" / file).read_text(encoding="utf-8")
    kept = json.loads(text)
    return Weights(kept["bias"], kept["signs"])
