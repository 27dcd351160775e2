# SPDX-License-Identifier: Apache-2.0
"""What fact check and bundles make of right, natural wrong and random figures in answers to questions on filings.

The rows are read from `tatqa.dev.jsonl.xz` of the folder of public sets, which is not in this repository. Its documents
are parted by a hash of their table: rules were worked out on one half only, the other shows what they are worth.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path

import numpy as np

from faithstill.data import Label, Triple
from faithstill.data.filings import (
    HELD_OUT,
    SET,
    WORK,
    AskedFigure,
    asks_for_figure,
    read_asked,
    wrong_answers,
)
from faithstill.data.wrong_figures import FigureError
from faithstill.factcheck import FactChecker, FactReport, Finding, Verdict
from faithstill.featurize.extract import Kind
from faithstill.serve import Scorer
from faithstill.serve.routes import Route
from faithstill.serve.scorer import SHIPPED_BUNDLES
from faithstill.train.metrics.binary_metrics import roc_auc
from faithstill.train.metrics.shares import share
from faithstill.train.planting.mutants import random_numbers

from .planted_errors import SEED, is_derived, overlaps

_FIGURES = frozenset({Kind.MONEY, Kind.PERCENT, Kind.NUMBER, Kind.QUANTITY})
Say = Callable[[str], None]


class FigureOutcome(StrEnum):
    """What the check says of the figures of one answer; the worst of them counts."""

    PROVED = "proved"
    ABSENT = "absent"
    REFUTED = "refuted"


@dataclass(frozen=True, slots=True)
class Figured:
    """What the check says of one answer; `outcome` is None where it has no figure."""

    asked: AskedFigure
    report: FactReport
    outcome: FigureOutcome | None


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


def print_figures(path: Path, say: Say) -> None:
    """Right, natural wrong and random figures proved, absent and refuted, and what the bundles say of them."""
    if not path.is_file():
        say(f"left out: no {path.name} in the folder of public sets")
        return
    checker, rows = FactChecker(), list(read_asked(path))
    for name in (WORK, HELD_OUT):
        own = [one for one in rows if one.half == name]
        found = figured(own, checker)
        say(f"\n{SET}, documents {name}: {len(own)} answers")
        for how in ("copied", "computed"):
            _print_outcomes(how, [f for f in found if f.asked.how == how], say)
        every = [any(f.verdict is Verdict.CONFLICT for f in one.report.findings) for one in found]
        say(f"  {'all, anything refuted':26} {share(every, [f.asked.triple.group for f in found])}")
        _print_wrong(own, checker, say)
        for how in ("copied", "computed"):
            _print_random(how, [one for one in own if one.how == how], checker, say)
    print_bundles(path, say)


def _print_outcomes(how: str, found: Sequence[Figured], say: Say) -> None:
    told = [one for one in found if one.outcome]
    groups = [one.asked.triple.group for one in told]
    for wanted in FigureOutcome:
        say(f"  {f'{how}, {wanted}':26} {share([one.outcome is wanted for one in told], groups)}")


def _print_wrong(asked: Sequence[AskedFigure], checker: FactChecker, say: Say) -> None:
    """What is said of natural wrong answers, by their error."""
    found = [
        (error, outcome(_report(checker, triple, triple.answer)), triple.group)
        for one in asked
        for error, triple in wrong_answers(one)
    ]
    for error in FigureError:
        own = [(said, group) for kind, said, group in found if kind is error]
        for wanted in (FigureOutcome.REFUTED, FigureOutcome.PROVED):
            hits = [said is wanted for said, _ in own]
            say(f"  {f'{error}, {wanted}':26} {share(hits, [group for _, group in own])}")


def print_bundles(path: Path, say: Say) -> None:
    """Right figures of held-out documents against natural wrong ones, with each shipped bundle."""
    asked = [one for one in read_asked(path) if one.half == HELD_OUT and asks_for_figure(one)]
    if not asked:
        say("left out: no question for a figure among the documents held out")
        return
    triples = [one.triple for one in asked]
    triples += [triple for one in asked for _, triple in wrong_answers(one)]
    labels = np.array([t.label is Label.FAITHFUL for t in triples])
    for name in SHIPPED_BUNDLES:
        scores = list(Scorer.load(name).score_triples(triples))
        estimates = [0.0 if s.faithful is None else s.faithful for s in scores]
        sent = np.array([s.route is Route.DELIVER for s in scores])
        groups = [t.group for t in triples]
        say(f"\n{name}: ROC-AUC {roc_auc(labels, estimates):.3f}   n {len(triples)}")
        for word, chosen in (("right", labels), ("wrong", ~labels)):
            own = [group for group, is_own in zip(groups, chosen, strict=True) if is_own]
            say(f"  {f'{word}, delivered':26} {share(list(sent[chosen]), own)}")


def _print_random(how: str, asked: Sequence[AskedFigure], checker: FactChecker, say: Say) -> None:
    """Random figures that are proved by a formula, and those that are proved at all, refuted or absent."""
    found = [(one.triple.group, here) for one in asked for here in random_findings(one, checker)]
    groups = [group for group, _ in found]
    derived = [any(map(is_derived, here)) for _, here in found]
    refuted = [any(f.verdict is Verdict.CONFLICT for f in here) for _, here in found]
    for word, hits in (("derived", derived), ("refuted", refuted)):
        say(f"  {f'random {how}, {word}':26} {share(hits, groups)}")
