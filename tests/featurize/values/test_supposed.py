# SPDX-License-Identifier: Apache-2.0
"""Values that an answer supposes as an example: (evidence, answer, supposed value, its verdict)."""

from __future__ import annotations

import pytest

from faithstill.factcheck import FactChecker, FactStatus, Verdict

LOAN = "The arrangement fee is 1.5 % of the loan amount. It is due at signing."
LATE = "A late fee of $2.50 is charged for each day late. Returns are accepted within 30 days."
LEAVE = "Employees accrue 2.5 days of leave per month. Leave may be carried over."
LETTER = "We must answer within 10 days of receiving a letter. Letters are opened each morning."
OVERDUE = "If you pay more than 15 days late, a fee of $25 applies. The account is closed after 60 days."
SEAT = "Each seat costs $12 per month. The set-up charge is $100."
BROKER = "The broker charges a commission of 0.4% on each trade. The account is free."
VAT = "Prices exclude VAT of 20%. Delivery takes three days."
COURSE = "Members get a 15% discount on all courses. Membership costs $40 a year."

RIGHT = [
    (LOAN, "The fee is 1.5% of the loan amount. For a EUR 10,000 loan the fee is EUR 150.", "EUR 10,000"),
    (LOAN, "For example, on a loan of EUR 20,000 you would pay a fee of EUR 300.", "EUR 20,000"),
    (LATE, "Each day late costs $2.50. For example, 20 days late means $50.", "20 days"),
    (LATE, "If you return it 20 days late, you owe $50.", "20 days"),
    (LEAVE, "You accrue 2.5 days per month, so after six months you have accrued 15 days.", "six months"),
    (LETTER, "Within 10 days: if your letter arrives on 8 May, the answer is due by 18 May.", "8 May"),
    (SEAT, "A team of 15 seats, for example, would pay $180 per month.", "15"),
    (SEAT, "With 8 seats you pay $96 per month.", "8"),
    (BROKER, "The commission is 0.4%, e.g. $20 on a $5,000 trade.", "$5,000"),
    (BROKER, "Say you trade $5,000: the commission is $20.", "$5,000"),
    (VAT, "No, VAT of 20% is added. Suppose the price is $150: VAT would be $30.", "$150"),
    (VAT, "No, VAT of 20% is added. Suppose the price is $150. VAT would then be $30.", "$150"),
    (COURSE, "A 15% discount: a course that costs $200 would be $170 for members.", "$200"),
    ("The warranty lasts two years from purchase.", "If you bought it on 5 June 2023, it ends on 5 June 2025.",
     "5 June 2023"),
    ("The fee is 1.5% of the loan, at least EUR 100.", "For example, for a EUR 10,000 loan it is EUR 150.",
     "EUR 10,000"),
]  # fmt: skip
# A wrong result, a rule that goes with a limit or a threshold, no rule at all, another value in the place of a stated.
UNLICENSED = [
    (LOAN, "For a EUR 10,000 loan the fee is EUR 250.", "EUR 10,000"),
    (LATE, "For example, 20 days late means $60.", "20 days"),
    (LEAVE, "After six months you have accrued 18 days.", "six months"),
    (LETTER, "If your letter arrives on 8 May, the answer is due by 28 May.", "8 May"),
    (LEAVE, "If you work 3 months you accrue 2.5 days.", "3 months"),
    (OVERDUE, "If you pay after 10 days, a fee of $25 applies.", "10 days"),
    ("The fee is 1.5% of the loan, at least EUR 200.", "For a EUR 10,000 loan the fee is EUR 150.", "EUR 10,000"),
    ("The fee is 1.5% of the loan. The minimum fee is EUR 200.", "For a EUR 10,000 loan the fee is EUR 150.",
     "EUR 10,000"),
    ("The fee is 1.5% for loans up to EUR 10,000 and 2% above.", "For a EUR 20,000 loan the fee is EUR 300.",
     "EUR 20,000"),
    ("The loan is EUR 20,000. The fee is 1.5% of the loan.", "With a loan of EUR 10,000, the fee is EUR 150.",
     "EUR 10,000"),
    ("Standard loans carry a fee of 1.5%. Express loans carry a fee of 2%.",
     "For an express loan of EUR 10,000 the fee is EUR 150.", "EUR 10,000"),
    ("Seats beyond the first five cost $12 each.", "With 8 seats you pay $96.", "8"),
    ("After 15 days a fee of $2.50 per day applies.", "If you pay after 20 days, you owe $50.", "20 days"),
    ("The penalty is $15 per day. It is capped at $100.", "For example, 10 days mean $150.", "10 days"),
    ("TD-2 starts on 1 March 2025.", "It runs for six months, from 1 March to 1 September 2025.", "six months"),
    ("The holding is 300 shares.", "The 300 shares at EUR 8 would be worth EUR 2,400.", "EUR 8"),
    ("The fee is $30.", "If you have 2 accounts the fee is $60.", "2"),
    ("The state pays 30% of the cost.", "The project cost $40,000, and the state would pay $12,000.", "$40,000"),
    ("Answers are due within 10 working days.", "If it arrives on 8 May, the answer is due by 18 May.", "8 May"),
]  # fmt: skip


@pytest.mark.parametrize(("evidence", "answer", "value"), RIGHT)
def test_a_supposed_value_and_its_right_result_license_each_other(
    evidence: str, answer: str, value: str
) -> None:
    report = FactChecker().check(question="How does it work?", contexts=[evidence], answer=answer)
    (found,) = [finding for finding in report.findings if finding.text == value]
    assert (found.verdict, found.rule.partition(".")[2]) == (Verdict.GIVEN, "supposed")
    assert "supposed by the answer" in str(found)
    assert report.status is FactStatus.PASSED


@pytest.mark.parametrize(("evidence", "answer", "value"), UNLICENSED)
def test_without_a_rule_that_gives_the_result_nothing_is_supposed(
    evidence: str, answer: str, value: str
) -> None:
    report = FactChecker().check(question="How does it work?", contexts=[evidence], answer=answer)
    assert not [finding for finding in report.findings if finding.rule.endswith("supposed")]
    (found,) = [finding for finding in report.findings if finding.text == value]
    assert found.verdict is not Verdict.PROVED
    assert report.status is not FactStatus.PASSED


def test_a_value_that_the_answer_repeats_is_supposed_once_and_for_all() -> None:
    answer = "Say you trade $5,000: the commission on the $5,000 is $20."
    report = FactChecker().check(question="What is the commission?", contexts=[BROKER], answer=answer)
    assert [finding.rule for finding in report.findings] == [
        "money.supposed", "money.supposed", "money.percent_of",
    ]  # fmt: skip


@pytest.mark.parametrize(
    "answer", ["If you are a Plus customer, the fee is $30.", "With Plus, the fee is $30."]
)
def test_a_condition_supposes_no_value_of_its_main_clause(answer: str) -> None:
    evidence = "The monthly fee is $25 for standard customers and $20 for Plus customers."
    report = FactChecker().check(question="What is the fee?", contexts=[evidence], answer=answer)
    assert report.status is FactStatus.FAILED
