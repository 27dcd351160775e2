# SPDX-License-Identifier: Apache-2.0
"""Moves told with both ends, ways of one value, bounds, multiples and what words point at. Our own words."""

from __future__ import annotations

import pytest

from faithstill.data import Triple
from faithstill.featurize import Featurizer

NONE = "Nothing."
CARDS = '{"items": [{"model": "Hill 13", "battery_h": 14}, {"model": "Hill 15", "battery_h": 12}]}'
PARCEL = '{"ship_date": "2025-11-18", "estimated_delivery": "2025-11-24", "new_estimate": "2025-11-27"}'
DOSES = "Milor 10 mg and 20 mg tablets. In adults over 70, do not exceed 20 mg per day."
FREE = "Transfers are free on Plus for the first four transfers a month, then £1 each."

WRONG = [
    # By their own two values.
    (NONE, "Payables increased to $58.8 million from $64.0 million."),
    (NONE, "In 1720 the king raised the window tax from 8 to 5 percent."),
    (NONE, "Attendance was 61.4 percent, down from 55.9 percent in 2017."),
    (NONE, "There were nine own shops in 2024, up from eleven in 2022."),
    (NONE, "They lowered their 2025 adjusted outlook to $4.60 to $4.75, from $4.40 to $4.60 previously."),
    # By the order of the evidence.
    ("Aid is cut from 6.2 to 4.9 billion.", "Aid is increased from 4.9 to 6.2 billion crowns."),
    ("Changed: sync interval from 15 minutes to 30 minutes.", "The sync interval was cut from 30 to 15 minutes."),
    ("The fee was $4 before 2023, it has been $5 since.", "The fee fell from $5 to $4."),
    ("The fee is $5 and was $4.", "The fee fell from $5 to $4."),
    ("Reserves were $214 million in 2024 (2023: $268 million).", "Reserves rose from $214 million to $268 million."),
    ("Claims were $6.1 million against $8.4 million a year earlier.", "Claims rose from $6.1 million to $8.4 million."),
    ('{"total": 61.29, "previous_total": 48.20}', "The total went down from 61.29 to 48.20."),
    # Told of one value.
    ("Margin was 52.5%, a decrease of 21 basis points.", "Margin was 52.5%, an increase of 21 basis points."),
    ("Junior rate: no change, stays at 4.50%.", "The junior rate will rise to 4.50%."),
    ("Currency reduced Orvo's reported growth by about 1.2%.", "Currency added 1.2% to reported growth."),
    # Bounds.
    (DOSES, "Adults over 70 must take at least 20 mg per day."),
    (FREE, "On Plus more than four transfers a month are free, then each costs £1."),
    ("The fee is waived from an average balance of $900.", "The fee is waived if the average balance is below $900."),
    ("A link can be opened up to five times.", "A link can be opened fewer than five times."),
    # What words point at.
    (NONE, "The seller gets $75, while the buyer gets $125, which is less than the seller."),
    (CARDS, "Of the two, the Hill 15 lasts longer, with 14 hours against 12."),
    (CARDS, "The Hill 13 lasts longer, with 12 hours against 14."),
    (PARCEL, "It is expected on November 27, earlier than the original estimate."),
    (NONE, "The debt of 28.4% is above the target range of 25% to 35%."),
    (NONE, "Unemployment was 7.8 percent in 2022, below the national average of 6.1 percent."),
    # Multiples.
    ("Burst pressure is three times the upper limit.", "The burst pressure is twice the upper limit."),
    ("Building without a permit doubles the fee.", "Building without a permit costs three times the fee."),
]  # fmt: skip

RIGHT = [
    (NONE, "Fees rose from 8 to 9, while costs fell to 12 from 14."),
    (NONE, "It climbed from position 8 to 3."),
    ("Headcount was 41, against 38.", "Headcount rose from 38 to 41."),
    (
        "Sales were $14 in 2024, $13 in 2023 and $15 in 2022. Margin was 11.2%, 10.4% and 12.0%, respectively.",
        "Margin rose to 11.2% in 2024 from 10.4% in 2023.",
    ),
    (NONE, "Reduced rates apply to stays from 5 to 10 nights."),
    (NONE, "The bank slowed price increases to 3% from 5%."),
    (NONE, "The cap limits the rise to 3% from 5%."),
    (NONE, "The fee did not rise from $12 to $9."),
    (NONE, "The chain has 38 shops in 50 towns, down from 42."),
    (NONE, "Users grew from 950 to 1.2 million."),
    (NONE, "The share fell to one in eight, down from one in five."),
    (NONE, "It dropped from -3 °C to -8 °C."),
    ("Sales grew to $5, down from $7.", "Sales grew to $5 from $7."),
    (
        "limit=daily 500->800 EUR date=2025-06-02\nlimit=daily 500->300 EUR date=2025-06-03",
        "The daily limit rose from 500 to 800 EUR.",
    ),
    ("Basic: fee $5 (2023: $7). Plus: fee $7 (2023: $5).", "The Plus fee rose from $5 to $7."),
    ("The limit is $500 (previously $300).", "The limit rose from $300 to $500."),
    ("Discounts grew by 4%, so prices fell by 4%.", "Prices fell 4%."),
    (DOSES, "Adults over 70 may take up to 20 mg per day."),
    (FREE, "If you make more than four transfers a month on Plus, each further one costs £1."),
    (FREE, "More than four transfers a month are not free on Plus."),
    ("The fee is waived from a balance of $900.", "The fee isn't waived if that balance is below $900."),
    ("A link can be opened up to five times.", "A link that was opened fewer than five times still works."),
    (NONE, "The seller gets $75, while the buyer gets $125, which is more than the seller."),
    (CARDS, "The Hill 13 lasts longer, with 14 hours against 12."),
    (PARCEL, "It is expected on November 27, later than the original estimate."),
    (NONE, "EPS of $0.68 missed the consensus of $0.71 but was within guidance of $0.66 to $0.70."),
    (
        "Work is paid at 1.5 times the base rate, beyond 48 hours at 2 times.",
        "Beyond 48 hours, pay is double the base rate.",
    ),
    ("Children pay half the fare, dogs double the fare.", "Dogs pay double the fare."),
]  # fmt: skip


def refuted(featurizer: Featurizer, context: str, answer: str) -> bool:
    analysis = featurizer.analyse(Triple.of(question="", contexts=[context], answer=answer))
    return any(found.holds is False for found in analysis.comparisons)


@pytest.mark.parametrize(("context", "answer"), WRONG)
def test_what_cannot_be_is_refuted(featurizer: Featurizer, context: str, answer: str) -> None:
    assert refuted(featurizer, context, answer)


@pytest.mark.parametrize(("context", "answer"), RIGHT)
def test_what_may_be_is_not(featurizer: Featurizer, context: str, answer: str) -> None:
    assert not refuted(featurizer, context, answer)
