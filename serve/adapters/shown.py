# SPDX-License-Identifier: Apache-2.0
"""What a decision means to a framework: may the answer stand, what is shown in its place, and why."""

from __future__ import annotations

from faithstill.serve.guard import Decision, Guard


def stands(decision: Decision, answer: str) -> bool:
    """May the answer be shown as it was given, character by character?"""
    return decision.text == answer


def shown(decision: Decision, guard: Guard) -> str:
    """The text to show: what is left of the answer, or the profile's refusal where nothing may be shown."""
    return guard.profile.repair.refused if decision.text is None else decision.text


def why(decision: Decision) -> str:
    """What is wrong with an answer, a line for each thing; the recommendation where nothing is."""
    return "\n".join(decision.problems()) or ", ".join(decision.reasons) or decision.recommendation
