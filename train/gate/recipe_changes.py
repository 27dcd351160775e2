# SPDX-License-Identifier: Apache-2.0
"""What else than the rows has changed between two bundles, as their files tell."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from faithstill.serve import Bundle

# Choices of a training; the rows are meant to change.
_CHOICES = ("folds", "objective")


def recipe_changes(candidate: Bundle, present: Bundle) -> list[str]:
    """What makes the candidate another kind of bundle, a line each: features, settings, tables, choices of training."""
    return [
        *candidate.schema.differences(present.schema),
        *_apart("training", _training(candidate), _training(present), _CHOICES),
        *_apart("fit", _fit(candidate), _fit(present), ("fold_by",)),
    ]


def other_changes(candidate: Bundle, present: Bundle) -> list[str]:
    """What may differ between two trainings of one recipe, and is worth a look: versions, seed, number of rows."""
    ours, theirs = candidate.manifest, present.manifest
    packages = sorted({**(ours.get("packages") or {}), **(theirs.get("packages") or {})})
    return [
        *_apart("version of", ours, theirs, ("faithstill",)),
        *_apart("version of", ours.get("packages") or {}, theirs.get("packages") or {}, packages),
        *_apart("training", _training(candidate), _training(present), ("seed", "rows", "rows_sha256")),
        *_lexicons(candidate, present),
    ]


def _lexicons(candidate: Bundle, present: Bundle) -> Iterator[str]:
    ours, theirs = (x.lexicon.fingerprint if x.lexicon else "none" for x in (candidate, present))
    if ours != theirs:
        yield f"lexicon is {ours} against {theirs}"


def _apart(part: str, ours: Mapping[str, Any], theirs: Mapping[str, Any], names: Any) -> Iterator[str]:
    for name in names:
        here, there = ours.get(name), theirs.get(name)
        # A bundle that does not say what was chosen was trained by other means: that is no difference of choice.
        if here != there and here is not None and there is not None:
            yield f"{part} {name} is {_short(here)} against {_short(there)}"


def _short(value: Any) -> str:
    text = str(value)
    return text if len(text) <= 40 else f"{text[:16]}..."


def _training(bundle: Bundle) -> Mapping[str, Any]:
    return bundle.manifest.get("training") or {}


def _fit(bundle: Bundle) -> Mapping[str, Any]:
    return bundle.report.get("fit") or {}
