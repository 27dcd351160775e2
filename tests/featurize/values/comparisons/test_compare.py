# SPDX-License-Identifier: Apache-2.0
from __future__ import annotations

import pytest

from faithstill.data import Triple
from faithstill.featurize import Featurizer
from faithstill.featurize.values.comparisons.comparison import Comparison

PLANS = (
    "| Plan | Monthly fee | Daily limit |\n|---|---|---|\n"
    "| Basic | $5 | $500 |\n| Plus | $9 | $900 |\n| Prime | $7 | $2,000 |"
)
FEES = "The wire fee is $25. The card fee is $31."
GROWTH = "| £m | 2023 | 2024 |\n|---|---|---|\n| Loans | 810 | 920 |\n| Deposits | 415 | 377 |"
REVENUE = "Revenue rose from $60 million in 2022 to $126 million in 2023."
TERMS = "The travel policy lasts 24 months. The pet policy lasts 12 months."
STOCK = "Inventories were £342m (2023: £357m)."
LIMIT = "The daily transfer limit is $10,000. The monthly fee is $4."

# Whether it holds, question, evidence, answer: both values stated in the answer.
STATED = [
    (True, "", FEES, "The card fee of $31 is above the wire fee of $25."),
    (False, "", FEES, "The wire fee of $25 is above the card fee of $31."),
    (True, "", "", "A score of 640 is below the minimum of 700."),
    (False, "", "", "A score of 740 is below the minimum of 700."),
    (True, "", "", "The balance of $9,000 is within the limit of $10,000."),
    (True, "", "", "The balance of $10,000 is within the limit of $10,000."),
    (False, "", "", "The balance of $12,000 is still within the limit of $10,000."),
    (True, "", "", "$15,000 exceeds the limit of $10,000."),
    (False, "", "", "$8,000 exceeds the limit of $10,000."),
    (True, "", "", "$8,000 is not above the limit of $10,000."),
    (False, "", "", "$18,000 is not above the limit of $10,000."),
    (True, "", "", "The rate is 4.5%, below the ceiling of 5%."),
    (False, "", "", "The rate is 5.5%, below the ceiling of 5%."),
    (True, "", "", "The $100 coat is below $120."),
    (False, "", "", "The $130 coat is below $120."),
]

# The sides are named by their words.
NAMED = [
    (True, "", PLANS, "Plus is more expensive than Basic."),
    (False, "", PLANS, "Basic is more expensive than Plus."),
    (True, "", PLANS, "Basic is cheaper than Prime."),
    (False, "", PLANS, "Plus is cheaper than Prime."),
    (False, "", PLANS, "Plus has a higher daily limit than Prime."),
    (True, "", PLANS, "Prime has a higher daily limit than Plus."),
    (True, "", PLANS, "Prime is not more expensive than Plus."),
    (True, "", FEES, "The card fee is higher than the wire fee."),
    (False, "", FEES, "The wire fee is higher than the card fee."),
    (True, "", FEES, "The wire fee is lower than the card fee."),
    (True, "", TERMS, "The travel policy is longer than the pet policy."),
    (False, "", TERMS, "The travel policy is shorter than the pet policy."),
]

CHANGES = [
    (True, "", REVENUE, "Revenue rose."),
    (False, "", REVENUE, "Revenue fell."),
    (True, "", REVENUE, "Revenue doubled."),
    (False, "", REVENUE, "Revenue tripled."),
    (True, "", GROWTH, "Loans grew."),
    (False, "", GROWTH, "Deposits grew."),
    (True, "", GROWTH, "Deposits fell from 2023 to 2024."),
    (False, "", GROWTH, "Loans doubled in 2024."),
    (True, "", STOCK, "Inventories fell."),
    (False, "", STOCK, "Inventories rose."),
    (False, "", "Costs were $9 million, up from $7 million.", "Costs dropped."),
    (True, "", "Costs fell to $3 million from $6 million.", "Costs halved."),
]

EXTREMES = [
    (True, "", PLANS, "Plus has the highest monthly fee."),
    (False, "", PLANS, "Prime has the highest monthly fee."),
    (True, "", PLANS, "Basic has the lowest monthly fee."),
    (False, "", PLANS, "Plus has the lowest monthly fee."),
    (True, "", PLANS, "Prime has the largest daily limit."),
    (False, "", PLANS, "Plus has the largest daily limit."),
]

LIMITS = [
    (True, "Can I send $8,000?", LIMIT, "Yes, this is within the daily transfer limit."),
    (False, "Can I send $18,000?", LIMIT, "Yes, this is within the daily transfer limit."),
    (True, "Can I send $18,000?", LIMIT, "No, this is above the limit."),
    (False, "Can I send $8,000?", LIMIT, "No, this is above the limit."),
    (False, "", LIMIT, "No, $8,000 is over the limit."),
]

# No side, or more than one value, fits for certain: nothing may be said.
OPEN = [
    (None, "", FEES, "The paper fee is higher than the wire fee."),
    (None, "", PLANS, "Plus is larger than Prime."),
    (None, "", "The fee is $5 for members. The fee is $9.", "The fee is higher than the charge."),
    (None, "", "Revenue was $60 million.", "Revenue rose."),
    (None, "", "Revenue was $60 million in the north and $84 million in the south.", "Revenue rose."),
    (None, "", GROWTH, "Loans grew in 2021."),
    (None, "", PLANS, "Premium has the highest monthly fee."),
    (None, "", "| Plan | Fee |\n|---|---|\n| A | $5 |\n| B | none |\n| C | $7 |", "C has the highest fee."),
    (None, "Can I send $8,000?", LIMIT + " The weekly limit is $20,000.", "Yes, this is within the limit."),
    (None, "Is it $8,000 or $9,000?", LIMIT, "Yes, this is within the limit."),
    (None, "", "The card fee is €31. The wire fee is $25.", "The card fee is higher than the wire fee."),
]  # fmt: skip

# What is no statement of a comparison, or one of other values.
SILENT = [
    ("", FEES, "If the card fee is higher than the wire fee, you may object."),
    ("", "", "Is $12,000 within the limit of $10,000?"),
    ("", "", "$18,000 is $3,000 over the limit of $15,000."),
    ("", "", "Equity is $600,000 above the requirement of $3.6 million."),
    ("", "", "The rate is 1.5% above 3% of the balance."),
    ("", "", "A transfer of 5 kg is below the minimum of $10."),
    ("", FEES, "There is a fee."),
]


def compared(featurizer: Featurizer, question: str, context: str, answer: str) -> tuple[Comparison, ...]:
    triple = Triple.of(question=question, contexts=[context] if context else [], answer=answer)
    return featurizer.analyse(triple).comparisons


@pytest.mark.parametrize(
    ("holds", "question", "context", "answer"), STATED + NAMED + CHANGES + EXTREMES + LIMITS + OPEN
)
def test_comparison(
    featurizer: Featurizer, holds: bool | None, question: str, context: str, answer: str
) -> None:
    (found,) = compared(featurizer, question, context, answer)
    assert found.holds is holds
    assert answer[found.start : found.end] == found.text
    assert holds is None or (found.left is not None and found.right is not None)


@pytest.mark.parametrize(("question", "context", "answer"), SILENT)
def test_no_comparison(featurizer: Featurizer, question: str, context: str, answer: str) -> None:
    assert compared(featurizer, question, context, answer) == ()


def test_the_compared_values_are_named(featurizer: Featurizer) -> None:
    (found,) = compared(featurizer, "", PLANS, "Basic is more expensive than Plus.")
    assert found.left is not None
    assert found.right is not None
    assert (found.left.mention.text, found.right.mention.text, found.cue) == ("$5", "$9", "more expensive")
    assert found.left.passage == 0


def test_a_further_passage_cannot_turn_what_holds_into_what_does_not(featurizer: Featurizer) -> None:
    more = "| Plan | Monthly fee |\n|---|---|\n| Basic | $50 |\n| Plus | $9 |"
    triple = Triple.of(question="", contexts=[PLANS, more], answer="Plus is more expensive than Basic.")
    (found,) = featurizer.analyse(triple).comparisons
    assert found.holds is None
