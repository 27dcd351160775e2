# SPDX-License-Identifier: Apache-2.0
"""A bundle at work: one answer in, one score out."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache
from pathlib import Path
from typing import Any, Self

from faithstill.data import Passage, Triple, given_triple
from faithstill.factcheck.cited import missing_numbers
from faithstill.featurize import Analysis, families_of
from faithstill.featurize.families import refusal
from faithstill.featurize.families.inference import explanation
from faithstill.featurize.lexicon import Lexicon
from faithstill.featurize.part import Part

from .bundle import Bundle, BundleError
from .contribution import Contribution
from .model import LinearModel, lead_of_others, log_odds
from .routes import RouteCase, route_of
from .score import Score
from .statements import Judge, Weighed, findings_by_part
from .status import PASSABLE, UNJUDGED, ScoreStatus, status_of

# Bundles in the package: ours and public rows; our rows alone; the first without an encoder, numpy only.
SHIPPED_BUNDLES = ("general", "finance", "light")
_MODELS = Path(__file__).parent / "models"

# What no model of statements weighs: the company of a statement, and where a refusal's even odds stand.
_OTHERS = "how far the mean of all statements stands above the worst, in log-odds from even odds up"
_SCALE = "the threshold: a refusal at its own model's even odds stands there"


class Scorer:
    """Scores answers with one bundle; an answer gets the same bytes alone, in a batch and in any process.

    Refuses a bundle whose recipe is not the running code's, with the list of differences.
    """

    def __init__(self, bundle: Bundle, *, lexicon: Lexicon | None = None) -> None:
        """A `lexicon` says what else documents call a name; it takes the place of the bundle's."""
        self.bundle = bundle if lexicon is None else bundle.with_lexicon(lexicon)
        self.featurizer = self.bundle.featurizer()
        families = families_of(bundle.schema.settings)
        self._judge = Judge(bundle.model, [(family.name, f) for family in families for f in family.features])

    def __reduce__(self) -> tuple[Any, ...]:
        """Worker processes load the heavy parts again."""
        return Scorer, (self.bundle,)

    @property
    def fingerprint(self) -> str:
        """That of the bundle, with the lexicon's behind it where there is one."""
        return self.bundle.fingerprint

    @property
    def lexicon(self) -> Lexicon | None:
        """What else documents call a name, where that is known."""
        return self.bundle.lexicon

    @classmethod
    def load(
        cls,
        path: str | Path = "general",
        *,
        threshold: float | None = None,
        lexicon: Lexicon | str | Path | None = None,
    ) -> Self:
        """The scorer of a bundle folder, or of a shipped bundle: "general", "finance" or "light".

        A `threshold`, and a `lexicon` or its file, take the place of the bundle's; nothing of the folder is changed.
        `Lexicon()` leaves out the bundle's. BundleError for any other name, and for a folder that must not be used;
        ValueError for a threshold that is no probability and a file that is no lexicon.
        """
        bundle = Bundle.load(folder_of(path))
        known = Lexicon.load(lexicon) if isinstance(lexicon, str | Path) else lexicon
        return cls(bundle if threshold is None else bundle.with_threshold(threshold), lexicon=known)

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
        given = given_triple(
            "score", question=question, contexts=contexts, answer=answer, self_metrics=self_metrics
        )
        return self.score_triple(given)

    def score_triples(self, triples: Iterable[Triple]) -> Iterator[Score]:
        """One score for each triple, in order and as they come."""
        return map(self.score_triple, triples)

    def score_triple(self, triple: Triple) -> Score:
        """Judge the answer of a triple; its label is not looked at."""
        return self.score_analysis(triple, self.featurizer.analyse(triple))

    def score_analysis(self, triple: Triple, analysis: Analysis) -> Score:
        """The same from an analysis of the triple that is at hand, made by this scorer's featurizer."""
        status = status_of(self.featurizer, triple, analysis)
        if status in UNJUDGED:
            return self._unjudged(status)
        threshold = self.bundle.model.threshold
        pairs = zip(self._weighed(analysis), findings_by_part(analysis), strict=True)
        statements = tuple(weighed.scored(findings, threshold) for weighed, findings in pairs)
        deciding = min(range(len(statements)), key=lambda i: (statements[i].logit, i))
        worst = statements[deciding]
        missing = missing_numbers(analysis)
        row = route_of(RouteCase(status, statements, missing))
        return Score(
            faithful=worst.faithful,
            is_faithful=status in PASSABLE and worst.is_faithful,
            status=status,
            threshold=threshold,
            route=row.route,
            why=row.id,
            statements=statements,
            deciding=deciding,
            missing_citations=missing,
            features=worst.features,
            logit=worst.logit,
            intercept=worst.intercept,
            contributions=worst.contributions,
            inference_explanation=""
            if worst.refuses
            else explanation(analysis.parts[deciding], worst.features),
        )

    def _weighed(self, analysis: Analysis) -> list[Weighed]:
        """The statements; the company that they are in adds alike to all but refusals, which have their own model."""
        found = [self._alone(part) for part in analysis.parts]
        logits = [weighed.logit for weighed in found if not weighed.refuses]
        lead = lead_of_others(logits) if logits else 0.0
        model = self.bundle.model
        beside = Contribution("other_statements", "other statements", lead, _OTHERS, model.others * lead)
        scale = Contribution("refusal.scale", "refusal", 0.0, _SCALE, log_odds(model.threshold))
        return [
            weighed.with_added(scale if weighed.refuses else beside if lead else None) for weighed in found
        ]

    def _alone(self, part: Part) -> Weighed:
        if part.statement.refuses:
            return shipped_refusals().weigh(part, refusal.compute(part, {}))
        return self._judge.weigh(part, self.featurizer.named(part))

    def _unjudged(self, status: ScoreStatus) -> Score:
        row = route_of(RouteCase(status))
        return Score(
            faithful=None,
            is_faithful=False,
            status=status,
            threshold=self.bundle.model.threshold,
            route=row.route,
            why=row.id,
            statements=(),
            deciding=None,
            missing_citations=(),
            features={},
            logit=None,
            intercept=0.0,
            contributions=(),
            inference_explanation="Not judged.",
        )


def folder_of(path: str | Path) -> Path:
    """The folder of a bundle given by its path or, where it is shipped, by its name; BundleError for any other."""
    if str(path) in SHIPPED_BUNDLES:
        return _MODELS / path
    if not Path(path).exists():
        shipped = ", ".join(SHIPPED_BUNDLES)
        raise BundleError(
            f"{path}: there is no such folder; give the folder that `faithstill train --out` wrote, "
            f"or a shipped bundle: {shipped}"
        )
    return Path(path)


@lru_cache(maxsize=1)
def shipped_refusals() -> Judge:
    """The model of refusals, the same for all bundles."""
    raw = json.loads((_MODELS / "refusals.json").read_text(encoding="utf-8"))
    return Judge(LinearModel.from_json(raw), [("refusal", feature) for feature in refusal.FEATURES])


def refusal_logit(part: Part) -> float:
    """How right it is that a statement refuses to answer; the threshold stands at 0."""
    return shipped_refusals().weigh(part, refusal.compute(part, {})).logit
