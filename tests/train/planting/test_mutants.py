# SPDX-License-Identifier: Apache-2.0
"""What is planted is wrong, stands where it is said to stand, and reads like the text around it."""

from __future__ import annotations

import csv
import re
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from faithstill.data import Label, read_triples
from faithstill.train.planting.calendar_days import days
from faithstill.train.planting.mutants import ALL, Mutant, MutationKind, mutants, random_numbers
from faithstill.train.planting.numerals import Role, numerals

K = MutationKind
FEES = (
    "The Amber account costs $25 a month. The Birch account costs $40 a month. Wires cost 1.5%, at most $90."
)

# Answer, evidence, kind, a pattern that the whole mutant must match: hand-written, on invented facts.
PLANTED: tuple[tuple[str, str, MutationKind, str], ...] = (
    ("The limit is 1,200 units.", "1,200 units", K.NUMBER, r"The limit is [\d,]+00 units\."),
    ("The limit is 1,200 units.", "1,200 units", K.DECIMAL, r"The limit is (12,000|120) units\."),
    ("It holds 1,20,000 files.", "1,20,000", K.DECIMAL, r"It holds (12,00,000|12,000) files\."),
    ("It seats １２３ people.", "１２３", K.NUMBER, r"It seats [０-９]{2,3} people\."),
    ("It weighs 4.50 kg.", "4.50 kg", K.NUMBER, r"It weighs \d\.\d0 kg\."),
    ("It weighs 4.50 kg.", "4.50 kg", K.UNIT, r"It weighs 4\.50 (tonnes|g)\."),
    ("Keep it for five years.", "five years", K.NUMBER, r"Keep it for (?!five)[a-z-]+ years\."),
    ("Five years are needed.", "five years", K.NUMBER, r"(?!Five)[A-Z][a-z-]+ years are needed\."),
    ("Give thirty (30) days' notice.", "thirty days", K.NUMBER, r"Give [a-z-]+ \((?!30)\d+\) days' notice\."),
    ("It takes 30 days.", "30 days", K.UNIT, r"It takes 30 (weeks|months|hours)\."),
    ("A 12-month term applies.", "12-month", K.UNIT, r"A 12-(year|week) term applies\."),
    ("It costs $5 a month.", "$5 a month", K.UNIT, r"It costs ([€£]5 a month|\$5 a year)\."),
    ("It costs 40 euros.", "40 euros", K.UNIT, r"It costs 40 dollars\."),
    ("The fee is EUR 15.00.", "EUR 15.00", K.UNIT, r"The fee is (USD|CHF) 15\.00\."),
    ("The rate is 4.25%.", "4.25%", K.PERCENT, r"The rate is (?!4\.25)\d\.\d+%\."),
    ("Sales rose by 8%.", "8%", K.PERCENT, r"Sales rose by ((?!8%)\d+%|8 percentage points)\."),
    ("Margin fell 40 basis points.", "40 basis points", K.PERCENT, r"Margin fell .*(%|basis points)\."),
    ("It is an 8% fee.", "8%", K.PERCENT, r"It is (a (?!8)\d+|an 1[18]|an 8\d?)% fee\."),
    ("Revenue was $3.2 million.", "$3.2 million", K.MONEY, r"Revenue was \$\S+ (million|billion|thousand)\."),
    ("It paid £5m.", "£5m", K.MONEY, r"It paid £((?!5m)\d+m|5bn|5k)\."),
    ("It is due on 3 March 2026.", "3 March 2026", K.DATE, r"It is due on \d+ [A-Z][a-z]+ \d{4}\."),
    ("It is due on March 3rd, 2026.", "March 3, 2026", K.DATE, r"It is due on \w+ \d+(st|nd|rd|th), \d{4}\."),
    ("Filed 2026-03-04.", "2026-03-04", K.DATE, r"Filed \d{4}-\d\d-\d\d\."),
    ("It began in the 1970s.", "1970s", K.DATE, r"It began in the (?!1970)\d{3}0s\."),
    ("From 2012 to 2015 it grew.", "2012 to 2015", K.DATE, r"From \d{4} to \d{4} it grew\."),
    ("Q1 2018 was best.", "Q1 2018", K.DATE, r"Q[234] 2018 was best\."),
    ("It varies from 2 to 10 years.", "2 to 10 years", K.RANGE_END, r"It varies from \d+ to \d+ years\."),
    ("Between 80% and 90% pass.", "80% and 90%", K.RANGE_END, r"Between \d+% and \d+% pass\."),
    ("It costs 12,000-15,000 dollars.", "12,000-15,000", K.RANGE_END, r"It costs [\d,]+-[\d,]+ dollars\."),
    ("The Amber account costs $25 a month.", FEES, K.WRONG_ROW, r".* \$(40|90) a month\."),
    ("Ask Lena Kolb about it.", "Lena Kolb knows.", K.ENTITY, r"Ask (?!Lena Kolb)\w+ \w+ about it\."),
    ("It belongs to Larkhill Bank now.", "Larkhill Bank", K.ENTITY, r"It belongs to (?!Lark)[\w ]+ Bank now\."),
    ("In the end Tavel paid Morrin.", "Then Tavel paid Morrin.", K.ROLE_SWAP, r"In the end Morrin paid Tavel\."),
    ("They were 5% and 7%, respectively.", "5%, 7%", K.ROLE_SWAP, r"They were 7% and 5%, respectively\."),
    ("A wire costs $5 and a card $9.", "$5, $9", K.ROLE_SWAP, r"A wire costs \$9 and a card \$5\."),
    ("It is 11% within the limit and 14% beyond it.", "11%, 14%", K.ROLE_SWAP, r"It is 14% .* and 11% .*\."),
    ("The fee is not refunded.", "", K.NEGATION, r"The fee is refunded\."),
    ("You cannot leave.", "", K.NEGATION, r"You can leave\."),
    ("You must pay.", "", K.NEGATION, r"You need not pay\."),
    ("It does not cover hail.", "", K.NEGATION, r"It does cover hail\."),
    ("Leave without any notice.", "", K.NEGATION, r"Leave with any notice\."),
    ("There was an increase here.", "", K.NEGATION, r"There was (no|a decrease|an increase).* here\."),
    ("All claims are paid.", "", K.QUANTIFIER, r"Only some claims are paid\."),
    ("All the claims are paid.", "", K.QUANTIFIER, r"Only some of the claims are paid\."),
    ("The bank pays all its bills.", "", K.QUANTIFIER, r"The bank pays only some of its bills\."),
    ("Pay at least $5.", "", K.QUANTIFIER, r"Pay at most \$5\."),
    ("Call before Monday.", "", K.QUANTIFIER, r"Call after Monday\."),
    ("It is so [1].", "So it is.", K.CITATION, r"It is so \[[2-9]\]\."),
)  # fmt: skip

# Nothing in these is a value, a date, a name or a word to turn round.
LEFT_ALONE: tuple[str, ...] = (
    "",
    " ",
    "Fine",
    "\n\n",
    "1. Apply\n2) Wait\n(3) Go",
    "See https://example.org/2019/v2?n=30 for more",
    "Mail a.b30@example.org",
    "`limit = 30`",
    "Order AB-1234 and ticket 88310",
    "Section 4.2 and clauses 7 and 9",
    "Version 3.8.1",
    "Call +44 20 7946 0958",
    "At 10:30 or 18:05",
    "Use 24/7",
    "A 401(k) plan",
    "☃ ½ Ⅷ",
    "\u200b\u200b",
    "\ud800",
)


def plant(answer: str, evidence: str, kind: MutationKind, seed: int) -> list[Mutant]:
    return [*mutants(answer, [evidence], kinds=[kind], seed=seed)]


@pytest.mark.parametrize(("answer", "evidence", "kind", "pattern"), PLANTED)
def test_an_error_of_each_kind_is_planted_and_reads_well(
    answer: str, evidence: str, kind: MutationKind, pattern: str
) -> None:
    found = [mutant for seed in range(8) for mutant in plant(answer, evidence, kind, seed)]
    assert found
    for mutant in found:
        assert re.fullmatch(pattern, mutant.text), mutant.text
        assert_exact(answer, mutant)


def assert_exact(answer: str, mutant: Mutant) -> None:
    """The span is the replacement, and putting the original back gives the answer."""
    assert mutant.text != answer
    assert mutant.text[mutant.start : mutant.end] == mutant.replacement
    assert mutant.text[: mutant.start] + mutant.original + mutant.text[mutant.end :] == answer


@pytest.mark.parametrize("answer", LEFT_ALONE)
@pytest.mark.parametrize("seed", [0, 1])
def test_what_is_no_value_is_left_alone(answer: str, seed: int) -> None:
    assert [*mutants(answer, [answer, "Other words"], seed=seed)] == []


# A value that the evidence or the question states in any of these forms is never planted.
@pytest.mark.parametrize(
    ("answer", "stated", "never"),
    [
        ("It has 3 parts.", "2 4 5 6", r"\b[2456]\b"),
        ("The term is 24 months.", "two years, three years, one year", r"\b(12|36)\b"),
        ("It took 4 days.", "a week; 48 hours", r"\b(7|2)\b"),
        ("The share is 40%.", "0.5, 0.3 and 0.45", r"\b(50|30|45)%"),
        ("It cost $3 million.", "$4,000,000 and 2m", r"\b[24] million"),
        ("In 2019 it ended.", "2018, 2020 and 2021", r"\b(2018|2020|2021)\b"),
        ("It ends in March 2026.", "01/04/2026, 2026-02-01", r"(April|February) 2026"),
    ],
)
def test_a_stated_value_is_never_planted(answer: str, stated: str, never: str) -> None:
    kinds = [K.NUMBER, K.PERCENT, K.MONEY, K.DATE]
    for seed in range(40):
        for mutant in mutants(answer, [answer], kinds=kinds, seed=seed, question=stated):
            assert not re.search(never, mutant.text), mutant.text


@pytest.mark.parametrize(
    ("answer", "true"),
    [
        ("It has more than 50 branches.", lambda n: n < 50),
        ("It has at least 50 branches.", lambda n: n < 50),
        ("It has up to 50 branches.", lambda n: n > 50),
        ("Any 50 or more branches will do.", lambda n: n < 50),
    ],
)
def test_a_looser_bound_is_no_error(answer: str, true: Callable[[int], bool]) -> None:
    for seed in range(30):
        for mutant in plant(answer, answer, K.NUMBER, seed):
            assert not true(int(re.findall(r"\d+", mutant.text)[0])), mutant.text


def test_about_eighty_five_is_not_planted_as_about_eighty_four() -> None:
    for seed in range(30):
        for mutant in plant("It has about 85 branches.", "85.19 branches", K.NUMBER, seed):
            assert abs(int(re.findall(r"\d+", mutant.text)[0]) / 85 - 1) >= 0.3


def test_the_same_arguments_give_the_same_mutants_and_kinds_do_not_disturb_each_other() -> None:
    every = [*mutants(FEES, [FEES, "Other rows: $70, 2.5%"], seed=3)]
    assert every == [*mutants(FEES, [FEES, "Other rows: $70, 2.5%"], seed=3)]
    alone = [m for kind in ALL for m in mutants(FEES, [FEES, "Other rows: $70, 2.5%"], kinds=[kind], seed=3)]
    assert alone == every
    assert len({m.text for seed in range(9) for m in mutants(FEES, [FEES], kinds=[K.MONEY], seed=seed)}) > 3


def test_several_of_a_kind_stand_at_different_places() -> None:
    found = [*mutants(FEES, [FEES], kinds=[K.MONEY], seed=1, most=3)]
    assert len({mutant.start for mutant in found}) == len(found) == 3


def test_a_huge_answer_is_passed_over_and_a_long_one_is_not() -> None:
    assert [*mutants("The fee is $25. " * 10_000, [FEES], seed=1)] == []
    assert [*mutants("The fee is $25. " * 500, [FEES], kinds=[K.MONEY], seed=1)]


@settings(max_examples=150, deadline=None)
@given(st.text(max_size=300), st.lists(st.text(max_size=80), max_size=3), st.integers(0, 9))
def test_any_text_is_planted_exactly(text: str, evidence: list[str], seed: int) -> None:
    answer = f"{text}\nThe fee is $4,250 a month."
    found = [*mutants(answer, evidence, seed=seed)]
    assert found or "`" in text or "~~~" in text  # code is left alone, to its end
    for mutant in found:
        assert_exact(answer, mutant)
    for mutant in random_numbers(answer, evidence, seed=seed):
        assert_exact(answer, mutant)


@settings(max_examples=150, deadline=None)
@given(
    st.decimals(min_value=2, max_value=10**7, places=2).map(lambda value: f"{value.normalize():f}"),
    st.sampled_from(("units", "%", " euros", " days", " million people")),
    st.integers(0, 99),
)
def test_a_planted_number_is_another_number(number: str, unit: str, seed: int) -> None:
    answer = f"It came to {number}{unit} in all."
    before = {n.amount for n in numerals(answer)}
    for mutant in mutants(answer, [answer], kinds=[K.NUMBER, K.DECIMAL, K.PERCENT, K.MONEY], seed=seed):
        assert {n.amount for n in numerals(mutant.text)}.isdisjoint(before)


@pytest.mark.parametrize(
    ("text", "role", "amount"),
    [
        ("US$1,900.50", Role.MONEY, "1900.50"),
        ("€5m", Role.MONEY, "5000000"),
        ("3.5 billion dollars", Role.MONEY, "3500000000"),
        ("10.5 %", Role.PERCENT, "10.5"),
        ("two hundred days", Role.TIME, "200"),
        ("thirty-two", Role.COUNT, "32"),
        ("816 000 t", Role.MEASURE, "816000"),
        ("5km", Role.MEASURE, "5"),
        ("1999", Role.YEAR, "1999"),
        ("22k", Role.COUNT, "22000"),
    ],
)
def test_the_scan_reads_values(text: str, role: Role, amount: str) -> None:
    (found,) = numerals(f"so {text} then")
    assert (found.role, str(found.amount.normalize())) == (role, str(type(found.amount)(amount).normalize()))


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("3 March 2026", [(2026, 3, 3)]),
        ("March 3, 2026", [(2026, 3, 3)]),
        ("2026-03-04", [(2026, 3, 4)]),
        ("in March 2026", [(2026, 3, None)]),
        ("12 June", [(None, 6, 12)]),
        ("in 44 BC", [(44, None, None)]),
        ("1500 people", []),
        ("you may 3", []),
    ],
)
def test_the_scan_reads_dates(text: str, found: list[tuple[int | None, ...]]) -> None:
    assert [(day.year, day.month, day.day) for day in days(text)] == found


@pytest.fixture
def rows(tmp_path: Path) -> Path:
    path = tmp_path / "rows.csv"
    with path.open("w", newline="", encoding="utf-8") as file:
        writer = csv.writer(file)
        writer.writerow(("id", "group", "question", "contexts", "answer", "label"))
        writer.writerow(
            ("a", "g1", "Fee?", f'["{FEES}"]', "The Amber account costs $25 a month.", "faithful")
        )
        writer.writerow(
            ("b", "g1", "Fee?", f'["{FEES}"]', "The Amber account costs $40 a month.", "unfaithful")
        )
    return path


Cli = Callable[..., tuple[int, str, str]]


def test_the_command_writes_rows_to_train_on(cli: Cli, rows: Path, tmp_path: Path) -> None:
    out = tmp_path / "new" / "mutants.jsonl"
    code, shown, _ = cli("mutate", rows, "--kinds", "money,unit", "--keep", "--out", out)
    made = read_triples(out, labelled=True).triples
    assert (code, [t.id for t in made]) == (0, ["a", "a-unit", "a-money"])
    assert "2 mutants of 1 faithful rows" in shown
    kept, *planted = made
    assert kept.label is Label.FAITHFUL
    for triple in planted:
        (span,) = triple.spans
        assert (triple.label, triple.group) == (Label.UNFAITHFUL, "g1")
        assert triple.error_type == span.type == triple.id.removeprefix("a-")
        assert triple.answer[: span.start] == kept.answer[: span.start]


@pytest.mark.parametrize(
    ("options", "said"),
    [
        (["--kinds", "size"], "--kinds size: is none of number, decimal"),
        (["--kinds", "citation"], "none of its 1 faithful rows has a place for citation"),
    ],
)
def test_the_command_says_what_is_wrong(
    cli: Cli, rows: Path, tmp_path: Path, options: list[str], said: str
) -> None:
    code, _, err = cli("mutate", rows, *options, "--out", tmp_path / "out.csv")
    assert code == 2
    assert said in err
    assert not (tmp_path / "out.csv").exists()


def test_the_command_does_not_write_over_its_rows(cli: Cli, rows: Path) -> None:
    code, _, err = cli("mutate", rows, "--out", rows)
    assert code == 2
    assert "is the input" in err
