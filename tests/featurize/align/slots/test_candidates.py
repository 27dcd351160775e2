# SPDX-License-Identifier: Apache-2.0
from __future__ import annotations

import pytest

from faithstill.factcheck import FactChecker
from faithstill.featurize.align.slots.candidates import bands_of, company, fits_band, points_told
from faithstill.featurize.align.slots.context import context_of
from faithstill.featurize.extract import Extractor, Mention
from faithstill.featurize.extract.document import Document

TIERS = "| Users | Fee |\n|---|---|\n| 1 to 20 | $90 |\n| 21 to 80 | $240 |\n| over 80 | $700 |"
MONTHLY = TIERS.replace("Fee", "Monthly fee")
WIDE = "| Plan | up to 5 GB | over 5 GB |\n|---|---|---|\n| Lark | $3 | $8 |"
PROSE = "Storage costs $4 for up to 50 boxes, $7 for 51 to 200 boxes and $11 for more than 200 boxes."
AGES = "Ages 18 to 39: $11 / $19. Ages 40 to 54: $16 / $28."

# Evidence, a value of it, its bands.
BANDS = [
    (TIERS, "$240", ["21 to 80"]),
    (TIERS, "$700", ["80"]),
    (WIDE, "$8", ["5 GB"]),
    (PROSE, "$4", ["50"]),
    (PROSE, "$7", ["51 to 200"]),
    (PROSE, "$11", ["200"]),
    (AGES, "$28", ["40 to 54"]),
    ("The fee is $9.", "$9", []),
]

# Evidence, a value of it, an answer, whether the answer's other values lie within its bands.
FITS = [
    (TIERS, "$240", "For 35 users it is $240.", 1.0),
    (TIERS, "$90", "For 35 users it is $90.", -1.0),
    (TIERS, "$700", "For 80 users it is $700.", -1.0),
    (TIERS, "$240", "It is $240.", 0.0),
    (TIERS, "$240", "For up to 35 users it is $240.", 0.0),
    (WIDE, "$8", "With 9 GB it is $8.", 1.0),
    (PROSE, "$4", "The 120 boxes cost $4.", -1.0),
    (AGES, "$28", "At 45 it is $28.", 1.0),
]

# Evidence with bands, a question, an answer, is it of another band?
ANSWERS = [
    (MONTHLY, "What is the monthly fee for 35 users?", "For 35 users the monthly fee is $90.", True),
    (MONTHLY, "What is the monthly fee for 35 users?", "For 35 users the monthly fee is $240.", False),
    (TIERS, "What do we pay with 35 users?", "With 35 users you pay $240.", False),
    (PROSE, "What does storing 120 boxes cost?", "Storing 120 boxes costs $4.", True),
    (PROSE, "What does storing 120 boxes cost?", "Storing 120 boxes costs $7.", False),
]


def read(text: str, value: str) -> tuple[Document, Mention]:
    document = Document(text, Extractor())
    return document, next(m for m in document.mentions if m.text == value)


@pytest.mark.parametrize(("evidence", "value", "bands"), BANDS)
def test_bands_of_a_place(evidence: str, value: str, bands: list[str]) -> None:
    document, mention = read(evidence, value)
    assert [band.text for band in bands_of(context_of(document, mention))] == bands


@pytest.mark.parametrize(("evidence", "value", "answer", "fits"), FITS)
def test_what_is_told_lies_in_a_band(evidence: str, value: str, answer: str, fits: float) -> None:
    document, mention = read(evidence, value)
    said, own = read(answer, value)
    points = points_told(said, Document("", Extractor()), own)
    assert fits_band(context_of(document, mention), points) == fits


def test_values_that_stand_together_in_the_answer_may_stand_together_in_the_evidence() -> None:
    records = '{"years": [{"year": 2021, "pay": 382, "bonus": 19}, {"year": 2022, "pay": 397, "bonus": 27}]}'
    answer, bonus = read("The bonus was 19 on a pay of 397.", "19")
    told = points_told(answer, Document("", Extractor()), bonus)
    assert [value.text for value in told] == ["397"]
    assert company(context_of(*read(records, "27")), told) == {0}
    assert company(context_of(*read(records, "19")), told) == frozenset()


@pytest.mark.parametrize(("evidence", "question", "answer", "is_wrong"), ANSWERS)
def test_a_value_of_another_band_is_refuted(
    evidence: str, question: str, answer: str, is_wrong: bool
) -> None:
    report = FactChecker().check(question=question, contexts=[evidence], answer=answer)
    assert any(finding.verdict.value == "conflict" for finding in report.findings) is is_wrong
