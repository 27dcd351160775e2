# SPDX-License-Identifier: Apache-2.0
"""The `check` command, and texts given as files."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from faithstill.data import Passage
from faithstill.data.triple import PassageKind
from faithstill.serve.given import read_passage, read_text

Cli = Callable[..., tuple[int, str, str]]

NOTICE = "Either party may end the agreement on thirty (30) days' prior written notice. The fee is $25."
TOOL = '{"transfer": {"id": "TR-204", "status": "pending"}}'

# Answer, exit code, what is printed.
CHECKS = [
    (
        "Either party may end the agreement on 60 days' notice.",
        1,
        [
            '"60 days" conflicts with "thirty (30) days\' prior written notice" (p1 c.txt, 38-76): '
            "same slot, other value [duration.conflict]",
            "failed: NUMERIC_CONFLICT",
            "corrected: Either party may end the agreement on [CORRECTED: thirty (30) days]' notice.",
        ],
    ),
    (
        "Transfer TR-204 has been completed.",
        1,
        [
            '"TR-204" is stated as "TR-204" (p2 tool.json, 21-27) [name.equal]',
            '"completed" conflicts with "pending" (p2 tool.json, 41-48): same slot, other value [state.conflict]',
            "failed: STATE_CONFLICT",
            "corrected: Transfer TR-204 has been [CORRECTED: pending].",
        ],
    ),
    ("The fee is $25.", 0, ['"$25" is stated as "$25" (p1 c.txt, 89-92) [money.equal]', "passed"]),
    ("It weighs 4.5 kg.", 0, ['"4.5 kg" is stated nowhere [quantity.absent]', "skipped: NUMERIC_ABSENT"]),
    ("It is said there.", 0, ["skipped: NO_VALUES"]),
]


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "c.txt").write_text(NOTICE, encoding="utf-8")
    (tmp_path / "tool.json").write_text(TOOL, encoding="utf-8")
    return tmp_path


@pytest.mark.parametrize(("answer", "code", "lines"), CHECKS)
def test_check(cli: Cli, folder: Path, answer: str, code: int, lines: list[str]) -> None:
    (folder / "a.txt").write_text(answer, encoding="utf-8")
    files = (
        "--context-file",
        folder / "c.txt",
        "--context-file",
        folder / "tool.json",
        "--answer-file",
        folder / "a.txt",
    )
    assert cli("check", *files) == (code, "\n".join(lines) + "\n", "")
    given = (
        "--context",
        f"@{folder / 'c.txt'}",
        "--context",
        f"@{folder / 'tool.json'}",
        "--answer",
        f"@{folder / 'a.txt'}",
    )
    assert cli("check", *given) == (code, "\n".join(lines) + "\n", "")
    ended, out, _ = cli("check", *given, "--json")
    report = json.loads(out)
    assert (ended, len(report["findings"])) == (code, sum(line.startswith('"') for line in lines))


def test_check_reads_a_triple_from_standard_input(cli: Cli) -> None:
    row = {"question": "Fee?", "contexts": ["The fee is $25."], "answer": "The fee is $52."}
    code, out, _ = cli("check", "-", stdin=json.dumps(row))
    assert (code, out.splitlines()[1:]) == (
        1,
        ["failed: NUMERIC_CONFLICT", "corrected: The fee is [CORRECTED: $25]."],
    )


BAD = [
    (("--context", "x"), "--answer is missing"),
    (
        ("--answer", "@nowhere.txt", "--context", "x"),
        "@nowhere.txt: No such file or directory; check the path",
    ),
    (("--answer-file", "nowhere.txt", "--context", "x"), "@nowhere.txt: No such file"),
    (("--answer", "@", "--context", "x"), "@.: Is a directory; check the path"),
    (("--answer", "@" + "x" * 5_000), "File name too long"),
    (("--answer", "@a\0b"), "null byte"),
    (("--answer", "x", "--context", "@broken.json"), "is not JSON"),
    (("--answer", "@latin.txt", "--context", "x"), "is not UTF-8 at byte 3"),
    (("--answer", "@null.txt", "--context", "x"), "null.txt: has a null byte at character 3: remove it"),
    (("--answer", "x", "--context-file", "null.txt"), "null.txt: has a null byte at character 3: remove it"),
    (
        ("--answer", "x", "--answer-file", "null.txt"),
        "--answer and --answer-file are both given: leave one out",
    ),
    (
        ("--question", "x", "--question-file", "null.txt", "--answer", "x"),
        "--question and --question-file are both",
    ),
    (("-", "--context-file", "null.txt"), "- reads the whole triple: leave out"),
]


@pytest.mark.parametrize(("given", "complaint"), BAD)
def test_bad_input_is_named(
    cli: Cli, folder: Path, monkeypatch: pytest.MonkeyPatch, given: tuple[str, ...], complaint: str
) -> None:
    (folder / "broken.json").write_text('{"a": ', encoding="utf-8")
    (folder / "null.txt").write_bytes(b"fee\0")
    (folder / "latin.txt").write_bytes("Geb\xfchr".encode("latin-1"))
    monkeypatch.chdir(folder)
    code, out, err = cli("check", *given)
    assert (code, out) == (2, "")
    assert complaint in err


def test_a_passage_file_gives_its_name_and_kind(folder: Path) -> None:
    assert read_passage(f"@{folder / 'c.txt'}") == Passage(NOTICE, id="c.txt")
    assert read_passage(f"@{folder / 'tool.json'}") == Passage(TOOL, id="tool.json", kind=PassageKind.TOOL)


def test_the_name_of_a_file_is_text(cli: Cli, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(folder)
    for name, remarks in ((str(folder / "c.txt"), 1), ("c.txt", 1), ("/etc/passwd", 0), ("Fee: c.txt", 0)):
        code, out, err = cli("check", "--context", name, "--answer", "The fee is $25.")
        assert (code, out.splitlines()[-1]) == (0, "skipped: NUMERIC_ABSENT")
        assert err == f"{name} is taken as text; for what is in the file give @{name}\n" * remarks


@pytest.mark.parametrize(
    "text",
    [
        "",
        " ",
        "It is $5.",
        "see a.txt",
        "a\nb.txt",
        "v3.8",
        "x" * 5_000,
        "\0",
        "\ud800",
        ".",
        "/",
        "/etc/passwd",
        "c.txt",
        "a@b",
    ],
)
def test_all_but_an_at_sign_begins_the_text_itself(text: str) -> None:
    assert read_text(text) == text
    assert read_passage(text) == Passage(text)
