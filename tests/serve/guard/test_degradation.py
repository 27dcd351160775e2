# SPDX-License-Identifier: Apache-2.0
"""Every row of the table of degradation in docs/guard.md, under every shipped profile."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path

import pytest

from faithstill.data import Passage
from faithstill.featurize.claims import Claim
from faithstill.featurize.encoders.nli import NliScore, ScriptedNli
from faithstill.serve import Decision, Guard, Profile, Scorer
from faithstill.serve.guard import Budget, ClaimVerdict, Judgement, layers
from faithstill.serve.guard.case import Case
from faithstill.serve.guard.decision import LayerStatus
from faithstill.serve.guard.layers import PASSED, Said
from faithstill.serve.guard.outcome import OUTCOMES, Outcome
from faithstill.serve.guard.profile import Band, Layer, LayerMode

DOCS = Path(__file__).parents[3] / "docs" / "guard.md"
FEE = "A late fee of $25 applies after ten days."
ANSWER = "Ten days later a fee of $25 applies."
UNPROVED = "You can waive it by calling us on Mondays."


def fails(premise: str, hypothesis: str) -> NliScore:
    raise RuntimeError("the encoder is gone")


@pytest.fixture(scope="module")
def broken() -> Scorer:
    scorer = Scorer.load("general")
    scorer.featurizer.nli = ScriptedNli(fails)
    return scorer


def judging(profile: Profile) -> Profile:
    """The profile with a judge of everything undecided, as needed as its encoder is."""
    mode = profile.layers[Layer.NLI]
    return replace(profile, layers={**profile.layers, Layer.JUDGE: mode}, judge=Band(0.0, 1.0))


def down(question: str, claim: Claim, passages: Sequence[Passage]) -> Judgement:
    raise ConnectionError("connection refused")


def slow(question: str, claim: Claim, passages: Sequence[Passage]) -> Judgement:
    time.sleep(1.1)
    return Judgement(ClaimVerdict.UNVERIFIABLE, 0.5)


Ask = Callable[[Scorer, Scorer, Profile], Decision]


def asked(
    answer: str = ANSWER, contexts: Sequence[str] = (FEE,), question: str = "What is the late fee?"
) -> Ask:
    return lambda general, broken, profile: Guard(general, profile).check(
        question=question, contexts=contexts, answer=answer
    )


def without_encoder(general: Scorer, broken: Scorer, profile: Profile) -> Decision:
    return Guard(broken, profile).check(question="Fee?", contexts=[FEE], answer=ANSWER)


def without_time(general: Scorer, broken: Scorer, profile: Profile) -> Decision:
    return Guard(general, profile).check(
        question="Fee?", contexts=[FEE], answer=ANSWER, budget=Budget(milliseconds=0)
    )


def without_judge(general: Scorer, broken: Scorer, profile: Profile) -> Decision:
    guard = Guard(general, judging(profile), judge=down)
    return guard.check(question="Fee?", contexts=[FEE], answer=UNPROVED)


def with_slow_judge(general: Scorer, broken: Scorer, profile: Profile) -> Decision:
    guard = Guard(general, judging(profile), judge=slow)
    answer = f"{UNPROVED} Anna pays nothing in June. Cards are free on Sundays."
    return guard.check(question="Fee?", contexts=[FEE], answer=answer, budget=Budget(milliseconds=1_000))


SITUATIONS: dict[str, Ask] = {
    "no passages": asked(contexts=()),
    "empty passages": asked(contexts=("", " \u200b")),
    "the encoder fails": without_encoder,
    "no time left": without_time,
    "the judge is down": without_judge,
    "the judge is too slow": with_slow_judge,
    "empty answer": asked(answer=""),
    "no claims": asked(answer="Hello!"),
    "right refusal": asked(answer="The documents do not mention a late fee.", contexts=["Cards are blue."]),
    "false refusal": asked(answer="I don't know."),
    "another language": asked(
        answer="Nach zehn Tagen wird eine Gebühr von 25 Dollar fällig, die Sie zahlen müssen."
    ),
    "over-long input": asked(question="What is the late fee? " * 2_000),
}


def table() -> dict[str, dict[str, str]]:
    lines = [line for line in DOCS.read_text(encoding="utf-8").splitlines() if line.startswith("|")]
    cells = [[cell.strip() for cell in line.strip("|").split("|")] for line in lines]
    header = next(row for row in cells if row[0] == "situation")
    rows = [row for row in cells[cells.index(header) + 2 :] if len(row) == len(header)]
    return {row[0]: dict(zip(header, row, strict=True)) for row in rows}


def test_the_table_tells_all_situations() -> None:
    assert table().keys() == SITUATIONS.keys()


@pytest.mark.parametrize("situation", SITUATIONS)
@pytest.mark.parametrize(
    "name", ["STRICT_BLOCK", "STRIP_UNSUPPORTED", "HEDGE", "HITL_ESCALATE", "AUDIT_ONLY", "GROUNDING_GUARD"]
)
def test_what_cannot_be_judged_is_treated_as_the_table_says(
    situation: str, name: str, general: Scorer, broken: Scorer
) -> None:
    row, profile = table()[situation], Profile.load(name)
    decision = SITUATIONS[situation](general, broken, profile)
    assert decision.action == row[name]
    assert (decision.text is None) == decision.action.withholds
    if name == "STRICT_BLOCK":
        assert row["reason"] in decision.reasons
        assert row["reason"] in {OUTCOMES[Outcome(outcome)].code for outcome in decision.outcomes}


def test_a_layer_that_did_not_run_is_told_by_name(general: Scorer, broken: Scorer) -> None:
    decision = without_encoder(general, broken, Profile.load("AUDIT_ONLY"))
    told = {layer.name: (str(layer.status), layer.detail) for layer in decision.layers}
    assert told["nli"] == ("error", "RuntimeError: the encoder is gone")
    assert {layer: status for layer, (status, _) in told.items() if status == "passed"} == {"facts": "passed"}


def leaks(case: Case) -> Said:
    return Said(
        LayerStatus.FAILED, (OUTCOMES[Outcome.CITATION_FAULT].code,), "cites a page that is not public"
    )


def finds(case: Case) -> Said:
    return Said(LayerStatus.FAILED, ("HOUSE_STYLE",), "no outcome of its own")


def breaks(case: Case) -> Said:
    raise RuntimeError("no dictionary")


@pytest.mark.parametrize(
    ("layer", "outcomes"),
    [
        (lambda case: PASSED, ()),
        (leaks, ("citation_fault",)),
        (finds, ("unverifiable",)),
        (breaks, ("detector_down",)),
    ],
)
def test_a_layer_of_ones_own_needs_no_more_than_its_function(
    layer: Callable[[Case], Said], outcomes: tuple[str, ...], general: Scorer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(layers, "LAYERS", (*layers.LAYERS, (Layer.SCHEMA, layer)))
    profile = Profile.load("STRICT_BLOCK")
    profile = replace(profile, layers={**profile.layers, Layer.SCHEMA: LayerMode.CLOSED})
    found = asked()(general, general, profile)
    assert found.outcomes == outcomes
    assert (found.action == "deliver") == (not outcomes)
