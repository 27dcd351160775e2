# SPDX-License-Identifier: Apache-2.0
"""The main job: annotated rows -> features -> grouped k-fold -> held-out report -> bundle, checked by reloading."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import asdict, dataclass, field, replace
from functools import partial
from importlib.metadata import PackageNotFoundError, version
from itertools import chain
from pathlib import Path
from shlex import join
from tempfile import TemporaryDirectory
from typing import Any

import numpy as np
from numpy.typing import NDArray
from rich.progress import Progress

from faithstill.data import Triple, count, grouped_split, read_triples
from faithstill.data.split import FoldBy
from faithstill.featurize import Featurizer, Settings
from faithstill.serve import Scorer, save_bundle
from faithstill.serve.batch import predictions
from faithstill.serve.bundle import check_replaceable
from faithstill.serve.workers import over_cores

from .ablate import ablate
from .analyze import FeatureReport, analyze
from .baselines import baselines, probes
from .card import model_card
from .domains import leave_one_domain_out
from .evaluate import Evaluation, evaluate, marks
from .export import check_onnx, to_onnx
from .features import feature_matrix
from .fit import Fitted, assign_folds, fit
from .judge import ROW_TEXTS, curves_of, errors_of, families_by_feature
from .methods import Rows
from .places import check_folder, check_output
from .report import write_html

Floats = NDArray[np.float64]
_ONNX_TOLERANCE = 1e-6


@dataclass(frozen=True, slots=True)
class Job:
    """What to train on, where to write, and how."""

    rows: Path
    out: Path
    html: Path
    settings: Settings = field(default_factory=Settings)
    folds: int = 5
    fold_by: FoldBy = FoldBy.GROUP
    seed: int = 42
    provenance: str = ""  # where the rows come from, in a sentence for the model card

    @property
    def command(self) -> str:
        """What to type for the same bundle."""
        own, usual = self.settings, Job(self.rows, self.out, self.html)
        options = []
        for name in ("folds", "fold_by", "seed"):
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
        return join(("faithstill", "train", str(self.rows), "--out", str(self.out), *options))


def run(job: Job, bar: Progress) -> dict[str, Any]:
    """Train, evaluate, export and report; returns the feature report, which the bundle holds too.

    Raises ValueError for bad rows or places before anything is computed; nothing is written then.
    """
    _check_places(job)
    triples = read_triples(job.rows, labelled=True).triples
    train_at, test_at = split(triples, seed=job.seed)
    _check_learnable(job, Rows.of([triples[i] for i in train_at]))
    reported = any(triple.self_metrics for triple in triples)
    featurizer = Featurizer(replace(job.settings, self_report=reported or job.settings.self_report))
    matrix = feature_matrix(triples, featurizer, bar)
    train = Rows.of([triples[i] for i in train_at], matrix[train_at])
    test = Rows.of([triples[i] for i in test_at], matrix[test_at])
    names = featurizer.schema.names
    task = bar.add_task("fitting", total=job.folds + 1)
    fitted = fit(
        train.matrix, train.y, train.fold_groups(job.fold_by), names,
        folds=job.folds, seed=job.seed, progress=lambda done, total: bar.update(task, completed=done, total=total),
    )  # fmt: skip
    task = bar.add_task("evaluating", total=1)
    report = _report(job, triples, train, test, fitted)
    bar.advance(task)
    _write(job, featurizer, fitted, report, train, test)
    return report


def _check_places(job: Job) -> None:
    check_folder(job.out)
    check_replaceable(job.out)
    check_output(job.html, job.rows)
    if job.out.resolve() in (job.html.resolve(), job.html.resolve().parent):
        raise ValueError(f"{job.html}: is in the bundle's place; put the report beside the folder {job.out}")


def _check_learnable(job: Job, train: Rows) -> None:
    try:
        assign_folds(train.fold_groups(job.fold_by), train.y, job.folds, job.seed)
    except ValueError as error:
        said = (
            " (a group is a whole domain here)"
            if job.fold_by is FoldBy.DOMAIN and "groups" in str(error)
            else ""
        )
        raise ValueError(f"{job.rows}, rows to train on: {error}{said}") from None


def split(triples: Sequence[Triple], *, seed: int) -> tuple[list[int], list[int]]:
    """Rows to train on and to hold out: as the column `split` says, else grouped 3:1.

    ValueError where the column says something else, or tears a group apart.
    """
    named = {triple.split for triple in triples}
    if len(named) == 1:
        train, test = grouped_split(triples, seed=seed)
        return list(train), list(test)
    if unknown := sorted(named - {"train", "test"}):
        found = "nothing" if unknown[0] == "" else repr(unknown[0])
        raise ValueError(f"split says {found} in some rows: write train or test in each, or drop the column")
    sides = [[i for i, triple in enumerate(triples) if triple.split == side] for side in ("train", "test")]
    shared = set.intersection(*({triples[i].group for i in side} for side in sides))
    if shared:
        raise ValueError(f"group {min(shared)!r} has both train and test rows: a group belongs to one split")
    return sides[0], sides[1]


def _report(job: Job, triples: Sequence[Triple], train: Rows, test: Rows, fitted: Fitted) -> dict[str, Any]:
    """The content of `feature_report.json`, see digest.py."""
    names, threshold = fitted.model.names, fitted.threshold
    rivals = baselines(train.triples, test.triples, train.matrix, test.matrix, fitted, seed=job.seed)
    p = fitted.model.probabilities(test.matrix)
    held = evaluate(test.y, p, threshold, test.triples, against=rivals, held_out=True)
    inner = evaluate(train.y, fitted.oof, threshold, train.triples, against=rivals)
    analysis = _analysed(job, train, fitted)
    away = leave_one_domain_out(
        train, names, fold_by=job.fold_by, folds=job.folds, seed=job.seed, cs=(fitted.best_c,)
    )
    sets = {"held_out": held, "out_of_fold": inner}
    return {
        "run": {"seed": job.seed, "command": job.command, "version": _version()},
        "provenance": job.provenance,
        "data": count(triples).as_dict() | {"guessable": asdict(probes(triples))},
        "fit": fitted.as_dict() | {"fold_by": str(job.fold_by)},
        **{part: {name: _part(found, part) for name, found in sets.items()} for part in _PARTS},
        "baselines": [rival.as_dict() for rival in rivals],
        "curves": curves_of(held, rivals, test),
        "marks": [mark.as_dict() for mark in marks(held, fitted)],
        "domains": [domain.as_dict() for domain in away],
        "analysis": analysis.as_dict(),
        "errors": errors_of(analysis, train.triples),
    }


def _analysed(job: Job, train: Rows, fitted: Fitted) -> FeatureReport:
    families = families_by_feature()
    return analyze(
        fitted.model,
        train.matrix,
        train.y,
        fitted.oof,
        ids=[triple.id for triple in train.triples],
        families=families,
        fold_coefs=[fold.coef for fold in fitted.folds],
        ablations=ablate(
            fitted,
            train.matrix,
            train.y,
            train.groups,
            families,
            fold_groups=train.fold_groups(job.fold_by),
            folds=job.folds,
            seed=job.seed,
        ),
    )


def _version() -> str:
    try:
        return version("faithstill")
    except PackageNotFoundError:
        return "checkout"


_PARTS = ("metrics", "confusion", "slices", "comparisons")


def _part(found: Evaluation, part: str) -> Any:
    return found.as_dict()[part]


def _write(
    job: Job, featurizer: Featurizer, fitted: Fitted, report: dict[str, Any], train: Rows, test: Rows
) -> None:
    """Export, save, reload, rescore: nothing takes its place until serving gives the same numbers."""
    onnx = to_onnx(fitted.model)
    drift = check_onnx(onnx, fitted.model, np.concatenate([train.matrix, test.matrix]))
    if drift > _ONNX_TOLERANCE:
        raise RuntimeError(
            f"the ONNX model differs by {drift:.2e} from the linear model; nothing was written"
        )
    card = model_card(report, featurizer.schema)
    fingerprint = _fingerprint(job, train.triples, test.triples)
    save = partial(
        save_bundle,
        schema=featurizer.schema,
        model=fitted.model,
        report=report | {"errors": [_without_texts(error) for error in report["errors"]]},
        card=card,
        onnx=onnx,
        fingerprint=fingerprint,
    )
    with TemporaryDirectory() as folder:
        save(Path(folder) / "bundle")
        replay(Path(folder) / "bundle", test.triples, fitted.model.probabilities(test.matrix))
    save(job.out)
    write_html(report, job.html)


def _without_texts(error: dict[str, Any]) -> dict[str, Any]:
    """A bundle travels further than its training rows may: it names the rows, the HTML report shows them."""
    return {key: value for key, value in error.items() if key not in ROW_TEXTS}


def _fingerprint(job: Job, train: Sequence[Triple], test: Sequence[Triple]) -> dict[str, Any]:
    triples = (*train, *test)
    digest = hashlib.sha256(repr(triples).encode("utf-8", "surrogatepass")).hexdigest()
    return {
        "rows_sha256": digest,
        "rows": len(triples),
        "seed": job.seed,
        "folds": job.folds,
        # By these an evaluation tells rows that the model has seen.
        "contexts": sorted({triple.context_key for triple in train}),
    }


def replay(bundle: Path, triples: Sequence[Triple], expected: Floats) -> None:
    """Score raw rows through the saved bundle; RuntimeError unless all agree to the last bit."""
    chunks = over_cores(triples, partial(predictions, Scorer.load(bundle)), workers=None)
    for row, p in zip(chain.from_iterable(chunks), expected.tolist(), strict=True):
        if row["faithful"] is not None and row["faithful"] != p:
            raise RuntimeError(
                f"row {row['id']}: the saved bundle gives {row['faithful']!r}, evaluation saw {p!r}; "
                "nothing was written"
            )
