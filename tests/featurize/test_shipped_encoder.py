# SPDX-License-Identifier: Apache-2.0
"""The encoder in the package: what it must get right, and that stated claims keep their verdict without it."""

from __future__ import annotations

import pytest

from faithstill.featurize.encoder import EncoderManifest
from faithstill.featurize.nli import NliScore, OnnxNli, shipped_folder

LARGEST = 25_000_000  # bytes
PREMISE = (
    "A late fee of $25 applies after a ten-day grace period. Monthly statements are free for all customers."
)


@pytest.fixture(scope="module")
def encoder() -> OnnxNli:
    return OnnxNli.load()


def verdict(score: NliScore) -> str:
    return max(("entailment", "neutral", "contradiction"), key=lambda name: float(getattr(score, name)))


def test_its_files_are_whole_and_small() -> None:
    folder = shipped_folder()
    EncoderManifest.read(folder).check_files(folder)
    assert sum(path.stat().st_size for path in folder.iterdir()) < LARGEST
    assert (folder / "MODEL_CARD.md").is_file()


# Known limits are rows too: where one passes, the shipped weights have become better, and the mark can go.
TOO_HARD = pytest.mark.xfail(strict=True, reason="the shipped weights have not learnt it")
CASES = [
    ("A late fee of $25 applies after a ten-day grace period.", "entailment"),
    ("A late fee applies after a grace period.", "entailment"),
    ("No late fee applies.", "contradiction"),
    ("A late fee of $35 applies.", "contradiction"),
    ("Statements cost $2 a month.", "contradiction"),
    ("The bank was founded in Oslo.", "neutral"),
    pytest.param("Statements are free.", "entailment", marks=TOO_HARD),
]


@pytest.mark.parametrize(("hypothesis", "expected"), CASES)
def test_it_knows_the_plain_cases(encoder: OnnxNli, hypothesis: str, expected: str) -> None:
    assert verdict(encoder.score(PREMISE, hypothesis)) == expected
