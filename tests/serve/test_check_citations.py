# SPDX-License-Identifier: Apache-2.0
"""`faithstill check --citations`."""

from __future__ import annotations

import json
from collections.abc import Callable

import pytest

CASES = [
    (["--citations"], "The wire fee is $25 [1].", 0, "citations passed: 1 marker"),
    (["--citations"], "The wire fee is $25 [3].", 1, "citations failed: CITATION_OUT_OF_RANGE"),
    (["--citations"], "The wire fee is $25.", 0, "citations skipped: NO_CITATIONS"),
    (["--require-citations"], "The wire fee is $25.", 1, "citations failed: CITATION_MISSING"),
    ([], "The wire fee is $25 [3].", 0, "passed"),
]


@pytest.mark.parametrize(("options", "answer", "code", "last"), CASES)
def test_check(
    cli: Callable[..., tuple[int, str, str]], options: list[str], answer: str, code: int, last: str
) -> None:
    row = {"question": "Fee?", "contexts": ["The wire fee is $25.", "Cards are free."], "answer": answer}
    rc, out, _ = cli("check", "-", "--without", "entailment", *options, stdin=json.dumps(row))
    assert (rc, out.strip().splitlines()[-1]) == (code, last)
    rc, out, _ = cli("check", "-", "--without", "entailment", "--json", *options, stdin=json.dumps(row))
    assert ("citations" in json.loads(out)) is bool(options)
