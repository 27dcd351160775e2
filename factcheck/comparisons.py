# SPDX-License-Identifier: Apache-2.0
"""Findings for comparisons of the answer that the compared values contradict."""

from __future__ import annotations

from collections.abc import Iterator

from faithstill.featurize import Analysis, Located

from .quoting import quoted
from .verdict import Finding, Quote, Verdict


def comparison_findings(analysis: Analysis) -> Iterator[Finding]:
    """A counter-proof for each comparison that does not hold; one that holds proves no value and is not told."""
    for c in analysis.comparisons:
        if c.holds is not False:
            continue
        sides = [_side(analysis, side) for side in (c.left, c.right) if side is not None]
        quote, other = (*sides, None, None)[:2]
        yield Finding(
            Verdict.CONFLICT,
            "comparison",
            c.text,
            c.start,
            c.end,
            "comparison.conflict",
            quote=quote,
            other=other,
        )


def _side(analysis: Analysis, side: Located) -> Quote:
    mention = side.mention
    if side.passage < 0:
        return Quote(0, "", mention.start, mention.end, mention.text)
    return quoted(analysis, side)
