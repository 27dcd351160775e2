# SPDX-License-Identifier: Apache-2.0
"""What a decision rests on beside its inputs: the judge's words, and which layers could not run."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from faithstill.factcheck.judgement import Judgement

from .decision import LayerResult, LayerStatus
from .outcome import OUTCOMES, Outcome

if TYPE_CHECKING:
    from .case import Case

_DOWN = {OUTCOMES[Outcome.DETECTOR_DOWN].code, OUTCOMES[Outcome.NOT_RUN].code}


def could_run(result: LayerResult) -> bool:
    """Did a layer say what it would say again?"""
    return result.status not in (LayerStatus.SKIPPED, LayerStatus.ERROR) or not _DOWN & {*result.reasons}


@dataclass(frozen=True, slots=True)
class Pass:
    """One run of all layers: `judged` is what the judge said of claims by their offsets."""

    layers: tuple[LayerResult, ...]
    judged: Mapping[tuple[int, int], Judgement]

    @classmethod
    def of(cls, case: Case, layers: tuple[LayerResult, ...]) -> Pass:
        """What a case that ran rests on."""
        return cls(layers, {(claim.start, claim.end): said for claim, said in case.judged.items()})

    @property
    def outages(self) -> Mapping[str, LayerResult]:
        """The layers that could not run, by name."""
        return {layer.name: layer for layer in self.layers if not could_run(layer)}

    def as_dict(self) -> dict[str, Any]:
        """JSON-able."""
        return {
            "outages": [layer.as_dict() for layer in self.outages.values()],
            "judged": [
                {"start": start, "end": end, **said.as_dict()} for (start, end), said in self.judged.items()
            ],
        }


class Trace:
    """The passes of one decision, several where an answer is mended; `recorded` are those of a decision made again."""

    def __init__(self, recorded: Sequence[Pass] = ()) -> None:
        self.passes: list[Pass] = []
        self._recorded = recorded

    @property
    def recorded(self) -> Pass | None:
        """The record of the pass that comes next."""
        place = len(self.passes)
        return self._recorded[place] if place < len(self._recorded) else None
