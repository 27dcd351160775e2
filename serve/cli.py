# SPDX-License-Identifier: Apache-2.0
"""The serving commands: check, claims, score, explain, predict-batch."""

from __future__ import annotations

import json
from collections.abc import Collection
from datetime import datetime
from enum import StrEnum
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.console import Console
from rich.progress import (
    BarColumn,
    MofNCompleteColumn,
    Progress,
    TextColumn,
    TimeElapsedColumn,
    TimeRemainingColumn,
)

from faithstill.data import check_rows
from faithstill.factcheck import CitationChecker, FactChecker, FactStatus
from faithstill.featurize import Featurizer, Settings
from faithstill.featurize.encoders.encoder_places import lasting_place
from faithstill.featurize.encoders.nli import OnnxNli
from faithstill.featurize.lexicon import Lexicon
from faithstill.featurize.settings import SHIPPED_ENCODER

from .batch import check_place, predict_into
from .claim_report import as_text as claim_text
from .claim_report import claim_report
from .kept import kept_names, renamed
from .routes import Route
from .said_columns import say_columns, say_renamed
from .scorer import Scorer
from .triple_options import (
    AnswerFileOption,
    AnswerOption,
    ContextFileOption,
    ContextOption,
    QuestionFileOption,
    QuestionOption,
    TripleArgument,
    read_triple,
)
from .utilization import as_text, utilization

ModelOption = Annotated[
    str, typer.Option("--model", help="bundle folder, or a shipped bundle: general, finance, light")
]
EncoderOption = Annotated[
    str,
    typer.Option(
        "--encoder", help='"shipped", an installed encoder by its name, or the folder of an exported one'
    ),
]
WithoutOption = Annotated[
    list[str] | None,
    typer.Option("--without", help="leave out: entailment (quicker, needs no onnxruntime)"),
]
ThresholdOption = Annotated[
    float | None,
    typer.Option(
        "--threshold",
        min=0,
        max=1,
        help="probability from which an answer is called faithful; the bundle's without it",
    ),
]
LexiconOption = Annotated[
    Path | None,
    typer.Option(
        "--lexicon", help="what documents call names, as lexicon build writes it; in place of the bundle's"
    ),
]
JsonOption = Annotated[bool, typer.Option("--json", help="print JSON")]
VerboseOption = Annotated[
    bool, typer.Option("--verbose", help="list every feature with what it adds to the log-odds")
]


class FailOn(StrEnum):
    """The mildest route that makes `score` exit with 1; worse routes do so too."""

    REVIEW = "review"
    BLOCK = "block"


_FAILING = {
    None: frozenset[Route](),
    FailOn.BLOCK: frozenset({Route.BLOCK}),
    FailOn.REVIEW: frozenset({Route.BLOCK, Route.REVIEW}),
}
FailOnOption = Annotated[
    FailOn | None,
    typer.Option(
        "--fail-on",
        help="exit 1 where the route is block, or (review) where it is review or block; exit 0 without it",
    ),
]


def chosen_encoder(encoder: str, without: Collection[str] | None) -> str:
    """The encoder that the options name, "" for none; ValueError for what cannot be left out."""
    if unknown := sorted(set(without or ()) - {"entailment"}):
        raise ValueError(f"--without {unknown[0]}: what can be left out is entailment")
    return "" if without else lasting_place(encoder)


def say(value: Any, *, as_json: bool, text: str) -> None:
    """Print a command's result, as JSON or in words."""
    print(json.dumps(value, ensure_ascii=False, indent=2, allow_nan=False) if as_json else text)


def progress_bar() -> Progress:
    """A progress bar on standard error, so that results can be piped."""
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn())
    return Progress(*columns, TimeElapsedColumn(), TimeRemainingColumn(), console=Console(stderr=True))


def make_folder(out: Path) -> None:
    """Make the folder that a file goes to; ValueError where a file stands in its place."""
    try:
        out.parent.mkdir(parents=True, exist_ok=True)
    except (FileExistsError, NotADirectoryError) as error:
        raise ValueError(f"{out}: {error.filename} is no folder; choose another place") from None


def check(
    source: TripleArgument = None,
    question: QuestionOption = None,
    question_file: QuestionFileOption = None,
    context: ContextOption = None,
    context_file: ContextFileOption = None,
    answer: AnswerOption = None,
    answer_file: AnswerFileOption = None,
    today: Annotated[
        datetime | None,
        typer.Option("--today", formats=["%Y-%m-%d"], help='the day that "yesterday" is counted from'),
    ] = None,
    citations: Annotated[
        bool, typer.Option("--citations", help="check the citations too; an encoder tells wrong passages")
    ] = False,
    why: Annotated[
        bool, typer.Option("--why", help="name the rule that decided each finding, and its file")
    ] = False,
    require_citations: Annotated[
        bool, typer.Option("--require-citations", help="each factual sentence needs one; means --citations")
    ] = False,
    lexicon: LexiconOption = None,
    encoder: EncoderOption = SHIPPED_ENCODER,
    without: WithoutOption = None,
    json_: JsonOption = False,
) -> None:
    """Prove or refute every value, name and status of one answer, without a model; exit 1 where one is refuted.

    With --citations also whether each marker names one passage, the right one, its wording and its revision; exit 1
    where one does not.
    """
    files = question_file, context_file, answer_file
    triple = read_triple(source, question, context, answer, files)
    known = Lexicon.load(lexicon) if lexicon else None
    report = FactChecker(anchor=today.date() if today else None, lexicon=known).check_triple(triple)
    cited = None
    if citations or require_citations:
        featurizer = Featurizer(Settings(encoder=chosen_encoder(encoder, without)))
        cited = CitationChecker(featurizer, require=require_citations).check_triple(triple)
    told = report.as_dict() | ({"citations": cited.as_dict()} if cited else {})
    rules = [f"  {finding.text}: {finding.why}" for finding in report.findings] if why else []
    say(told, as_json=json_, text="\n".join([*map(str, filter(None, (report, cited))), *rules]))
    if FactStatus.FAILED in (report.status, cited.status if cited else None):
        raise typer.Exit(1)


def claims(
    source: TripleArgument = None,
    question: QuestionOption = None,
    question_file: QuestionFileOption = None,
    context: ContextOption = None,
    context_file: ContextFileOption = None,
    answer: AnswerOption = None,
    answer_file: AnswerFileOption = None,
    encoder: EncoderOption = SHIPPED_ENCODER,
    without: WithoutOption = None,
    model: Annotated[
        str | None, typer.Option("--model", help="score the statements, too, with this bundle")
    ] = None,
    json_: JsonOption = False,
) -> None:
    """The claims of one answer, each with its best evidence and verdict, and what of the answer is no claim."""
    files = question_file, context_file, answer_file
    triple = read_triple(source, question, context, answer, files)
    chosen = chosen_encoder(encoder, without)
    report = claim_report(triple, OnnxNli.load(chosen) if chosen else None)
    text = claim_text(report)
    if model:
        score = Scorer.load(model).score_triple(triple)
        report["statements"] = [statement.as_dict() for statement in score.statements]
        text = "\n".join([*score.lines(), "", text])
    say(report, as_json=json_, text=text)


def score(
    source: TripleArgument = None,
    question: QuestionOption = None,
    question_file: QuestionFileOption = None,
    context: ContextOption = None,
    context_file: ContextFileOption = None,
    answer: AnswerOption = None,
    answer_file: AnswerFileOption = None,
    model: ModelOption = "general",
    threshold: ThresholdOption = None,
    fail_on: FailOnOption = None,
    lexicon: LexiconOption = None,
    verbose: VerboseOption = False,
    json_: JsonOption = False,
) -> None:
    """Score one answer: probability that it is faithful, route, and what is said of each of its statements.

    Exit codes: 0 scored, 1 the route is one that --fail-on names, 2 bad input.
    """
    files = question_file, context_file, answer_file
    triple = read_triple(source, question, context, answer, files)
    result = Scorer.load(model, threshold=threshold, lexicon=lexicon).score_triple(triple)
    say(result.as_dict(), as_json=json_, text=str(result.explain(verbose=verbose)))
    if result.route in _FAILING[fail_on]:
        raise typer.Exit(1)


def explain(
    source: TripleArgument = None,
    question: QuestionOption = None,
    question_file: QuestionFileOption = None,
    context: ContextOption = None,
    context_file: ContextFileOption = None,
    answer: AnswerOption = None,
    answer_file: AnswerFileOption = None,
    model: ModelOption = "general",
    threshold: ThresholdOption = None,
    lexicon: LexiconOption = None,
    verbose: VerboseOption = False,
    json_: JsonOption = False,
) -> None:
    """The report of one answer: statements with their evidence, claims, values, names, contributions."""
    scorer = Scorer.load(model, threshold=threshold, lexicon=lexicon)
    files = question_file, context_file, answer_file
    triple = read_triple(source, question, context, answer, files)
    report = utilization(scorer, triple, verbose=verbose)
    say(report, as_json=json_, text=as_text(report))


def predict(
    rows: Annotated[Path, typer.Argument(help="CSV, JSONL or Parquet")],
    out: Annotated[Path, typer.Option("--out", help="predictions, CSV or JSONL by ending")],
    model: ModelOption = "general",
    threshold: ThresholdOption = None,
    lexicon: LexiconOption = None,
    workers: Annotated[
        int | None, typer.Option("--workers", min=1, help="processes; all cores without it")
    ] = None,
    fresh: Annotated[bool, typer.Option("--fresh", help="do not continue an interrupted run")] = False,
    json_: JsonOption = False,
) -> None:
    """Score an evaluation set row by row into a file; an interrupted run continues where it stopped.

    The file has all columns of the input, then id, faithful, is_faithful, status, route, why, threshold, logit, reasons
    and label, a JSONL file the statements with their scores too; id and label are the input's where it has them,
    another column of such a name is kept as input_NAME.
    """
    check_place(out, rows)
    checked = check_rows(rows)
    say_columns(rows, checked.mapped, checked.ignored)
    say_renamed(rows, renamed(kept_names(checked.columns)))
    scorer = Scorer.load(model, threshold=threshold, lexicon=lexicon)
    make_folder(out)
    with progress_bar() as bar:
        task = bar.add_task("scoring", total=checked.rows)
        statuses = predict_into(
            out,
            rows,
            scorer,
            columns=checked.columns,
            workers=workers,
            resume=not fresh,
            report=lambda done: bar.update(task, completed=done),
        )
    result = {"rows": checked.rows, "statuses": dict(sorted(statuses.items())), "out": str(out)}
    say(result, as_json=json_, text=f"wrote {out}")


COMMANDS = (
    ("check", check),
    ("claims", claims),
    ("score", score),
    ("explain", explain),
    ("predict-batch", predict),
)
