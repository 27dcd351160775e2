# SPDX-License-Identifier: Apache-2.0
"""Answers of today against a fingerprint: every column that both have, corrected for how many were tested."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path

import numpy as np
from rich.progress import Progress

from faithstill.data import Triple
from faithstill.serve import Bundle, LinearModel, Scorer
from faithstill.serve.kept_rows import NOT_KEPT, KeptRows
from faithstill.serve.scorer import folder_of

from .distribution import Ints
from .drift_report import DriftReport
from .drift_sources import observations_of
from .fingerprint import Fingerprint
from .moved import LEAST_GROUPS, LEAST_VALUES, Moved, compared_column, since
from .observations import FEATURE, Observations

ALPHA = 0.05


def compare(
    source: str | Path | Sequence[Triple],
    against: str | Path | Scorer,
    *,
    fingerprint: str | Path | Fingerprint | None = None,
    alpha: float = ALPHA,
    quick: bool = False,
    bar: Progress | None = None,
    kept: KeptRows = NOT_KEPT,
) -> DriftReport:
    """The report on an audit log, a file of rows or predictions, or triples, against a bundle's fingerprint.

    `fingerprint` takes the place of the bundle's own. `quick` scores nothing again: only what the source says itself is
    compared. `kept` holds scores until the caller is done, so that a run that was cut off goes on. ValueError where the
    bundle holds no fingerprint, or it is of another bundle.
    """
    scorer = against if isinstance(against, Scorer) else Scorer(Bundle.load(folder_of(against)))
    then = _fingerprint(fingerprint, scorer.bundle)
    now = observations_of(source, None if quick else scorer, bar, kept)
    return moved_columns(now, then, model=scorer.bundle.model, alpha=alpha)


def make_fingerprint(
    source: str | Path | Sequence[Triple],
    model: str | Path | Scorer,
    *,
    quick: bool = False,
    bar: Progress | None = None,
    kept: KeptRows = NOT_KEPT,
) -> Fingerprint:
    """The fingerprint of rows that a bundle scores: its training rows, or the log of a week that was well."""
    scorer = model if isinstance(model, Scorer) else Scorer(Bundle.load(folder_of(model)))
    seen = observations_of(source, None if quick else scorer, bar, kept)
    name = Path(source).name if isinstance(source, str | Path) else ""
    return Fingerprint.of(seen, bundle=scorer.bundle.fingerprint, source=name)


def _fingerprint(given: str | Path | Fingerprint | None, bundle: Bundle) -> Fingerprint:
    if given is None:
        found = Fingerprint.in_bundle(bundle)
    else:
        found = given if isinstance(given, Fingerprint) else Fingerprint.load(given)
    if found.bundle != bundle.fingerprint:
        raise ValueError(
            f"the fingerprint was made with the bundle {found.bundle}, {bundle.path} is {bundle.fingerprint}: make it "
            "again with `faithstill fingerprint`"
        )
    return found


def moved_columns(
    now: Observations, then: Fingerprint, *, model: LinearModel | None = None, alpha: float = ALPHA
) -> DriftReport:
    """The report on rows at hand; `model` says how much a feature's shift adds to the log-odds."""
    order = np.argsort(np.array(now.times), kind="stable") if now.times else np.arange(now.size)
    now = now.where(order)
    codes = np.unique(np.array(now.groups), return_inverse=True)[1].astype(np.int64)
    weights = _weights(model)
    tested, few = [], []
    for name in [name for name in now.columns if name in then.columns]:
        values, known = now.columns[name], then.columns[name]
        there = ~np.isnan(values)
        if not _enough(int(there.sum()), codes[there]) or known.n < LEAST_VALUES:
            few.append(name)
            continue
        found = compared_column(name, known, values[there], codes[there])
        times = [time for time, kept in zip(now.times, there, strict=True) if kept] if now.times else []
        moment = times[since(known, values[there])] if times else ""
        tested.append(
            replace(found, log_odds=weights.get(name, 0.0) * (found.now - found.then), since=moment)
        )
    return DriftReport(
        bundle=then.bundle,
        fingerprint={"source": then.source, "rows": then.rows, "groups": then.groups, "made": then.made},
        rows=now.size,
        groups=len(set(now.groups)),
        alpha=alpha,
        columns=_adjusted(tested, alpha),
        too_few=tuple(few),
        not_compared=tuple(sorted(now.columns.keys() ^ then.columns.keys())),
    )


def _enough(n: int, codes: Ints) -> bool:
    return n >= LEAST_VALUES and np.unique(codes).size >= LEAST_GROUPS


def _weights(model: LinearModel | None) -> Mapping[str, float]:
    """What one unit of a feature adds to the log-odds."""
    if model is None:
        return {}
    slopes = (model.coef / model.scale).tolist()
    return {f"{FEATURE}{name}": slope for name, slope in zip(model.names, slopes, strict=True)}


def _adjusted(tested: Sequence[Moved], alpha: float) -> tuple[Moved, ...]:
    """P-values after Benjamini and Hochberg; moved is what is beyond chance and large enough to matter."""
    from scipy.stats import false_discovery_control

    if not tested:
        return ()
    adjusted = false_discovery_control([one.p for one in tested]).tolist()
    return tuple(
        replace(one, p=p, has_moved=p <= alpha and one.psi >= one.limit)
        for one, p in zip(tested, adjusted, strict=True)
    )
