# SPDX-License-Identifier: Apache-2.0
"""What a field of a record says of a span of the answer."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Stated:
    """Characters `start:end` of the answer, proved or refuted by a field of passage `passage` (from 0).

    `kind` is "state" or "flag", `rule` what decided, and `field` the key of a yes or no.
    """

    kind: str
    rule: str
    start: int
    end: int
    passage: int
    evidence_start: int
    evidence_end: int
    agrees: bool = False
    field: str = ""
