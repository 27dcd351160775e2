# SPDX-License-Identifier: Apache-2.0
"""What a check says of one value or name: a verdict with its proof or counter-proof."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import Any


class Verdict(StrEnum):
    """Proved by the evidence, given by the question, refuted by the evidence, found nowhere, or not to be told."""

    PROVED = "proved"
    GIVEN = "given"
    CONFLICT = "conflict"
    ABSENT = "absent"
    UNCHECKED = "unchecked"


@dataclass(frozen=True, slots=True)
class Finding:
    """One checked span of the answer; evidence offsets are characters of passage `passage` (from 1)."""

    verdict: Verdict
    kind: str
    text: str
    start: int
    end: int
    rule: str
    evidence: str = ""
    passage: int | None = None
    evidence_start: int | None = None
    evidence_end: int | None = None

    def __str__(self) -> str:
        """One line for an auditor."""
        where = (
            f" (passage {self.passage}, {self.evidence_start}-{self.evidence_end})" if self.passage else ""
        )
        derived = self.verdict is Verdict.PROVED and self.passage is None
        words = _DERIVED if derived else _WORDS[self.verdict]
        return f'"{self.text}" {words.format(evidence=self.evidence)}{where} [{self.rule}]'

    def as_dict(self) -> dict[str, Any]:
        """JSON-able, keys in a fixed order."""
        return {name: getattr(self, name) for name in self.__slots__} | {"verdict": str(self.verdict)}


_DERIVED = 'follows from "{evidence}"'
_WORDS = {
    Verdict.PROVED: 'is stated as "{evidence}"',
    Verdict.GIVEN: "is given by the question",
    Verdict.CONFLICT: 'conflicts with "{evidence}": same slot, other value',
    Verdict.ABSENT: "is stated nowhere",
    Verdict.UNCHECKED: "is a small count that the evidence may show without stating it",
}
