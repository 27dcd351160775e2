# SPDX-License-Identifier: Apache-2.0
"""How well an encoder does on held-out sets: accuracy of three labels, or AUROC of its entailment."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from faithstill.featurize.encoders.nli import NliScore
from faithstill.train.metrics.binary_metrics import roc_auc

from .labelled_claims import ENTAILED, NliRow, drawn_rows
from .pair_cases import claims_of, evidence_windows
from .recipe import Recipe, SetUse

THREE_WAY = frozenset(("supported", "unverifiable", "contradicted"))
_WINDOWS = 3  # of a claim, best first

LabelledPair = tuple[str, str]
Scores = Callable[[Sequence[LabelledPair]], Sequence[NliScore]]  # (premise, hypothesis) pairs in


@dataclass(frozen=True, slots=True)
class DevRow:
    """A labelled answer: for each of its claims the pairs to score."""

    label: str
    faithful: bool
    claims: tuple[tuple[LabelledPair, ...], ...]


@dataclass(frozen=True, slots=True)
class DevFigure:
    """What was measured on a set: accuracy where labels are three-way, AUROC of faithful against the rest."""

    name: str
    rows: int
    pairs: int
    auroc: float | None
    accuracy: float | None = None

    def as_dict(self) -> dict[str, Any]:
        """Plain values for JSON."""
        return asdict(self)

    def __str__(self) -> str:
        accuracy = "" if self.accuracy is None else f", accuracy {self.accuracy:.3f}"
        auroc = "undefined" if self.auroc is None else f"{self.auroc:.3f}"
        return f"{self.name}: AUROC {auroc}{accuracy} ({self.rows} rows)"


@dataclass(frozen=True, slots=True)
class DevSet:
    """A held-out set, cut into pairs once."""

    name: str
    rows: tuple[DevRow, ...]

    def measure(self, scores: Scores) -> DevFigure:
        """Figures of an encoder on the set."""
        return self.figure(self.worst(scores))

    def figure(self, worst: Sequence[NliScore]) -> DevFigure:
        """Figures of what an encoder says of the least entailed claim of each row."""
        three = all(row.label in THREE_WAY for row in self.rows)
        right = [_label(score) == row.label for score, row in zip(worst, self.rows, strict=True)]
        return DevFigure(
            self.name,
            len(self.rows),
            sum(len(claim) for row in self.rows for claim in row.claims),
            roc_auc(self.faithful, [score.entailment for score in worst]),
            sum(right) / len(right) if three else None,
        )

    @property
    def faithful(self) -> list[bool]:
        """For each row whether its answer is."""
        return [row.faithful for row in self.rows]

    def worst(self, scores: Scores) -> list[NliScore]:
        """For each row the score of its least entailed claim, each claim as its best window says."""
        found = iter(scores([pair for row in self.rows for claim in row.claims for pair in claim]))
        best = [[_best([next(found) for _ in claim]) for claim in row.claims] for row in self.rows]
        return [min(claims, key=lambda score: score.entailment) for claims in best]


def _best(scores: Sequence[NliScore]) -> NliScore:
    return max(scores, key=lambda score: score.entailment)


def _label(score: NliScore) -> str:
    values = (score.entailment, score.neutral, score.contradiction)
    return ("supported", "unverifiable", "contradicted")[values.index(max(values))]


def dev_sets(recipe: Recipe, folder: Path) -> tuple[DevSet, ...]:
    """The recipe's dev sets, read and cut."""
    return tuple(_dev_set(use, recipe.path_of(use, folder), recipe.seed) for use in recipe.dev)


def _dev_set(use: SetUse, path: Path, seed: int) -> DevSet:
    rows = [
        DevRow(row.label, row.target == ENTAILED, _claims(row, use)) for row in drawn_rows(use, path, seed)
    ]
    return DevSet(use.name, tuple(row for row in rows if row.claims))


def _claims(row: NliRow, use: SetUse) -> tuple[tuple[LabelledPair, ...], ...]:
    answer = row.answer
    if not use.windows:
        premise = " ".join(text.strip() for text in row.contexts)
        return (((premise, answer),),) if premise and answer.strip() else ()
    cut = (
        tuple(
            (text, f"{part.before} {part.text}".strip())
            for text in evidence_windows(row.contexts, part.text, use.window_tokens)[:_WINDOWS]
        )
        for part in claims_of(row, atomic=use.claims)
    )
    return tuple(pairs for pairs in cut if pairs)
