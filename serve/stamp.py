# SPDX-License-Identifier: Apache-2.0
"""Probe features of today's code in a bundle that other code trained; its card and manifest then say so."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path

from faithstill.featurize.probes import ProbeFeatures

from .bundle import Bundle, rewrite_bundle, version_of
from .manifest import CARD, PROBES

_TITLE = "## Probe features"


def stamp_bundle(folder: str | Path) -> Bundle:
    """Store what this code computes of the probe rows; recipe, weights, threshold and report stay as they are.

    BundleError for a bundle whose recipe this code does not compute.
    """
    bundle = Bundle.load(folder)
    probes = ProbeFeatures.of(bundle.featurizer())
    now = datetime.now(UTC).date().isoformat()
    said = (
        f"computed on {now} by faithstill {version_of('faithstill') or 'checkout'}, not by the code that trained the "
        "model: what moved before that day is not seen by verifying"
    )
    card = (Path(folder) / CARD).read_text(encoding="utf-8").split(f"\n{_TITLE}\n")[0].rstrip("\n")
    card += f"\n\n{_TITLE}\n\nFeatures of the probe rows (`{PROBES}`) were {said}.\n"
    rewrite_bundle(folder, {PROBES: probes.as_bytes(), CARD: card.encode()}, probes=said)
    return Bundle.load(folder)
