# SPDX-License-Identifier: Apache-2.0
"""A client with a budget of calls, tokens and money, which a call is never begun over."""

from __future__ import annotations

import threading
from collections.abc import Iterable, Sequence
from dataclasses import astuple, dataclass
from operator import add, sub

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

    def __add__(self, other: Usage) -> Usage:
        return Usage(*map(add, astuple(self), astuple(other)))

    def __sub__(self, other: Usage) -> Usage:
        return Usage(*map(sub, astuple(self), astuple(other)))


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
        self._account = _Account(price or Price(), (("calls", calls), ("tokens", tokens), ("cost", cost)))

    def beside(self, client: ChatClient) -> Metered:
        """Another client on the same account: one budget for both."""
        other = Metered(client)
        other._account = self._account
        return other

    @property
    def name(self) -> str:
        """The model's name."""
        return self._client.name

    @property
    def usage(self) -> Usage:
        """What was spent till now."""
        return self._account.usage

    def complete(
        self,
        messages: Sequence[Message],
        *,
        max_tokens: int = MAX_TOKENS,
        temperature: float = 0.0,
        json: bool = True,
    ) -> Reply:
        """The client's reply; LlmBudgetError where the call could cost more than is left."""
        account = self._account
        most = account.spent(prompt_tokens(messages), max_tokens)
        account.reserve(most, self.name)
        spent = Usage(calls=1)
        try:
            reply = self._client.complete(messages, max_tokens=max_tokens, temperature=temperature, json=json)
            read, written = reply.prompt_tokens, reply.completion_tokens
            spent = account.spent(
                most.prompt_tokens if read is None else read,
                len(reply.text) // _CHARACTERS + 1 if written is None else written,
            )
        finally:
            account.book(spent, reserved=most)
        return reply


class _Account:
    """What was spent, what calls under way may spend, and how much of each is allowed."""

    def __init__(self, price: Price, limits: Sequence[tuple[str, float | None]]) -> None:
        self._price, self._limits = price, limits
        self.usage = self._reserved = Usage()
        self._lock = threading.Lock()

    def spent(self, read: int, written: int) -> Usage:
        """One call."""
        return Usage(1, read, written, self._price.of(read, written))

    def reserve(self, most: Usage, name: str) -> None:
        """LlmBudgetError where a call that may cost so much could go over a limit."""
        with self._lock:
            after = self.usage + self._reserved + most
            for what, limit in self._limits:
                amount = getattr(after, what)
                if limit is not None and amount > limit:
                    raise LlmBudgetError(
                        f"model {name}: the budget of {what} is {limit:g}, with this call it could be {amount:g}: "
                        "raise it or send less"
                    )
            self._reserved += most

    def book(self, spent: Usage, *, reserved: Usage) -> None:
        """A call has ended."""
        with self._lock:
            self._reserved -= reserved
            self.usage += spent


def prompt_tokens(messages: Iterable[Message]) -> int:
    """How many tokens messages may have; rather more than they have."""
    return sum(len(message.text) for message in messages) // _CHARACTERS + 1
