# SPDX-License-Identifier: Apache-2.0
"""What is said of one answer: probability, decision, status, and every feature's part in it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass
from enum import StrEnum
from typing import Any

from faithstill.featurize.schema import ALL_FAMILIES


class ScoreStatus(StrEnum):
    """What kind of case it was; only `ok` and `REFUSAL` can pass."""

    OK = "ok"
    NO_CONTEXT = "NO_CONTEXT"
    NO_CLAIMS = "NO_CLAIMS"
    REFUSAL = "REFUSAL"
    LANGUAGE_UNSUPPORTED = "LANGUAGE_UNSUPPORTED"
    TRUNCATED = "TRUNCATED"


class Route(StrEnum):
    """What to do with the answer: show it, have it looked at, or hold it back."""

    DELIVER = "deliver"
    REVIEW = "review"
    BLOCK = "block"


# Nothing was judged: there is no probability.
UNJUDGED = frozenset({ScoreStatus.NO_CONTEXT, ScoreStatus.NO_CLAIMS, ScoreStatus.LANGUAGE_UNSUPPORTED})
PASSABLE = frozenset({ScoreStatus.OK, ScoreStatus.REFUSAL})

STATUS_IN_WORDS: Mapping[ScoreStatus, str] = {
    ScoreStatus.OK: "the whole answer was judged",
    ScoreStatus.NO_CONTEXT: "not judged: no passage holds any text to check the answer against",
    ScoreStatus.NO_CLAIMS: "not judged: the answer has no words, so it claims nothing",
    ScoreStatus.REFUSAL: "the answer says that the material does not state it",
    ScoreStatus.LANGUAGE_UNSUPPORTED: "not judged: the answer or its passages are not in English",
    ScoreStatus.TRUNCATED: "too long: only the beginning was read, so it cannot pass",
}

STRONGEST = 5

# Every feature that any recipe computes: name -> (family, resting value).
_RESTS = {
    feature.name: (family.name, feature.neutral) for family in ALL_FAMILIES for feature in family.features
}


@dataclass(frozen=True, slots=True)
class Contribution:
    """One feature's part of the logit; above 0 it speaks for *faithful*.

    `undefined` says why there was nothing to measure, so that `value` only fills the place; else it is empty.
    """

    name: str
    family: str
    value: float
    meaning: str
    amount: float
    undefined: str = ""

    def __str__(self) -> str:
        """
        >>> str(Contribution("refusal", "discourse", 1.0, "the answer declines", -0.5))
        'refusal is 1.00 (the answer declines)'
        >>> str(Contribution("numeric_agreement", "grounding", 1.0, "share of values found", 0.5, "no values"))
        'numeric_agreement is 1.00 (undefined here: no values)'
        """
        meant = f"undefined here: {self.undefined}" if self.undefined else self.meaning
        return f"{self.name} is {self.value:.2f} ({meant})"


@dataclass(frozen=True, slots=True)
class Explanation:
    """An additive account: `fsum` of intercept and amounts is exactly the logit; `str()` says it in words."""

    intercept: float
    contributions: tuple[Contribution, ...]
    logit: float | None
    text: str

    def __str__(self) -> str:
        return self.text


@dataclass(frozen=True, slots=True)
class Score:
    """The judgement of one answer; `faithful` is the calibrated probability, None if nothing was judged."""

    faithful: float | None
    is_faithful: bool
    status: ScoreStatus
    threshold: float
    route: Route
    features: Mapping[str, float]
    logit: float | None
    intercept: float
    contributions: tuple[Contribution, ...]  # the largest amounts, for or against, first
    inference_explanation: str

    def strongest(self, *, against: bool, most: int = STRONGEST) -> tuple[Contribution, ...]:
        """The features that speak loudest against (or for) *faithful*."""
        return tuple(c for c in self.contributions if (c.amount < 0 if against else c.amount > 0))[:most]

    def signals(self) -> dict[str, dict[str, float]]:
        """The features that are not at their resting value, by family."""
        found: dict[str, dict[str, float]] = {}
        for name, value in self.features.items():
            family, rest = _RESTS[name]
            if value != rest:
                found.setdefault(family, {})[name] = value
        return found

    def explain(self) -> Explanation:
        """Why, number by number and in words."""
        return Explanation(self.intercept, self.contributions, self.logit, "\n".join(_lines(self)))

    def as_dict(self) -> dict[str, Any]:
        """JSON-able, in fixed key order."""
        return {
            "faithful": self.faithful,
            "is_faithful": self.is_faithful,
            "status": self.status.value,
            "route": self.route.value,
            "threshold": self.threshold,
            "logit": self.logit,
            "intercept": self.intercept,
            "inference_explanation": self.inference_explanation,
            "contributions": [asdict(contribution) for contribution in self.contributions],
            "features": dict(self.features),
        }


def _lines(score: Score) -> Iterable[str]:
    yield f"Verdict: {_verdict(score)}. Route: {score.route}."
    yield f"Status: {score.status} ({STATUS_IN_WORDS[score.status]})."
    if score.logit is None:
        return
    sides = ("Against", score.strongest(against=True)), ("For", score.strongest(against=False))
    for side, strongest in sides:
        yield f"{side}:" if strongest else f"{side}: nothing"
        yield from (f"  {c.amount:+.3f}  {c}" for c in strongest)
    rest = len(score.contributions) - sum(len(strongest) for _, strongest in sides)
    yield (
        f"These, {rest} smaller features and the baseline of {score.intercept:+.3f} "
        f"add up to {score.logit:+.3f} log-odds."
    )
    yield f"Inference: {score.inference_explanation}"


def _verdict(score: Score) -> str:
    if score.faithful is None:
        return f"none (threshold {score.threshold:.2f})"
    word = "faithful" if score.is_faithful else "not faithful"
    chance, threshold = _told_apart(score.faithful, score.threshold)
    return f"{word}, probability {chance} that the answer is faithful (threshold {threshold})"


def _told_apart(a: float, b: float) -> tuple[str, str]:
    """Two numbers with as many digits as show which is larger, at least two.

    >>> _told_apart(0.83, 0.41), _told_apart(0.40996, 0.41)
    (('0.83', '0.41'), ('0.40996', '0.41000'))
    """
    for digits in range(2, 17):
        shown = f"{a:.{digits}f}", f"{b:.{digits}f}"
        if shown[0] != shown[1]:
            return shown
    return f"{a:.2f}", f"{b:.2f}"
