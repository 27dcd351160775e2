# SPDX-License-Identifier: Apache-2.0
"""A client with a budget of calls, tokens and money, which a call is never begun over."""

from __future__ import annotations

import threading
from collections.abc import Sequence
from dataclasses import dataclass

from .client import MAX_TOKENS, ChatClient, LlmBudgetError, Message, Reply

_CHARACTERS = 3  # per token, fewer than any model's average on English
_MILLION = 1_000_000


@dataclass(frozen=True, slots=True)
class Price:
    """Money for a million tokens read and a million written, in any currency."""

    prompt: float = 0.0
    completion: float = 0.0

    def of(self, prompt_tokens: int, completion_tokens: int) -> float:
        """
        >>> Price(prompt=2.0, completion=10.0).of(1_000_000, 100_000)
        3.0
        """
        return (prompt_tokens * self.prompt + completion_tokens * self.completion) / _MILLION


@dataclass(frozen=True, slots=True)
class Usage:
    """What was spent: failed calls count as calls, tokens that a server did not report are estimated."""

    calls: int = 0
    prompt_tokens: int = 0
    completion_tokens: int = 0
    cost: float = 0.0

    @property
    def tokens(self) -> int:
        """Read and written."""
        return self.prompt_tokens + self.completion_tokens


class Metered:
    """A client that counts, and refuses a call that could go over the budget; safe to share between threads."""

    def __init__(
        self,
        client: ChatClient,
        *,
        calls: int | None = None,
        tokens: int | None = None,
        cost: float | None = None,
        price: Price | None = None,
    ) -> None:
        """None is no limit; `cost` is in the currency of `price`."""
        if cost is not None and price is None:
            raise ValueError("a cost budget needs a price: Metered(client, cost=1.0, price=Price(...))")
        self._client = client
        self._calls, self._tokens, self._cost = calls, tokens, cost
        self._price = price or Price()
        self._usage = self._reserved = Usage()
        self._lock = threading.Lock()

    @property
    def name(self) -> str:
        """The model's name."""
        return self._client.name

    @property
    def usage(self) -> Usage:
        """What was spent till now."""
        return self._usage

    def complete(
        self,
        messages: Sequence[Message],
        *,
        max_tokens: int = MAX_TOKENS,
        temperature: float = 0.0,
        json: bool = True,
    ) -> Reply:
        """The client's reply; LlmBudgetError where the call could cost more than is left."""
        most = self._spent(1, sum(len(message.text) for message in messages) // _CHARACTERS + 1, max_tokens)
        with self._lock:
            self._refuse(_added(_added(self._usage, self._reserved), most))
            self._reserved = _added(self._reserved, most)
        spent = Usage(calls=1)
        try:
            reply = self._client.complete(messages, max_tokens=max_tokens, temperature=temperature, json=json)
            read, written = reply.prompt_tokens, reply.completion_tokens
            spent = self._spent(
                1,
                most.prompt_tokens if read is None else read,
                len(reply.text) // _CHARACTERS + 1 if written is None else written,
            )
        finally:
            with self._lock:
                self._reserved = _added(self._reserved, most, sign=-1)
                self._usage = _added(self._usage, spent)
        return reply

    def _spent(self, calls: int, read: int, written: int) -> Usage:
        return Usage(calls, read, written, self._price.of(read, written))

    def _refuse(self, after: Usage) -> None:
        limits = (
            ("calls", after.calls, self._calls),
            ("tokens", after.tokens, self._tokens),
            ("cost", after.cost, self._cost),
        )
        for what, amount, limit in limits:
            if limit is not None and amount > limit:
                raise LlmBudgetError(
                    f"model {self.name}: the budget of {what} is {limit:g}, with this call it could be {amount:g}: "
                    "raise it or send less"
                )


def _added(one: Usage, other: Usage, *, sign: int = 1) -> Usage:
    return Usage(
        one.calls + sign * other.calls,
        one.prompt_tokens + sign * other.prompt_tokens,
        one.completion_tokens + sign * other.completion_tokens,
        one.cost + sign * other.cost,
    )
