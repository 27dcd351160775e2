# SPDX-License-Identifier: Apache-2.0
"""The commands of bundles: verify, stamp."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from faithstill.featurize.probes import probe_rows

from .bundle import Bundle
from .cli import JsonOption, say
from .probed import moved_features
from .scorer import folder_of
from .stamp import stamp_bundle

BundleArgument = Annotated[
    str, typer.Argument(help="bundle folder, or a shipped bundle: general, finance, light")
]

app = typer.Typer(help="Ask whether bundles still fit this code.", no_args_is_help=True)


@app.command()
def verify(model: BundleArgument, json_: JsonOption = False) -> None:
    """Compare the features of the bundle's probe rows with what this code computes; exit 1 where any moved."""
    bundle = Bundle.load(folder_of(model))
    moved = moved_features(bundle)
    of = f"{len(bundle.schema.names)} features on {len(probe_rows())} probe rows"
    result = {
        "features": len(bundle.schema.names),
        "rows": len(probe_rows()),
        "moved": [one.as_dict() for one in moved],
    }
    last = f"{model}: {len(moved) or 'none'} of {of} moved"
    say(result, as_json=json_, text="\n".join([*map(str, moved), last]))
    if moved:
        raise typer.Exit(1)


@app.command()
def stamp(
    folder: Annotated[Path, typer.Argument(help="bundle folder to change")], json_: JsonOption = False
) -> None:
    """Store what this code computes of the probe rows, after its figures were measured anew; weights stay."""
    said = str(stamp_bundle(folder).manifest["probes"])
    say({"folder": str(folder), "probes": said}, as_json=json_, text=f"{folder}: probe features {said}")
