# SPDX-License-Identifier: Apache-2.0
"""What to be told before a report's figures are believed: few rows, and choices at an edge."""

from __future__ import annotations

from collections.abc import Iterator

from faithstill.train.evaluate.evaluation import LEAST_ROWS
from faithstill.train.metrics.binary_metrics import LEAST_GROUPS

from .report_digest import SETS, Report, metric_sets

LOW_RECALL = 0.1  # a threshold that delivers fewer of the faithful answers is hardly meant


def cautions(report: Report) -> list[str]:
    """One sentence each; none for a report of many rows whose choices lie well inside of what was tried."""
    return [*_few_groups(report), *_at_the_edge(report), *_thinly_kept(report)]


def _few_groups(report: Report) -> Iterator[str]:
    for key, figures in metric_sets(report).items():
        n, positive, groups = figures["n"], figures["n_positive"], figures["n_groups"]
        if groups < LEAST_GROUPS:
            yield (
                f"the {n} rows {SETS[key]} are of {groups} {'group' if groups == 1 else 'groups'} (rows with the same "
                f"contexts), too few for an interval: label rows of at least {LEAST_GROUPS}"
            )
        elif min(positive, n - positive) < LEAST_ROWS and 0 < positive < n:
            yield (
                f"only {positive} faithful and {n - positive} unfaithful rows {SETS[key]}: "
                "a few others would give other figures"
            )


def _at_the_edge(report: Report) -> Iterator[str]:
    fit = report.get("fit") or {}
    tried = sorted(point["c"] for point in fit.get("sweep") or ())
    if len(tried) < 3 or tried[0] < fit["best_c"] < tried[-1]:
        return
    if fit["best_c"] == tried[0]:
        edge, why = (
            "smallest",
            "what features say hardly carries over from fold to fold; more rows would help",
        )
    else:
        edge, why = "largest", "weights may want to be larger still"
    yield (
        f"regularisation strength C = {fit['best_c']:.3g} is the {edge} of the {len(tried)} tried, "
        f"so the best may lie beyond: {why}"
    )


def _thinly_kept(report: Report) -> Iterator[str]:
    chosen = (report.get("fit") or {}).get("objective") or {}
    name, delivered = str(chosen.get("name", "")), chosen.get("delivered_rows", 0)
    if name.startswith("precision") and delivered < LEAST_ROWS:
        yield (
            f"objective {name} was reached on {delivered} delivered rows out of fold: too few to rely on its bound"
        )
    if name.startswith("miss-rate") and chosen["unfaithful_rows"] < LEAST_ROWS:
        yield (
            f"objective {name} was reached on {chosen['unfaithful_rows']} unfaithful rows out of fold: "
            "too few to rely on its bound"
        )
    reached = chosen.get("reached") or {}
    if delivered and reached.get("recall", 1) < LOW_RECALL:
        yield (
            f"objective {name} withholds all but {reached['recall']:.1%} of the faithful rows out of fold: "
            "ask for less, or label more rows"
        )
    if chosen and not delivered:
        yield f"objective {name} is best served by delivering nothing: no answer is worth its risk at these costs"
