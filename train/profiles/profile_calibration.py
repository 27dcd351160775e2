# SPDX-License-Identifier: Apache-2.0
"""A profile's threshold of support, and its judge band, for a miss rate that is promised of new contexts."""

from __future__ import annotations

import hashlib
import math
from collections.abc import Sequence
from dataclasses import asdict, dataclass, replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from rich.progress import Progress

from faithstill.data import Triple
from faithstill.serve.guard import Guard, Profile
from faithstill.serve.guard.profile import Band, Calibration, Layer, LayerMode
from faithstill.serve.guard.profile_file import written
from faithstill.serve.scorer import Scorer
from faithstill.train.evaluate.evaluate_bundle import seen
from faithstill.train.labelled_rows import read_labelled
from faithstill.train.metrics.conformal import by_group, conformal_cut, least_groups, least_rate

from .escalation import Costs, Plan, cheapest, plans
from .guard_record import Recorded, recorded, with_support

METHOD = "conformal risk control"
_VERSIONED = " calibrated "


@dataclass(frozen=True, slots=True)
class Chosen:
    """A threshold of support that keeps a miss rate, with what it does on the rows that it was chosen on.

    `missed` is the mean over groups of the share of unfaithful answers that is delivered, `delivered` the share of
    faithful answers; `low` is the probability below which a claim is not worth a question to the judge.
    """

    support: float
    low: float
    missed: float
    delivered: float | None
    groups: int

    def as_dict(self) -> dict[str, Any]:
        """JSON-able."""
        return asdict(self)


@dataclass(frozen=True, slots=True)
class Calibrated:
    """A profile with its thresholds, how they were chosen, and what to know before trusting them."""

    profile: Profile
    chosen: Chosen
    rows: int
    faithful: int
    plans: tuple[Plan, ...] = ()
    warnings: tuple[str, ...] = ()

    @property
    def plan(self) -> Plan | None:
        """The band of least cost, where costs were given."""
        return cheapest(self.plans) if self.plans else None

    def as_dict(self) -> dict[str, Any]:
        """JSON-able."""
        return {
            "profile": self.profile.as_dict(),
            "fingerprint": self.profile.fingerprint,
            "rows": self.rows,
            "faithful": self.faithful,
            **self.chosen.as_dict(),
            "plan": self.plan.as_dict() if self.plan else None,
            "warnings": list(self.warnings),
        }


def calibrate(
    rows: Path,
    model: str | Path,
    base: Profile,
    miss_rate: float,
    bar: Progress,
    *,
    split: str = "test",
    costs: Costs | None = None,
    workers: int | None = None,
) -> Calibrated:
    """The profile for a miss rate on the labelled rows of a file, of one split where the file has any.

    ValueError where the rows are too few to promise it, or where no threshold keeps it.
    """
    if not 0 < miss_rate < 1:
        raise ValueError(f"miss rate is {miss_rate!r}; give a share between 0 and 1, such as 0.05")
    if not base.runs(Layer.CLASSIFIER):
        raise ValueError(
            f"profile {base.name}: layers.classifier is off, so thresholds.support decides nothing; choose another"
        )
    whole = read_labelled(rows).triples
    triples = [t for t in whole if t.split == split] if split and any(t.split for t in whole) else list(whole)
    if not triples:
        raise ValueError(f"{rows}: no row's split is {split!r}; name another with --split")
    guard = Guard.load(model, profile=base.without(Layer.JUDGE))
    scorer = guard.scorer
    found = recorded(scorer, guard.profile, triples, bar, workers=workers)
    try:
        chosen = choose(found, miss_rate)
    except ValueError as error:
        raise ValueError(f"{rows}: {error}") from None
    tried = tuple(plans(found, costs, chosen.support)) if costs else ()
    profile = _banded(with_support(base, chosen.support), chosen, cheapest(tried) if tried else None)
    return Calibrated(
        profile=_signed(profile, miss_rate, triples, scorer, chosen.groups),
        chosen=chosen,
        rows=len(triples),
        faithful=sum(row.faithful for row in found),
        plans=tried,
        warnings=tuple(_warnings(scorer, base, triples, len(whole))),
    )


def choose(found: Sequence[Recorded], miss_rate: float) -> Chosen:
    """The lowest support that keeps the rate on a new group with unfaithful answers; ValueError with the reason."""
    missed = by_group((row.group, row.critical) for row in found if not row.faithful)
    wanted = least_groups(miss_rate)
    if len(missed) < wanted:
        able = f", or ask for at least {least_rate(len(missed)):.3f}" if missed else ""
        raise ValueError(
            f"{len(missed)} groups have unfaithful answers, too few to promise a miss rate of {miss_rate:g}: label "
            f"answers of {wanted} groups (rows with the same contexts) or more{able}"
        )
    cut = conformal_cut(missed, miss_rate)
    support = None if cut is None else _above(cut, [row.critical for row in found])
    if support is None:
        least = sum(sum(c >= 1 for c in values) / len(values) for values in missed) / len(missed)
        raise ValueError(
            f"a miss rate of {miss_rate:g} is out of reach: {least:.1%} of the unfaithful answers are delivered at any "
            "threshold; choose a profile that delivers less, or ask for more"
        )
    faithful = [row.critical >= support for row in found if row.faithful]
    if faithful and not any(faithful):
        raise ValueError(
            f"a miss rate of {miss_rate:g} is kept only where no faithful answer is delivered; ask for more, "
            "label more rows, or see with `faithstill guard` which layer withholds them"
        )
    shares = [sum(c >= support for c in values) / len(values) for values in missed]
    return Chosen(
        support=support,
        low=_low(found, support, miss_rate),
        missed=sum(shares) / len(shares),
        delivered=sum(faithful) / len(faithful) if faithful else None,
        groups=len(missed),
    )


def _above(cut: float, levels: Sequence[float]) -> float | None:
    """A threshold above a cut and at most the next level; the middle, which a last digit does not move."""
    if cut == -math.inf:
        return 0.0
    after = min((level for level in levels if cut < level <= 1), default=1.0)
    middle = (cut + after) / 2
    found = middle if cut < middle else after
    return found if found > cut else None


def _low(found: Sequence[Recorded], support: float, rate: float) -> float:
    """Below it a claim need not be asked about: few faithful answers, at the same rate, are lost by that."""
    pairs = (
        (row.group, -min((p for p in row.open if p < support), default=math.inf))
        for row in found
        if row.faithful
    )
    groups = by_group(pairs)
    cut = conformal_cut(groups, rate) if groups else None
    return 0.0 if cut is None else min(-cut, support)


def _banded(profile: Profile, chosen: Chosen, plan: Plan | None) -> Profile:
    """The profile with the judge band; a plan sets support to its upper end, and the judge on where it asks."""
    high = plan.high if plan else chosen.support
    low = plan.low if plan and plan.asks else chosen.low
    layers = dict(profile.layers)
    if plan and not plan.asks:
        layers[Layer.JUDGE] = LayerMode.OFF
    elif plan and not profile.runs(Layer.JUDGE):
        layers[Layer.JUDGE] = LayerMode.CLOSED
    band = Band(low, high) if low < high else profile.judge
    return replace(with_support(profile, high), judge=band, layers=layers)


def _signed(
    profile: Profile, miss_rate: float, triples: Sequence[Triple], scorer: Scorer, groups: int
) -> Profile:
    date = datetime.now(UTC).date().isoformat()
    digest = hashlib.sha256(repr(tuple(triples)).encode("utf-8", "surrogatepass")).hexdigest()
    calibration = Calibration(
        method=METHOD,
        miss_rate=miss_rate,
        rows=len(triples),
        groups=groups,
        data=digest[:16],
        model=scorer.bundle.fingerprint,
        date=date,
    )
    version = f"{profile.version.split(_VERSIONED)[0]}{_VERSIONED}{date}"
    return replace(profile, version=version, calibration=calibration)


def _warnings(scorer: Scorer, base: Profile, triples: Sequence[Triple], whole: int) -> list[str]:
    found = []
    if len(triples) < whole:
        found.append(f"{whole - len(triples)} of {whole} rows are of another split and left out")
    if known := seen(scorer, triples):
        found.append(
            f"{known} of {len(triples)} rows have contexts that the bundle was trained on: the promise does not hold, "
            "calibrate on others"
        )
    if base.runs(Layer.JUDGE):
        found.append(
            "the miss rate is that of the layers without the judge: what a judge supports comes on top"
        )
    return found


def write_profile(found: Calibrated, out: Path) -> None:
    """Write the profile as TOML, after it has been read back as the same."""
    text = written(found.profile)
    if Profile.from_toml(text, where=str(out)) != found.profile:
        raise RuntimeError(f"{out}: the profile does not read back as it is; nothing was written")
    out.write_text(text, encoding="utf-8", newline="\n")
