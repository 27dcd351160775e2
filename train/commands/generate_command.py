# SPDX-License-Identifier: Apache-2.0
"""The `generate` command: a language model answers questions from their passages and grades its answers."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from faithstill.serve.cli import JsonOption, make_folder, progress_bar, say
from faithstill.serve.said_columns import say_columns
from faithstill.train.output_paths import check_table

from .llm_options import (
    Asking,
    AtOnceOption,
    EstimateOption,
    LlmModelOption,
    LlmOption,
    MostCostOption,
    MostTokensOption,
    PriceInOption,
    PriceOutOption,
    RecordOption,
    ReplayOption,
    RetriesOption,
    TimeoutOption,
)


def generate(
    rows: Annotated[
        Path, typer.Argument(help="CSV, JSONL or Parquet with question, contexts; an answer is kept")
    ],
    model: LlmModelOption,
    out: Annotated[Path, typer.Option("--out", help="the rows with answers; refusals and journal beside it")],
    llm: LlmOption = None,
    at_once: AtOnceOption = 4,
    retries: RetriesOption = 2,
    timeout: TimeoutOption = 60.0,
    most_tokens: MostTokensOption = None,
    most_cost: MostCostOption = None,
    price_in: PriceInOption = 0.0,
    price_out: PriceOutOption = 0.0,
    record: RecordOption = None,
    replay: ReplayOption = None,
    estimate: EstimateOption = False,
    json_: JsonOption = False,
) -> None:
    """Answer questions from their passages by a language model that grades its own answers, by a strict schema.

    The self-metrics are columns that train, score and predict-batch read. A question whose replies all fail has no
    answer and is named in OUT.refused.jsonl. An interrupted run continues where it stopped. The key is read from
    OPENAI_API_KEY. Exit codes: 0 answered, 1 no question could be, 2 bad input.
    """
    from faithstill.data import read_questions
    from faithstill.data.llm import Journal
    from faithstill.serve.answer_run import Answerer, answer_rows

    check_table(out, rows)
    asking = Asking(llm, timeout, most_tokens, most_cost, price_in, price_out, record, replay)
    table = read_questions(rows)
    say_columns(rows, table.mapped, table.ignored)
    make_folder(out)
    journal = Journal(out.with_name(f"{out.name}.journal.jsonl"))
    answerer = Answerer(asking.clients([model], journal)[0], journal, retries=retries)
    typer.echo(f"{rows}: {asking.plan(answerer.expected(table.triples), journal)}", err=True)
    if estimate:
        return
    with progress_bar() as bar:
        task = bar.add_task("answering", total=sum(not row.answer.strip() for row in table.triples))
        report = answer_rows(
            table.triples,
            answerer,
            out,
            at_once=at_once,
            price=asking.price,
            progress=lambda n: bar.advance(task, n),
        )
    say(report.as_dict(), as_json=json_, text=str(report))
    if not report.rows and report.refused:
        raise typer.Exit(1)
