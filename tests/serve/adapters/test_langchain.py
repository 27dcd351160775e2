# SPDX-License-Identifier: Apache-2.0
"""The runnables at the end of a LangChain chain."""

from __future__ import annotations

import asyncio
import warnings
from typing import Any

import pytest

from faithstill.serve import Decision, Guard

from .adapter_inputs import HALF, HIDDEN, RIGHT, WRONG, Row, adapter

langchain = adapter("langchain")
with warnings.catch_warnings():
    warnings.simplefilter("ignore")
    from langchain_core.documents import Document
    from langchain_core.language_models import FakeListChatModel
    from langchain_core.prompts import ChatPromptTemplate
    from langchain_core.runnables import RunnablePassthrough

DOCUMENTS = [Document(page_content=text, metadata={"source": "terms"}) for text in HALF.contexts]


def given(answer: Any) -> dict[str, Any]:
    return {"question": HALF.question, "context": DOCUMENTS, "answer": answer}


@pytest.mark.parametrize("row", [RIGHT, HALF, HIDDEN])
def test_a_chain_ends_in_what_may_be_shown(guard: Guard, row: Row) -> None:
    prompt = ChatPromptTemplate.from_template("{context}\n\n{question}")
    model = FakeListChatModel(responses=[row.answer])
    chain = RunnablePassthrough.assign(answer=prompt | model) | langchain.output_guard(guard)
    assert chain.invoke({"question": HALF.question, "context": DOCUMENTS}) == "A late fee of $25 applies."


def test_a_withheld_answer_gives_the_refusal_of_the_profile(guard: Guard) -> None:
    shown = langchain.output_guard(guard).invoke(given(WRONG.answer))
    assert shown == guard.profile.repair.refused


def test_the_keys_may_have_other_names(guard: Guard) -> None:
    check = langchain.grounding_check(guard, question="input", contexts="documents", answer="output")
    decision = check.invoke({"input": HALF.question, "documents": DOCUMENTS, "output": RIGHT.answer})
    assert isinstance(decision, Decision)
    assert decision.is_trusted


def test_batches_and_tasks_give_the_same(guard: Guard) -> None:
    check = langchain.grounding_check(guard)
    states = [given(row.answer) for row in (RIGHT, HALF, WRONG)]
    alone = [check.invoke(state).as_dict() for state in states]
    assert [decision.as_dict() for decision in check.batch(states)] == alone
    assert [decision.as_dict() for decision in asyncio.run(check.abatch(states))] == alone
