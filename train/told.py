# SPDX-License-Identifier: Apache-2.0
"""Answers as assistants give them, faithful ones and some with one wrong value: how does the fact check judge them?

`python -m faithstill.train.told data/values.jsonl [--split test] [--show 20]`

A line of the file is one context: `id, domain, split, contexts` and its `answers`, each with `kind`, `question`,
`answer` and, where one value is wrong, that `wrong` value as it stands in the answer.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path
from typing import Annotated, Any, TypeVar

import typer

from faithstill.data import Triple
from faithstill.factcheck import FactChecker, FactReport, Finding, Verdict

from .nli_rows import ENTAILED, read_rows
from .planted import checked, overlaps
from .planted_report import rate
from .script import run_script

VALUES_FILE = "values.jsonl"
CLAIMS_FILE = "twins.jsonl"


class Kind(StrEnum):
    """A faithful answer, one with a value of another row, tier or period, or one with a value that is nowhere."""

    FAITHFUL = "faithful"
    WRONG_ROW = "wrong_row"
    WRONG_VALUE = "wrong_value"


_KINDS = tuple(map(str, Kind))
_NAMES = {str: "text", list: "list"}
_T = TypeVar("_T", str, list[Any])


@dataclass(frozen=True, slots=True)
class Told:
    """One answer; `wrong` are the characters of it that are wrong, if any."""

    context: str
    domain: str
    split: str
    kind: Kind
    triple: Triple
    wrong: tuple[int, int] | None = None


def read_told(path: Path, split: str = "") -> Iterator[Told]:
    """The answers of a file, of one split where it is named; ValueError says which line cannot be read, and why."""
    with path.open("rb") as lines:
        for number, line in enumerate(lines, 1):
            try:
                row = _row(line)
                if not split or _field(row, "split", str) == split:
                    yield from _told(row)
            except ValueError as error:
                raise ValueError(f"{path} line {number}: {error}") from error


def _row(line: bytes) -> object:
    try:
        return json.loads(line)
    except ValueError as error:
        raise ValueError(f"no JSON ({error}); write one object to a line, in UTF-8") from error


def _told(row: object) -> Iterator[Told]:
    context, domain, split = (_field(row, name, str) for name in ("id", "domain", "split"))
    passages = _field(row, "contexts", list)
    for number, answer in enumerate(_field(row, "answers", list), 1):
        place = f"answer {number}, "
        question, text, kind = (_field(answer, name, str, place) for name in ("question", "answer", "kind"))
        if kind not in _KINDS:
            raise ValueError(
                f"{place}field 'kind': {kind!r} is none of {', '.join(_KINDS)}; write one of them"
            )
        triple = Triple.of(question=question, contexts=passages, answer=text)
        span = None if kind == Kind.FAITHFUL else _span(text, _field(answer, "wrong", str, place), place)
        yield Told(context, domain, split, Kind(kind), triple, span)


def _field(row: object, name: str, of: type[_T], place: str = "") -> _T:
    """A member of a JSON object, of the type it has to be of."""
    value = row.get(name) if isinstance(row, dict) else None
    if isinstance(value, of):
        return value
    found = "is missing" if value is None else f"is a {type(value).__name__}"
    raise ValueError(f"{place}field {name!r} {found}; write a {_NAMES[of]} there")


def _span(text: str, wrong: str, place: str) -> tuple[int, int]:
    start = text.find(wrong) if wrong else -1
    if start < 0:
        raise ValueError(f"{place}field 'wrong': {wrong!r} is not in the answer; write it as it stands there")
    return start, start + len(wrong)


@dataclass(frozen=True, slots=True)
class Judged:
    """One answer and what the check says of it."""

    told: Told
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


def judged(answers: Iterable[Told], checker: FactChecker | None = None) -> list[Judged]:
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
    faithful = [one for one in found if one.told.kind is Kind.FAITHFUL]
    for verdict in (Verdict.CONFLICT, Verdict.ABSENT):
        _say(f"faithful, with a false {verdict}", [bool(one.said(verdict)) for one in faithful], say)
    for kind in (Kind.WRONG_ROW, Kind.WRONG_VALUE):
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
    for kind in Kind:
        errors = [one for one in found if one.told.kind is kind and _is_misjudged(one)]
        for one in errors[:show]:
            start, end = one.told.wrong or (0, 0)
            typer.echo(
                f"\n{one.told.context} {kind} {one.told.triple.answer[start:end]!r}: {one.told.triple.answer}"
            )
            for finding in (*one.said(Verdict.CONFLICT), *one.said(Verdict.ABSENT)):
                typer.echo(f"    {finding}")


def _is_misjudged(one: Judged) -> bool:
    if one.told.kind is Kind.FAITHFUL:
        return bool(one.said(Verdict.CONFLICT) or one.said(Verdict.ABSENT))
    return one.of_wrong is not Verdict.CONFLICT


if __name__ == "__main__":
    run_script(main)
