# SPDX-License-Identifier: Apache-2.0
"""The folder of an exported NLI encoder: its manifest with hashes, and what its labels mean."""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

MANIFEST_FILE, MODEL_FILE, TOKENIZER_FILE = "encoder.json", "model.onnx", "tokenizer.json"
# Raise by one when a reader of the old number could not use the new folder.
ENCODER_VERSION = 1
ENTAILMENT, NEUTRAL, CONTRADICTION, NOT_ENTAILED = "entailment", "neutral", "contradiction", "not_entailment"
# What encoders call their outputs, letters only; "no" before it makes an entailment label the opposite.
_MEANINGS: tuple[tuple[str, str], ...] = (
    (
        r"(?:not?|non|un)(?:entail\w*|support\w*|faithful|consistent)|inconsistent|unfaithful|hallucinat\w*",
        NOT_ENTAILED,
    ),
    (r"entail\w*|support\w*|faithful|consistent", ENTAILMENT),
    (r"neutral|unknown|nei|notenoughinfo|unverifiable", NEUTRAL),
    (r"contradict\w*|refut\w*", CONTRADICTION),
)
_COMPLETE = (frozenset((ENTAILMENT, NEUTRAL, CONTRADICTION)), frozenset((ENTAILMENT, NOT_ENTAILED)))


class EncoderError(ValueError):
    """An encoder folder that cannot be used: says which file, what is wrong with it and the cure."""


def label_meanings(labels: Sequence[str], where: str) -> tuple[str, ...]:
    """What each output means, in the model's own order; EncoderError where that cannot be told.

    >>> label_meanings(["CONTRADICTION", "Entail", "neutral"], "config.json")
    ('contradiction', 'entailment', 'neutral')
    >>> label_meanings(["entailment", "not_entailment"], "config.json")
    ('entailment', 'not_entailment')
    """
    meanings = tuple(_meaning(label) for label in labels)
    if frozenset(meanings) not in _COMPLETE or len(set(meanings)) < len(meanings):
        raise EncoderError(
            f"{where}: labels {', '.join(labels)} are not those of an inference model; wanted are entailment, "
            "neutral and contradiction, or entailment and not_entailment, in any order (id2label of config.json)"
        )
    return meanings


def _meaning(label: str) -> str:
    letters = re.sub(r"[^a-z]", "", label.lower())
    return next((meaning for pattern, meaning in _MEANINGS if re.fullmatch(pattern, letters)), "")


@dataclass(frozen=True, slots=True)
class EncoderManifest:
    """What an encoder folder holds: `labels` in the order of the outputs, `files` with their SHA-256.

    Logits are divided by `temperature` before they become probabilities.
    """

    name: str
    labels: tuple[str, ...]
    max_tokens: int
    files: Mapping[str, str]
    temperature: float = 1.0
    version: int = ENCODER_VERSION

    @classmethod
    def read(cls, folder: Path) -> EncoderManifest:
        """The manifest of a folder; FileNotFoundError or EncoderError with the cure."""
        path = folder / MANIFEST_FILE
        if not path.is_file():
            raise FileNotFoundError(
                f"no {MANIFEST_FILE} in {folder}: it is no exported encoder; "
                f"make one: faithstill encoders export MODEL --out {folder}"
            )
        try:
            raw = json.loads(path.read_text(encoding="utf-8"))
            manifest = cls(**{**raw, "labels": tuple(raw["labels"])})
        except (ValueError, KeyError, TypeError) as error:
            raise EncoderError(f"{path} is damaged ({error}): export the encoder again") from None
        manifest._check(path)
        return manifest

    def _check(self, path: Path) -> None:
        if self.version != ENCODER_VERSION:
            raise EncoderError(
                f"{path}: format {self.version}, this faithstill reads {ENCODER_VERSION}: export the encoder again"
            )
        label_meanings(self.labels, str(path))
        if missing := [name for name in (MODEL_FILE, TOKENIZER_FILE) if name not in self.files]:
            raise EncoderError(f"{path} names no {missing[0]}: export the encoder again")
        if not (isinstance(self.max_tokens, int) and self.max_tokens >= 16 and self.temperature > 0):
            raise EncoderError(
                f"{path}: max_tokens {self.max_tokens} or temperature {self.temperature} is out of range"
            )

    def check_files(self, folder: Path) -> None:
        """Compare each file with its hash; EncoderError names the one that differs."""
        for name, wanted in self.files.items():
            path = folder / name
            if not path.is_file():
                raise FileNotFoundError(f"no {name} in the encoder folder {folder}: export the encoder again")
            if sha256_of(path) != wanted:
                raise EncoderError(
                    f"{path} is damaged: its SHA-256 is not the one in {MANIFEST_FILE}; export the encoder again"
                )

    def write(self, folder: Path) -> None:
        """Write the manifest beside the files it names."""
        text = json.dumps(_plain(self), indent=2) + "\n"
        (folder / MANIFEST_FILE).write_text(text, encoding="utf-8")


def _plain(manifest: EncoderManifest) -> dict[str, Any]:
    return {**asdict(manifest), "labels": list(manifest.labels), "files": dict(manifest.files)}


def sha256_of(path: Path) -> str:
    """The SHA-256 of a file, as hexadecimal digits."""
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()
