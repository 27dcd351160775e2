# SPDX-License-Identifier: Apache-2.0
"""Structured answers against a pydantic model or a JSON schema: what does not fit is named with its place."""

from __future__ import annotations

from typing import Any, Literal

import pytest
from pydantic import BaseModel, ConfigDict, Field

from faithstill.serve.answer_schema import check_answer_schema
from faithstill.serve.json_schema import SchemaError, schema_errors


class Fee(BaseModel):
    model_config = ConfigDict(extra="forbid")
    name: str
    amount: float = Field(ge=0)
    currency: Literal["USD", "EUR"]


class Fees(BaseModel):
    model_config = ConfigDict(extra="forbid")
    fees: list[Fee] = Field(min_length=1)


GOOD = '{"fees": [{"name": "wire", "amount": 25, "currency": "USD"}]}'
BAD = {
    "no JSON": ("The fee is $25.", "answer: is no JSON|no JSON"),
    "empty": ("", "no JSON"),
    "a key twice": ('{"fees": [], "fees": []}', "'fees' stands twice"),
    "nan": ('{"fees": NaN}', "NaN is no number"),
    "deep": ("[" * 100_000, "no JSON"),
    "missing": ('{"fees": [{"name": "wire", "amount": 1}]}', "fees.0.currency"),
    "another type": ('{"fees": [{"name": 5, "amount": 1, "currency": "USD"}]}', "fees.0.name"),
    "a string for a number": ('{"fees": [{"name": "w", "amount": "1", "currency": "USD"}]}', "fees.0.amount"),
    "too small": ('{"fees": [{"name": "w", "amount": -1, "currency": "USD"}]}', "fees.0.amount"),
    "no member": ('{"fees": [{"name": "w", "amount": 1, "currency": "GBP"}]}', "fees.0.currency"),
    "too much": ('{"fees": [{"name": "w", "amount": 1, "currency": "USD"}], "x": 1}', "x: "),
    "too few": ('{"fees": []}', "fees: "),
    "a list": ("[]", ""),
}


@pytest.mark.parametrize("schema", [Fees, Fees.model_json_schema()], ids=["pydantic", "JSON schema"])
@pytest.mark.parametrize(("raw", "words"), BAD.values(), ids=BAD)
def test_what_does_not_fit_is_named(schema: Any, raw: str, words: str) -> None:
    found = check_answer_schema(raw, schema)
    assert not found.passed
    assert any(words.split("|")[-1] in error for error in found.errors), found.errors


@pytest.mark.parametrize("schema", [Fees, Fees.model_json_schema()], ids=["pydantic", "JSON schema"])
def test_what_fits_passes_as_text_and_as_object(schema: Any) -> None:
    found = check_answer_schema(GOOD, schema)
    assert found.passed
    assert check_answer_schema(found.value, schema) == found


@pytest.mark.parametrize(
    ("value", "schema", "errors"),
    [
        (1, {}, ()),
        (1, {"type": "integer"}, ()),
        (1.0, {"type": "integer"}, ()),
        (1.5, {"type": "integer"}, ("answer: is no integer",)),
        (float("inf"), {"type": "integer"}, ("answer: is no integer",)),
        (True, {"type": "number"}, ("answer: is no number",)),
        (None, {"type": ["string", "null"]}, ()),
        (1, {"const": True}, ("answer: is not True",)),
        (True, {"enum": [1]}, ("answer: is none of 1",)),
        ("ab", {"pattern": "^b"}, ("answer: does not match ^b",)),
        (5, {"exclusiveMaximum": 5}, ("answer: is not less than 5",)),
        (5, {"anyOf": [{"type": "string"}, {"maximum": 3}]}, ("answer: fits none of the alternatives",)),
        (2, {"anyOf": [{"type": "string"}, {"maximum": 3}]}, ()),
        ({"a": 1}, {"additionalProperties": False}, ("a: is not allowed",)),
        ({"a": 1}, {"additionalProperties": {"type": "string"}}, ("a: is no string",)),
        ([1, "a"], {"items": {"type": "integer"}}, ("1: is no integer",)),
    ],
)
def test_keywords(value: Any, schema: dict[str, Any], errors: tuple[str, ...]) -> None:
    assert schema_errors(value, schema) == errors


@pytest.mark.parametrize(
    ("schema", "words"),
    [
        ({"allOf": []}, "'allOf' is not read here"),
        ({"properties": {"a": {"format": "date"}}}, r"schema\.properties\.a: 'format' is not read"),
        ({"type": "text"}, r"schema\.type: 'text' is none of"),
        ({"items": 3}, r"schema\.items is an object or true or false"),
        ({"$ref": "http://a/b"}, "leads out of the schema"),
        ({"$ref": "#/$defs/a"}, r"is not in the schema's \$defs"),
        ({"$ref": "#/$defs/a", "$defs": {"a": {"$ref": "#/$defs/a"}}}, "circles"),
        ({"minimum": "3"}, "is no limit"),
        ({"pattern": "("}, "is no limit"),
    ],
)
def test_a_schema_that_cannot_be_read_is_refused(schema: dict[str, Any], words: str) -> None:
    with pytest.raises(SchemaError, match=words):
        check_answer_schema("1", schema)
