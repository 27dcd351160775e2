# SPDX-License-Identifier: Apache-2.0
"""Planted errors and false alarms as lines to read: rates with intervals and marks, then the cases themselves.

`python -m faithstill.train.bench.planted_report data/finance.csv [--public FOLDER] [--split train] [--show 20]`
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from random import Random
from typing import Annotated, TypeVar

import typer
from rich.console import Console

from faithstill.data import Triple
from faithstill.factcheck import Verdict
from faithstill.serve.cli import progress_bar
from faithstill.train.metrics.binary_metrics import Interval
from faithstill.train.metrics.shares import rate
from faithstill.train.module_main import run_script
from faithstill.train.planting.mutant_tables import parse_kinds
from faithstill.train.planting.mutants import ALL, MutationKind
from faithstill.train.planting.numerals import sentences

from .planted_errors import (
    SEED,
    MeasuredSet,
    Planted,
    UntouchedAnswer,
    checked,
    coincidences,
    faithful_sets,
    measure_planted,
)

# What issue and README promise: the share caught at least.
MARKS: Mapping[MutationKind, float] = {
    MutationKind.NUMBER: 0.95,
    MutationKind.DECIMAL: 0.95,
    MutationKind.UNIT: 0.95,
    MutationKind.DATE: 0.95,
    MutationKind.PERCENT: 0.95,
    MutationKind.MONEY: 0.95,
    MutationKind.WRONG_ROW: 0.85,
    MutationKind.ENTITY: 0.70,
    MutationKind.ROLE_SWAP: 0.70,
}
# The share of untouched faithful answers with at least one such finding, at most.
ALARM_MARKS: Mapping[Verdict, float] = {Verdict.CONFLICT: 0.01, Verdict.ABSENT: 0.05}
MOST_DERIVED = 0.01  # of random numbers
_AROUND = 160
Say = Callable[[str], None]
_Case = TypeVar("_Case")


def main(
    rows: Path,
    public: Annotated[Path | None, typer.Option("--public", help="folder of public sets, *.jsonl.xz")] = None,
    split: Annotated[str, typer.Option("--split", help='split of ROWS; "" for all rows')] = "test",
    most: Annotated[int, typer.Option("--most", min=0, help="answers of each set; 0 for all")] = 0,
    kinds: Annotated[str, typer.Option("--kinds", help="kinds separated by commas, all, or none")] = "all",
    sets: Annotated[str, typer.Option("--sets", help="only the sets whose name contains this")] = "",
    show: Annotated[int, typer.Option("--show", min=0, help="misses and false alarms to print")] = 0,
    seed: Annotated[int, typer.Option("--seed", min=0)] = SEED,
) -> None:
    """Plant errors into faithful answers, check them, and print what is caught and what is objected to."""
    wanted = parse_kinds(kinds)
    say = Console(width=130, highlight=False, markup=False, soft_wrap=True).print
    found = []
    for name, triples in faithful_sets(rows, public, split=split, most=most, seed=seed):
        if sets in name:
            with progress_bar() as bar:
                task = bar.add_task(name, total=len(triples))
                parts = [
                    measure_planted(name, [triple], kinds=wanted, seed=seed)
                    for triple in _advancing(triples, lambda: bar.advance(task))  # noqa: B023
                ]
            found.append(joined(name, parts))
            print_set(found[-1], say)
    if not found:
        raise ValueError(
            f"--sets {sets}: is in the name of no set; leave it out, or give another part of a name"
        )
    if len(found) > 1:
        print_set(joined("all sets", found), say)
    if not wanted or kinds == "all":
        print_coincidences([u.triple for m in found for u in m.untouched], say, seed)
    for measured in found if show else ():
        print_cases(measured, show, say, seed)


def _advancing(triples: Sequence[Triple], advance: Callable[[], None]) -> Iterator[Triple]:
    for triple in triples:
        yield triple
        advance()


def joined(name: str, parts: Iterable[MeasuredSet]) -> MeasuredSet:
    """Several sets as one."""
    parts = tuple(parts)
    return MeasuredSet(
        name, tuple(u for p in parts for u in p.untouched), tuple(x for p in parts for x in p.planted)
    )


def print_set(measured: MeasuredSet, say: Say) -> None:
    """The rates of one set, a line each."""
    say(f"\n{measured.name}: {len(measured.untouched)} faithful answers")
    for kind in ALL:
        cases = measured.of_kind(kind)
        if cases:
            say(
                _line(
                    f"caught {kind}",
                    rate(sum(c.caught for c in cases), len(cases)),
                    len(cases),
                    MARKS.get(kind),
                    1,
                )
            )
    findings = sum(len(checked(u.report)) for u in measured.untouched)
    for verdict, mark in ALARM_MARKS.items():
        objections = [u.objections(verdict) for u in measured.untouched]
        answers, n = sum(map(bool, objections)), len(objections)
        say(_line(f"false {verdict}, answers", rate(answers, n), n, mark, -1))
        say(
            _line(f"false {verdict}, findings", rate(sum(map(len, objections)), findings), findings, None, -1)
        )


def print_coincidences(triples: Sequence[Triple], say: Say, seed: int = SEED) -> None:
    """How often a random number is derived from the evidence."""
    cases = [*coincidences(triples, seed=seed)]
    derived = rate(sum(not case.caught for case in cases), len(cases))
    say(_line("\nrandom numbers derived", derived, len(cases), MOST_DERIVED, -1))


def _line(what: str, interval: Interval, n: int, mark: float | None, sign: int) -> str:
    line = f"  {what:26} {interval!s:26} n {n:6}"
    if mark is None or interval.value is None:
        return line
    met = interval.value * sign >= mark * sign
    return (
        f"{line}   {'met' if met else 'NOT MET':8} wanted {'at least' if sign > 0 else 'at most'} {mark:.2f}"
    )


def print_cases(measured: MeasuredSet, show: int, say: Say, seed: int = SEED) -> None:
    """Some misses of each kind, and some false alarms, to be read."""
    for kind in ALL:
        for case in _some([c for c in measured.of_kind(kind) if not c.caught], show, seed):
            _print_miss(measured.name, case, say)
    for verdict in ALARM_MARKS:
        for alarm in _some([u for u in measured.untouched if u.objections(verdict)], show, seed):
            _print_alarm(measured.name, alarm, verdict, say)


def _some(cases: Sequence[_Case], most: int, seed: int) -> Sequence[_Case]:
    return cases if len(cases) <= most else Random(seed).sample(cases, most)


def _print_miss(name: str, case: Planted, say: Say) -> None:
    mutant = case.mutant
    say(f"\nMISS {mutant.kind} | {name} | {case.triple.id} | {mutant.original!r} -> {mutant.replacement!r}")
    say(f"  question  {case.triple.question}")
    say(f"  answer    {marked(mutant.text, mutant.start, mutant.end)}")
    say(f"  evidence  {nearest(case.triple, mutant.text, mutant.start)}")
    for finding in case.touching:
        say(f"  finding   {finding}")
    if not case.touching:
        say("  finding   none on the span")


def _print_alarm(name: str, alarm: UntouchedAnswer, verdict: Verdict, say: Say) -> None:
    for finding in alarm.objections(verdict):
        say(f"\nFALSE {verdict.upper()} | {name} | {alarm.triple.id}")
        say(f"  question  {alarm.triple.question}")
        say(f"  answer    {marked(alarm.triple.answer, finding.start, finding.end)}")
        say(f"  evidence  {nearest(alarm.triple, alarm.triple.answer, finding.start)}")
        say(f"  finding   {finding}")


def marked(text: str, start: int, end: int) -> str:
    """A span between double angle brackets, with what stands around it on one line.

    >>> marked("The fee is $25 a month.", 11, 14)
    'The fee is >>$25<< a month.'
    """
    before, after = text[max(0, start - _AROUND) : start], text[end : end + _AROUND]
    return re.sub(r"\s+", " ", f"{before}>>{text[start:end]}<<{after}")


def nearest(triple: Triple, answer: str, at: int) -> str:
    """The evidence sentence that shares most words with the answer's sentence at an offset, with its passage."""
    said = next((answer[start:end] for start, end in sentences(answer) if start <= at < end), answer)
    words = _words(said)
    spans = ((i, p.text[a:b]) for i, p in enumerate(triple.passages, 1) for a, b in sentences(p.text))
    best = max(spans, key=lambda found: (len(words & _words(found[1])), -len(found[1])), default=None)
    return f"(passage {best[0]}) {' '.join(best[1].split())[:400]}" if best else "none"


def _words(text: str) -> frozenset[str]:
    return frozenset(re.findall(r"\w{3,}|\d+", text.lower()))


if __name__ == "__main__":
    run_script(main)
