# SPDX-License-Identifier: Apache-2.0
"""Frozen rows whose features show whether this code still computes what a model was trained on.

The rows are taken from the training rows of `data/finance.csv` so that nearly every feature takes several values on
them. They are never changed: stored features of other rows could not be compared.
"""

from __future__ import annotations

import hashlib
import io
import json
import zipfile
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from functools import lru_cache
from importlib.resources import files
from typing import Any, Self

import numpy as np
from numpy.typing import NDArray

from faithstill.data import Triple

from .featurizer import Featurizer
from .schema import ENTAILMENT

PROBES_FILE = "probes.json"
STATEMENTS = "number of statements"
# Processors add float32 numbers in different orders; in an INT8 encoder that tips the rounding of activations. The
# shipped encoder's graph run unoptimized, so in another order, moves probabilities by .04 and logits by .19 at most.
TOLERANCE, ENCODER_TOLERANCE, LOGIT_TOLERANCE = 1e-4, 0.1, 0.5
_OF_THE_ENCODER = frozenset(feature.name for feature in ENTAILMENT.features)


@dataclass(frozen=True, slots=True)
class MovedFeature:
    """A feature that is no longer what it was: the probe row where it moved most, and how many rows it moved on."""

    feature: str
    row: int
    was: float
    now: float
    rows: int

    def as_dict(self) -> dict[str, Any]:
        """JSON-able."""
        return asdict(self)

    def __str__(self) -> str:
        """
        >>> print(MovedFeature("numeric_agreement", row=17, was=1.0, now=0.5, rows=3))
        numeric_agreement moved from 1 to 0.5 on probe row 17 (3 rows in all)
        """
        return (
            f"{self.feature} moved from {self.was:.6g} to {self.now:.6g} on probe row {self.row} "
            f"({self.rows} rows in all)"
        )


@dataclass(frozen=True, slots=True, eq=False)
class ProbeFeatures:
    """The features of every statement of the probe rows: `owner` is the row of each, `source` tells the rows apart."""

    source: str
    owner: NDArray[np.uint16]
    matrix: NDArray[np.float32]

    @classmethod
    def of(cls, featurizer: Featurizer) -> ProbeFeatures:
        """What a featurizer's recipe computes; refusals are left out, since no bundle weighs their features.

        A lexicon is no part of the recipe. Takes seconds, once for each recipe.
        """
        recipe = json.dumps(featurizer.schema.as_json())
        if recipe not in _computed:
            bare = Featurizer(featurizer.settings) if featurizer.lexicon else featurizer
            _computed[recipe] = cls._compute(bare)
        return _computed[recipe]

    @classmethod
    def _compute(cls, featurizer: Featurizer) -> Self:
        owner, matrix = [], []
        for place, triple in enumerate(probe_rows()):
            for part in featurizer.analyse(triple).parts:
                if not part.statement.refuses:
                    owner.append(place)
                    matrix.append(list(featurizer.named(part).values()))
        return cls(probe_digest(), np.array(owner, dtype=np.uint16), np.array(matrix, dtype=np.float32))

    def as_bytes(self) -> bytes:
        """A compressed .npz file; the same features give the same bytes."""
        out = io.BytesIO()
        np.savez_compressed(out, source=np.array(self.source), owner=self.owner, matrix=self.matrix)
        return out.getvalue()

    @classmethod
    def from_bytes(cls, content: bytes) -> Self:
        """The inverse of `as_bytes`; ValueError for what is no such file."""
        try:
            with np.load(io.BytesIO(content), allow_pickle=False) as held:
                owner, matrix = held["owner"].astype(np.uint16), held["matrix"].astype(np.float32)
                found = cls(str(held["source"]), owner, matrix)
        except (OSError, KeyError, EOFError, zipfile.BadZipFile) as error:
            raise ValueError(f"these are no probe features: {error}") from error
        if matrix.ndim != 2 or owner.shape != matrix.shape[:1]:
            raise ValueError(f"probe features of shape {matrix.shape} have {owner.size} rows named")
        return found

    def moved(self, now: ProbeFeatures, names: Sequence[str]) -> tuple[MovedFeature, ...]:
        """The features `names` that differ beyond rounding in `now`, those that moved furthest first.

        ValueError where the two are features of other rows, or of another number of features.
        """
        if self.source != now.source:
            raise ValueError(f"stored are features of probe rows {self.source}, these are rows {now.source}")
        if self.matrix.shape[1] != len(names) or now.matrix.shape[1] != len(names):
            raise ValueError(f"{self.matrix.shape[1]} features are stored, {len(names)} are computed")
        before, after = (np.bincount(one.owner, minlength=len(probe_rows())) for one in (self, now))
        alike = np.flatnonzero(before == after)
        was, then = (one.matrix[np.isin(one.owner, alike)] for one in (self, now))
        owner = self.owner[np.isin(self.owner, alike)]
        gap = np.abs(then.astype(np.float64) - was)
        found = [
            MovedFeature(
                name, int(owner[at]), float(was[at, j]), float(then[at, j]), np.unique(owner[far]).size
            )
            for j, name in enumerate(names)
            if (far := gap[:, j] > tolerance_of(name)).any()
            for at in (int(gap[:, j].argmax()),)
        ]
        other = np.flatnonzero(before != after)
        first = [
            MovedFeature(STATEMENTS, int(i), float(before[i]), float(after[i]), other.size) for i in other[:1]
        ]
        return (*first, *sorted(found, key=lambda one: -abs(one.now - one.was)))


# By recipe: what one process computes of frozen rows does not change.
_computed: dict[str, ProbeFeatures] = {}


def tolerance_of(name: str) -> float:
    """How far a feature may differ from one machine to another."""
    if name not in _OF_THE_ENCODER:
        return TOLERANCE
    return LOGIT_TOLERANCE if "logit" in name else ENCODER_TOLERANCE


@lru_cache(maxsize=1)
def probe_rows() -> tuple[Triple, ...]:
    """The frozen rows, in order."""
    raw = json.loads(_content())
    return tuple(
        Triple.of(question=question, contexts=raw["contexts"][at], answer=answer, id=str(place))
        for place, (at, question, answer) in enumerate(raw["rows"])
    )


@lru_cache(maxsize=1)
def probe_digest() -> str:
    """Sixteen hexadecimal digits that change with any probe row."""
    return hashlib.sha256(_content()).hexdigest()[:16]


def _content() -> bytes:
    return (files("faithstill.featurize") / "resources" / PROBES_FILE).read_bytes()
