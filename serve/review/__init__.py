# SPDX-License-Identifier: Apache-2.0
"""A local page for experts who label answers: `faithstill review` (extra server)."""

from .decisions import Decision, Decisions, Draft, NewerDecisionError
from .review_export import export_rows
from .review_rows import ReviewRow, read_review_rows

__all__ = [
    "Decision",
    "Decisions",
    "Draft",
    "NewerDecisionError",
    "ReviewRow",
    "export_rows",
    "read_review_rows",
]
