# SPDX-License-Identifier: Apache-2.0
"""A bundle at work: one answer in, one score out."""

from __future__ import annotations

import math
import unicodedata
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any, Self

import numpy as np

from faithstill.data import Passage, Triple
from faithstill.featurize import Analysis, Featurizer, families_of
from faithstill.featurize.families.gaps import needs_review
from faithstill.featurize.families.inference import explanation
from faithstill.featurize.language import is_english

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
        self._known = {f.name: (family.name, f.meaning) for family in families for f in family.features}

    def __reduce__(self) -> tuple[Any, ...]:
        """Worker processes load the heavy parts again."""
        return Scorer, (self.bundle,)

    @classmethod
    def load(cls, path: str | Path = "general") -> Self:
        """The scorer of a bundle folder, or of a shipped bundle: "general", "finance" or "light"."""
        return cls(Bundle.load(_MODELS / path if str(path) in SHIPPED_BUNDLES else path))

    def score(
        self,
        *,
        question: str,
        contexts: Iterable[str | Mapping[str, Any] | Passage],
        answer: str,
        self_metrics: Mapping[str, float] | None = None,
    ) -> Score:
        """Judge one answer; ValueError where the input has no meaning, never for what the texts hold."""
        if isinstance(contexts, str | bytes):
            raise ValueError("contexts is a list of passages, not one string: pass [text]")
        for name, text in (("question", question), ("answer", answer)):
            if not isinstance(text, str):
                raise ValueError(f"{name} is a string, not {type(text).__name__}")
        rest = {"self_metrics": dict(self_metrics or {})}
        return self.score_triple(Triple.of(question=question, contexts=contexts, answer=answer, **rest))

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
        contributions = self._contributions(features) if judged else ()
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
            inference_explanation=explanation(features) if judged else "Not judged.",
        )

    def _contributions(self, features: Mapping[str, float]) -> tuple[Contribution, ...]:
        row = np.array([features[name] for name in self.bundle.model.names], dtype=np.float64)
        amounts = self.bundle.model.contributions(row).tolist()
        found = [
            Contribution(name, family, features[name], meaning, amount)
            for amount, (name, (family, meaning)) in zip(amounts, self._known.items(), strict=True)
        ]
        return tuple(sorted(found, key=lambda c: -abs(c.amount)))


def status_of(featurizer: Featurizer, triple: Triple, analysis: Analysis) -> ScoreStatus:
    """What kind of case a triple is, whatever the model; `analysis` is the featurizer's of the triple."""
    # The first that applies: what makes a judgement impossible stands before what limits it.
    if not any(is_visible(passage.text) for passage in triple.passages):
        return ScoreStatus.NO_CONTEXT
    if not analysis.answer.words:
        return ScoreStatus.NO_CLAIMS
    if not is_english(analysis.triple.answer) or not analysis.material.is_english:
        return ScoreStatus.LANGUAGE_UNSUPPORTED
    if featurizer.is_truncated(triple):
        return ScoreStatus.TRUNCATED
    return ScoreStatus.REFUSAL if analysis.is_refusal else ScoreStatus.OK


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
