# SPDX-License-Identifier: Apache-2.0
"""Modules that are run by their names: a bad file or option ends each with one line and code 2."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

BAD = (
    ("told", "gone.jsonl", "gone.jsonl: No such file or directory; give another path"),
    ("planted", "gone.csv", "gone.csv: No such file or directory; give another path"),
    (
        "planted",
        "rows.csv --split dev",
        "rows.csv: no faithful rows of split 'dev'; there are: ''; name one",
    ),
    ("planted", "rows.csv --split= --sets nope", "--sets nope: is in the name of no set; leave it out"),
    ("bench", "gone.csv", "gone.csv: No such file or directory; give another path"),
    ("bench", "rows.csv --only quick", "--only quick: is none of guessable, quality, families"),
    ("demo", "gone.csv --model light", "gone.csv: No such file or directory; give another path"),
)


@pytest.mark.parametrize(("module", "given", "message"), BAD, ids=[" ".join(case[:2]) for case in BAD])
def test_what_is_wrong_is_one_line_and_code_2(module: str, given: str, message: str, tmp_path: Path) -> None:
    (tmp_path / "rows.csv").write_text("question,contexts,answer,label\nq,c,a,faithful\n", encoding="utf-8")
    code = f"from runpy import run_module; run_module('faithstill.train.{module}', run_name='__main__')"
    ended = subprocess.run(
        [sys.executable, "-c", f"import sys; sys.path[:0] = {sys.path!r}; {code}", *given.split()],
        cwd=tmp_path, capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert (ended.returncode, ended.stdout) == (2, "")
    assert ended.stderr.startswith(message)
    assert ended.stderr.count("\n") == 1
