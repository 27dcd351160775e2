# SPDX-License-Identifier: Apache-2.0
"""The checks of continuous integration that are no tests: licences and known vulnerabilities."""

from __future__ import annotations

import importlib.util
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

FOLDER = Path(__file__).parent.parent / ".ci"


def script(name: str) -> ModuleType:
    spec = importlib.util.spec_from_file_location(name, FOLDER / f"{name}.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.mark.parametrize(
    ("licence", "allowed"),
    [
        ("MIT", True),
        ("ISC License (ISCL)", True),
        ("GPL-3.0-only", False),
        ("unknown", False),
        ("", False),
        ("GPL-3.0-only OR Apache-2.0", True),
        ("MIT AND GPL-3.0-only", False),
        ("MPL-2.0 AND (Apache-2.0 OR MIT)", True),
        ("GPL-3.0-only AND (Apache-2.0 OR MIT)", False),
        ("(MIT OR GPL-2.0-only) AND BSD-3-Clause", True),
        ("MIT License OR Academic Free License (AFL)", True),
    ],
)
def test_a_licence_is_allowed_by_its_expression(licence: str, allowed: bool) -> None:
    assert script("licences").is_allowed(licence) is allowed


def test_what_serving_needs_has_licences_that_are_allowed(capsys: pytest.CaptureFixture[str]) -> None:
    assert script("licences").main(["server", "train"]) == 0
    shown = capsys.readouterr().out
    assert {"numpy", "onnxruntime", "fastapi", "scikit-learn"} <= {
        line.partition(" ")[0] for line in shown.splitlines()
    }


KNOWN = {"name": "a", "version": "1", "vulns": []}
VULNERABLE = {"name": "b", "version": "1", "vulns": [{"id": "PYSEC-1", "fix_versions": ["2"]}]}
UNKNOWN = {"name": "c", "skip_reason": "not found"}


@pytest.mark.parametrize(
    ("found", "code", "said"),
    [
        ([KNOWN, UNKNOWN], 0, "audit: 1 packages looked up, 0 with a known vulnerability, 1 not looked up"),
        ([KNOWN, VULNERABLE], 1, "b 1: PYSEC-1, mended in 2"),
        ([UNKNOWN], 0, "audit: none of 1 packages could be looked up, so nothing is known"),
    ],
)
def test_a_vulnerability_fails_and_no_database_is_said(found: list[Any], code: int, said: str) -> None:
    lines, ended = script("audit").verdict(found)
    assert ended == code
    assert said in lines
