# SPDX-License-Identifier: Apache-2.0
"""LangChain runnables that stand behind a chain: one gives the decision, one the text that may be shown."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from faithstill.serve.guard import Decision, Guard

from .extra import brought_by
from .shown import shown

with brought_by("langchain"):
    from langchain_core.messages import BaseMessage
    from langchain_core.runnables import Runnable, RunnableLambda

State = Mapping[str, Any]


def grounding_check(
    guard: Guard, *, question: str = "question", contexts: str = "context", answer: str = "answer"
) -> Runnable[State, Decision]:
    """A runnable from what a chain holds to the decision on it; the options name the keys of question and so on.

    The answer is a text or a message, the contexts are documents or texts.
    """
    return RunnableLambda(_check(guard, question, contexts, answer), name="grounding_check")


def output_guard(
    guard: Guard, *, question: str = "question", contexts: str = "context", answer: str = "answer"
) -> Runnable[State, str]:
    """A runnable from what a chain holds to the text to show: all of the answer, what is left of it, or a refusal."""
    check = _check(guard, question, contexts, answer)
    return RunnableLambda(lambda state: shown(check(state), guard), name="output_guard")


def _check(guard: Guard, question: str, contexts: str, answer: str) -> Callable[[State], Decision]:
    def check(state: State) -> Decision:
        given = state[answer]
        text = str(given.text) if isinstance(given, BaseMessage) else given
        return guard.check(question=state[question], contexts=state[contexts], answer=text)

    return check
