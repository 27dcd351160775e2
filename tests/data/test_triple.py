# SPDX-License-Identifier: Apache-2.0
"""The record: labels, passages from what users hold, the default group."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

from faithstill.data import Label, Passage, PassageKind, Triple
from faithstill.data.triple import as_passage

NODE = SimpleNamespace(get_content=lambda: "a", node_id="n")


def test_only_faithful_is_positive() -> None:
    assert {label.value: label.positive for label in Label} == {
        "faithful": True,
        "partial": False,
        "unfaithful": False,
    }


@pytest.mark.parametrize(
    ("held", "passage"),
    [
        ("The fee is $5.", Passage("The fee is $5.")),
        (Passage("a", id="p"), Passage("a", id="p")),
        ({"text": "a"}, Passage("a")),
        (
            {"text": "a", "id": 7, "score": 1, "revision": "v2", "kind": "tool"},
            Passage("a", "7", 1.0, "v2", PassageKind.TOOL),
        ),
        ({"text": "a", "id": None, "score": None, "kind": None, "more": 1}, Passage("a")),
        (
            {"page_content": "a", "id": "d", "metadata": {"source": "x"}, "type": "Document"},
            Passage("a", "d"),
        ),
        ({"content": "a", "text": None, "score": np.float32(0.5)}, Passage("a", score=0.5)),
        ({"node": {"text": "a", "id_": "n", "score": 0.1}, "score": 0.5}, Passage("a", "n", 0.5)),
        (SimpleNamespace(page_content="a", metadata={}, id=None), Passage("a")),
        (SimpleNamespace(content="a", meta={}, id="h", score=None, blob=None), Passage("a", "h")),
        (
            SimpleNamespace(node=SimpleNamespace(get_content=lambda: "a", node_id="n"), score=1.0),
            Passage("a", "n", 1.0),
        ),
    ],
)
def test_a_passage_is_made_of(held: Any, passage: Passage) -> None:
    assert as_passage(held) == passage


@pytest.mark.parametrize(
    ("held", "message"),
    [
        (5, "a string or an object with 'text', not int"),
        ({"body": "a", "id": 1}, "needs a string 'text' or 'page_content' or 'content'; it has body, id"),
        ({"page_content": None}, "it has page_content"),
        ({"node": {"id": 1}}, "it has node"),
        (b"a", "not bytes"),
        (object(), "a string or an object with 'text', not object"),
        ({}, "it has nothing"),
        ({"text": "a", "score": "high"}, "score is a number, not 'high'"),
        ({"text": "a", "score": True}, "score is a number, not True"),
        ({"text": "a", "kind": "web"}, "'web' is none of passage, tool, record, turn"),
    ],
)
def test_what_is_no_passage_is_refused(held: Any, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        as_passage(held)


def test_of_takes_contexts_of_any_form_and_the_other_fields() -> None:
    contexts: list[Any] = ["a", {"text": "b"}]
    triple = Triple.of(question="q", contexts=iter(contexts), answer="x", label=Label.PARTIAL)
    assert triple == Triple("q", (Passage("a"), Passage("b")), "x", Label.PARTIAL)


@pytest.mark.parametrize(
    ("one", "other", "same"),
    [
        (["a", "b"], ["a", "b"], True),
        (["a"], [{"text": "a", "id": "p", "score": 0.5}], True),
        (["a", "b"], ["b", "a"], False),
        (["a", "b"], ["ab"], False),
        ([], [""], True),
    ],
)
def test_context_key_tells_texts_apart(one: list[Any], other: list[Any], same: bool) -> None:
    keys = {Triple.of(question="", contexts=contexts, answer="").context_key for contexts in (one, other)}
    assert (len(keys) == 1) is same
    assert all(len(key) == 16 for key in keys)


def test_context_key_of_half_a_surrogate_pair_does_not_fail() -> None:
    assert len(Triple.of(question="", contexts=["\ud83d"], answer="").context_key) == 16
