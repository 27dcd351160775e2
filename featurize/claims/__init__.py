# SPDX-License-Identifier: Apache-2.0
"""The atomic statements of an answer."""

from .extract import Claim, Claims, LeftOut, extract_claims
from .kinds import ClaimKind, ClaimType
from .rhetoric import Reason

__all__ = ["Claim", "ClaimKind", "ClaimType", "Claims", "LeftOut", "Reason", "extract_claims"]
