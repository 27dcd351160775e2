# SPDX-License-Identifier: Apache-2.0
"""The same answer with and without frames and citation markers is the same to every feature."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from faithstill.data import Triple
from faithstill.featurize import Featurizer, Settings
from faithstill.featurize.claims.acts import Act, act_of

ACTS = Path(__file__).parents[2] / "data" / "acts.jsonl"
QUESTION = "What does a wire transfer from a Harrow Vale account cost?"
CONTEXTS = [
    "A wire transfer from a Harrow Vale account costs $25. It is carried out on the next working day. "
    "Transfers of more than $5,000 must be approved by a second person.",
    "| Plan | Monthly fee |\n|---|---|\n| Basic | $4 |\n| Plus | $9 |",
]
ANSWERS = {
    "one sentence": "A wire transfer costs $25.",
    "one that is wrong": "A wire transfer is free of charge and takes three weeks.",
    "several": "A wire transfer costs $25. It is carried out on the next working day. More than $5,000 needs approval.",
    "paragraphs": "A wire transfer costs $25.\n\nMore than $5,000 must be approved by the board of Castle Ridge.",
    "list": "A transfer has a price:\n- A wire transfer costs $25.\n- More than $5,000 must be approved.",
    "table": "| Plan | Monthly fee |\n|---|---|\n| Basic | $4 |\n| Plus | $7 |",
    "yes": "Yes, a wire transfer costs $25. The material does not say what a card costs.",
}


def _frames() -> list[tuple[str, str]]:
    """Held-out frames that the model reads as such, with where they may stand; each sixth kind in turn."""
    rows = [json.loads(line) for line in ACTS.read_text(encoding="utf-8").splitlines()]
    held_out = [r for r in rows if r["split"] == "test" and r["act"] == "frame" and "{" not in r["text"]]
    read = [(r["text"], r["place"]) for r in held_out if act_of(r["text"]) is Act.FRAME]
    return read[:: len(read) // 60][:60]


FRAMES = _frames()


@pytest.fixture(scope="module")
def light() -> Featurizer:
    return Featurizer(Settings(encoder=""))


def _features(featurizer: Featurizer, answer: str) -> list[dict[str, float]]:
    triple = Triple.of(question=QUESTION, contexts=CONTEXTS, answer=answer)
    return [featurizer.named(part) for part in featurizer.analyse(triple).parts]


@pytest.fixture(scope="module")
def bare(light: Featurizer) -> dict[str, list[dict[str, float]]]:
    return {name: _features(light, answer) for name, answer in ANSWERS.items()}


def _framed(answer: str, frame: str, place: str) -> list[str]:
    before, after = f"{frame}\n\n{answer}", f"{answer}\n\n{frame}"
    found = {"before": [before], "after": [after], "both": [before, after]}[place]
    if frame[-1] in ".!" and "|" not in answer and "- " not in answer:
        found.append(f"{frame} {answer}" if place == "before" else f"{answer} {frame}")
    return found


def test_there_are_sixty_frames() -> None:
    assert len(FRAMES) == 60


@pytest.mark.parametrize(("frame", "place"), FRAMES, ids=[frame for frame, _ in FRAMES])
def test_a_frame_changes_no_feature_of_any_statement(
    light: Featurizer, bare: dict[str, list[dict[str, float]]], frame: str, place: str
) -> None:
    for name, answer in ANSWERS.items():
        for framed in _framed(answer, frame, place):
            found = _features(light, framed)
            assert len(found) == len(bare[name]), framed
            for ours, theirs in zip(found, bare[name], strict=True):
                assert ours == pytest.approx(theirs, abs=1e-6), framed


@pytest.mark.parametrize(
    "marker", [" [1]", "[2]", " [1, 3]", " [1][2]", " [1-3]", " [12;14]", " [source 2]", " [Doc 1, doc 3]"]
)
@pytest.mark.parametrize("name", ANSWERS)
def test_a_citation_marker_changes_no_feature_of_any_statement(
    light: Featurizer, bare: dict[str, list[dict[str, float]]], name: str, marker: str
) -> None:
    marked = re.sub(r"\.(?=\s|$)", f"{marker}.", ANSWERS[name])
    for answer in (marked, re.sub(r"\.(?=\s|$)", f".{marker}", ANSWERS[name])):
        found = _features(light, answer)
        assert len(found) == len(bare[name]), answer
        for ours, theirs in zip(found, bare[name], strict=True):
            assert ours == pytest.approx(theirs, abs=1e-6), answer


def test_a_frame_between_statements_changes_nothing_either(
    light: Featurizer, bare: dict[str, list[dict[str, float]]]
) -> None:
    first, second = ANSWERS["paragraphs"].split("\n\n")
    answer = f"Hi there,\n\n{first}\n\nI hope this helps so far.\n\n{second}\n\nKind regards,\nAnna Berg\nSupport Team"
    for ours, theirs in zip(_features(light, answer), bare["paragraphs"], strict=True):
        assert ours == pytest.approx(theirs, abs=1e-6)
