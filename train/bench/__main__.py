# SPDX-License-Identifier: Apache-2.0
"""Every figure that the README quotes, measured in one run: `make bench`.

`python -m faithstill.train.bench data/finance.csv [--public FOLDER]`: FOLDER holds public annotated sets as
`*.jsonl.xz` with `question, contexts, answer, label`; where it is missing, that part is left out and said so.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Annotated

import typer
from rich.console import Console

from faithstill.train.module_main import run_script

from .bench_rows import Bench
from .check_parts import citations, figures, guard, rules, soak, statements, told, values
from .model_parts import families, guessable, peers, quality
from .speed_parts import encoder, speed, startup, throughput

PARTS: dict[str, Callable[[Bench], None]] = {
    "guessable": guessable,
    "quality": quality,
    "families": families,
    "peers": peers,
    "encoder": encoder,
    "values": values,
    "told": told,
    "rules": rules,
    "figures": figures,
    "statements": statements,
    "citations": citations,
    "guard": guard,
    "soak": soak,
    "speed": speed,
    "throughput": throughput,
    "startup": startup,
}


def main(
    rows: Path,
    public: Annotated[Path | None, typer.Option("--public", help="folder of public sets, *.jsonl.xz")] = None,
    only: Annotated[str, typer.Option("--only", help="parts to run, separated by commas")] = "",
) -> None:
    """Print quality, guessability, public sets, speed, throughput and start-up."""
    chosen = only.split(",") if only else list(PARTS)
    if unknown := [name for name in chosen if name not in PARTS]:
        raise ValueError(f"--only {unknown[0]}: is none of {', '.join(PARTS)}")
    console = Console(width=110, highlight=False)
    with TemporaryDirectory() as folder:
        bench = Bench(rows, public, Path(folder), console)
        for name, part in PARTS.items():
            if name in chosen:
                console.rule(name, align="left")
                part(bench)


if __name__ == "__main__":
    run_script(main)
