# SPDX-License-Identifier: Apache-2.0
"""The manifest of an encoder folder and what its labels mean."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from faithstill.featurize.encoders.encoder_manifest import (
    MANIFEST_FILE,
    MODEL_FILE,
    TOKENIZER_FILE,
    EncoderError,
    EncoderManifest,
    label_meanings,
    sha256_of,
)

THREE = ("entailment", "neutral", "contradiction")


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    for name in (MODEL_FILE, TOKENIZER_FILE):
        (tmp_path / name).write_text(name)
    hashes = {name: sha256_of(tmp_path / name) for name in (MODEL_FILE, TOKENIZER_FILE)}
    EncoderManifest("test", THREE, 256, hashes).write(tmp_path)
    return tmp_path


@pytest.mark.parametrize(
    ("labels", "meanings"),
    [
        (("contradiction", "entailment", "neutral"), ("contradiction", "entailment", "neutral")),
        (("CONTRADICTION", "NEUTRAL", "ENTAILMENT"), ("contradiction", "neutral", "entailment")),
        (("entail", "contradict", "Neutral"), ("entailment", "contradiction", "neutral")),
        (("SUPPORTS", "REFUTES", "NOT ENOUGH INFO"), ("entailment", "contradiction", "neutral")),
        (("not_entailment", "entailment"), ("not_entailment", "entailment")),
        (("entailment", "Not-Entailed"), ("entailment", "not_entailment")),
        (("hallucinated", "consistent"), ("not_entailment", "entailment")),
    ],
)
def test_labels_in_any_spelling_and_order(labels: tuple[str, ...], meanings: tuple[str, ...]) -> None:
    assert label_meanings(labels, "config.json") == meanings


@pytest.mark.parametrize(
    "labels",
    [
        ("LABEL_0", "LABEL_1", "LABEL_2"),
        ("positive", "negative"),
        ("entailment", "neutral"),
        ("entailment", "entails", "contradiction"),
        (),
    ],
)
def test_labels_that_say_nothing_are_refused(labels: tuple[str, ...]) -> None:
    with pytest.raises(EncoderError, match=r"config\.json: labels .* are not those of an inference model"):
        label_meanings(labels, "config.json")


def test_manifest_comes_back_as_written(folder: Path) -> None:
    manifest = EncoderManifest.read(folder)
    assert (manifest.name, manifest.labels, manifest.max_tokens, manifest.temperature) == (
        "test",
        THREE,
        256,
        1.0,
    )
    manifest.check_files(folder)


def test_a_folder_without_manifest(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError, match=r"no encoder\.json in .*faithstill encoders export MODEL"):
        EncoderManifest.read(tmp_path)


@pytest.mark.parametrize(
    ("changed", "message"),
    [
        ({"version": 2}, "format 2, this faithstill reads 1: export the encoder again"),
        ({"labels": ["LABEL_0", "LABEL_1"]}, "labels LABEL_0, LABEL_1 are not those"),
        ({"files": {TOKENIZER_FILE: ""}}, r"names no model\.onnx"),
        ({"max_tokens": 0}, "max_tokens 0 or temperature 1.0 is out of range"),
        ({"temperature": 0.0}, "out of range"),
        ({"surprise": 1}, "is damaged"),
    ],
)
def test_a_damaged_manifest(folder: Path, changed: dict[str, Any], message: str) -> None:
    path = folder / MANIFEST_FILE
    path.write_text(json.dumps({**json.loads(path.read_text()), **changed}))
    with pytest.raises(EncoderError, match=message):
        EncoderManifest.read(folder)


def test_a_manifest_that_is_no_json(folder: Path) -> None:
    (folder / MANIFEST_FILE).write_text("{")
    with pytest.raises(EncoderError, match=r"is damaged .*: export the encoder again"):
        EncoderManifest.read(folder)


def test_changed_and_missing_files_are_named(folder: Path) -> None:
    manifest = EncoderManifest.read(folder)
    (folder / MODEL_FILE).write_text("other")
    with pytest.raises(EncoderError, match=r"model\.onnx is damaged: its SHA-256"):
        manifest.check_files(folder)
    (folder / MODEL_FILE).unlink()
    with pytest.raises(FileNotFoundError, match=r"no model\.onnx in the encoder folder"):
        manifest.check_files(folder)
