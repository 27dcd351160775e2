# SPDX-License-Identifier: Apache-2.0
"""Lists the licences of what faithstill needs and its extras bring; exit 1 where one is not allowed.

Reads the metadata of installed distributions, so it needs no network. Usage: python .ci/licences.py [EXTRA ...]
"""

from __future__ import annotations

import re
import sys
import tomllib
from collections.abc import Iterator
from importlib.metadata import Distribution, PackageNotFoundError, distribution
from pathlib import Path

from packaging.requirements import Requirement

ROOT = Path(__file__).parents[1]
# What asks nothing of the code of whoever uses it. The names as they occur in metadata: SPDX identifiers, and the words
# of older classifiers.
ALLOWED = re.compile(
    r"MIT|MIT-0|MIT-CMU|MIT License|Apache-2\.0|Apache Software License|0BSD|BSD-[23]-Clause|BSD License"
    r"|3-Clause BSD License|ISC|ISC License \(ISCL\)|PSF-2\.0|Python Software Foundation License|CNRI-Python|Zlib"
    r"|CC0-1\.0|MPL-2\.0|Mozilla Public License 2\.0 \(MPL 2\.0\)"
)
# Their metadata names none; read from the file LICENSE in them.
READ = {"huey": "MIT", "skops": "MIT"}


def closure(wanted: list[str]) -> Iterator[Distribution]:
    """The distributions that requirements bring, each once; those that are not installed are left out."""
    seen: set[tuple[str, str]] = set()
    done: set[str] = set()
    todo = [Requirement(text) for text in wanted]
    while todo:
        asked = todo.pop()
        for extra in ("", *asked.extras):
            if (asked.name.lower(), extra) in seen:
                continue
            seen.add((asked.name.lower(), extra))
            try:
                found = distribution(asked.name)
            except PackageNotFoundError:
                continue
            if found.name not in done:
                done.add(found.name)
                yield found
            for text in found.requires or ():
                needed = Requirement(text)
                if needed.marker is None or needed.marker.evaluate({"extra": extra}):
                    todo.append(needed)


def licence_of(found: Distribution) -> str:
    """What the metadata calls the licence, in the order in which the field has become more exact."""
    if found.name in READ:
        return READ[found.name]
    meta = found.metadata
    classifiers = [
        c.rsplit(" :: ", 1)[-1] for c in meta.get_all("Classifier", []) if c.startswith("License ::")
    ]
    named = [c for c in classifiers if c != "OSI Approved"]
    first_line = (meta.get("License") or "").strip().partition("\n")[0]
    return meta.get("License-Expression") or " OR ".join(named) or first_line or "unknown"


def is_allowed(licence: str) -> bool:
    """Is one of the alternatives allowed with all of its parts?"""
    if ALLOWED.fullmatch(licence):
        return True
    if len(either := _parts(licence, " OR ")) > 1:
        return any(map(is_allowed, either))
    if len(both := _parts(licence, " AND ")) > 1:
        return all(map(is_allowed, both))
    return licence[:1] + licence[-1:] == "()" and is_allowed(licence[1:-1])


def _parts(licence: str, joint: str) -> list[str]:
    """An expression cut at the joints that stand in no brackets."""
    parts = [""]
    for piece in licence.split(joint):
        opened = parts[-1].count("(") - parts[-1].count(")")
        parts[-1:] = [parts[-1] + joint + piece] if opened else [*filter(None, parts[-1:]), piece]
    return parts


def main(extras: list[str]) -> int:
    """Print the table; the number of licences that are not allowed decides the exit code."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    optional = project["optional-dependencies"]
    wanted = [
        *project["dependencies"],
        *(text for extra in extras or sorted(optional) for text in optional[extra]),
    ]
    rows = sorted((found.name, found.version, licence_of(found)) for found in closure(wanted))
    refused = [row for row in rows if not is_allowed(row[2])]
    for name, version, licence in refused or rows:
        print(f"{name:32} {version:14} {licence}")
    print(f"licences: {len(rows)} packages, {len(refused)} not allowed")
    return 1 if refused or not rows else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
