# SPDX-License-Identifier: Apache-2.0
"""What the generator said of its own answer: an optional family, read from the row."""

from __future__ import annotations

from collections.abc import Mapping
from math import isnan

from faithstill.featurize.analysis import Analysis

from .feature import ALARM, SUPPORT, Feature

FEATURES = (
    Feature("self_attribution", "the generator's own rating of how well its answer is attributed", undefined="self_attribution not reported", neutral=0.5, direction=SUPPORT),
    Feature("self_confidence", "the generator's own confidence", undefined="self_confidence not reported", neutral=0.5, direction=SUPPORT),
    Feature("self_contradiction", "the generator's own rating of contradiction with the passages", undefined="self_contradiction not reported", neutral=0.5, direction=ALARM),
    Feature("self_completeness", "the generator's own rating of completeness", undefined="self_completeness not reported", neutral=0.5),
    Feature("self_relevance", "the generator's own rating of relevance to the question", undefined="self_relevance not reported", neutral=0.5),
    Feature("self_reported", "share of these metrics that the row reports"),
)  # fmt: skip

METRICS = tuple(feature for feature in FEATURES if feature.name != "self_reported")


def compute(a: Analysis, known: Mapping[str, float]) -> Mapping[str, float]:
    """The self-reported metrics, 0.5 where missing or no number."""
    given = {name: max(0.0, min(1.0, v)) for name, v in a.triple.self_metrics.items() if not isnan(v)}
    reported = sum(feature.name in given for feature in METRICS) / len(METRICS)
    return {f.name: given.get(f.name, f.neutral) for f in METRICS} | {"self_reported": reported}
