# SPDX-License-Identifier: Apache-2.0
"""The commands guard and profiles."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from faithstill.serve import Guard, Profile
from faithstill.serve.guard.check_batch import decide_into

Cli = Callable[..., tuple[int, str, str]]
FEE = "A late fee of $25 applies after ten days."
ANSWERS = (FEE, "A late fee of $35 applies after ten days.", "Hello!", f"{FEE} Wires settle on Sundays.")


@pytest.fixture
def rows(tmp_path: Path) -> Path:
    path = tmp_path / "rows.jsonl"
    lines = [
        {"id": f"r{n}", "question": "Fee?", "contexts": [FEE], "answer": answer, "label": "faithful"}
        for n, answer in enumerate(ANSWERS)
    ]
    path.write_text("\n".join(map(json.dumps, lines)), encoding="utf-8")
    return path


def test_guard_writes_a_decision_for_each_row(cli: Cli, rows: Path, tmp_path: Path) -> None:
    out = tmp_path / "decisions.jsonl"
    code, said, _ = cli("guard", rows, "--profile", "STRIP_UNSUPPORTED", "--out", out)
    assert (code, said) == (0, f"1 block, 1 deliver, 1 flag, 1 strip; wrote {out}\n")
    decisions = [json.loads(line) for line in out.read_text(encoding="utf-8").splitlines()]
    assert [(d["id"], d["label"], d["action"], d["text"]) for d in decisions] == [
        ("r0", "faithful", "deliver", FEE),
        ("r1", "faithful", "block", None),
        ("r2", "faithful", "flag", "Hello!"),
        ("r3", "faithful", "strip", FEE),
    ]
    guard = Guard.load("general", profile="STRIP_UNSUPPORTED")
    direct = guard.check(question="Fee?", contexts=[FEE], answer=ANSWERS[3]).as_dict()
    told = {key: value for key, value in decisions[3].items() if key not in ("id", "label")}
    for layer in told["layers"]:
        assert layer.pop("milliseconds") >= 0
    assert told == json.loads(json.dumps(direct))


def test_an_interrupted_run_is_continued(rows: Path, tmp_path: Path) -> None:
    guard, out = Guard.load("general", profile="STRICT_BLOCK"), tmp_path / "decisions.jsonl"
    decide_into(out, rows, guard)
    whole = [json.loads(line)["action"] for line in out.read_text(encoding="utf-8").splitlines()]

    def interrupt(done: int) -> None:
        if done:
            raise KeyboardInterrupt

    out.unlink()
    with pytest.raises(KeyboardInterrupt):
        decide_into(out, rows, guard, report=interrupt)
    assert not out.exists()
    done: list[int] = []
    decide_into(out, rows, guard, report=done.append)
    assert done[0] == len(ANSWERS)
    assert [json.loads(line)["action"] for line in out.read_text(encoding="utf-8").splitlines()] == whole


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("--out", "decisions.csv"), "decisions are nested"),
        (("--out", "d.jsonl", "--profile", "STRICT"), "neither a file nor a shipped profile"),
        (("--out", "d.jsonl", "--model", "light"), "layers.nli is closed"),
        (("--out", "d.jsonl", "--model", "none"), "there is no such folder"),
    ],
)
def test_what_cannot_be_done_is_said_before_anything_is(
    arguments: tuple[str, ...],
    said: str,
    cli: Cli,
    rows: Path,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.chdir(tmp_path)
    code, _, error = cli("guard", rows, *arguments)
    assert code == 2
    assert said in error
    assert [path.name for path in tmp_path.iterdir()] == ["rows.jsonl"]


def test_profiles_lists_the_shipped_ones_and_writes_one_to_copy(cli: Cli, tmp_path: Path) -> None:
    code, listed, _ = cli("profiles")
    assert code == 0
    assert "STRICT_BLOCK: Shows an answer only where every claim is supported" in listed
    code, text, _ = cli("profiles", "HEDGE")
    path = tmp_path / "mine.toml"
    path.write_text(text, encoding="utf-8")
    assert Profile.load(path) == Profile.load("HEDGE")
    assert json.loads(cli("profiles", "HEDGE", "--json")[1])["actions"]["contradicted"] == "hedge"
