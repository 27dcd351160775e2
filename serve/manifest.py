# SPDX-License-Identifier: Apache-2.0
"""What a bundle consists of, and the proof that it still is what was written."""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, TypeVar

# Raise by one whenever a file of the bundle changes its name or its content's meaning; keep a golden bundle
# of every version under tests/serve/golden, and say in `Bundle.load` how the older ones are read.
BUNDLE_VERSION = 1

MANIFEST = "manifest.json"
SCHEMA = "featurization_meta.json"
MODEL = "model.json"
ONNX = "model.onnx"
REPORT = "feature_report.json"
CARD = "MODEL_CARD.md"
PROBES = "probes.npz"
REQUIRED = (SCHEMA, MODEL, REPORT, CARD)
FILES = (MANIFEST, *REQUIRED, ONNX, PROBES)
# What may be put into a bundle, after its training too: what its answers looked like then, to tell drift by, and what
# the documents that it answers from call names.
FINGERPRINT = "fingerprint.json"
LEXICON = "lexicon.json"
OPTIONAL = (FINGERPRINT, LEXICON)

RETRAIN = "train it again, or fetch it again from where it was published"
_PLAIN_NAME = re.compile(r"\w[\w.-]*", re.ASCII)

Read = TypeVar("Read")


class BundleError(ValueError):
    """A bundle that must not be used; the message names the file, what was found, and the cure."""


def read_manifest(folder: Path) -> dict[str, Any]:
    """The manifest of a bundle folder, checked against itself; no other file is opened."""
    path = folder / MANIFEST
    if not path.is_file():
        raise BundleError(f"no {MANIFEST} in {folder}: give the folder that `faithstill train --out` wrote")
    raw = path.read_bytes()
    manifest = parsed(path, raw, _as_object)
    # The version comes first because it says how the rest is to be read.
    _check_version(path, manifest.get("bundle_version"))
    _check_files(path, manifest.get("files"))
    # Written again from what was read: any byte that was changed by hand or on the way shows.
    if manifest_bytes(manifest) != raw:
        raise BundleError(f"{path}: was changed since it was written, its digest does not fit; {RETRAIN}")
    return manifest


def manifest_bytes(manifest: Mapping[str, Any]) -> bytes:
    """The manifest as written: its last entry is the SHA-256 of the entries before it."""
    entries = {key: value for key, value in manifest.items() if key != "digest"}
    return as_bytes(entries | {"digest": hashlib.sha256(as_bytes(entries)).hexdigest()})


def as_bytes(value: Any) -> bytes:
    """JSON for people and machines: indented, ASCII, floats by repr; ValueError for NaN and infinities."""
    return (json.dumps(value, indent=1, allow_nan=False) + "\n").encode()


def checked(path: Path, expected: str) -> bytes:
    """The content of a file whose SHA-256 is the expected one."""
    if not path.is_file():
        raise BundleError(f"{path}: is missing although the manifest lists it; {RETRAIN}")
    content = path.read_bytes()
    found = hashlib.sha256(content).hexdigest()
    if found != expected:
        raise BundleError(f"{path}: SHA-256 is {found}, the manifest expects {expected}; {RETRAIN}")
    return content


def parsed(path: Path, content: bytes, build: Callable[[Any], Read]) -> Read:
    """What `build` makes of a JSON file's content."""
    try:
        return build(json.loads(content))
    except (ValueError, TypeError, KeyError, RecursionError) as error:
        raise BundleError(f"{path}: cannot be read: {error}; {RETRAIN}") from error


def _check_version(path: Path, version: Any) -> None:
    if isinstance(version, bool) or not isinstance(version, int) or version < 1:
        raise BundleError(f"{path}: bundle_version is {version!r}, not a whole number from 1; {RETRAIN}")
    if version > BUNDLE_VERSION:
        raise BundleError(
            f"{path}: bundle_version is {version}, this faithstill reads up to {BUNDLE_VERSION}: "
            "pip install --upgrade faithstill"
        )


def _check_files(path: Path, files: Any) -> None:
    if not isinstance(files, dict) or not all(isinstance(digest, str) for digest in files.values()):
        raise BundleError(f"{path}: 'files' must map file names to SHA-256 digests; {RETRAIN}")
    for name in files:
        if not _PLAIN_NAME.fullmatch(name) or name == MANIFEST:
            raise BundleError(f"{path}: lists {name!r}, which is no plain file name in the bundle; {RETRAIN}")
    missing = [name for name in REQUIRED if name not in files]
    if missing:
        raise BundleError(f"{path}: does not list {', '.join(missing)}; {RETRAIN}")


def _as_object(raw: Any) -> dict[str, Any]:
    if not isinstance(raw, dict):
        raise ValueError(f"a JSON object is wanted, not {type(raw).__name__}")
    return raw
