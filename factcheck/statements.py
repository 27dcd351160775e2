# SPDX-License-Identifier: Apache-2.0
"""How much of an answer a fact check speaks of: its statements, and those among them that hold a checked span."""

from __future__ import annotations

from collections.abc import Iterable

from faithstill.featurize.claims import extract_claims

from .verdict import Finding, Verdict


def statements(answer: str, question: str) -> tuple[tuple[int, int], ...]:
    """The characters of each sentence that claims anything, as far as it does.

    >>> statements("Hello! The fee is $25. It is fair.", "Fee?")
    ((7, 22), (23, 34))
    """
    spans: dict[str, tuple[int, int]] = {}
    for claim in extract_claims(answer, question=question).claims:
        start, end = spans.get(claim.sentence, (claim.start, claim.end))
        spans[claim.sentence] = min(start, claim.start), max(end, claim.end)
    return tuple(spans.values())


def checked(spans: Iterable[tuple[int, int]], findings: Iterable[Finding]) -> int:
    """How many of some statements hold a finding that tells something of them."""
    told = [(f.start, f.end) for f in findings if f.verdict is not Verdict.UNCHECKED]
    return sum(any(a < end and start < b for a, b in told) for start, end in spans)
