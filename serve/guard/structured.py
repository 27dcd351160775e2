# SPDX-License-Identifier: Apache-2.0
"""Answers that come as JSON: held against a schema first, and read by the other layers in the field with the text."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from faithstill.data import Triple
from faithstill.serve.answer_schema import SchemaCheck, check_answer_schema

from .decision import Decision, LayerResult, LayerStatus
from .outcome import OUTCOMES, Outcome
from .profile import Layer
from .run import Run

if TYPE_CHECKING:
    from pydantic import BaseModel


@dataclass(frozen=True, slots=True)
class Structured:
    """The schema of answers, a pydantic model or a JSON schema, and the field that holds their text.

    No other field is checked: show none of them. A field that the schema does not name breaks it.
    """

    schema: type[BaseModel] | Mapping[str, Any]
    field: str = "answer"

    def settled(self, run: Run, triple: Triple) -> Decision:
        """The decision on the text of a structured answer, with the answer around what may be shown of it."""
        raw = triple.answer
        text, told = self.opened(raw)
        decision = replace(run, schema=told).settled(replace(triple, answer=text))
        return replace(decision, text=self.closed(raw, decision.text))

    def opened(self, raw: str) -> tuple[str, LayerResult]:
        """The text of an answer, all of it where there is no such field, and what the schema says of the answer."""
        check = check_answer_schema(raw, self.schema)
        text = check.value.get(self.field) if isinstance(check.value, Mapping) else None
        errors = check.errors if isinstance(text, str) else (*check.errors, f"{self.field}: holds no text")
        errors += tuple(
            f"{name}: is no field of the schema, and nothing checks it" for name in self._unnamed(check.value)
        )
        return text if isinstance(text, str) else raw, _result(SchemaCheck(errors))

    def _unnamed(self, value: object) -> list[str]:
        """The fields of an answer that its schema does not name, unless it says that there may be others."""
        if not isinstance(value, Mapping):
            return []
        if isinstance(self.schema, Mapping):
            named, open_ = self.schema.get("properties"), bool(self.schema.get("additionalProperties"))
        else:
            fields = self.schema.model_fields
            named = {*fields, *(field.alias for field in fields.values() if field.alias)}
            open_ = self.schema.model_config.get("extra") == "allow"
        return [] if named is None or open_ else [name for name in value if name not in named]

    def closed(self, raw: str, text: str | None) -> str | None:
        """The answer with another text in its field; as it was where the text is the same."""
        before, _ = self.opened(raw)
        if text is None or text == before:
            return text if text is None else raw
        return (
            text if before is raw else json.dumps({**json.loads(raw), self.field: text}, ensure_ascii=False)
        )


def _result(check: SchemaCheck) -> LayerResult:
    if check.passed:
        return LayerResult(str(Layer.SCHEMA), LayerStatus.PASSED)
    reasons = (OUTCOMES[Outcome.SCHEMA_INVALID].code,)
    return LayerResult(str(Layer.SCHEMA), LayerStatus.FAILED, reasons, "; ".join(check.errors))
