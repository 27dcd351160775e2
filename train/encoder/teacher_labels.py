# SPDX-License-Identifier: Apache-2.0
"""What the teachers of a pass say of its pairs: labelled once, kept on disk, and gone on with where it was killed."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from hashlib import sha256
from pathlib import Path

import torch

from faithstill.featurize.encoders.nli import Nli, NliScore, OnnxNli
from faithstill.featurize.settings import SHIPPED_ENCODER

from .pair_cases import LabelledPair
from .recipe import RecipeError, TrainingPass
from .training_examples import write_whole

LABELS_FILE = "teacher.pt"
_AT_ONCE = 500  # pairs between two saves
_LEAST = 1e-4  # a probability below is no news, and its logarithm would outweigh the rest

Progress = Callable[[int, int], None]  # pairs done, pairs in all


def taught(
    pairs: Sequence[LabelledPair], teachers: Sequence[Nli], path: Path, progress: Progress
) -> list[LabelledPair]:
    """The pairs with the probabilities that the teachers give them: the normalised geometric mean of all teachers.

    `path` keeps what was labelled; RecipeError where it holds labels of other pairs or teachers.
    """
    key = _key(pairs, teachers)
    done = _read(path, key)
    progress(len(done), len(pairs))
    while len(done) < len(pairs):
        some = [(pair.premise, pair.hypothesis) for pair in pairs[len(done) : len(done) + _AT_ONCE]]
        logs = torch.stack([_logs(teacher.scores(some)) for teacher in teachers])
        done = torch.cat([done, torch.softmax(logs.mean(dim=0), dim=-1)])
        write_whole(path, {"key": key, "probabilities": done})
        progress(len(done), len(pairs))
    return [
        replace(pair, taught=(float(e), float(n), float(c)))
        for pair, (e, n, c) in zip(pairs, done.tolist(), strict=True)
    ]


def teachers_of(one: TrainingPass, folder: Path, threads: int = 2) -> list[Nli]:
    """The exported encoders that a pass names: folders relative to its recipe, or the shipped one."""
    places = [name if name == SHIPPED_ENCODER else folder / name for name in one.teacher]
    return [OnnxNli.load(place, threads=threads) for place in places]


def _logs(scores: Sequence[NliScore]) -> torch.Tensor:
    shares = [(score.entailment, score.neutral, score.contradiction) for score in scores]
    return torch.tensor(shares).clamp(min=_LEAST).log()


def _key(pairs: Sequence[LabelledPair], teachers: Sequence[Nli]) -> str:
    found = sha256("\n".join(teacher.fingerprint for teacher in teachers).encode())
    for pair in pairs:
        found.update(f"{pair.premise}\0{pair.hypothesis}\0".encode())
    return found.hexdigest()


def _read(path: Path, key: str) -> torch.Tensor:
    if not path.is_file():
        return torch.empty((0, 3))
    state = torch.load(path, weights_only=True)
    if state["key"] != key:
        raise RecipeError(
            f"{path.parent} holds a teacher's labels of other pairs: choose another --out, or remove that folder"
        )
    done: torch.Tensor = state["probabilities"]
    return done
