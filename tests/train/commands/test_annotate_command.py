# SPDX-License-Identifier: Apache-2.0
"""`faithstill annotate`: what it writes is what `train` reads, a kill loses nothing, traffic can be replayed."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path

import pytest

from faithstill.data import Label, Passage, Span, Triple, read_triples, write_triples
from faithstill.train.bench.annotate_bench import killed_and_continued
from faithstill.train.bench.scripted_labeller import Faults, Script, ScriptedLabeller
from faithstill.train.labelled_rows import read_labelled

Cli = Callable[..., tuple[int, str, str]]


def known(n: int) -> list[Triple]:
    """Rows of every label, in two domains."""
    found = []
    for i in range(n):
        label = list(Label)[i % 3]
        answer = f"The fee of plan {i} is ${10 + i}. It is taken monthly."
        spans = () if label is Label.FAITHFUL else (Span(0, 20, "number"),)
        found.append(
            Triple(
                f"What is the fee of plan {i}?",
                (Passage(f"Plan {i} costs ${10 + i} a month."), Passage("Fees are taken monthly.")),
                answer,
                label,
                id=f"r{i}",
                domain=("fees", "cards")[i % 2],
                answer_type="paraphrase",
                error_type="number" if spans else "",
                rationale=f"Passage 1, plan {i}.",
                spans=spans,
            )
        )
    return found


def unlabelled(path: Path, triples: Sequence[Triple]) -> Path:
    bare = [replace(t, label=None, answer_type="", error_type="", rationale="", spans=()) for t in triples]
    write_triples(path, bare)
    return path


@pytest.fixture
def rows() -> list[Triple]:
    return known(12)


def test_train_reads_what_is_written_with_its_rationales(
    cli: Cli, tmp_path: Path, rows: list[Triple]
) -> None:
    traces, out = unlabelled(tmp_path / "traces.jsonl", rows), tmp_path / "labelled.csv"
    with ScriptedLabeller(Script(rows), hang=0) as server:
        code, said, told = cli("annotate", traces, "--llm", server.url, "--model", "m", "--out", out)
    assert code == 0, told
    assert "about 12 calls" in told
    assert "labelled 12 of 12 rows by m: 4 faithful, 4 partial, 4 unfaithful" in said
    read = read_labelled(out).triples
    for triple, meant in zip(read, rows, strict=True):
        assert (triple.id, triple.label, triple.domain, triple.rationale) == (
            meant.id, meant.label, meant.domain, meant.rationale,
        )  # fmt: skip
        assert (triple.answer_type, triple.error_type) == (meant.answer_type, meant.error_type)
        assert [(s.start, s.end) for s in triple.spans] == [(s.start, s.end) for s in meant.spans]
    assert cli("data", "check", out)[0] == 0


def test_two_models_are_compared_by_class_and_domain(cli: Cli, tmp_path: Path, rows: list[Triple]) -> None:
    traces, out = unlabelled(tmp_path / "traces.jsonl", rows), tmp_path / "labelled.csv"
    with ScriptedLabeller(Script(rows, Faults(wrong=0.3)), hang=0) as server:
        options = ("--llm", server.url, "--model", "m", "--second", "n", "--price-in", 1, "--price-out", 4)
        code, said, told = cli("annotate", traces, *options, "--out", out, "--json")
    assert code == 0, told
    report = json.loads(said)
    assert report == json.loads((tmp_path / "labelled.csv.report.json").read_text(encoding="utf-8"))
    agreed = report["agreement"]
    assert agreed["rows"] == 12 - len(report["refused"])
    assert agreed["same"] < agreed["rows"]
    assert report["third_readings"] == agreed["rows"] - agreed["same"]
    assert -1 <= agreed["kappa"] < 1
    assert {*agreed["by_label"]} == {*Label}
    domains = report["agreement_by_domain"]
    assert sum(found["rows"] for found in domains.values()) == agreed["rows"]
    assert report["cost"]["run"]["cost"] > 0
    assert report["labelled"] + len(report["refused"]) == 12


def test_a_killed_run_is_continued_and_every_row_is_labelled_once_or_named(tmp_path: Path) -> None:
    outcome = killed_and_continued(known(60), tmp_path, faults=Faults(0.1, 0.05), options=["--retries", "1"])
    assert outcome.labelled + outcome.refused == outcome.rows == 60
    assert (outcome.lost, outcome.twice) == (0, 0)
    assert outcome.as_known == outcome.labelled
    assert 0 < outcome.before_the_kill < 60
    assert outcome.paid_twice <= 8  # those under way when it was killed


def test_recorded_traffic_gives_the_same_labels_without_the_model(
    cli: Cli, tmp_path: Path, rows: list[Triple]
) -> None:
    traces, traffic = unlabelled(tmp_path / "traces.csv", rows), tmp_path / "traffic.jsonl"
    first, again = tmp_path / "first.csv", tmp_path / "again.csv"
    with ScriptedLabeller(Script(rows, Faults(malformed=0.3)), hang=0) as server:
        asked = ("--llm", server.url, "--model", "m", "--record", traffic)
        assert cli("annotate", traces, *asked, "--out", first)[0] == 0
    assert cli("annotate", traces, "--model", "m", "--replay", traffic, "--out", again)[0] == 0
    assert read_triples(again).triples == read_triples(first).triples


def test_an_estimate_asks_nothing_and_knows_what_is_on_file(
    cli: Cli, tmp_path: Path, rows: list[Triple]
) -> None:
    traces, out = unlabelled(tmp_path / "traces.csv", rows), tmp_path / "labelled.csv"
    with ScriptedLabeller(Script(rows), hang=0) as server:
        asked = ("annotate", traces, "--llm", server.url, "--model", "m", "--out", out)
        _, _, told = cli(*asked, "--estimate", "--most-tokens", 2000)
        assert "about 12 calls" in told
        assert "budget 2,000 tokens, which is likely not enough" in told
        assert server.requests == 0
        cli(*asked)
        _, _, told = cli(*asked, "--estimate")
        assert "about 0 calls" in told


BAD = (
    (("--most-cost", 1), "--most-cost needs prices"),
    (("--record", "a", "--replay", "b"), "give one of them"),
    (("--out", "labelled.txt"), "unknown ending"),
)


@pytest.mark.parametrize(("options", "said"), BAD)
def test_options_that_cannot_be_are_refused_before_anything_is_asked(
    cli: Cli, tmp_path: Path, rows: list[Triple], options: tuple[object, ...], said: str
) -> None:
    traces = unlabelled(tmp_path / "traces.csv", rows)
    asked = ("--llm", "http://127.0.0.1:9/v1", "--model", "m", "--out", tmp_path / "labelled.csv")
    code, _, told = cli("annotate", traces, *asked, *options)
    assert code == 2
    assert said in told


def test_without_a_single_label_the_command_fails(cli: Cli, tmp_path: Path, rows: list[Triple]) -> None:
    traces, out = unlabelled(tmp_path / "traces.csv", rows), tmp_path / "labelled.csv"
    with ScriptedLabeller(Script(rows, Faults(malformed=1.0)), hang=0) as server:
        code, said, _ = cli("annotate", traces, "--llm", server.url, "--model", "m", "--out", out)
    assert code == 1
    assert "labelled 0 of 12 rows" in said
    assert not out.exists()
    assert len(read_triples(tmp_path / "labelled.csv.refused.jsonl").triples) == 12
