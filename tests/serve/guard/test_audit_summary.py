# SPDX-License-Identifier: Apache-2.0
"""What the commands make of a log: rates by hand, and what is wrong with it."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from faithstill.serve.guard.audit import AuditLog
from faithstill.serve.guard.audit_summary import Summary, as_text, percentile

Cli = Callable[..., tuple[int, str, str]]
S, C, U = "supported", "contradicted", "unverifiable"

DECISIONS = (
    ("deliver", "STRICT_BLOCK 1", [S, S], 10.0),
    ("block", "STRICT_BLOCK 1", [S, C, U], 20.0),
    ("strip", "STRIP_UNSUPPORTED 1", [S, U], 30.0),
    ("block", "STRICT_BLOCK 1", [], 40.0),
)


def entry(action: str, profile: str, verdicts: list[str], milliseconds: float) -> dict[str, Any]:
    return {
        "profile": {"name": profile, "fingerprint": "0" * 16},
        "inputs": {},
        "decision": {"action": action},
        "claims": [{"verdict": verdict} for verdict in verdicts],
        "layers": [
            {"name": "classifier", "status": "passed", "milliseconds": milliseconds},
            {"name": "judge", "status": "skipped", "milliseconds": 0.0},
        ],
    }


@pytest.fixture
def log(tmp_path: Path) -> Path:
    path = tmp_path / "audit.jsonl"
    writer = AuditLog(path, fsync=False)
    for decision in DECISIONS:
        writer.append(entry(*decision))
    return path


def test_rates(log: Path) -> None:
    found = Summary.of(log).as_dict()
    assert (found["decisions"], found["claims"], found["claims_per_answer"]) == (4, 7, 7 / 4)
    assert found["unsupported_claim_rate"] == 3 / 7
    assert found["contradiction_rate"] == 1 / 7
    rates = {a: found[f"{a}_rate"] for a in ("deliver", "flag", "strip", "escalate", "block")}
    assert rates == {"deliver": 0.25, "flag": 0, "strip": 0.25, "escalate": 0, "block": 0.5}
    assert found["profiles"]["STRIP_UNSUPPORTED 1"]["unsupported_claim_rate"] == 0.5
    assert [own["decisions"] for own in found["days"].values()] == [4]
    assert found["layers"] == {
        "classifier": {"n": 4, "p50_ms": 20.0, "p95_ms": 40.0},
        "all": {"n": 4, "p50_ms": 20.0, "p95_ms": 40.0},
    }
    assert found["problems"] == 0


def test_an_empty_log_has_no_rates(tmp_path: Path) -> None:
    path = tmp_path / "audit.jsonl"
    AuditLog(path)
    found = Summary.of(path).as_dict()
    assert found["unsupported_claim_rate"] is None
    assert as_text(found).startswith("0 decisions, 0 claims, - an answer\n")


@pytest.mark.parametrize(
    ("values", "share", "expected"),
    [([3.0], 0.95, 3.0), ([1.0, 2.0], 0.5, 1.0), ([float(n) for n in range(1, 101)], 0.95, 95.0)],
)
def test_percentile(values: list[float], share: float, expected: float) -> None:
    assert percentile(values, share) == expected


def test_summary(log: Path, cli: Cli) -> None:
    code, out, err = cli("audit", "summary", log)
    assert (code, err) == (0, "")
    assert "unsupported claim rate   0.429 of 7 claims" in out
    assert "block rate               0.500 of 4 decisions" in out
    code, out, _ = cli("audit", "summary", log, "--json")
    assert json.loads(out) == Summary.of(log).as_dict()
    log.write_bytes(log.read_bytes().replace(b"strip", b"block"))
    code, out, _ = cli("audit", "summary", log)
    assert code == 0
    assert "1 problems with the chain" in out
    AuditLog(log.with_name("strange.jsonl")).append({"decision": 1})
    assert cli("audit", "summary", log.with_name("strange.jsonl"))[0] == 2


def test_verify(log: Path, cli: Cli) -> None:
    code, out, _ = cli("audit", "verify", log, "--json")
    assert code == 0
    found = json.loads(out)
    assert (found["decisions"], found["problems"], found["sealed"]) == (4, [], [])
    assert cli("audit", "verify", log, "--head", found["head"])[0] == 0
    content = log.read_bytes()
    log.write_bytes(content[:-20])
    AuditLog(log)
    code, out, _ = cli("audit", "verify", log)
    assert code == 0
    assert re.search(r"audit.jsonl line 5: \d+ torn bytes, sealed", out)
    code, out, _ = cli("audit", "verify", log, "--head", found["head"])
    assert code == 1
    assert "no line has the hash" in out
    log.write_bytes(content.replace(b"strip", b"block"))
    code, out, _ = cli("audit", "verify", log)
    assert code == 1
    assert out.startswith("audit.jsonl line 4: was changed")
    assert cli("audit", "verify", log.with_name("none.jsonl"))[0] == 2
