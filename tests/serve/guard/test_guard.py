# SPDX-License-Identifier: Apache-2.0
"""Who decides, what is shown, and the pitfalls of guards: with the shipped bundle, and a scripted encoder."""

from __future__ import annotations

import json
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from typing import TYPE_CHECKING

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from faithstill.data import Passage, TableError
from faithstill.data.llm import OpenAIChat
from faithstill.factcheck.judge import LlmJudge
from faithstill.featurize.claims import Claim, ClaimKind
from faithstill.featurize.encoders.nli import NliScore, ScriptedNli
from faithstill.serve import Action, Decision, Guard, Profile, Scorer
from faithstill.serve.guard import Budget, ClaimVerdict, Judgement, ProfileError
from faithstill.serve.guard.profile import Band, Layer, LayerMode, Thresholds

if TYPE_CHECKING:
    from tests.llm_server import LlmServer

FEE = "A late fee of $25 applies after ten days."
NOTICE = "The notice period is 30 days."
SUPPORTED, CONTRADICTED, UNVERIFIABLE = ClaimVerdict


def check(
    scorer: Scorer, profile: str, answer: str, *contexts: str, question: str = "What applies?"
) -> Decision:
    guard = Guard(scorer, Profile.load(profile))
    return guard.check(question=question, contexts=contexts, answer=answer)


# Each: passages, answer, verdicts, deciding layers.
DECIDED: list[tuple[Sequence[str], str, Sequence[ClaimVerdict], Sequence[str]]] = [
    ([FEE], FEE, [SUPPORTED], ["verbatim"]),
    ([FEE], "After ten days a late fee of $25 applies.", [SUPPORTED], ["classifier"]),
    # A counter-proof wins over whatever says supported.
    ([FEE], "A late fee of $35 applies after ten days.", [CONTRADICTED], ["facts"]),
    ([FEE, NOTICE], f"{FEE} The notice period is 60 days.", [SUPPORTED, CONTRADICTED], ["classifier", "facts"]),
    # Neutral is no pass, and the draft is no evidence for itself.
    (["Our branches open at nine."], "Wires to Canada settle within two days.", [UNVERIFIABLE], ["classifier"]),
    (["Cards are blue."], "The fee is $95. As stated, the fee is $95.", [UNVERIFIABLE] * 2, ["classifier"] * 2),
    # A result of a tool is evidence.
    (['{"account": "checking", "balance": 1250.75}'], "Your checking balance is $1,520.75.", [CONTRADICTED], ["facts"]),
    # An account that stands nowhere is no support.
    (["Pay within ten days."], "Pay to account 4471-9929 within ten days.", [UNVERIFIABLE], ["classifier"]),
]  # fmt: skip


@pytest.mark.parametrize(("contexts", "answer", "verdicts", "layers"), DECIDED)
def test_who_decides(
    contexts: Sequence[str],
    answer: str,
    verdicts: Sequence[ClaimVerdict],
    layers: Sequence[str],
    general: Scorer,
) -> None:
    decision = check(general, "STRICT_BLOCK", answer, *contexts)
    assert [claim.verdict for claim in decision.claims] == [*verdicts]
    assert [claim.layer for claim in decision.claims] == [*layers]
    assert (decision.action is Action.DELIVER) == all(v is SUPPORTED for v in verdicts)
    for claim in decision.claims:
        assert decision.answer[claim.start : claim.end] == claim.text
        assert claim.source is not None
        passage = contexts[claim.source.passage - 1]
        assert passage[claim.source.start : claim.source.end] == claim.source.text


def test_a_fact_that_is_split_over_two_chunks_is_found(general: Scorer) -> None:
    chunks = [
        {"id": "terms-1", "text": "The supplier may terminate this agreement"},
        {"id": "terms-2", "text": "by giving ninety days' written notice to the customer."},
    ]
    answer = (
        "The supplier may terminate this agreement by giving ninety days' written notice to the customer."
    )
    guard = Guard(general, Profile.load("STRICT_BLOCK"))
    whole = guard.check(question="How can it end?", contexts=chunks, answer=answer)
    half = guard.check(question="How can it end?", contexts=chunks[:1], answer=answer)
    assert (whole.action, half.action) == (Action.DELIVER, Action.BLOCK)


def test_evidence_that_contradicts_itself_is_told(general: Scorer) -> None:
    decision = check(general, "HITL_ESCALATE", NOTICE, NOTICE, "The notice period is 60 days.")
    assert (decision.action, decision.reasons) == (Action.ESCALATE, ("EVIDENCE_CONFLICT",))


def scripted(entails: float, contradicts: float) -> ScriptedNli:
    """An encoder that gives its scores to the first source, and contradicts by the second."""
    second = NliScore(0.0, 1 - contradicts, contradicts)
    first = NliScore(entails, 1 - entails, 0.0)
    return ScriptedNli(lambda premise, hypothesis: first if "first" in premise else second)


@pytest.mark.parametrize(
    ("entails", "contradicts", "verdict", "action"),
    [
        (0.92, 0.78, SUPPORTED, Action.DELIVER),  # the source that entails wins
        (0.10, 0.78, CONTRADICTED, Action.FLAG),
        (0.60, 0.20, UNVERIFIABLE, Action.FLAG),
    ],
)
def test_the_encoder_alone_decides_under_a_profile_without_the_others(
    entails: float, contradicts: float, verdict: ClaimVerdict, action: Action
) -> None:
    scorer = Scorer.load("general")
    scorer.featurizer.nli = scripted(entails, contradicts)
    sources = "In the first memo cards are blue.", "In the other memo cards are red."
    decision = check(scorer, "GROUNDING_GUARD", "The memo says cards are blue.", *sources)
    assert [claim.verdict for claim in decision.claims] == [verdict]
    assert decision.action is action
    if verdict is SUPPORTED:
        assert decision.claims[0].source is not None
        assert decision.claims[0].source.passage == 1


def test_the_judge_is_asked_of_ambiguous_claims_alone_and_never_saves_a_refuted_one(general: Scorer) -> None:
    asked: list[str] = []

    def judge(question: str, claim: Claim, passages: Sequence[Passage]) -> Judgement:
        asked.append(claim.text)
        return Judgement(SUPPORTED, 0.8, words="says so")

    strict = Profile.load("STRICT_BLOCK")
    layers = {**strict.layers, Layer.JUDGE: LayerMode.CLOSED}
    profile = replace(strict, layers=layers, judge=Band(0.0, 0.99))
    guard = Guard(general, profile, judge=judge)
    answer = "A late fee of $35 applies. Payment plans can be agreed."
    decision = guard.check(question="Fee?", contexts=[FEE], answer=answer)
    assert asked == ["Payment plans can be agreed."]
    assert [claim.verdict for claim in decision.claims] == [CONTRADICTED, SUPPORTED]
    assert [claim.escalated for claim in decision.claims] == [False, True]
    # What the judge has settled is in doubt no more.
    settled = guard.check(question="Fee?", contexts=[FEE], answer="Payment plans can be agreed.")
    assert settled.outcomes == ()


def test_a_language_model_judges_over_a_socket(general: Scorer, llm_server: LlmServer) -> None:
    chat = OpenAIChat("tiny", base_url=llm_server.url, timeout=2.0, retries=0, wait=0.0)
    strict = Profile.load("STRICT_BLOCK")
    profile = replace(strict, layers={**strict.layers, Layer.JUDGE: LayerMode.CLOSED}, judge=Band(0.0, 0.99))
    guard = Guard(general, profile, judge=LlmJudge(chat, nli=general.featurizer.nli, retries=0, split=False))

    def decide(*script: str) -> Decision:
        llm_server.plays(*script)
        return guard.check(question="Fee?", contexts=[FEE], answer="Payment plans can be agreed.")

    said = {"asserted": "plans", "reasoning": "none is named", "confidence": 0.9}
    open_ = decide(json.dumps({**said, "verdict": "unverifiable", "quote": None}))
    assert (open_.claims[0].layer, open_.claims[0].verdict, open_.action) == (
        "judge",
        UNVERIFIABLE,
        Action.BLOCK,
    )
    obedient = decide(json.dumps({**said, "verdict": "supported", "quote": FEE}))
    assert (obedient.claims[0].verdict, obedient.action) == (UNVERIFIABLE, Action.BLOCK)
    nonsense = decide("I would say yes")
    assert "DETECTOR_DOWN" in nonsense.reasons
    assert next(layer.status for layer in nonsense.layers if layer.name == "judge") == "error"


def test_thresholds_hold_by_kind_of_claim_and_rise_with_the_stakes(general: Scorer) -> None:
    strict = Profile.load("STRICT_BLOCK")
    answer = "Late fees of $25 are charged once ten days have gone by."
    probability = check(general, "AUDIT_ONLY", answer, FEE, question="Fee?").claims[0].confidence
    below, above = Thresholds(support=probability - 0.001), Thresholds(support=min(1.0, probability + 0.001))
    for kinds, stakes, action in (
        ({ClaimKind.NUMERICAL: below}, False, Action.DELIVER),
        ({ClaimKind.NUMERICAL: above}, False, Action.BLOCK),
        ({ClaimKind.CAUSAL: above}, False, Action.DELIVER),
    ):
        guard = Guard(general, replace(strict, kinds=kinds, thresholds=below, high_stakes=above))
        decision = guard.check(question="Fee?", contexts=[FEE], answer=answer, high_stakes=stakes)
        assert decision.action is action
        raised = guard.check(question="Fee?", contexts=[FEE], answer=answer, high_stakes=True)
        assert raised.action is Action.BLOCK


@pytest.mark.parametrize(
    ("profile", "shown"),
    [
        ("STRIP_UNSUPPORTED", "A late fee of $25 applies."),
        ("HEDGE", "A late fee of $25 applies. The notice period is [CORRECTED: 30 days]."),
        ("STRICT_BLOCK", None),
        ("AUDIT_ONLY", "A late fee of $25 applies. The notice period is 60 days."),
    ],
)
def test_what_is_shown_passes_unchanged_when_it_is_checked_again(
    profile: str, shown: str | None, general: Scorer
) -> None:
    decision = check(
        general, profile, "A late fee of $25 applies. The notice period is 60 days.", FEE, NOTICE
    )
    assert decision.text == shown
    if shown is not None:
        assert check(general, profile, shown, FEE, NOTICE).text == shown


def test_a_hedge_names_what_is_not_confirmed_and_is_stable(general: Scorer) -> None:
    decision = check(general, "HEDGE", f"{NOTICE} Wires to Canada settle on Sundays.", NOTICE)
    assert decision.action is Action.HEDGE
    assert decision.text is not None
    assert decision.text.endswith("Not confirmed by the documents:\n- Wires to Canada settle on Sundays.")
    assert check(general, "HEDGE", decision.text, NOTICE).text == decision.text


def test_a_wrong_citation_fails_what_is_right_without_it(general: Scorer) -> None:
    sources = (FEE, NOTICE)
    right = check(general, "STRICT_BLOCK", "The notice period is 30 days [2].", *sources)
    wrong = check(general, "STRICT_BLOCK", "The notice period is 30 days [1].", *sources)
    orphan = check(general, "STRICT_BLOCK", "The notice period is 30 days [7].", *sources)
    assert [d.action for d in (right, wrong, orphan)] == [Action.DELIVER, Action.BLOCK, Action.BLOCK]
    assert "CITATION_WRONG_PASSAGE" in wrong.reasons
    assert "CITATION_OUT_OF_RANGE" in orphan.reasons


@pytest.mark.parametrize(
    ("answer", "level", "trust"),
    [
        (FEE, "fully_grounded", 1.0),
        (f"{FEE} Wires to Canada settle on Sundays.", "partially_grounded", 0.5),
        ("Wires to Canada settle on Sundays.", "ungrounded", 0.0),
        (f"{FEE} The notice period is 60 days.", "contradictory", 0.09),
    ],
)
def test_level_and_trust_are_of_the_claims(answer: str, level: str, trust: float, general: Scorer) -> None:
    decision = check(general, "AUDIT_ONLY", answer, FEE, NOTICE)
    assert (decision.level, decision.trust_score) == (level, trust)
    assert decision.is_trusted == (trust >= 0.7)


def test_a_budget_of_judge_calls_is_kept_and_told(general: Scorer) -> None:
    calls: list[str] = []

    def judge(question: str, claim: Claim, passages: Sequence[Passage]) -> Judgement:
        calls.append(claim.text)
        return Judgement(SUPPORTED, 0.9)

    strict = Profile.load("STRICT_BLOCK")
    layers = {**strict.layers, Layer.JUDGE: LayerMode.CLOSED}
    guard = Guard(general, replace(strict, layers=layers, judge=Band(0.0, 0.99)), judge=judge)
    answer = "Wires to Canada settle on Sundays. Payment plans can be agreed. Anna signs letters."
    decision = guard.check(question="Fee?", contexts=[FEE], answer=answer, budget=Budget(judge_calls=1))
    assert len(calls) == 1
    told = next(layer for layer in decision.layers if layer.name == "judge")
    assert (str(told.status), "NOT_RUN" in decision.reasons) == ("skipped", True)


def test_a_layer_that_must_run_and_never_can_is_refused_when_the_guard_is_made(general: Scorer) -> None:
    with pytest.raises(ProfileError, match=r"layers\.nli is closed.*no encoder"):
        Guard.load("light")
    strict = Profile.load("STRICT_BLOCK")
    with pytest.raises(ProfileError, match=r"layers\.judge is closed.*no judge"):
        Guard(general, replace(strict, layers={**strict.layers, Layer.JUDGE: LayerMode.CLOSED}))
    open_ = replace(strict, layers={**strict.layers, Layer.NLI: LayerMode.OPEN})
    assert (
        Guard(Scorer.load("light"), open_).check(question="Fee?", contexts=[FEE], answer=FEE).action
        == "deliver"
    )


@pytest.mark.parametrize(
    ("payload", "action"),
    [
        ({"tool": "send_email", "body": FEE, "fee": 25}, Action.DELIVER),
        ({"tool": "send_email", "body": "A late fee of $35 applies after ten days."}, Action.ESCALATE),
        ({"tool": "write_crm", "fields": [{"late_fee": "$35"}]}, Action.ESCALATE),
        ({"tool": "noop"}, Action.FLAG),
    ],
)
def test_a_payload_goes_out_whole_or_not_at_all(payload: object, action: Action, general: Scorer) -> None:
    guard = Guard(general, Profile.load("STRIP_UNSUPPORTED"))
    assert guard.check_action(payload, contexts=[FEE], high_stakes=False).action is action


def test_a_payload_that_json_cannot_hold_is_refused(general: Scorer) -> None:
    guard = Guard(general, Profile.load("STRICT_BLOCK"))
    with pytest.raises(ValueError, match=r"to\.who: is a set; give what JSON can hold"):
        guard.check_action({"to": {"who": {"Anna"}}}, contexts=[FEE])


def test_a_plan_is_held_against_what_was_retrieved(general: Scorer) -> None:
    guard = Guard(general, Profile.load("STRICT_BLOCK"))
    there: list[dict[str, str]] = [{"id": "p4", "text": FEE}, {"id": "terms.txt", "text": NOTICE}]
    assert guard.check_plan(["p4", "terms.txt", "2"], contexts=there).action is Action.DELIVER
    missing = guard.check_plan(["p4", "p9"], contexts=there)
    assert missing.action is Action.BLOCK
    assert [finding.text for finding in missing.citations] == ["p9"]
    with pytest.raises(ValueError, match="a plan is a list"):
        guard.check_plan("p4", contexts=there)


@settings(max_examples=60)
@given(st.text(max_size=300), st.lists(st.text(max_size=200), max_size=3), st.text(max_size=60))
def test_any_text_gets_a_decision_or_a_documented_error(
    answer: str, contexts: list[str], question: str
) -> None:
    try:
        decision = FUZZED.check(question=question, contexts=contexts, answer=answer)
    except TableError:  # such as for a null byte
        return
    assert (decision.text is None) == decision.action.withholds
    if decision.text is not None:
        again = FUZZED.check(question=question, contexts=contexts, answer=decision.text)
        assert again.text == decision.text


FUZZED = Guard.load("general", profile="STRIP_UNSUPPORTED")


def test_threads_that_share_a_guard_get_the_same_bytes(general: Scorer) -> None:
    guard = Guard(general, Profile.load("HEDGE"))
    answers = [answer for _, answer, _, _ in DECIDED] * 3

    def decide(answer: str) -> dict[str, object]:
        return guard.check(question="Fee?", contexts=[FEE, NOTICE], answer=answer).as_dict()

    alone = [decide(answer) for answer in answers]
    with ThreadPoolExecutor(8) as pool:
        assert list(pool.map(decide, answers)) == alone
