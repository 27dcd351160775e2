# SPDX-License-Identifier: Apache-2.0
"""Ask a model for a JSON object of a strict schema; a reply that does not fit is shown its errors and asked again."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Generic, TypeVar

from .client import MAX_TOKENS, ChatClient, LlmError, Message, Reply, require
from .strict_json import strict_json

if TYPE_CHECKING:
    from pydantic import BaseModel

    M = TypeVar("M", bound=BaseModel)
else:
    M = TypeVar("M")

_FENCED = re.compile(r"\A```(?:json)?[ \t]*\n(?P<inside>.*)\n```\Z", re.DOTALL)
_SHOWN = 2_000  # characters of a reply that is shown its errors
_MOST_ERRORS = 10


class ReplyError(LlmError):
    """A model's replies never fitted the schema; `errors` are those of the last."""

    def __init__(self, text: str, errors: Sequence[str]) -> None:
        super().__init__(text)
        self.errors = tuple(errors)


@dataclass(frozen=True, slots=True)
class Answered(Generic[M]):
    """A reply that fits, the calls that it took, and the tokens that the server reported for them."""

    value: M
    calls: int
    prompt_tokens: int
    completion_tokens: int


def ask(
    client: ChatClient,
    messages: Sequence[Message],
    schema: type[M],
    *,
    check: Callable[[M], Sequence[str]] | None = None,
    retries: int = 2,
    max_tokens: int = MAX_TOKENS,
) -> Answered[M]:
    """The reply as an object of `schema`; `check` may find errors that no schema can express.

    ReplyError when the first reply and `retries` more did not fit, LlmError when the client fails.
    """
    require("pydantic")
    replies: list[Reply] = []
    asked = list(messages)
    for _ in range(retries + 1):
        reply = client.complete(asked, max_tokens=max_tokens, json=True)
        replies.append(reply)
        value, errors = parsed(reply.text, schema)
        if value is not None:
            errors = list(check(value)) if check else []
            if not errors:
                return Answered(value, len(replies), *_tokens(replies))
        if reply.is_cut:
            errors = [f"the reply was cut at {max_tokens} tokens: be shorter", *errors]
        asked = [*messages, Message("assistant", reply.text[:_SHOWN]), Message("user", _again(errors))]
    raise ReplyError(
        f"model {client.name}: {len(replies)} replies did not fit the schema {schema.__name__}; the last: "
        f"{'; '.join(errors)}",
        errors,
    )


def parsed(text: str, schema: type[M]) -> tuple[M | None, list[str]]:
    """A JSON text as an object of a schema, or what is wrong with it.

    One code fence around the whole is read through; no JSON is looked for inside of other text. A key that stands
    twice is an error: which one counts would be the reader's choice.
    """
    from pydantic import ValidationError

    fenced = _FENCED.match(text.strip())
    body = fenced["inside"] if fenced else text.strip()
    try:
        strict_json(body)
    except ValueError as error:
        return None, [f"no JSON: {error}"]
    try:
        return schema.model_validate_json(body, strict=True), []
    except ValidationError as error:
        return None, [_told(found) for found in error.errors(include_url=False)[:_MOST_ERRORS]]


def _told(found: Any) -> str:
    where = ".".join(map(str, found["loc"]))
    return f"{where}: {found['msg']}" if where else str(found["msg"])


def _again(errors: Sequence[str]) -> str:
    listed = "\n".join(f"- {error}" for error in errors)
    return f"That reply cannot be used:\n{listed}\nReply again, with one JSON object of the schema and nothing else."


def _tokens(replies: Sequence[Reply]) -> tuple[int, int]:
    return sum(r.prompt_tokens or 0 for r in replies), sum(r.completion_tokens or 0 for r in replies)
