# SPDX-License-Identifier: Apache-2.0
"""The queue: answers read, those seen left out, the rest scored, some chosen, each with its reason in words."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np

from faithstill.data import Triple, write_triples
from faithstill.serve import Scorer
from faithstill.serve.kept_rows import NOT_KEPT, KeptRows

from .queue_choice import SHARES, Choice, QueueReason, choose
from .queue_signals import LAYERS, Signals, signals
from .queue_source import AuditedAnswers, read_answers

_APART = 0.5  # standard deviations from which a feature is named


@dataclass(frozen=True, slots=True)
class Queued:
    """One answer for an expert, and why."""

    triple: Triple
    reason: QueueReason
    why: str


@dataclass(frozen=True, slots=True)
class Queue:
    """What was chosen of `candidates` answers; `left_out` counts why others were none; `problems` are of the log."""

    chosen: tuple[Queued, ...]
    candidates: int
    left_out: Counter[str]
    problems: tuple[str, ...] = ()

    def counts(self) -> dict[str, int]:
        """How many were chosen for which reason."""
        return dict(Counter(str(one.reason) for one in self.chosen))

    def write(self, out: Path) -> None:
        """Rows with the columns `chosen_for` and `why`, the input of `faithstill review`."""
        beside = [{"chosen_for": str(one.reason), "why": one.why} for one in self.chosen]
        write_triples(out, [one.triple for one in self.chosen], beside=beside)


@dataclass(frozen=True, slots=True)
class _Scored:
    faithful: float
    features: list[float]
    problem: str


def make_queue(
    source: Path,
    *,
    most: int,
    scorer: Scorer,
    seen: Iterable[Path] = (),
    seed: int = 42,
    shares: Mapping[QueueReason, float] = SHARES,
    workers: int | None = None,
    progress: Callable[[int, int], None] = lambda done, total: None,
    kept: KeptRows = NOT_KEPT,
) -> Queue:
    """The answers of a file that an expert should label next; `seen` are files of rows that were queued before.

    `kept` holds scores until the caller is done, so that a run that was cut off goes on.
    """
    answers = read_answers(source)
    left_out = Counter(answers.left_out)
    fresh = list(_fresh(answers, seen, left_out))
    scored = kept.of(
        fresh,
        partial(_scored, scorer),
        key=f"queue {scorer.fingerprint}",
        workers=workers,
        report=lambda done: progress(done, len(fresh)),
    )
    pairs = [(triple, _Scored(**one)) for triple, one in zip(fresh, scored, strict=True) if one]
    left_out["was not judged: no context, no claim, another language"] += len(fresh) - len(pairs)
    if not pairs:
        return Queue((), 0, +left_out, answers.problems)
    model = scorer.bundle.model
    matrix = np.array([one.features for _, one in pairs], dtype=np.float64)
    p = np.array([one.faithful for _, one in pairs], dtype=np.float64)
    found_signals = signals(matrix, p, model)
    told = _Told(found_signals, [one for _, one in pairs], model.threshold, model.names)
    chosen = tuple(
        Queued(replace(pairs[c.place][0], group=""), c.reason, told.why(c))
        for c in choose(found_signals, most, seed=seed, shares=shares)
    )
    return Queue(chosen, len(pairs), +left_out, answers.problems)


def answer_key(triple: Triple) -> str:
    """Equal for the same answer to the same question, whatever the case and the blanks.

    >>> one = Triple.of(question="Fee?", contexts=[], answer="It is  $5.")
    >>> answer_key(one) == answer_key(Triple.of(question="fee?", contexts=["x"], answer="It is $5. "))
    True
    """
    return "\x1f".join(" ".join(text.casefold().split()) for text in (triple.question, triple.answer))


def _fresh(answers: AuditedAnswers, seen: Iterable[Path], left_out: Counter[str]) -> Iterable[Triple]:
    known = {answer_key(triple) for path in seen for triple in read_answers(path).triples}
    again: set[str] = set()
    # The newest of equal answers: its passages are those of today.
    found = []
    for triple in reversed(answers.triples):
        key = answer_key(triple)
        if key in known or key in again:
            left_out["was queued before" if key in known else "is the same answer again"] += 1
        elif not triple.answer.strip():
            left_out["is empty"] += 1
        else:
            again.add(key)
            found.append(triple)
    return reversed(found)


def _scored(scorer: Scorer, triples: Sequence[Triple]) -> list[Mapping[str, Any]]:
    """The fields of `_Scored`, none where nothing was judged."""
    names = scorer.bundle.model.names
    found: list[Mapping[str, Any]] = []
    for triple in triples:
        score = scorer.score_triple(triple)
        if score.faithful is None:
            found.append({})
            continue
        worst = next(iter(score.problems()), "")
        # A refusal that decides has features of its own: the rest are at the training mean.
        mean = scorer.bundle.model.mean.tolist()
        features = [score.features.get(name, rest) for name, rest in zip(names, mean, strict=True)]
        found.append({"faithful": score.faithful, "features": features, "problem": worst})
    return found


@dataclass(frozen=True, slots=True)
class _Told:
    """Reasons in words."""

    signals: Signals
    scored: Sequence[_Scored]
    threshold: float
    names: Sequence[str]

    def why(self, choice: Choice) -> str:
        say = {
            QueueReason.RANDOM: self._random,
            QueueReason.UNCERTAIN: self._uncertain,
            QueueReason.DISPUTED: self._disputed,
            QueueReason.NOVEL: self._novel,
        }
        return say[choice.reason](choice)

    def _random(self, choice: Choice) -> str:
        return f"random: each of {len(self.scored)} answers had a chance of {choice.value:.3f}"

    def _uncertain(self, choice: Choice) -> str:
        p = self.scored[choice.place].faithful
        return f"uncertain: probability {p:.2f} of faithful, threshold {self.threshold:.2f}"

    def _disputed(self, choice: Choice) -> str:
        views = self.signals.views[choice.place]
        shown = ", ".join(
            f"{name} {view:.2f}" for name, view in zip(LAYERS, views, strict=True) if not np.isnan(view)
        )
        problem = self.scored[choice.place].problem
        return f"layers disagree (0 unfaithful, 1 faithful): {shown}" + (f"; {problem}" if problem else "")

    def _novel(self, choice: Choice) -> str:
        place = self.signals.places[choice.place]
        most = np.argsort(-np.abs(place), kind="stable")[:3]
        apart = ", ".join(f"{self.names[i]} {place[i]:+.1f}" for i in most if abs(place[i]) >= _APART)
        return f"novel: unlike training rows and queued ones (standard deviations: {apart})"
