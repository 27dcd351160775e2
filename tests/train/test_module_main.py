# SPDX-License-Identifier: Apache-2.0
"""Modules that are run by their names: a bad file or option ends each with one line and code 2."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable
from importlib import import_module
from pathlib import Path

import pytest

from faithstill.train.module_main import run_script

BENCH = "faithstill.train.bench"
BAD = (
    ("natural_answers", "gone.jsonl", "gone.jsonl: No such file or directory; give another path"),
    ("planted_report", "gone.csv", "gone.csv: No such file or directory; give another path"),
    (
        "planted_report",
        "rows.csv --split dev",
        "rows.csv: no faithful rows of split 'dev'; there are: ''; name one",
    ),
    (
        "planted_report",
        "rows.csv --split= --sets nope",
        "--sets nope: is in the name of no set; leave it out",
    ),
    ("__main__", "gone.csv", "gone.csv: No such file or directory; give another path"),
    ("__main__", "rows.csv --only quick", "--only quick: is none of guessable, quality, families"),
    (
        "demo",
        "held.csv --model light",
        "split says test in all rows, which are not to be learnt from",
    ),
    ("demo", "gone.csv --model light", "gone.csv: No such file or directory; give another path"),
)


@pytest.mark.parametrize(("module", "given", "message"), BAD, ids=[" ".join(case[:2]) for case in BAD])
def test_what_is_wrong_is_one_line_and_code_2(
    module: str,
    given: str,
    message: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    (tmp_path / "rows.csv").write_text("question,contexts,answer,label\nq,c,a,faithful\n", encoding="utf-8")
    held = "question,contexts,answer,label,split\nq,c,a,faithful,test\n"
    (tmp_path / "held.csv").write_text(held, encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "argv", [module, *given.split()])
    command: Callable[..., None] = import_module(f"{BENCH}.{module}").main
    with pytest.raises(SystemExit) as ended:
        run_script(command)
    out, err = capsys.readouterr()
    assert (ended.value.code, out) == (2, "")
    assert err.startswith(message)
    assert err.count("\n") == 1


@pytest.mark.parametrize("module", [BENCH, f"{BENCH}.planted_report"])
def test_so_it_is_by_its_name(module: str, tmp_path: Path) -> None:
    ended = subprocess.run(
        [sys.executable, "-m", module, "gone.csv"], cwd=tmp_path, capture_output=True, text=True, check=False
    )
    assert (ended.returncode, ended.stdout) == (2, "")
    assert ended.stderr == "gone.csv: No such file or directory; give another path\n"
