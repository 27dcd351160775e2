# SPDX-License-Identifier: Apache-2.0
"""The model card of a bundle, Markdown under the field's usual headings (Mitchell et al. 2019)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from faithstill.featurize import FeatureSchema, families_of
from faithstill.train.metrics.binary_metrics import LEAST_GROUPS

from .cautions import cautions
from .report_digest import (
    DASH,
    FIGURES,
    SETS,
    Report,
    baselines,
    features,
    headline,
    mark_word,
    metric_sets,
    number,
    signed,
    slices,
    warnings,
    worded,
)
from .threshold_section import CURVE_HEAD, ROWS_IN_SHORT, curve_rows, objective_in_words, reached

PURPOSE = (
    "Judges whether an answer of a retrieval-augmented assistant is faithful to the contexts it was given: "
    "every statement supported by them, none contradicted, none added. Logistic regression on deterministic "
    "features of each statement, calibrated on answers; positive class: *faithful*. A partly faithful answer counts "
    "as unfaithful."
)
USES = (
    "Deciding which answers are delivered, reviewed or blocked, next to a check of facts.",
    "Comparing assistants, prompts or retrievers on the same questions (`faithstill predict-batch`).",
    "A starting point: retrain on labelled answers of your own domain with `faithstill train`.",
)
NOT_FOR = (
    "Judging whether an answer is true: the contexts are taken at their word.",
    "Decisions on people without human review.",
    "Answers without contexts, in other languages than English, or beyond the length limits: the scorer "
    "says so by a status and never counts them as faithful.",
)
LIMITATIONS = (
    "English only.",
    "Features see words, values, names and meanings of sentences; an error that changes none is missed.",
    "Few rows mark which characters of an unfaithful answer are wrong; of the others the model takes its own worst "
    "statement for the wrong one.",
    "Probabilities are calibrated for data like the training rows; with another share of faithful answers or "
    "another domain, check calibration and threshold on labelled rows of your own (`faithstill evaluate`).",
    "Intervals come from resampling groups of rows: they show the luck of the sample only.",
)


def model_card(report: Report, schema: FeatureSchema) -> str:
    """The card: what the model is for, what it was trained on, how good it is, and where it fails."""
    parts = (
        ("Intended use", _listed(USES)),
        ("Not for", _listed(NOT_FOR)),
        ("How an answer is judged", _judging(report)),
        ("Training data", _data(report)),
        ("Metrics", _metrics(report)),
        ("Baselines", _baselines(report)),
        ("Slices", _slices(report)),
        ("Features", _features(report, schema)),
        ("Calibration and threshold", _calibration(report)),
        ("Limitations", _listed((*_provenance(report), *LIMITATIONS, *cautions(report), *warnings(report)))),
        ("How to reproduce", _reproduce(report, schema)),
        ("Licence", "Apache-2.0, as faithstill. The training rows keep the licence of their owner."),
    )
    body = "\n\n".join(f"## {title}\n\n{text}" for title, text in parts if text)
    return f"# Faithfulness classifier\n\n{PURPOSE}\n\n{body}\n"


def _listed(lines: Sequence[str]) -> str:
    return "\n".join(f"- {line}" for line in lines)


def _table(head: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    lines = [head, ["---", *("---:" for _ in head[1:])], *rows]
    return "\n".join(f"| {' | '.join(_plain(cell) for cell in line)} |" for line in lines)


def _plain(cell: str) -> str:
    """Text that cannot end its cell or become markup."""
    return " ".join(cell.replace("|", r"\|").replace("<", "&lt;").split())


def _provenance(report: Report) -> list[str]:
    origin = report.get("provenance")
    return [str(origin)] if origin else []


def _data(report: Report) -> str:
    stats = report.get("data") or {}
    totals = [f"{stats[name]} {name}" for name in ("rows", "groups", "contexts", "passages") if name in stats]
    lines = [", ".join(totals)] if totals else []
    for name in ("label", "split", "domain", "answer_type", "error_type"):
        counts = stats.get(name)
        if isinstance(counts, Mapping) and set(counts) - {""}:
            said = ", ".join(f"{_plain(str(value)) or 'none'} {n}" for value, n in counts.items())
            lines.append(f"By {name.replace('_', ' ')}: {said}")
    return _listed([*lines, *_provenance(report)])


def _judging(report: Report) -> str:
    others = ((report.get("fit") or {}).get("platt") or {}).get("others")
    weight = "`others` (in `model.json`)" if others is None else f"{others:g} (`others` in `model.json`)"
    return _listed(
        (
            "An answer is cut into statements; greetings, thanks, offers of help and the like state nothing.",
            "The model judges each statement from features of its own (`Score.statements`). The logit of an answer is "
            f"that of its lowest statement plus {weight} times how far the mean of all statements stands above the "
            "lowest, both counted from even odds up: no statement that is more likely wrong than right raises the "
            "answer that it is added to.",
            "Statements that refuse to answer are judged by a model that all bundles share (`refusals.json`); an "
            "answer that holds both has the lower of the two.",
            "It learnt from the worst statement of each answer, in unfaithful ones from those that are marked as wrong "
            "where any are, and from false statements made for some of the faithful rows.",
            "`model.onnx` gives the logit of one statement from its features; an answer's is made of them as above.",
        )
    )


def _metrics(report: Report) -> str:
    sets = metric_sets(report)
    rows = [[title, *(worded(found[name]) for found in sets.values())] for name, title in FIGURES.items()]
    rows.append(
        ["Brier score of the base rate", *(number(found["base_rate_brier"]) for found in sets.values())]
    )
    counts = [f"{SETS[key]}: {m['n']} rows, {m['n_positive']} faithful" for key, m in sets.items()]
    table = _table(["", *(SETS[key] for key in sets)], rows)
    marks = [_mark(mark) for mark in report.get("marks") or ()]
    targets = f"\n\nTargets:\n\n{_listed(marks)}" if marks else ""
    few = f", where there are {LEAST_GROUPS} of them at least"
    return f"With 95% intervals from resampling whole groups{few} ({'; '.join(counts)}).\n\n{table}{targets}"


def _mark(mark: Report) -> str:
    word = mark_word(mark)
    why = f" ({mark['untold']})" if mark.get("untold") else ""
    bold = f"**{word}**" if word == "not met" else word
    return f"{bold}: {mark['name']}, {number(mark['value'])}, wanted {mark['wanted']}{why}"


def _baselines(report: Report) -> str:
    rows = [
        [row["name"], worded((metrics or {}).get("roc_auc")), signed(difference)]
        for row, metrics, difference in baselines(report)
    ]
    return _table(["baseline", "ROC-AUC", "ours minus its"], rows) if rows else ""


def _slices(report: Report) -> str:
    rows = [
        [
            f"{part['field'].replace('_', ' ')}: {part['value'] or 'none'}",
            str(part["metrics"]["n"]),
            part["summary"],
            worded(part["metrics"]["f1"]) if part["metrics"]["f1"]["value"] is not None else DASH,
        ]
        for part in slices(report)
    ]
    return _table(["slice", "rows", "decisions", "F1"], rows) if rows else ""


def _features(report: Report, schema: FeatureSchema) -> str:
    drivers = {row["name"]: row["coef"] for row in features(report)}
    rows = []
    for family in families_of(schema.settings):
        names = sorted((f.name for f in family.features), key=lambda name: -abs(drivers.get(name, 0.0)))
        strongest = [f"`{name}` {drivers[name]:+.2f}" for name in names[:3] if name in drivers]
        rows.append([family.name, str(len(names)), ", ".join(strongest) or DASH])
    lead = (
        f"{len(schema.names)} features of a statement, schema version {schema.version}; coefficients per standard "
        "deviation."
    )
    return f"{lead}\n\n{_table(['family', 'features', 'strongest'], rows)}"


def _calibration(report: Report) -> str:
    key, figures = headline(report)
    fit = report.get("fit") or {}
    error = (
        f"Calibration error {SETS[key]}: {worded(figures['ece'])}; Brier score {worded(figures['brier'])}."
    )
    how = (
        f"Platt scaling fitted on out-of-fold logits of answers (folds of whole {fit.get('fold_by', 'group')}s), "
        "folded into the coefficients."
        if fit.get("platt")
        else ""
    )
    said = (
        f"Threshold: faithful at a probability of {number(figures['threshold'])} or more, chosen for "
        f"{objective_in_words(report)}, on pooled out-of-fold probabilities."
    )
    rows = curve_rows(report, ROWS_IN_SHORT)
    curve = f"\n\n{_table(CURVE_HEAD, rows)}" if rows else ""
    return " ".join(part for part in (how, error, said, reached(report)) if part) + curve


def _reproduce(report: Report, schema: FeatureSchema) -> str:
    run = report.get("run") or {}
    command = run.get("command") or "faithstill train ROWS --out BUNDLE"
    seed = f" Seed {run['seed']}." if run.get("seed") is not None else ""
    changed = ", ".join(f"{table} {value}" for table, value in sorted(schema.tables.items()))
    tables = f"\n\nTables: {changed}." if changed else ""
    return (
        f"```\n{command}\n```\n\nThe same rows, seed and versions give the same coefficients.{seed}{tables}"
    )
