# SPDX-License-Identifier: Apache-2.0
"""A small report as training composes it, and a bundle trained on a few rows."""

from __future__ import annotations

import csv
import json
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest
from rich.progress import Progress

from faithstill.train.commands.job import Job
from faithstill.train.commands.train_job import run

Json = dict[str, Any]

# Annotators slip, and a report without a wrong decision would leave its half untested.
SLIPS = {"account-3-a": "unfaithful", "account-8-a": "unfaithful", "cover-7-b": "faithful"}
PLACES = ("Amber", "Birch", "Cedar", "Dover", "Elgin", "Forth", "Grove", "Haven", "Inver", "Jura")


def _account(i: int, name: str) -> Iterator[Json]:
    fee, card, day = 4 + i, 31 + 2 * i, f"{i + 3} March 2024"
    contexts = [
        f"The {name} account costs £{fee}.00 a month. The fee is taken on {day}.",
        f"A replacement card for the {name} account costs £{card}.",
    ]
    row = {"domain": "accounts", "group": f"account-{i}", "contexts": json.dumps(contexts)}
    row |= {"question": f"What does the {name} account cost a month?", "answer_type": "verbatim"}
    good, bad = f"The {name} account costs £{fee}.00 a month.", f"The {name} account costs £{card} a month."
    date = f"The {name} account costs £{fee}.00 a month, taken on {i + 4} July 2025."
    yield row | {"id": f"account-{i}-a", "answer": good, "label": "faithful"}
    yield row | {"id": f"account-{i}-b", "answer": bad, "label": "unfaithful", "error_type": "number"}
    yield row | {"id": f"account-{i}-c", "answer": date, "label": "partial", "error_type": "date"}


def _cover(i: int, name: str) -> Iterator[Json]:
    cover, days = (4 + i) * 1000, 30 + i
    contexts = [
        f"{name} Insurance pays up to ${cover:,} for water damage. Claims are filed within {days} days.",
        f"The policy of {name} Insurance began on {i + 1} May 2023.",
    ]
    row = {"domain": "cover", "group": f"cover-{i}", "contexts": json.dumps(contexts)}
    row |= {"question": f"What does {name} Insurance pay for water damage?", "answer_type": "paraphrase"}
    good, other = f"Up to ${cover:,} is paid by {name} Insurance.", f"Halden Mutual pays up to ${cover:,}."
    claims = f"Claims to {name} Insurance are filed within {days} days."
    yield row | {"id": f"cover-{i}-a", "answer": good, "label": "faithful"}
    yield row | {"id": f"cover-{i}-b", "answer": other, "label": "unfaithful", "error_type": "entity"}
    yield row | {"id": f"cover-{i}-c", "answer": claims, "label": "faithful"}


def _write(path: Path, rows: list[Mapping[str, Any]]) -> Path:
    columns = list(dict.fromkeys(column for row in rows for column in row))
    with path.open("w", encoding="utf-8", newline="") as file:
        writer = csv.DictWriter(file, columns, lineterminator="\n")
        writer.writeheader()
        writer.writerows(rows)
    return path


@pytest.fixture(scope="session")
def tiny_table() -> tuple[Mapping[str, Any], ...]:
    """60 rows in 20 groups and two domains, as cells."""
    rows = (row for i, name in enumerate(PLACES) for row in (*_account(i, name), *_cover(i, name)))
    return tuple(row | {"label": SLIPS.get(row["id"], row["label"])} for row in rows)


@pytest.fixture(scope="session")
def tiny_rows(tmp_path_factory: pytest.TempPathFactory, tiny_table: tuple[Mapping[str, Any], ...]) -> Path:
    """The same as a CSV file."""
    return _write(tmp_path_factory.mktemp("tiny") / "rows.csv", list(tiny_table))


@pytest.fixture(scope="session")
def tiny_bundle(tmp_path_factory: pytest.TempPathFactory, tiny_rows: Path) -> Path:
    """What the main job makes of them; the page is beside it, under the same name with .html."""
    out = tmp_path_factory.mktemp("models") / "tiny"
    with Progress(disable=True) as bar:
        run(Job(tiny_rows, out, Path(f"{out}.html")), bar)
    return out


@pytest.fixture
def bar() -> Progress:
    """A progress bar that shows nothing."""
    return Progress(disable=True)


def _interval(value: float, around: float = 0.04) -> Json:
    return {"value": value, "low": value - around, "high": value + around}


def _metrics(n: int, f1: float, auc: float) -> Json:
    figures = dict.fromkeys(("f1", "precision", "recall"), _interval(f1))
    ranks = dict.fromkeys(("pr_auc", "roc_auc"), _interval(auc))
    counts = {"n": n, "n_positive": n // 2, "n_groups": n // 4, "threshold": 0.432, "base_rate_brier": 0.25}
    return counts | figures | ranks | {"brier": _interval(0.14), "ece": _interval(0.05)}


def _one_label(n: int) -> Json:
    undefined = {"value": None, "low": None, "high": None, "reason": "no faithful rows"}
    figures = dict.fromkeys(("f1", "precision", "recall", "pr_auc", "roc_auc"), undefined)
    return _metrics(n, 0.5, 0.5) | figures | {"n_positive": 0}


def _slice(field: str, value: str, counts: tuple[int, int, int, int], metrics: Json) -> Json:
    names = ("true_positive", "false_positive", "false_negative", "true_negative")
    confusion = dict(zip(names, counts, strict=True))
    summary = f"caught {counts[3]} of {counts[1] + counts[3]}"
    return {"field": field, "value": value, "summary": summary, "confusion": confusion, "metrics": metrics}


def _feature(name: str, family: str, coef: float, **other: Any) -> Json:
    folds = {"fold_mean": coef, "fold_sd": 0.05, "sign_agreement": 1.0}
    row = {
        "name": name,
        "family": family,
        "coef": coef,
        "auc": 0.7,
        "flipped": False,
        "vif": 1.5,
        "dead": False,
    }
    return row | folds | other


def _baseline(name: str, kind: str, auc: float) -> Json:
    metrics = {"oof_metrics": _metrics(80, 0.7, auc), "held_out_metrics": _metrics(40, 0.7, auc)}
    more = {"description": f"what {name} does", "kind": kind, "threshold": 0.5}
    return {"name": name, **more, **metrics, "difference": _interval(0.89 - auc)}


def _curves() -> Json:
    line = [{"x": i / 10, "y": (i / 10) ** 0.5, "threshold": 1 - i / 10} for i in range(11)]
    return {"pr_curve": line[::-1], "roc_curve": line}


def _error(row: int, *, faithful: bool, answer: str) -> Json:
    return {
        "row": row,
        "id": f"row-{row}",
        "faithful": faithful,
        "probability": 0.2 if faithful else 0.9,
        "top": [{"name": "numeric_conflicts", "amount": -0.75}, {"name": "modal_rate", "amount": 0.31}],
        "question": "What does the account cost?",
        "answer": answer,
        "contexts": ["The account costs $12.50 a month.", "Overdrafts cost $35 each."],
        "label": "faithful" if faithful else "partial",
    }


@pytest.fixture
def report() -> Json:
    """Fresh for each test, so that a test may change it."""
    slices = [
        _slice("error_type", "number", (0, 4, 0, 16), _one_label(20)),
        _slice("domain", "banking", (10, 1, 1, 8), _metrics(20, 0.9, 0.93)),
        _slice("domain", "tiny", (0, 2, 0, 1), _one_label(3)),
    ]
    features = [
        _feature("modal_rate", "discourse", 0.31, sign_agreement=0.6),
        _feature("numeric_conflicts", "grounding", -0.92, vif=14.2),
        _feature("semantic_gap", "gaps", 0.12, flipped=True),
        _feature("typed_gap", "gaps", 0.0, dead=True, auc=None, vif=None),
    ]
    contrast = [{"name": "modal_rate", "right": 0.2, "wrong": -0.4, "gap": -0.6}]
    ablation = {
        "family": "lexical",
        "features": 25,
        "auc_loss": _interval(0.02),
        "brier_rise": _interval(0.01),
    }
    fold: Json = {
        "n": 16,
        "n_positive": 8,
        "f1": 0.81,
        "precision": 0.8,
        "recall": 0.82,
        "roc_auc": None,
        "coef": [],
    }
    return {
        "data": {"rows": 120, "groups": 40, "label": {"faithful": 60, "unfaithful": 60}, "domain": {"": 120}},
        "provenance": "Rows written and labelled by a language model.",
        "run": {"seed": 7, "command": "faithstill train rows.csv --out bundle --seed 7"},
        "fit": {
            "best_c": 0.1,
            "threshold": 0.432,
            "platt": {"a": 0.9, "b": 0.1, "others": 0.3},
            "folds": [{"index": i, **fold} for i in range(5)],
            "sweep": [{"c": c, "log_loss": 0.45, "se": 0.01, "roc_auc": 0.88} for c in (0.1, 1.0)],
        },
        "metrics": {"out_of_fold": _metrics(80, 0.82, 0.88), "held_out": _metrics(40, 0.84, 0.89)},
        "baselines": [_baseline("token overlap", "simple", 0.74), _baseline("answer only", "leak", 0.58)],
        "slices": {"held_out": slices},
        "marks": [
            {"name": "beats token overlap", "value": 0.15, "wanted": "at least 0.05", "met": True},
            {"name": "worst fold", "value": None, "wanted": "at most 0.12 below the mean", "met": False},
        ],
        "analysis": {
            "flips": ["semantic_gap"],
            "dead": ["typed_gap"],
            "features": features,
            "pairs": [{"first": "modal_rate", "second": "semantic_gap", "r": 0.97}],
            "rejected": contrast,
            "passed": contrast,
            "ablations": [ablation],
            "errors": [],
        },
        "curves": {
            "model": _curves() | {"reliability": [{"predicted": 0.2, "observed": 0.25, "n": 12}]},
            "token overlap": _curves(),
        },
        "errors": [
            _error(3, faithful=False, answer="It costs <script>alert(1)</script> $15 & more."),
            _error(9, faithful=True, answer="It costs $12.50."),
        ],
    }
