# SPDX-License-Identifier: Apache-2.0
"""A bundle at work: one answer in, one score out."""

from __future__ import annotations

import math
import unicodedata
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any, Self

import numpy as np

from faithstill.data import Passage, Triple, triple_from_mapping
from faithstill.data.columns import SELF_METRICS
from faithstill.featurize import Analysis, Featurizer, families_of
from faithstill.featurize.families.gaps import needs_review
from faithstill.featurize.families.inference import explanation
from faithstill.featurize.families.undefined import why_undefined

from .bundle import Bundle, BundleError
from .model import probability
from .score import PASSABLE, UNJUDGED, Contribution, Route, Score, ScoreStatus

# Bundles in the package: ours and public rows; our rows alone; the first without an encoder, numpy only.
SHIPPED_BUNDLES = ("general", "finance", "light")
_MODELS = Path(__file__).parent / "models"

# Letters to Unicode, blank to the eye: braille blank and the Hangul fillers.
_BLANK = frozenset("\u2800\u3164\u115f\u1160\uffa0")


class Scorer:
    """Scores answers with one bundle; an answer gets the same bytes alone, in a batch and in any process.

    Refuses a bundle whose recipe is not the running code's, with the list of differences.
    """

    def __init__(self, bundle: Bundle) -> None:
        self.bundle = bundle
        self.featurizer = Featurizer(bundle.schema.settings)
        differences = bundle.schema.differences(self.featurizer.schema)
        if differences:
            where = f"bundle {bundle.path}" if bundle.path else "bundle"
            raise BundleError(
                f"{where} was trained with another recipe than this faithstill computes: "
                f"{'; '.join(differences)}. Train it again, or install the version that wrote it"
            )
        families = families_of(bundle.schema.settings)
        self._known = [(family.name, f) for family in families for f in family.features]

    def __reduce__(self) -> tuple[Any, ...]:
        """Worker processes load the heavy parts again."""
        return Scorer, (self.bundle,)

    @classmethod
    def load(cls, path: str | Path = "general", *, threshold: float | None = None) -> Self:
        """The scorer of a bundle folder, or of a shipped bundle: "general", "finance" or "light".

        A `threshold` takes the place of the bundle's; nothing of the folder is changed. BundleError for any other
        name, and for a folder that must not be used; ValueError for a threshold that is no probability.
        """
        if str(path) in SHIPPED_BUNDLES:
            path = _MODELS / path
        elif not Path(path).exists():
            shipped = ", ".join(SHIPPED_BUNDLES)
            raise BundleError(
                f"{path}: there is no such folder; give the folder that `faithstill train --out` wrote, "
                f"or a shipped bundle: {shipped}"
            )
        bundle = Bundle.load(path)
        return cls(bundle if threshold is None else bundle.with_threshold(threshold))

    def score(
        self,
        *,
        question: str,
        contexts: Iterable[str | Mapping[str, Any] | Passage] | None,
        answer: str,
        self_metrics: Mapping[str, float] | None = None,
    ) -> Score:
        """Judge one answer; ValueError where it could not be a row of a file, such as for a null byte.

        No contexts (None or none of them) are no error but the status NO_CONTEXT.
        """
        for name, text in (("question", question), ("answer", answer)):
            if not isinstance(text, str):
                raise ValueError(f"{name} is a string, not {type(text).__name__}")
        row = {"question": question, "contexts": _listed(contexts), "answer": answer}
        return self.score_triple(triple_from_mapping({**row, **_known(self_metrics)}, file="score"))

    def score_triples(self, triples: Iterable[Triple]) -> Iterator[Score]:
        """One score for each triple, in order and as they come."""
        return map(self.score_triple, triples)

    def score_triple(self, triple: Triple) -> Score:
        """Judge the answer of a triple; its label is not looked at."""
        return self.score_analysis(triple, self.featurizer.analyse(triple))

    def score_analysis(self, triple: Triple, analysis: Analysis) -> Score:
        """The same from an analysis of the triple that is at hand, made by this scorer's featurizer."""
        features = self.featurizer.named(analysis)
        status = status_of(self.featurizer, triple, analysis)
        model = self.bundle.model
        judged = status not in UNJUDGED
        contributions = self._contributions(features, analysis) if judged else ()
        logit = math.fsum((model.intercept, *(c.amount for c in contributions))) if judged else None
        faithful = None if logit is None else probability(logit)
        is_faithful = faithful is not None and faithful >= model.threshold and status in PASSABLE
        return Score(
            faithful=faithful,
            is_faithful=is_faithful,
            status=status,
            threshold=model.threshold,
            route=_route(status, features, is_faithful),
            features=features,
            logit=logit,
            intercept=model.intercept,
            contributions=contributions,
            inference_explanation=explanation(analysis, features) if judged else "Not judged.",
        )

    def _contributions(self, features: Mapping[str, float], a: Analysis) -> tuple[Contribution, ...]:
        row = np.array([features[name] for name in self.bundle.model.names], dtype=np.float64)
        amounts = self.bundle.model.contributions(row).tolist()
        found = [
            Contribution(
                f.name, family, features[f.name], f.meaning, amount, why_undefined(f, features[f.name], a)
            )
            for amount, (family, f) in zip(amounts, self._known, strict=True)
        ]
        return tuple(sorted(found, key=lambda c: -abs(c.amount)))


def status_of(featurizer: Featurizer, triple: Triple, analysis: Analysis) -> ScoreStatus:
    """What kind of case a triple is, whatever the model; `analysis` is the featurizer's of the triple."""
    # The first that applies: what makes a judgement impossible stands before what limits it.
    if not any(is_visible(passage.text) for passage in triple.passages):
        return ScoreStatus.NO_CONTEXT
    if not analysis.answer.words:
        return ScoreStatus.NO_CLAIMS
    if not analysis.is_answer_english or not analysis.material.is_english:
        return ScoreStatus.LANGUAGE_UNSUPPORTED
    if featurizer.is_truncated(triple):
        return ScoreStatus.TRUNCATED
    return ScoreStatus.REFUSAL if analysis.is_refusal else ScoreStatus.OK


def _listed(contexts: Any) -> list[Any] | None:
    if isinstance(contexts, str | bytes | Mapping):
        raise ValueError(f"contexts is a list of passages, not one {type(contexts).__name__}: pass [text]")
    if contexts is not None and not isinstance(contexts, Iterable):
        raise ValueError(f"contexts is a list of passages, not {type(contexts).__name__}")
    return None if contexts is None else list(contexts)


def _known(self_metrics: Any) -> Mapping[str, Any]:
    if not isinstance(self_metrics, Mapping | None):
        raise ValueError(f"self_metrics maps names to numbers, it is no {type(self_metrics).__name__}")
    if unknown := sorted(map(str, (self_metrics or {}).keys() - {*SELF_METRICS})):
        raise ValueError(f"self_metrics {unknown[0]!r} is none of {', '.join(SELF_METRICS)}")
    return self_metrics or {}


def _route(status: ScoreStatus, features: Mapping[str, float], is_faithful: bool) -> Route:
    if status not in PASSABLE or needs_review(features):
        return Route.REVIEW
    # What the evidence refutes is never delivered on the classifier's word alone.
    refuted = features["refuted"] > 0
    return Route.BLOCK if not is_faithful else Route.REVIEW if refuted else Route.DELIVER


def is_visible(text: str) -> bool:
    """Does a text hold any character that a reader would see?

    >>> is_visible(" \\u200b\\x00\\n"), is_visible("\\u200b0")
    (False, True)
    """
    return any(unicodedata.category(c)[0] not in "CZ" and c not in _BLANK for c in text)
