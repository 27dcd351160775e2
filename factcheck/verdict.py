# SPDX-License-Identifier: Apache-2.0
"""What a check says of one value, name or status: a verdict with its proof or counter-proof."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from enum import StrEnum
from typing import Any

from faithstill.featurize.align.rules import rule_of
from faithstill.featurize.align.slots.signs import SignShare
from faithstill.featurize.extract.same_name import NAMES, is_identifier


class Verdict(StrEnum):
    """Proved by the evidence, given by the question, refuted by the evidence, found nowhere, or not to be told.

    `disputed` is proved by one passage while another states a different value of the very same slot.
    """

    PROVED = "proved"
    GIVEN = "given"
    CONFLICT = "conflict"
    DISPUTED = "disputed"
    ABSENT = "absent"
    UNCHECKED = "unchecked"


class Severity(StrEnum):
    """How urgently a person should look: refuted is high, unproved medium, not to be told low."""

    HIGH = "high"
    MEDIUM = "medium"
    LOW = "low"
    NONE = "none"


SEVERITIES = {
    Verdict.PROVED: Severity.NONE,
    Verdict.GIVEN: Severity.NONE,
    Verdict.CONFLICT: Severity.HIGH,
    Verdict.DISPUTED: Severity.MEDIUM,
    Verdict.ABSENT: Severity.MEDIUM,
    Verdict.UNCHECKED: Severity.LOW,
}


_SIGNS_TOLD = 5  # in a line; JSON has them all


@dataclass(frozen=True, slots=True)
class Quote:
    """Characters `start:end` of passage number `passage` (from 1; 0 for what question or answer state)."""

    passage: int
    passage_id: str
    start: int
    end: int
    text: str

    def __str__(self) -> str:
        """The place in short.

        >>> print(Quote(2, "terms.txt", 41, 43, "30"))
        p2 terms.txt, 41-43
        """
        number = f"p{self.passage}"
        name = f" {self.passage_id}" if self.passage_id not in ("", number) else ""
        return f"{number}{name}, {self.start}-{self.end}"


@dataclass(frozen=True, slots=True)
class Finding:
    """One checked span of the answer; evidence offsets are characters of passage `passage` (from 1).

    `evidence` is the bare value, or the formula that gives it; `quote` is the value with the words it goes with,
    as the line for an auditor shows it; `other` is the value of a passage that disputes it. `signs` are what decided
    in a learnt contest of values, in log odds, the weightiest first.
    """

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
    passage_id: str = ""
    quote: Quote | None = None
    other: Quote | None = None
    signs: tuple[SignShare, ...] = ()

    @property
    def severity(self) -> Severity:
        """How urgently a person should look."""
        return SEVERITIES[self.verdict]

    @property
    def is_derived(self) -> bool:
        """Is it proved or refuted by a formula instead of by a place?"""
        return bool(self.evidence) and self.passage is None

    @property
    def misses_identifier(self) -> bool:
        """Is it an account, order, phone or clause number, of which every digit counts, that stands nowhere?"""
        return self.verdict is Verdict.ABSENT and self.kind in NAMES and is_identifier(self.text)

    @property
    def how(self) -> str:
        """How the evidence refutes it, where not simply by another value; else nothing."""
        return _HOW.get(self.rule.rpartition(".")[2], _COMPUTED if self.is_derived else "")

    @property
    def why(self) -> str:
        """The rule that decided, in words, with the file that it stands in; of a learnt one the weightiest signs."""
        rule = rule_of(self.rule)
        told = f"{self.rule}: {rule.what} ({rule.where})" if rule else self.rule
        return "; ".join([told, *map(str, self.signs[:_SIGNS_TOLD])])

    def __str__(self) -> str:
        """One line for an auditor."""
        words = _OF_FORMULAS if self.is_derived else _WORDS
        template = _FACTOR if self.rule.endswith(".factor") else words[self.verdict]
        line = template.format(
            evidence=_cited(self.quote) if self.quote else f'"{self.evidence}"',
            other=_cited(self.other) if self.other else "another value",
            how=self.how or _OTHER,
        )
        return f'"{self.text}" {line} [{self.rule}]'

    def as_dict(self) -> dict[str, Any]:
        """JSON-able, keys in a fixed order."""
        plain = {name: getattr(self, name) for name in self.__slots__}
        quotes = {name: asdict(quote) for name in ("quote", "other") if (quote := plain[name])}
        signs = [asdict(sign) for sign in self.signs]
        return (
            plain | quotes | {"signs": signs} | {"verdict": str(self.verdict), "severity": str(self.severity)}
        )


def _cited(quote: Quote) -> str:
    return f'"{" ".join(quote.text.split())}"' + (f" ({quote})" if quote.passage else "")


_WORDS = {
    Verdict.PROVED: "is stated as {evidence}",
    Verdict.GIVEN: "is given by the question",
    Verdict.CONFLICT: "conflicts with {evidence}: {how}",
    Verdict.DISPUTED: "is stated as {evidence}, but the evidence also states {other} of the same",
    Verdict.ABSENT: "is stated nowhere",
    Verdict.UNCHECKED: "cannot be told from the evidence, which may show it without stating it",
}
_OF_FORMULAS = _WORDS | {Verdict.PROVED: "follows from {evidence}"}
_COMPUTED, _OTHER = "computed from the evidence", "same slot, other value"
_FACTOR = "needs no evidence: a factor of the answer's own calculation"
# How a value is refuted by one that is not simply another, by the last part of the rule.
_HOW = {
    "other_slot": "the evidence states this value of something else",
    "rate": "same value, other rate",
    "currency": "other currency",
    "displaced": "the evidence has this other name in the same words",
    "only_conflict": "the only value of its kind that the evidence states",
    "calculation_conflict": "what the answer itself calculates",
}
