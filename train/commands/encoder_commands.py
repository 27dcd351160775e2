# SPDX-License-Identifier: Apache-2.0
"""The `encoders` commands; heavy imports happen inside them."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from faithstill.featurize.settings import SHIPPED_ENCODER
from faithstill.serve.cli import JsonOption, progress_bar, say

DataOption = Annotated[
    Path | None, typer.Option("--data", help="folder of the sets, where it is not the recipe's own")
]

app = typer.Typer(help="List, export and train the NLI encoders that judge claims.", no_args_is_help=True)


@app.command("list")
def list_(
    folder: Annotated[Path, typer.Argument(help="folder that encoder folders lie in")] = Path(),
    json_: JsonOption = False,
) -> None:
    """List the shipped encoder, installed ones, and the exported ones under a folder."""
    from faithstill.train.encoder.encoder_folders import list_encoders

    found = list_encoders(folder)
    text = "\n".join(map(str, found)) or f"no encoder is shipped, and none lies under {folder}"
    say([one.as_dict() for one in found], as_json=json_, text=text)


@app.command()
def show(
    encoder: Annotated[str, typer.Argument(help="name or folder of an encoder")] = SHIPPED_ENCODER,
    json_: JsonOption = False,
) -> None:
    """Check an encoder's files against their hashes and say what it is."""
    from faithstill.train.encoder.encoder_folders import show_encoder

    found = show_encoder(encoder)
    say(found.as_dict(), as_json=json_, text=str(found))


@app.command()
def export(
    model: Annotated[str, typer.Argument(help="hub name or folder of a sequence-classification model")],
    out: Annotated[Path, typer.Option("--out", help="encoder folder to write")],
    max_tokens: Annotated[
        int | None,
        typer.Option(
            "--max-tokens",
            min=16,
            help="tokens of the longest pair; at most 512 without it",
        ),
    ] = None,
    json_: JsonOption = False,
) -> None:
    """Write a model as ONNX INT8 with its tokenizer, labels in the order its own config says, and measure the loss."""
    from faithstill.train.encoder.encoder_folders import export_encoder

    parity = export_encoder(model, out, max_tokens=max_tokens)
    say(parity.as_dict(), as_json=json_, text=f"encoder {out}\n{parity}")


@app.command()
def wheel(
    folder: Annotated[Path, typer.Argument(help="encoder folder, as export or train writes it")],
    name: Annotated[str, typer.Option("--name", help="what `--encoder` will call it")],
    out: Annotated[Path, typer.Option("--out", help="folder to write the wheel to")] = Path("dist"),
    version: Annotated[str, typer.Option("--version", help="version of the wheel")] = "1.0",
    json_: JsonOption = False,
) -> None:
    """Build a wheel of an encoder: once it is installed, `--encoder NAME` finds it."""
    from faithstill.train.encoder.encoder_wheel import build_wheel

    wheel_file = build_wheel(folder, name, out, version=version)
    say({"wheel": str(wheel_file)}, as_json=json_, text=str(wheel_file))


@app.command()
def measure(
    encoders: Annotated[list[str], typer.Argument(help="names or folders of encoders")],
    recipe: Annotated[Path, typer.Option("--recipe", help="recipe whose dev sets are read, TOML")],
    data: DataOption = None,
    json_: JsonOption = False,
) -> None:
    """Measure encoders side by side on a recipe's dev sets: AUROC, accuracy of three labels, time of a pair."""
    from faithstill.train.encoder.measured_encoders import measure_encoders, table_of

    found = measure_encoders(recipe, encoders, progress_bar(), data=data)
    say([one.as_dict() for one in found], as_json=json_, text=table_of(found))


@app.command("train")
def train_(
    recipe: Annotated[Path, typer.Argument(help="recipe, TOML; see train/recipes")],
    out: Annotated[Path, typer.Option("--out", help="encoder folder to write; a killed run goes on there")],
    start: Annotated[
        str | None, typer.Option("--start", help="encoder to start from, not the recipe's")
    ] = None,
    data: DataOption = None,
    weights: Annotated[
        Path | None, typer.Option("--weights", help="checkpoint.pt or encoder folder to start from")
    ] = None,
    only: Annotated[str, typer.Option("--pass", help="this pass of the recipe only")] = "",
    measure_only: Annotated[
        bool, typer.Option("--measure-only", help="train nothing: export and measure the --weights")
    ] = False,
    experiment: Annotated[str, typer.Option("--mlflow", help="record a run in this MLflow experiment")] = "",
    json_: JsonOption = False,
) -> None:
    """Fine-tune an encoder by a recipe, measure it on its dev sets, export it and write its model card."""
    from faithstill.train.encoder.encoder_folders import train_encoder

    trained = train_encoder(
        recipe,
        out,
        progress_bar(),
        start=start,
        data=data,
        weights=weights,
        only=only,
        measure_only=measure_only,
        experiment=experiment,
    )
    say(trained.as_dict(), as_json=json_, text=str(trained))
