# SPDX-License-Identifier: Apache-2.0
from __future__ import annotations

from itertools import permutations

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from faithstill.data import Triple
from faithstill.featurize import Alignment, Featurizer, Status

# Wanted status, question, evidence ("" for none), answer, the answer's value. Our own words.
STATUSES = [
    # so many times a day, so many of it a day
    ("absent", "", "Take 500 mg four times a day.", "That is 1,500 mg a day.", "1,500 mg"),
    ("equal", "", "Four doses of 500 mg a day.", "Take 500 mg every six hours.", "500 mg"),
    ("equal", "", "Take 500 mg four times a day.", "Take four doses of 500 mg each day.", "500 mg"),
    # words that a particle tells apart
    ("equal", "", "Opt-in rate 40%, opt-out rate 12%.", "The opt-out rate is 12%.", "12%"),
    ("equal", "", "Opt-in rate 40%, opt-out rate 12%.", "12% opted out.", "12%"),
    (
        "equal",
        "",
        "Check-in is from 15:00. Check-out is until 11:00.",
        "You must check out by 11 am.",
        "11 am",
    ),
    (
        "equal",
        "",
        "The reporter has 3 days. The reported user has 14 days.",
        "The reported user has 14 days.",
        "14 days",
    ),
    (
        "equal",
        "",
        "The reporter has 3 days. The reported user has 14 days.",
        "The reporter has 3 days.",
        "3 days",
    ),
    ("equal", "What is the wire fee?", "The wire fee is $25.", "The wire fee is $25.", "$25"),
    ("equal", "What is the wire fee?", "The wire fee is $25.00.", "It costs $25.", "$25"),
    ("equal", "What is the wire fee?", "The wire fee is 25 dollars.", "It costs $25.", "$25"),
    ("equal", "What is the wire fee?", "The wire fee is USD 25.", "It costs $25.", "$25"),
    (
        "equal",
        "How much was lent?",
        "Loans came to $2.1 billion.",
        "Loans came to $2,100 million.",
        "$2,100 million",
    ),
    ("equal", "How much was lent?", "Loans came to £1.2m.", "Loans came to £1,200,000.", "£1,200,000"),
    ("equal", "What is the margin?", "The margin is 150 bps.", "The margin is 1.5%.", "1.5%"),
    (
        "equal",
        "What is the margin?",
        "The margin is 1.5 percent.",
        "The margin is 150 basis points.",
        "150 basis points",
    ),
    ("equal", "What is the rate?", "The rate is 4.25 per cent.", "The rate is 4.25%.", "4.25%"),
    ("equal", "How many members voted?", "Three quarters of members voted.", "75% of members voted.", "75%"),
    (
        "equal",
        "How many members voted?",
        "75% of members voted.",
        "Three quarters of members voted.",
        "Three quarters",
    ),
    ("equal", "How many members voted?", "Half of the members voted.", "50% of members voted.", "50%"),
    (
        "equal",
        "When is it due?",
        "Payment is due on 3 March 2026.",
        "It is due on March 3, 2026.",
        "March 3, 2026",
    ),
    (
        "equal",
        "When is it due?",
        "Payment is due on 2026-03-03.",
        "It is due on 3 March 2026.",
        "3 March 2026",
    ),
    ("equal", "When is it due?", "Payment is due on 3 March 2026.", "It is due in March 2026.", "March 2026"),
    ("equal", "How long is the term?", "The term is two years.", "The term is 24 months.", "24 months"),
    (
        "equal",
        "How long is the notice?",
        "The notice period is two weeks.",
        "The notice period is 14 days.",
        "14 days",
    ),
    ("equal", "How many branches?", "We have twenty-five branches.", "There are 25 branches.", "25"),
    (
        "equal",
        "What were sales?",
        "| £000 | 2024 |\n|---|---|\n| Sales | 4,500 |",
        "Sales were £4.5 million in 2024.",
        "£4.5 million",
    ),
    (
        "equal",
        "What were sales?",
        "Figures in $ millions\n| Item | 2024 |\n|---|---|\n| Sales | 120 |",
        "Sales were $120 million.",
        "$120 million",
    ),
    (
        "equal",
        "What is the balance?",
        '{"account": {"balance": 1250.50, "currency": "USD"}}',
        "Your balance is $1,250.50.",
        "$1,250.50",
    ),
    (
        "equal",
        "What is the balance?",
        '{"account": {"balance": "1250.5"}}',
        "Your balance is $1,250.50.",
        "$1,250.50",
    ),
    (
        "equal",
        "Q2 fee of Plus?",
        "| Plan | Q1 | Q2 |\n|---|---|---|\n| Basic | $5 | $6 |\n| Plus | $9 | $11 |",
        "The Plus plan costs $11 in Q2.",
        "$11",
    ),
    (
        "equal",
        "What was the loss?",
        "The group lost (120) million.",
        "The group lost 120 million.",
        "120 million",
    ),
    (
        "equal",
        "How much cover?",
        "Cover is about 85.19 thousand euros.",
        "Cover is about 85 thousand euros.",
        "85 thousand euros",
    ),
    ("equal", "When does it close?", "The office closes at 5 p.m.", "The office closes at 17:00.", "17:00"),
    (
        "given",
        "Can I send $750?",
        "Transfers are free of charge for members.",
        "Yes, $750 can be sent free of charge.",
        "$750",
    ),
    (
        "given",
        "What applies on 4 May 2026?",
        "The tariff applies all year.",
        "On 4 May 2026 the tariff applies.",
        "4 May 2026",
    ),
    (
        "given",
        "I pay on 20 July. How much?",
        "On 15 July 2025 the payoff amount is due.",
        "On 20 July 2025 more is due.",
        "20 July 2025",
    ),
    (
        "given",
        "Is 15 miles offshore inside the area?",
        "The area ends at the coast of the island.",
        "No, 15 is not.",
        "15",
    ),
    (
        "given",
        "Is 35% allowed?",
        "The cap depends on the product.",
        "The cap on 35% depends on the product.",
        "35%",
    ),
    (
        "given",
        "May a 67-year-old apply?",
        "Applicants of any age are welcome.",
        "A 67-year-old may apply.",
        "67-year",
    ),
    (
        "given",
        "I am 43 days late, what now?",
        "Late payers are called by the branch.",
        "At 43 days late the branch calls you.",
        "43 days",
    ),
    (
        "derived",
        "What is the total fee?",
        "The wire fee is $25. The card fee is $31.",
        "The total fee is $56.",
        "$56",
    ),
    (
        "derived",
        "How much more does the card cost?",
        "The wire fee is $25. The card fee is $71.",
        "The card costs $46 more.",
        "$46",
    ),
    ("derived", "What is the fee per year?", "The monthly fee is $17.", "That is $204 per year.", "$204"),
    (
        "derived",
        "What is 3% of the loan?",
        "The fee is 3% of the loan. The loan is $45,000.",
        "The fee is $1,350.",
        "$1,350",
    ),
    (
        "derived",
        "By what percent did revenue grow?",
        "Revenue was $200 million in 2023 and $230 million in 2024.",
        "Revenue grew by 15%.",
        "15%",
    ),
    (
        "derived",
        "What share of loans is unsecured?",
        "Loans are $400 million, of which $130 million are unsecured.",
        "The unsecured share is 32.5%.",
        "32.5%",
    ),
    (
        "derived",
        "What is the average fee?",
        "The fee was $20 in spring and $27 in autumn.",
        "The average fee is $23.50.",
        "$23.50",
    ),
    (
        "derived",
        "What do I pay after the discount?",
        "The price is $340. The discount is 15%.",
        "After the discount you pay $289.",
        "$289",
    ),
    (
        "derived",
        "How many days between the dates?",
        "The loan ran from 3 March 2024 to 17 April 2024.",
        "It ran for 45 days.",
        "45 days",
    ),
    (
        "derived",
        "Until when can I cancel?",
        "The contract was signed on 3 March 2026. You can cancel within 14 days.",
        "You can cancel until 17 March 2026.",
        "17 March 2026",
    ),
    # told before what it follows from; a part of a whole in words
    (
        "derived",
        "What do I keep?",
        "The deposit is $2,350. The exit fee is $185.",
        "You keep $2,165: the deposit of $2,350 less the exit fee of $185.",
        "$2,165",
    ),
    (
        "derived",
        "How big is the discount?",
        "The balance is £6,480. We accept £3,240 in full settlement.",
        "Half of the balance: £3,240 is accepted on £6,480.",
        "Half",
    ),
    # a formula gives it, but the evidence has another value in the very same words
    (
        "conflicting",
        "How much did the cast earn?",
        "The cast earned $75,000 per episode in season three, $85,000 in season four and $100,000 in season five.",
        "The cast earned $75,000 per episode in season three, $85,000 in season four and $160,000 in season five.",
        "$160,000",
    ),
    # two values read apart that the evidence has as a range
    (
        "equal",
        "What is the limit?",
        "The deposit sets the credit limit: $200 to $2,500.",
        "The deposit sets the limit, from $200 to $2,500, and nothing else does.",
        "$2,500",
    ),
    ("equal", "When was it painted?", "1491-1510, town museum.", "It dates from c. 1491-1510.", "1491-1510"),
    ("equal", "Which year?", "form=A2 year=2030 ref=Q8", "The form was for the year 2030.", "2030"),
    (
        "equal",
        "What is the rent?",
        "| Tenant | Rent (£000) |\n|---|---|\n| Helix | 3,150 |\n| Penfold | 1,950 |",
        "Helix pays £3.15 million.",
        "£3.15 million",
    ),
    # a count that the answer's own list denies, one whose things no list names, and a label
    (
        "absent",
        "Which plans exist?",
        "Plans: Basic, Plus and Prime. Ada, Ben, Cleo and Dan sell them.",
        "There are four plans: Basic, Plus, and Prime.",
        "four",
    ),
    (
        "absent",
        "Who left?",
        "Ada, Ben and Cleo signed.",
        "In the end three managers left.",
        "three",
    ),
    ("absent", "Which seat?", "Ada, Ben and Cleo ran for the council.", "She held council seat 3.", "3"),
    (
        "unchecked",
        "Which plans exist?",
        "Plans: Basic, Plus and Prime.",
        "There are 3: Basic, Plus and Prime.",
        "3",
    ),
    (
        "unchecked",
        "What must I bring?",
        "Bring a passport and a bill.",
        "You need two documents: a passport and a bill.",
        "two",
    ),
    ("conflicting", "What is the wire fee?", "The wire fee is $25.", "The wire fee is $30.", "$30"),
    (
        "conflicting",
        "What is the annual rate?",
        "The annual rate of the savings account is 4.25%.",
        "The annual rate of the savings account is 4.52%.",
        "4.52%",
    ),
    ("conflicting", "What is the margin?", "The margin is 150 bps.", "The margin is 15%.", "15%"),
    (
        "conflicting",
        "When is the payment due?",
        "The payment is due on 3 March 2026.",
        "The payment is due on 13 March 2026.",
        "13 March 2026",
    ),
    (
        "conflicting",
        "How long is the notice period?",
        "The notice period is 14 days.",
        "The notice period is 41 days.",
        "41 days",
    ),
    (
        "conflicting",
        "How many members voted?",
        "Three quarters of the members voted.",
        "70% of the members voted.",
        "70%",
    ),
    (
        "conflicting",
        "What were sales in 2024?",
        "| £000 | 2024 |\n|---|---|\n| Sales | 4,500 |",
        "Sales were £5.4 million in 2024.",
        "£5.4 million",
    ),
    (
        "conflicting",
        "What is the account balance?",
        '{"account": {"balance": 1250.50}}',
        "The account balance is $1,520.50.",
        "$1,520.50",
    ),
    (
        "conflicting",
        "How many branches are there?",
        "There are 412 branches.",
        "There are 421 branches.",
        "421",
    ),
    (
        "conflicting",
        "When does the office close?",
        "The office closes at 5 p.m.",
        "The office closes at 6 p.m.",
        "6 p.m.",
    ),
    (
        "conflicting",
        "What was revenue in 2023?",
        "Revenue was $200 million in 2023.",
        "Revenue was $290 million in 2023.",
        "$290 million",
    ),
    ("conflicting", "What is the wire fee?", "The wire fee is 25 euros.", "The wire fee is $25.", "$25"),
    (
        "absent",
        "What is the wire fee?",
        "Opening hours are posted at the door.",
        "The wire fee is $30.",
        "$30",
    ),
    ("absent", "What is the fee?", "The annual report lists 14 subsidiaries.", "The fee is 2.75%.", "2.75%"),
    ("absent", "When is the office open?", "The fee is $40.", "It opens on 3 May 2027.", "3 May 2027"),
    ("absent", "How long is cover?", "The premium is $417.", "Cover lasts 45 days.", "45 days"),
    ("absent", "What is the fee?", "", "The fee is $317.", "$317"),
    ("absent", "How heavy?", "The parcel costs $17.", "The parcel weighs 23 kg.", "23 kg"),
    ("absent", "When does it open?", "The office is in London.", "It opens at 9:30 am.", "9:30 am"),
]


def aligned(featurizer: Featurizer, question: str, contexts: list[str], answer: str, value: str) -> Alignment:
    analysis = featurizer.analyse(Triple.of(question=question, contexts=contexts, answer=answer))
    (found,) = [x for x in analysis.alignments if x.mention.text == value]
    return found


@pytest.mark.parametrize(("status", "question", "context", "answer", "value"), STATUSES)
def test_status(
    featurizer: Featurizer, status: str, question: str, context: str, answer: str, value: str
) -> None:
    found = aligned(featurizer, question, [context] if context else [], answer, value)
    assert found.status == status
    assert (found.support is None) is (found.status is not Status.EQUAL)
    assert (found.derivation is None) is (found.status is not Status.DERIVED)
    assert found.status is not Status.CONFLICTING or found.rival is not None


def test_the_table_has_every_status() -> None:
    assert {row[0] for row in STATUSES} == set(Status)
    assert len(STATUSES) >= 60


FEES = "| Plan | Q1 | Q2 |\n|---|---|---|\n| Basic | $5 | $6 |\n| Plus | $9 | $11 |"
BOOKS = "| £000 | 2023 | 2024 |\n|---|---|---|\n| Loans | 810 | 920 |\n| Deposits | 415 | 377 |"
CITIES = "| City | Fee |\n|---|---|\n| Osaka | €40 |\n| Turin | €65 |"
RECORDS = '{"accounts": [{"name": "checking", "balance": 310.5}, {"name": "savings", "balance": 88.25}]}'
RATES = "The annual rate of the loan is 7%. The annual rate of the savings account is 3%."
CAPTIONS = (
    "## Card\n| Fee | Limit |\n|---|---|\n| $4 | $900 |\n\n## Wire\n| Fee | Limit |\n|---|---|\n| $25 | $70 |"
)

# Evidence, answer with a value of another row, that value, the value that should stand there.
WRONG_SLOTS = [
    (FEES, "Plus costs $5 in Q1.", "$5", "$9"),
    (FEES, "Plus costs $6 in Q2.", "$6", "$11"),
    (FEES, "Basic costs $9 in Q1.", "$9", "$5"),
    (FEES, "Basic costs $6 in Q1.", "$6", "$5"),
    (BOOKS, "Deposits in 2024 were £920,000.", "£920,000", "377"),
    (BOOKS, "Loans in 2023 were £415,000.", "£415,000", "810"),
    (CITIES, "The Osaka fee is €65.", "€65", "€40"),
    (CITIES, "Turin charges a fee of €40.", "€40", "€65"),
    (RECORDS, "The savings balance is $310.50.", "$310.50", "88.25"),
    (RECORDS, "The checking balance is $88.25.", "$88.25", "310.5"),
    (RATES, "The annual rate of the loan is 3%.", "3%", "7%"),
    (RATES, "The annual rate of the savings account is 7%.", "7%", "3%"),
    (CAPTIONS, "The wire fee is $4.", "$4", "$25"),
    (CAPTIONS, "The card limit is $70.", "$70", "$900"),
]


@pytest.mark.parametrize(("context", "answer", "value", "rival"), WRONG_SLOTS)
def test_a_value_of_another_row_is_outranked_by_the_one_of_its_own(
    featurizer: Featurizer, context: str, answer: str, value: str, rival: str
) -> None:
    wrong = aligned(featurizer, "", [context], answer, value)
    assert wrong.status is Status.CONFLICTING
    assert wrong.support is not None
    assert wrong.rival is not None
    assert wrong.rival.mention.text == rival
    right = aligned(featurizer, "", [context], answer.replace(value, rival), rival)
    assert right.margin > 0


def test_under_a_scale_a_cell_is_no_rival_of_itself_but_of_an_unscaled_amount(featurizer: Featurizer) -> None:
    bare = aligned(featurizer, "", [BOOKS], "Loans in 2023 were 810.", "810")
    assert bare.rival is not None
    assert bare.rival.mention.text != "810"
    unscaled = aligned(featurizer, "", [BOOKS], "Loans in 2023 were £810.", "£810")
    assert unscaled.rival is not None
    assert unscaled.rival.mention.low == 810_000


PLANS = "Premium 1000, free 500."
BOTH = "Premium accounts get 1,000 requests, free accounts get 200 requests."
HOLDS = '{"holds": [{"amount": 120.5, "merchant": "Larkspur Cars"}, {"amount": 45.0, "merchant": "Pinegate Inn"}]}'
KEYS = '{"plan": "Plus", "monthlyFee": 9.5, "setupFee": 30.0}'
LINES = "Card: Plus\nMonthly fee: $9\nReplacement fee: $15"
PIPES = "Plan | Q1 | Q2\nBasic | $50 | $60\nPlus | $90 | $110"
PARALLEL = "Premium users: 1000 requests a minute. Free users: 500 requests a minute."
QUARTERS = "| Quarter | Revenue |\n|---|---|\n| Q1 2025 | $4.1m |\n| Q2 2025 | $4.6m |"
COMMAS = "Quarter,Revenue\nQ1 2025,4.1\nQ2 2025,4.6"
RATES_IN_WORDS = "The foreign fee is 3%. The domestic fee is 1%."
PERMITS = (
    "| Zone | First permit | Second permit |\n|---|---|---|\n| Elmside | €195 | €240 |\n| Ostend | €75 | €120 |\n\n"
    "A household may hold two permits."
)
BONUS = "In the first year the rate is 4.6%. After that the rate is 3.1%."

# Rule or status, evidence, answer, the answer's value: whose slot it is decides.
SLOTS = [
    ("number.other_slot", PARALLEL, "Free accounts are limited to 1,000 requests a minute.", "1,000"),
    ("equal", PARALLEL, "Premium accounts are limited to 1,000 requests a minute.", "1,000"),
    ("money.other_slot", QUARTERS, "Revenue in Q2 2025 was $4.1m.", "$4.1m"),
    ("equal", QUARTERS, "Revenue in Q2 2025 was $4.6m.", "$4.6m"),
    ("number.other_slot", COMMAS, "Revenue in Q2 2025 was 4.1.", "4.1"),
    ("equal", PLANS, "The limit is 1000.", "1000"),
    ("equal", PLANS, "Premium accounts are limited to 1,000.", "1,000"),
    ("number.other_slot", BOTH, "Free accounts get 1,000 requests.", "1,000"),
    ("equal", BOTH, "Premium accounts get 1,000 requests.", "1,000"),
    ("money.other_slot", HOLDS, "Pinegate Inn holds $120.50.", "$120.50"),
    ("equal", HOLDS, "Larkspur Cars holds $120.50.", "$120.50"),
    ("money.other_slot", KEYS, "The monthly fee is $30.00.", "$30.00"),
    ("equal", KEYS, "The monthly fee is $9.50.", "$9.50"),
    ("money.other_slot", LINES, "The monthly fee is $15.", "$15"),
    ("equal", LINES, "The replacement fee is $15.", "$15"),
    ("money.other_slot", PIPES, "Plus costs $50 in Q1.", "$50"),
    ("equal", PIPES, "Plus costs $110 in Q2.", "$110"),
    ("percent.other_slot", RATES_IN_WORDS, "The foreign fee is 1%.", "1%"),
    ("equal", RATES_IN_WORDS, "The foreign fee is 3%.", "3%"),
    ("percent.other_slot", BONUS, "In the first year the rate is 3.1%.", "3.1%"),
    ("equal", BONUS, "The rate is 3.1% after that.", "3.1%"),
    ("money.other_slot", PERMITS, "A second permit in Ostend costs €240.", "€240"),  # no €120 x two
    ("derived", PERMITS, "The 2 permits of Ostend cost €195 together.", "€195"),
    ("derived", PERMITS, "Together the two permits of Ostend come to €195.", "€195"),
]  # fmt: skip


@pytest.mark.parametrize(("outcome", "context", "answer", "value"), SLOTS)
def test_the_slot_decides(
    featurizer: Featurizer, outcome: str, context: str, answer: str, value: str
) -> None:
    found = aligned(featurizer, "", [context], answer, value)
    assert outcome in (found.rule, found.status)


def test_swapped_values_conflict_both_and_rightly_paired_ones_do_not(featurizer: Featurizer) -> None:
    def statuses(answer: str) -> list[Status]:
        triple = Triple.of(question="", contexts=[RATES_IN_WORDS], answer=answer)
        return [x.status for x in featurizer.analyse(triple).alignments]

    assert statuses("The foreign fee is 1% and the domestic fee is 3%.") == [Status.CONFLICTING] * 2
    assert statuses("The foreign fee is 3% and the domestic fee is 1%.") == [Status.EQUAL] * 2


# Rule, evidence, answer, the answer's value: what a value is besides its figure.
QUALIFIED = [
    ("money.equal", "The instalment is $310 a month.", "The instalment is $310 per month.", "$310"),
    ("money.equal", "The instalment is $310 a month.", "The instalment is $310.", "$310"),
    ("money.conflict", "The wire fee is $25.", "The wire fee is £25.", "£25"),
    ("money.same_figure", '{"refund_cents": 6400, "currency": "USD"}', "The refund is $64.00.", "$64.00"),
    ("money.same_figure", '{"refund": 64.00, "currency": "USD"}', "The refund is $64.00.", "$64.00"),
    ("duration.absent", "Each state has two senators.", "The vote is every two weeks.", "two weeks"),
    ("duration.equal", "Plans run for three, six or nine months.", "A plan runs for six months.", "six months"),
    ("number.equal", "Bring up to 30 guests.", "Bring 30 guests.", "30"),
    ("number.rounded", "The index is at 85.19 now.", "The index is at about 85.", "85"),
    ("duration.equal", "Notice is two weeks.", "Notice is 14 days.", "14 days"),
    ("percent.pieced", "A floor of 1% and a cap of 4% apply.", "It rises by between 1% and 4%.", "1% and 4%"),
    ("date.pieced", "The band played on 9 April. It toured in 2011.", "It played on 9 April 2011.", "9 April 2011"),
    ("date.absent", "The band played on 9 April.", "It played on 9 April 2011.", "9 April 2011"),
    ("number.conflict", "There are four plans.", "There are three plans.", "three"),
    ("number.count", "Plans: Basic, Plus, Prime.", "There are three plans.", "three"),
]  # fmt: skip


@pytest.mark.parametrize(("rule", "context", "answer", "value"), QUALIFIED)
def test_rules(featurizer: Featurizer, rule: str, context: str, answer: str, value: str) -> None:
    assert aligned(featurizer, "", [context], answer, value).rule == rule


def test_an_amount_is_not_the_bare_figure_of_a_table_in_thousands(featurizer: Featurizer) -> None:
    assert aligned(featurizer, "", [BOOKS], "Loans in 2023 were £810.", "£810").status is not Status.EQUAL
    assert aligned(featurizer, "", [BOOKS], "Loans in 2023 were £810,000.", "£810,000").status is Status.EQUAL
    earnings = "In thousands, except per share\n| | 2023 |\n|---|---|\n| Sales | 810 |\n| Earnings per share | 4.10 |"
    share = aligned(featurizer, "", [earnings], "Earnings per share were $4.10 in 2023.", "$4.10")
    assert share.status is Status.EQUAL


def test_support_and_rival_are_both_kept_where_passages_disagree(featurizer: Featurizer) -> None:
    found = aligned(
        featurizer, "", ["The wire fee is $25.", "The wire fee is $30."], "The wire fee is $25.", "$25"
    )
    assert found.status is Status.EQUAL
    assert found.support is not None
    assert found.rival is not None
    assert (found.support.mention.text, found.rival.mention.text) == ("$25", "$30")


# Status, question, evidence, answer, name.
NAMES = [
    ("equal", "Who insures it?", "Harrow Vale Mutual insures it.", "It is Harrow Vale Mutual.", "Harrow Vale Mutual"),
    ("given", "Is Tilsbury Savings free?", "Transfers are free.", "At Tilsbury Savings it is.", "Tilsbury Savings"),
    ("absent", "Who insures it?", "Harrow Vale Mutual insures it.", "Castle Ridge Mutual does.", "Castle Ridge Mutual"),
]  # fmt: skip


@pytest.mark.parametrize(("status", "question", "context", "answer", "name"), NAMES)
def test_names(
    featurizer: Featurizer, status: str, question: str, context: str, answer: str, name: str
) -> None:
    assert aligned(featurizer, question, [context], answer, name).status == status


def test_contradicting_evidence_supports_each_of_its_values_and_refutes_the_rest(
    featurizer: Featurizer,
) -> None:
    context = "The fee is $517. The fee is $638."
    assert [
        aligned(featurizer, "", [context], f"The fee is {v}.", v).status for v in ("$517", "$638", "$701")
    ] == [
        Status.EQUAL,
        Status.EQUAL,
        Status.CONFLICTING,
    ]


def test_of_thousands_of_values_the_rival_in_the_slot_is_still_found(featurizer: Featurizer) -> None:
    rows = [f"The charge of branch {i} is ${i * 7 + 3}." for i in range(3_000)]
    rows.insert(1_700, "The wire fee for Lisbon is $25.10.")
    found = aligned(featurizer, "", ["\n".join(rows)], "The wire fee for Lisbon is $61.37.", "$61.37")
    assert found.status is Status.CONFLICTING
    assert found.rival is not None
    assert found.rival.mention.text == "$25.10"


_VALUES = st.sampled_from(
    [
        "$25",
        "$30",
        "$55",
        "4.25%",
        "15%",
        "$1,350",
        "3 March 2026",
        "17 March 2026",
        "14 days",
        "three quarters",
        "£4.5m",
    ]
)
_SUBJECTS = st.sampled_from(["wire fee", "card fee", "annual rate", "loan", "notice period", "total"])
_FACTS = st.builds("The {} is {}.".format, _SUBJECTS, _VALUES)
_TEXTS = st.lists(_FACTS, min_size=1, max_size=3).map(" ".join) | st.sampled_from(
    [FEES, BOOKS, CITIES, RECORDS]
)


@settings(max_examples=150, deadline=None)
@given(passages=st.lists(_TEXTS, min_size=1, max_size=3), more=_TEXTS, answer=_TEXTS, question=_FACTS)
@example(passages=[FEES], more=BOOKS, answer="The wire fee is $25.", question="The wire fee is $30.")
def test_a_further_passage_makes_no_proved_value_absent(
    featurizer: Featurizer, passages: list[str], more: str, answer: str, question: str
) -> None:
    def statuses(contexts: list[str]) -> list[Status]:
        triple = Triple.of(question=question, contexts=contexts, answer=answer)
        return [x.status for x in featurizer.analyse(triple).alignments]

    for before, after in zip(statuses(passages), statuses([*passages, more]), strict=True):
        assert before not in (Status.EQUAL, Status.DERIVED, Status.GIVEN) or after is not Status.ABSENT


@settings(max_examples=100, deadline=None)
@given(passages=st.lists(_TEXTS, min_size=2, max_size=4), answer=_TEXTS, question=_FACTS)
def test_the_order_of_passages_changes_no_status(
    featurizer: Featurizer, passages: list[str], answer: str, question: str
) -> None:
    seen = {
        tuple((x.status, x.rival and x.rival.slot) for x in featurizer.analyse(triple).alignments)
        for order in permutations(passages)
        for triple in [Triple.of(question=question, contexts=order, answer=answer)]
    }
    assert len(seen) == 1


_PROSE = st.lists(_FACTS, min_size=2, max_size=6)


@settings(max_examples=100, deadline=None)
@given(facts=_PROSE, cut=st.integers(1, 5), answer=_TEXTS, question=_FACTS)
def test_where_a_text_is_cut_into_passages_changes_no_verdict(
    featurizer: Featurizer, facts: list[str], cut: int, answer: str, question: str
) -> None:
    def verdicts(contexts: list[str]) -> list[tuple[Status, str]]:
        triple = Triple.of(question=question, contexts=contexts, answer=answer)
        return [(x.status, x.rule) for x in featurizer.analyse(triple).alignments]

    chunks = [" ".join(part) for part in (facts[:cut], facts[cut:]) if part]
    assert verdicts([" ".join(facts)]) == verdicts(chunks)
