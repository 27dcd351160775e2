# SPDX-License-Identifier: Apache-2.0
"""Layers, profiles and decisions: what stands between an assistant and its users."""

from .budget import Budget
from .decision import Action, CheckedClaim, ClaimVerdict, Decision, LayerResult, LayerStatus, Level
from .guard import Guard
from .profile import Profile, ProfileError, shipped_profiles

__all__ = [
    "Action",
    "Budget",
    "CheckedClaim",
    "ClaimVerdict",
    "Decision",
    "Guard",
    "LayerResult",
    "LayerStatus",
    "Level",
    "Profile",
    "ProfileError",
    "shipped_profiles",
]
