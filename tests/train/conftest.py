# SPDX-License-Identifier: Apache-2.0
"""A small report as training composes it, for everything that reads reports."""

from __future__ import annotations

from typing import Any

import pytest

Json = dict[str, Any]


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
            "platt": {"a": 0.9, "b": 0.1},
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
