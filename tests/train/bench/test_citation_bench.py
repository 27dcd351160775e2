# SPDX-License-Identifier: Apache-2.0
"""Rightly cited rows, the faults planted into them, and what the bench counts."""

from __future__ import annotations

import pytest

from faithstill.data import Label, Triple
from faithstill.factcheck import check_citations
from faithstill.featurize import Featurizer, Settings
from faithstill.featurize.read.markers import markers_of
from faithstill.train.bench.citation_bench import FaultTally, measure, print_tally
from faithstill.train.bench.citation_faults import CitationFault, faults
from faithstill.train.bench.citation_rows import Cited, cited_rows

WIRES = "The wire fee is $25 and wires sent before 4 pm arrive on the same working day."
CARDS = "Replacement cards cost $6, students pay nothing, and delivery takes 3 working days."
LOANS = "Personal loans carry interest of 9.5% and may be repaid early without any charge."


def _row(name: str, answer: str, *passages: str, label: Label = Label.FAITHFUL) -> Triple:
    return Triple.of(question=name, contexts=passages, answer=answer, label=label, id=name)


ROWS = [
    _row(
        "several",
        "Wires sent before 4 pm arrive the same day. Hello! Replacement cards cost $6 for adults.",
        WIRES,
        CARDS,
    ),
    _row("one", "Personal loans may be repaid early [4].", LOANS),
    _row("other", "Wires arrive on the same working day.", WIRES),
    _row("wrong", "Cards cost $9.", CARDS, label=Label.UNFAITHFUL),
]


@pytest.fixture(scope="module")
def rows() -> list[Cited]:
    return list(cited_rows(ROWS, seed=1))


def test_markers_stand_behind_sentences_and_name_the_passage_that_holds_them(rows: list[Cited]) -> None:
    assert [cited.triple.id for cited in rows] == ["several", "one", "other"]
    assert [place.passage for place in rows[0].placed] == [0, 1]
    for cited in rows:
        ids = [passage.id for passage in cited.triple.passages]
        found = markers_of(cited.triple.answer, ids).cited
        assert [(m.start, m.end) for m in found] == [(place.start, place.end) for place in cited.placed]
    own = next(cited for cited in rows if cited.triple.id == "one")
    assert own.triple.passages[own.placed[0].passage].text == LOANS
    assert len(own.triple.passages) > 1
    assert "[4]" not in own.triple.answer


def test_each_fault_is_one_change_at_its_place(rows: list[Cited]) -> None:
    seen = set()
    for cited in rows:
        assert [f.triple for f in faults(cited, seed=5)] == [f.triple for f in faults(cited, seed=5)]
        for fault in faults(cited, seed=5):
            seen.add(fault.kind)
            behind = len(fault.triple.answer) - fault.end
            right = fault.right.answer
            assert fault.triple.answer != right
            assert fault.triple.answer[: fault.start] == right[: fault.start]
            assert fault.triple.answer[fault.end :] == right[len(right) - behind :]
    assert seen == {*CitationFault}


def test_the_bench_counts_what_is_caught_and_what_is_not(rows: list[Cited]) -> None:
    featurizer, tally, lines = Featurizer(Settings(encoder="")), FaultTally(), list[str]()
    for cited in rows:
        measure(cited, featurizer, tally)
        assert not check_citations(featurizer.analyse(cited.triple)).findings
    sure = set(CitationFault) - {CitationFault.WRONG_PASSAGE}
    assert all(all(tally.caught[kind]) and tally.caught[kind] for kind in sure)
    assert tally.alarms == [False] * len(rows)
    print_tally("rows", tally, lines.append)
    assert any("orphan: caught" in line and "1.000" in line for line in lines)
