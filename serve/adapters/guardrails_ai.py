# SPDX-License-Identifier: Apache-2.0
"""A Guardrails AI validator."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from faithstill.factcheck.judgement import ClaimVerdict
from faithstill.serve.guard import Guard

from .extra import brought_by
from .shown import shown, stands, why

with brought_by("guardrails"):
    from guardrails.validator_base import (
        ErrorSpan,
        FailResult,
        PassResult,
        ValidationResult,
        Validator,
        register_validator,
    )

_HIDDEN = "it holds characters that do not show"


@register_validator(name="faithstill/grounded", data_type="string")
class Grounded(Validator):
    """Passes where the guard would show a text as it is; `on_fail="fix"` puts what may be shown in its place.

    The call's metadata holds `contexts` and, if there is one, `question`; the result's metadata holds the decision too.
    """

    required_metadata_keys = ("contexts",)

    def __init__(self, guard: Guard, on_fail: str | Callable[..., Any] | None = None) -> None:
        super().__init__(on_fail=on_fail)
        self._guard = guard

    def _validate(self, value: Any, metadata: dict[str, Any]) -> ValidationResult:
        decision = self._guard.check(
            question=metadata.get("question", ""), contexts=metadata["contexts"], answer=value
        )
        # The validators that come next are given the result's metadata in the place of the call's.
        found = {**metadata, "faithstill": decision.as_dict()}
        if stands(decision, value):
            return PassResult(metadata=found)
        spans = [
            ErrorSpan(start=claim.start, end=claim.end, reason=claim.reason)
            for claim in decision.claims
            if claim.verdict is not ClaimVerdict.SUPPORTED
        ]
        return FailResult(
            error_message=why(decision) if decision.reasons else _HIDDEN,
            fix_value=shown(decision, self._guard),
            error_spans=spans,
            metadata=found,
        )
