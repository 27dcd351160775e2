# SPDX-License-Identifier: Apache-2.0
from __future__ import annotations

import json

import pytest

from faithstill.data import Triple
from faithstill.featurize import Featurizer, Status
from faithstill.featurize.align.slots.scales import is_unscaled
from faithstill.featurize.align.slots.slot import Slot, asked_slot
from faithstill.featurize.align.slots.slots import EvidenceValues, Located
from faithstill.featurize.extract import Extractor
from faithstill.featurize.extract.document import Document
from faithstill.featurize.overlap import Overlap


def evidence(*texts: str) -> EvidenceValues:
    documents = [Document(text, Extractor()) for text in texts]
    return EvidenceValues(documents, Overlap(documents))


def located(values: EvidenceValues, text: str) -> Located:
    return next(e for e in values.values if e.mention.text == text)


def wire_fee() -> Slot:
    return Slot({"wire": 1.0, "fee": 1.0})


def test_the_value_whose_words_fit_comes_first_whatever_the_order_of_passages() -> None:
    texts = ("The wire fee is $25.", "The card fee is $31.", "Rain is likely by noon.")
    for order in (texts, texts[::-1]):
        values = evidence(*order)
        assert [e.mention.text for e in values.fitted(wire_fee(), values.values, 2)] == ["$25", "$31"]


def test_what_else_a_passage_says_does_not_count() -> None:
    alone, amid = evidence("The fee is $25."), evidence("The fee is $25. A wire takes a day.")
    assert (
        alone.fitted(wire_fee(), alone.values, 1)[0].slot
        == amid.fitted(wire_fee(), [located(amid, "$25")], 1)[0].slot
    )


def test_words_of_another_value_count_half_in_what_an_answer_asks_for() -> None:
    answer = Document("Basic costs $5; Plus costs $9.", Extractor())
    mention = next(m for m in answer.mentions if m.text == "$9")
    found = dict(asked_slot(answer, mention, {}).rarities)
    near, far = found["plus"], found["basic"]
    assert far < near / 2


def test_years_and_currencies_are_those_that_some_passage_names() -> None:
    values = evidence("Signed on 3 March 2024, for £5.", "In FY2025 it ends. The code is 30512.")
    assert values.years == {"2024", "2025"}
    assert values.currencies == {"GBP"}


@pytest.mark.parametrize(
    ("table", "figure", "unscaled"),
    [
        ("| £000 | 2023 |\n|---|---|\n| Loans | 810 |", "810", True),
        ("| £000 | 2023 |\n|---|---|\n| Earnings per share | 810 |", "810", False),
        ("| £000 | 2023 |\n|---|---|\n| Yield | 8.10 |", "8.10", False),
        ("| Pounds | 2023 |\n|---|---|\n| Loans | 810 |", "810", False),
    ],
)
def test_is_unscaled(table: str, figure: str, unscaled: bool) -> None:
    values = evidence(table)
    assert is_unscaled(values.document(0), located(values, figure).mention) is unscaled


# Key, its number, an answer's amount, and what becomes of it.
MINOR_UNITS = [
    ("amount_cents", 1250, "$12.50", Status.EQUAL),
    ("amountCents", 1250, "$12.50", Status.EQUAL),
    ("amount_minor", 1250, "£12.50", Status.EQUAL),
    ("fee_in_pence", 45, "£0.45", Status.EQUAL),
    ("amount_cents", 1250, "$1,250", Status.ABSENT),
    ("amount_cents", 412345, "$4,213.45", Status.CONFLICTING),
    ("amount", 1250, "$1,250", Status.EQUAL),
    ("amount_cents", 12.5, "$0.125", Status.ABSENT),
]


@pytest.mark.parametrize(("key", "number", "amount", "status"), MINOR_UNITS)
def test_amounts_in_cents(
    featurizer: Featurizer, key: str, number: float, amount: str, status: Status
) -> None:
    triple = Triple.of(
        question="", contexts=[json.dumps({"charge": {key: number}})], answer=f"The amount is {amount}."
    )
    assert [x.status for x in featurizer.analyse(triple).value_alignments] == [status]
