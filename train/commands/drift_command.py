# SPDX-License-Identifier: Apache-2.0
"""The commands `drift` and `fingerprint`; heavy imports happen inside them."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Annotated

import typer

from faithstill.serve.cli import JsonOption, ModelOption, make_folder, progress_bar, say
from faithstill.serve.kept_rows import KeptRows
from faithstill.serve.scorer import SHIPPED_BUNDLES
from faithstill.train.output_paths import check_output

SourceArgument = Annotated[
    Path, typer.Argument(help="audit log, rows (CSV, JSONL or Parquet), or what predict-batch wrote")
]
QuickOption = Annotated[
    bool,
    typer.Option("--quick", help="score nothing again: compare what the source says itself, no features"),
]


def drift(
    source: SourceArgument,
    against: Annotated[
        str, typer.Option("--against", help="bundle folder, or a shipped bundle: general, finance, light")
    ],
    fingerprint_file: Annotated[
        Path | None,
        typer.Option("--fingerprint", help="what `faithstill fingerprint` wrote; the bundle's own else"),
    ] = None,
    alpha: Annotated[
        float, typer.Option("--alpha", min=0, max=1, help="false alarms that are accepted")
    ] = 0.05,
    quick: QuickOption = False,
    report: Annotated[Path | None, typer.Option("--report", help="HTML page to write")] = None,
    out: Annotated[Path | None, typer.Option("--out", help="JSON to write")] = None,
    json_: JsonOption = False,
) -> None:
    """What has moved since a bundle was trained: inputs, features, scores and rates of answers, and since when.

    An interrupted run with --out or --report continues where it stopped.
    Exit codes: 0 nothing moved, 1 something did, or there are too few answers to tell, 2 bad input.
    """
    from faithstill.train.drift.compare import compare
    from faithstill.train.drift.drift_pages import drift_page
    from faithstill.train.drift.drift_report import drift_text

    for place in (report, out):
        if place:
            check_output(place, source)
    kept = _kept(out or report)
    with progress_bar() as bar:
        found = compare(
            source, against, fingerprint=fingerprint_file, alpha=alpha, quick=quick, bar=bar, kept=kept
        )
    plain = found.as_dict()
    if report:
        _write(report, drift_page(found))
    if out:
        _write(out, json.dumps(plain, ensure_ascii=False, indent=2, allow_nan=False) + "\n")
    kept.forget()
    say(plain, as_json=json_, text=drift_text(found))
    if found.has_drifted or not found.can_tell:
        raise typer.Exit(1)


def fingerprint(
    source: SourceArgument,
    model: ModelOption = "general",
    out: Annotated[
        Path | None, typer.Option("--out", help="JSON to write; into the bundle without it")
    ] = None,
    quick: QuickOption = False,
    json_: JsonOption = False,
) -> None:
    """Keep what a bundle's answers look like, to tell drift by: of its training rows, or of a week that was well."""
    from faithstill.train.drift.compare import make_fingerprint

    if out is None and model in SHIPPED_BUNDLES:
        raise ValueError(f"{model}: is a shipped bundle, which stays as it is; write to a file with --out")
    if out:
        check_output(out, source)
    kept = _kept(out or Path(model))
    with progress_bar() as bar:
        found = make_fingerprint(source, model, quick=quick, bar=bar, kept=kept)
    if out:
        found.save(out)
    else:
        found.put_into(model)
    kept.forget()
    told = {
        "out": str(out or model),
        "rows": found.rows,
        "groups": found.groups,
        "columns": len(found.columns),
    }
    say(
        told,
        as_json=json_,
        text=f"kept {len(found.columns)} columns of {found.rows} answers in {out or model}",
    )


def _kept(out: Path | None) -> KeptRows:
    """Where scores are kept until the output is there; nowhere without one."""
    if out:
        make_folder(out)
    return KeptRows(out)


def _write(path: Path, text: str) -> None:
    fresh = path.with_name(f".{path.name}.partial")
    fresh.write_text(text, encoding="utf-8", newline="\n")
    fresh.replace(path)
