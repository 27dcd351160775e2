# SPDX-License-Identifier: Apache-2.0
"""The commands `gate` and `promote`; heavy imports happen inside them."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Annotated, Any

import typer

from faithstill.serve.cli import JsonOption, make_folder, progress_bar, say
from faithstill.train.output_paths import check_output

CandidateArgument = Annotated[str, typer.Argument(help="bundle folder of the candidate")]
AgainstOption = Annotated[
    str, typer.Option("--against", help="present bundle: a folder, or a shipped one: general, finance, light")
]
GoldenOption = Annotated[
    Path,
    typer.Option("--golden", help="labelled rows that no candidate is trained on: CSV, JSONL or Parquet"),
]


def gate(
    candidate: CandidateArgument,
    against: AgainstOption,
    golden: GoldenOption,
    auc_margin: Annotated[
        float, typer.Option("--auc-margin", help="loss of ROC-AUC that still counts as no worse")
    ] = 0.02,
    brier_margin: Annotated[
        float, typer.Option("--brier-margin", help="rise of the Brier score that still counts as no worse")
    ] = 0.01,
    least_rows: Annotated[
        int, typer.Option("--least-rows", min=1, help="golden rows of each class that are needed")
    ] = 50,
    recipe_may_change: Annotated[
        bool, typer.Option("--recipe-may-change", help="name changes of the recipe, but do not refuse them")
    ] = False,
    trained_on: Annotated[
        Path | None,
        typer.Option("--trained-on", help="rows of the candidate, where it does not list contexts"),
    ] = None,
    profile: Annotated[
        list[str] | None, typer.Option("--profile", help="profile that expected_action speaks of; may repeat")
    ] = None,
    seed: Annotated[int, typer.Option("--seed", min=0, help="of the resamples")] = 42,
    report: Annotated[Path | None, typer.Option("--report", help="HTML page to write")] = None,
    junit: Annotated[Path | None, typer.Option("--junit", help="JUnit XML to write")] = None,
    out: Annotated[Path | None, typer.Option("--out", help="JSON to write")] = None,
    json_: JsonOption = False,
) -> None:
    """Is a candidate no worse than the present bundle on golden rows? Exit 0 if so, 1 if not or if they cannot tell.

    Decisions by McNemar's exact test, ROC-AUC and Brier score by the interval of their difference over groups of
    contexts and a margin of non-inferiority. Refused too: a changed recipe, golden rows that were trained on, a wrong
    hash in GOLDEN.sha256.
    """
    from faithstill.train.gate.gate_pages import gate_page, gate_text, junit_xml
    from faithstill.train.gate.judge_candidate import judge_candidate

    for place in (report, junit, out):
        if place:
            check_output(place, golden)
    with progress_bar() as bar:
        found = judge_candidate(
            candidate,
            against,
            golden,
            auc_margin=auc_margin,
            brier_margin=brier_margin,
            least_rows=least_rows,
            recipe_may_change=recipe_may_change,
            trained_on=trained_on,
            profiles=profile or (),
            seed=seed,
            bar=bar,
        )
    plain = found.as_dict()
    _write(report, lambda: gate_page(found))
    _write(junit, lambda: junit_xml(found))
    _write(out, lambda: _as_json(plain))
    say(plain, as_json=json_, text=gate_text(found))
    if not found.passed:
        raise typer.Exit(1)


def _as_json(plain: Any) -> str:
    return json.dumps(plain, ensure_ascii=False, indent=2, allow_nan=False) + "\n"


def _write(path: Path | None, text: Callable[[], str]) -> None:
    if path is None:
        return
    make_folder(path)
    fresh = path.with_name(f".{path.name}.partial")
    fresh.write_text(text(), encoding="utf-8", newline="\n")
    fresh.replace(path)


def promote(
    name: Annotated[str, typer.Option("--name", help="registered MLflow model")],
    candidate: Annotated[Path | None, typer.Argument(help="bundle folder of the candidate")] = None,
    gate_report: Annotated[
        Path | None,
        typer.Option(
            "--gate", help="report that `faithstill gate --out` wrote; the first version needs none"
        ),
    ] = None,
    alias: Annotated[str, typer.Option("--alias", help="what the serving version is called")] = "champion",
    back: Annotated[bool, typer.Option("--back", help="return to the version that served before")] = False,
    json_: JsonOption = False,
) -> None:
    """Let an MLflow registry alias stand for a candidate that passed the gate; with --back, for the version before."""
    from faithstill.train.gate.promotion import promote as promoted
    from faithstill.train.gate.promotion import promote_back

    if (candidate is None) != back:
        raise ValueError("give the folder of a candidate, or --back, and not both")
    if candidate is None:
        found = promote_back(name=name, alias=alias)
    else:
        found = promoted(candidate, name=name, gate=gate_report, alias=alias)
    say(found.as_dict(), as_json=json_, text=str(found))
