# SPDX-License-Identifier: Apache-2.0
"""Answers as assistants give them, faithful ones and some with one wrong value: how does the fact check judge them?

`python -m faithstill.train.bench.natural_answers data/values.jsonl [--split test] [--show 20]`

A line of the file is one context: `id, domain, split, contexts` and its `answers`, each with `kind`, `question`,
`answer` and, where one value is wrong, that `wrong` value as it stands in the answer.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated

import typer

from faithstill.factcheck import FactChecker, FactReport, Finding, Verdict
from faithstill.train.encoder.labelled_claims import ENTAILED, read_rows
from faithstill.train.metrics.shares import rate
from faithstill.train.module_main import run_script
from faithstill.train.packaged.natural_answer_rows import AnswerKind, NaturalAnswer, read_told

from .planted_errors import checked, overlaps

VALUES_FILE = "values.jsonl"
CLAIMS_FILE = "twins.jsonl"


@dataclass(frozen=True, slots=True)
class Judged:
    """One answer and what the check says of it."""

    told: NaturalAnswer
    report: FactReport

    def said(self, verdict: Verdict) -> tuple[Finding, ...]:
        """The findings with a verdict, citations left out."""
        return tuple(finding for finding in checked(self.report) if finding.verdict is verdict)

    @property
    def of_wrong(self) -> Verdict | None:
        """What speaks against the wrong value: a conflict before an absence, or None where it is believed."""
        start, end = self.told.wrong or (0, 0)
        found = {f.verdict for f in checked(self.report) if overlaps(f, start, end)}
        return next((verdict for verdict in (Verdict.CONFLICT, Verdict.ABSENT) if verdict in found), None)


def judged(answers: Iterable[NaturalAnswer], checker: FactChecker | None = None) -> list[Judged]:
    """Every answer checked as it stands."""
    checker = checker or FactChecker()
    return [
        Judged(
            told,
            checker.check(
                question=told.triple.question, contexts=told.triple.passages, answer=told.triple.answer
            ),
        )
        for told in answers
    ]


def print_judged(found: Sequence[Judged], say: Callable[[str], None]) -> None:
    """Rates with intervals: faithful answers accused or not proved, wrong values refuted or not proved."""
    faithful = [one for one in found if one.told.kind is AnswerKind.FAITHFUL]
    for verdict in (Verdict.CONFLICT, Verdict.ABSENT):
        _say(f"faithful, with a false {verdict}", [bool(one.said(verdict)) for one in faithful], say)
    for kind in (AnswerKind.WRONG_ROW, AnswerKind.WRONG_VALUE):
        wrong = [one.of_wrong for one in found if one.told.kind is kind]
        _say(f"{kind}, refuted", [verdict is Verdict.CONFLICT for verdict in wrong], say)
        _say(f"{kind}, refuted or absent", [verdict is not None for verdict in wrong], say)


def print_claims(path: Path, split: str, say: Callable[[str], None]) -> None:
    """How often a claim that its document supports has a value refuted or not proved; claims have no question."""
    checker = FactChecker()
    reports = [
        checker.check(question=row.question, contexts=row.contexts, answer=row.answer)
        for row in read_rows(path, split)
        if row.target == ENTAILED
    ]
    for verdict in (Verdict.CONFLICT, Verdict.ABSENT):
        hits = [any(finding.verdict is verdict for finding in checked(report)) for report in reports]
        _say(f"supported claim, with a false {verdict}", hits, say)


def _say(what: str, hits: Sequence[bool], say: Callable[[str], None]) -> None:
    say(f"  {what:40} {rate(sum(hits), len(hits))!s:26} n {len(hits):5}")


def main(
    values: Path,
    split: Annotated[str, typer.Option("--split", help='split of VALUES; "" for all')] = "test",
    show: Annotated[int, typer.Option("--show", min=0, help="cases of each kind to print")] = 0,
) -> None:
    """Check the answers of a split and print the rates, and some errors to be read."""
    found = judged(read_told(values, split))
    if not found:
        raise ValueError(f"{values}: no answers of split {split!r}; name another with --split")
    print_judged(found, typer.echo)
    for kind in AnswerKind:
        errors = [one for one in found if one.told.kind is kind and _is_misjudged(one)]
        for one in errors[:show]:
            start, end = one.told.wrong or (0, 0)
            typer.echo(
                f"\n{one.told.context} {kind} {one.told.triple.answer[start:end]!r}: {one.told.triple.answer}"
            )
            for finding in (*one.said(Verdict.CONFLICT), *one.said(Verdict.ABSENT)):
                typer.echo(f"    {finding}")


def _is_misjudged(one: Judged) -> bool:
    if one.told.kind is AnswerKind.FAITHFUL:
        return bool(one.said(Verdict.CONFLICT) or one.said(Verdict.ABSENT))
    return one.of_wrong is not Verdict.CONFLICT


if __name__ == "__main__":
    run_script(main)
