# SPDX-License-Identifier: Apache-2.0
"""The citation check, fault by fault; markers change nothing else."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest

from faithstill.data import Passage, Triple
from faithstill.factcheck import CitationChecker, CitationReport, FactStatus, check_citations
from faithstill.factcheck.citation_report import CITATION_RULES
from faithstill.factcheck.facts import findings_of
from faithstill.featurize import Featurizer, Settings
from faithstill.featurize.encoders.nli import NliScore, ScriptedNli
from faithstill.featurize.read.markers import Style

WIRES = Passage("The wire fee is $25. Wires sent before 4 pm arrive the same day.", id="doc-7", revision="3")
CARDS = Passage("Cards are free of charge for students. A replacement card costs $6.", id="doc-9")
PASSAGES = (WIRES, CARDS)
FEE, CARD = "The wire fee is $25", "A replacement card costs $6"


@pytest.fixture(scope="module")
def featurizer() -> Featurizer:
    return Featurizer(Settings(encoder=""))


def _check(
    featurizer: Featurizer, answer: str, passages: tuple[Passage, ...] = PASSAGES, *, require: bool = False
) -> CitationReport:
    checker = CitationChecker(featurizer, require=require)
    return checker.check(question="What does it cost?", contexts=passages, answer=answer)


FAULTS = [
    (f"{FEE} [1]. {CARD} [2].", []),
    (f"{FEE} [7]. {CARD}. [9]", []),
    (f"{FEE} (doc-7). {CARD}【2†source】.", []),
    (f"[1] {FEE}.\n[2] {CARD}.", []),
    (f"{FEE} [1] and {CARD[0].lower()}{CARD[1:]} [2].", []),
    (f"{FEE}, and {CARD[0].lower()}{CARD[1:]} [1, 2].", []),
    (f"{FEE} [^a].\n\n[^a]: doc-7", []),
    (f"{FEE} [2].\n\nSources:\n[1] doc-9\n[2] doc-7", []),
    (f"{FEE} [1]. It holds since [2024] [sic].", []),
    (f"{FEE} [3].", ["citation.range"]),
    (f"{FEE} [2-9].", ["citation.range"]),
    (f"{FEE} [1][8].", ["citation.range"]),
    (f"{FEE} (doc-8).", ["citation.orphan"]),
    (f"{FEE} [^b].", ["citation.orphan"]),
    (f"{FEE} [the terms](doc-1x) [x](chunk-5).", ["citation.orphan"]),
    (f"{FEE}.\n\nSources: [1] Terms, [4] Prices", ["citation.range"]),
    (f"{FEE} [2].", ["citation.wrong_passage"]),
    (f"{FEE}. [2] {CARD}. [2]", ["citation.wrong_passage"]),
    (f"{FEE} [2] and {CARD[0].lower()}{CARD[1:]} [1].", ["citation.wrong_passage"] * 2),
    ("The wire fee is [$25](doc-9).", ["citation.wrong_passage"]),
    (f"{FEE} [doc-7@rev3] [7@3] [doc-7@v3].", []),
    (f"{FEE} [doc-7@rev2].", ["citation.revision"]),
    (f"{CARD} [doc-9@rev2].", ["citation.revision"]),
    ('"Wires sent before 4 pm arrive the same day" [1].', []),
    ('It says "wires ... arrive the same day." [1]', []),
    ('It says "Wires sent before 5 pm arrive the same day" [1].', ["citation.quote"]),
    ('As [1] says, "Wires sent by 4 pm arrive the same day".', ["citation.quote"]),
    ('The site says "Wires sent before 4 pm arrive" [2].', ["citation.quote_elsewhere"]),
]  # fmt: skip


@pytest.mark.parametrize(("answer", "rules"), FAULTS)
def test_faults(featurizer: Featurizer, answer: str, rules: list[str]) -> None:
    report = _check(featurizer, answer)
    found = [f.rule for f in report.findings]
    if rules == ["citation.quote_elsewhere"]:  # its sentence is then cited wrongly, too
        found = found[:1]
    assert found == rules
    assert (report.status is FactStatus.FAILED) is bool(rules)
    assert all(answer[f.start : f.end] == f.text for f in report.findings)
    texts = [p.text for p in PASSAGES]
    assert all(texts[q.passage - 1][q.start : q.end] == q.text for f in report.findings if (q := f.quote))


def test_a_wrong_passage_is_told_with_the_right_one(featurizer: Featurizer) -> None:
    (finding,) = _check(featurizer, f"{FEE} [2].").findings
    assert finding.cited == (2,)
    assert finding.quote is not None
    assert (finding.quote.passage, finding.quote.text) == (1, "The wire fee is $25.")
    assert "doc-7" in str(finding)


def test_shared_words_alone_never_make_another_passage_the_right_one(featurizer: Featurizer) -> None:
    near = Passage("The board discussed when the wire fee that customers pay should be reviewed.")
    far = Passage("Cards are free of charge.")
    report = _check(
        featurizer, "Customers should discuss the wire fee that they pay with the board [1].", (far, near)
    )
    assert report.status is FactStatus.PASSED


def test_entailment_tells_a_wrong_passage_where_no_wording_does(featurizer: Featurizer) -> None:
    said = "Transferring money abroad is expensive."
    passages = (Passage("Opening hours are 9 to 5."), Passage("Money sent abroad costs you a lot."))
    entails = ScriptedNli(
        lambda premise, _: NliScore(0.97, 0.02, 0.01) if "abroad" in premise else NliScore(0.01, 0.98, 0.01)
    )
    triple = Triple.of(question="", contexts=passages, answer=f"{said} [1]")
    for answer, rules in ((f"{said} [1]", ["citation.wrong_passage"]), (f"{said} [2]", [])):
        report = check_citations(featurizer.analyse(replace(triple, answer=answer)), nli=entails)
        assert [finding.rule for finding in report.findings] == rules
    assert not check_citations(featurizer.analyse(triple)).findings


def test_two_passages_of_one_id_are_ambiguous_unless_they_are_the_same(featurizer: Featurizer) -> None:
    twice = (WIRES, replace(CARDS, id="doc-7"))
    (finding,) = _check(featurizer, f"{FEE} (doc-7).", twice).findings
    assert (finding.rule, finding.cited) == ("citation.ambiguous", (1, 2))
    assert _check(featurizer, f"{FEE} (doc-7).", (WIRES, WIRES)).status is FactStatus.PASSED


def test_numbers_are_places_until_one_lies_past_the_last_passage(featurizer: Featurizer) -> None:
    swapped = (replace(CARDS, id="p2"), replace(WIRES, id="p1"))
    assert _check(featurizer, f"{FEE} [2].", swapped).status is FactStatus.PASSED
    assert _check(featurizer, f"{FEE} [1].", swapped).status is FactStatus.PASSED  # by id
    assert _check(featurizer, f"{FEE} [3].", swapped).status is FactStatus.FAILED


REQUIRED = [
    (f"{FEE} [1]. {CARD}.", [CARD + "."]),
    (f"Hello! {FEE} [1]. I hope this helps!", []),
    ("The documents do not mention a mortgage.", []),
    (f"The fees are [1]:\n- {FEE}.\n- {CARD}.", []),
    (f"The fees are:\n- {FEE}. [1]\n- {CARD}.", [CARD + "."]),
    ("| Item | Fee |\n|---|---|\n| Wire | $25 [1] |\n| Card | $6 |", []),
    (f"{FEE}.\n\nSources: [1]", [FEE + "."]),
]


@pytest.mark.parametrize(("answer", "texts"), REQUIRED)
def test_citations_may_be_demanded(featurizer: Featurizer, answer: str, texts: list[str]) -> None:
    report = _check(featurizer, answer, require=True)
    assert [f.text for f in report.findings if f.rule == "citation.missing"] == texts
    assert "citation.missing" not in [f.rule for f in _check(featurizer, answer).findings]


STATUSES = [
    (FEE + ".", PASSAGES, FactStatus.SKIPPED, ["NO_CITATIONS"]),
    (f"{FEE} [1].", (), FactStatus.FAILED, ["CITATION_OUT_OF_RANGE", "NO_CONTEXT"]),
    (FEE + ".", (), FactStatus.SKIPPED, ["NO_CITATIONS", "NO_CONTEXT"]),
    (
        "Die Gebühr für eine Überweisung ist 25 Dollar und wird nicht erstattet [1].",
        PASSAGES,
        FactStatus.SKIPPED,
        ["LANGUAGE_UNSUPPORTED"],
    ),
]


@pytest.mark.parametrize(("answer", "passages", "status", "reasons"), STATUSES)
def test_what_was_not_checked_is_not_passed(
    featurizer: Featurizer,
    answer: str,
    passages: tuple[Passage, ...],
    status: FactStatus,
    reasons: list[str],
) -> None:
    report = _check(featurizer, answer, passages)
    assert (report.status, list(map(str, report.reasons))) == (status, reasons)


def test_a_marker_copied_from_a_passage_with_its_text_is_none_of_the_answer(featurizer: Featurizer) -> None:
    passage = Passage("The tower was finished in 1889 [14] by a firm.")
    report = _check(featurizer, "The tower was finished in 1889 [14].", (passage, CARDS))
    assert report.markers == ()


def test_styles_may_be_switched_off(featurizer: Featurizer) -> None:
    checker = CitationChecker(featurizer, styles=[Style.FOOTNOTE])
    report = checker.check(question="", contexts=PASSAGES, answer=f"{FEE} [9] [^1].")
    assert (report.status, [m.text for m in report.markers]) == (FactStatus.PASSED, ["[^1]"])


def test_rules_have_ids_of_their_own_and_reports_are_plain() -> None:
    assert len({rule.id for rule in CITATION_RULES}) == len(CITATION_RULES)
    told = CitationChecker().check(question="", contexts=PASSAGES, answer=f"{FEE} [2].").as_dict()
    assert told["reasons"] == ["CITATION_WRONG_PASSAGE"]
    assert json.loads(json.dumps(told)) == told
    assert told["markers"] == [{"start": 20, "end": 23, "text": "[2]", "passages": [2]}]


MARKERS = [
    *(
        " [1]",
        "[2]",
        " [1, 2]",
        " [1-2]",
        " [^2]",
        " [^n]",
        " (doc-7)",
        "【1†source】",
        " [1](https://e.org/a)",
    ),
    *(" [doc-7@rev3]", " [1][2]", " [1], [2]", " [9]"),
]
PLAIN = [
    (
        "The wire fee is $25",
        ". Documents are missing",
        ". Upload a receipt by 8 August 2025, else it is closed",
        ".",
    ),
    (
        "Yes, the wire fee is **$25**",
        ", and cards cost $6",
        ". Wires sent before 4 pm arrive the same day",
        "!",
    ),
    ("- The wire fee is $25", "\n- Replacing 2 cards costs $12", "\n\nIn 2024 the fee rose by 3.5%", "."),
    ("| Item | Fee |\n|---|---|\n| Wire | $25", " |\n| Card | $6", " |\n\nIt is due on 3 May", "."),
    ("The state is pending_review", ". It ends on 30.06.2025", ". You won", "."),
]


@pytest.mark.parametrize("parts", PLAIN, ids=lambda parts: str(parts[0][:20]))
@pytest.mark.parametrize("marker", MARKERS)
@pytest.mark.parametrize("behind", [False, True])
def test_markers_change_no_feature_and_no_other_finding(
    featurizer: Featurizer, parts: tuple[str, ...], marker: str, behind: bool
) -> None:
    bare = Triple.of(question="What does a wire cost?", contexts=PASSAGES, answer="".join(parts))
    answer = marker.join(parts)
    if behind:
        answer = "".join(part.replace(". ", f".{marker} ", 1) for part in parts) + marker
    with_markers = featurizer.analyse(replace(bare, answer=answer))
    without = featurizer.analyse(bare)
    assert featurizer.named(with_markers) == featurizer.named(without)
    told, wanted = (
        [(f.rule, f.text, f.verdict, f.evidence) for f in findings_of(a)] for a in (with_markers, without)
    )
    assert told == wanted
    assert all(answer[f.start : f.end] == f.text for f in findings_of(with_markers))
    assert [s.text for s in with_markers.statements] == [s.text for s in without.statements]
    assert [c.text for c in with_markers.claims.claims] == [c.text for c in without.claims.claims]
