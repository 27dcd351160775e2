# SPDX-License-Identifier: Apache-2.0
"""Layers, profiles and decisions: what stands between an assistant and its users."""

from .budget import Budget
from .decision import Action, CheckedClaim, ClaimVerdict, Decision, LayerResult, LayerStatus, Level
from .events import Decided, Event, Found, Held, TextReleased
from .guard import Guard
from .profile import Profile, ProfileError, shipped_profiles
from .stream import StreamBrokenError, StreamGuard

__all__ = [
    "Action",
    "Budget",
    "CheckedClaim",
    "ClaimVerdict",
    "Decided",
    "Decision",
    "Event",
    "Found",
    "Guard",
    "Held",
    "LayerResult",
    "LayerStatus",
    "Level",
    "Profile",
    "ProfileError",
    "StreamBrokenError",
    "StreamGuard",
    "TextReleased",
    "shipped_profiles",
]
