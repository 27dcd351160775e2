# SPDX-License-Identifier: Apache-2.0
"""What is said of one answer: probability, decision, route, and what is said of each of its statements."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import groupby
from typing import Any

from faithstill.featurize.families import refusal
from faithstill.featurize.schema import ALL_FAMILIES

from .contribution import Contribution
from .routes import ROWS, Route, accused_by
from .statements import StatementScore
from .status import STATUS_IN_WORDS, ScoreStatus
from .wording import in_quotes

STRONGEST = 3
_SEEN = 0.005  # what is less reads as 0.00

# Every feature that any recipe or the model of refusals reads: name -> (family, resting value).
_RESTS = {
    feature.name: (family, feature.neutral)
    for family, features in (*((f.name, f.features) for f in ALL_FAMILIES), ("refusal", refusal.FEATURES))
    for feature in features
}


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
    """The judgement of one answer; `faithful` is the calibrated probability, None if nothing was judged.

    An answer is as faithful as its worst statement: `deciding` is the place of that one in `statements`, and
    features, threshold and contributions are its own, with what the other statements add. `why` is the row of the table
    of routes that decided.
    """

    faithful: float | None
    is_faithful: bool
    status: ScoreStatus
    threshold: float
    route: Route
    why: str
    statements: tuple[StatementScore, ...]
    deciding: int | None
    missing_citations: tuple[int, ...]
    features: Mapping[str, float]
    logit: float | None
    intercept: float
    contributions: tuple[Contribution, ...]  # the largest amounts, for or against, first
    inference_explanation: str

    def strongest(self, *, against: bool, most: int = STRONGEST) -> tuple[Contribution, ...]:
        """The features that speak loudest against (or for) *faithful*, of those that were measured."""
        return tuple(
            c for c in self.contributions if (-c.amount if against else c.amount) >= _SEEN and not c.undefined
        )[:most]

    def by_family(self) -> dict[str, float]:
        """What each family of features adds to the logit, the largest first."""
        ordered = sorted(self.contributions, key=lambda c: c.family)
        sums = {name: sum(c.amount for c in own) for name, own in groupby(ordered, key=lambda c: c.family)}
        return dict(sorted(sums.items(), key=lambda item: -abs(item[1])))

    def signals(self) -> dict[str, dict[str, float]]:
        """The features that are not at their resting value, by family."""
        found: dict[str, dict[str, float]] = {}
        for name, value in self.features.items():
            family, rest = _RESTS[name]
            if value != rest:
                found.setdefault(family, {})[name] = value
        return found

    def lines(self) -> list[str]:
        """A line for each statement: does it pass, its probability, and what is wrong or what it rests on."""
        return [_line(number, statement) for number, statement in enumerate(self.statements, 1)]

    def problems(self) -> list[str]:
        """A line for all that keeps the answer from being delivered: where, what is wrong, what the evidence says."""
        found = [
            f"Sentence {number}: {in_quotes(remark.about or statement.text)} - {remark.words}"
            for number, statement in enumerate(self.statements, 1)
            if accused_by(statement)
            for remark in statement.remarks
        ]
        return found + _missing(self)

    def explain(self, *, verbose: bool = False) -> Explanation:
        """Why, number by number and in words; `verbose` lists every feature."""
        text = "\n".join(_lines(self, verbose=verbose))
        return Explanation(self.intercept, self.contributions, self.logit, text)

    def as_dict(self) -> dict[str, Any]:
        """JSON-able, in fixed key order."""
        return {
            "faithful": self.faithful,
            "is_faithful": self.is_faithful,
            "status": self.status.value,
            "route": self.route.value,
            "why": self.why,
            "threshold": self.threshold,
            "statements": [statement.as_dict() for statement in self.statements],
            "deciding": self.deciding,
            "missing_citations": list(self.missing_citations),
            "logit": self.logit,
            "intercept": self.intercept,
            "inference_explanation": self.inference_explanation,
            "contributions": [contribution._asdict() for contribution in self.contributions],
            "features": dict(self.features),
        }


def _missing(score: Score) -> list[str]:
    return [f"Citation [{number}]: there is no such passage" for number in score.missing_citations]


def _line(number: int, statement: StatementScore) -> str:
    row = accused_by(statement)
    mark = row.route.value if row else "ok"
    return f"{mark:6} {statement.faithful:.2f} Sentence {number}: {in_quotes(statement.text)} - {statement.reason}"


def _lines(score: Score, *, verbose: bool) -> Iterator[str]:
    yield f"Verdict: {_verdict(score)}."
    yield f"Route: {score.route} ({ROWS[score.why].what})."
    yield f"Status: {score.status} ({STATUS_IN_WORDS[score.status]})."
    yield from (f"  {line}" for line in (*score.lines(), *_missing(score)))
    if score.logit is None or score.deciding is None:
        return
    yield f"Sentence {score.deciding + 1} decides. Its log-odds of {score.logit:+.3f} are the sum of"
    families = score.by_family()
    shown = ", ".join(f"{name} {amount:+.2f}" for name, amount in families.items())
    yield f"  baseline {score.intercept:+.2f}, {shown}"
    if verbose:
        yield from (f"  {c.amount:+.3f}  {c}" for c in score.contributions)
    else:
        yield from _sides(score)


def _sides(score: Score) -> Iterator[str]:
    for side, against in (("Against", True), ("For", False)):
        strongest = score.strongest(against=against)
        yield f"{side}:" if strongest else f"{side}: nothing"
        yield from (f"  {c.amount:+.2f}  {c.meaning}: {c.value:.2f}" for c in strongest)


def _verdict(score: Score) -> str:
    if score.faithful is None:
        return f"none (threshold {score.threshold:.2f})"
    word = "faithful" if score.is_faithful else "not faithful"
    chance, threshold = _told_apart(score.faithful, score.threshold)
    if score.is_faithful and any(statement.is_refuted for statement in score.statements):
        word = "refuted, whatever the classifier says"
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
