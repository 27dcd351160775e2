# SPDX-License-Identifier: Apache-2.0
"""`faithstill generate`: questions to answers that grade themselves, in columns that the others read."""

from __future__ import annotations

import csv
import json
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from faithstill.data import check_rows, read_triples
from faithstill.data.columns import SELF_METRICS

if TYPE_CHECKING:
    from tests.llm_server import LlmServer

Cli = Callable[..., tuple[int, str, str]]
QUESTIONS = "id,query,context_1\n" + "".join(f"q{i},Fee {i}?,Wires cost ${i}.\n" for i in range(5))


def said(messages: list[tuple[str, str]]) -> str:
    fee = next(i for i in range(5) if f"Fee {i}?" in messages[1][1])
    quote = "words that stand nowhere" if fee == 3 else f"Wires cost ${fee}."
    metrics = dict.fromkeys(SELF_METRICS, 0.5) | {"self_confidence": fee / 10}
    return json.dumps(
        {
            "answer": f"${fee}.",
            "answer_type": "paraphrase",
            **metrics,
            "reasoning": "Passage 1.",
            "utilised_evidence": [{"passage": 1, "quote": quote}],
        }
    )


def test_answers_come_with_their_grades_and_are_not_paid_for_twice(
    cli: Cli, tmp_path: Path, llm_server: LlmServer
) -> None:
    questions, out = tmp_path / "questions.csv", tmp_path / "answers.csv"
    questions.write_text(QUESTIONS, encoding="utf-8")
    llm_server.acts(said)
    asked = ("generate", questions, "--llm", llm_server.url, "--model", "m", "--out", out, "--retries", 1)
    code, shown, told = cli(*asked)
    assert code == 0, told
    assert "about 5 calls" in told
    assert "answered 4 of 5 questions by m: 4 paraphrase" in shown
    assert "no answer: q3: model m: 2 replies did not fit the schema" in shown
    rows = read_triples(out).triples
    assert [(row.id, row.answer, row.self_metrics["self_confidence"]) for row in rows] == [
        (f"q{i}", f"${i}.", i / 10) for i in (0, 1, 2, 4)
    ]
    assert check_rows(out).has_self_metrics
    with out.open(encoding="utf-8", newline="") as file:
        used = json.loads(next(csv.DictReader(file))["utilised_evidence"])
    assert [(quote["passage"], quote["text"]) for quote in used] == [(1, "Wires cost $0")]
    (refused,) = read_triples(tmp_path / "answers.csv.refused.jsonl").triples
    assert (refused.id, refused.answer) == ("q3", "")
    llm_server.acts(said)
    assert cli(*asked)[0] == 0
    assert len(llm_server.requests) == 2  # the refused one, twice


def test_an_answer_that_stands_is_kept(cli: Cli, tmp_path: Path, llm_server: LlmServer) -> None:
    questions, out = tmp_path / "questions.jsonl", tmp_path / "answers.csv"
    rows = [
        {"question": "Fee 1?", "contexts": ["Wires cost $1."]},
        {"question": "Hours?", "contexts": ["9 to 5."]},
    ]
    rows[1]["answer"] = "Nine to five."
    questions.write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
    llm_server.acts(said)
    code, _, told = cli("generate", questions, "--llm", llm_server.url, "--model", "m", "--out", out)
    assert code == 0, told
    assert [row.answer for row in read_triples(out).triples] == ["$1.", "Nine to five."]
    assert len(llm_server.requests) == 1
