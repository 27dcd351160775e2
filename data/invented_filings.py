# SPDX-License-Identifier: Apache-2.0
"""Questions on tables of invented companies with right and wrong figures: `... data/finance.csv --out ROWS`.

They teach a bundle that a bare figure is judged by its proof. Names and amounts are drawn from a fixed seed.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from decimal import ROUND_HALF_UP, Decimal
from pathlib import Path
from random import Random

from .filings import WORK, AskedFigure, with_wrong_answers
from .table import read_triples, write_triples
from .triple import Label, Triple

TABLES = 160
_SEED = 23
_COMPANIES = (
    "Arden Foods,Belmore Rail,Corvane,Dunstead Mutual,Elvaro,Farrow & Lindt,Grevia Power,Hollin Bank"
).split(",")
_LINES = (
    "Product sales,Service revenue,Licence fees,Rental income,Other income,Staff costs,Cost of materials,Energy costs,"
    "Depreciation,Research expenses,Marketing expenses,Interest expense,Income tax,Cash at bank,Trade receivables,"
    "Inventories,Deferred tax assets,Goodwill,Property and equipment,Trade payables,Lease liabilities,Bank loans,"
    "Pension obligations,Provisions for warranties,Dividends paid,Capital expenditure"
).split(",")
_COUNTED = (
    "Drivers,Engineers,Branch staff,Apprentices,Stores,Warehouses,Vehicles,Contracts signed,Claims handled"
).split(",")
_CAPTIONS = ("in {scale}s", "€ {scale}", "$ in {scale}s", "Amounts in {scale}s", "(in {scale}s)")
_LED = "The following table shows the figures of {company} (in {scale}s):"
_HUNDRED = Decimal(100)
_RATIO = "{a}/{b}"

Formula = Callable[[Decimal, Decimal], Decimal]


@dataclass(frozen=True, slots=True)
class Task:
    """What is asked of two figures, in several wordings; `a` is the later or first of them."""

    questions: Sequence[str]
    derivation: str
    formula: Formula
    places: int = -1  # as many as the figures have
    is_percent: bool = False
    of_lines: bool = False  # of two lines in one year, otherwise of one line in two years


TASKS = (
    Task(
        (
            "What was the change in {x} from {q} to {p}?",
            "By how much did {x} change between {q} and {p}?",
            "What is the increase or decrease in {x} in {p} from {q}?",
        ),
        "{a}-{b}",
        lambda a, b: a - b,
    ),
    Task(
        (
            "What was the percentage change in {x} from {q} to {p}?",
            "By what percentage did {x} grow or fall from {q} to {p}?",
        ),
        "({a}-{b})/{b}",
        lambda a, b: (a - b) * _HUNDRED / b,
        places=2,
        is_percent=True,
    ),
    Task(
        ("What was the average of {x} in {q} and {p}?", "What is average {x} for {q} and {p}?"),
        "({a}+{b})/2",
        lambda a, b: (a + b) / 2,
        places=2,
    ),
    Task(
        ("What is the sum of {x} in {q} and {p}?", "How much were {x} in {q} and {p} together?"),
        "{a}+{b}",
        lambda a, b: a + b,
    ),
    Task(
        (
            "What was the difference between {x} and {y} in {p}?",
            "How much higher or lower were {x} than {y} in {p}?",
        ),
        "{a}-{b}",
        lambda a, b: a - b,
        of_lines=True,
    ),
    Task(
        ("What was the ratio of {x} to {y} in {p}?", "What proportion were {x} of {y} in {p}?"),
        _RATIO,
        lambda a, b: a / b,
        places=2,
        of_lines=True,
    ),
)
_COPIED = (
    "What were {x} in {p}?",
    "How much were {x} in {p}?",
    "{x}, {p}?",
    "What did the company report as {x} for {p}?",
)


@dataclass(frozen=True, slots=True)
class Filing:
    """A table of figures by line and year, and what they are in ("" for counts)."""

    contexts: tuple[str, ...]
    figures: dict[str, dict[int, Decimal]]
    scale: str
    key: str


def filing(rng: Random, number: int) -> Filing:
    """A table with two to four years and four to eight lines."""
    last = rng.randint(2016, 2025)
    years = [last - n for n in range(rng.randint(2, 4))]
    is_count = rng.random() < 0.25
    places = 0 if is_count or rng.random() < 0.6 else 1
    lines = rng.sample(_COUNTED if is_count else _LINES, rng.randint(4, 8))
    figures = {line: {year: _amount(rng, places) for year in years} for line in lines}
    scale = "" if is_count else rng.choice(("thousand", "million"))
    led = bool(scale) and rng.random() < 0.4
    corner = "" if led or not scale else rng.choice(_CAPTIONS).format(scale=scale)
    rows = [" | ".join([corner, *map(str, years)])]
    rows += [" | ".join([line, *(f"{v:,f}" for v in of.values())]) for line, of in figures.items()]
    company = rng.choice(_COMPANIES)
    about = _LED.format(company=company, scale=scale) if led else f"{company} reports once a year."
    return Filing(("\n".join(rows), about), figures, scale, f"invented/{number}")


def _amount(rng: Random, places: int) -> Decimal:
    return Decimal(rng.randint(11, 10 ** rng.randint(3, 5))).scaleb(-places)


def asked(rng: Random, of: Filing) -> Iterator[AskedFigure]:
    """A question for a cell and one for a result of each kind, as far as the table has them."""
    lines = list(of.figures)
    line, year = rng.choice(lines), rng.choice(list(of.figures[lines[0]]))
    shown = f"{of.figures[line][year]:,f} {of.scale}".strip()
    yield _row(of, rng.choice(_COPIED).format(x=line.lower(), p=year), shown, "")
    for task in rng.sample(TASKS, 2):
        x, y = rng.sample(lines, 2)
        p, q = sorted(rng.sample(list(of.figures[x]), 2), reverse=True)
        a, b = of.figures[x][p], of.figures[y][p] if task.of_lines else of.figures[x][q]
        value = task.formula(a, b)
        places = task.places if task.places >= 0 else len(f"{a:f}".partition(".")[2])
        shown = f"{value.quantize(Decimal(1).scaleb(-places), ROUND_HALF_UP):f}"
        question = rng.choice(task.questions).format(x=x.lower(), y=y.lower(), p=p, q=q)
        sign = "%" if task.is_percent else ""
        is_ratio = task.derivation == _RATIO
        scale = "" if task.is_percent or is_ratio else of.scale
        yield _row(of, question, f"{shown}{sign} {scale}".strip(), task.derivation.format(a=a, b=b))


def _row(of: Filing, question: str, answer: str, derivation: str) -> AskedFigure:
    triple = Triple.of(
        question=question[0].upper() + question[1:],
        contexts=of.contexts,
        answer=answer,
        label=Label.FAITHFUL,
        id=f"{of.key}/{question}",
        group=of.key,
        domain="invented filings",
        split="train",
    )
    return AskedFigure(triple, "computed" if derivation else "copied", WORK, derivation)


def invented_rows(tables: int = TABLES) -> Iterator[Triple]:
    """Right and wrong answers to three questions on each of so many tables; the same at every call."""
    rng = Random(_SEED)
    for number in range(tables):
        yield from with_wrong_answers(asked(rng, filing(rng, number)))


def main(arguments: Sequence[str] | None = None) -> None:
    """Write the rows of a file, if one is named, and the invented ones into one file."""
    parser = argparse.ArgumentParser(description="invented filings, behind the rows of a file")
    parser.add_argument("rows", type=Path, nargs="?", help="annotated rows to write them behind")
    parser.add_argument("--out", type=Path, required=True)
    given = parser.parse_args(arguments)
    try:
        own = read_triples(given.rows, labelled=True).triples if given.rows else ()
        given.out.parent.mkdir(parents=True, exist_ok=True)
        write_triples(given.out, [*own, *invented_rows()])
    except (OSError, ValueError) as error:
        parser.error(str(error))


if __name__ == "__main__":
    main()
