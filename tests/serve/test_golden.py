# SPDX-License-Identifier: Apache-2.0
"""Bundles as older versions wrote them: each is scored as it was then, or refused in words."""

from __future__ import annotations

import json
import shutil
from pathlib import Path
from typing import Any

import pytest

from faithstill.featurize import SCHEMA_VERSION, Featurizer
from faithstill.serve import Bundle, BundleError, Scorer

GOLDEN = Path(__file__).parent / "golden"
FOLDERS = sorted(path for path in GOLDEN.glob("*") if path.is_dir())

FEE = "A wire transfer costs $25 and arrives on the next business day. A card costs $10 a year."
ROWS: list[dict[str, Any]] = [
    {
        "question": "What does a wire transfer cost?",
        "contexts": [FEE],
        "answer": "A wire transfer costs $25.",
    },
    {
        "question": "What does a wire transfer cost?",
        "contexts": [FEE],
        "answer": "A wire transfer costs $90.",
    },
    {"question": "When does it arrive?", "contexts": ["", FEE], "answer": "On the next business day [2]."},
    {"question": "What do both cost?", "contexts": [FEE], "answer": "Together they cost $35."},
    {"question": "What does a loan cost?", "contexts": [FEE], "answer": "The passage does not state it."},
    {"question": "What does a wire transfer cost?", "contexts": [], "answer": "It costs $25."},
    {"question": "What does a wire transfer cost?", "contexts": [FEE], "answer": ""},
]


def make_golden(folder: Path, bundle: Path) -> None:
    """Freeze a bundle with its scores; once for every BUNDLE_VERSION and SCHEMA_VERSION, never again.

    From the repository root, with PYTHONPATH=.src, for the bundle folder BUNDLE:
    `runpy.run_path("tests/serve/test_golden.py")["make_golden"](Path("tests/serve/golden/v1"), BUNDLE)`.
    """
    shutil.copytree(bundle, folder / "bundle")
    scorer = Scorer.load(folder / "bundle")
    cases = [{"row": row, "score": scorer.score(**row).as_dict()} for row in ROWS]
    (folder / "expected.json").write_text(json.dumps(cases, indent=1) + "\n", encoding="utf-8")


def check(folder: Path) -> bool:
    """Whether the bundle is still scored; if so then as it was."""
    bundle = Bundle.load(folder / "bundle")
    differences = bundle.schema.differences(Featurizer(bundle.schema.settings).schema)
    if differences:
        with pytest.raises(BundleError) as refused:
            Scorer(bundle)
        assert "; ".join(differences) in str(refused.value)
        return False
    scorer = Scorer(bundle)
    for case in json.loads((folder / "expected.json").read_bytes()):
        found, expected = scorer.score(**case["row"]).as_dict(), case["score"]
        for key in ("faithful", "logit", "features"):
            # Processors multiply float32 matrices in different orders; hence not to the last bit.
            assert found[key] == pytest.approx(expected[key], abs=1e-4), (case["row"], key)
        for key in ("is_faithful", "status", "route", "threshold", "intercept"):
            assert found[key] == expected[key], (case["row"], key)
    return True


@pytest.mark.parametrize("folder", FOLDERS, ids=lambda path: path.name)
def test_an_old_bundle_is_scored_as_it_was(folder: Path) -> None:
    check(folder)


def test_one_of_this_version_is_not_refused() -> None:
    current = [
        folder for folder in FOLDERS if Bundle.load(folder / "bundle").schema.version == SCHEMA_VERSION
    ]
    assert any(map(check, current)), "freeze a bundle of this recipe: see make_golden"


def test_a_frozen_bundle_passes_and_another_threshold_does_not(bundle_folder: Path, tmp_path: Path) -> None:
    make_golden(tmp_path / "v0", bundle_folder)
    assert check(tmp_path / "v0")
    expected = tmp_path / "v0" / "expected.json"
    expected.write_text(expected.read_text().replace('"threshold": 0.41', '"threshold": 0.42'))
    with pytest.raises(AssertionError, match="threshold"):
        check(tmp_path / "v0")
