# SPDX-License-Identifier: Apache-2.0
"""Faithfulness as MLflow measures: a metric of `mlflow.models.evaluate` and a scorer of `mlflow.genai.evaluate`."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

from faithstill.serve import Score, Scorer, ScoreStatus
from faithstill.serve.status import STATUS_IN_WORDS

if TYPE_CHECKING:
    from mlflow.genai.scorers import Scorer as GenaiScorer
    from mlflow.models import EvaluationMetric

NAME = "faithfulness"
SHARE, UNJUDGED = "share_faithful", "not_judged"


def faithfulness_metric(model: str | Path = "general", *, threshold: float | None = None) -> EvaluationMetric:
    """For `mlflow.models.evaluate(extra_metrics=[...])`: the probability of each answer, with why in words.

    The data have columns `question` and `contexts` (others by `evaluator_config={"col_mapping": ...}`), and the
    predictions are the answers. Over all rows: `mean` of those that were judged, `share_faithful` and `not_judged`.
    """
    from mlflow.models import make_metric

    scorer = Scorer.load(model, threshold=threshold)

    def faithfulness(predictions: Any, metrics: Any, question: Any, contexts: Any) -> Any:
        rows = zip(question, contexts, predictions, strict=True)
        return _values([_score(scorer, *row) for row in rows])

    return make_metric(  # type: ignore[no-untyped-call, no-any-return, unused-ignore]
        eval_fn=faithfulness, greater_is_better=True, name=NAME
    )


def faithfulness_scorer(model: str | Path = "general", *, threshold: float | None = None) -> GenaiScorer:
    """For `mlflow.genai.evaluate(scorers=[...])`: is the answer faithful, with why in words and the probability.

    `inputs` have `question` and `contexts`; `outputs` are the answer, or an object with `answer` and, where the
    application retrieves, `contexts`. An answer that cannot be judged has an error, and counts in no mean.
    """
    from mlflow.entities import AssessmentError, Feedback
    from mlflow.genai import scorer as as_scorer

    loaded = Scorer.load(model, threshold=threshold)

    def faithfulness(inputs: Mapping[str, Any], outputs: Any) -> Any:
        told = dict(inputs) | (dict(outputs) if isinstance(outputs, Mapping) else {"answer": outputs})
        score = _score(loaded, told.get("question", ""), told.get("contexts"), told["answer"])
        if score.faithful is None:
            return Feedback(
                name=NAME, error=AssessmentError(score.status.value, STATUS_IN_WORDS[score.status])
            )
        known = {"faithful": str(score.faithful), "route": score.route.value}
        return Feedback(name=NAME, value=score.is_faithful, rationale=_why(score), metadata=known)

    return as_scorer(name=NAME)(faithfulness)


def _score(scorer: Scorer, question: str, contexts: Iterable[Any] | None, answer: str) -> Score:
    return scorer.score(question=question, contexts=contexts, answer=answer)


def _why(score: Score) -> str:
    said = [] if score.status is ScoreStatus.OK else [STATUS_IN_WORDS[score.status]]
    return "; ".join([*said, *score.problems()]) or "every statement is supported"


def _values(scores: list[Score]) -> Any:
    from mlflow.metrics import MetricValue

    judged = [score.faithful for score in scores if score.faithful is not None]
    over_all = {"mean": sum(judged) / len(judged)} if judged else {}
    faithful = sum(score.is_faithful for score in scores)
    over_all |= {SHARE: faithful / len(scores), UNJUDGED: float(len(scores) - len(judged))} if scores else {}
    probabilities: list[Any] = [score.faithful for score in scores]
    return MetricValue(
        scores=probabilities,
        justifications=[_why(score) for score in scores],
        aggregate_results=over_all,
    )
