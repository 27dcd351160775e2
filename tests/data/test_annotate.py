# SPDX-License-Identifier: Apache-2.0
"""Labels by language models: what of a reply counts, who decides, what is paid for."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from faithstill.data import Label, Passage, Triple, read_triples
from faithstill.data.annotate import Labeller, agreement, annotate
from faithstill.data.annotate.label_prompt import READINGS, label_messages
from faithstill.data.annotate.label_reply import LabelReply, complaints, spans_of
from faithstill.data.annotate.labelling_run import cost_of, refused_of
from faithstill.data.llm import Journal, LlmError, Metered, OpenAIChat, Price

if TYPE_CHECKING:
    from tests.llm_server import LlmServer

ROW = Triple(
    "What does a wire cost?",
    (Passage("Wires cost $25. Cards are free.", revision="2031"), Passage("Branches open at 9.")),
    "A wire costs $30. Cards cost $30.",
    id="a",
)


def reply(**changed: Any) -> dict[str, Any]:
    return {
        "rationale": "Passage 1 says $25.",
        "label": "unfaithful",
        "answer_type": "verbatim",
        "error_type": "number",
        "unsupported": [{"text": "wire costs $30", "error_type": "number"}],
        "evidence": [{"passage": 1, "quote": "Wires cost $25."}],
        **changed,
    }


FAITHFUL: dict[str, Any] = {"label": "faithful", "error_type": None, "unsupported": []}
# What a reply says, and the start of what is complained of; "" for nothing.
REPLIES: tuple[tuple[dict[str, Any], str], ...] = (
    ({}, ""),
    (FAITHFUL, ""),
    ({"unsupported": [{"text": "WIRE  costs $30", "error_type": "number"}]}, ""),
    ({"evidence": []}, ""),
    ({"evidence": [{"passage": 1, "quote": "Wires cost ... free."}]}, ""),
    (FAITHFUL | {"answer_type": "refusal", "evidence": []}, ""),
    (FAITHFUL | {"evidence": []}, "evidence: is empty"),
    ({"rationale": "nan"}, "rationale: says nothing"),
    ({"rationale": "a\0b"}, "rationale: says nothing"),
    (FAITHFUL | {"error_type": "number"}, "label: is faithful"),
    ({"label": "faithful"}, "label: is faithful"),
    ({"error_type": None}, "error_type: is null"),
    ({"unsupported": []}, "unsupported: is empty"),
    ({"unsupported": [{"text": "a wire costs $31", "error_type": "number"}]}, "unsupported.0.text: does not"),
    ({"unsupported": [{"text": "$30", "error_type": "number"}]}, "unsupported.0.text: stands in the answer 2"),
    ({"unsupported": [{"text": " ", "error_type": "number"}]}, "unsupported.0.text: does not"),
    ({"evidence": [{"passage": 3, "quote": "Wires"}]}, "evidence.0.passage: there are 2"),
    ({"evidence": [{"passage": 2, "quote": "Wires cost $25."}]}, "evidence.0.quote: does not"),
    ({"evidence": [{"passage": 1, "quote": "Wires cost $2"}]}, "evidence.0.quote: does not"),
)  # fmt: skip


@pytest.mark.parametrize(("changed", "start"), REPLIES)
def test_quotations_of_a_reply_must_stand_in_the_texts(changed: dict[str, Any], start: str) -> None:
    found = complaints(LabelReply.model_validate(reply(**changed)), ROW)
    assert len(found) == bool(start)
    assert not start or found[0].startswith(start)


def test_spans_are_characters_of_the_answer_in_order_and_apart() -> None:
    texts = ("Cards cost $30", "A wire costs $30.", "wire costs")
    said = reply(unsupported=[{"text": text, "error_type": "number"} for text in texts])
    found = spans_of(LabelReply.model_validate(said), ROW.answer)
    assert [ROW.answer[span.start : span.end] for span in found] == ["A wire costs $30.", "Cards cost $30"]


def test_each_reading_shows_the_same_texts_in_another_order_and_in_blocks_of_their_own() -> None:
    shown = [label_messages(ROW, n)[1].text for n in range(READINGS)]
    assert len({*shown}) == READINGS
    assert len({tuple(sorted(text.replace(text[1:17], "").splitlines())) for text in shown}) == 1
    for text in shown:
        assert text.count(f"[{text[1:17]} end of") == 4


PAIRS = (
    (["faithful faithful"] * 4, (4, None, None)),
    (["faithful faithful", "unfaithful unfaithful"], (2, 1.0, 1.0)),
    (["partial unfaithful", "unfaithful partial", "faithful faithful"], (1, 0.0, 1.0)),
    (["faithful partial", "faithful faithful", "unfaithful faithful", "unfaithful unfaithful"], (2, 0.2, 0.0)),
)  # fmt: skip


@pytest.mark.parametrize(("pairs", "found"), PAIRS)
def test_agreement_beyond_chance(pairs: list[str], found: tuple[int, float | None, float | None]) -> None:
    sklearn = pytest.importorskip("sklearn.metrics")
    labels = [(Label(one), Label(other)) for one, other in (pair.split() for pair in pairs)]
    measured = agreement(labels)
    assert (measured.same, measured.kappa, measured.kappa_faithful) == found
    if found[1] is not None:
        theirs = sklearn.cohen_kappa_score(*zip(*labels, strict=True))
        assert measured.kappa == pytest.approx(theirs, abs=1e-6)


def label_of(label: str) -> str:
    return json.dumps(reply() | {"label": label} if label != "faithful" else reply(**FAITHFUL))


def chat(server: LlmServer, name: str = "tiny") -> OpenAIChat:
    return OpenAIChat(name, base_url=server.url, wait=0.0)


# Labels of the readings in turn, to the label that counts.
VOTES = (
    ("faithful faithful", "faithful"),
    ("faithful unfaithful unfaithful", "unfaithful"),
    ("unfaithful faithful unfaithful", "unfaithful"),
    ("faithful partial unfaithful", ""),
)


@pytest.mark.parametrize(("said", "label"), VOTES)
def test_a_third_reading_decides_and_three_labels_are_none(
    llm_server: LlmServer, tmp_path: Path, said: str, label: str
) -> None:
    llm_server.plays(*map(label_of, said.split()))
    labeller = Labeller(chat(llm_server), Journal(tmp_path / "j"), second=chat(llm_server, "other"), passes=2)
    if not label:
        with pytest.raises(LlmError, match="three readings, three labels"):
            labeller.label(ROW)
        return
    found = labeller.label(ROW)
    assert found.triple.label == label
    assert [str(reading.label) for reading in found.readings] == said.split()
    assert [request["model"] for request in llm_server.requests[:2]] == ["tiny", "other"]
    assert llm_server.left == 0


Actor = Callable[[list[tuple[str, str]]], str]


def rows(n: int) -> list[Triple]:
    return [
        Triple(f"Fee {i}?", (Passage("Wires cost $25."),), "Wires cost $25.", id=str(i)) for i in range(n)
    ]


def run(
    triples: list[Triple], server: LlmServer, out: Path, *, tokens: int | None = None
) -> tuple[Counter[str], Any]:
    journal = Journal(out.with_name("journal"))
    client = Metered(chat(server), tokens=tokens)
    report = annotate(triples, Labeller(client, journal, retries=1), journal, out, at_once=3)
    return Counter(str(one.triple.label) for one in report.labelled), report


def test_what_was_labelled_is_not_asked_again_and_what_was_refused_is(
    llm_server: LlmServer, tmp_path: Path
) -> None:
    out = tmp_path / "labelled.csv"
    bad: Actor = lambda said: "no" if "Fee 3?" in said[1][1] else label_of("faithful")  # noqa: E731
    _, report = run(rows(6), llm_server.acts(bad), out)
    assert [(row.triple.id, "no JSON" in row.reason) for row in report.refused] == [("3", True)]
    assert len(llm_server.requests) == 7  # five, and two for the one that was refused
    refused = read_triples(refused_of(out)).triples
    assert [(row.id, row.question, row.label) for row in refused] == [("3", "Fee 3?", None)]
    assert "3" not in {row.id for row in read_triples(out, labelled=True).triples}
    assert report.spent.calls == 7
    _, report = run(rows(6), llm_server.acts(lambda said: label_of("faithful")), out)
    assert len(llm_server.requests) == 1
    assert not refused_of(out).exists()
    assert [row.id for row in read_triples(out, labelled=True).triples] == [str(i) for i in range(6)]
    assert (report.spent.calls, report.total.calls) == (1, 8)


def test_rows_that_look_alike_are_asked_once_and_labels_that_stand_are_kept(
    llm_server: LlmServer, tmp_path: Path
) -> None:
    alike = [Triple(row.question, row.passages, row.answer, id=f"again {row.id}") for row in rows(2)]
    known = Triple("Fee?", (Passage("It is $5."),), "$5", Label.PARTIAL, id="known")
    triples = [*rows(2), known, *alike]
    _, report = run(triples, llm_server.acts(lambda said: label_of("faithful")), tmp_path / "out.csv")
    assert len(llm_server.requests) == 2
    assert report.kept == 1
    written = read_triples(tmp_path / "out.csv", labelled=True).triples
    assert [(row.id, str(row.label)) for row in written] == [
        (t.id, "partial" if t is known else "faithful") for t in triples
    ]


def test_a_budget_ends_the_run_and_names_the_rest(llm_server: LlmServer, tmp_path: Path) -> None:
    out = tmp_path / "out.csv"
    journal = Journal(tmp_path / "journal")
    once = cost_of(rows(1), Labeller(chat(llm_server), journal)).prompt_tokens
    labels, report = run(rows(8), llm_server.acts(lambda said: label_of("faithful")), out, tokens=5 * once)
    assert 0 < labels["faithful"] < 8
    assert labels["faithful"] + len(report.refused) == 8
    assert all("budget of tokens" in row.reason for row in report.refused)


def test_a_server_that_is_down_is_given_up(llm_server: LlmServer, tmp_path: Path) -> None:
    gone = OpenAIChat("tiny", base_url="http://127.0.0.1:9/v1", wait=0.0, retries=0)
    journal = Journal(tmp_path / "journal")
    report = annotate(rows(60), Labeller(gone, journal), journal, tmp_path / "out.csv", at_once=2)
    assert len(report.refused) == 60
    assert 20 <= report.spent.calls < 30
    assert not (tmp_path / "out.csv").exists()


def test_a_torn_last_line_is_forgotten_and_a_strange_file_refused(tmp_path: Path) -> None:
    path = tmp_path / "journal"
    client = OpenAIChat("tiny", base_url="http://127.0.0.1:9/v1")
    Journal(path).once("one", client, lambda _: {"a": 1})
    with path.open("a") as file:
        file.write('{"key": "two", "va')
    journal = Journal(path)
    assert "one" in journal
    assert "two" not in journal
    journal.once("three", client, lambda _: {"a": 3})
    assert Journal(path).once("three", client, lambda _: {}) == {"a": 3}
    path.write_text("question,contexts\n")
    with pytest.raises(LlmError, match="line 1 is no line of a journal"):
        Journal(path)


def test_one_budget_holds_for_two_models(llm_server: LlmServer) -> None:
    llm_server.acts(lambda said: "{}")
    one = Metered(chat(llm_server), calls=3, price=Price(1.0, 1.0))
    other = one.beside(chat(llm_server, "other"))
    messages = label_messages(ROW)
    for client in (one, other, one):
        client.complete(messages)
    with pytest.raises(LlmError, match="budget of calls is 3"):
        other.complete(messages)
    assert one.usage == other.usage
    assert one.usage.calls == 3
