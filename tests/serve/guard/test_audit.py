# SPDX-License-Identifier: Apache-2.0
"""The log of decisions: no line is lost, whoever writes and however it ends, and no change goes unseen."""

from __future__ import annotations

import json
import os
import random
import resource
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from faithstill.serve.guard.audit import AuditError, AuditLog
from faithstill.serve.guard.audit_reading import Reading, verify
from faithstill.serve.guard.chain import DECISION, files_aside, line_of

KEY = "a key of 16 bytes or more"


def opened(path: Path, max_bytes: int = 100_000_000) -> AuditLog:
    return AuditLog(path, max_bytes=max_bytes, fsync=False)


def numbers(path: Path) -> list[int]:
    """What was written, in order."""
    return [e.said["n"] for e in Reading(path).entries() if e.said["type"] == DECISION]


@pytest.fixture
def log(tmp_path: Path) -> Path:
    """A log of five decisions."""
    path = tmp_path / "audit.jsonl"
    writer = opened(path)
    for n in range(5):
        writer.append({"n": n, "text": "words"})
    return path


def test_every_line_names_the_one_before(log: Path) -> None:
    lines = [json.loads(line) for line in log.read_text().splitlines()]
    assert [line["type"] for line in lines] == ["start", *["decision"] * 5]
    assert [line["seq"] for line in lines] == list(range(6))
    assert [line["prev"] for line in lines[1:]] == [line["hash"] for line in lines[:-1]]
    assert verify(log) == []
    assert log.stat().st_mode & 0o077 == 0


Lines = list[bytes]


def _edit(lines: Lines) -> None:
    lines[3] = lines[3].replace(b"words", b"other")


def _edit_the_last(lines: Lines) -> None:
    lines[-1] = lines[-1].replace(b"words", b"other")


def _edit_and_hash_again(lines: Lines) -> None:
    entry = json.loads(lines[3].replace(b"words", b"other"))
    del entry["hash"]
    lines[3] = line_of(entry)


def _delete(lines: Lines) -> None:
    del lines[3]


def _delete_the_first(lines: Lines) -> None:
    del lines[0]


def _swap(lines: Lines) -> None:
    lines[2], lines[3] = lines[3], lines[2]


def _repeat(lines: Lines) -> None:
    lines.insert(3, lines[3])


def _insert(lines: Lines) -> None:
    entry = {**json.loads(lines[3]), "seq": 3}
    del entry["hash"]
    lines.insert(3, line_of(entry))


def _truncate_in_the_middle(lines: Lines) -> None:
    lines[3] = lines[3][:40] + b"\n"


def _join(lines: Lines) -> None:
    lines[3] = lines[3].rstrip(b"\n")


def _blank(lines: Lines) -> None:
    lines.insert(3, b"\n")


def _space(lines: Lines) -> None:
    lines[3] = lines[3].replace(b"\n", b" \n")


def _bare(lines: Lines) -> None:
    lines[3] = b"[1, 2]\n"


TAMPERED: tuple[tuple[Callable[[Lines], None], int, str], ...] = (
    (_edit, 4, "was changed"),
    (_edit_the_last, 6, "was changed"),
    (_edit_and_hash_again, 5, "does not follow"),
    (_delete, 4, "does not follow"),
    (_delete_the_first, 1, "of type start"),
    (_swap, 3, "does not follow"),
    (_repeat, 5, "does not follow"),
    (_insert, 5, "does not follow"),
    (_truncate_in_the_middle, 4, "is no whole line"),
    (_join, 4, "was changed"),
    (_blank, 4, "is no whole line"),
    (_space, 4, "is no whole line"),
    (_bare, 4, "is no whole line"),
)


@pytest.mark.parametrize(("tamper", "line", "what"), TAMPERED, ids=[t[0].__name__ for t in TAMPERED])
def test_no_change_goes_unseen(log: Path, tamper: Callable[[Lines], None], line: int, what: str) -> None:
    lines = log.read_bytes().splitlines(keepends=True)
    tamper(lines)
    log.write_bytes(b"".join(lines))
    first = verify(log)[0]
    assert (first.file, first.line) == ("audit.jsonl", line)
    assert what in first.what


def test_no_byte_of_a_log_can_be_changed_unseen(tmp_path: Path) -> None:
    log = tmp_path / "audit.jsonl"
    opened(log).append({"n": 0})
    content = log.read_bytes()
    for place in range(len(content) - 1):  # the last line break apart, which tells nothing
        log.write_bytes(content[:place] + bytes([content[place] ^ 1]) + content[place + 1 :])
        assert verify(log), place


def test_what_is_cut_off_at_the_end_shows_by_the_head(log: Path) -> None:
    reading = Reading(log)
    assert len(list(reading.entries())) == 6
    lines = log.read_bytes().splitlines(keepends=True)
    assert verify(log, head=reading.head) == []
    log.write_bytes(b"".join(lines[:-1]))
    assert verify(log) == []
    (problem,) = verify(log, head=reading.head)
    assert "cut off at the end" in str(problem)


def test_a_last_line_that_was_changed_is_not_gone_on_from(log: Path) -> None:
    log.write_bytes(log.read_bytes()[:-10] + b'0000000"}\n')
    with pytest.raises(AuditError, match="its last line was changed"):
        opened(log)


def test_a_log_cut_at_any_byte_goes_on(tmp_path: Path) -> None:
    """Killed while it wrote the first line, a decision, or the seal of what was torn before."""
    whole = tmp_path / "whole.jsonl"
    opened(whole).append({"n": 0})
    before = whole.read_bytes()
    opened(whole).append({"n": 1})
    torn = whole.read_bytes()[:-30]
    whole.write_bytes(torn)
    opened(whole)
    content = whole.read_bytes()
    assert content.startswith(torn + b"\n")
    path = tmp_path / "cut.jsonl"
    for end in range(len(content) + 1):
        path.write_bytes(content[:end])
        opened(path).append({"n": 2})
        assert path.read_bytes().startswith(content[:end])
        assert verify(path) == [], end
        kept = [0] if end >= len(before) - 1 else []
        assert numbers(path) == [*kept, 2], end


def test_a_seal_fits_only_what_was_torn(log: Path) -> None:
    log.write_bytes(log.read_bytes()[:-30])
    assert "is no whole line" in str(verify(log)[0])
    opened(log)
    assert verify(log) == []
    reading = Reading(log)
    assert len(list(reading.entries())) == 6
    assert [str(one).partition(": ")[0] for one in reading.sealed] == ["audit.jsonl line 6"]
    lines = log.read_bytes().splitlines(keepends=True)
    for changed in (lines[5][:-2] + b"\n", lines[5] + b"{\n", b""):
        log.write_bytes(b"".join([*lines[:5], changed, *lines[6:]]))
        assert "seals other bytes" in str(verify(log)[0])


# A writer that gets its bytes out a few at a time, and says what is written.
SLOW_WRITER = """
import os, sys
from pathlib import Path
from faithstill.serve.guard.audit import AuditLog
write = os.write
os.write = lambda descriptor, content: write(descriptor, bytes(content[:5]))
log = AuditLog(Path(sys.argv[1]), fsync=False, max_bytes=6000)
n = int(sys.argv[2])
while True:
    log.append({"n": n, "text": "x" * 200})
    print(n, flush=True)
    n += 1
"""
WRITER = """
import sys
from pathlib import Path
from faithstill.serve.guard.audit import AuditLog
log = AuditLog(Path(sys.argv[1]), fsync=False, max_bytes=int(sys.argv[3]))
for n in range(200):
    log.append({"n": int(sys.argv[2]) + n, "text": "x" * (n % 97)})
"""


def started(code: str, *args: object) -> subprocess.Popen[str]:
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}
    command = [sys.executable, "-c", code, *map(str, args)]
    return subprocess.Popen(command, env=environment, stdout=subprocess.PIPE, text=True)


def test_a_writer_that_is_killed_loses_nothing_that_it_wrote(tmp_path: Path) -> None:
    path = tmp_path / "audit.jsonl"
    waits = random.Random(21)
    told: list[int] = []
    for round_ in range(5):
        with started(SLOW_WRITER, path, 100_000 * round_) as writer:
            assert writer.stdout is not None
            told.append(int(writer.stdout.readline()))
            time.sleep(waits.uniform(0, 0.05))
            writer.send_signal(signal.SIGKILL)
            told += [int(line) for line in writer.stdout if line.endswith("\n")]
    opened(path)
    assert verify(path) == []
    assert len(told) > 10
    assert {*told} <= {*numbers(path)}


def test_several_processes_write_one_chain(tmp_path: Path) -> None:
    path = tmp_path / "audit.jsonl"
    writers = [started(WRITER, path, 1000 * place, 20_000) for place in range(4)]
    for writer in writers:
        writer.communicate()
    assert [writer.returncode for writer in writers] == [0] * 4
    assert verify(path) == []
    found = numbers(path)
    assert len(files_aside(path)) > 5
    assert sorted(found) == [1000 * place + n for place in range(4) for n in range(200)]
    for place in range(4):
        own = [n for n in found if n // 1000 == place]
        assert own == sorted(own)


def test_threads_share_a_log(tmp_path: Path) -> None:
    log = opened(tmp_path / "audit.jsonl", 5_000)
    threads = [
        threading.Thread(
            target=lambda at: [log.append({"n": at + n}) for n in range(50)], args=(100 * place,)
        )
        for place in range(6)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert verify(log.path) == []
    assert sorted(numbers(log.path)) == [100 * place + n for place in range(6) for n in range(50)]


def test_a_full_file_is_put_aside_and_the_chain_goes_on(tmp_path: Path) -> None:
    path = tmp_path / "audit.jsonl"
    log = opened(path, 4096)
    for n in range(40):
        log.append({"n": n, "text": "x" * 300})
    files = files_aside(path)
    assert [file.name for file in files[:2]] == ["audit.000001.jsonl", "audit.000002.jsonl"]
    first = json.loads(files[1].read_bytes().splitlines()[0])
    before = json.loads(files[0].read_bytes().splitlines()[-1])
    assert (first["prev"], first["seq"], first["part"]) == (before["hash"], before["seq"] + 1, 2)
    assert verify(path) == []
    assert numbers(path) == list(range(40))
    files[0].unlink()
    assert "in a file that is not here" in str(verify(path)[0])
    assert verify(path, after=before["hash"]) == []
    files[2].unlink()
    assert "does not follow the line before" in str(verify(path, after=before["hash"])[0])


def test_a_writer_that_is_killed_between_two_files_loses_nothing(tmp_path: Path) -> None:
    path = tmp_path / "audit.jsonl"
    opened(path).append({"n": 0})
    path.rename(tmp_path / "audit.000001.jsonl")
    opened(path).append({"n": 1})
    assert verify(path) == []
    assert numbers(path) == [0, 1]


def test_what_is_no_log_is_left_alone(tmp_path: Path) -> None:
    path = tmp_path / "rows.csv"
    path.write_text("question,answer\n")
    with pytest.raises(AuditError, match="is no audit log"):
        opened(path)
    assert path.read_text() == "question,answer\n"
    with pytest.raises(AuditError, match="cannot be written"):
        opened(tmp_path / "no folder" / "audit.jsonl")
    with pytest.raises(FileNotFoundError, match="no such audit log"):
        verify(tmp_path / "audit.jsonl")


def test_a_log_is_read_while_it_is_written(tmp_path: Path) -> None:
    path = tmp_path / "audit.jsonl"
    opened(path)
    with started(SLOW_WRITER, path, 0) as writer:
        assert writer.stdout is not None
        writer.stdout.readline()
        found = [verify(path) for _ in range(50)]
        deadline = time.monotonic() + 20  # a busy machine may not have given the writer its turn yet
        while not files_aside(path) and time.monotonic() < deadline:
            found.append(verify(path))
        writer.kill()
    assert not any(found)
    assert files_aside(path)


def test_a_file_keeps_its_mode_and_its_key(tmp_path: Path) -> None:
    path = tmp_path / "audit.jsonl"
    AuditLog(path, redacted=True, key=KEY)
    AuditLog(path, redacted=True, key=KEY.encode())
    with pytest.raises(AuditError, match=r"is redacted, key [0-9a-f]{16}"):
        AuditLog(path)
    with pytest.raises(AuditError, match="is redacted"):
        AuditLog(path, redacted=True, key=KEY + "!")
    with pytest.raises(ValueError, match="secret key of 16 bytes"):
        AuditLog(tmp_path / "other.jsonl", redacted=True, key="short")
    with pytest.raises(ValueError, match="max_bytes is 10"):
        AuditLog(path, max_bytes=10)


def test_what_cannot_be_written_is_an_error(log: Path) -> None:
    writer = opened(log)
    with pytest.raises(AuditError, match="cannot be written as JSON"):
        writer.append({"n": float("nan")})
    log.unlink()
    log.mkdir()
    with pytest.raises(AuditError, match="cannot be written"):
        writer.append({"n": 1})


def test_a_full_disk_is_an_error_and_the_log_goes_on_later(log: Path) -> None:
    writer = opened(log)
    limits = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (log.stat().st_size + 50, limits[1]))
    try:
        for n in (5, 6):
            with pytest.raises(AuditError, match="no decision is given without its record"):
                writer.append({"n": n})
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, limits)
    writer.append({"n": 7})
    assert verify(log) == []
    assert numbers(log) == [0, 1, 2, 3, 4, 7]
