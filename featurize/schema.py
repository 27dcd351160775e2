# SPDX-License-Identifier: Apache-2.0
"""The ordered, versioned list of features with everything that changes their meaning."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass
from typing import Any

from .analysis import Analysis
from .families import discourse, entailment, gaps, grounding, inference, lexical, optional, semantic
from .families.feature import Feature
from .settings import Settings

# Raise by one whenever a feature's meaning, order or number changes: old bundles are then refused with the
# list of differences instead of being scored with other numbers than they were trained on. What a rule changes of the
# numbers is no new version: the probe rows of probes.py show it.
SCHEMA_VERSION = 6
# Versions that were raised by hand, and stand in older bundles: the probe rows took their place.
_RETIRED_TABLES = frozenset({"extractor"})


@dataclass(frozen=True, slots=True)
class Family:
    """Features computed together; `compute` sees the features of the families before it."""

    name: str
    features: tuple[Feature, ...]
    compute: Callable[[Analysis, Mapping[str, float]], Mapping[str, float]]


# In this order: inference and gaps read what stands before them.
FAMILIES = (
    Family("lexical", lexical.FEATURES, lexical.compute),
    Family("semantic", semantic.FEATURES, semantic.compute),
    Family("grounding", grounding.FEATURES, grounding.compute),
    Family("inference", inference.FEATURES, inference.compute),
    Family("discourse", discourse.FEATURES, discourse.compute),
    Family("gaps", gaps.FEATURES, gaps.compute),
)
ENTAILMENT = Family("entailment", entailment.FEATURES, entailment.compute)
POS = Family("pos", optional.POS, optional.pos_support)
SELF_REPORT = Family("self_report", optional.SELF_REPORT, optional.self_report)
# What any recipe may compute, those that need more than the text last.
ALL_FAMILIES = (*FAMILIES, ENTAILMENT, POS, SELF_REPORT)
# The sign that the weight of a feature is held to, of those that can only speak one way.
DIRECTIONS: Mapping[str, int] = {
    feature.name: feature.direction
    for family in ALL_FAMILIES
    for feature in family.features
    if feature.direction
}


def families_of(settings: Settings) -> tuple[Family, ...]:
    """The families that a recipe computes, in order."""
    optional = (
        (settings.encoder != "", ENTAILMENT),
        (settings.enable_pos_metrics, POS),
        (settings.self_report, SELF_REPORT),
    )
    return FAMILIES + tuple(family for chosen, family in optional if chosen)


@dataclass(frozen=True, slots=True)
class FeatureSchema:
    """What a model was trained on: feature names in order, settings, and the versions of all tables."""

    version: int
    names: tuple[str, ...]
    settings: Settings
    tables: Mapping[str, str]

    def as_json(self) -> dict[str, Any]:
        """The content of `featurization_meta.json`."""
        return {
            "schema_version": self.version,
            "features": list(self.names),
            "settings": asdict(self.settings),
            "tables": dict(self.tables),
        }

    @classmethod
    def from_json(cls, raw: Mapping[str, Any]) -> FeatureSchema:
        """The inverse of `as_json`; raises ValueError naming what is missing or unknown."""
        try:
            settings = Settings(**raw["settings"])
            return cls(int(raw["schema_version"]), tuple(raw["features"]), settings, dict(raw["tables"]))
        except KeyError as error:
            raise ValueError(f"featurization_meta.json lacks {error}") from error
        except TypeError as error:
            raise ValueError(
                f"featurization_meta.json has settings this version does not know: {error}"
            ) from error

    def differences(self, other: FeatureSchema) -> list[str]:
        """What separates this recipe from another one, a line each; empty if the same."""
        found = []
        if self.version != other.version:
            found.append(f"schema version {self.version} against {other.version}")
        lacking = [name for name in other.names if name not in self.names]
        unknown = [name for name in self.names if name not in other.names]
        found += [f"the bundle lacks feature {name}, which this version computes" for name in lacking]
        found += [f"the bundle has feature {name}, which this version does not compute" for name in unknown]
        if not found and self.names != other.names:
            found.append("features stand in another order")
        mine, others = asdict(self.settings), asdict(other.settings)
        found += [f"setting {k} is {mine[k]!r} against {others[k]!r}" for k in mine if mine[k] != others[k]]
        for table in sorted((self.tables.keys() | other.tables.keys()) - _RETIRED_TABLES):
            here, there = self.tables.get(table, "absent"), other.tables.get(table, "absent")
            if here != there:
                found.append(f"table {table} is {here} against {there}")
        return found
