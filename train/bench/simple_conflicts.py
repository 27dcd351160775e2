# SPDX-License-Identifier: Apache-2.0
"""The simplest conflicts: a text states one value of a kind, the answer gives another. How many does the check refute?

`python -m faithstill.train.bench.simple_conflicts [--show 20]`

Each wrong answer has a right twin that differs in the value alone; the scenes and forms are in simple_scenes.py.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Annotated

import typer

from faithstill.factcheck import FactChecker, FactReport
from faithstill.train.metrics.shares import rate
from faithstill.train.module_main import run_script

from .planted_errors import overlaps
from .simple_scenes import (
    ANSWERS,
    EVIDENCE,
    HELD_OUT_ANSWERS,
    HELD_OUT_EVIDENCE,
    OTHERS,
    QUESTIONS,
    SCENES,
    FactScene,
)

LEAST_REFUTED = 0.95  # of the wrong answers
MOST_ACCUSED = 0.0  # of their right twins
_ROUNDS = 2  # of the held-out answers, each time with other questions and texts


@dataclass(frozen=True, slots=True)
class SimpleRow:
    """One answer with its question and passages; `start:end` are the characters of its value, right or wrong."""

    scene: FactScene
    form: str
    layout: str
    question: str
    contexts: tuple[str, ...]
    answer: str
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class AnswerPair:
    """An answer with a wrong value, and its twin with the right one."""

    wrong: SimpleRow
    right: SimpleRow


def pairs() -> Iterator[AnswerPair]:
    """The forms that the check was made with: each form of answer for each scene, with questions and texts in turn."""
    for at, scene in enumerate(SCENES):
        for turn, form in enumerate(_fitting(scene, ANSWERS)):
            yield _pair(scene, (form, ANSWERS[form]), _nth(EVIDENCE, at + 2 * turn), at + turn)


def held_out_pairs() -> Iterator[AnswerPair]:
    """Forms of answers and of texts that the check was not made with, each beside forms of the other that it was."""
    for at, scene in enumerate(SCENES):
        for turn, form in enumerate(_fitting(scene, HELD_OUT_ANSWERS) * _ROUNDS):
            layout = _nth({**EVIDENCE, **HELD_OUT_EVIDENCE}, at + 3 * turn)
            yield _pair(scene, (form, HELD_OUT_ANSWERS[form]), layout, at + turn)
        known = _fitting(scene, ANSWERS)
        for turn, layout in enumerate(HELD_OUT_EVIDENCE.items()):
            form = known[(at + 4 * turn) % len(known)]
            yield _pair(scene, (form, ANSWERS[form]), layout, at + 2 * turn + 1)


def _fitting(scene: FactScene, forms: Mapping[str, str]) -> list[str]:
    """The names of the forms in which a fact may be told; words need a clause around them."""
    return [name for name, form in forms.items() if scene.kind != "word" or "s}" in form or "lso}" in form]


def _nth(forms: Mapping[str, Sequence[str]], number: int) -> tuple[str, Sequence[str]]:
    return list(forms.items())[number % len(forms)]


def _pair(
    scene: FactScene, form: tuple[str, str], layout: tuple[str, Sequence[str]], turn: int
) -> AnswerPair:
    return AnswerPair(*(_row(scene, form, layout, turn, value) for value in (scene.wrong, scene.right)))


def _row(
    scene: FactScene, form: tuple[str, str], layout: tuple[str, Sequence[str]], turn: int, value: str
) -> SimpleRow:
    others = [text for kind, text in OTHERS.items() if kind != scene.kind]
    words = {
        "noun": scene.noun,
        "how": scene.how,
        "how_small": _small(scene.how),
        "other": scene.other,
        "v": scene.right,
        "states": scene.states[turn % 2].format(v=scene.right),
        "one": others[turn % len(others)],
        "two": others[(turn + 3) % len(others)],
    }
    contexts = tuple(_filled(text, words) for text in layout[1])
    words |= {"v": value, "says": scene.says[0].format(v=value), "also": scene.says[1].format(v=value)}
    answer = _filled(form[1], words)
    start = answer.lower().index(value.lower())
    question = _filled(QUESTIONS[turn % len(QUESTIONS)], words)
    return SimpleRow(scene, form[0], layout[0], question, contexts, answer, start, start + len(value))


def _filled(form: str, words: Mapping[str, str]) -> str:
    """A form with its words, begun with a capital where its name is."""
    capitals = {name.capitalize(): text[:1].upper() + text[1:] for name, text in words.items()}
    return form.format(**capitals, **words)


def _small(text: str) -> str:
    return text[:1].lower() + text[1:]


@dataclass(frozen=True, slots=True)
class CheckedPair:
    """A pair with what the check says of both."""

    pair: AnswerPair
    of_wrong: FactReport
    of_right: FactReport

    @property
    def is_refuted(self) -> bool:
        """Does a counter-proof lie on the wrong value?"""
        row = self.pair.wrong
        return any(overlaps(f, row.start, row.end) for f in self.of_wrong.conflicts)

    @property
    def is_accused(self) -> bool:
        """Is anything in the right twin refuted?"""
        return bool(self.of_right.conflicts)


def tried(found: Iterator[AnswerPair], checker: FactChecker | None = None) -> list[CheckedPair]:
    """Every pair checked as it stands."""
    checker = checker or FactChecker()
    return [CheckedPair(pair, _report(checker, pair.wrong), _report(checker, pair.right)) for pair in found]


def _report(checker: FactChecker, row: SimpleRow) -> FactReport:
    return checker.check(question=row.question, contexts=row.contexts, answer=row.answer)


def refuted_by_kind(found: Sequence[CheckedPair]) -> Mapping[str, tuple[int, int]]:
    """For each kind of value how many wrong answers are refuted, and of how many."""
    kinds: defaultdict[str, list[bool]] = defaultdict(list)
    for one in found:
        kinds[one.pair.wrong.scene.kind].append(one.is_refuted)
    return {kind: (sum(hits), len(hits)) for kind, hits in kinds.items()}


def print_simple_conflicts(say: Callable[[str], None]) -> None:
    """Rates with intervals, for the forms that the check was made with and for those held out."""
    for name, found in (("", known_forms()), (", forms held out", held_out_forms())):
        _say_found(found, name, say)


@lru_cache(maxsize=1)
def known_forms() -> Sequence[CheckedPair]:
    """The pairs in forms that the check was made with, checked."""
    return tried(pairs())


@lru_cache(maxsize=1)
def held_out_forms() -> Sequence[CheckedPair]:
    """Those in forms held out."""
    return tried(held_out_pairs())


def _say_found(found: Sequence[CheckedPair], name: str, say: Callable[[str], None]) -> None:
    for kind, (hits, count) in refuted_by_kind(found).items():
        _say(f"wrong {kind} refuted{name}", hits, count, say)
    _say(
        f"wrong refuted{name} (wanted {LEAST_REFUTED:.2f})", sum(t.is_refuted for t in found), len(found), say
    )
    _say(f"right twin refuted{name} (wanted 0)", sum(t.is_accused for t in found), len(found), say)


def _say(what: str, hits: int, count: int, say: Callable[[str], None]) -> None:
    say(f"  {what:52} {rate(hits, count)!s:26} n {count:5}")


def main(
    show: Annotated[int, typer.Option("--show", min=0, help="misses and accused twins to print")] = 0,
) -> None:
    """Check the table and print the rates, and some errors of the forms that are not held out."""
    print_simple_conflicts(typer.echo)
    found = known_forms() if show else []
    for one in [t for t in found if not t.is_refuted][:show]:
        _say_case(one.pair.wrong, one.of_wrong)
    for one in [t for t in found if t.is_accused][:show]:
        _say_case(one.pair.right, one.of_right)


def _say_case(row: SimpleRow, report: FactReport) -> None:
    typer.echo(f"\n{row.scene.kind} {row.form} {row.layout}: {row.question!r} {row.contexts!r}\n{row.answer}")
    typer.echo(str(report))


if __name__ == "__main__":
    run_script(main)
