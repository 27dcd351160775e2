# SPDX-License-Identifier: Apache-2.0
from __future__ import annotations

import pytest

from faithstill.featurize.align.slots.instances import is_instance
from faithstill.featurize.extract import Extractor
from faithstill.featurize.extract.document import Document

# What the evidence states, the answer, and whether the first value of the answer is told of one case of the first of
# the evidence.
CASES = [
    # Cases of a limit that the clause sets, and the limit itself.
    ("The shop is open until 6 pm.", "The shop is open at 5 pm.", True),
    ("The shop is open until 6 pm.", "The shop is open at 7 pm.", False),
    ("The shop is open until 6 pm.", "The shop is open until 5 pm.", False),
    ("Rates apply from 10 kg on.", "They apply to a parcel of 12 kg.", True),
    ("Volume grew from 10 kg to 30 kg.", "They apply to a parcel of 12 kg.", False),
    ("The daily limit is $500.", "You can withdraw $300.", True),
    ("The daily limit is $500.", "You can withdraw €300.", False),
    ("The daily limit is $500.", "The limit is $300.", False),
    ("Last May it cost $500.", "You can withdraw $300.", False),
    # What a stated bound is applied to, beyond it too.
    ("Noise must not exceed 40 dB.", "A pump that makes 45 dB is too loud.", True),
    ("Noise must not exceed 40 dB.", "Noise must not exceed 45 dB.", False),
    ("Costs are paid up to €6,000.", "€9,000.", False),
    ("Costs are paid up to €6,000.", "The €9,000 for costs are paid.", False),
    # Durations that measure something else.
    ("Register within 30 days.", "Registering ten days after moving in is early enough.", True),
    ("The guarantee lasts 24 months.", "After 18 months it still applies.", True),
    ("It expires after 36 months.", "A nine-year-old may fly alone.", True),
    ("The limit is cut after 30 days' notice.", "They give 20 days' notice.", False),
    ("Complain 30 days after delivery.", "Complain 20 days after delivery.", False),
    ("It has a term of 30 days.", "It has a term of 20 days after opening.", False),
    # Several of what stands for each.
    ("Each further hour costs $3.", "Three more cost $9.", False),  # the first value is a count
    ("Each further hour costs $3.", "It costs $6 for you.", True),
    ("Each further hour costs $3.", "It costs $7 for you.", False),
    ("Each further hour costs $3.", "It costs $6 for every hour.", False),
    ("The further hour costs $3.", "It costs $6 for you.", False),
]  # fmt: skip


@pytest.mark.parametrize(("evidence", "answer", "expected"), CASES)
def test_instances(evidence: str, answer: str, *, expected: bool) -> None:
    stated, told = (Document(text, Extractor()) for text in (evidence, answer))
    assert is_instance(told, told.mentions[0], stated, stated.mentions[0]) is expected
