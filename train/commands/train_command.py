# SPDX-License-Identifier: Apache-2.0
"""The `train` command; heavy imports happen inside it."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer
from rich.console import Console

from faithstill.data.split import FoldBy
from faithstill.featurize.settings import SHIPPED_ENCODER
from faithstill.serve.cli import (
    EncoderOption,
    JsonOption,
    WithoutOption,
    progress_bar,
    say,
)

from .data_commands import RowsArgument
from .feature_options import EmbedderOption, PosOption, SpacyModelOption, SpacyOption, settings_of

if TYPE_CHECKING:  # imported where they are needed
    from .job import Job


OutOption = Annotated[Path, typer.Option("--out", help="bundle folder to write")]
ReportOption = Annotated[Path | None, typer.Option("--report", help="HTML report; OUT.html without it")]
FoldsOption = Annotated[int, typer.Option("--folds", min=2, help="parts for cross-validation")]
FoldByOption = Annotated[
    FoldBy,
    typer.Option("--fold-by", help="what a fold holds whole; domain: for rows of kinds not trained on"),
]
SeedOption = Annotated[
    int,
    typer.Option("--seed", min=0, help="of split, folds and intervals; the same one gives the same bundle"),
]
ObjectiveOption = Annotated[
    str,
    typer.Option(
        "--objective",
        help="what the threshold is chosen for: f1, 'precision>=0.95' (of delivered answers), 'miss-rate<=0.05' "
        "(unfaithful answers called faithful), cost=10:1 (one of those costs 10, a faithful one withheld 1)",
    ),
]
MlflowOption = Annotated[
    bool, typer.Option("--mlflow/--no-mlflow", help="record an MLflow run (extra train)")
]
ExperimentOption = Annotated[str, typer.Option("--experiment", help="MLflow experiment")]
RegisterOption = Annotated[
    str | None, typer.Option("--register", help="MLflow model name; EXPERIMENT without it")
]
FingerprintOption = Annotated[
    bool,
    typer.Option(
        "--fingerprint", help="keep what its answers look like, for `faithstill drift`: scores all rows"
    ),
]
TrainLexiconOption = Annotated[
    Path | None,
    typer.Option(
        "--lexicon", help="what the documents of the rows call names, for training and in the bundle"
    ),
]
ProvenanceOption = Annotated[str, typer.Option("--provenance", help="a sentence for the model card")]


def train(
    rows: RowsArgument,
    out: OutOption,
    report: ReportOption = None,
    folds: FoldsOption = 5,
    fold_by: FoldByOption = FoldBy.GROUP,
    seed: SeedOption = 42,
    objective: ObjectiveOption = "f1",
    mlflow: MlflowOption = False,
    experiment: ExperimentOption = "faithstill",
    register: RegisterOption = None,
    provenance: ProvenanceOption = "",
    fingerprint: FingerprintOption = False,
    lexicon: TrainLexiconOption = None,
    use_spacy_fusion: SpacyOption = False,
    enable_pos_metrics: PosOption = False,
    spacy_model: SpacyModelOption = "en_core_web_sm",
    embedder: EmbedderOption = "static",
    encoder: EncoderOption = SHIPPED_ENCODER,
    without: WithoutOption = None,
    json_: JsonOption = False,
) -> None:
    """Train by grouped k-fold, evaluate on held-out rows, export a bundle and write a report."""
    from faithstill.train.drift.compare import make_fingerprint
    from faithstill.train.fit.threshold_objective import Objective
    from faithstill.train.report.mlflow_run import check_tracking

    from .job import Job
    from .train_job import run

    settings = settings_of(use_spacy_fusion, enable_pos_metrics, spacy_model, embedder, encoder, without)
    check_tracking(register=register, mlflow=mlflow)
    # Not with_suffix: models/v1.1 and models/v1.2 are two bundles.
    html, wanted = report or Path(f"{out}.html"), Objective.parse(objective)
    job = Job(rows, out, html, settings, folds, fold_by, seed, provenance, wanted, lexicon)
    with progress_bar() as bar:
        result = run(job, bar)
        if fingerprint:
            make_fingerprint(rows, str(out), bar=bar).put_into(out)
    _show_trained(job, result, as_json=json_)
    if mlflow:
        _track(result, job.out, job.html, experiment, register)


def _show_trained(job: Job, result: dict[str, Any], *, as_json: bool) -> None:
    from faithstill.train.report.cautions import cautions
    from faithstill.train.report.terminal_summary import summary

    for line in cautions(result):
        typer.echo(f"{job.rows}: {line}", err=True)
    if as_json:
        say(result, as_json=True, text="")
    else:
        Console().print(summary(result))
        Console().print(f"bundle {job.out}   report {job.html}", markup=False, soft_wrap=True)


def _track(result: dict[str, object], out: Path, html: Path, experiment: str, register: str | None) -> None:
    from faithstill.train.report.mlflow_run import track

    name = register or experiment
    run = track(result, out, html, experiment=experiment, registered_name=name)
    Console(stderr=True).print(f"MLflow run {run}, registered model {name}", markup=False)
