# SPDX-License-Identifier: Apache-2.0
"""What is recorded of an answer is what a guard decides at any threshold of support."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path

import pytest
from rich.progress import Progress

from faithstill.data import Passage, Triple, read_triples
from faithstill.factcheck.judgement import Judgement
from faithstill.featurize.claims import Claim, ClaimKind
from faithstill.serve import Scorer
from faithstill.serve.guard import ClaimVerdict, Guard, Profile, shipped_profiles
from faithstill.serve.guard.profile import Band, Layer, LayerMode, Ratios, Thresholds
from faithstill.train.profiles.guard_record import DELIVERED, Recorded, record, recorded, with_support

SUPPORTS = (0.0, 0.3, 0.55, 0.8, 0.97)
OPEN = {Layer.NLI: LayerMode.OPEN}


@pytest.fixture(scope="module")
def light() -> Scorer:
    return Scorer.load("light")


@pytest.fixture(scope="module")
def triples(tiny_rows: Path) -> Sequence[Triple]:
    found = list(read_triples(tiny_rows, labelled=True).triples[::3])
    odd = found[0]
    more = [
        replace(odd, answer=f"{odd.answer} The branch in Oslo opened in 1987. {found[1].answer}"),
        replace(odd, answer="The documents do not say."),
        replace(odd, answer="?!"),
        replace(odd, passages=(Passage("\u200b"),)),
        replace(odd, answer=f"{odd.answer} The account number is 4471-9920-11."),
    ]
    return [*found, *more]


def opened(profile: Profile, **changes: object) -> Profile:
    """The profile for a bundle without an encoder."""
    return replace(profile, layers={**profile.layers, **OPEN}, **changes)  # type: ignore[arg-type]


def variants() -> list[Profile]:
    strict = Profile.load("STRICT_BLOCK")
    kinds = {ClaimKind.NUMERICAL: Thresholds(support=0.9)}
    return [
        *(opened(p) for p in map(Profile.load, shipped_profiles()) if p.runs(Layer.CLASSIFIER)),
        opened(strict, kinds=kinds),
        opened(Profile.load("STRIP_UNSUPPORTED"), ratios=Ratios(max_unverifiable=0.5)),
    ]


@pytest.mark.parametrize("profile", variants(), ids=lambda profile: str(profile.name))
def test_an_answer_is_delivered_where_the_guard_delivers_it(
    light: Scorer, triples: Sequence[Triple], profile: Profile, bar: Progress
) -> None:
    found = recorded(light, profile, triples, bar, workers=1)
    for support in SUPPORTS:
        guard = Guard(light, with_support(profile, support))
        delivered = [guard.check_triple(triple).action in DELIVERED for triple in triples]
        assert [support <= row.critical for row in found] == delivered


def supports_all(question: str, claim: Claim, passages: Sequence[Passage]) -> Judgement:
    return Judgement(ClaimVerdict.SUPPORTED, 1.0)


@pytest.mark.parametrize("name", ["STRICT_BLOCK", "STRIP_UNSUPPORTED"])
def test_a_judge_that_supports_all_that_it_is_asked_delivers_up_to_the_limit(
    light: Scorer, triples: Sequence[Triple], name: str
) -> None:
    profile = opened(Profile.load(name))
    asking = replace(profile, layers={**profile.layers, Layer.JUDGE: LayerMode.CLOSED})
    found = [record(light, profile, triple) for triple in triples]
    for support in SUPPORTS[1:]:
        guard = Guard(
            light, replace(with_support(asking, support), judge=Band(0.0, support)), judge=supports_all
        )
        delivered = [guard.check_triple(triple).action in DELIVERED for triple in triples]

        def passes(row: Recorded, least: float = support) -> bool:
            return row.critical >= least or (row.limit >= least and not any(p >= least for p in row.stuck))

        assert [passes(row) for row in found] == delivered


@pytest.mark.parametrize(
    ("own", "general", "support", "wanted"),
    [
        (None, None, 0.6, 0.6),
        (0.9, None, 0.6, 0.9),  # a kind that asks for more of its own keeps it
        (0.9, None, 0.95, 0.95),
        (0.9, 0.9, 0.6, 0.6),  # it asked for no more than the others
    ],
)
def test_kinds_that_ask_for_more_keep_it(
    own: float | None, general: float | None, support: float, wanted: float
) -> None:
    base = replace(
        Profile.load("STRICT_BLOCK"),
        thresholds=Thresholds(support=general),
        kinds={ClaimKind.NUMERICAL: Thresholds(support=own, entailment=0.8)},
    )
    found = with_support(base, support)
    assert found.thresholds_for(ClaimKind.NUMERICAL) == Thresholds(support=wanted, entailment=0.8)
    assert found.thresholds.support == support


def test_nothing_but_the_status_decides_on_an_answer_that_is_not_judged(
    light: Scorer, triples: Sequence[Triple]
) -> None:
    blank = replace(triples[0], passages=(Passage("\u200b"),))
    for name, critical in (("STRICT_BLOCK", -math.inf), ("AUDIT_ONLY", math.inf)):
        found = record(light, opened(Profile.load(name)), blank)
        assert (found.critical, found.limit, found.open, found.stuck) == (critical, critical, (), ())


def test_groups_are_those_of_the_rows_or_their_contexts(light: Scorer, triples: Sequence[Triple]) -> None:
    profile = opened(Profile.load("STRICT_BLOCK"))
    known: Callable[[Triple], str] = lambda triple: record(light, profile, triple).group  # noqa: E731
    assert known(triples[0]) == triples[0].group
    assert known(replace(triples[0], group="")) == triples[0].context_key


def test_what_a_judge_supports_is_in_doubt_no_more(light: Scorer, triples: Sequence[Triple]) -> None:
    profile = opened(Profile.load("STRICT_BLOCK"))
    asking = replace(
        profile, layers={**profile.layers, Layer.JUDGE: LayerMode.CLOSED}, judge=Band(0.0, 0.999)
    )
    strict = with_support(asking, 0.999)
    faithful = [t for t in triples if t.label is not None and t.label.positive]
    delivered = [
        Guard(light, strict, judge=supports_all).check_triple(t).action in DELIVERED for t in faithful
    ]
    silent = [
        Guard(light, with_support(profile, 0.999)).check_triple(t).action in DELIVERED for t in faithful
    ]
    assert sum(delivered) > sum(silent)
