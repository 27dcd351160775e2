# SPDX-License-Identifier: Apache-2.0
"""The plugin in a test run of its own."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from .adapter_inputs import HALF, RIGHT, WRONG, environment

TESTS = f"""
CONTEXTS = {list(HALF.contexts)!r}
QUESTION = {HALF.question!r}

def test_right(assert_grounded):
    decision = assert_grounded({RIGHT.answer!r}, CONTEXTS, question=QUESTION)
    assert decision.trust_score == 1.0

def test_half(assert_grounded):
    assert_grounded({HALF.answer!r}, CONTEXTS, question=QUESTION)

def test_wrong(assert_grounded):
    assert_grounded({WRONG.answer!r}, CONTEXTS)

def test_no_contexts(assert_grounded):
    assert_grounded({RIGHT.answer!r}, [])
"""


@pytest.fixture(scope="module")
def output(tmp_path_factory: pytest.TempPathFactory, profile_file: str) -> str:
    folder: Path = tmp_path_factory.mktemp("project")
    (folder / "test_answers.py").write_text(TESTS, encoding="utf-8")
    plugin = ["-p", "faithstill.serve.adapters.pytest_plugin", "-p", "no:cacheprovider"]
    options = ["--faithstill-model", "light", "--faithstill-profile", profile_file]
    ended = subprocess.run(
        [sys.executable, "-m", "pytest", "-q", *plugin, *options, "test_answers.py"],
        cwd=folder,
        # Where faithstill is installed pytest finds the plugin by itself, and it must not be there twice.
        env=environment() | {"PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert ended.returncode == 1, ended.stdout + ended.stderr
    return ended.stdout


def test_only_what_is_not_grounded_fails(output: str) -> None:
    assert "3 failed, 1 passed" in output


@pytest.mark.parametrize(
    "line",
    [
        "Failed: the answer is not grounded: strip (GROUNDING_UNVERIFIABLE, CLASSIFIER_DOUBT)",
        "ok: 'A late fee of $25 applies.'",
        "not in the contexts: 'You can waive it by calling us on Mondays.'",
        "refuted: 'A late fee of $35 applies.'",
        '"$35" conflicts with "$25"',
        "Failed: the answer is not grounded: block (NO_CONTEXT)",
    ],
)
def test_a_failure_says_what_is_wrong(output: str, line: str) -> None:
    assert line in output


def test_a_failure_shows_the_users_line_and_none_of_ours(output: str) -> None:
    assert "test_answers.py:13: Failed" in output
    assert "pytest_plugin.py" not in output
