# SPDX-License-Identifier: Apache-2.0
"""The options of commands that ask a language model, and the client that they describe."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

if TYPE_CHECKING:
    from faithstill.data.llm import ChatClient, Estimate, Journal, Metered, Price

LlmOption = Annotated[
    str | None, typer.Option("--llm", help="URL of an OpenAI-compatible endpoint; OPENAI_BASE_URL without it")
]
LlmModelOption = Annotated[str, typer.Option("--model", help="model to ask")]
AtOnceOption = Annotated[int, typer.Option("--at-once", min=1, max=64, help="rows asked at a time")]
TimeoutOption = Annotated[
    float, typer.Option("--timeout", min=0.1, help="seconds for one reply, from start to last byte")
]
RetriesOption = Annotated[
    int, typer.Option("--retries", min=0, help="further replies where one does not fit, with its errors")
]
MostTokensOption = Annotated[
    int | None, typer.Option("--most-tokens", min=1, help="budget of tokens, over all runs into --out")
]
MostCostOption = Annotated[
    float | None, typer.Option("--most-cost", min=0, help="budget of money, in the currency of the prices")
]
PriceInOption = Annotated[float, typer.Option("--price-in", min=0, help="money for a million tokens read")]
PriceOutOption = Annotated[
    float, typer.Option("--price-out", min=0, help="money for a million tokens written")
]
RecordOption = Annotated[
    Path | None, typer.Option("--record", help="JSONL file that all traffic is added to, in clear text")
]
ReplayOption = Annotated[
    Path | None, typer.Option("--replay", help="such a file, whose replies take the place of the model's")
]
EstimateOption = Annotated[bool, typer.Option("--estimate", help="print what it would take, and ask nothing")]


@dataclass(frozen=True, slots=True)
class Asking:
    """How a command asks: where, how long it waits, what it may spend, what it records."""

    url: str | None
    timeout: float
    most_tokens: int | None
    most_cost: float | None
    price_in: float
    price_out: float
    record: Path | None = None
    replay: Path | None = None
    connection_retries: int = field(default=4)

    def __post_init__(self) -> None:
        if self.most_cost is not None and not (self.price_in or self.price_out):
            raise ValueError("--most-cost needs prices: give --price-in and --price-out")
        if self.record and self.replay:
            raise ValueError("--record and --replay: give one of them")

    @property
    def price(self) -> Price:
        """Of a million tokens."""
        from faithstill.data.llm import Price

        return Price(self.price_in, self.price_out)

    def clients(self, models: list[str], journal: Journal) -> list[Metered]:
        """A client for each model, all on one budget, from which what the journal holds is taken off."""
        from faithstill.data.llm import Metered

        left = None if self.most_tokens is None else self.most_tokens - journal.spent.tokens
        money = None if self.most_cost is None else self.most_cost - journal.cost(self.price)
        first = Metered(self._client(models[0]), tokens=left, cost=money, price=self.price)
        known = {models[0]: first}
        for model in models[1:]:
            known.setdefault(model, first.beside(self._client(model)))
        return [known[model] for model in models]

    def _client(self, model: str) -> ChatClient:
        from faithstill.data.llm import OpenAIChat, RecordedChat, Recorder

        if self.replay:
            return RecordedChat(self.replay, name=model)
        chat = OpenAIChat(model, base_url=self.url, timeout=self.timeout, retries=self.connection_retries)
        return Recorder(chat, self.record) if self.record else chat

    def plan(self, expected: Estimate, journal: Journal) -> str:
        """What asking may take, beside the budget and what was spent before."""
        spent = f"; {journal.spent.tokens:,} tokens were spent before" if journal.spent.calls else ""
        limits = [f"{self.most_tokens:,} tokens"] if self.most_tokens is not None else []
        limits += [f"cost {self.most_cost:g}"] if self.most_cost is not None else []
        budget = f"; budget {' and '.join(limits)}" if limits else "; no budget"
        return f"{expected.in_words(self.price)}{spent}{budget}{self._short(expected, journal)}"

    def _short(self, expected: Estimate, journal: Journal) -> str:
        """A warning where the budget is likely to end before the rows."""
        tokens = expected.tokens + journal.spent.tokens
        cost = expected.cost(self.price) + journal.cost(self.price)
        is_short = (self.most_tokens is not None and tokens > self.most_tokens) or (
            self.most_cost is not None and cost > self.most_cost
        )
        return ", which is likely not enough: the rest will be named" if is_short else ""
