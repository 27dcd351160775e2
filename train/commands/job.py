# SPDX-License-Identifier: Apache-2.0
"""What to train on, where to write, and how."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path
from shlex import join

from faithstill.data.split import FoldBy
from faithstill.featurize import Settings
from faithstill.train.fit.threshold_objective import F1, Objective

SEED = 42


@dataclass(frozen=True, slots=True)
class Job:
    """What to train on, where to write, and how."""

    rows: Path
    out: Path
    html: Path
    settings: Settings = field(default_factory=Settings)
    folds: int = 5
    fold_by: FoldBy = FoldBy.GROUP
    seed: int = SEED
    provenance: str = ""  # where the rows come from, in a sentence for the model card
    objective: Objective = F1  # what the threshold is chosen for
    lexicon: Path | None = None  # what the documents of the rows call names

    @property
    def command(self) -> str:
        """What to type for the same bundle."""
        own, usual = self.settings, Job(self.rows, self.out, self.html)
        options = []
        for name in ("folds", "fold_by", "seed", "objective"):
            if getattr(self, name) != getattr(usual, name):
                options += [f"--{name.replace('_', '-')}", str(getattr(self, name))]
        options += ["--use-spacy-fusion"] * own.use_spacy_fusion + [
            "--enable-pos-metrics"
        ] * own.enable_pos_metrics
        if own.use_spacy_fusion or own.enable_pos_metrics:
            options += ["--spacy-model", own.spacy_model]
        if own.embedder != usual.settings.embedder:
            options += ["--embedder", own.embedder]
        if own.encoder != usual.settings.encoder:
            options += ["--encoder", own.encoder] if own.encoder else ["--without", "entailment"]
        options += ["--lexicon", str(self.lexicon)] if self.lexicon else []
        return join(("faithstill", "train", str(self.rows), "--out", str(self.out), *options))
