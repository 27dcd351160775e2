# SPDX-License-Identifier: Apache-2.0
"""The bundle of a training: exported, saved, reloaded, and rescored before it takes its place."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from functools import partial
from itertools import chain
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import numpy as np
from numpy.typing import NDArray
from rich.progress import Progress

from faithstill.data import Triple
from faithstill.featurize import Featurizer
from faithstill.featurize.probes import ProbeFeatures
from faithstill.serve import Scorer, save_bundle
from faithstill.serve.batch import predictions
from faithstill.serve.workers import over_cores
from faithstill.train.evaluate.evaluate_bundle import (
    ROW_TEXTS,
)
from faithstill.train.fit.answer_rows import Rows
from faithstill.train.fit.cross_validation import Fitted
from faithstill.train.fit.onnx_export import check_onnx, to_onnx
from faithstill.train.report.html_page import write_html
from faithstill.train.report.model_card import model_card

from .job import Job

Floats = NDArray[np.float64]
_ONNX_TOLERANCE = 1e-6
_ROUNDING = 1e-12


def write_bundle(
    job: Job,
    featurizer: Featurizer,
    fitted: Fitted,
    report: dict[str, Any],
    train: Rows,
    test: Rows,
    bar: Progress,
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
        probes=ProbeFeatures.of(featurizer).as_bytes(),
        lexicon=featurizer.lexicon,
    )
    with TemporaryDirectory() as folder:
        save(Path(folder) / "bundle")
        replay(Path(folder) / "bundle", test, test.probabilities(fitted.model), bar)
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
        "objective": str(job.objective),
        # By these an evaluation tells rows that the model has seen.
        "contexts": sorted({triple.context_key for triple in train}),
    }


def replay(bundle: Path, rows: Rows, expected: Floats, bar: Progress) -> None:
    """Score raw rows through the saved bundle; RuntimeError unless all probabilities and decisions are the same."""
    scorer = Scorer.load(bundle)
    called = rows.called(expected, scorer.bundle.model.threshold)
    chunks = over_cores(rows.triples, partial(predictions, scorer), workers=None)
    found = bar.track(chain.from_iterable(chunks), total=len(rows.triples), description="scoring again")
    for row, p, passed in zip(found, expected.tolist(), called.tolist(), strict=True):
        seen = (p if row["faithful"] is not None else None, passed)
        same = row["is_faithful"] == passed and _is_close(row["faithful"], seen[0])
        if not same:
            raise RuntimeError(
                f"row {row['id']}: the saved bundle gives {row['faithful']!r}, {_decision(row['is_faithful'])}, "
                f"evaluation saw {p!r}, {_decision(passed)}; nothing was written"
            )


def _is_close(found: float | None, expected: float | None) -> bool:
    # Sums of three numbers in another order may differ in the last bit.
    return found is expected or abs(float(found or 0) - float(expected or 0)) < _ROUNDING


def _decision(passed: bool) -> str:
    return "passed" if passed else "rejected"
