# SPDX-License-Identifier: Apache-2.0
"""Learn what each sign counts that a value stands in another's place (featurize/align/slots/signs.py, unstated.py).

`python -m faithstill.train.packaged.learn_slot_weights data/values.jsonl data/finance.csv data/twins.jsonl
--out featurize/resources`

Rows of the first file are answers as assistants give them, some with one wrong value written in by hand; into the
faithful training rows of the second and the supported claims of the third errors are planted. Of a value's rivals the
strongest is learnt from, which is found anew with the weights of the round before. The bias is set where so few
faithful answers as wanted are accused, out of fold by context.
"""

from __future__ import annotations

import json
import zlib
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain
from pathlib import Path
from typing import Annotated

import numpy as np
import typer
from numpy.typing import NDArray

from faithstill.featurize import Featurizer
from faithstill.featurize.align.align import align
from faithstill.featurize.align.answer_reading import AnswerReading
from faithstill.featurize.align.partition import sides_of
from faithstill.featurize.align.slots.rivals import Rival
from faithstill.featurize.align.slots.signs import RIVALS_FILE, UNSTATED_FILE
from faithstill.featurize.extract import Mention
from faithstill.featurize.extract.same_name import NAMES
from faithstill.train.module_main import run_script
from faithstill.train.output_paths import check_output

from .slot_answers import (
    PLANTED,
    WHOLE_ANSWERS,
    AnswerSource,
    SlotAnswer,
    annotated_answers,
    claimed_answers,
    told_answers,
)

_FOLDS = 5
_ROUNDS = 3
_C = 0.1
_DIGITS = 4


@dataclass(frozen=True, slots=True)
class Value:
    """A value of an answer: is it one of another place, may it be learnt from, and the signs of each of its rivals."""

    answer: SlotAnswer
    is_wrong: bool
    is_judged: bool
    rivals: tuple[Mapping[str, float], ...]


Reader = Callable[[SlotAnswer, Featurizer], Iterator[Value]]


def taken_values(answer: SlotAnswer, featurizer: Featurizer) -> Iterator[Value]:
    """The values that the evidence states and for which others contend."""
    analysis = featurizer.analyse(answer.triple)
    otherwise = {a.mention.start for a in analysis.alignments if str(a.status) in ("given", "derived")}
    reading = AnswerReading(analysis.answer, analysis.question, analysis.evidence_values)
    for mention in analysis.answer.mentions:
        if mention.kind in NAMES:
            continue
        contest = reading.contest(mention)
        sides = sides_of(contest, reading.currencies)
        rivals = tuple(found for _, found in contest.compared(sides.agreeing, sides.differing))
        if rivals:
            wrong = answer.is_wrong(contest.mention)
            yield Value(answer, wrong, wrong or contest.mention.start not in otherwise, rivals)


def unstated_values(answer: SlotAnswer, featurizer: Featurizer) -> Iterator[Value]:
    """The values that nothing states or proves, and in whose place others may stand."""
    found: list[Value] = []

    def watch(mention: Mention, rivals: Sequence[Rival]) -> None:
        if rivals:
            found.append(Value(answer, answer.is_wrong(mention), True, tuple(signs for _, signs in rivals)))

    analysis = featurizer.analyse(answer.triple)
    align(analysis.answer, analysis.question, analysis.evidence_values, watch)
    return iter(found)


@dataclass(frozen=True, slots=True)
class Lesson:
    """What one file of weights is learnt from; of each sort of right answers no more than a share may be accused."""

    file: str
    read: Reader
    right: tuple[tuple[AnswerSource, ...], ...]
    wrong: tuple[AnswerSource, ...]
    accused: float

    def values(self, answers: Sequence[SlotAnswer], featurizer: Featurizer) -> Sequence[Value]:
        """Those of the answers that it is learnt from; of one with a planted error that error only."""
        return [
            value
            for answer in answers
            if answer.source in (*chain.from_iterable(self.right), *self.wrong)
            for value in self.read(answer, featurizer)
            if value.is_wrong or answer.source not in PLANTED
        ]


LESSONS = (
    # Claims without a question and a text around them are told by other words: with them fewer wrong rows are caught.
    Lesson(
        RIVALS_FILE, taken_values, (WHOLE_ANSWERS,), (AnswerSource.WRONG_ROW, AnswerSource.PLANTED_ROW), 0.011
    ),
    Lesson(
        UNSTATED_FILE,
        unstated_values,
        (WHOLE_ANSWERS, (AnswerSource.CLAIM,)),
        (AnswerSource.WRONG_VALUE, AnswerSource.WRONG_ROW, AnswerSource.PLANTED_VALUE),
        0.005,
    ),
)


@dataclass(frozen=True, slots=True)
class Matrix:
    """The signs of all rivals, one row each; `owner` is the number of the value that a row is a rival of."""

    names: Sequence[str]
    signs: NDArray[np.float64]
    owner: NDArray[np.int64]
    wrong: NDArray[np.bool_]
    judged: NDArray[np.bool_]
    folds: NDArray[np.int64]

    @classmethod
    def of(cls, values: Sequence[Value]) -> Matrix:
        """Folds hold whole contexts."""
        names = list(values[0].rivals[0])
        rows = [[found[name] for name in names] for value in values for found in value.rivals]
        owner = [n for n, value in enumerate(values) for _ in value.rivals]
        folds = [zlib.crc32(value.answer.context.encode()) % _FOLDS for value in values]
        wrong, judged = ([getattr(v, flag) for v in values] for flag in ("is_wrong", "is_judged"))
        return cls(names, np.array(rows), np.array(owner), np.array(wrong), np.array(judged), np.array(folds))

    def strongest(self, leads: NDArray[np.float64]) -> NDArray[np.int64]:
        """For each value the row of its strongest rival."""
        order = np.lexsort((-leads, self.owner))
        return order[np.unique(self.owner[order], return_index=True)[1]]

    def fitted(self, values: NDArray[np.bool_]) -> tuple[NDArray[np.float64], float]:
        """Weights and bias learnt from some values."""
        from sklearn.linear_model import LogisticRegression

        scale = np.maximum(self.signs.std(axis=0), 1e-9)
        leads = self.signs[:, self.names.index("slot")].copy()
        weights, bias = np.zeros(len(self.names)), 0.0
        for _ in range(_ROUNDS):
            rows = self.strongest(leads)[values & self.judged]
            model = LogisticRegression(C=_C, max_iter=1000)
            model.fit(self.signs[rows] / scale, self.wrong[self.owner[rows]])
            weights, bias = model.coef_[0] / scale, float(model.intercept_[0])
            leads = self.signs @ weights + bias
        return weights, bias

    def out_of_fold(self) -> NDArray[np.float64]:
        """For each value the lead of its strongest rival, by weights learnt from the other folds."""
        found = np.zeros(len(self.wrong))
        for fold in range(_FOLDS):
            held = self.folds == fold
            weights, bias = self.fitted(~held)
            leads = self.signs @ weights + bias
            found[held] = leads[self.strongest(leads)][held]
        return found


def least_lead(leads: NDArray[np.float64], values: Sequence[Value], most: int) -> float:
    """The lead that right values exceed in no more answers than so many."""
    highest: dict[int, float] = {}
    for lead, value in zip(leads, values, strict=True):
        key = id(value.answer)
        highest[key] = max(float(lead), highest.get(key, -np.inf))
    ordered = sorted(highest.values(), reverse=True)
    return ordered[most] if most < len(ordered) else -np.inf


def learn(lesson: Lesson, answers: Sequence[SlotAnswer], say: Callable[[str], None]) -> dict[str, object]:
    """The weights of one file, and what they catch out of fold where the signs are there."""
    values = lesson.values(answers, Featurizer())
    matrix = Matrix.of(values)
    leads = matrix.out_of_fold()
    source = np.array([value.answer.source for value in values])
    least = -np.inf
    for sources in lesson.right:
        right = np.flatnonzero(np.isin(source, sources) & matrix.judged).tolist()
        most = int(lesson.accused * sum(answer.source in sources for answer in answers))
        least = max(least, least_lead(leads[right], [values[n] for n in right], most))
    say(
        f"{lesson.file}: {len(values)} values, {int(matrix.wrong.sum())} wrong; "
        f"no more than {lesson.accused:.1%} accused of the right ones"
    )
    for kind in lesson.wrong:
        of_kind = leads[(source == kind) & matrix.wrong]
        say(f"  caught out of fold of {kind}: {np.mean(of_kind > least):.3f} of {of_kind.size}")
    weights, bias = matrix.fitted(np.ones(len(values), dtype=bool))
    signs = {n: round(float(w), _DIGITS) for n, w in zip(matrix.names, weights, strict=True)}
    return {"bias": round(bias - least, _DIGITS), "signs": signs}


def main(
    told: Annotated[Path, typer.Argument(help="answers with wrong values, such as data/values.jsonl")],
    annotated: Annotated[Path, typer.Argument(help="annotated rows, such as data/finance.csv")],
    claims: Annotated[Path, typer.Argument(help="claims on documents, such as data/twins.jsonl")],
    out: Annotated[Path, typer.Option(help="folder for the two files of weights")],
) -> None:
    """Learn the weights, print what they catch out of fold, and write them."""
    for lesson in LESSONS:
        check_output(out / lesson.file, told, annotated, claims)
    natural = list(told_answers(told))
    for kind in (AnswerSource.WRONG_ROW, AnswerSource.WRONG_VALUE):
        if not any(answer.source is kind for answer in natural):
            raise ValueError(f"{told}: no answer of split 'train' and kind '{kind}' to learn from; add some")
    answers = [*natural, *annotated_answers(annotated), *claimed_answers(claims, Featurizer())]
    learnt = {lesson.file: learn(lesson, answers, typer.echo) for lesson in LESSONS}
    out.mkdir(parents=True, exist_ok=True)
    for file, kept in learnt.items():
        temporary = out / f"{file}.tmp"
        temporary.write_text(json.dumps(kept, indent=1) + "\n", encoding="utf-8")
        temporary.replace(out / file)


if __name__ == "__main__":
    run_script(main)
