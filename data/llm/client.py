# SPDX-License-Identifier: Apache-2.0
"""What a chat model is to this package: messages in, one reply out, or an LlmError."""

from __future__ import annotations

import importlib
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal, Protocol

MAX_TOKENS = 1024


class LlmError(RuntimeError):
    """A model gave no usable reply; the message says which model, what happened and the cure."""


class LlmTimeoutError(LlmError):
    """A model was too slow."""


class LlmBudgetError(LlmError):
    """A call was refused because it would have gone over the budget."""


@dataclass(frozen=True, slots=True)
class Message:
    """One turn of a conversation."""

    role: Literal["system", "user", "assistant"]
    text: str


@dataclass(frozen=True, slots=True)
class Reply:
    """What a model said and what it cost; `is_cut` where it ran into its limit of tokens.

    Token counts are the server's, or None where it reports none.
    """

    text: str
    prompt_tokens: int | None = None
    completion_tokens: int | None = None
    is_cut: bool = False


class ChatClient(Protocol):
    """One completion at a time; `name` is the model's and goes into records and errors."""

    @property
    def name(self) -> str: ...

    def complete(
        self,
        messages: Sequence[Message],
        *,
        max_tokens: int = MAX_TOKENS,
        temperature: float = 0.0,
        json: bool = True,
    ) -> Reply:
        """The reply; LlmError where there is none. With `json` the endpoint is asked for a JSON object."""
        ...


def require(*packages: str) -> None:
    """ImportError with the cure where a package of the extra `llm` is missing.

    >>> require("json")
    """
    for name in packages:
        try:
            importlib.import_module(name)
        except ImportError as error:
            raise ImportError(
                f'language models are called with {name}: pip install "faithstill[llm]"'
            ) from error
