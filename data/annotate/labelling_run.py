# SPDX-License-Identifier: Apache-2.0
"""A file of answers to a file of labelled rows: continued after a kill, each distinct row asked once."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from pathlib import Path

from faithstill.data.files import write_rows
from faithstill.data.llm import Estimate, Journal, LlmError, Price, ask_many, estimate
from faithstill.data.table import cells_of, write_triples
from faithstill.data.triple import Triple
from faithstill.data.whole_file import write_text

from .label_prompt import label_messages
from .labeller import Labelled, Labeller
from .labelling_report import LabellingReport, Refused

_REPLY_TOKENS = 250  # of a usual reply


def journal_of(out: Path) -> Path:
    """Where the readings of rows for `out` are kept."""
    return out.with_name(f"{out.name}.journal.jsonl")


def refused_of(out: Path) -> Path:
    """Where the rows without a label go, each with its reason."""
    return out.with_name(f"{out.name}.refused.jsonl")


def report_of(out: Path) -> Path:
    """Where the report goes."""
    return out.with_name(f"{out.name}.report.json")


def cost_of(triples: Sequence[Triple], labeller: Labeller) -> Estimate:
    """About what labelling takes, less what is on file; third readings not counted."""
    return estimate(
        (label_messages(rows[0], n) for rows in distinct(triples) for n in labeller.missing(rows[0])),
        reply_tokens=_REPLY_TOKENS,
    )


def annotate(
    triples: Sequence[Triple],
    labeller: Labeller,
    journal: Journal,
    out: Path,
    *,
    at_once: int = 4,
    price: Price | None = None,
    progress: Callable[[int], None] = lambda rows: None,
) -> LabellingReport:
    """Label rows into `out`, with the rows that got no label and a report beside it.

    Rows that have a label keep it and are not asked. All files are written at the end, each whole or not at all; what
    was paid for till an interruption is in the journal.
    """
    before = journal.spent
    found: dict[str, Labelled | LlmError] = {}
    for rows, result in ask_many(distinct(triples), lambda rows: labeller.label(rows[0]), at_once=at_once):
        found |= {row.id: result for row in rows}
        progress(len(rows))
    report = LabellingReport(
        labeller.models,
        labelled=tuple(_as_row(row, x) for row in triples if isinstance(x := found.get(row.id), Labelled)),
        kept=sum(row.label is not None for row in triples),
        refused=tuple(
            Refused(row, str(x)) for row in triples if isinstance(x := found.get(row.id), LlmError)
        ),
        spent=journal.spent - before,
        total=journal.spent,
        price=price or Price(),
    )
    _write(triples, report, out)
    return report


def distinct(triples: Iterable[Triple]) -> list[list[Triple]]:
    """Rows without a label, those together that a model would be shown alike."""
    found: dict[object, list[Triple]] = {}
    for triple in triples:
        if triple.label is None:
            shown = (triple.question, triple.answer, *((p.text, p.kind, p.revision) for p in triple.passages))
            found.setdefault(shown, []).append(triple)
    return [*found.values()]


def _as_row(row: Triple, found: Labelled) -> Labelled:
    """What was found, on the row itself: identical rows have their own ids and groups."""
    names = ("label", "rationale", "answer_type", "error_type", "spans")
    return Labelled(replace(row, **{name: getattr(found.triple, name) for name in names}), found.readings)


def _write(triples: Sequence[Triple], report: LabellingReport, out: Path) -> None:
    labelled = {one.triple.id: one.triple for one in report.labelled}
    rows = [row for row in (labelled.get(row.id, row) for row in triples) if row.label is not None]
    if rows:
        write_triples(out, rows)
    refused = refused_of(out)
    if report.refused:
        write_rows(refused, [{**cells_of(row.triple), "reason": row.reason} for row in report.refused])
    else:
        refused.unlink(missing_ok=True)
    write_text(report_of(out), json.dumps(report.as_dict(), ensure_ascii=False, indent=2) + "\n")
