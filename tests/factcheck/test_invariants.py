# SPDX-License-Identifier: Apache-2.0
"""What must not change a verdict: the order and the names of passages, where a document was cut, more evidence."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path

import pytest

from faithstill.data import Passage, Triple, read_triples
from faithstill.factcheck import FactChecker, FactReport, Finding, Verdict
from faithstill.featurize import Document, Featurizer, Settings
from faithstill.featurize.extract import Extractor

ROWS = Path(__file__).parents[2] / "data" / "finance.csv"
SEED = 11
MOST = 60


@pytest.fixture(scope="module")
def rows() -> Sequence[Triple]:
    found = [triple for triple in read_triples(ROWS).triples if triple.split == "train"]
    return random.Random(SEED).sample(found, MOST)


def check(checker: FactChecker, triple: Triple, passages: Sequence[Passage]) -> FactReport:
    return checker.check(question=triple.question, contexts=passages, answer=triple.answer)


def verdicts(findings: Sequence[Finding]) -> list[tuple[int, int, str, str]]:
    return [(f.start, f.end, f.kind, f.verdict) for f in findings]


def stated(findings: Sequence[Finding]) -> list[Finding]:
    """What a formula gives hangs on which values are at hand."""
    return [finding for finding in findings if not finding.is_derived]


def is_prose(passage: Passage) -> bool:
    """Headings, headers and "in £000" are lost where a table is cut from them, labels where a record is cut."""
    document = Document(passage.text, Extractor())
    return document.table_scale is None and not any(
        s.unit.heading or s.unit.cells for s in document.sentences
    )


def chunks(passage: Passage, size: int) -> Iterator[Passage]:
    starts = [s.unit.start for s in Document(passage.text, Extractor()).sentences][size::size]
    for number, (a, b) in enumerate(zip([0, *starts], [*starts, len(passage.text)], strict=True)):
        yield replace(passage, text=passage.text[a:b], id=f"{passage.id}.{number}")


def test_a_check_is_the_same_again(rows: Sequence[Triple], checker: FactChecker) -> None:
    for triple in rows[:20]:
        assert check(FactChecker(), triple, triple.passages) == check(checker, triple, triple.passages)


def test_the_feature_and_the_check_agree_on_what_is_refuted(
    rows: Sequence[Triple], checker: FactChecker
) -> None:
    featurizer = Featurizer(Settings(encoder=""))
    wrong = "The wire fee is $52, and it is billed in advance."
    fee = Triple.of(question="", contexts=["The wire fee is $25. It is billed in arrears."], answer=wrong)
    told = [
        (
            featurizer.named(featurizer.analyse(triple))["refuted"] > 0,
            bool(check(checker, triple, triple.passages).conflicts),
        )
        for triple in (*rows, fee)
    ]
    assert {feature for feature, _ in told} == {True, False}
    assert all(feature is report for feature, report in told)


def test_names_of_passages_change_no_verdict(rows: Sequence[Triple], checker: FactChecker) -> None:
    for triple in rows:
        renamed = [replace(passage, id=f"other-{n}") for n, passage in enumerate(triple.passages)]
        before, after = check(checker, triple, triple.passages), check(checker, triple, renamed)
        assert (before.status, before.reasons, before.corrected) == (
            after.status,
            after.reasons,
            after.corrected,
        )
        assert verdicts(before.findings) == verdicts(after.findings)


def test_the_order_of_passages_changes_no_verdict(rows: Sequence[Triple], checker: FactChecker) -> None:
    for triple in rows:
        before = check(checker, triple, triple.passages)
        after = check(checker, triple, triple.passages[::-1])
        assert verdicts(before.findings) == verdicts(after.findings), triple.id


@pytest.mark.parametrize("size", [1, 2])
def test_where_prose_is_cut_changes_no_verdict(
    rows: Sequence[Triple], checker: FactChecker, size: int
) -> None:
    prose = [triple for triple in rows if all(map(is_prose, triple.passages))]
    assert len(prose) > MOST // 3
    for triple in prose:
        cut = [chunk for passage in triple.passages for chunk in chunks(passage, size)]
        assert "".join(c.text for c in cut) == "".join(p.text for p in triple.passages)
        before, after = check(checker, triple, triple.passages), check(checker, triple, cut)
        derived = {(f.start, f.end) for f in (*before.findings, *after.findings) if f.is_derived}
        kept = [[f for f in r.findings if (f.start, f.end) not in derived] for r in (before, after)]
        assert verdicts(kept[0]) == verdicts(kept[1]), triple.id


def test_more_evidence_makes_no_stated_value_absent(rows: Sequence[Triple], checker: FactChecker) -> None:
    for triple, other in zip(rows, [*rows[1:], rows[0]], strict=True):
        before = check(checker, triple, triple.passages)
        after = check(checker, triple, [*other.passages, *triple.passages])
        proved = {(f.start, f.end) for f in stated(before.findings) if f.verdict is Verdict.PROVED}
        absent = {(f.start, f.end) for f in after.findings if f.verdict is Verdict.ABSENT}
        assert not proved & absent, triple.id


# Evidence, an answer with a result of it, and passages on other things.
RESULTS = [
    ("The wire fee is $25. The card fee is $31.", "The wire fee of $25 and the card fee of $31 make $56 in total."),
    ("Profit rose from $20 million to $34 million.", "Profit rose by $14 million."),
    ("Revenue was $60 million in 2020 and $84 million in 2021.", "Revenue grew 40%."),
    ("The lease began on 1 July 2021 and runs for five years.", "The lease ends on 1 July 2026."),
    ("The wire fee is $25. The card fee is $31. The cash fee is $43.", "In total the fees are $99."),
]  # fmt: skip
UNRELATED = (
    "The library lends 14 books for 21 days. A lost card costs $4, a lost book $18. It opens at 9:00.",
    "Bus 7 runs every 12 minutes and carries 85 people. A ticket costs $3.20, a day pass $9.",
)


@pytest.mark.parametrize(("evidence", "answer"), RESULTS)
def test_passages_on_other_things_make_no_result_absent(
    checker: FactChecker, evidence: str, answer: str
) -> None:
    alone, among = (
        checker.check(question="", contexts=contexts, answer=answer)
        for contexts in ([evidence], [UNRELATED[0], evidence, UNRELATED[1]])
    )
    assert any(finding.is_derived for finding in alone.findings)
    assert [f.verdict for f in alone.findings] == [f.verdict for f in among.findings]
