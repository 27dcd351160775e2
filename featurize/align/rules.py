# SPDX-License-Identifier: Apache-2.0
"""The ledger: every rule by which a value, a name or a field of a record is proved, refuted or left open.

The rule of a finding ends in an id of the ledger: `money.other_slot` was decided by `other_slot`. Rules of names and of
records have ids of their own: `name.part`, `state.conflict`. A rule keeps its place while it is right on rows that it
was not written for; `python -m faithstill.train.bench ROWS --only rules` counts.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

_CASE = "featurize/align/value_case.py"
_FORMULAS = "featurize/align/derived/operations.py"
_ASKED = "featurize/align/asked/proved.py"
_REFUTED = "featurize/align/asked/refuted.py"
_NAMES = "featurize/align/names/align_names.py"
_NAME_WORDS = "featurize/align/names/name_words.py"
_RECORDS = "featurize/align/told_fields.py"


@dataclass(frozen=True, slots=True)
class Example:
    """A passage and an answer to it, with the question where it matters, and a name with its alias in a lexicon."""

    passage: str
    answer: str
    question: str = ""
    alias: tuple[str, str] | None = None


@dataclass(frozen=True, slots=True)
class Rule:
    """What a rule says, the file that decides, an example in which it fires, and a near one in which it does not."""

    id: str
    what: str
    where: str
    example: Example
    counterexample: Example


def _rule(
    rule_id: str,
    what: str,
    where: str,
    passage: str,
    answer: str,
    *,
    not_for: str = "",
    not_in: str = "",
    question: str = "",
    alias: tuple[str, str] | None = None,
) -> Rule:
    """A rule whose counterexample has another answer (`not_for`) or another passage (`not_in`)."""
    other = Example(not_in or passage, not_for or answer, question, alias)
    return Rule(rule_id, what, where, Example(passage, answer, question, alias), other)


_YEARS = "Revenue was $120 million in 2023 and $150 million in 2024."
_TABLE = "| $ million | 2023 | 2024 |\n|---|---|---|\n| Revenue | 120 | 150 |\n| Costs | 90 | 96 |"
_SALES = " | 2021 | 2020\nPaper | $1,250.5 | $1,100.4\nTotal sales | $1,520.1 | $1,394.1"
_ITEMS = "| Item | EUR |\n|---|---|\n| Bag | 20 |\n| Seat | 12 |"
_STAFF = " | 2021 | 2020 | 2019\nDrivers | 412 | 390 | 371\nCooks | 58 | 61 | 70"
_BRANCHES = "Branch | Deposits 2021 | Deposits 2020 | Loans 2021\nRome | 412 | 390 | 98\nOslo | 458 | 461 | 402\nBonn | 95 | 97 | 88"
_ORDER = '{"order": "A-17", "status": "pending", "refunded": false}'
_APPROVED = "Last week John Smith approved the new credit policy of the bank. Anna Berg wrote it."

RULES: Sequence[Rule] = (
    # A value is stated.
    _rule("equal", "the evidence states the value", _CASE, "The fee is $25.", "It is $25.", not_for="It is $26."),
    _rule(
        "covers", "the evidence states a value that lies within it", _CASE,
        "It opened on 4 May 2021.", "It opened in May 2021.", not_for="It opened in June 2021.",
    ),
    _rule(
        "rounded", "the evidence states it with more digits", _CASE,
        "The rate is 4.27%.", "The rate is about 4.3%.", not_for="The rate is about 4.2%.",
    ),
    _rule(
        "converted", "the evidence states it in another unit, or as a bare number", _CASE,
        "Age: 34. Team: Reds.", "The 34-year-old plays for the Reds.", not_for="The 36-year-old plays for the Reds.",
    ),
    _rule(
        "same_figure", "the evidence states the figure, and its place says in what", _CASE,
        _ITEMS, "The bag costs 20 euros.", not_for="The bag costs 21 euros.",
    ),
    _rule(
        "pieced", "the parts of the value stand in places side by side", "featurize/align/implied_values.py",
        "The seminar is on 12 and 13 September 2025.", "It runs from 12 to 13 September 2025.",
        not_for="It runs from 12 to 14 September 2025.",
    ),
    _rule(
        "written", "a name, a key or a code holds it", "featurize/align/implied_values.py",
        '{"passengers_2019": 81}', "It was 2019.", not_for="It was 2018.",
    ),
    _rule(
        "century", "a year of the century is stated", "featurize/align/implied_values.py",
        "It was founded in 1871.", "It was founded in the 19th century.", not_for="It was founded in the 18th century.",
    ),
    _rule(
        "given", "the question states it", "featurize/align/partition.py",
        "All orders ship free.", "An order of $80 ships free.", question="Does an order of $80 ship free?",
        not_for="An order of $90 ships free.",
    ),
    # A value follows by a formula.
    _rule(
        "difference", "the difference of two values", _FORMULAS,
        _YEARS, "Revenue rose by $30 million.", not_for="Revenue rose by $31 million.",
    ),
    _rule(
        "percent_change", "the relative change of two values", _FORMULAS,
        _YEARS, "Revenue grew by 25% in 2024.", not_for="Revenue grew by 24% in 2024.",
    ),
    _rule(
        "sum", "the sum of values", _FORMULAS,
        _TABLE, "246 million", question="What were total revenue and costs in 2024?", not_for="247 million",
    ),
    _rule(
        "average", "the mean of values", _FORMULAS,
        "Sales were $10m in 2022, $20m in 2023.", "Average sales of 2022 and 2023 were $15m.",
        not_for="Average sales of 2022 and 2023 were $16m.",
    ),
    _rule(
        "share", "one value as a percentage of another", _FORMULAS,
        "The team has 40 members, 10 of them engineers.", "Engineers are 25% of the team.",
        not_for="Engineers are 26% of the team.",
    ),
    _rule(
        "product", "a price, a rate or a part for each of so many", "featurize/align/derived/unit_prices.py",
        "A share costs $17.50.", "The 40 shares cost $700.", question="What do 40 shares cost?",
        not_for="The 40 shares cost $710.",
    ),
    _rule(
        "quotient", "a value parted evenly, or so many times another", _FORMULAS,
        "Split $90 among 3 people.", "It is $90 / 3 = $30 for each.", not_for="It is $90 / 3 = $31 for each.",
    ),
    _rule(
        "percent_of", "a percentage of a value", _FORMULAS,
        "The rate is 3%. The loan is $45,000.", "The interest is 3% of $45,000, so $1,350.",
        not_for="The interest is 3% of $45,000, so $1,450.",
    ),
    _rule(
        "increased_by", "a value and a percentage more", _FORMULAS,
        "A 10% fee applies. The bike costs $200.", "With the fee of 10% the bike costs $220.",
        not_for="With the fee of 10% the bike costs $210.",
    ),
    _rule(
        "reduced_by", "a value less a percentage", _FORMULAS,
        "A 10% discount applies. The bike costs $200.", "With the discount of 10% the bike costs $180.",
        not_for="With the discount of 10% the bike costs $190.",
    ),
    _rule(
        "date_shift", "a day so long after or before another", "featurize/align/derived/day_formulas.py",
        "Delivered on 8 November 2024. Returns within 14 days of delivery.", "You have until 22 November 2024.",
        not_for="You have until 23 November 2024.",
    ),
    _rule(
        "time_between", "the time from one day to another", "featurize/align/derived/day_formulas.py",
        "The trip runs from 3 March to 17 April 2024.", "It lasts 45 days.", not_for="It lasts 46 days.",
    ),
    _rule(
        "yearly", "a monthly value for a year", _FORMULAS,
        "The rent is $1,000 per month.", "The rent is $12,000 a year.", not_for="The rent is $11,000 a year.",
    ),
    _rule(
        "asked_difference", "the difference that the question asks for", _ASKED,
        _TABLE, "30 million", question="What was the change in revenue?", not_for="31 million",
    ),
    _rule(
        "asked_average", "the mean that the question asks for", _ASKED,
        _STAFF, "391 drivers", question="What was the average number of drivers from 2019 to 2021?", not_for="393 drivers",
    ),
    _rule(
        "asked_percent_change", "the relative change that the question asks for", _ASKED,
        _TABLE, "25", question="What was the percentage change in revenue?", not_for="24",
    ),
    _rule(
        "asked_share", "the share or ratio that the question asks for", _ASKED,
        _TABLE, "75", question="What was costs as a percentage of revenue in 2023?", not_for="85",
    ),
    _rule(
        "asked_sum", "the sum that the question asks for", _ASKED,
        _TABLE, "270 million", question="What was the total revenue?", not_for="271 million",
    ),
    _rule(
        "calculation", "the answer's own calculation over supported values",
        "featurize/align/calculations/recomputed.py",
        "The rent is $1,000 per month.", "12 x $1,000 = $12,000 in all.", not_for="12 x $1,000 = $13,000 in all.",
    ),
    _rule(
        "asked_compound_growth", "the yearly growth rate that the question asks for", _ASKED,
        _STAFF, "5.38%", question="What was the compound annual growth of drivers from 2019 to 2021?",
        not_for="11.05%",
    ),
    _rule(
        "asked_years", "how many of a line's figures lie above or below the question's value",
        "featurize/align/asked/thresholds.py",
        _STAFF, "2", question="In how many years were drivers above 380?", not_for="3",
    ),
    _rule(
        "asked_items", "how many rows or columns have a figure above or below the question's value",
        "featurize/align/asked/thresholds.py",
        _BRANCHES, "2", question="How many branches had deposits above $400 in 2021?", not_for="3",
    ),
    # A value is refuted.
    _rule(
        "asked_cell", "the question asks for another cell of the table", _REFUTED,
        _STAFF, "58", question="How many drivers were there in 2021?", not_for="412",
    ),
    _rule(
        "asked_result", "what the question asks for comes out otherwise", _REFUTED,
        _STAFF, "25", question="What was the change in drivers from 2020 to 2021?", not_for="22",
    ),
    _rule(
        "other_slot", "the evidence states the value of something else", "featurize/align/slots/rivals.py",
        "The wire fee is $25 and the card fee is $40.", "The wire fee is $40.", not_for="The card fee is $40.",
    ),
    _rule(
        "conflict", "another value stands in its place", "featurize/align/slots/unstated.py",
        "The late fee is $25.", "The late fee is $35.", not_for="The late fee is $25.",
    ),
    _rule(
        "only_conflict", "the evidence holds one other value that could be meant", "featurize/align/slots/sole_slot.py",
        "The transfer fee is $25. The account is free.", "You pay $35 for it.",
        not_in="The transfer fee is $25. The card fee is $40.",
    ),
    _rule(
        "calculation_conflict", "the answer's own calculation gives another result",
        "featurize/align/calculations/recomputed.py",
        "The rent is $1,000 per month.", "12 x $1,000 = $13,000 a year.", not_for="12 x $1,000 = $12,000 a year.",
    ),
    # Nothing proves or refutes a value.
    _rule(
        "unproved_scale", "a table's figure fits, but nothing says in thousands or millions", _CASE,
        _SALES, "$1,520.1 million", question="What were total sales in 2021?", not_in=f"In millions: {_SALES}",
    ),
    _rule(
        "calculation_slip", "an operand of a step that does not give its result, which is proved all the same",
        "featurize/align/calculations/recomputed.py",
        _YEARS, "(155 - 120) / 120 x 100 = 25%", question="What was the growth of revenue in percent?",
        not_for="(155 - 120) / 120 x 100 = 29.17%",
    ),
    _rule("absent", "the evidence states no such value", _CASE, "A fee applies.", "The fee is $5.", not_in="It is $5."),
    _rule(
        "count", "a small number of things that the evidence may show", "featurize/align/calculations/may_be_counted.py",
        "Offices: Rome, Paris and Oslo.", "There are three offices.", not_in="There are three offices.",
    ),
    _rule(
        "to_percent", "the 100 that turns a ratio into a percentage", "featurize/align/calculations/recomputed.py",
        "Of 50 seats 20 are free.", "20 / 50 x 100 = 40% are free.", not_for="20 / 50 = 40% are free.",
    ),
    # Names.
    _rule(
        "name.equal", "the evidence holds the name", _NAMES,
        "Dr Maria Lopez leads the team.", "Lopez leads the team.", not_for="Lorenz leads the team.",
    ),
    _rule(
        "name.spelled", "its words stand together in small letters", _NAMES,
        "She lives in harrow vale.", "She lives in Harrow Vale.", not_for="She lives in Harrow Dale.",
    ),
    _rule(
        "name.given", "the question holds it", _NAMES,
        "She runs Acme.", "Ann Lee runs Acme.", question="Who is Ann Lee?", not_for="Ann Berg runs Acme.",
    ),
    _rule(
        "name.part", "a name of the evidence with ordinary words added", _NAMES,
        "Visit the rooms of the Sackler.", "Visit the Sackler Galleries.", not_for="Visit the Turner Galleries.",
    ),
    _rule(
        "name.plain", "ordinary words with capitals, as in a heading", _NAME_WORDS,
        "The product is good.", "Product Overview: it is good.", not_in="The product overview is good.",
    ),
    _rule(
        "name.opening", "a word with a capital that opens a sentence", _NAME_WORDS,
        "The rules of the fund apply.", "Fundamental rules apply.", not_in="Fundamental rules apply.",
    ),
    _rule(
        "name.acronym", "letters that every reader knows, or that the answer explains", _NAMES,
        "Pay the bank.", "Pay by TV.", not_in="Pay by TV.",
    ),
    _rule(
        "name.other_form", "the evidence holds its code", _NAME_WORDS,
        '{"airport": "LIS"}', "You fly to Lisbon.", not_for="You fly to Porto.",
    ),
    _rule(
        "name.lexicon", "a lexicon says that the passages call it otherwise", "featurize/align/names/lexicon_names.py",
        "The Lender pays.", "Harrow Vale pays.", not_for="Harrow Dale pays.", alias=("Harrow Vale", "the Lender"),
    ),
    _rule(
        "name.only_conflict", "the evidence names one other of its kind", "featurize/align/names/name_conflicts.py",
        "The capital of Australia is Canberra.", "The capital of Australia is Sydney.",
        not_for="The capital of Australia is Canberra.",
    ),
    _rule(
        "name.displaced", "the evidence holds the same words around another name", "featurize/align/names/name_conflicts.py",
        _APPROVED, "Last week Anna Berg approved the new credit policy of the bank.",
        not_for="Last week John Smith approved the new credit policy of the bank.",
    ),
    _rule(
        "name.absent", "the evidence holds no such name", _NAMES,
        "The fee is $25.", "Castle Ridge Bank charges $25.", not_in="At Castle Ridge Bank the fee is $25.",
    ),
    # Yes, no and status of records.
    _rule(
        "flag.equal", "a yes or no of a record", _RECORDS,
        '{"order": "A-17", "refunded": true}', "Your order A-17 has been refunded.",
        not_for="Your order A-17 is on its way.",
    ),
    _rule(
        "flag.conflict", "a yes or no of a record told the other way", _RECORDS,
        _ORDER, "Your order A-17 has been refunded.", not_for="Your order A-17 has not been refunded.",
    ),
    _rule(
        "state.equal", "the status of a record", _RECORDS,
        _ORDER, "Your order A-17 is pending.", not_for="Your order A-17 is on its way.",
    ),
    _rule(
        "state.conflict", "another status than the record's", _RECORDS,
        _ORDER, "Your order A-17 is completed.", not_for="Your order A-17 is pending.",
    ),
)  # fmt: skip

_BY_ID: Mapping[str, Rule] = {rule.id: rule for rule in RULES}


def rule_of(name: str) -> Rule | None:
    """Return the ledger's entry for the rule of a finding, None for one of another check.

    >>> rule_of("money.other_slot").where
    'featurize/align/slots/rivals.py'
    """
    return _BY_ID.get(name) or _BY_ID.get(name.rpartition(".")[2])
