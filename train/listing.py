# SPDX-License-Identifier: Apache-2.0
"""Lists for the terminal: the features, and what a set of rows is made of."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict
from typing import Any

from rich.console import Group
from rich.table import Table

from faithstill.data import Triple, count
from faithstill.featurize.schema import FAMILIES, POS, SELF_REPORT


def feature_list() -> list[dict[str, Any]]:
    """Every feature with its family, the optional families last."""
    return [
        {"family": family.name, **asdict(feature)}
        for family in (*FAMILIES, POS, SELF_REPORT)
        for feature in family.features
    ]


def feature_table() -> Table:
    """The same as a table."""
    table = Table("family", "feature", "meaning", "range", "undefined")
    for row in feature_list():
        undefined = f"{row['undefined']}: {row['neutral']:g}" if row["undefined"] else ""
        table.add_row(row["family"], row["name"], row["meaning"], f"{row['low']:g} to {row['high']:g}", undefined)
    return table


def data_stats(triples: Sequence[Triple]) -> dict[str, Any]:
    """Counts, and how well labels can be guessed from parts of a row (ROC-AUC, grouped 5-fold)."""
    from .baselines import probes

    return count(triples).as_dict() | {"guessable": asdict(probes(triples))}


def stats_table(stats: dict[str, Any]) -> Group:
    """The same as tables."""
    counts = Table("what", "counts", title="rows")
    for name, value in stats.items():
        if name != "guessable":
            shown = ", ".join(f"{k or 'none'} {v}" for k, v in value.items()) if isinstance(value, dict) else value
            counts.add_row(name, str(shown))
    guess = Table("guess from", "ROC-AUC", title="how far labels can be guessed (0.5 is chance)")
    for name, value in stats["guessable"].items():
        guess.add_row(name, f"{value:.3f}")
    return Group(counts, guess)
