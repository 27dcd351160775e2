# SPDX-License-Identifier: Apache-2.0
"""What a guard is asked about: one value, so that a log can hold it and a replay can ask again."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass, field
from enum import StrEnum
from typing import Any

from faithstill.data import Passage, PassageKind, Triple, given_triple

from .budget import Budget

Contexts = Iterable[str | Mapping[str, Any] | Passage] | None


class InputKind(StrEnum):
    """What was decided on: an answer, the payload of a tool call, or the passages that a plan cites."""

    ANSWER = "answer"
    PAYLOAD = "payload"
    PLAN = "plan"


@dataclass(frozen=True, slots=True)
class Inputs:
    """What a guard was asked about; `cited` are the entries of a plan."""

    triple: Triple
    high_stakes: bool = False
    budget: Budget = field(default_factory=Budget)
    kind: InputKind = InputKind.ANSWER
    cited: tuple[str, ...] = ()

    def as_dict(self) -> dict[str, Any]:
        """JSON-able; `of` reads it."""
        triple = self.triple
        return {
            "kind": str(self.kind),
            "id": triple.id,
            "question": triple.question,
            "passages": [asdict(passage) for passage in triple.passages],
            "answer": triple.answer,
            "cited": list(map(str, self.cited)),
            "self_metrics": dict(triple.self_metrics),
            "high_stakes": self.high_stakes,
            "budget": asdict(self.budget),
        }

    @classmethod
    def of(cls, plain: Mapping[str, Any]) -> Inputs:
        """What `as_dict` made; KeyError, TypeError or ValueError for anything else."""
        passages = tuple(
            Passage(**{**passage, "kind": PassageKind(passage["kind"])}) for passage in plain["passages"]
        )
        texts = {name: plain[name] for name in ("id", "question", "answer", "self_metrics")}
        return cls(
            Triple(passages=passages, **texts),
            plain["high_stakes"],
            Budget(**plain["budget"]),
            InputKind(plain["kind"]),
            tuple(plain["cited"]),
        )


def read_triple(question: str, contexts: Contexts, answer: str) -> Triple:
    """The triple of what a caller passes; ValueError where it could not be a row of a file."""
    return given_triple("guard", question=question, contexts=contexts, answer=answer)
