# SPDX-License-Identifier: Apache-2.0
"""Learn what each sign counts that a value stands in another's place (featurize/values/slots/signs.py).

`python -m faithstill.train.rivals data/values.jsonl data/finance.csv --out featurize/resources/rivals.json`

Rows of the first file are answers as assistants give them, some with one value of another row, tier or period
written in by hand; into the faithful training rows of the second such errors are planted. Of a value's rivals the
strongest is learnt from, which is found anew with the weights of the round before. The bias is set where so few
faithful answers as wanted are accused, out of fold by context.
"""

from __future__ import annotations

import json
import zlib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain
from pathlib import Path
from typing import Annotated

import numpy as np
import typer
from numpy.typing import NDArray

from faithstill.data import Label, Triple, read_triples
from faithstill.featurize import Featurizer
from faithstill.featurize.values.sides import contested

from .mutate import MutationKind, mutants
from .places import check_output
from .script import run_script
from .told import Kind, read_told

_FOLDS = 5
_ROUNDS = 3
_C = 0.1
_SEED = 7
_ACCUSED = 0.014  # of the faithful answers
_DIGITS = 4


@dataclass(frozen=True, slots=True)
class Value:
    """A value of an answer: is it one of another place, and the signs of each of its rivals."""

    context: str
    answer: str
    is_wrong: bool
    is_judged: bool
    rivals: tuple[Mapping[str, float], ...]


def values_of(
    context: str, triple: Triple, wrong: tuple[int, int] | None, featurizer: Featurizer
) -> Iterator[Value]:
    """The values that the evidence states and for which others contend; `wrong` is the span of the planted one."""
    analysis = featurizer.analyse(triple)
    otherwise = {a.mention.start for a in analysis.alignments if str(a.status) in ("given", "derived")}
    for contest, sides in contested(analysis.answer, analysis.question, analysis.evidence_values):
        mention = contest.mention
        planted = wrong is not None and mention.start < wrong[1] and wrong[0] < mention.end
        rivals = tuple(found for _, found in contest.compared(sides.agreeing, sides.differing))
        if rivals:
            judged = planted or mention.start not in otherwise
            yield Value(context, triple.answer, planted, judged, rivals)


def told_values(path: Path, kind: Kind, featurizer: Featurizer) -> Iterator[Value]:
    """The values of the answers of a kind to learn from."""
    for told in read_told(path, "train"):
        if told.kind is kind:
            yield from values_of(told.context, told.triple, told.wrong, featurizer)


def planted_values(path: Path, featurizer: Featurizer) -> Iterator[Value]:
    """The values of faithful training rows, and values of another row planted into them."""
    for triple in read_triples(path, labelled=True).triples:
        if triple.split != "train" or triple.label is not Label.FAITHFUL:
            continue
        yield from values_of(triple.group, triple, None, featurizer)
        texts = [passage.text for passage in triple.passages]
        for mutant in mutants(
            triple.answer, texts, kinds=(MutationKind.WRONG_ROW,), seed=_SEED, question=triple.question
        ):
            wrong = Triple.of(question=triple.question, contexts=triple.passages, answer=mutant.text)
            span = mutant.start, mutant.end
            yield from (v for v in values_of(triple.group, wrong, span, featurizer) if v.is_wrong)


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
        folds = [zlib.crc32(value.context.encode()) % _FOLDS for value in values]
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
    highest: dict[tuple[str, str], float] = {}
    for lead, value in zip(leads, values, strict=True):
        key = value.context, value.answer
        highest[key] = max(float(lead), highest.get(key, -np.inf))
    return sorted(highest.values(), reverse=True)[most]


def main(
    told: Annotated[Path, typer.Argument(help="answers with wrong values, such as data/values.jsonl")],
    annotated: Annotated[Path, typer.Argument(help="annotated rows, such as data/finance.csv")],
    out: Annotated[Path, typer.Option(help="file of the weights to write")],
    accused: Annotated[
        float, typer.Option(help="share of the faithful answers in which a value may be accused")
    ] = _ACCUSED,
) -> None:
    """Learn the weights, print what they catch out of fold, and write them."""
    check_output(out, told, annotated)
    featurizer = Featurizer()
    parts = (
        tuple(told_values(told, Kind.FAITHFUL, featurizer)),
        tuple(told_values(told, Kind.WRONG_ROW, featurizer)),
        tuple(planted_values(annotated, featurizer)),
    )
    if not any(value.is_wrong for value in parts[1]):
        raise ValueError(f"{told}: no wrong value of split 'train' to learn from; add rows of kind wrong_row")
    values = tuple(chain.from_iterable(parts))
    matrix = Matrix.of(values)
    leads = matrix.out_of_fold()
    part = np.repeat(range(len(parts)), [len(found) for found in parts])
    right = np.flatnonzero((part == 0) & matrix.judged)
    answers = sum(one.kind is Kind.FAITHFUL for one in read_told(told, "train"))
    least = least_lead(leads[right], [values[n] for n in right], int(accused * answers))
    caught = [np.mean(leads[(part == group) & matrix.wrong] > least) for group in (1, 2)]
    typer.echo(
        f"{len(values)} values, {int(matrix.wrong.sum())} wrong; caught out of fold where their place is stated:"
    )
    typer.echo(
        f"written in by hand {caught[0]:.3f}, planted {caught[1]:.3f}; faithful answers accused {accused:.1%}"
    )
    weights, bias = matrix.fitted(np.ones(len(values), dtype=bool))
    kept = {"bias": round(bias - least, _DIGITS), "signs": {}}
    kept["signs"] = {n: round(float(w), _DIGITS) for n, w in zip(matrix.names, weights, strict=True)}
    temporary = out.with_name(out.name + ".tmp")
    temporary.write_text(json.dumps(kept, indent=1) + "\n", encoding="utf-8")
    temporary.replace(out)


if __name__ == "__main__":
    run_script(main)
