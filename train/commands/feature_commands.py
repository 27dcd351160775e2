# SPDX-License-Identifier: Apache-2.0
"""The commands `featurize`, `features` and `mutate`; heavy imports happen inside them."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console

from faithstill.featurize.settings import SHIPPED_ENCODER
from faithstill.serve.cli import (
    EncoderOption,
    JsonOption,
    WithoutOption,
    progress_bar,
    say,
)
from faithstill.train.output_paths import check_table

from .data_commands import RowsArgument
from .feature_options import EmbedderOption, PosOption, SpacyModelOption, SpacyOption, settings_of


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

    settings = settings_of(use_spacy_fusion, enable_pos_metrics, spacy_model, embedder, encoder, without)
    check_table(out, rows)
    with progress_bar() as bar:
        count = write_features(rows, out, settings, bar)
    say({"rows": count, "out": str(out)}, as_json=json_, text=f"wrote {count} rows to {out}")


def features(json_: JsonOption = False) -> None:
    """List every feature: family, range, which way it may speak, meaning, and its value where it is undefined."""
    from .listings import feature_list, feature_table

    if json_:
        say(feature_list(), as_json=True, text="")
    else:
        Console().print(feature_table())


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
