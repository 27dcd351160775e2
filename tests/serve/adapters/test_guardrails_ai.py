# SPDX-License-Identifier: Apache-2.0
"""The validator in a guard of Guardrails AI."""

from __future__ import annotations

import warnings
from typing import Any

import pytest

from faithstill.serve import Guard

from .adapter_inputs import HALF, HIDDEN, RIGHT, WRONG, Row, adapter

guardrails_ai = adapter("guardrails_ai")
with warnings.catch_warnings():
    warnings.simplefilter("ignore")
    import guardrails
    from guardrails.errors import ValidationError

pytestmark = pytest.mark.filterwarnings("ignore")


def validated(guard: Guard, row: Row, on_fail: str) -> Any:
    rails = guardrails.Guard().use(guardrails_ai.Grounded(guard, on_fail=on_fail))
    metadata = {"contexts": list(row.contexts), "question": row.question}
    return rails.validate(row.answer, metadata=metadata)


def test_a_grounded_text_passes(guard: Guard) -> None:
    outcome = validated(guard, RIGHT, "exception")
    assert outcome.validation_passed
    assert outcome.validated_output == RIGHT.answer


@pytest.mark.parametrize(("row", "text"), [(HALF, RIGHT.answer), (WRONG, None), (HIDDEN, RIGHT.answer)])
def test_a_text_is_fixed_to_what_may_be_shown(guard: Guard, row: Row, text: str | None) -> None:
    outcome = validated(guard, row, "fix")
    assert outcome.validated_output == (text or guard.profile.repair.refused)


@pytest.mark.parametrize(("row", "reason"), [(WRONG, "conflicts with"), (HIDDEN, "do not show")])
def test_a_failing_text_raises_with_the_reason(guard: Guard, row: Row, reason: str) -> None:
    with pytest.raises(ValidationError, match=reason):
        validated(guard, row, "exception")


def test_the_next_validator_has_the_contexts_too(guard: Guard) -> None:
    first, second = (guardrails_ai.Grounded(guard, on_fail=action) for action in ("noop", "fix"))
    rails = guardrails.Guard().use(first, second)
    outcome = rails.validate(HALF.answer, metadata={"contexts": list(HALF.contexts)})
    assert outcome.validated_output == RIGHT.answer


def test_the_result_names_the_failing_places(guard: Guard) -> None:
    given = {"contexts": list(HALF.contexts), "question": HALF.question}
    found = guardrails_ai.Grounded(guard, on_fail="noop").validate(HALF.answer, given)
    (span,) = found.error_spans
    assert HALF.answer[span.start : span.end] == "You can waive it by calling us on Mondays."
    assert found.metadata["faithstill"]["action"] == "strip"


def test_without_contexts_in_the_metadata_it_says_so(guard: Guard) -> None:
    rails = guardrails.Guard().use(guardrails_ai.Grounded(guard))
    with pytest.raises(Exception, match="contexts"):
        rails.validate(RIGHT.answer, metadata={})
