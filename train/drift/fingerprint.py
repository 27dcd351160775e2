# SPDX-License-Identifier: Apache-2.0
"""What a bundle's answers looked like when it was trained: a distribution for each column, no texts."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Self

import numpy as np

from faithstill.serve import Bundle
from faithstill.serve.bundle import rewrite_bundle
from faithstill.serve.manifest import FINGERPRINT, checked, parsed

from .distribution import Distribution
from .observations import Observations

FORMAT = 1


@dataclass(frozen=True, slots=True, eq=False)
class Fingerprint:
    """Distributions by column; `bundle` is the fingerprint of the bundle that scored the rows."""

    bundle: str
    rows: int
    groups: int
    source: str
    made: str
    columns: Mapping[str, Distribution]

    @classmethod
    def of(cls, seen: Observations, *, bundle: str, source: str = "") -> Self:
        """The fingerprint of rows; a column counts the rows that have a value."""
        codes = np.unique(np.array(seen.groups), return_inverse=True)[1].astype(np.int64)
        columns = {}
        for name, values in seen.columns.items():
            there = ~np.isnan(values)
            if there.any():
                columns[name] = Distribution.of(values[there], codes[there])
        made = datetime.now(UTC).isoformat(timespec="seconds")
        return cls(bundle, seen.size, len(set(seen.groups)), source, made, columns)

    def as_json(self) -> dict[str, Any]:
        """JSON-able."""
        return {
            "format": FORMAT,
            "bundle": self.bundle,
            "rows": self.rows,
            "groups": self.groups,
            "source": self.source,
            "made": self.made,
            "columns": {name: found.as_json() for name, found in self.columns.items()},
        }

    @classmethod
    def from_json(cls, raw: Mapping[str, Any]) -> Self:
        """The inverse of `as_json`; ValueError, KeyError or TypeError for anything else."""
        if raw.get("format") != FORMAT:
            raise ValueError(f"format is {raw.get('format')!r}, this faithstill reads {FORMAT}")
        columns = {name: Distribution.from_json(own) for name, own in raw["columns"].items()}
        bundle, source, made = (str(raw[name]) for name in ("bundle", "source", "made"))
        return cls(bundle, int(raw["rows"]), int(raw["groups"]), source, made, columns)

    def save(self, path: Path) -> None:
        """Write it as a file of its own."""
        path.parent.mkdir(parents=True, exist_ok=True)
        fresh = path.with_name(f".{path.name}.partial")
        fresh.write_bytes(self.as_bytes())
        fresh.replace(path)

    def as_bytes(self) -> bytes:
        """The file's content."""
        return (json.dumps(self.as_json(), allow_nan=False) + "\n").encode()

    def put_into(self, folder: str | Path) -> None:
        """Put it into a bundle folder; weights, threshold and report stay as they are."""
        rewrite_bundle(folder, {FINGERPRINT: self.as_bytes()})

    @classmethod
    def load(cls, path: str | Path) -> Self:
        """The fingerprint of a file."""
        file = Path(path)
        return parsed(file, file.read_bytes(), cls.from_json)

    @classmethod
    def in_bundle(cls, bundle: Bundle) -> Self:
        """The fingerprint that a bundle holds; ValueError with the cure where it holds none."""
        digest = bundle.manifest.get("files", {}).get(FINGERPRINT)
        if bundle.path is None or digest is None:
            raise ValueError(
                f"{bundle.path}: holds no fingerprint of its training rows; make one: faithstill fingerprint ROWS "
                "--model BUNDLE --out FILE, then give FILE with --fingerprint (without --out it is put into the bundle)"
            )
        path = bundle.path / FINGERPRINT
        return parsed(path, checked(path, digest), cls.from_json)
