# SPDX-License-Identifier: Apache-2.0
"""A local page for experts who label answers: `faithstill review` (extra server)."""

from .decisions import Decisions, Draft, NewerDecisionError, SavedDraft
from .review_export import export_rows
from .review_rows import ReviewRow, read_review_rows

__all__ = [
    "Decisions",
    "Draft",
    "NewerDecisionError",
    "ReviewRow",
    "SavedDraft",
    "export_rows",
    "read_review_rows",
]
