# SPDX-License-Identifier: Apache-2.0
"""The whole command line: the serving commands and the training ones; heavy imports happen inside commands."""

from __future__ import annotations

import signal
import sys
from io import TextIOWrapper
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer
from rich.console import Console

from faithstill.data.split import FoldBy
from faithstill.featurize.settings import SHIPPED_ENCODER
from faithstill.serve import bundle_cli
from faithstill.serve.bundle import version_of
from faithstill.serve.cli import (
    COMMANDS,
    EncoderOption,
    JsonOption,
    ModelOption,
    WithoutOption,
    chosen_encoder,
    progress_bar,
    say,
)
from faithstill.serve.guard import audit_cli
from faithstill.serve.guard import cli as guard_cli
from faithstill.serve.http import cli as http_cli
from faithstill.train.commands import calibrate_command, data_commands, encoder_commands
from faithstill.train.commands.data_commands import RowsArgument

from .missing_extras import import_error_in_words
from .module_main import BAD_INPUT, os_error_in_words
from .output_paths import check_output, check_table, name_or_folder

if TYPE_CHECKING:  # imported where they are needed
    from faithstill.featurize import Settings
    from faithstill.train.commands.train_job import Job

OK, FAILED = 0, 1
# How typer ends on Ctrl-C, without a word.
INTERRUPTED = 130

app = typer.Typer(
    name="faithstill",
    no_args_is_help=True,
    pretty_exceptions_enable=False,
    add_completion=False,
)
app.add_typer(data_commands.app, name="data")
app.add_typer(encoder_commands.app, name="encoders")
app.add_typer(audit_cli.app, name="audit")
app.add_typer(bundle_cli.app, name="bundle")
for _name, _command in (*COMMANDS, *guard_cli.COMMANDS, *audit_cli.COMMANDS, *http_cli.COMMANDS):
    app.command(_name)(_command)
app.command("calibrate")(calibrate_command.calibrate)


def _say_version(wanted: bool) -> None:
    if wanted:
        print(f"faithstill {version_of('faithstill') or 'checkout'}")
        raise typer.Exit


@app.callback()
def _options(
    version_: Annotated[
        bool, typer.Option("--version", is_eager=True, callback=_say_version, help="print the version")
    ] = False,
) -> None:
    """Train, prove and serve faithfulness classifiers for RAG answers. English only.

    Exit codes: 0 ok, 1 failed (check: a value is refuted; score: a route that --fail-on names), 2 bad input.
    """


SpacyOption = Annotated[
    bool, typer.Option("--use-spacy-fusion", help="add spaCy's entities to the extractor's")
]
PosOption = Annotated[
    bool, typer.Option("--enable-pos-metrics", help="add part-of-speech features from spaCy")
]
SpacyModelOption = Annotated[
    str, typer.Option("--spacy-model", help="installed spaCy pipeline or its folder")
]
EmbedderOption = Annotated[
    str, typer.Option("--embedder", help='"static" or a sentence-transformers name or folder')
]


@app.command()
def train(
    rows: RowsArgument,
    out: Annotated[Path, typer.Option("--out", help="bundle folder to write")],
    report: Annotated[Path | None, typer.Option("--report", help="HTML report; OUT.html without it")] = None,
    folds: Annotated[int, typer.Option("--folds", min=2, help="parts for cross-validation")] = 5,
    fold_by: Annotated[
        FoldBy,
        typer.Option("--fold-by", help="what a fold holds whole; domain: for rows of kinds not trained on"),
    ] = FoldBy.GROUP,
    seed: Annotated[
        int,
        typer.Option(
            "--seed", min=0, help="of split, folds and intervals; the same one gives the same bundle"
        ),
    ] = 42,
    objective: Annotated[
        str,
        typer.Option(
            "--objective",
            help="what the threshold is chosen for: f1, 'precision>=0.95' (of delivered answers), 'miss-rate<=0.05' "
            "(unfaithful answers called faithful), cost=10:1 (one of those costs 10, a faithful one withheld 1)",
        ),
    ] = "f1",
    mlflow: Annotated[
        bool, typer.Option("--mlflow/--no-mlflow", help="record an MLflow run (extra train)")
    ] = False,
    experiment: Annotated[str, typer.Option("--experiment", help="MLflow experiment")] = "faithstill",
    register: Annotated[
        str | None, typer.Option("--register", help="MLflow model name; EXPERIMENT without it")
    ] = None,
    provenance: Annotated[str, typer.Option("--provenance", help="a sentence for the model card")] = "",
    use_spacy_fusion: SpacyOption = False,
    enable_pos_metrics: PosOption = False,
    spacy_model: SpacyModelOption = "en_core_web_sm",
    embedder: EmbedderOption = "static",
    encoder: EncoderOption = SHIPPED_ENCODER,
    without: WithoutOption = None,
    json_: JsonOption = False,
) -> None:
    """Train by grouped k-fold, evaluate on held-out rows, export a bundle and write a report."""
    from faithstill.train.commands.train_job import Job, run
    from faithstill.train.fit.threshold_objective import Objective
    from faithstill.train.report.mlflow_run import check_tracking

    settings = _settings(use_spacy_fusion, enable_pos_metrics, spacy_model, embedder, encoder, without)
    check_tracking(register=register, mlflow=mlflow)
    # Not with_suffix: models/v1.1 and models/v1.2 are two bundles.
    html, wanted = report or Path(f"{out}.html"), Objective.parse(objective)
    job = Job(rows, out, html, settings, folds, fold_by, seed, provenance, wanted)
    with progress_bar() as bar:
        result = run(job, bar)
    _show_trained(job, result, as_json=json_)
    if mlflow:
        _track(result, job.out, job.html, experiment, register)


def _settings(
    use_spacy_fusion: bool,
    enable_pos_metrics: bool,
    spacy_model: str,
    embedder: str,
    encoder: str,
    without: list[str] | None,
) -> Settings:
    from faithstill.featurize import Settings

    return Settings(
        use_spacy_fusion=use_spacy_fusion,
        enable_pos_metrics=enable_pos_metrics,
        spacy_model=name_or_folder(spacy_model),
        embedder=name_or_folder(embedder),
        encoder=chosen_encoder(encoder, without),
    )


def _show_trained(job: Job, result: dict[str, Any], *, as_json: bool) -> None:
    from faithstill.train.report.cautions import cautions
    from faithstill.train.report.terminal_summary import summary

    for line in cautions(result):
        _complain(f"{job.rows}: {line}", OK)
    if as_json:
        say(result, as_json=True, text="")
    else:
        Console().print(summary(result))
        Console().print(f"bundle {job.out}   report {job.html}", markup=False, soft_wrap=True)


@app.command()
def evaluate(
    rows: RowsArgument,
    model: ModelOption = "general",
    report: Annotated[Path | None, typer.Option("--report", help="HTML report to write")] = None,
    json_: JsonOption = False,
) -> None:
    """Measure a bundle on labelled rows: metrics with intervals, slices, baselines."""
    from faithstill.train.evaluate.evaluate_bundle import evaluate_bundle
    from faithstill.train.report.cautions import cautions
    from faithstill.train.report.html_page import write_html
    from faithstill.train.report.terminal_summary import summary

    if report:
        check_output(report, rows)
    with progress_bar() as bar:
        result = evaluate_bundle(rows, model, bar)
    if seen := result["data"]["seen_in_training"]:
        of = f"{seen} of {result['data']['rows']} rows"
        _complain(f"{of} have contexts that the bundle was trained on: their figures are too good", OK)
    for line in cautions(result):
        _complain(f"{rows}: {line}", OK)
    if report:
        write_html(result, report)
    if json_:
        say(result, as_json=True, text="")
    else:
        Console().print(summary(result))


@app.command()
def analyze(rows: RowsArgument, model: ModelOption = "general", json_: JsonOption = False) -> None:
    """Why a bundle errs on labelled rows: drivers, stability, collinearity, contributions, worst rows."""
    from faithstill.train.evaluate.evaluate_bundle import analyze_bundle
    from faithstill.train.report.terminal_summary import analysis_text

    with progress_bar() as bar:
        result = analyze_bundle(rows, model, bar)
    say(result, as_json=json_, text=analysis_text(result))


@app.command()
def featurize(
    rows: Annotated[Path, typer.Argument(help="CSV, JSONL or Parquet; labels are optional")],
    out: Annotated[Path, typer.Option("--out", help="features, Parquet, CSV or JSONL by ending")],
    use_spacy_fusion: SpacyOption = False,
    enable_pos_metrics: PosOption = False,
    spacy_model: SpacyModelOption = "en_core_web_sm",
    embedder: EmbedderOption = "static",
    encoder: EncoderOption = SHIPPED_ENCODER,
    without: WithoutOption = None,
    json_: JsonOption = False,
) -> None:
    """Write every feature of every row to a file."""
    from faithstill.train.fit.row_features import write_features

    settings = _settings(use_spacy_fusion, enable_pos_metrics, spacy_model, embedder, encoder, without)
    check_table(out, rows)
    with progress_bar() as bar:
        count = write_features(rows, out, settings, bar)
    say({"rows": count, "out": str(out)}, as_json=json_, text=f"wrote {count} rows to {out}")


@app.command()
def features(json_: JsonOption = False) -> None:
    """List every feature: family, range, which way it may speak, meaning, and its value where it is undefined."""
    from faithstill.train.commands.listings import feature_list, feature_table

    if json_:
        say(feature_list(), as_json=True, text="")
    else:
        Console().print(feature_table())


@app.command()
def mutate(
    rows: RowsArgument,
    out: Annotated[
        Path, typer.Option("--out", help="rows with planted errors, CSV, JSONL or Parquet by ending")
    ],
    kinds: Annotated[
        str, typer.Option("--kinds", help="kinds of errors separated by commas, or all")
    ] = "all",
    keep: Annotated[bool, typer.Option("--keep", help="write the untouched faithful rows too")] = False,
    seed: Annotated[int, typer.Option("--seed", min=0, help="the same one plants the same errors")] = 7,
    json_: JsonOption = False,
) -> None:
    """Plant one known error of each kind into every faithful answer: rows to train on and to test checks with."""
    from faithstill.train.planting.mutant_tables import write_mutants

    check_table(out, rows)
    with progress_bar() as bar:
        result = write_mutants(rows, out, bar, kinds=kinds, keep=keep, seed=seed)
    counts = "".join(f"\n  {kind:12} {n}" for kind, n in result["kinds"].items())
    text = f"{result['mutants']} mutants of {result['faithful']} faithful rows in {out}{counts}"
    say(result, as_json=json_, text=text)


def _track(result: dict[str, object], out: Path, html: Path, experiment: str, register: str | None) -> None:
    from faithstill.train.report.mlflow_run import track

    name = register or experiment
    run = track(result, out, html, experiment=experiment, registered_name=name)
    Console(stderr=True).print(f"MLflow run {run}, registered model {name}", markup=False)


def main() -> None:
    """Run the command line; exit 0 ok, 1 failed (or what `--fail-on` names), 2 bad input (wrong options included)."""
    # A service that is stopped cleans up as for Ctrl-C; Ctrl-C counts where the parent ignores it, as under nohup.
    for stop in (signal.SIGTERM, signal.SIGINT):
        signal.signal(stop, signal.default_int_handler)
    if isinstance(sys.stdout, TextIOWrapper):
        # JSON is UTF-8 whatever the terminal speaks, and a name that cannot be encoded is no reason to fail.
        sys.stdout.reconfigure(encoding="utf-8", errors="backslashreplace")
    code: str | int | None = OK
    try:
        app()
    except SystemExit as ended:
        code = ended.code
        if code == INTERRUPTED:
            code = _complain(
                "interrupted: nothing is half-written; predict-batch continues where it stopped",
                FAILED,
            )
    except OSError as error:
        of_a_path = error.filename or isinstance(error, FileNotFoundError)
        code = _complain(os_error_in_words(error), BAD_INPUT if of_a_path else FAILED)
    except ValueError as error:
        code = _complain(str(error), BAD_INPUT)
    except ImportError as error:
        code = _complain(import_error_in_words(error), FAILED)
    except RuntimeError as error:
        code = _complain(str(error), FAILED)
    sys.exit(code)


def _complain(message: str, code: int) -> int:
    print(message, file=sys.stderr)
    return code
