# SPDX-License-Identifier: Apache-2.0
"""What all parts of the benchmark share: the rows, and the bundle trained on them."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from pathlib import Path
from typing import Any

from rich.console import Console

from faithstill.data import Triple, read_triples
from faithstill.serve import Scorer
from faithstill.serve.cli import progress_bar
from faithstill.train.commands.job import Job
from faithstill.train.commands.train_job import run


class Bench:
    """The rows, and the bundle trained on them, once for all parts."""

    def __init__(self, rows: Path, public: Path | None, folder: Path, console: Console) -> None:
        self.rows, self.public, self.folder, self.console = rows, public, folder, console
        self.triples = read_triples(rows, labelled=True).triples

    @cached_property
    def bundle(self) -> Path:
        """The bundle trained on the rows, made at first use."""
        folder = self.folder / "bundle"
        with progress_bar() as bar:
            run(Job(self.rows, folder, self.folder / "report.html"), bar)
        return folder

    @property
    def held_out(self) -> list[Triple]:
        """The rows that no bundle was trained on."""
        return [triple for triple in self.triples if triple.split == "test"]

    @cached_property
    def scorer(self) -> Scorer:
        """The trained bundle, loaded."""
        return Scorer.load(self.bundle)

    @property
    def report(self) -> Mapping[str, Any]:
        """The feature report of the trained bundle."""
        return self.scorer.bundle.report
