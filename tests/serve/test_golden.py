# SPDX-License-Identifier: Apache-2.0
"""Bundles as older versions wrote them: those of this recipe are scored as they were then, others refused in words.

Of the refused ones only the recipe is kept.
"""

from __future__ import annotations

import json
import shutil
from pathlib import Path
from typing import Any

import pytest

from faithstill.featurize import SCHEMA_VERSION, FeatureSchema, Featurizer
from faithstill.serve import Bundle, BundleError, Scorer
from faithstill.serve.manifest import SCHEMA

from .conftest import weighted

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
    {
        "question": "What does a wire transfer cost?",
        "contexts": [FEE],
        "answer": "Hello! A wire transfer costs $25 [1]. It is insured by the bank. A card costs $12 a year [7].",
    },
]


def make_golden(folder: Path, bundle: Path) -> None:
    """Freeze a bundle with its scores; once for every BUNDLE_VERSION and SCHEMA_VERSION, never again.

    Of the version before keep `featurization_meta.json` alone.

    From the repository root, with PYTHONPATH=.src, for the bundle folder BUNDLE:
    `runpy.run_path("tests/serve/test_golden.py")["make_golden"](Path("tests/serve/golden/schema-5"), BUNDLE)`.
    """
    shutil.copytree(bundle, folder / "bundle")
    scorer = Scorer.load(folder / "bundle")
    cases = [{"row": row, "score": scorer.score(**row).as_dict()} for row in ROWS]
    (folder / "expected.json").write_text(json.dumps(cases, indent=1) + "\n", encoding="utf-8")


def schema_of(folder: Path) -> FeatureSchema:
    """The recipe: of the current version in a whole bundle, of the older ones alone."""
    (path,) = folder.rglob(SCHEMA)
    return FeatureSchema.from_json(json.loads(path.read_bytes()))


def is_current(folder: Path) -> bool:
    return schema_of(folder).version == SCHEMA_VERSION


def check(folder: Path) -> None:
    """Is the bundle scored as it was when it was frozen?"""
    scorer = Scorer.load(folder / "bundle")
    for case in json.loads((folder / "expected.json").read_bytes()):
        found, expected = scorer.score(**case["row"]).as_dict(), case["score"]
        # Of refusals, which one model judges for all bundles, only the decision is the bundle's to keep.
        for key in ("faithful", "logit", "features") if found["status"] != "REFUSAL" else ():
            # Processors multiply float32 matrices in different orders; hence not to the last bit.
            assert found[key] == pytest.approx(expected[key], abs=1e-4), (case["row"], key)
        for key in ("is_faithful", "status", "route", "why", "threshold", "missing_citations"):
            assert found[key] == expected[key], (case["row"], key)
        for ours, theirs in zip(found["statements"], expected["statements"], strict=True):
            if not ours["refuses"]:
                assert ours["faithful"] == pytest.approx(theirs["faithful"], abs=1e-4), (case["row"], theirs)
            for key in ("text", "start", "end", "kind", "refuses", "evidence"):
                assert ours[key] == theirs[key], (case["row"], key)


@pytest.mark.parametrize("folder", [f for f in FOLDERS if is_current(f)], ids=lambda path: path.name)
def test_a_bundle_of_this_recipe_is_scored_as_it_was(folder: Path) -> None:
    check(folder)


@pytest.mark.parametrize("folder", [f for f in FOLDERS if not is_current(f)], ids=lambda path: path.name)
def test_a_bundle_of_an_older_recipe_is_refused_with_the_differences(folder: Path) -> None:
    schema = schema_of(folder)
    differences = schema.differences(Featurizer(schema.settings).schema)
    assert differences[0] == f"schema version {schema.version} against {SCHEMA_VERSION}"
    with pytest.raises(BundleError) as refused:
        Scorer(Bundle(schema, weighted(schema), {}, {}))
    assert "; ".join(differences) in str(refused.value)


def test_there_is_one_of_every_recipe() -> None:
    versions = [schema_of(folder).version for folder in FOLDERS]
    assert sorted(versions) == list(range(1, SCHEMA_VERSION + 1)), (
        "freeze a bundle of this recipe: see make_golden"
    )


def test_a_frozen_bundle_passes_and_another_threshold_does_not(bundle_folder: Path, tmp_path: Path) -> None:
    make_golden(tmp_path / "v0", bundle_folder)
    check(tmp_path / "v0")
    expected = tmp_path / "v0" / "expected.json"
    expected.write_text(expected.read_text().replace('"threshold": 0.41', '"threshold": 0.42'))
    with pytest.raises(AssertionError, match="threshold"):
        check(tmp_path / "v0")
