# SPDX-License-Identifier: Apache-2.0
"""Claims, what was left out, and the best evidence of each claim, as plain text to read."""

from __future__ import annotations

from collections.abc import Iterator

from .claims import Claim, Claims
from .evidence import Evidence

_WIDTH = 160


def listing(claims: Claims, evidence: Evidence | None = None) -> str:
    """One block per claim, with its place, type, context and best window; then what was left out and why.

    >>> from .claims import extract_claims
    >>> print(listing(extract_claims("Hi! The fee is $5."), Evidence.of(["The fee is $5."])))
    1  The fee is $5.
       4:18 verifiable_fact numerical
       evidence p1 0:14 (1.00, verbatim): The fee is $5.
    <BLANKLINE>
    left out
       0:3 greeting: Hi!
    """
    lines = [line for n, claim in enumerate(claims.claims, 1) for line in _block(n, claim, evidence)]
    lines = lines or ["no claims"]
    if claims.left_out:
        lines += ["", "left out"]
        lines += [f"   {p.start}:{p.end} {p.reason}: {_short(p.text)}" for p in claims.left_out]
    return "\n".join(lines)


def _block(number: int, claim: Claim, evidence: Evidence | None) -> Iterator[str]:
    yield f"{number}  {claim.text}"
    yield f"   {claim.start}:{claim.end} {claim.type} {claim.kind}"
    if claim.context:
        yield f"   context: {_short(claim.context)}"
    if evidence is None:
        return
    windows = evidence.windows(claim)
    if not windows:
        yield "   evidence: none"
        return
    best = windows[0]
    stated = ", verbatim" if evidence.states(claim) else ""
    name = evidence.passages[best.passage].id or f"p{best.passage + 1}"
    yield f"   evidence {name} {best.start}:{best.end} ({best.score:.2f}{stated}): {_short(best.text)}"


def _short(text: str) -> str:
    line = " ".join(text.split())
    return line if len(line) <= _WIDTH else line[: _WIDTH - 1] + "…"
