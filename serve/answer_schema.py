# SPDX-License-Identifier: Apache-2.0
"""Does a structured answer fit its schema? A layer before all others: what cannot be read cannot be checked."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from faithstill.data.llm.strict_json import strict_json

from .json_schema import schema_errors

if TYPE_CHECKING:
    from pydantic import BaseModel


@dataclass(frozen=True, slots=True)
class SchemaCheck:
    """What is wrong with an answer, each with its place; `value` is the JSON value read, None where there is none."""

    errors: tuple[str, ...]
    value: Any = None

    @property
    def passed(self) -> bool:
        """Is nothing wrong?"""
        return not self.errors


def check_answer_schema(
    raw: str | Mapping[str, Any], schema: type[BaseModel] | Mapping[str, Any]
) -> SchemaCheck:
    """A JSON text, or an object already read, against a pydantic model or a JSON schema.

    SchemaError for a JSON schema that asks for what is not read here.

    >>> fees = {"type": "object", "required": ["fee"], "properties": {"fee": {"type": "number", "minimum": 0}}}
    >>> check_answer_schema('{"fee": -5}', fees).errors
    ('fee: is less than 0',)
    """
    try:
        text = raw if isinstance(raw, str) else json.dumps(raw, allow_nan=False)
        value = strict_json(text)
    except (ValueError, TypeError, RecursionError) as error:
        return SchemaCheck((f"answer: is no JSON: {error}",))
    if isinstance(schema, Mapping):
        return SchemaCheck(schema_errors(value, schema), value)
    from faithstill.data.llm.structured_reply import parsed

    return SchemaCheck(tuple(parsed(text, schema)[1]), value)
