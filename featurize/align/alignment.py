# SPDX-License-Identifier: Apache-2.0
"""What became of one value or name of an answer."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from faithstill.featurize.extract import Mention

from .derived.formula import Derivation
from .slots.signs import SignShare
from .slots.slots import Located


class Status(StrEnum):
    """Where an answer's value comes from."""

    EQUAL = "equal"
    GIVEN = "given"
    DERIVED = "derived"
    CONFLICTING = "conflicting"
    ABSENT = "absent"
    UNCHECKED = "unchecked"  # a small bare count: the evidence may show it without stating it


@dataclass(frozen=True, slots=True)
class Alignment:
    """What became of one answer mention; `support` agrees with it, `rival` is comparable and differs.

    `signs` are what decided where a learnt contest did.
    """

    mention: Mention
    status: Status
    support: Located | None = None
    rival: Located | None = None
    derivation: Derivation | None = None
    rule: str = ""
    signs: tuple[SignShare, ...] = ()

    @property
    def margin(self) -> float:
        """Slot of the support minus slot of the best rival: negative where another value fits better."""
        return (self.support.slot if self.support else 0.0) - (self.rival.slot if self.rival else 0.0)
