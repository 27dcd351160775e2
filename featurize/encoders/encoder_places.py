# SPDX-License-Identifier: Apache-2.0
"""Where an encoder lies: inside this package, inside an installed wheel, or in a folder.

A wheel made by `faithstill encoders wheel` declares an entry point of the group "faithstill.encoders". Its name then
stands wherever a folder could.
"""

from __future__ import annotations

from functools import lru_cache
from importlib.metadata import EntryPoint, entry_points
from importlib.resources import as_file, files
from pathlib import Path

from faithstill.featurize.settings import SHIPPED_ENCODER

from .encoder_manifest import MANIFEST_FILE

ENTRY_POINTS = "faithstill.encoders"


def encoder_folder(place: str | Path) -> Path:
    """The folder of the encoder "shipped", of an installed one by its name, or the folder itself.

    FileNotFoundError with the cure where there is none.
    """
    if place == SHIPPED_ENCODER:
        return shipped_folder()
    if found := installed_encoders().get(str(place)):
        return found
    folder = Path(place).resolve()
    if not folder.is_dir() and folder.parent == Path.cwd():  # a bare name, which may be a wheel's
        names = ", ".join([SHIPPED_ENCODER, *installed_encoders()])
        raise FileNotFoundError(
            f"no encoder {str(place)!r}: it is no folder, and installed are {names}; name a folder, or install its "
            f"wheel (pip install faithstill-encoder-{place})"
        )
    return folder


def lasting_place(place: str) -> str:
    """What a bundle should record of an encoder: its name, or the whole path of its folder."""
    named = place in ("", SHIPPED_ENCODER) or place in installed_encoders()
    return place if named else str(encoder_folder(place))


def installed_encoders() -> dict[str, Path]:
    """The folders of the encoders that other wheels brought, by name."""
    return {point.name: _folder_of(point) for point in entry_points(group=ENTRY_POINTS)}


def _folder_of(point: EntryPoint) -> Path:
    return Path(point.load().__file__).resolve().parent


@lru_cache(maxsize=1)
def shipped_folder() -> Path:
    """The encoder inside the package; FileNotFoundError with the cure where it was left out."""
    found = files("faithstill.featurize") / "resources" / "encoder"
    if not (found / MANIFEST_FILE).is_file():
        raise FileNotFoundError(
            "this faithstill was packaged without its encoder (featurize/resources/encoder); reinstall it, name an "
            "encoder folder (faithstill encoders export MODEL --out FOLDER), or train --without entailment"
        )
    with as_file(found) as folder:
        return folder.resolve()
