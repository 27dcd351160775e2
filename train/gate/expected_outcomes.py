# SPDX-License-Identifier: Apache-2.0
"""Actions and reason codes that golden rows expect of a guard, with the candidate and with the present bundle."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import partial
from itertools import chain

from rich.progress import Progress

from faithstill.data import Triple
from faithstill.serve import Scorer
from faithstill.serve.guard import Guard, Profile
from faithstill.serve.workers import over_cores
from faithstill.train.metrics.mcnemar import McNemar

from .gate_report import ALPHA, Check, GateVerdict
from .golden_rows import Expectation, GoldenSet

Decided = tuple[str, tuple[str, ...]]


def expected_outcomes(golden: GoldenSet, new: Scorer, old: Scorer, bar: Progress) -> list[Check]:
    """A check for each profile that anything is expected of; rows that were as expected and are no more are named."""
    return [_check(golden, profile, new, old, bar) for profile in golden.profiles]


def _check(golden: GoldenSet, profile: str, new: Scorer, old: Scorer, bar: Progress) -> Check:
    wanted = [one for one in golden.expectations if one.profile == profile]
    triples = [golden.triples[one.row] for one in wanted]
    ours, theirs = (_met(wanted, _decided(triples, scorer, profile, bar)) for scorer in (new, old))
    test = McNemar.of(ours, theirs)
    lost = tuple(
        triple.id for triple, now, then in zip(triples, ours, theirs, strict=True) if then and not now
    )
    worse = test.lost > test.won and test.p <= ALPHA
    told = (
        f"{sum(ours)} of {len(wanted)} rows as expected, was {sum(theirs)}; {test.won} won, {test.lost} lost, "
        f"McNemar's exact p = {test.p:.3g}"
    )
    figures = test.as_dict() | {"met": sum(ours), "was_met": sum(theirs), "rows": len(wanted)}
    verdict = GateVerdict.WORSE if worse else GateVerdict.NO_WORSE
    named = tuple(f"row {id_} is no more as expected" for id_ in lost)
    return Check(f"expected of {profile}", verdict, told, figures, named)


def _met(wanted: Sequence[Expectation], decided: Sequence[Decided]) -> list[bool]:
    return [one.is_met(action, reasons) for one, (action, reasons) in zip(wanted, decided, strict=True)]


def _decided(triples: Sequence[Triple], scorer: Scorer, profile: str, bar: Progress) -> list[Decided]:
    guard = Guard(scorer, Profile.load(profile))
    found = chain.from_iterable(over_cores(triples, partial(_decisions, guard), None))
    return list(bar.track(found, total=len(triples), description=f"deciding with {profile}"))


def _decisions(guard: Guard, triples: Iterable[Triple]) -> list[Decided]:
    made = (guard.check_triple(triple) for triple in triples)
    return [(str(decision.action), tuple(map(str, decision.reasons))) for decision in made]
