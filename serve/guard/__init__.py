# SPDX-License-Identifier: Apache-2.0
"""Layers, profiles and decisions: what stands between an assistant and its users."""

from faithstill.factcheck.judgement import ClaimVerdict, Judgement

from .audit import AuditError, AuditLog
from .budget import Budget
from .decision import Action, CheckedClaim, Decision, LayerResult, LayerStatus, Level
from .events import Decided, Event, Found, Held, TextReleased
from .guard import Guard
from .profile import Profile, ProfileError, shipped_profiles
from .stream import StreamBrokenError, StreamGuard
from .structured import Structured

__all__ = [
    "Action",
    "AuditError",
    "AuditLog",
    "Budget",
    "CheckedClaim",
    "ClaimVerdict",
    "Decided",
    "Decision",
    "Event",
    "Found",
    "Guard",
    "Held",
    "Judgement",
    "LayerResult",
    "LayerStatus",
    "Level",
    "Profile",
    "ProfileError",
    "StreamBrokenError",
    "StreamGuard",
    "Structured",
    "TextReleased",
    "shipped_profiles",
]
