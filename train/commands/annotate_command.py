# SPDX-License-Identifier: Apache-2.0
"""The `annotate` command: language models label answers by a guide."""

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


def annotate(
    rows: Annotated[
        Path, typer.Argument(help="CSV, JSONL or Parquet with question, contexts, answer; a label is kept")
    ],
    model: LlmModelOption,
    out: Annotated[
        Path, typer.Option("--out", help="labelled rows; refusals, report and journal go beside it")
    ],
    llm: LlmOption = None,
    passes: Annotated[
        int, typer.Option("--passes", min=1, max=2, help="2: read twice, and again where the labels differ")
    ] = 1,
    second: Annotated[
        str | None, typer.Option("--second", help="another model for the second reading")
    ] = None,
    third: Annotated[str | None, typer.Option("--third", help="another model where the two differ")] = None,
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
    """Label answers by language models: faithful, partial or unfaithful, with rationale, types and wrong words.

    A reply that does not fit, or quotes what is not there, is asked for again with its errors; a row whose replies all
    fail has no label and is named in OUT.refused.jsonl. An interrupted run continues where it stopped. The key is read
    from OPENAI_API_KEY. Exit codes: 0 labelled, 1 no row could be, 2 bad input.
    """
    from faithstill.data import read_triples
    from faithstill.data.annotate import Labeller
    from faithstill.data.annotate import annotate as run
    from faithstill.data.annotate.labelling_run import cost_of, journal_of
    from faithstill.data.llm import Journal

    check_table(out, rows)
    asking = Asking(llm, timeout, most_tokens, most_cost, price_in, price_out, record, replay)
    table = read_triples(rows)
    say_columns(rows, table.mapped, table.ignored)
    make_folder(out)
    journal = Journal(journal_of(out))
    one, two, three = asking.clients([model, second or model, third or model], journal)
    labeller = Labeller(
        one, journal, second=two, third=three, passes=2 if second or third else passes, retries=retries
    )
    plan = asking.plan(cost_of(table.triples, labeller), journal)
    typer.echo(f"{rows}: {plan}", err=True)
    if estimate:
        return
    with progress_bar() as bar:
        task = bar.add_task("labelling", total=sum(row.label is None for row in table.triples))
        report = run(
            table.triples,
            labeller,
            journal,
            out,
            at_once=at_once,
            price=asking.price,
            progress=lambda n: bar.advance(task, n),
        )
    say(report.as_dict(), as_json=json_, text=str(report))
    if not report.labelled and report.refused:
        raise typer.Exit(1)
