# SPDX-License-Identifier: Apache-2.0
"""The bench of statements, on a handful of rows and small public sets made here."""

from __future__ import annotations

import json
import lzma
import re
from collections.abc import Sequence
from importlib.resources import files
from pathlib import Path

import pytest
from rich.progress import Progress

from faithstill.data import Triple, read_triples
from faithstill.serve import Scorer
from faithstill.train.bench.composed_answers import ACTS_SENTENCES
from faithstill.train.bench.statement_bench import COMPOSED_SETS, SPAN_SETS, print_statements, scored
from faithstill.train.packaged.learn_refusals import refusals_by_source
from faithstill.train.planting.unsupported_statements import TRAINING_ERRORS

SENTENCES = Path(str(files("faithstill.data") / ACTS_SENTENCES))
REFUSAL_SETS = ("attributionbench.dev", "expertqa.rand_val", "mtrag_human.test")


@pytest.fixture(scope="module")
def own(tiny_rows: Path) -> Sequence[Triple]:
    return read_triples(tiny_rows, labelled=True).triples[:18]


def written(path: Path, triples: Sequence[Triple], marked: str = "") -> None:
    """A public set whose unfaithful answers have a false sentence behind them, marked in half of them."""
    with lzma.open(path, "wt", encoding="utf-8") as file:
        for n, triple in enumerate(triples):
            right = triple.label is not None and triple.label.positive
            answer = triple.answer if right or not marked else f"{triple.answer} {marked}"
            spans = (
                [{"start": len(triple.answer) + 1, "end": len(answer)}]
                if answer != triple.answer and n % 2
                else []
            )
            row = {"question": triple.question, "answer": answer, "spans": spans}
            contexts = [passage.text for passage in triple.passages]
            file.write(json.dumps(row | {"contexts": contexts, "label": str(triple.label)}) + "\n")


@pytest.fixture(scope="module")
def lines(own: Sequence[Triple], tiny_bundle: Path, tmp_path_factory: pytest.TempPathFactory) -> list[str]:
    public = tmp_path_factory.mktemp("public")
    for name in {*COMPOSED_SETS, *REFUSAL_SETS}:
        written(public / f"{name}.jsonl.xz", own[:6])
    for name in SPAN_SETS:
        written(public / f"{name}.jsonl.xz", own[:9], "Every member is given a boat.")
    said: list[str] = []
    with Progress(disable=True) as bar:
        print_statements(own, SENTENCES, public, said.append, bar, bundles=(tiny_bundle,))
    return said


def counted(lines: Sequence[str], what: str) -> int:
    (line,) = [line for line in lines if line.strip().startswith(what)]
    found = re.search(r" n +(\d+)", line)
    assert found
    return int(found[1])


def test_each_part_has_its_line_with_a_rate_and_a_count(lines: list[str], tiny_bundle: Path) -> None:
    assert lines[0] == str(tiny_bundle)
    right, wrong = (counted(lines, what) for what in ("right: delivered", "one false sentence: delivered"))
    assert right == wrong == sum(counted(lines, f"one false beside {n}:") for n in (1, 2, 3, 6, 12))
    assert counted(lines, "one false beside 1:") > 0
    assert counted(lines, "of those with an absent value or name") <= wrong
    assert counted(lines, "with frames: the same route") == 18
    rates = [re.search(r"(\d\.\d+) \[", line) for line in lines if "ROC-AUC" not in line][1:]
    assert all(0 <= float(rate[1]) <= 1 for rate in rates if rate)
    assert sum(rate is not None for rate in rates) > 8


def test_only_kinds_that_nothing_is_learnt_from_are_measured(lines: list[str]) -> None:
    said = "\n".join(lines)
    assert "  other answer" in said
    assert not any(f"planted {kind} " in said for kind in TRAINING_ERRORS)


def test_refusals_of_all_sources_are_counted(lines: list[str], own: Sequence[Triple]) -> None:
    made = refusals_by_source(SENTENCES, own, None)["our questions"]
    right, wrong = (sum(one.right is value for one in made) for value in (True, False))
    assert counted(lines, "right refusals: delivered") > right
    assert counted(lines, "wrong refusals: held") > wrong


@pytest.mark.parametrize("name", SPAN_SETS)
def test_marked_characters_are_held_against_statements(
    lines: list[str], name: str, own: Sequence[Triple]
) -> None:
    told = [line for line in lines if line.strip().startswith(f"{name}: ROC-AUC per statement")]
    supported = sum(t.label is not None and t.label.positive for t in own[:9])
    wrong = [n for n, t in enumerate(own[:9]) if t.label is not None and not t.label.positive]
    # Of a marked answer both statements are known, of one without marks neither is.
    marked = sum(n % 2 for n in wrong)
    assert 0 < marked < len(wrong)
    assert counted(lines, f"{name}: ROC-AUC per statement") == supported + 2 * marked
    assert f"{supported + marked} supported" in told[0]
    assert counted(lines, f"{name}: ROC-AUC of answers") == 9


def test_scores_stand_in_the_order_of_the_rows(
    own: Sequence[Triple], tiny_bundle: Path, bar: Progress
) -> None:
    scorer = Scorer.load(tiny_bundle)
    found = scored(scorer, own, bar, "rows")
    assert [score.faithful for score in found] == [scorer.score_triple(t).faithful for t in own]


def test_without_public_sets_those_parts_are_left_out(
    own: Sequence[Triple], tiny_bundle: Path, bar: Progress
) -> None:
    said: list[str] = []
    print_statements(own[:6], SENTENCES, None, said.append, bar, bundles=(tiny_bundle,))
    assert not any("ROC-AUC" in line for line in said)
    assert counted(said, "with frames: the same route") == 6
