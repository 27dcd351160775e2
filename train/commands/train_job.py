# SPDX-License-Identifier: Apache-2.0
"""The main job: annotated rows -> features -> grouped k-fold -> held-out report -> bundle, checked by reloading."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from itertools import chain
from pathlib import Path
from shlex import join
from tempfile import TemporaryDirectory
from typing import Any

import numpy as np
import typer
from numpy.typing import NDArray
from rich.progress import Progress

from faithstill.data import Table, Triple, grouped_split
from faithstill.data.split import FoldBy
from faithstill.featurize import Featurizer, Settings
from faithstill.featurize.probes import ProbeFeatures
from faithstill.serve import Bundle, Scorer, save_bundle
from faithstill.serve.batch import predictions
from faithstill.serve.bundle import check_replaceable, version_of
from faithstill.serve.workers import over_cores
from faithstill.train.evaluate.ablation import ablate
from faithstill.train.evaluate.baselines import PROBED, Step, baselines, probes
from faithstill.train.evaluate.domain_transfer import leave_one_domain_out
from faithstill.train.evaluate.evaluate_bundle import (
    ROW_TEXTS,
    curves_of,
    data_of,
    errors_of,
    families_by_feature,
    parts_of,
)
from faithstill.train.evaluate.evaluation import evaluate, marks
from faithstill.train.evaluate.feature_analysis import FeatureReport, analyze
from faithstill.train.fit.baseline_methods import METHODS, Rows, can_pass
from faithstill.train.fit.cross_validation import Fitted, assign_folds, fit
from faithstill.train.fit.onnx_export import check_onnx, to_onnx
from faithstill.train.fit.row_features import featurized, taught
from faithstill.train.fit.threshold_objective import F1, Objective, chosen_by
from faithstill.train.labelled_rows import read_labelled
from faithstill.train.output_paths import check_folder, check_output
from faithstill.train.report.html_page import write_html
from faithstill.train.report.model_card import model_card

Floats = NDArray[np.float64]
_ONNX_TOLERANCE = 1e-6
_ROUNDING = 1e-12
SEED = 42


@dataclass(frozen=True, slots=True)
class Job:
    """What to train on, where to write, and how."""

    rows: Path
    out: Path
    html: Path
    settings: Settings = field(default_factory=Settings)
    folds: int = 5
    fold_by: FoldBy = FoldBy.GROUP
    seed: int = SEED
    provenance: str = ""  # where the rows come from, in a sentence for the model card
    objective: Objective = F1  # what the threshold is chosen for

    @property
    def command(self) -> str:
        """What to type for the same bundle."""
        own, usual = self.settings, Job(self.rows, self.out, self.html)
        options = []
        for name in ("folds", "fold_by", "seed", "objective"):
            if getattr(self, name) != getattr(usual, name):
                options += [f"--{name.replace('_', '-')}", str(getattr(self, name))]
        options += ["--use-spacy-fusion"] * own.use_spacy_fusion + [
            "--enable-pos-metrics"
        ] * own.enable_pos_metrics
        if own.use_spacy_fusion or own.enable_pos_metrics:
            options += ["--spacy-model", own.spacy_model]
        if own.embedder != usual.settings.embedder:
            options += ["--embedder", own.embedder]
        if own.encoder != usual.settings.encoder:
            options += ["--encoder", own.encoder] if own.encoder else ["--without", "entailment"]
        return join(("faithstill", "train", str(self.rows), "--out", str(self.out), *options))


def run(job: Job, bar: Progress) -> dict[str, Any]:
    """Train, evaluate, export and report; returns the feature report, which the bundle holds too.

    Raises ValueError for bad rows or places before anything is computed; nothing is written then.
    """
    _check_places(job)
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
    featurizer = Featurizer(replace(job.settings, self_report=reported or job.settings.self_report))
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
    scorer = Scorer(Bundle(featurizer.schema, fitted.model, {}, {}))
    report = _report(job, table, train, test, fitted, scorer, bar)
    _write(job, featurizer, fitted, report, train, test, bar)
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


def split(triples: Sequence[Triple], *, seed: int) -> tuple[list[int], list[int]]:
    """Rows to train on and to hold out: as the column `split` says, grouped 3:1 where it says nothing or only train.

    ValueError where the column says something else, leaves no row to train on, or tears a group apart.
    """
    named = {triple.split for triple in triples}
    if named in ({""}, {"train"}):
        train, test = grouped_split(triples, seed=seed)
        return list(train), list(test)
    if unknown := sorted(named - {"train", "test"}):
        found = "nothing" if unknown[0] == "" else repr(unknown[0])
        raise ValueError(f"split says {found} in some rows: write train or test in each, or drop the column")
    if "train" not in named:
        raise ValueError(
            "split says test in all rows, which are not to be learnt from: "
            "write train in some groups, or drop the column"
        )
    sides = [[i for i, triple in enumerate(triples) if triple.split == side] for side in ("train", "test")]
    shared = set.intersection(*({triples[i].group for i in side} for side in sides))
    if shared:
        raise ValueError(f"group {min(shared)!r} has both train and test rows: a group belongs to one split")
    return sides[0], sides[1]


def _report(
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


def _write(
    job: Job,
    featurizer: Featurizer,
    fitted: Fitted,
    report: dict[str, Any],
    train: Rows,
    test: Rows,
    bar: Progress,
) -> None:
    """Export, save, reload, rescore: nothing takes its place until serving gives the same numbers."""
    onnx = to_onnx(fitted.model)
    drift = check_onnx(onnx, fitted.model, np.concatenate([train.matrix, test.matrix]))
    if drift > _ONNX_TOLERANCE:
        raise RuntimeError(
            f"the ONNX model differs by {drift:.2e} from the linear model; nothing was written"
        )
    card = model_card(report, featurizer.schema)
    fingerprint = _fingerprint(job, train.triples, test.triples)
    save = partial(
        save_bundle,
        schema=featurizer.schema,
        model=fitted.model,
        report=report | {"errors": [_without_texts(error) for error in report["errors"]]},
        card=card,
        onnx=onnx,
        fingerprint=fingerprint,
        probes=ProbeFeatures.of(featurizer).as_bytes(),
    )
    with TemporaryDirectory() as folder:
        save(Path(folder) / "bundle")
        replay(Path(folder) / "bundle", test, test.probabilities(fitted.model), bar)
    save(job.out)
    write_html(report, job.html)


def _without_texts(error: dict[str, Any]) -> dict[str, Any]:
    """A bundle travels further than its training rows may: it names the rows, the HTML report shows them."""
    return {key: value for key, value in error.items() if key not in ROW_TEXTS}


def _fingerprint(job: Job, train: Sequence[Triple], test: Sequence[Triple]) -> dict[str, Any]:
    triples = (*train, *test)
    digest = hashlib.sha256(repr(triples).encode("utf-8", "surrogatepass")).hexdigest()
    return {
        "rows_sha256": digest,
        "rows": len(triples),
        "seed": job.seed,
        "folds": job.folds,
        "objective": str(job.objective),
        # By these an evaluation tells rows that the model has seen.
        "contexts": sorted({triple.context_key for triple in train}),
    }


def replay(bundle: Path, rows: Rows, expected: Floats, bar: Progress) -> None:
    """Score raw rows through the saved bundle; RuntimeError unless all probabilities and decisions are the same."""
    scorer = Scorer.load(bundle)
    called = rows.called(expected, scorer.bundle.model.threshold)
    chunks = over_cores(rows.triples, partial(predictions, scorer), workers=None)
    found = bar.track(chain.from_iterable(chunks), total=len(rows.triples), description="scoring again")
    for row, p, passed in zip(found, expected.tolist(), called.tolist(), strict=True):
        seen = (p if row["faithful"] is not None else None, passed)
        same = row["is_faithful"] == passed and _is_close(row["faithful"], seen[0])
        if not same:
            raise RuntimeError(
                f"row {row['id']}: the saved bundle gives {row['faithful']!r}, {_decision(row['is_faithful'])}, "
                f"evaluation saw {p!r}, {_decision(passed)}; nothing was written"
            )


def _is_close(found: float | None, expected: float | None) -> bool:
    # Sums of three numbers in another order may differ in the last bit.
    return found is expected or abs(float(found or 0) - float(expected or 0)) < _ROUNDING


def _decision(passed: bool) -> str:
    return "passed" if passed else "rejected"
