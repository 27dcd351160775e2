# SPDX-License-Identifier: Apache-2.0
"""Answers that come as JSON: held against a schema first, and read by the other layers in the field with the text."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from faithstill.serve.answer_schema import SchemaCheck, check_answer_schema

from .decision import LayerResult, LayerStatus
from .outcome import OUTCOMES, Outcome
from .profile import Layer

if TYPE_CHECKING:
    from pydantic import BaseModel


@dataclass(frozen=True, slots=True)
class Structured:
    """The schema of answers, a pydantic model or a JSON schema, and the field that holds their text."""

    schema: type[BaseModel] | Mapping[str, Any]
    field: str = "answer"

    def opened(self, raw: str) -> tuple[str, LayerResult]:
        """The text of an answer, all of it where there is no such field, and what the schema says of the answer."""
        check = check_answer_schema(raw, self.schema)
        text = check.value.get(self.field) if isinstance(check.value, Mapping) else None
        errors = check.errors if isinstance(text, str) else (*check.errors, f"{self.field}: holds no text")
        return text if isinstance(text, str) else raw, _result(SchemaCheck(errors))

    def closed(self, raw: str, text: str | None) -> str | None:
        """The answer with another text in its field; as it was where the text is the same."""
        if text is None or self.opened(raw)[0] == text:
            return None if text is None else raw
        return json.dumps({**json.loads(raw), self.field: text}, ensure_ascii=False)


def _result(check: SchemaCheck) -> LayerResult:
    if check.passed:
        return LayerResult(str(Layer.SCHEMA), LayerStatus.PASSED)
    reasons = (OUTCOMES[Outcome.SCHEMA_INVALID].code,)
    return LayerResult(str(Layer.SCHEMA), LayerStatus.FAILED, reasons, "; ".join(check.errors))
