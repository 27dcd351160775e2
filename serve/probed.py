# SPDX-License-Identifier: Apache-2.0
"""Does this code still compute the features that a bundle was trained on? Asked of frozen rows, answered by numbers."""

from __future__ import annotations

from typing import TYPE_CHECKING

from faithstill.featurize.probes import MovedFeature, ProbeFeatures

from .manifest import PROBES, RETRAIN, BundleError

if TYPE_CHECKING:
    from .bundle import Bundle

_MOST = 10  # features that an error names


def moved_features(bundle: Bundle) -> tuple[MovedFeature, ...]:
    """The features that this code computes otherwise than the bundle has stored, those that moved furthest first.

    BundleError for a bundle without stored features or of another recipe. Takes seconds where there is an encoder.
    """
    where = bundle.path or "bundle"
    if bundle.probes is None:
        raise BundleError(
            f"{where}: holds no {PROBES}, as an older faithstill or a bare save_bundle wrote it; it can be scored "
            "with, not verified: train it again, or take it as it is with `faithstill bundle stamp`"
        )
    featurizer = bundle.featurizer()
    try:
        stored = ProbeFeatures.from_bytes(bundle.probes)
        return stored.moved(ProbeFeatures.of(featurizer), bundle.schema.names)
    except ValueError as error:
        raise BundleError(f"{where}: {PROBES} cannot be compared: {error}; {RETRAIN}") from error


def check_probes(bundle: Bundle) -> None:
    """BundleError with the features that moved, how far and on which row, if any did."""
    if moved := moved_features(bundle):
        more = f"; and {len(moved) - _MOST} more features" if len(moved) > _MOST else ""
        raise BundleError(
            f"{bundle.path or 'bundle'}: this faithstill computes other features than it was trained on: "
            f"{'; '.join(map(str, moved[:_MOST]))}{more}. Train it again, install the version that wrote it, or, "
            "where its figures were measured anew, take the features as they are with `faithstill bundle stamp`"
        )
