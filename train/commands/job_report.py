# SPDX-License-Identifier: Apache-2.0
"""The report of a training: held-out and out-of-fold figures, rivals, analysis and errors."""

from __future__ import annotations

from typing import Any

from rich.progress import Progress

from faithstill.data import Table
from faithstill.serve import Scorer
from faithstill.serve.bundle import version_of
from faithstill.train.evaluate.ablation import ablate
from faithstill.train.evaluate.baseline_methods import METHODS
from faithstill.train.evaluate.baselines import PROBED, Step, baselines, probes
from faithstill.train.evaluate.domain_transfer import leave_one_domain_out
from faithstill.train.evaluate.evaluate_bundle import (
    curves_of,
    data_of,
    errors_of,
    families_by_feature,
    parts_of,
)
from faithstill.train.evaluate.evaluation import evaluate, marks
from faithstill.train.evaluate.feature_analysis import FeatureReport, analyze
from faithstill.train.fit.answer_rows import Rows, can_pass
from faithstill.train.fit.cross_validation import Fitted
from faithstill.train.fit.threshold_objective import chosen_by

from .job import Job


def report_of(
    job: Job, table: Table, train: Rows, test: Rows, fitted: Fitted, scorer: Scorer, bar: Progress
) -> dict[str, Any]:
    """The content of `feature_report.json`, see report_digest.py."""
    names, threshold = fitted.model.names, fitted.threshold
    families = {families_by_feature().get(name, "") for name in names}
    domains = {triple.domain for triple in train.triples} - {""}
    sizes = (METHODS, PROBED, families, domains)
    # Once each: the two sets of rows.
    task = bar.add_task("evaluating", total=sum(map(len, sizes)) + 2)

    def step() -> None:
        bar.advance(task)

    rivals = baselines(
        train.triples, test.triples, train.matrix, test.matrix, fitted, seed=job.seed, step=step
    )
    p = test.probabilities(fitted.model)
    held = evaluate(test.y, p, threshold, test.triples, statuses=test.statuses, against=rivals, held_out=True)
    step()
    inner = evaluate(train.y, fitted.oof, threshold, train.triples, statuses=train.statuses, against=rivals)
    step()
    analysis = _analysed(job, train, fitted, step)
    away = leave_one_domain_out(
        train, names, fold_by=job.fold_by, folds=job.folds, seed=job.seed,
        cs=(fitted.best_c,), objective=job.objective, step=step,
    )  # fmt: skip
    passable = can_pass(train.statuses, train.y.size)
    objective = chosen_by(job.objective, train.y, fitted.oof, threshold, passable=passable)
    return {
        "run": {"seed": job.seed, "command": job.command, "version": version_of("faithstill") or "checkout"},
        "provenance": job.provenance,
        "data": data_of(table) | {"guessable": probes(table.triples, step=step).as_dict()},
        "fit": fitted.as_dict() | {"fold_by": str(job.fold_by), "objective": objective},
        **parts_of({"held_out": held, "out_of_fold": inner}),
        "baselines": [rival.as_dict() for rival in rivals],
        "curves": curves_of(held, rivals, test, held_out=True),
        "marks": [mark.as_dict() for mark in marks(held, fitted)],
        "domains": [domain.as_dict() for domain in away],
        "analysis": analysis.as_dict(),
        "errors": errors_of(analysis, train.triples, scorer),
    }


def _analysed(job: Job, train: Rows, fitted: Fitted, step: Step) -> FeatureReport:
    families = families_by_feature()
    return analyze(
        fitted.model,
        train.matrix,
        train.y,
        fitted.oof,
        called=train.called(fitted.oof, fitted.threshold),
        ids=[triple.id for triple in train.triples],
        families=families,
        fold_coefs=[fold.coef for fold in fitted.folds],
        ablations=ablate(
            fitted,
            train.statements,
            train.y,
            train.groups,
            families,
            fold_groups=train.fold_groups(job.fold_by),
            folds=job.folds,
            seed=job.seed,
            taught=train.taught,
            step=step,
        ),
    )
