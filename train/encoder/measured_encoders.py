# SPDX-License-Identifier: Apache-2.0
"""Exported encoders side by side on the dev sets of a recipe: what they get right, and what a pair costs."""

from __future__ import annotations

import random
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from statistics import median
from typing import Any

from rich.progress import Progress

from faithstill.featurize.encoders.nli import OnnxNli

from .dev_sets import DevFigure, dev_sets
from .recipe import read_recipe

_WORDS = "fee card bank loan rate month year due late paid".split()  # one token each
_SPECIAL = 3
_TIMED, _TOKENS = 15, 64


@dataclass(frozen=True, slots=True)
class MeasuredEncoder:
    """An encoder by name or folder, its figures in the order of the dev sets, and milliseconds of CPU of a pair."""

    place: str
    figures: tuple[DevFigure, ...]
    milliseconds: float

    def as_dict(self) -> dict[str, Any]:
        """Plain values for JSON."""
        figures = [figure.as_dict() for figure in self.figures]
        return {"encoder": self.place, "figures": figures, f"ms_{_TOKENS}_tokens": self.milliseconds}


def measure_encoders(
    recipe: Path, places: Sequence[str], bar: Progress, *, data: Path | None = None
) -> list[MeasuredEncoder]:
    """Every encoder on every dev set of the recipe; `data` is the folder of the sets, where not the recipe's own.

    FileNotFoundError where an encoder is not there.
    """
    encoders = [OnnxNli.load(place, threads=2) for place in places]
    sets = dev_sets(read_recipe(recipe, data), recipe.parent)
    found = []
    with bar:
        task = bar.add_task("measuring", total=len(encoders) * len(sets))
        for place, nli in zip(places, encoders, strict=True):
            figures = []
            for one in sets:
                bar.update(task, description=f"{Path(place).name}: {one.name}")
                figures.append(one.measure(nli.scores))
                bar.advance(task)
            found.append(MeasuredEncoder(place, tuple(figures), pair_milliseconds(nli, _TOKENS)))
    return found


def table_of(measured: Sequence[MeasuredEncoder]) -> str:
    """Dev sets down, encoders across: AUROC, and accuracy where labels are three-way."""
    sets = [figure.name for figure in measured[0].figures]
    width = max(map(len, (*sets, f"ms, {_TOKENS} tokens")))
    columns = [(Path(one.place).name, [_cell(figure) for figure in one.figures]) for one in measured]
    rows = [("", *(name for name, _ in columns))]
    rows += [(name, *(cells[i] for _, cells in columns)) for i, name in enumerate(sets)]
    rows.append((f"ms, {_TOKENS} tokens", *(f"{one.milliseconds:.1f}" for one in measured)))
    return "\n".join(
        "  ".join([f"{name:{width}}", *(f"{cell:>14}" for cell in cells)]) for name, *cells in rows
    )


def _cell(figure: DevFigure) -> str:
    auroc = "undefined" if figure.auroc is None else f"{figure.auroc:.3f}"
    return auroc if figure.accuracy is None else f"{auroc}, {figure.accuracy:.3f}"


def pair_milliseconds(nli: OnnxNli, tokens: int) -> float:
    """CPU time of one pair of so many tokens, special ones included: the median of some."""
    nli.score("fee", "card")  # loads the model
    taken = []
    for premise, hypothesis in _timed_pairs(tokens):
        begun = time.process_time()
        nli.score(premise, hypothesis)
        taken.append(time.process_time() - begun)
    return 1000 * median(taken)


def _timed_pairs(tokens: int) -> Iterator[tuple[str, str]]:
    # Another order of words each time, for an encoder remembers the pairs it has seen.
    drawn = random.Random(tokens)
    for _ in range(_TIMED):
        words = drawn.choices(_WORDS, k=tokens - _SPECIAL)
        yield " ".join(words[: 2 * tokens // 3]), " ".join(words[2 * tokens // 3 :])
