# SPDX-License-Identifier: Apache-2.0
from __future__ import annotations

import random
from collections import Counter
from decimal import Decimal

import pytest

from faithstill.data import Triple
from faithstill.featurize import Alignment, Featurizer, Status
from faithstill.featurize.align.derived.derive import derive
from faithstill.featurize.align.derived.formula import Derivation
from faithstill.featurize.align.derived.operands import Operand, Statement
from faithstill.featurize.align.slots.counted import is_small_count
from faithstill.featurize.extract import Extractor, Mention

ORDERS = (
    "(EUR million)\n\n| Town | Orders 2024 | Orders 2023 |\n|---|---|---|\n"
    "| Orsk | 1,242 | 1,198 |\n| Velm | 877 | 804 |\n| Tarn | 451 | 466 |"
)
FAIR = "A stall at the fair costs €140. Power costs €20 a day for 3 days. A table costs €35, a lamp €12."

# Rule, question, evidence, answer, a value that follows, one like it that does not.
FORMULAS = [
    ("sum", "What is the total?", "The wire fee is $25. The card fee is $31. The cash fee is $43.",
     "The total is {}.", "$99", "$98"),
    ("sum", "What is the total fee?", "The wire fee is $25. The card fee is $31.",
     "The total fee is {}.", "$56", "$58"),
    ("sum", "What do both fees come to?", "The wire fee is $25.50. The card fee is $31.25.",
     "Both together come to {}.", "$56.75", "$57.75"),
    ("sum", "How long do both flights take?", "One flight takes 4 h, the other 1 h.",
     "Both together take {}.", "5 h", "4 h 40 min"),
    ("sum", "How long do both flights take?", "One flight takes 1 h 50 min, the other 2 h 25 min.",
     "Both together take {}.", "4 hours and 15 minutes", "4 hours and 16 minutes"),
    ("difference", "How much more does the card cost?", "The wire fee is $25. The card fee is $71.",
     "The card costs {} more.", "$46", "$47"),
    ("difference", "What is left of the limit?", "The limit is $10,000. You have used $3,450.",
     "Of the limit {} is left.", "$6,550", "$6,450"),
    ("difference", "By how many points did the rate fall?", "The rate fell from 7.35% to 6.1%.",
     "The rate fell by {}.", "1.25 percentage points", "1.35 percentage points"),
    ("average", "What is the average fee?", "The fee was $20 in spring and $27 in autumn.",
     "The average fee is {}.", "$23.50", "$24.50"),
    ("yearly", "What is the fee per year?", "The monthly fee is $17.", "That is {} per year.", "$204", "$205"),
    ("yearly", "What is the rent per year?", "The quarterly rent is $1,725.", "That is {} a year.", "$6,900", "$6,800"),
    ("percent_of", "What is 3% of the loan?", "The fee is 3% of the loan. The loan is $45,000.",
     "The fee is {}.", "$1,350", "$1,360"),
    ("percent_of", "I save $2,600, what interest do I earn?", "Savings earn 4.5% interest a year.",
     "You earn {} in interest.", "$117", "$127"),
    ("increased_by", "What is the rent after the rise?", "The rent is $1,240. The rent rises by 5%.",
     "After the rise the rent is {}.", "$1,302", "$1,312"),
    ("reduced_by", "What do I pay after the discount?", "The price is $340. The discount is 15%.",
     "After the discount you pay {}.", "$289", "$279"),
    ("product", "What do 40 shares cost?", "A share costs $17.50.", "The 40 shares cost {}.", "$700", "$710"),
    ("product", "What do 26 nights cost in total?", "A night costs $83.", "In total {}.", "$2,158", "$2,148"),
    ("quotient", "What does each of the 40 members pay?", "The members pay $710 together.",
     "Each pays {}.", "$17.75", "$18.75"),
    ("percent_change", "By what percent did revenue grow?",
     "Revenue was $200 million in 2023 and $230 million in 2024.", "Revenue grew by {}.", "15%", "16%"),
    ("percent_change", "How far did costs fall?", "Costs fell from $64.0 million to $60.8 million.",
     "Costs fell by {}.", "5%", "6%"),
    ("share", "What share of loans is unsecured?", "Loans are $400 million, of which $130 million are unsecured.",
     "The unsecured share is {}.", "32.5%", "33.5%"),
    ("share", "What was the margin?", "Sales were $640 million and profit was $81.6 million.",
     "The margin was {}.", "12.75%", "13.75%"),
    ("time_between", "How many days between the dates?", "The loan ran from 3 March 2024 to 17 April 2024.",
     "It ran for {} between the two.", "45 days", "46 days"),
    ("time_between", "How long was the loan?", "The loan ran from 3 March 2023 to 24 April 2024.",
     "It ran for {}.", "1 year 1 month 21 days", "1 year 1 month 20 days"),
    ("date_shift", "", "The cover starts on 1 May 2024 and lasts 1 year and 30 days.",
     "It ends on {}, 1 year and 30 days later.", "31 May 2025", "30 May 2025"),
    ("time_between", "How long was the loan?", "The loan ran from 3 March 2024 to 3 November 2024.",
     "The loan ran for {}.", "8 months", "9 months"),
    ("date_shift", "Until when can I cancel the contract?",
     "The contract was signed on 3 March 2026. You can cancel within 14 days.",
     "The contract can be cancelled until {}.", "17 March 2026", "18 March 2026"),
    ("date_shift", "When is notice due?", "The contract ends on 30 June 2026. Notice is due 3 months before.",
     "Notice is due on {}.", "30 March 2026", "29 March 2026"),
    ("date_shift", "When does the lease end?", "The lease ends five years after July 1, 2021.",
     "The lease ends on {}.", "July 1, 2026", "July 1, 2027"),
    ("time_between", "", "The branch is open from 9:00 to 17:00.", "It is open for {}.", "eight hours", "nine hours"),
    ("time_between", "", "The shift lasts from 22:00 to 06:30.", "It lasts {}.", "8.5 hours", "9.5 hours"),
    ("time_between", "", "The policy runs from 1 May 2024 to 30 April 2025.", "It runs for {}.",
     "one year", "two years"),
    ("time_between", "", "Cover lasts from 15 March 2024 to 14 September 2024.", "It lasts {}.",
     "6 months", "7 months"),
    ("date_shift", "", "The tenant may break on 30 June 2028 on three months' notice.",
     "Notice must be served by {}.", "31 March 2028", "29 March 2028"),
    ("date_shift", "", "The offer of 31 January 2026 lapses after one month.",
     "It lapses on {}, one month after 31 January 2026.", "28 February 2026", "27 February 2026"),
    ("percent_change", "", "Transfers outside the euro area cost 12 euro each (so far 9 euro).",
     "They go up by {}: from €9 to €12.", "a third", "a half"),
    ("difference", "", "| Combined ratio | 2024 | 2025 |\n|---|---|---|\n| Property | 98.7% | 91.4% |",
     "Property had a combined ratio of 91.4% in 2025, {} points better than in 2024.", "7.3", "6.3"),
    # a whole column, in the table's millions, and a whole row
    ("sum", "How did orders go?", ORDERS, "Orders added up to {} in 2024.", "€2.57 billion", "€2.67 billion"),
    ("sum", "How many depots are there?", "| Town | Depots |\n|---|---|\n| Orsk | 11 |\n| Velm | 9 |\n| Tarn | 7 |",
     "Altogether the firm has {} depots.", "27", "29"),
    # one measure of one row at two times, and a told value beside the other one
    ("difference", "How did Velm develop?", ORDERS, "Velm's orders rose by {}.", "€73 million", "€83 million"),
    ("difference", "How content are guests?", "In May 86% of guests were content, up from 81%. Staff grew by 12.",
     "Satisfaction improved by {} points to 86%.", "five", "seven"),
    ("percent_change", "How did output develop?", "Output was 2,761.6 tonnes, after 2,602.4 tonnes in 2021.",
     "Output grew by 159.2 tonnes, or {}, to 2,761.6 tonnes.", "6.1%", "7.3%"),
    # totals of the answer's own lines
    ("sum", "What will I pay?", FAIR,
     "| Item | Cost |\n|---|---|\n| Stall | €140 |\n| Table | €35 |\n| **Total** | {} |",
     "€175", "€185"),
    # so many of what the price is the price of
    ("product", "What do six tables cost?", FAIR, "Six tables cost {}.", "€210", "€220"),
    # the question's amount at the one percentage that fits, or less what the evidence takes off
    ("difference", "My vet bill was £895.", "Of each vet bill you bear an excess of £95. Walks cost £20.",
     "{} is left after the excess.", "£800", "£700"),
    # a percentage that says of what it is
    # what a percentage is said to be of, by the name that the evidence gives it
    ("percent_of", "What do I pay?", "The tax is 1.1% of the value, with a 3% discount in May. The value is 400,000.",
     "4,268, that is 1.1% of 400,000 (4,400) less the 3% discount of {}.", "132", "133"),
    # one value of each sentence before or after a total
]  # fmt: skip


def aligned(featurizer: Featurizer, question: str, context: str, answer: str, value: str) -> Alignment:
    triple = Triple.of(question=question, contexts=[context], answer=answer)
    (found,) = [x for x in featurizer.analyse(triple).alignments if x.mention.text == value]
    return found


@pytest.mark.parametrize(("rule", "question", "context", "answer", "value", "other"), FORMULAS)
def test_formula(
    featurizer: Featurizer, rule: str, question: str, context: str, answer: str, value: str, other: str
) -> None:
    found = aligned(featurizer, question, context, answer.format(value), value)
    assert found.derivation is not None
    assert (found.status, found.derivation.rule) == (Status.DERIVED, rule)
    missed = aligned(featurizer, question, context, answer.format(other), other)
    assert missed.status is not Status.DERIVED


# Question, evidence, answer, a value that a formula happens to give, but that no word asks for.
COINCIDENCES = [
    ("What is the fee?", "A parcel costs $31. A letter costs $25.", "The fee is $6.", "$6"),
    ("What is the fee?", "A parcel costs $30. A letter costs $20.", "The fee is $25.", "$25"),
    ("What is the fee?", "A parcel costs $30. A letter costs $20.", "The fee is $50.", "$50"),
    ("What is the fee?", "The deposit is $17.", "The fee is $204.", "$204"),
    ("What is the fee?", "The deposit is $40.", "The fee is $20.", "$20"),
    ("What is the fee?", "The deposit is $40.", "The fee is $80.", "$80"),
    ("What is the tax?", "The fee is $3 and the deposit $60.", "The tax that applies is 5%.", "5%"),
    ("Is it covered?", "The limit is $150 and the excess $120.", "Covered are 80% here.", "80%"),
    ("Is it covered?", "The limit is $150 and the excess $120.", "Covered are 25% here.", "25%"),
    ("Is it covered?", "The excess rate is 30%.", "Covered are 70%.", "70%"),
    ("How long?", "The notice is 45 days. The grace period is 21 days.", "You have 24 days.", "24 days"),
    ("How long?", "The grace period is 3 weeks.", "You have 6 weeks.", "6 weeks"),
    ("Is it 38%?", "The allowance is 2,600, the fee 1,000.", "Tax is 38% of the 600.", "38%"),
    ("What is the fee?", "The fee is 45 plus 1.5% of 2,000.", "The fee is 30 plus 1.5% of 2,000.", "30"),
    ("My return is late, what is the penalty?", "A late return costs 75 per month begun. Breaches lapse in four years.",
     "The penalty is 300.", "300"),
    # money makes no score
    # a year of what is for no month, an end of a range, a part as divisor
    ("What is the sum per hectare?",
     "Sums per hectare are between 400 and 2,600 zł.\n\nField | Hectares\nA | 18\nB | 10",
     "The sum per hectare is 7,200 zł.", "7,200 zł"),
    # another row's percentage, one that is of something else, and one beside which the question states its own
    ("What is the duty on carpets worth 50,000?", "Duty: furniture 4%, carpets 9%.", "2,000.", "2,000"),
    ("What is the fine on 2,000?", "The fine is 50 plus 3% of the tax. Interest is 5%.", "The fine is 60.", "60"),
    ("What is 15% on my 200?", "Rates: A 10%, B 15%.", "It is 20.", "20"),
    # no word calls one of four amounts a total
    ("What is the penalty?", "The fee is 120, the deposit 230 and the tax 150.",
     "The fee is 120. The deposit is 230. The tax is 150. The penalty is 500.", "500"),
]  # fmt: skip


@pytest.mark.parametrize(("question", "context", "answer", "value"), COINCIDENCES)
def test_a_value_that_no_word_derives_is_not_derived(
    featurizer: Featurizer, question: str, context: str, answer: str, value: str
) -> None:
    found = aligned(featurizer, question, context, answer, value)
    assert found.status is not Status.DERIVED


def mention(text: str) -> Mention:
    (found,) = Extractor().extract(text)
    return found


def derived(target: str, *operands: str, words: str = "", named: bool = True) -> Derivation | None:
    used = [Operand(mention(o), 0.5, named=named) for o in operands]
    return derive(mention(target), used, frozenset(words.split()))


# Target, operands, cue words, rule and formula ("" for none).
SHOWN = [
    ("$56", ["$25", "$31"], "total", "sum", "$25 + $31"),
    ("$6.50", ["$25", "$31.50"], "more", "difference", "$31.50 - $25"),
    ("$28", ["$25", "$31"], "average", "average", "($25 + $31) / 2"),
    ("$28", ["$25", "$31"], "", "", ""),
    ("$204", ["$17"], "", "", ""),
    ("$17", ["$204"], "", "", ""),
    ("$67.50", ["$135"], "", "", ""),
    ("$1,350", ["$45,000", "3%"], "fee", "percent_of", "3% of $45,000"),
    ("$1,260", ["$1,200", "5%"], "increase", "increased_by", "$1,200 + 5%"),
    ("$289", ["$340", "15%"], "discount", "reduced_by", "$340 - 15%"),
    ("15%", ["$200 million", "$230 million"], "grew", "percent_change", "($230 million - $200 million) / $200 million"),
    ("15%", ["$200 million", "$170 million"], "fell", "percent_change", "($200 million - $170 million) / $200 million"),
    ("15%", ["$200 million", "$230 million"], "", "", ""),
    ("32.5%", ["$130 million", "$400 million"], "share", "share", "$130 million / $400 million"),
    ("82%", ["18%"], "", "", ""),
    ("45 days", ["3 March 2024", "17 April 2024"], "between", "time_between", "3 March 2024 to 17 April 2024"),
    ("8 months", ["3 March 2024", "3 November 2024"], "ran", "time_between", "3 March 2024 to 3 November 2024"),
    ("17 March 2026", ["3 March 2026", "14 days"], "until", "date_shift", "14 days after 3 March 2026"),
    ("17 February 2026", ["3 March 2026", "14 days"], "", "date_shift", "14 days before 3 March 2026"),
    ("$2.1 billion", ["$1,200 million", "$898 million"], "total", "sum", "$898 million + $1,200 million"),
    ("33%", ["$1", "$3"], "share", "share", "$1 / $3"),
    ("33.3%", ["$1", "$3"], "share", "share", "$1 / $3"),
    ("33.4%", ["$1", "$3"], "share", "", ""),
    ("$56", ["$25", "€31"], "total", "", ""),
    ("56 kg", ["25 kg", "31 cm"], "total", "", ""),
    ("$56", [], "total", "", ""),
    ("50%", ["$0", "$0"], "share", "", ""),
    ("$12.50", ["$0", "0%"], "fee", "", ""),
    ("$0", ["$5", "$7"], "difference", "", ""),
    ("3 June 2024", ["31 December 2098", "400,000 months"], "after", "", ""),
    ("2 March 2024", ["31 January 2024", "1 month"], "after", "", ""),
    ("14 to 20 days", ["7 days", "9 days"], "total", "", ""),
]  # fmt: skip


@pytest.mark.parametrize(("target", "operands", "words", "rule", "formula"), SHOWN)
def test_the_formula_is_shown(target: str, operands: list[str], words: str, rule: str, formula: str) -> None:
    found = derived(target, *operands, words=words)
    assert ((found.rule, found.formula) if found else ("", "")) == (rule, formula)


def test_a_word_for_the_operation_raises_the_licence() -> None:
    plain, cued = (
        derived("$56.25", "$25", "$31.25"),
        derived("$56.25", "$25", "$31.25", words="what is the total"),
    )
    assert plain is not None
    assert cued is not None
    assert 0 <= plain.licence < cued.licence <= 2


def test_values_that_only_the_evidence_states_need_more_than_those_of_the_answer() -> None:
    assert derived("$56", "$25", "$31", words="total", named=True) is not None
    others = ["$7", "$11", "$13", "$170", "$190", "$230", "$290", "$310"]
    assert derived("$56", "$25", "$31", *others, named=False) is None


def test_two_passages_that_repeat_a_fee_make_no_double_fee() -> None:
    assert derived("$50.50", "$25.25", "$25.25", words="total") is None


def test_of_the_words_those_next_to_the_value_decide_where_one_is_needed() -> None:
    operands = [Operand(mention(o), 0.5, named=True) for o in ("$200", "$230")]
    words = frozenset("grew".split())
    far = Statement(words, before=("grew", *("word",) * 9))
    near = Statement(words, before=("revenue", "grew"))
    assert derive(mention("15%"), operands, words, said=far) is None
    assert derive(mention("15%"), operands, words, said=near) is not None


@pytest.mark.parametrize(
    ("text", "small"),
    [("12", True), ("three", True), ("13", False), ("2.5", False), ("$3", False), ("3%", False)],
)
def test_small_counts(text: str, small: bool) -> None:
    assert is_small_count(mention(text)) is small


@pytest.mark.parametrize("text", ["9" * 15, "0.000001", "-$5", "$0", "1/3"])
def test_odd_operands_end_in_a_verdict(text: str) -> None:
    operands = [Operand(m, 1.0) for m in Extractor().extract(f"{text} and $7, 3% and 4 March 2024")]
    target = Mention(mention("$5").kind, 0, 2, "$5", Decimal(5), Decimal(5), "USD")
    found = derive(target, operands, frozenset())
    assert found is None or found.formula


_THINGS = (
    "card fee,wire fee,loan balance,monthly premium,annual charge,savings deposit,policy excess,travel cover"
)
_MONTHS = "January February March May June August October".split()


def _planted(rng: random.Random) -> Triple:
    """Facts with random values, and an answer that claims another random value of one of them."""
    things = rng.sample(_THINGS.split(","), 5)
    facts = [
        f"The {thing} is ${rng.randint(20, 4_999):,}.{rng.choice('00 25 50 75 99'.split())}."
        for thing in things
    ]
    facts.append(f"The rate is {rng.randint(1, 39) / 4}% a year.")
    facts.append(f"The contract ends on {rng.randint(1, 28)} {rng.choice(_MONTHS)} 2026.")
    facts.append(f"Notice is {rng.randint(13, 95)} days.")
    rng.shuffle(facts)
    wrong = rng.choice(
        [
            f"${rng.randint(20, 9_999):,}",
            f"${rng.randint(20, 9_999):,}.{rng.randint(1, 99):02d}",
            f"{rng.randint(1, 99)}%",
            f"{rng.randint(1, 999) / 10}%",
            f"{rng.randint(13, 400)} days",
            f"{rng.randint(1, 28)} {rng.choice(_MONTHS)} 2026",
        ]
    )
    contexts = [" ".join(facts[:4]), " ".join(facts[4:])]
    return Triple.of(
        question=f"What is said of the {things[0]}?", contexts=contexts, answer=f"The {things[0]} is {wrong}."
    )


def test_few_random_values_come_out_as_derived(featurizer: Featurizer) -> None:
    rng = random.Random(20260301)
    found = [x for _ in range(600) for x in featurizer.analyse(_planted(rng)).alignments]
    rules = Counter(x.derivation.rule for x in found if x.derivation)
    rate = sum(x.status is Status.DERIVED for x in found) / len(found)
    assert rate <= 0.01, f"{rate:.1%} of {len(found)} random values were derived: {dict(rules)}"
    money = [x for x in found if x.mention.text.startswith("$")]
    rate = sum(x.status is Status.DERIVED for x in money) / len(money)
    assert rate <= 0.01, f"{rate:.1%} of {len(money)} random amounts were derived"
