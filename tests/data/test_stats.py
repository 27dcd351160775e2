# SPDX-License-Identifier: Apache-2.0
"""What a set of rows is made of."""

from __future__ import annotations

import json

import pytest

from faithstill.data import Label, Triple, count
from faithstill.data.stats import Spread


def triple(contexts: list[str], answer: str, label: Label | None, **rest: str) -> Triple:
    return Triple.of(question="q", contexts=contexts, answer=answer, label=label, **rest)


TRIPLES = [
    triple(["one two", "three"], "a b c", Label.FAITHFUL, domain="tax", split="train", group="g"),
    triple(["one two", "three"], "a", Label.FAITHFUL, domain="tax", split="train", group="g"),
    triple(["four"], "a b", Label.UNFAITHFUL, domain="fees", split="test", error_type="number"),
    triple([], "", None, answer_type="refusal"),
]


def test_counts() -> None:
    stats = count(iter(TRIPLES))
    assert (stats.rows, stats.groups, stats.contexts, stats.passages) == (4, 3, 3, 5)
    assert stats.label == {"faithful": 2, "": 1, "unfaithful": 1}
    assert stats.domain == {"tax": 2, "": 1, "fees": 1}
    assert stats.split == {"train": 2, "": 1, "test": 1}
    assert stats.answer_type == {"": 3, "refusal": 1}
    assert stats.error_type == {"": 3, "number": 1}
    assert stats.answer_words == {
        "": Spread(0, 0.0, 0),
        "faithful": Spread(1, 2.0, 3),
        "unfaithful": Spread(2, 2.0, 2),
    }
    assert stats.context_words == Spread(0, 2.0, 3)


def test_the_order_of_rows_does_not_show() -> None:
    assert json.dumps(count(TRIPLES).as_dict()) == json.dumps(count(TRIPLES[::-1]).as_dict())


def test_as_dict_is_plain() -> None:
    plain = count(TRIPLES).as_dict()
    assert json.loads(json.dumps(plain)) == plain
    assert plain["answer_words"]["faithful"] == {"min": 1, "median": 2.0, "max": 3}


def test_no_rows() -> None:
    assert count([]).as_dict()["context_words"] == {"min": 0, "median": 0.0, "max": 0}


def test_stats_are_frozen() -> None:
    with pytest.raises(AttributeError):
        count([]).rows = 1  # type: ignore[misc]
