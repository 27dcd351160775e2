# SPDX-License-Identifier: Apache-2.0
"""Lists for the terminal: the features, and what a set of rows is made of."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict
from math import inf
from typing import Any

from rich.console import Group
from rich.progress import Progress
from rich.table import Table

from faithstill.data import Triple, count
from faithstill.featurize.families.feature import ALARM, SUPPORT
from faithstill.featurize.schema import ALL_FAMILIES

# Which way more of a feature may move a verdict.
_SPEAKS = {SUPPORT: "for", ALARM: "against", 0: "either way"}


def feature_list() -> list[dict[str, Any]]:
    """Every feature with its family, the optional families last; no bound, as JSON has no infinity, is None."""
    return [
        {"family": family.name} | {key: _bound(value) for key, value in asdict(feature).items()}
        for family in ALL_FAMILIES
        for feature in family.features
    ]


def _bound(value: Any) -> Any:
    return None if value in (inf, -inf) else value


def feature_table() -> Group:
    """The same as a table for each family."""
    tables: list[Table | str] = []
    for family in ALL_FAMILIES:
        table = Table(
            title=f"{family.name} ({len(family.features)})", title_justify="left", box=None, pad_edge=False
        )
        table.add_column("feature", no_wrap=True)
        for column in ("range", "speaks", "meaning"):
            table.add_column(column)
        for f in family.features:
            rest = f" (if undefined, {f.undefined}: {f.neutral:g})" if f.undefined else ""
            table.add_row(f.name, f"{f.low:g}..{f.high:g}", _SPEAKS[f.direction], f.meaning + rest)
        tables += [table, ""]
    return Group(*tables)


def data_stats(triples: Sequence[Triple], bar: Progress) -> dict[str, Any]:
    """Counts, and how well labels can be guessed from parts of a row (ROC-AUC, grouped 5-fold)."""
    from faithstill.train.evaluate.baselines import PROBED, probes

    task = bar.add_task("guessing", total=len(PROBED))
    guessable = probes(triples, step=lambda: bar.advance(task))
    bar.update(task, completed=len(PROBED))
    return count(triples).as_dict() | {"guessable": guessable.as_dict()}


def stats_table(stats: dict[str, Any]) -> Group:
    """The same as tables."""
    counts = Table("what", "counts", title="rows")
    for name, value in stats.items():
        if name != "guessable":
            counts.add_row(name.replace("_", " "), _shown(value))
    guess = Table("guess from", "ROC-AUC", title="how far labels can be guessed (0.5 is chance)")
    for name, value in stats["guessable"].items():
        if name.endswith("_auc"):
            shown = "not measured" if value is None else f"{value:.3f}"
            guess.add_row(name.removesuffix("_auc").replace("_", " "), shown)
    reason = stats["guessable"]["reason"]
    return Group(counts, guess, *([reason] if reason else []))


def _shown(value: Any) -> str:
    if not isinstance(value, dict):
        return str(value)
    return ", ".join(f"{key or 'not stated'}: {_shown(item)}" for key, item in value.items())
