# SPDX-License-Identifier: Apache-2.0
"""What the page shows of one answer: each statement with its verdict, proofs, entailment scores and contributions."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from faithstill.data import Triple
from faithstill.serve.claim_report import described
from faithstill.serve.routes import ROWS
from faithstill.serve.scorer import Scorer
from faithstill.serve.statements import StatementScore
from faithstill.serve.status import STATUS_IN_WORDS

MOST = 8  # contributions of a statement that are shown, the largest


def row_analysis(scorer: Scorer, triple: Triple) -> dict[str, Any]:
    """JSON-able; offsets are characters (code points) of the answer and of passages, which are counted from 1."""
    analysis = scorer.featurizer.analyse(triple)
    score = scorer.score_analysis(triple, analysis)
    judged = analysis.entailments if scorer.featurizer.nli else ()
    claims = described(analysis.claims, analysis.evidence, judged)["claims"]
    return {
        "faithful": score.faithful,
        "is_faithful": score.is_faithful,
        "threshold": score.threshold,
        "status": STATUS_IN_WORDS[score.status],
        "route": score.route.value,
        "why": ROWS[score.why].what,
        "deciding": score.deciding,
        "missing_citations": list(score.missing_citations),
        "statements": [_statement(one, claims) for one in score.statements],
    }


def _statement(one: StatementScore, claims: Sequence[dict[str, Any]]) -> dict[str, Any]:
    told = [c for c in one.contributions if not c.undefined and c.amount][:MOST]
    return one.as_dict() | {
        "verdict": verdict_of(one),
        "proofs": [str(finding) for finding in one.findings],
        "claims": [claim for claim in claims if one.start <= claim["start"] < one.end],
        "contributions": [
            {"name": c.name, "meaning": c.meaning, "value": c.value, "amount": c.amount} for c in told
        ],
    }


def verdict_of(one: StatementScore) -> str:
    """`contradicted` by a counter-proof, else `supported` or `unverifiable` by the probability."""
    if one.is_refuted:
        return "contradicted"
    return "supported" if one.is_faithful else "unverifiable"
