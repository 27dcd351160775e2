# SPDX-License-Identifier: Apache-2.0
"""The artefact folder that training writes and serving loads: hash-checked JSON and ONNX, no pickle."""

from __future__ import annotations

import hashlib
import json
import shutil
from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from importlib.metadata import PackageNotFoundError, version
from numbers import Real
from pathlib import Path
from typing import Any
from uuid import uuid4

from faithstill.featurize import FeatureSchema, Featurizer
from faithstill.featurize.lexicon import Lexicon, LexiconError

from .manifest import (
    BUNDLE_VERSION,
    CARD,
    FILES,
    LEXICON,
    MANIFEST,
    MODEL,
    ONNX,
    OPTIONAL,
    PROBES,
    REPORT,
    RETRAIN,
    SCHEMA,
    BundleError,
    as_bytes,
    checked,
    manifest_bytes,
    parsed,
    read_manifest,
)
from .model import LinearModel
from .probed import check_probes

__all__ = ["BUNDLE_VERSION", "Bundle", "BundleError", "save_bundle"]

# What can change a number of the bundle; versions are looked up, so nothing is imported.
PACKAGES = ("numpy", "scikit-learn", "onnx", "onnxruntime", "tokenizers", "rapidfuzz", "spacy")


@dataclass(frozen=True, slots=True, eq=False)
class Bundle:
    """A recipe and the model trained on it; `report` says what each feature did in training.

    `probes` holds the features of frozen rows as the code that trained computed them; None in older bundles. `lexicon`
    says what else documents call a name.
    """

    schema: FeatureSchema
    model: LinearModel
    report: Mapping[str, Any]
    manifest: Mapping[str, Any]
    path: Path | None = None
    probes: bytes | None = None
    lexicon: Lexicon | None = None

    def __post_init__(self) -> None:
        weighed, listed = self.model.names, self.schema.names
        if weighed != listed:
            apart = ", ".join(sorted(set(weighed) ^ set(listed))) or "their order"
            raise BundleError(f"{MODEL} and {SCHEMA} list different features ({apart}); {RETRAIN}")

    @classmethod
    def load(cls, folder: str | Path, *, verify: bool = False) -> Bundle:
        """The bundle of a folder; BundleError before anything of a changed or a newer one is used.

        With `verify`, also BundleError where the features of its probe rows are no longer what is stored.
        """
        path = Path(folder)
        manifest = read_manifest(path)
        contents = {name: checked(path / name, digest) for name, digest in manifest["files"].items()}
        bundle = cls(
            schema=parsed(path / SCHEMA, contents[SCHEMA], FeatureSchema.from_json),
            model=parsed(path / MODEL, contents[MODEL], LinearModel.from_json),
            report=parsed(path / REPORT, contents[REPORT], dict),
            manifest=manifest,
            path=path,
            probes=contents.get(PROBES),
        ).with_lexicon(_lexicon(path / LEXICON, contents.get(LEXICON)))
        if verify:
            check_probes(bundle)
        return bundle

    def featurizer(self) -> Featurizer:
        """What computes the recipe; BundleError with the differences where the running code computes another one."""
        found = Featurizer(self.schema.settings, lexicon=self.lexicon)
        if differences := self.schema.differences(found.schema):
            where = f"bundle {self.path}" if self.path else "bundle"
            raise BundleError(
                f"{where} was trained with another recipe than this faithstill computes: "
                f"{'; '.join(differences)}. Train it again, or install the version that wrote it"
            )
        return found

    def with_threshold(self, threshold: float) -> Bundle:
        """The bundle with another threshold, in memory alone; ValueError for what is no probability."""
        if isinstance(threshold, bool) or not isinstance(threshold, Real) or not 0 <= threshold <= 1:
            raise ValueError(f"threshold is {threshold!r}; it must be a probability, 0 to 1")
        return replace(self, model=replace(self.model, threshold=float(threshold)))

    def with_lexicon(self, lexicon: Lexicon | None) -> Bundle:
        """The bundle with another lexicon, in memory alone; one without entries is as good as none."""
        return replace(self, lexicon=lexicon if lexicon and lexicon.entries else None)

    @property
    def fingerprint(self) -> str:
        """Sixteen hexadecimal digits that change with the recipe, any weight and the threshold.

        A lexicon's stand behind them, after a plus sign.
        """
        both = json.dumps([self.schema.as_json(), self.model.as_json()], sort_keys=True)
        lexicon = f"+{self.lexicon.fingerprint}" if self.lexicon else ""
        return f"{hashlib.sha256(both.encode()).hexdigest()[:16]}{lexicon}"


def save_bundle(
    folder: str | Path,
    *,
    schema: FeatureSchema,
    model: LinearModel,
    report: Mapping[str, Any],
    card: str,
    onnx: bytes | None,
    fingerprint: Mapping[str, Any],
    probes: bytes | None = None,
    lexicon: Lexicon | None = None,
) -> None:
    """Write a bundle folder, replacing an older bundle whole; `fingerprint` says what rows it was trained on.

    `probes` are `ProbeFeatures` of the code that trained; without them the bundle cannot be verified.
    Raises BundleError when the folder holds anything that is not a bundle's.
    """
    Bundle(schema, model, report, {})  # refuses a model that does not fit the recipe
    target = Path(folder).resolve()
    check_replaceable(target)
    files = {
        SCHEMA: as_bytes(schema.as_json()),
        MODEL: as_bytes(model.as_json()),
        REPORT: _report_bytes(report),
    }
    files |= {CARD: card.encode()} | ({ONNX: onnx} if onnx is not None else {})
    files |= {PROBES: probes} if probes is not None else {}
    files |= {LEXICON: lexicon.as_text().encode()} if lexicon is not None else {}
    files[MANIFEST] = manifest_bytes(_manifest(files, fingerprint))
    _put(target, files)


def rewrite_bundle(folder: str | Path, changed: Mapping[str, bytes], **said: str) -> None:
    """Replace files of a bundle, or add them; the manifest keeps what it says but for their digests and `said`.

    BundleError for a bundle that must not be used.
    """
    target = Path(folder).resolve()
    manifest = read_manifest(target)
    files = {name: checked(target / name, digest) for name, digest in manifest["files"].items()}
    files |= changed
    manifest |= {**said, "files": _digests(files)}
    _put(target, files | {MANIFEST: manifest_bytes(manifest)})


def put_lexicon(folder: str | Path, lexicon: Lexicon) -> Bundle:
    """Put a lexicon into a bundle in the place of any other; weights, threshold and report stay as they are."""
    rewrite_bundle(folder, {LEXICON: lexicon.as_text().encode()})
    return Bundle.load(folder)


def _lexicon(path: Path, content: bytes | None) -> Lexicon | None:
    try:
        return None if content is None else Lexicon.from_bytes(content, str(path))
    except LexiconError as error:
        raise BundleError(f"{error}; put a lexicon into it again: faithstill lexicon put") from error


def _put(target: Path, files: Mapping[str, bytes]) -> None:
    """Write the files beside the folder, then put them in its place."""
    target.parent.mkdir(parents=True, exist_ok=True)
    fresh = target.with_name(f".{target.name}.{uuid4().hex[:8]}.partial")
    try:
        fresh.mkdir()
        for name, content in files.items():
            (fresh / name).write_bytes(content)
        _replace(target, fresh)
    finally:
        shutil.rmtree(fresh, ignore_errors=True)


def _manifest(files: Mapping[str, bytes], fingerprint: Mapping[str, Any]) -> dict[str, Any]:
    return {
        "bundle_version": BUNDLE_VERSION,
        "faithstill": version_of("faithstill") or "checkout",
        "created": datetime.now(UTC).isoformat(timespec="seconds"),
        "packages": {name: found for name in PACKAGES if (found := version_of(name))},
        "training": dict(fingerprint),
        **({"probes": "computed by the code that trained"} if PROBES in files else {}),
        "files": _digests(files),
    }


def _digests(files: Mapping[str, bytes]) -> dict[str, str]:
    return {name: hashlib.sha256(content).hexdigest() for name, content in sorted(files.items())}


def version_of(package: str) -> str | None:
    """What is installed of a package; None of one that is not, such as faithstill in a bare checkout."""
    try:
        return version(package)
    except PackageNotFoundError:
        return None


def _report_bytes(report: Mapping[str, Any]) -> bytes:
    try:
        return as_bytes(dict(report))
    except (ValueError, TypeError) as error:
        raise BundleError(
            f"{REPORT}: cannot be written: {error}; use null where a figure is undefined"
        ) from error


def check_replaceable(folder: Path) -> None:
    """BundleError when a bundle saved there would destroy anything but a bundle."""
    if not folder.exists():
        return
    if not folder.is_dir():
        raise BundleError(f"{folder}: is a file; choose another path for the bundle")
    held = {path.name for path in folder.iterdir()}
    foreign = sorted(held - {*FILES, *OPTIONAL})
    if foreign:
        raise BundleError(
            f"{folder}: holds {', '.join(foreign[:5])}, no part of a bundle, which would be lost; "
            "move it away or choose another folder"
        )
    if held and MANIFEST not in held:
        raise BundleError(
            f"{folder}: holds {', '.join(sorted(held))} but no {MANIFEST}; choose another folder"
        )


def _replace(target: Path, fresh: Path) -> None:
    old = target.with_name(f"{fresh.name}.old")
    if target.exists():
        target.rename(old)
    try:
        fresh.rename(target)
    except OSError:
        if old.exists():
            old.rename(target)
        raise
    shutil.rmtree(old, ignore_errors=True)
