# SPDX-License-Identifier: Apache-2.0
from __future__ import annotations

import json
import math
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from faithstill.data import Passage, Triple
from faithstill.featurize import FAMILIES, Feature, Featurizer, Settings
from faithstill.featurize.families.gaps import needs_review
from faithstill.featurize.families.inference import explanation
from faithstill.featurize.families.undefined import CONDITIONS, why_undefined
from faithstill.featurize.schema import ALL_FAMILIES, SELF_REPORT

PLAIN = Triple.of(
    question="What is the wire fee of Harrow Vale?",
    contexts=["The wire fee of Harrow Vale is $25. It is charged on 3 March 2026.", "Cards are free."],
    answer="The wire fee of Harrow Vale is $25 [1].",
)


def measured(featurizer: Featurizer, triple: Triple) -> dict[str, float]:
    return featurizer.named(featurizer.analyse(triple))


def out_of_range(features: tuple[Feature, ...], known: dict[str, float]) -> dict[str, float]:
    return {
        f.name: known[f.name]
        for f in features
        if not (math.isfinite(known[f.name]) and f.low <= known[f.name] <= f.high)
    }


def test_at_least_84_features_with_names_of_their_own(featurizer: Featurizer) -> None:
    names = [feature.name for feature in featurizer.features]
    assert len(names) == len(set(names)) >= 84


@pytest.mark.parametrize(
    "feature", [f for family in (*FAMILIES, SELF_REPORT) for f in family.features], ids=str
)
def test_a_feature_says_what_it_is(feature: Feature) -> None:
    assert feature.meaning
    assert feature.name == feature.name.strip()
    assert feature.low <= feature.neutral <= feature.high
    assert feature.low < feature.high


@pytest.mark.parametrize("contexts", [(), ("The fee is $5.", "Cards are free.")])
def test_a_family_computes_exactly_what_it_lists(featurizer: Featurizer, contexts: tuple[str, ...]) -> None:
    analysis = featurizer.analyse(Triple.of(question="Fee?", contexts=contexts, answer="It is $5."))
    known: dict[str, float] = {}
    for family in FAMILIES:
        found = family.compute(analysis, known)
        assert list(found) == [feature.name for feature in family.features], family.name
        known |= found


# What is missing, and with it what each feature is undefined for.
EMPTY_ANSWER = {
    "answer without content words",
    "answer without words",
    "no names",
    "no values",
    "no amounts",
    "no percentages",
    "no dates or durations",
    "answer without content words but figures",
    "no formulas",
}
EMPTY_ANSWER |= {
    "no values found",
    "no values found in cells",
    "under two words",
    "under four words",
}
EMPTY_ANSWER |= {"no phrases", "answer without claims"}
UNDEFINED = [
    ("empty answer", replace(PLAIN, answer=""), EMPTY_ANSWER),
    ("blank answer", replace(PLAIN, answer=" \n\u200b\0"), EMPTY_ANSWER),
    ("no question", replace(PLAIN, question=""), {"question without content words"}),
    (
        "no passages",
        replace(PLAIN, passages=()),
        {"no passages", "fewer than two passages", "no retriever scores"},
    ),
    ("one passage", replace(PLAIN, passages=PLAIN.passages[:1]), {"fewer than two passages"}),
    ("no names", replace(PLAIN, answer="the fee is $25"), {"no names"}),
    ("no values", replace(PLAIN, answer="there is a fee"), {"no values", "no values found", "no formulas"}),
    ("no tables and no JSON", PLAIN, {"no values found in cells"}),
    ("no scores", PLAIN, {"no retriever scores"}),
    ("no formulas", PLAIN, {"no formulas"}),
    ("short answer", replace(PLAIN, answer="Yes"), {"under two words", "under four words"}),
    (
        "nothing",
        Triple("", (), ""),
        EMPTY_ANSWER | {"no passages", "fewer than two passages", "no retriever scores"},
    ),
    ("only stop words", replace(PLAIN, answer="it is of the"), {"answer without content words"}),
]


@pytest.mark.parametrize(
    ("triple", "reasons"), [row[1:] for row in UNDEFINED], ids=[row[0] for row in UNDEFINED]
)
def test_what_is_undefined_is_neutral(featurizer: Featurizer, triple: Triple, reasons: set[str]) -> None:
    known = measured(featurizer, triple)
    undefined = [feature for feature in featurizer.features if feature.undefined in reasons]
    assert {feature.undefined for feature in undefined} == reasons
    assert {f.name: known[f.name] for f in undefined} == {f.name: f.neutral for f in undefined}


def test_every_reason_is_tried(featurizer: Featurizer) -> None:
    tried = set().union(*(row[2] for row in UNDEFINED))
    assert {feature.undefined for feature in featurizer.features} - {""} == tried


@pytest.mark.parametrize("triple", [row[1] for row in UNDEFINED], ids=[row[0] for row in UNDEFINED])
def test_a_reason_applies_only_where_its_features_are_neutral(featurizer: Featurizer, triple: Triple) -> None:
    analysis = featurizer.analyse(triple)
    known = featurizer.named(analysis)
    apply = [f for f in featurizer.features if f.undefined and CONDITIONS[f.undefined](analysis)]
    assert {f.name: known[f.name] for f in apply} == {f.name: f.neutral for f in apply}


@pytest.mark.parametrize(
    ("triple", "reasons"), [row[1:] for row in UNDEFINED], ids=[row[0] for row in UNDEFINED]
)
def test_why_a_feature_is_undefined(featurizer: Featurizer, triple: Triple, reasons: set[str]) -> None:
    analysis = featurizer.analyse(triple)
    known = featurizer.named(analysis)
    assert {why_undefined(f, known[f.name], analysis) for f in featurizer.features} >= reasons


def test_what_is_measured_is_not_undefined(featurizer: Featurizer) -> None:
    analysis = featurizer.analyse(PLAIN)
    known = featurizer.named(analysis)
    assert known["numeric_agreement"] == 1
    assert {why_undefined(f, known[f.name], analysis) for f in featurizer.features} == {
        *("", "no percentages", "no dates or durations"),
        *("no values found in cells", "no formulas", "no retriever scores"),
    }


def test_every_reason_has_a_condition() -> None:
    reasons = {feature.undefined for family in ALL_FAMILIES for feature in family.features} - {""}
    assert reasons == set(CONDITIONS)


def _json(depth: int) -> str:
    return '{"fee":' * depth + "5" + "}" * depth


TABLE = "| Item | Q1 |\n|---|---|\n" + "\n".join(f"| item {i} | {i * 37 % 9_973} |" for i in range(3_000))

# Question, passages, answer.
NASTY: list[tuple[str, str, list[str], str]] = [
    ("all empty", "", [""], ""),
    ("no passages at all", "Fee?", [], "The fee is $5."),
    ("blank", "  ", ["\n\t"], " \n"),
    ("null bytes", "a\0b", ["The fee\0 is $5\0."], "The fee is \0$5."),
    ("lone surrogates", "\ud800?", ["fee \udfff is $5 \ud83d"], "The fee is $5 \ud83d \udc00."),
    ("a pair written as halves", "?", ["\ud83d\ude00 fee"], "\ud83d\ude00 $5"),
    ("emoji", "😀?", ["👩‍👩‍👧 fee 💰 $5"], "fee 💰 is $5 🎉🎉"),
    ("right to left", "ما هي الرسوم؟", ["الرسوم ٢٥ دولارا. رسم 25$"], "\u202eالرسوم هي 25$"),
    ("combining marks", "?", ["e" + "\u0301" * 5_000], "e" + "\u0301" * 3_000),
    ("zero width", "?", ["\u200b" * 5_000], "\u200b" * 3_000),
    ("full width", "?", ["Ｔhe fee is ＄５ and ５％"], "fee ５ ½ ² ③ Ⅷ 五"),
    ("strange line ends", "?", ["a\r\nb\x0b\x0c\x1c\x85\u2028The fee is $5.\u2029"], "The fee\u2028 is $5."),
    ("only punctuation", "?!", ["..."], "?!..."),
    ("one letter", "?", ["a"], "b"),
    ("citations out of range", "Fee?", ["The fee is $5."], "The fee is $5 [7] [0] [999] [1,2;3]."),
    (
        "negative amounts",
        "?",
        ["Net was -$5 million and (120) and -3.5%."],
        "It was -$5 million, $(120), minus 3.5%.",
    ),
    (
        "division by zero",
        "Ratio?",
        ["A is $0. B is $0. C is 0%."],
        "A is 50% of B, or $25, up 0%, plus $12.50.",
    ),
    ("huge exponents", "?", ["Rate 1e999999 and 1e-999999."], "It is 1e999999 or 10e+999999% or 1E-400."),
    ("huge numbers", "?", ["$" + "9" * 400 + " million"], "$" + "9" * 399 + "8 million; 45% of " + "9" * 59),
    ("huge powers", "?", ["$1e308 billion, 5E+99999 percent"], "5E+99999 percent of $1e308 billion"),
    ("no numbers", "NaN?", ["NaN, Infinity, -Infinity, sNaN, $NaN"], "NaN% Infinity $Infinity -inf"),
    (
        "31 February",
        "?",
        ["Due 31 February 2024, 2024-02-30."],
        "Due 31 February 2024, 2 March 2024, 13/13/2024.",
    ),
    (
        "ends of time",
        "?",
        ["1 January 0001, 31 December 9999; 99999999 days"],
        "31 December 9998 is 999 months on.",
    ),
    ("deep objects", "?", [_json(3_000)], "The fee is 5."),
    ("deep objects within bounds", "?", [_json(300)], "The fee is 5."),
    ("deep arrays", "?", ["[" * 3_000 + "]" * 3_000], "1"),
    ("array of arrays", "?", ["[" * 300 + "1,2" + "]" * 300], "1"),
    ("wide object", "?", [json.dumps({f"key{i}": i * 7 for i in range(5_000)})], "Key 70 is 490, not 12345."),
    ("torn JSON", "?", ['{"fee": 5, "x": [1, 2'], "The fee is 5."),
    ("ragged table", "?", ["| a | b |\n|---|\n| 1 | 2 | 3 |\n||\n|\n| | |\n"], "| a | 3 |\n||\n"),
    (
        "thousands of cells",
        "Total?",
        [TABLE],
        "The total of Q1 is 12,345,678; item 5 had 185, up 37.77% to $5,555.55.",
    ),
    ("wide row", "?", ["|" + "|".join(f" {i * 3} " for i in range(5_000)) + "|"], "It is 33333."),
    ("contradictory", "?", ["The fee is $5. The fee is $6."], "The fee is $5, $6 and $8."),
    ("identical", "?", [TABLE[:8_000]], TABLE[:8_000]),
    ("one long word", "?", ["a" * 100_000], "a" * 40_000),
    ("one long number", "?", ["1" * 100_000], "1" * 40_000),
    ("one long code", "?", ["a1" * 5_000], "a1" * 2_000),
    ("one long capital", "?", ["A" * 100_000], "A" * 40_000),
    ("many short sentences", "?", ["The fee is due. " * 5_000], "Yes. " * 5_000),
    ("one long line", "?", ["fee 5. " * 20_000], "fee 5. " * 40),
    ("numbers only", "?", ["1," * 20_000], "1,2,3," * 30),
    ("dot leaders", "?", ["." * 100_000 + "x"], "." * 39_000 + "x"),
    ("exclamations", "?", ["!" * 100_000 + "x"], "!" * 39_000 + "x"),
    ("blank heading", "?", ["# " + " " * 100_000 + "\n"], "#" + " " * 39_000),
    ("pipes", "?", ["| " * 50_000 + "x"], "|" * 39_000),
    ("brackets", "?", ["[1" * 5_000], "[1," * 300),
    ("quotes and stars", "?", ['"' * 50_000 + "**" * 50_000], ".*" * 19_000),
    ("abbreviations", "?", ["e.g. " * 20_000], "e.g. " * 7_000),
    ("capitals", "?", ["Alpha Beta " * 10_000], "Alpha Beta " * 3_600),
    ("markup", "?", ["<script>alert(1)</script><td>5</td>"], "<b>5</b>"),
    ("format strings", "{0} %s", ["{x} %d {{}} \\n"], "%s {} {0!r}"),
    ("percent signs", "?", ["%%%% 5%% 100%%"], "%5 5% % 5 percent percent"),
    ("negations", "not", ["not not not never"], "not not no " * 100),
]


@pytest.mark.parametrize(
    ("question", "contexts", "answer"), [row[1:] for row in NASTY], ids=[row[0] for row in NASTY]
)
def test_nasty_input_ends_in_numbers(
    featurizer: Featurizer, question: str, contexts: list[str], answer: str
) -> None:
    known = measured(featurizer, Triple.of(question=question, contexts=contexts, answer=answer))
    assert out_of_range(featurizer.features, known) == {}


@settings(max_examples=120, deadline=None)
@given(st.text(max_size=120), st.lists(st.text(max_size=200), max_size=4), st.text(max_size=200))
def test_any_text_ends_in_numbers(
    featurizer: Featurizer, question: str, contexts: list[str], answer: str
) -> None:
    known = measured(featurizer, Triple.of(question=question, contexts=contexts, answer=answer))
    assert out_of_range(featurizer.features, known) == {}


_AMOUNTS = st.decimals(-99_999, 9_999_999, places=2, allow_nan=False).map(lambda d: f"${d:,}")
_OTHERS = st.sampled_from(
    "4.25%;150 bps;three quarters;3 March 2026;31 February 2024;Q3 2025;FY2024;14 days;(120);two weeks;12;5 p.m.;"
    "about 85;at least $50;18 to 25 percent;€1.2m;25 kg;3rd;[2];0".split(";")
)
_NAMES = st.sampled_from(["Harrow Vale", "the ECB", "Dr. Ann Lee", "the card", "Plus", "it"])
_VERBS = st.sampled_from(
    ["costs", "rose to", "fell by", "is not", "may be", "must be", "guarantees", "said", "is all"]
)
_FACT = st.builds("{} {} {}. ".format, _NAMES, _VERBS, _AMOUNTS | _OTHERS)
_ROW = st.lists(_AMOUNTS | _OTHERS | _NAMES, min_size=1, max_size=4).map(
    lambda cells: f"| {' | '.join(cells)} |\n"
)
_RECORD = st.dictionaries(_NAMES, _AMOUNTS | _OTHERS | st.integers() | st.floats(), max_size=3).map(
    json.dumps
)
_TEXT = st.lists(_FACT | _ROW, max_size=6).map("".join) | _RECORD | st.just("The material does not state it.")


@settings(max_examples=250, deadline=None)
@given(_TEXT, st.lists(_TEXT, max_size=3), _TEXT)
def test_assembled_finance_ends_in_numbers(
    featurizer: Featurizer, question: str, contexts: list[str], answer: str
) -> None:
    known = measured(featurizer, Triple.of(question=question, contexts=contexts, answer=answer))
    assert out_of_range(featurizer.features, known) == {}


# Feature, answer with the lower value, answer with the higher value; evidence and question as in PLAIN.
ORDERED = [
    ("answer_precision", "The moon landing was faked.", "The wire fee is $25."),
    ("numeric_agreement", "The wire fee is $52.", "The wire fee is $25."),
    ("severity_score", "The wire fee is $25.", "The wire fee is $52."),
    ("entity_match.precision", "Castle Ridge charges a fee.", "Harrow Vale charges a fee."),
    (
        "negation_mismatch",
        "The wire fee is charged on 3 March 2026.",
        "The wire fee is not charged on 3 March 2026.",
    ),
    ("longest_copied_share", "Harrow Vale has a fee for a wire.", "The wire fee of Harrow Vale is $25."),
    ("hedge_rate", "The fee is $25.", "The fee is probably $25."),
    ("booster_added", "The fee is $25.", "The fee is guaranteed to be $25."),
    ("opens_no", "Yes, it is.", "No, it is not."),
    ("value_density", "It has a fee.", "The fee is $25."),
    ("unit_clash", "The fee is $25.", "The fee is 25%."),
    ("refuted", "The wire fee of Harrow Vale is $25.", "The wire fee of Harrow Vale is $52."),
    ("quantifier_escalation", "Cards are free.", "All cards are always free."),
    ("unsupported_mass", "The fee is $25.", "Zebras photosynthesise."),
]


@pytest.mark.parametrize(("feature", "lower", "higher"), ORDERED, ids=[row[0] for row in ORDERED])
def test_a_feature_moves_as_its_meaning_says(
    featurizer: Featurizer, feature: str, lower: str, higher: str
) -> None:
    less, more = (measured(featurizer, replace(PLAIN, answer=answer))[feature] for answer in (lower, higher))
    assert less < more


# A question on a table, a right and a wrong answer, and the features that tell them apart.
FIGURES = " | 2021 | 2020\nPaper | 125 | 104\nInk | 37 | 39"
ASKED = [
    ("What was paper in 2021?", "125", "104", {"result_differs", "bare_unproved", "refuted"}),
    (
        "What was the change in ink from 2020 to 2021?",
        "-2",
        "-3",
        {"result_differs", "bare_unproved", "refuted"},
    ),
    ("What was paper in 2021?", "125", "125 million", {"unproved_scale", "bare_unproved"}),
]


@pytest.mark.parametrize(("question", "right", "wrong", "alarms"), ASKED)
def test_bare_figures_are_told_apart(
    featurizer: Featurizer, question: str, right: str, wrong: str, alarms: set[str]
) -> None:
    proved, unproved = (
        measured(featurizer, Triple.of(question=question, contexts=[FIGURES], answer=answer))
        for answer in (right, wrong)
    )
    watched = ("unproved_scale", "result_differs", "bare_unproved", "refuted")
    assert {name for name in watched if proved[name]} == set()
    assert {name for name in watched if unproved[name]} == alarms


# Evidence, answer, counter-proofs of a yes, a no or a status.
WORDED = [
    (
        "The custody fee is 0.3%, billed monthly in arrears.",
        "The custody fee is billed monthly in arrears.",
        0,
    ),
    ('{"transfer": "T-7", "status": "pending"}', "Transfer T-7 is still pending.", 0),
    ('{"transfer": "T-7", "status": "pending"}', "Transfer T-7 has been completed.", 1),
    ('{"transfer": "T-7", "approved": false}', "Transfer T-7 has been approved.", 1),
]


@pytest.mark.parametrize(("evidence", "answer", "conflicts"), WORDED)
def test_counter_proofs_of_records_count(
    featurizer: Featurizer, evidence: str, answer: str, conflicts: int
) -> None:
    known = measured(featurizer, Triple.of(question="", contexts=[evidence], answer=answer))
    assert known["wording_conflicts"] == pytest.approx(math.log1p(conflicts))
    assert known["refuted"] == float(conflicts > 0)


@pytest.mark.parametrize(
    ("scores", "lead"),
    [
        ((0.9, 0.1), 0.5),
        ((0.1, 0.9), -0.5),
        ((3.0, 3.0), 0.0),
        ((0.9, None), 0.0),
        ((None, 0.9), 0.0),
        ((math.nan, 0.9), 0.0),
        ((math.inf, -math.inf), 0.0),
        ((1e308, -1e308), 0.0),
    ],
)
def test_score_lead(featurizer: Featurizer, scores: tuple[float | None, ...], lead: float) -> None:
    passages = tuple(replace(p, score=s) for p, s in zip(PLAIN.passages, scores, strict=True))
    assert measured(featurizer, replace(PLAIN, passages=passages))["retrieval.score_lead"] == pytest.approx(
        lead
    )


@pytest.mark.parametrize(
    ("metrics", "confidence", "reported"),
    [
        ({}, 0.5, 0.0),
        ({"self_confidence": 0.9}, 0.9, 0.2),
        ({"self_confidence": 7.0}, 1.0, 0.2),
        ({"self_confidence": -1.0}, 0.0, 0.2),
        ({"self_confidence": math.nan}, 0.5, 0.0),
        ({"self_confidence": math.inf}, 1.0, 0.2),
        ({"another": 0.3}, 0.5, 0.0),
    ],
)
def test_self_report(metrics: dict[str, float], confidence: float, reported: float) -> None:
    featurizer = Featurizer(Settings(self_report=True))
    known = measured(featurizer, replace(PLAIN, self_metrics=metrics))
    assert (known["self_confidence"], known["self_reported"]) == (confidence, reported)
    assert list(known)[-6:] == [feature.name for feature in SELF_REPORT.features]


def test_review_and_explanation(featurizer: Featurizer) -> None:
    known = measured(featurizer, PLAIN)
    assert not needs_review(known)
    torn = known | {"answer_precision": 0.8, "semantic_gap": 0.3, "unsupported_to_supported_ratio": 0.6}
    assert needs_review(torn)
    analysis = featurizer.analyse(PLAIN)
    assert explanation(analysis, known) == "Not inferred: the answer's words stand in the passages."
    inferred = known | {"inference_likely_bool": 1.0, "answer_precision": 0.25}
    assert explanation(analysis, inferred).startswith("Likely inferred: only 25% of its words")
    assert explanation(analysis, known | {"inference_sem_likely": 1.0}).startswith("Possibly inferred")
    assert explanation(analysis, known | {"answer_precision": 0.1}).startswith("Not inferred: few shared")


@pytest.mark.parametrize(
    ("context", "answer", "said"),
    [
        ("A late fee of $25 applies.", "It is $35.", "the passages refute something that the answer says"),
        ("Cards are free.", "It is $35.", "none of the answer's values was found in the passages"),
        (
            "The fee is set by Ivy Bank.",
            "Oak Trust does.",
            "none of the answer's names was found in the passages",
        ),
        ("A late fee applies.", "No.", "the answer has no content words to look for"),
        ("A late fee applies.", "Penalties happen.", "few shared words, and no values or names that make up"),
        ("A late fee of $25 applies.", "A late fee applies.", "the answer's words stand in the passages"),
    ],
)
def test_what_is_not_inferred_is_told_by_its_reason(
    featurizer: Featurizer, context: str, answer: str, said: str
) -> None:
    analysis = featurizer.analyse(Triple.of(question="Late fee?", contexts=[context], answer=answer))
    assert explanation(analysis, featurizer.named(analysis)).startswith(f"Not inferred: {said}")


def test_passage_without_text_counts_as_a_passage(featurizer: Featurizer) -> None:
    padded = replace(PLAIN, passages=(Passage(""), *PLAIN.passages))
    assert measured(featurizer, PLAIN)["retrieval.unused_share"] == pytest.approx(1 / 2)
    assert measured(featurizer, padded)["retrieval.unused_share"] == pytest.approx(2 / 3)
