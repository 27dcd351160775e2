# SPDX-License-Identifier: Apache-2.0
"""Claims judged over their windows, and the features made of it."""

from __future__ import annotations

import pytest

from faithstill.data import Triple
from faithstill.featurize import Featurizer, Settings
from faithstill.featurize.analysis import Analysis
from faithstill.featurize.claims import extract_claims
from faithstill.featurize.encoders.nli import Nli, NliScore, OverlongClaimError, ScriptedNli
from faithstill.featurize.evidence import Evidence
from faithstill.featurize.evidence.entailments import judge
from faithstill.featurize.extract import Extractor
from faithstill.featurize.families import entailment
from faithstill.featurize.schema import ENTAILMENT, families_of

YES, NO, OPEN = NliScore(0.95, 0.05, 0.0), NliScore(0.0, 0.1, 0.9), NliScore(0.1, 0.8, 0.1)


def analysis(answer: str, contexts: list[str], nli: Nli | None) -> Analysis:
    featurizer = Featurizer()
    triple = Triple.of(question="", contexts=contexts, answer=answer)
    return Analysis(triple, Extractor(), lambda: featurizer.embedder, None, nli)


def features(answer: str, contexts: list[str], nli: Nli) -> dict[str, float]:
    known = {name: 0.5 for family in families_of(Settings()) for name in (f.name for f in family.features)}
    return dict(entailment.compute(analysis(answer, contexts, nli), known))


def test_what_is_stated_word_for_word_asks_no_model() -> None:
    nli = ScriptedNli(lambda premise, hypothesis: NO)
    (judged,) = judge(
        extract_claims("The fee is $5.").claims, Evidence.of(["The fee is $5. Cards are free."]), nli
    )
    assert judged.stated
    assert judged.score.entailment == 1.0
    assert nli.asked == []


def test_one_supporting_window_is_enough() -> None:
    nli = ScriptedNli(lambda premise, hypothesis: YES if "charge" in premise else NO)
    contexts = [
        "The monthly fee for gold accounts is twelve dollars.",
        "Gold accounts carry a charge of $12 a month.",
    ]
    (judged,) = judge(extract_claims("Gold accounts cost $12 monthly.").claims, Evidence.of(contexts), nli)
    assert judged.score.entailment == pytest.approx(0.95)
    assert judged.best is not None
    assert judged.best.passage == 1


# Each fills more than half a window, so that no window of scattered lines holds both.
GOLD = f"Gold accounts carry a charge of twelve dollars{', as the list of charges of this house says' * 6}."
FILLER = " ".join(
    f"Paragraph {n} speaks of ordinary matters of the branch and its opening hours." for n in range(30)
)
WAIVED = f"The charge of twelve dollars that gold accounts carry is waived for students{', so it says again' * 14}."
CLAIM = "Gold accounts carry a charge of twelve dollars, which is waived for students."


def needs_both(premise: str, hypothesis: str) -> NliScore:
    return YES if GOLD in premise and WAIVED in premise else OPEN


def test_two_places_of_a_passage_may_support_a_claim_together() -> None:
    passage = f"{GOLD} {FILLER} {WAIVED}"
    (judged,) = judge(extract_claims(CLAIM).claims, Evidence.of([passage]), ScriptedNli(needs_both))
    assert judged.score.entailment == pytest.approx(0.95)
    assert judged.best is not None
    assert passage[judged.best.start :].startswith(GOLD[:20])
    assert judged.best.end == len(passage)


def test_places_of_two_passages_are_not_joined() -> None:
    nli = ScriptedNli(needs_both)
    (judged,) = judge(extract_claims(CLAIM).claims, Evidence.of([GOLD, WAIVED]), nli)
    assert judged.score.entailment == pytest.approx(0.1)


def test_a_claim_that_leaves_no_room_for_evidence_is_marked_and_open() -> None:
    def refuse(premise: str, hypothesis: str) -> NliScore:
        raise OverlongClaimError("too long")

    (judged,) = judge(
        extract_claims("Gold accounts cost $12.").claims, Evidence.of(["Silver."]), ScriptedNli(refuse)
    )
    assert judged.overlong
    assert judged.score.neutral == 1.0


def test_no_evidence_leaves_a_claim_open() -> None:
    (judged,) = judge(extract_claims("The fee is $5.").claims, Evidence.of([]), ScriptedNli({}))
    assert (judged.read, judged.score.neutral, judged.best) == ((), 1.0, None)


@pytest.mark.parametrize(
    ("score", "name", "expected"),
    [
        (YES, "entailment.min", 0.95),
        (YES, "entailment.supported_share", 1.0),
        (YES, "entailment.unsupported_words", 0.0),
        (NO, "contradiction.max", 0.9),
        (NO, "entailment.margin_min", -0.9),
        (NO, "entailment.logit_min", -5.0),
        (OPEN, "entailment.unsupported_words", 1.0),
        (OPEN, "entailment.lexical_gap", -0.4),
    ],
)
def test_features(score: NliScore, name: str, expected: float) -> None:
    nli = ScriptedNli(lambda premise, hypothesis: score)
    found = features("Gold accounts cost twelve dollars.", ["A gold account is $12 a month."], nli)
    assert found[name] == pytest.approx(expected)


@pytest.mark.parametrize("answer", ["", "Hello!", "\u202e", "```code```"])
def test_an_answer_without_claims_rests(answer: str) -> None:
    found = features(answer, ["A gold account is $12 a month."], ScriptedNli({}))
    assert found == {feature.name: feature.neutral for feature in entailment.FEATURES}


def test_every_feature_is_within_its_range() -> None:
    answers = ["The fee is $5.", "Gold is free; silver costs $3. Bronze?", "- one\n- two\n- 5%", "x" * 500]
    for score in (YES, NO, OPEN):
        for answer in answers:
            found = features(
                answer, ["The fee is $5.", "Gold is not free."], ScriptedNli(lambda p, h, s=score: s)
            )
            assert all(f.low <= found[f.name] <= f.high for f in entailment.FEATURES)


def test_the_family_is_computed_where_the_settings_name_an_encoder() -> None:
    assert ENTAILMENT not in families_of(Settings(encoder=""))
    assert ENTAILMENT in families_of(Settings())


def test_without_an_encoder_there_is_nothing_to_ask() -> None:
    with pytest.raises(ValueError, match="name its folder"):
        _ = analysis("The fee is $5.", ["x"], None).entailments


def test_a_missing_encoder_names_the_cure() -> None:
    with pytest.raises(FileNotFoundError, match="encoders export"):
        _ = Featurizer(Settings(encoder="no/such/folder")).nli
