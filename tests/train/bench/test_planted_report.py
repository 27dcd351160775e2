# SPDX-License-Identifier: Apache-2.0
"""What counts as caught, which answers are measured, and what is printed."""

from __future__ import annotations

import csv
import json
import lzma
from pathlib import Path

import pytest

from faithstill.data import Label, Triple
from faithstill.factcheck import FactReport, FactStatus, Finding, Verdict
from faithstill.train.bench.planted_errors import (
    coincidences,
    faithful_sets,
    is_caught,
    is_derived,
    measure_planted,
)
from faithstill.train.bench.planted_report import (
    joined,
    main,
    nearest,
    print_cases,
    print_coincidences,
    print_set,
)
from faithstill.train.planting.mutant_tables import mutated_rows, parse_kinds
from faithstill.train.planting.mutants import Mutant, MutationKind

K = MutationKind
FEE = "The Amber account costs $25 a month. The Birch account costs $40 a month."
TRIPLE = Triple.of(
    question="What does Amber cost?",
    contexts=[FEE, "Wires take three days."],
    answer="It costs $25 a month.",
    label=Label.FAITHFUL,
    id="a",
    group="g",
)


def finding(verdict: Verdict, start: int, end: int, text: str = "$30", kind: str = "money") -> Finding:
    return Finding(verdict, kind, text, start, end, f"{kind}.{verdict}")


def report(*findings: Finding) -> FactReport:
    return FactReport(FactStatus.SKIPPED, findings)


NUMBER = Mutant("It costs $30 a month. Good.", K.MONEY, 10, 12, "25", "30")
SWAP = Mutant("Birch paid Amber. Good.", K.ROLE_SWAP, 0, 16, "Amber paid Birch", "Birch paid Amber")


@pytest.mark.parametrize(
    ("mutant", "after", "before", "caught"),
    [
        (NUMBER, report(finding(Verdict.CONFLICT, 9, 12)), report(), True),
        (NUMBER, report(finding(Verdict.ABSENT, 9, 12)), report(), True),
        (NUMBER, report(finding(Verdict.PROVED, 9, 12)), report(), False),
        (NUMBER, report(finding(Verdict.UNCHECKED, 9, 12)), report(), False),
        (NUMBER, report(finding(Verdict.ABSENT, 0, 10)), report(), False),
        (NUMBER, report(finding(Verdict.ABSENT, 12, 20)), report(), False),
        (NUMBER, report(), report(), False),
        (SWAP, report(finding(Verdict.CONFLICT, 6, 10, "paid")), report(), True),
        (SWAP, report(finding(Verdict.CONFLICT, 18, 22, "Good")), report(), False),
        (SWAP, report(finding(Verdict.ABSENT, 0, 5)), report(finding(Verdict.ABSENT, 11, 16)), False),
    ],
)
def test_caught_is_an_objection_to_what_was_planted(
    mutant: Mutant, after: FactReport, before: FactReport, caught: bool
) -> None:
    assert is_caught(mutant, after, before) is caught


def test_a_formula_is_a_derivation_and_a_place_is_none() -> None:
    formula = Finding(Verdict.PROVED, "money", "$65", 0, 3, "money.sum", "$25 + $40")
    place = Finding(Verdict.PROVED, "money", "$25", 0, 3, "money.equal", "$25", 1, 24, 27)
    assert [is_derived(formula), is_derived(place)] == [True, False]


def test_the_check_is_measured_on_untouched_and_planted_answers() -> None:
    measured = measure_planted("own", [TRIPLE], kinds=[K.MONEY, K.CITATION])
    assert [u.triple for u in measured.untouched] == [TRIPLE]
    assert not any(measured.untouched[0].objections(v) for v in (Verdict.CONFLICT, Verdict.ABSENT))
    (planted,) = measured.planted
    assert (planted.mutant.kind, planted.caught) == (K.MONEY, True)
    assert planted.touching[0].verdict is Verdict.CONFLICT


def test_random_numbers_are_planted_one_by_one() -> None:
    cases = [*coincidences([TRIPLE])]
    assert [case.mutant.original for case in cases] == ["25"]
    assert all(len(case.mutant.replacement) == 2 for case in cases)


@pytest.fixture
def rows(tmp_path: Path) -> Path:
    path = tmp_path / "own.csv"
    with path.open("w", newline="", encoding="utf-8") as file:
        writer = csv.writer(file)
        writer.writerow(("id", "split", "question", "contexts", "answer", "label"))
        for i, (split, label) in enumerate(
            (("train", "faithful"), ("test", "faithful"), ("test", "partial"))
        ):
            writer.writerow((str(i), split, "What?", json.dumps([FEE]), "It costs $25 a month.", label))
    return path


@pytest.fixture
def public(tmp_path: Path) -> Path:
    folder = tmp_path / "public"
    folder.mkdir()
    answers = {"short": "It costs $25.", "long": "The Amber account costs $25 a month."}
    lines = [
        json.dumps({"question": "", "contexts": [FEE], "answer": answers[size], "label": label})
        for size, label in (("long", "faithful"), ("short", "faithful"), ("long", "unfaithful"))
    ]
    for name in ("clapnq.dev", "wice.dev_oracle"):
        with lzma.open(folder / f"{name}.jsonl.xz", "wt", encoding="utf-8") as file:
            file.write("\n".join(lines))
    return folder


def test_sets_are_the_faithful_rows_of_the_split_and_of_what_is_public(rows: Path, public: Path) -> None:
    found = {name: len(triples) for name, triples in faithful_sets(rows, public)}
    assert found == {"own test": 1, "clapnq.dev": 1, "wice.dev_oracle": 2}
    assert [name for name, _ in faithful_sets(rows, split="train")] == ["own train"]
    assert {len(triples) for _, triples in faithful_sets(rows, public, split="", most=1)} == {1}


def test_a_split_that_is_not_there_is_named(rows: Path) -> None:
    with pytest.raises(
        ValueError, match=r"own.csv: no faithful rows of split 'dev'; there are: 'test', 'train'"
    ):
        next(faithful_sets(rows, split="dev"))


def test_rates_marks_and_cases_are_printed() -> None:
    missed = Triple.of(
        question="",
        contexts=[FEE],
        answer="It is run by Lena Kolb. You must pay.",
        label=Label.FAITHFUL,
        id="b",
    )
    measured = joined("both", [measure_planted("x", [t]) for t in (TRIPLE, missed)])
    lines: list[str] = []
    print_set(measured, lines.append)
    print_cases(measured, 1, lines.append)
    print_coincidences([TRIPLE], lines.append)
    shown = "\n".join(lines)
    assert "both: 2 faithful answers" in shown
    assert "caught money               1.000" in shown
    assert "wanted at least 0.95" in shown
    assert "MISS negation | both | b | 'must' -> 'need not'" in shown
    assert "FALSE ABSENT | both | b" in shown
    assert ">>Lena Kolb<<" in shown
    assert "random numbers derived" in shown


def test_the_module_runs(rows: Path, public: Path, capsys: pytest.CaptureFixture[str]) -> None:
    main(rows, public, split="train", kinds="money", sets="own", show=1)
    shown = capsys.readouterr().out
    assert "own train: 1 faithful answers" in shown
    assert "clapnq" not in shown


def test_the_nearest_sentence_is_shown_with_its_passage() -> None:
    assert nearest(TRIPLE, "Wires take nine days.", 11) == "(passage 2) Wires take three days."
    assert nearest(Triple("", (), "x"), "x", 0) == "none"


@pytest.mark.parametrize(("text", "n"), [("all", len(MutationKind)), ("none", 0), ("unit, date", 2)])
def test_kinds_are_read(text: str, n: int) -> None:
    assert len(parse_kinds(text)) == n


def test_only_faithful_rows_are_planted_into() -> None:
    unfaithful = Triple.of(
        question="", contexts=[FEE], answer="It costs $40.", label=Label.UNFAITHFUL, id="u"
    )
    made = [*mutated_rows([TRIPLE, unfaithful], kinds=[K.UNIT])]
    assert [triple.id for triple in made] == ["a-unit"]
    assert made[0].rationale.startswith("unit planted: ")
