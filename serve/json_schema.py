# SPDX-License-Identifier: Apache-2.0
"""A JSON value against the part of JSON Schema that answers use; a keyword that is not read is refused, not skipped."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from itertools import islice
from typing import Any

_MOST_ERRORS = 20


def _is_number(value: Any) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool)


_TYPES: Mapping[str, Callable[[Any], bool]] = {
    "object": lambda value: isinstance(value, dict),
    "array": lambda value: isinstance(value, list),
    "string": lambda value: isinstance(value, str),
    "number": _is_number,
    "integer": lambda value: _is_number(value) and (isinstance(value, int) or value.is_integer()),
    "boolean": lambda value: isinstance(value, bool),
    "null": lambda value: value is None,
}
# Limits: the keyword, what it is about, whether a value breaks it, and the words for it.
_LIMITS: tuple[tuple[str, str, Callable[[Any, Any], bool], str], ...] = (
    ("minimum", "number", lambda value, limit: value < limit, "is less than {}"),
    ("maximum", "number", lambda value, limit: value > limit, "is more than {}"),
    ("exclusiveMinimum", "number", lambda value, limit: value <= limit, "is not more than {}"),
    ("exclusiveMaximum", "number", lambda value, limit: value >= limit, "is not less than {}"),
    ("minLength", "string", lambda value, limit: len(value) < limit, "has fewer than {} characters"),
    ("maxLength", "string", lambda value, limit: len(value) > limit, "has more than {} characters"),
    ("pattern", "string", lambda value, limit: not re.search(limit, value), "does not match {}"),
    ("minItems", "array", lambda value, limit: len(value) < limit, "has fewer than {} items"),
    ("maxItems", "array", lambda value, limit: len(value) > limit, "has more than {} items"),
)
_NESTED = ("properties", "items", "additionalProperties", "required", "anyOf", "enum", "const", "type")
_SAYS_NOTHING = ("title", "description", "default", "examples", "$schema", "$id", "$comment", "$defs")
KEYWORDS = frozenset((*_NESTED, *(name for name, *_ in _LIMITS), *_SAYS_NOTHING, "$ref"))


class SchemaError(ValueError):
    """A schema that cannot be used: where in it, what, and the cure."""


def schema_errors(value: Any, schema: Mapping[str, Any]) -> tuple[str, ...]:
    """What is wrong with a value, each with its place, at most twenty; SchemaError for a schema that cannot be read.

    >>> schema_errors({"fee": "5"}, {"type": "object", "properties": {"fee": {"type": "number"}}})
    ('fee: is no number',)
    """
    _check_schema(schema, "schema")
    try:
        return tuple(islice(_errors(value, schema, "", schema), _MOST_ERRORS))
    except RecursionError as error:
        raise SchemaError("the schema's $refs go round in circles, or it is nested too deeply") from error


def _check_schema(schema: Any, at: str) -> None:
    if isinstance(schema, bool):
        return
    if not isinstance(schema, Mapping):
        raise SchemaError(f"{at} is an object or true or false, not {type(schema).__name__}")
    if unknown := sorted(map(str, schema.keys() - KEYWORDS)):
        raise SchemaError(
            f"{at}: {unknown[0]!r} is not read here; check such answers with a pydantic model instead"
        )
    named = schema.get("type", [])
    for name in [named] if isinstance(named, str) else named:
        if name not in _TYPES:
            raise SchemaError(f"{at}.type: {name!r} is none of {', '.join(_TYPES)}")
    for keyword, *_ in _LIMITS:
        if keyword in schema and not _is_limit(keyword, schema[keyword]):
            raise SchemaError(f"{at}.{keyword}: {schema[keyword]!r} is no limit")
    if not str(schema.get("$ref", "#/$defs/")).startswith("#/$defs/"):
        raise SchemaError(f"{at}: {schema['$ref']!r} leads out of the schema; only #/$defs/... is followed")
    for place in ("properties", "$defs"):
        for name, inner in schema.get(place, {}).items():
            _check_schema(inner, f"{at}.{place}.{name}")
    for place in ("items", "additionalProperties"):
        _check_schema(schema.get(place, True), f"{at}.{place}")
    for number, inner in enumerate(schema.get("anyOf", [])):
        _check_schema(inner, f"{at}.anyOf.{number}")


def _is_limit(keyword: str, limit: Any) -> bool:
    if keyword != "pattern":
        return _is_number(limit)
    try:
        return isinstance(limit, str) and bool(re.compile(limit))
    except re.error:
        return False


def _errors(value: Any, schema: Any, at: str, root: Mapping[str, Any]) -> Iterator[str]:
    if schema is True or schema == {}:
        return
    if schema is False:
        yield _told(at, "is not allowed")
        return
    if "$ref" in schema:
        name = schema["$ref"].removeprefix("#/$defs/")
        if name not in root.get("$defs", {}):
            raise SchemaError(f"{schema['$ref']!r} is not in the schema's $defs")
        yield from _errors(value, root["$defs"][name], at, root)
    named = schema.get("type")
    names = [named] if isinstance(named, str) else named or []
    if names and not any(_TYPES[name](value) for name in names):
        yield _told(at, f"is no {' or '.join(names)}")
        return
    yield from _own_errors(value, schema, at)
    if schema.get("anyOf") and all(any(_errors(value, inner, at, root)) for inner in schema["anyOf"]):
        yield _told(at, "fits none of the alternatives")
    yield from _inner_errors(value, schema, at, root)


def _own_errors(value: Any, schema: Mapping[str, Any], at: str) -> Iterator[str]:
    if "enum" in schema and not any(_same(value, one) for one in schema["enum"]):
        yield _told(at, f"is none of {', '.join(map(repr, schema['enum']))}")
    if "const" in schema and not _same(value, schema["const"]):
        yield _told(at, f"is not {schema['const']!r}")
    for keyword, kind, breaks, words in _LIMITS:
        if keyword in schema and _TYPES[kind](value) and breaks(value, schema[keyword]):
            yield _told(at, words.format(schema[keyword]))


def _inner_errors(value: Any, schema: Mapping[str, Any], at: str, root: Mapping[str, Any]) -> Iterator[str]:
    if isinstance(value, list):
        for number, item in enumerate(value):
            yield from _errors(item, schema.get("items", True), _joined(at, number), root)
    if not isinstance(value, dict):
        return
    for name in schema.get("required", ()):
        if name not in value:
            yield _told(_joined(at, name), "is missing")
    properties = schema.get("properties", {})
    for name, inner in value.items():
        own = properties.get(name, schema.get("additionalProperties", True))
        yield from _errors(inner, own, _joined(at, name), root)


def _same(one: Any, other: Any) -> bool:
    """Equal as JSON, where true is not 1."""
    return bool(one == other) and isinstance(one, bool) is isinstance(other, bool)


def _joined(at: str, name: object) -> str:
    return f"{at}.{name}" if at else str(name)


def _told(at: str, what: str) -> str:
    return f"{at or 'answer'}: {what}"
