# SPDX-License-Identifier: Apache-2.0
"""Ways of reading evidence with an encoder, side by side on public sets: which of them tells faithful answers best?

`python -m faithstill.train.bench.reading_bench --public FOLDER [--rows 300] [--encoder NAME]`. An answer is as entailed
as its least entailed claim. Every way is compared with the first, windows alone, with groups resampled.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console

from faithstill.data import Label, Triple
from faithstill.data.sources import read_public
from faithstill.featurize import Analysis, Featurizer, Settings
from faithstill.featurize.claims.extract import Claim, ClaimType
from faithstill.featurize.encoders.nli import Nli, NliScore, OnnxNli, OverlongClaimError
from faithstill.featurize.evidence.evidence_set import Window
from faithstill.featurize.settings import SHIPPED_ENCODER
from faithstill.train.metrics.binary_metrics import difference, roc_auc
from faithstill.train.module_main import run_script

from .model_parts import PUBLIC_SETS

SETS = ("wice.dev_oracle", *PUBLIC_SETS)
_READ, _FITS, _ALONE = 0.5, 0.6, 0.5
_SHORT = 12  # words of a claim that its question might complete

Said = tuple[Window, NliScore]


@dataclass(frozen=True, slots=True)
class ReadClaim:
    """A claim with its windows; `both` are two of a passage as one, `asked` has the question before the claim."""

    read: tuple[Said, ...] = ()
    both: tuple[Said, ...] = ()
    asked: tuple[Said, ...] = ()
    stated: bool = False

    def alone(self, fits: float = _READ) -> float:
        """Entailment of the best window among those that fit."""
        found = [
            score.entailment for n, (window, score) in enumerate(self.read) if not n or window.score >= fits
        ]
        return 1.0 if self.stated else max(found, default=0.0)

    def joined(self) -> float:
        """The same, and both windows of a passage as one where neither entails alone."""
        silent = {
            window.passage
            for window, _ in self.both
            if max(said.entailment for own, said in self.read if own.passage == window.passage) < _ALONE
        }
        more = [score.entailment for window, score in self.both if window.passage in silent]
        return max([self.alone(_FITS), *more])

    def with_question(self) -> float:
        """Entailment with the question before short claims."""
        return max((score.entailment for _, score in self.asked), default=self.alone())

    def margin(self, *, of_best: bool) -> float:
        """Entailment minus contradiction: of the best window, or the largest of any."""
        if self.stated or not self.read:
            return float(self.stated)
        _, best = max(self.read, key=lambda said: said[1].entailment)
        most = best.contradiction if of_best else max(score.contradiction for _, score in self.read)
        return best.entailment - min(most, 1 - best.entailment)


WAYS: tuple[tuple[str, Callable[[ReadClaim], float]], ...] = (
    ("each window alone", ReadClaim.alone),
    ("windows that fit better", lambda claim: claim.alone(_FITS)),
    ("two windows of a passage joined", ReadClaim.joined),
    ("the question before short claims", ReadClaim.with_question),
    ("minus contradiction, any window", lambda claim: claim.margin(of_best=False)),
    ("minus contradiction, best window", lambda claim: claim.margin(of_best=True)),
)


def read_claims(analysis: Analysis, nli: Nli) -> Iterator[ReadClaim]:
    """The claims of an answer as every way reads them; one that leaves no room for evidence is left out."""
    for claim in analysis.claims.claims:
        if claim.type is not ClaimType.META:
            try:
                yield _read(claim, analysis, nli)
            except OverlongClaimError:
                continue


def _read(claim: Claim, analysis: Analysis, nli: Nli) -> ReadClaim:
    if analysis.evidence.states(claim):
        return ReadClaim(stated=True)
    windows = [w for n, w in enumerate(analysis.evidence.windows(claim)) if not n or w.score >= _READ]
    fit = [w for n, w in enumerate(windows) if w.within_one_passage and (not n or w.score >= _FITS)]
    both = [a.together(b) for n, a in enumerate(fit) for b in fit[n + 1 :] if a.passage == b.passage]
    question = analysis.triple.question if len(claim.text.split()) < _SHORT else ""
    asked = f"{question} {claim.hypothesis}" if question else ""
    return ReadClaim(
        tuple((window, nli.score(window.text, claim.hypothesis)) for window in windows),
        tuple((window, nli.score(window.text, claim.hypothesis)) for window in both),
        tuple((window, nli.score(window.text, asked)) for window in windows if asked),
    )


def drawn(path: Path, most: int) -> list[Triple]:
    """Up to `most` rows in an order that their texts decide."""
    rows = sorted(read_public(path), key=lambda row: hashlib.sha256(row.answer.encode()).hexdigest())
    return rows[:most]


def main(
    public: Annotated[Path, typer.Option("--public", help="folder of public sets, *.jsonl.xz")],
    rows: Annotated[int, typer.Option("--rows", min=20, help="rows of a set at most")] = 300,
    encoder: Annotated[str, typer.Option("--encoder", help="name or folder of an encoder")] = SHIPPED_ENCODER,
) -> None:
    """Print ROC-AUC by set and way, and what each way gains over the first."""
    featurizer, nli, say = (
        Featurizer(Settings(encoder="")),
        OnnxNli.load(encoder, threads=2),
        Console(width=110).print,
    )
    for name in SETS:
        read = [
            (t, claims)
            for t in drawn(public / f"{name}.jsonl.xz", rows)
            if (claims := list(read_claims(featurizer.analyse(t), nli)))
        ]
        faithful = [triple.label is Label.FAITHFUL for triple, _ in read]
        groups = [triple.group for triple, _ in read]
        scores = [[min(map(way, claims)) for _, claims in read] for _, way in WAYS]
        say(f"{name}, {len(read)} rows", markup=False)
        for (words, _), own in zip(WAYS, scores, strict=True):
            gain = difference(faithful, own, scores[0], groups=groups)
            say(f"  {words:34} {roc_auc(faithful, own):.3f}  {gain}", markup=False)


if __name__ == "__main__":
    run_script(main)
