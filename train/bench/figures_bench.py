# SPDX-License-Identifier: Apache-2.0
"""What the fact check makes of right and of random figures in answers to questions on filings, by how they were found.

The rows are read from `tatqa.dev.jsonl.xz` of the folder of public sets, which is not in this repository. Its documents
are parted by a hash of their table: rules were worked out on one half only, the other shows what they are worth.
"""

from __future__ import annotations

import hashlib
import json
import lzma
import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from decimal import Decimal
from enum import StrEnum
from pathlib import Path

from faithstill.data import Triple
from faithstill.factcheck import FactChecker, FactReport, Finding, Verdict
from faithstill.featurize.extract import Kind
from faithstill.train.metrics.shares import share
from faithstill.train.planting.mutants import random_numbers

from .planted_errors import SEED, is_derived, overlaps

SET = "tatqa.dev"
HALVES = ("work", "held out")
_COMPUTED = frozenset({"arithmetic", "count"})  # as the set names how an answer was found
_FIGURES = frozenset({Kind.MONEY, Kind.PERCENT, Kind.NUMBER, Kind.QUANTITY})
_PERCENT_CHANGE = re.compile(r"\(\$?([\d.,]*\d)-\$?([\d.,]*\d)\)/\$?[\d.,]+")
_CHANGE = re.compile(r"\$?[\d.,]+-\$?[\d.,]+")
Say = Callable[[str], None]


class FigureOutcome(StrEnum):
    """What the check says of the figures of one answer; the worst of them counts."""

    PROVED = "proved"
    ABSENT = "absent"
    REFUTED = "refuted"


@dataclass(frozen=True, slots=True)
class AskedFigure:
    """One question on a filing with its right answer, by how it was found: copied or computed."""

    triple: Triple
    how: str
    half: str
    derivation: str = ""


@dataclass(frozen=True, slots=True)
class Figured:
    """What the check says of one answer; `outcome` is None where it has no figure."""

    asked: AskedFigure
    report: FactReport
    outcome: FigureOutcome | None


def read_asked(path: Path) -> Iterator[AskedFigure]:
    """The rows of the set."""
    with lzma.open(path, "rt", encoding="utf-8") as lines:
        for number, line in enumerate(lines, 1):
            row = json.loads(line)
            table = row["contexts"][0]
            triple = Triple.of(
                question=row["question"],
                contexts=row["contexts"],
                answer=row["answer"],
                id=f"{SET}/{number}",
                group=half_key(table)[:12],
            )
            how = "computed" if row["meta"]["answer_type"] in _COMPUTED else "copied"
            yield AskedFigure(triple, how, half(table), row["meta"].get("derivation") or "")


def half_key(table: str) -> str:
    """The hash by which documents are parted."""
    return hashlib.sha256(table.encode()).hexdigest()


def half(table: str) -> str:
    """The half of a document: that of the work where the hash of its table is even.

    >>> half("a | b"), half("a | d")
    ('held out', 'work')
    """
    return HALVES[int(half_key(table), 16) % 2]


def outcome(report: FactReport) -> FigureOutcome | None:
    """The worst that is said of a figure."""
    verdicts = {finding.verdict for finding in report.findings if finding.kind in _FIGURES}
    if not verdicts:
        return None
    if Verdict.CONFLICT in verdicts:
        return FigureOutcome.REFUTED
    return FigureOutcome.PROVED if verdicts <= {Verdict.PROVED, Verdict.GIVEN} else FigureOutcome.ABSENT


def figured(asked: Sequence[AskedFigure], checker: FactChecker) -> list[Figured]:
    """All answers, checked."""
    found = []
    for one in asked:
        report = _report(checker, one.triple, one.triple.answer)
        found.append(Figured(one, report, outcome(report)))
    return found


def _report(checker: FactChecker, triple: Triple, answer: str) -> FactReport:
    return checker.check(question=triple.question, contexts=triple.passages, answer=answer)


def random_findings(one: AskedFigure, checker: FactChecker) -> Iterator[list[Finding]]:
    """What is said of each figure of an answer when a random one of as many digits stands in its place."""
    texts = [passage.text for passage in one.triple.passages]
    for mutant in random_numbers(one.triple.answer, texts, seed=SEED, question=one.triple.question):
        report = _report(checker, one.triple, mutant.text)
        yield [f for f in report.findings if overlaps(f, mutant.start, mutant.end)]


def backwards(one: AskedFigure) -> Iterator[tuple[str, str]]:
    """The answer to a question for a change with its sign flipped, or as a share of the later figure."""
    derivation, answer = one.derivation.replace(" ", ""), one.triple.answer
    share_of = _PERCENT_CHANGE.fullmatch(derivation)
    if share_of and answer.endswith("percent"):
        later, earlier = (Decimal(share_of[n].replace(",", "")) for n in (1, 2))
        wrong = round((later - earlier) * 100 / later, 2) if later else Decimal(0)
        if f"{wrong} percent" != answer and later != earlier:
            yield "share of the later", f"{wrong} percent"
    if _CHANGE.fullmatch(derivation) and re.search(r"change|increase", one.triple.question, re.IGNORECASE):
        yield "sign flipped", answer.removeprefix("-") if answer.startswith("-") else f"-{answer}"


def print_figures(path: Path, say: Say) -> None:
    """Right figures proved, absent and refuted, and random ones that come out as proved."""
    if not path.is_file():
        say(f"left out: no {path.name} in the folder of public sets")
        return
    checker, rows = FactChecker(), list(read_asked(path))
    for name in HALVES:
        own = [one for one in rows if one.half == name]
        found = figured(own, checker)
        say(f"\n{SET}, documents {name}: {len(own)} answers")
        for how in ("copied", "computed"):
            _print_outcomes(how, [f for f in found if f.asked.how == how], say)
        every = [any(f.verdict is Verdict.CONFLICT for f in one.report.findings) for one in found]
        say(f"  {'all, anything refuted':26} {share(every, [f.asked.triple.group for f in found])}")
        _print_backwards(own, checker, say)
        for how in ("copied", "computed"):
            _print_random(how, [one for one in own if one.how == how], checker, say)


def _print_outcomes(how: str, found: Sequence[Figured], say: Say) -> None:
    told = [one for one in found if one.outcome]
    groups = [one.asked.triple.group for one in told]
    for wanted in FigureOutcome:
        say(f"  {f'{how}, {wanted}':26} {share([one.outcome is wanted for one in told], groups)}")


def _print_backwards(asked: Sequence[AskedFigure], checker: FactChecker, say: Say) -> None:
    """Wrong answers that come out as proved all the same."""
    found = [(kind, one, wrong) for one in asked for kind, wrong in backwards(one)]
    for name in ("sign flipped", "share of the later"):
        own = [(one, wrong) for kind, one, wrong in found if kind == name]
        hits = [outcome(_report(checker, one.triple, wrong)) is FigureOutcome.PROVED for one, wrong in own]
        say(f"  {f'{name}, proved':26} {share(hits, [one.triple.group for one, _ in own])}")


def _print_random(how: str, asked: Sequence[AskedFigure], checker: FactChecker, say: Say) -> None:
    """Random figures that are proved by a formula, and those that are proved at all, refuted or absent."""
    found = [(one.triple.group, here) for one in asked for here in random_findings(one, checker)]
    groups = [group for group, _ in found]
    derived = [any(map(is_derived, here)) for _, here in found]
    refuted = [any(f.verdict is Verdict.CONFLICT for f in here) for _, here in found]
    for word, hits in (("derived", derived), ("refuted", refuted)):
        say(f"  {f'random {how}, {word}':26} {share(hits, groups)}")
