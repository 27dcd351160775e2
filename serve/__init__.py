# SPDX-License-Identifier: Apache-2.0
"""One answer in, one score out."""

from .batch import predict_batch
from .bundle import BUNDLE_VERSION, Bundle, BundleError, save_bundle
from .contribution import Contribution
from .guard import Action, Decision, Guard, Profile
from .model import LinearModel
from .routes import Route
from .score import Explanation, Score
from .scorer import Scorer
from .statements import StatementScore
from .status import ScoreStatus

__all__ = [
    "BUNDLE_VERSION",
    "Action",
    "Bundle",
    "BundleError",
    "Contribution",
    "Decision",
    "Explanation",
    "Guard",
    "LinearModel",
    "Profile",
    "Route",
    "Score",
    "ScoreStatus",
    "Scorer",
    "StatementScore",
    "predict_batch",
    "save_bundle",
]
