# SPDX-License-Identifier: Apache-2.0
"""The encoder in the package: what it must get right, and that stated claims keep their verdict without it."""

from __future__ import annotations

from pathlib import Path

import pytest

from faithstill.data import Label, read_triples
from faithstill.featurize import Featurizer
from faithstill.featurize.encoders.encoder_manifest import EncoderManifest
from faithstill.featurize.encoders.encoder_places import shipped_folder
from faithstill.featurize.encoders.nli import NO_EVIDENCE, NliScore, OnnxNli

ROWS = Path(__file__).parents[3] / "data" / "finance.csv"
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
    ("The bank was founded in Oslo.", "neutral"),
    ("Statements are free.", "entailment"),
    ("There is a charge for being late.", "entailment"),
    ("Statements cost $2 a month.", "contradiction"),
    pytest.param("You pay nothing for statements.", "entailment", marks=TOO_HARD),
]


@pytest.mark.parametrize(("hypothesis", "expected"), CASES)
def test_it_knows_the_plain_cases(encoder: OnnxNli, hypothesis: str, expected: str) -> None:
    assert verdict(encoder.score(PREMISE, hypothesis)) == expected


def test_a_claim_without_a_token_is_open(encoder: OnnxNli) -> None:
    assert encoder.score(PREMISE, "\u200b\u200d") == NO_EVIDENCE


def test_what_is_stated_word_for_word_is_mostly_entailed(encoder: OnnxNli) -> None:
    # Such claims are not given to the encoder: where it would say otherwise, as with some negations, it errs.
    rows = [
        t
        for t in read_triples(ROWS, labelled=True).triples
        if t.split == "train" and t.label is Label.FAITHFUL
    ]
    verdicts = []
    for triple in rows[::8]:
        analysis = Featurizer().analyse(triple)
        for claim in filter(analysis.evidence.states, analysis.claims.claims):
            window = analysis.evidence.windows(claim)[0]
            verdicts.append(verdict(encoder.score(window.text, claim.hypothesis)))
    assert len(verdicts) > 20
    assert verdicts.count("entailment") >= 0.9 * len(verdicts)
