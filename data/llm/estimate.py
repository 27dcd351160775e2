# SPDX-License-Identifier: Apache-2.0
"""What asking a model may cost, told before it is asked."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from .client import Message
from .metered import Price, prompt_tokens

_CLOSE = 0.75  # of the tokens that a budget reserves: four characters each in place of three


@dataclass(frozen=True, slots=True)
class Estimate:
    """Calls that are needed if each first reply fits, and about how many tokens they read and write."""

    calls: int = 0
    prompt_tokens: int = 0
    completion_tokens: int = 0

    @property
    def tokens(self) -> int:
        """Read and written."""
        return self.prompt_tokens + self.completion_tokens

    def cost(self, price: Price) -> float:
        """In the currency of the price."""
        return price.of(self.prompt_tokens, self.completion_tokens)

    def in_words(self, price: Price) -> str:
        """
        >>> Estimate(3, 2000, 500).in_words(Price(prompt=1.0, completion=4.0))
        'about 3 calls, 2,000 tokens read and 500 written, cost 0.004'
        """
        cost = self.cost(price)
        told = f", cost {cost:.3g}" if cost else ""
        tokens = f"{self.prompt_tokens:,} tokens read and {self.completion_tokens:,} written"
        return f"about {self.calls:,} calls, {tokens}{told}"


def estimate(prompts: Iterable[Iterable[Message]], *, reply_tokens: int) -> Estimate:
    """Of prompts that each get a reply of about so many tokens."""
    read = [round(prompt_tokens(messages) * _CLOSE) for messages in prompts]
    return Estimate(len(read), sum(read), len(read) * reply_tokens)
