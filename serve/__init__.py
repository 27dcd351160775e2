# SPDX-License-Identifier: Apache-2.0
"""One answer in, one score out."""

from .batch import predict_batch
from .bundle import BUNDLE_VERSION, Bundle, BundleError, save_bundle
from .model import LinearModel
from .score import Contribution, Explanation, Route, Score, ScoreStatus
from .scorer import Scorer

__all__ = [
    "BUNDLE_VERSION",
    "Bundle",
    "BundleError",
    "Contribution",
    "Explanation",
    "LinearModel",
    "Route",
    "Score",
    "ScoreStatus",
    "Scorer",
    "predict_batch",
    "save_bundle",
]
