# SPDX-License-Identifier: Apache-2.0
"""The page's paths over a socket: what is saved stays, second labels are blind, no other site gets in."""

from __future__ import annotations

import json
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest

from faithstill.data import Label, read_triples, write_triples

from .conftest import ANSWER, ROWS, Review, Reviewing


def test_a_decision_outlives_a_crash_and_becomes_a_row_to_train_on(
    review: Review, rows_file: Path, tmp_path: Path
) -> None:
    one = review(rows_file)
    wrong = {"start": 14, "end": 17, "type": "number"}
    assert (
        one.decide("fee", "unfaithful", spans=[wrong], comment="It is $25.", error_type=" number ")[0] == 200
    )
    one.kill()
    two = review(rows_file)
    decision = two.get("/api/row?row=fee")["decision"]
    assert decision["label"] == "unfaithful"
    assert (decision["spans"], decision["comment"]) == ([wrong], "It is $25.")
    assert decision["error_type"] == "number"
    out = tmp_path / "out.csv"
    out.write_bytes(two.send("GET", "/api/export")[1])
    (row,) = read_triples(out, labelled=True).triples
    assert (row.id, row.label, row.rationale) == ("fee", Label.UNFAITHFUL, "It is $25.")
    assert row.error_type == "number"
    assert row.answer[row.spans[0].start : row.spans[0].end] == "$35"
    assert two.stop() == 0


def test_a_save_over_a_newer_decision_is_refused_and_a_repeated_one_is_not(
    review: Review, rows_file: Path
) -> None:
    one = review(rows_file)
    other = review(rows_file)  # another process on the same file
    _, first = one.decide("fee", "partial")
    status, told = other.decide("fee", "faithful")
    assert (status, told["error"]["code"]) == (409, "newer_decision")
    assert one.decide("fee", "partial", version=0) == (200, first)
    assert other.decide("fee", "faithful", version=first["version"])[0] == 200
    assert one.get("/api/row?row=fee")["decision"]["label"] == "faithful"


def test_of_saves_at_the_same_time_one_wins_and_what_was_acknowledged_outlives_a_crash(
    review: Review, rows_file: Path
) -> None:
    servers = review(rows_file), review(rows_file)

    def save(number: int) -> tuple[int, Any]:
        return servers[number % 2].decide("fee", "partial", comment=f"tab {number}")

    with ThreadPoolExecutor(8) as tabs:
        told = list(tabs.map(save, range(8)))
    assert sorted(status for status, _ in told) == [200, *[409] * 7]
    (won,) = (decision for status, decision in told if status == 200)
    for server in servers:
        server.kill()
    assert review(rows_file).get("/api/row?row=fee")["decision"] == won


def test_undo_takes_back_one_save_after_the_other(review: Review, rows_file: Path) -> None:
    one = review(rows_file)
    _, first = one.decide("fee", "partial")
    one.decide("fee", "faithful", version=first["version"])
    one.decide("account", "faithful")
    one.decide("account", "unfaithful", reviewer="BOB")
    undone = []
    for _ in range(4):
        _, body = one.send("POST", "/api/undo", {"reviewer": "ANN"})
        undone.append((body, (one.get("/api/row?row=fee")["decision"] or {}).get("label")))
    assert undone == [
        (b'{"row":"account"}', "faithful"),
        (b'{"row":"fee"}', "partial"),
        (b'{"row":"fee"}', None),
        (b'{"row":null}', None),
    ]
    assert one.get("/api/row?row=account&reviewer=BOB")["decision"]["label"] == "unfaithful"


def test_second_labels_are_blind_and_agreement_is_told_of_rows_that_both_decided(
    review: Review, rows_file: Path
) -> None:
    one = review(rows_file, "--blind")
    for row, label in (("fee", "unfaithful"), ("account", "faithful"), ("cards/20", "partial")):
        one.decide(row, label, reviewer="ANN", error_type="" if label == "faithful" else "date")
    before = one.get("/api/row?row=fee&reviewer=BOB")
    assert (before["others"], before["given"], before["decision"]) == ([], None, None)
    listed = one.get("/api/rows?reviewer=BOB")
    assert "unfaithful" not in str(listed)
    assert not [row for row in listed["rows"] if "date" in str(row)]
    one.decide("fee", None, reviewer="BOB", comment="a note is no label")
    assert one.get("/api/row?row=fee&reviewer=BOB")["others"] == []
    one.decide("account", "faithful", reviewer="BOB")
    one.decide("cards/20", "faithful", reviewer="BOB")
    (other,) = one.get("/api/row?row=cards/20&reviewer=BOB")["others"]
    assert (other["label"], other["error_type"]) == ("partial", "date")
    told = one.get("/api/rows?reviewer=BOB")
    assert [row["disputed"] for row in told["rows"]] == [False, False, True]
    (agreed,) = told["agreement"]
    assert (agreed["reviewer"], agreed["rows"], agreed["same"], agreed["kappa"]) == ("ANN", 2, 1, 0.0)
    status, body = one.send("GET", "/api/export?keep_labels=true")
    assert status == 200
    assert b"cards/20" not in body  # divided: no label is made up


def test_the_analysis_shows_proofs_scores_and_contributions(review: Review, rows_file: Path) -> None:
    one = review(rows_file, "--model", "general")
    found = one.analysed("fee")["analysis"]
    first, second = found["statements"]
    assert (first["verdict"], second["verdict"]) == ("contradicted", "unverifiable")
    assert ANSWER[first["findings"][0]["start"] : first["findings"][0]["end"]] == "$35"
    assert "$25" in first["proofs"][0]
    assert set(first["claims"][0]["scores"]) == {"entailment", "neutral", "contradiction"}
    assert first["contributions"]
    again = one.analysed("cards/20")["analysis"]
    one.kill()
    assert review(rows_file, "--model", "general").get("/api/row?row=cards/20")["analysis"] == again  # kept


@pytest.fixture(scope="module")
def shared(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Reviewing]:
    """One process for all that is refused."""
    rows = tmp_path_factory.mktemp("shared") / "labelled.csv"
    write_triples(rows, ROWS)
    found = Reviewing(rows, "--reviewer", "ANN", "--model", "light")
    yield found
    found.kill()


OWN = "its own"


@pytest.mark.parametrize(
    ("headers", "status"),
    [
        ({"Host": "evil.example"}, 403),
        ({"Host": "127.0.0.1.evil.example:80"}, 403),
        ({"Origin": "http://evil.example"}, 403),
        ({"Origin": "null"}, 403),
        ({"Origin": "http://127.0.0.1:1"}, 403),
        ({"Content_Type": "text/plain"}, 415),
        ({"Content_Type": "application/x-www-form-urlencoded"}, 415),
        ({"Origin": OWN}, 200),
        ({}, 200),
    ],
)
def test_no_other_site_may_decide(shared: Reviewing, headers: dict[str, str], status: int) -> None:
    named = {name: shared.url.rstrip("/") if value == OWN else value for name, value in headers.items()}
    body = {"row": "account", "reviewer": "EVE", "label": "faithful"}
    found = shared.get("/api/row?row=account&reviewer=EVE")["decision"]
    assert shared.send("POST", "/api/decisions", body, **named)[0] == status
    if status != 200:
        assert shared.get("/api/row?row=account&reviewer=EVE")["decision"] == found


def test_the_page_and_its_rows_are_not_read_under_another_name(shared: Reviewing) -> None:
    for path in ("/", "/api/rows", "/api/row?row=fee", "/api/export"):
        assert shared.send("GET", path, Host="evil.example")[0] == 403
        assert shared.send("GET", path)[0] == 200


@pytest.mark.parametrize(
    ("asked", "status", "field"),
    [
        ({"row": "none"}, 404, "row"),
        ({"label": "maybe"}, 422, "label"),
        ({"reviewer": "  "}, 422, "reviewer"),
        ({"spans": [{"start": 3, "end": 99}]}, 422, "spans"),
        ({"spans": [{"start": 3, "end": 3}]}, 422, "spans"),
        ({"comment": "a\0b"}, 422, "comment"),
        ({"comment": "x" * 1_000_001}, 413, "body"),
        ({"colour": "red"}, 422, "colour"),
    ],
)
def test_a_decision_that_no_row_could_hold_is_refused(
    shared: Reviewing, asked: dict[str, object], status: int, field: str
) -> None:
    body = {"row": "account", "reviewer": "EVE", "label": "faithful", **asked}
    found, told = shared.send("POST", "/api/decisions", body)
    assert (found, json.loads(told)["error"]["field"]) == (status, field)
