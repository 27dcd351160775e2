# SPDX-License-Identifier: Apache-2.0
"""What clients send, and how it is read: strict JSON, no field that is not known."""

from __future__ import annotations

import json
import math
from collections.abc import Mapping
from datetime import date
from typing import Annotated, Any, TypeVar

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from faithstill.data import Triple
from faithstill.data.arguments import given_triple
from faithstill.serve.guard import Budget

from .service_errors import ServiceError, misshapen, unreadable

JSON, NDJSON = "application/json", "application/x-ndjson"
Contexts = Annotated[
    list[Any] | None,
    Field(
        description="passages: texts, or objects with text and, if you have them, id, score, revision, kind",
        json_schema_extra={"items": {"anyOf": [{"type": "string"}, {"type": "object"}]}},
    ),
]


class EvidenceBody(BaseModel):
    """A question and the passages that its answer must rest on."""

    model_config = ConfigDict(extra="forbid")

    question: str
    contexts: Contexts


class Asked(EvidenceBody):
    """An answer to check."""

    answer: str
    self_metrics: dict[str, float] | None = None


class GuardRequest(Asked):
    """An answer to decide on; `timings`: tell the milliseconds of each layer, which differ from run to run."""

    high_stakes: bool = False
    budget_ms: float | None = Field(None, ge=0)
    timings: bool = False

    def budget(self, most: float) -> Budget:
        """What the decision may cost, at most so many seconds."""
        own = math.inf if self.budget_ms is None else self.budget_ms
        return Budget(milliseconds=min(own, most * 1000))


class CheckRequest(Asked):
    """An answer whose values, names and, if asked, citations are proved or refuted."""

    today: date | None = Field(None, description='the day that "yesterday" is counted from')
    citations: bool = False
    require_citations: bool = False


class StreamHead(EvidenceBody):
    """The first line of a stream; each line after it is `{"delta": "text"}`."""

    high_stakes: bool = False


class StreamRequest(StreamHead):
    """An answer, whole, in the pieces in which it came."""

    deltas: list[str]


class Delta(BaseModel):
    """The next piece of an answer."""

    model_config = ConfigDict(extra="forbid")

    delta: str | None


Model = TypeVar("Model", bound=BaseModel)


def read(model: type[Model], raw: bytes) -> Model:
    """The request that a body states; ServiceError names the field that is wrong.

    >>> read(Delta, b'{"delta": "The fee"}').delta
    'The fee'
    """
    try:
        return model.model_validate(read_object(raw))
    except ValidationError as error:
        raise misshapen(error) from None


def read_object(raw: bytes) -> Mapping[str, Any]:
    """The object that a text in JSON states; ServiceError for any other text."""
    try:
        found = json.loads(raw, parse_constant=_refused, parse_float=_finite)
    except RecursionError:
        raise _no_json("it is nested too deep") from None
    except ValueError as error:
        raise _no_json(str(error)) from None
    if not isinstance(found, dict):
        raise _no_json(f"it is a {type(found).__name__}, not an object")
    return found


def _no_json(what: str) -> ServiceError:
    return ServiceError(400, "not_json", f"body: {what}; send one JSON object in UTF-8", field="body")


def _refused(constant: str) -> float:
    raise ValueError(f"{constant} is no JSON")


def _finite(text: str) -> float:
    if math.isinf(value := float(text)):
        raise ValueError(f"the number {text[:20]} is too large")
    return value


def check_count(contexts: list[Any] | None, most: int) -> None:
    """ServiceError for more passages than are read."""
    if contexts is not None and len(contexts) > most:
        raise ServiceError(
            413,
            "too_many_contexts",
            f"contexts: are {len(contexts)} passages, at most {most} are read; send the best ones, or start the "
            "service with a greater --max-contexts",
            field="contexts",
        )


def triple_of(asked: EvidenceBody, most: int, **more: Any) -> Triple:
    """The triple of a request; ServiceError where it could not be a row of a file."""
    check_count(asked.contexts, most)
    given = {name: getattr(asked, name) for name in ("question", "contexts", "answer", "self_metrics")}
    try:
        return given_triple("request", **given)
    except ValueError as error:
        raise unreadable(error) from None
