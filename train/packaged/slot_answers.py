# SPDX-License-Identifier: Apache-2.0
"""Answers that the value check's weights are learnt from: right ones, and some with one wrong value."""

from __future__ import annotations

import zlib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path

from faithstill.data import Label, Triple, read_triples
from faithstill.featurize import Featurizer
from faithstill.featurize.align.alignment import Status
from faithstill.featurize.extract import Mention
from faithstill.train.encoder.labelled_claims import ENTAILED, read_rows
from faithstill.train.encoder.recipe import RecipeError
from faithstill.train.planting.mutants import MutationKind, mutants

from .natural_answer_rows import read_told

_SEED = 7
_VALUES = (
    MutationKind.NUMBER,
    MutationKind.PERCENT,
    MutationKind.MONEY,
    MutationKind.DATE,
    MutationKind.RANGE_END,
)
_ROWS = (MutationKind.WRONG_ROW,)


class AnswerSource(StrEnum):
    """Where an answer comes from; `planted` ones are annotated answers or claims with an error."""

    FAITHFUL = "faithful"
    WRONG_ROW = "wrong_row"
    WRONG_VALUE = "wrong_value"
    ANNOTATED = "annotated"
    CLAIM = "claim"
    PLANTED_ROW = "planted_row"
    PLANTED_VALUE = "planted_value"


WHOLE_ANSWERS = (AnswerSource.FAITHFUL, AnswerSource.ANNOTATED)
PLANTED = (AnswerSource.PLANTED_ROW, AnswerSource.PLANTED_VALUE)


@dataclass(frozen=True, slots=True)
class SlotAnswer:
    """One to learn from; `wrong` are the characters of its wrong value."""

    source: AnswerSource
    context: str
    triple: Triple
    wrong: tuple[int, int] | None = None

    def is_wrong(self, mention: Mention) -> bool:
        """Is a value of the answer the wrong one?"""
        return self.wrong is not None and mention.start < self.wrong[1] and self.wrong[0] < mention.end


def told_answers(path: Path) -> Iterator[SlotAnswer]:
    """Those of a file of natural answers that may be learnt from."""
    for told in read_told(path, "train"):
        yield SlotAnswer(AnswerSource(told.kind), told.context, told.triple, told.wrong)


def annotated_answers(path: Path) -> Iterator[SlotAnswer]:
    """The faithful training rows, and each of them with errors planted."""
    for triple in read_triples(path, labelled=True).triples:
        if triple.split == "train" and triple.label is Label.FAITHFUL:
            right = SlotAnswer(AnswerSource.ANNOTATED, triple.group, triple)
            yield right
            values = list(_mutants(right, AnswerSource.PLANTED_VALUE, _VALUES))
            yield from _one_of(values, right)
            yield from _mutants(right, AnswerSource.PLANTED_ROW, _ROWS)


def claimed_answers(path: Path, featurizer: Featurizer) -> Iterator[SlotAnswer]:
    """The supported claims of a file, and those whose value the evidence states with one wrong value planted."""
    try:
        rows = [row for row in read_rows(path, "train") if row.target == ENTAILED]
    except RecipeError as error:
        raise ValueError(f"{path}: {error}") from error
    if not rows:
        raise ValueError(f"{path}: no supported claim of split 'train' to learn from; add some")
    for row in rows:
        right = SlotAnswer(
            AnswerSource.CLAIM,
            row.group,
            Triple.of(question=row.question, contexts=row.contexts, answer=row.answer),
        )
        yield right
        wrong = list(_mutants(right, AnswerSource.PLANTED_VALUE, _VALUES))
        if wrong:
            found = featurizer.analyse(right.triple).alignments
            stated = [one.mention for one in found if one.status is Status.EQUAL]
            yield from _one_of([one for one in wrong if any(map(one.is_wrong, stated))], right)


def _one_of(wrong: Sequence[SlotAnswer], right: SlotAnswer) -> Iterator[SlotAnswer]:
    if wrong:
        yield wrong[zlib.crc32(right.triple.answer.encode()) % len(wrong)]


def _mutants(right: SlotAnswer, source: AnswerSource, kinds: Sequence[MutationKind]) -> Iterator[SlotAnswer]:
    triple = right.triple
    texts = [passage.text for passage in triple.passages]
    for one in mutants(triple.answer, texts, kinds=kinds, seed=_SEED, question=triple.question):
        wrong = Triple.of(question=triple.question, contexts=triple.passages, answer=one.text)
        yield SlotAnswer(source, right.context, wrong, (one.start, one.end))
