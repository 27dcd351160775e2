# SPDX-License-Identifier: Apache-2.0
"""What a guard would decide of labelled answers at every threshold of support, each answer read once."""

from __future__ import annotations

import math
from bisect import bisect_left
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial
from itertools import chain

from rich.progress import Progress

from faithstill.data import Triple
from faithstill.factcheck.corrections import without_markers
from faithstill.factcheck.judgement import Judgement
from faithstill.serve.guard import Action, Budget, CheckedClaim, ClaimVerdict, Profile
from faithstill.serve.guard.budget import Clock
from faithstill.serve.guard.case import Case
from faithstill.serve.guard.layers import run_layers
from faithstill.serve.guard.policy import action_of, outcomes_of
from faithstill.serve.guard.profile import Layer
from faithstill.serve.guard.verify import verify
from faithstill.serve.scorer import Scorer
from faithstill.serve.workers import over_cores

DELIVERED = frozenset({Action.DELIVER, Action.FLAG})
_SUPPORTED = Judgement(ClaimVerdict.SUPPORTED, 1.0)


@dataclass(frozen=True, slots=True)
class Recorded:
    """One labelled answer under a profile without its judge; it is delivered where `thresholds.support` <= `critical`.

    `limit` is the same if a judge supported every claim that is open; both are -inf where the answer is withheld at
    any threshold, inf where it is delivered at any. `open` are the probabilities of the claims that nothing but their
    statement's probability supports, `stuck` of those that it cannot support either: a judge is all that is left.
    """

    faithful: bool
    group: str
    critical: float
    limit: float
    open: tuple[float, ...]
    stuck: tuple[float, ...] = ()


def with_support(profile: Profile, support: float) -> Profile:
    """The profile with another threshold of support; kinds of claims that ask for more of their own keep it."""
    general = profile.thresholds
    own = {kind: t.support for kind, t in profile.kinds.items() if t.support not in (None, general.support)}
    kinds = {
        kind: replace(t, support=max(support, own.get(kind) or 0.0)) for kind, t in profile.kinds.items()
    }
    return replace(profile, thresholds=replace(general, support=support), kinds=kinds)


def record(scorer: Scorer, profile: Profile, triple: Triple) -> Recorded:
    """One answer, analysed once; the decisions are those of the guard's own functions."""
    plain = replace(triple, answer=without_markers(triple.answer))
    case = Case(plain, scorer, profile, Clock(Budget()))
    results = run_layers(case)

    def claims_at(support: float) -> tuple[CheckedClaim, ...]:
        case.profile = with_support(profile, support)
        return verify(case) if case.ran and case.is_judged else ()

    def is_withheld(support: float) -> bool:
        outcomes = outcomes_of(case, results, claims_at(support))
        return action_of(profile, outcomes) not in DELIVERED

    levels = _levels(case)
    critical = _highest(levels, is_withheld)
    open_, stuck = (_unverifiable(case, claims_at(support)) for support in (math.inf, -math.inf))
    if case.is_judged:
        case.judged = {claim: _SUPPORTED for _, claim in case.claims}
    return Recorded(
        faithful=triple.label is not None and triple.label.positive,
        group=triple.group or triple.context_key,
        critical=critical,
        limit=_highest(levels, is_withheld),
        open=open_,
        stuck=stuck,
    )


def _levels(case: Case) -> list[float]:
    """Where decisions can change: at the statements' probabilities, and above them."""
    known = case.score.statements if case.is_judged and Layer.CLASSIFIER in case.ran else ()
    return [*sorted({statement.faithful for statement in known}), math.inf]


def _highest(levels: Sequence[float], is_withheld: Callable[[float], bool]) -> float:
    """The highest level at which an answer is delivered; a profile never decides more mildly at a higher one."""
    first = bisect_left(levels, True, key=is_withheld)
    return levels[first - 1] if first else -math.inf


def _unverifiable(case: Case, claims: Iterable[CheckedClaim]) -> tuple[float, ...]:
    """The probabilities of the claims that a judge could support: a refusal is none of them."""
    found = (claim for claim in claims if claim.verdict is ClaimVerdict.UNVERIFIABLE)
    statements = ((case.statement(claim.statement), claim) for claim in found)
    return tuple(
        1 - claim.confidence for statement, claim in statements if not (statement and statement.refuses)
    )


def recorded(
    scorer: Scorer, profile: Profile, triples: Sequence[Triple], bar: Progress, *, workers: int | None = None
) -> list[Recorded]:
    """All answers, in order, over all cores without `workers`."""
    chunks = over_cores(triples, partial(_records, scorer, profile), workers)
    found: Iterator[Recorded] = chain.from_iterable(chunks)
    return list(bar.track(found, total=len(triples), description="checking"))


def _records(scorer: Scorer, profile: Profile, triples: Iterable[Triple]) -> list[Recorded]:
    return [record(scorer, profile, triple) for triple in triples]
