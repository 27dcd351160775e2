# SPDX-License-Identifier: Apache-2.0
"""The main job: annotated rows -> features -> grouped k-fold -> held-out report -> bundle, checked by reloading."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
import typer
from rich.progress import Progress

from faithstill.data.split import FoldBy
from faithstill.featurize import Featurizer
from faithstill.featurize.lexicon import Lexicon
from faithstill.serve import Bundle, Scorer
from faithstill.serve.bundle import check_replaceable
from faithstill.train.fit.answer_rows import Rows
from faithstill.train.fit.cross_validation import assign_folds, fit
from faithstill.train.fit.row_features import featurized, taught
from faithstill.train.labelled_rows import read_labelled
from faithstill.train.output_paths import check_folder, check_output

from .held_out_rows import split
from .job import Job
from .job_bundle import write_bundle
from .job_report import report_of


def run(job: Job, bar: Progress) -> dict[str, Any]:
    """Train, evaluate, export and report; returns the feature report, which the bundle holds too.

    Raises ValueError for bad rows or places before anything is computed; nothing is written then.
    """
    _check_places(job)
    lexicon = Lexicon.load(job.lexicon) if job.lexicon else None
    table = read_labelled(job.rows)
    triples = table.triples
    try:
        train_at, test_at = split(triples, seed=job.seed)
    except ValueError as error:
        raise ValueError(f"{job.rows}: {error}") from None
    _check_learnable(job, Rows.of([triples[i] for i in train_at]))
    if not any(triple.split == "test" for triple in triples):
        held = f"{len(test_at)} of {len(triples)} are held out, by whole groups"
        typer.echo(f"{job.rows}: no row's split says test: {held}", err=True)
    reported = any(triple.self_metrics for triple in triples)
    settings = replace(job.settings, self_report=reported or job.settings.self_report)
    featurizer = Featurizer(settings, lexicon=lexicon)
    rows = featurized(triples, featurizer, bar)
    beside = taught([triples[i] for i in sorted(train_at)], featurizer, bar, seed=job.seed)
    train, test = (rows.where(np.isin(np.arange(len(triples)), at)) for at in (train_at, test_at))
    train = replace(train, taught=beside)
    names = featurizer.schema.names
    task = bar.add_task("fitting", total=job.folds + 1)
    fitted = fit(
        train.statements, train.y, train.fold_groups(job.fold_by), names,
        folds=job.folds, seed=job.seed, statuses=train.statuses, objective=job.objective, taught=beside,
        progress=lambda done, total: bar.update(task, completed=done, total=total),
    )  # fmt: skip
    train, test = train.decided(fitted.model), test.decided(fitted.model)
    scorer = Scorer(Bundle(featurizer.schema, fitted.model, {}, {}), lexicon=lexicon)
    report = report_of(job, table, train, test, fitted, scorer, bar)
    write_bundle(job, featurizer, fitted, report, train, test, bar)
    return report


def _check_places(job: Job) -> None:
    check_folder(job.out)
    check_replaceable(job.out)
    check_output(job.html, job.rows)
    if job.out.resolve() in (job.html.resolve(), job.html.resolve().parent):
        raise ValueError(f"{job.html}: is in the bundle's place; put the report beside the folder {job.out}")


def _check_learnable(job: Job, train: Rows) -> None:
    try:
        assign_folds(train.fold_groups(job.fold_by), train.y, job.folds, job.seed)
    except ValueError as error:
        said = (
            " (a group is a whole domain here)"
            if job.fold_by is FoldBy.DOMAIN and "groups" in str(error)
            else ""
        )
        raise ValueError(f"{job.rows}, rows to train on: {error}{said}") from None
