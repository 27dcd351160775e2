# SPDX-License-Identifier: Apache-2.0
"""Set a failed answer right at most once: first with more evidence, only then with a new answer."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Any, Generic, Protocol, TypeVar

from faithstill.data import Passage
from faithstill.data.triple import as_passage

_SUPPORTED, _CONTRADICTED = "supported", "contradicted"
_DELIVERED = "deliver"


class CheckedAnswer(Protocol):
    """What a guard decides of an answer."""

    @property
    def action(self) -> Any: ...
    @property
    def claims(self) -> Sequence[Any]:
        """Each with `text` and `verdict`."""
        ...


D = TypeVar("D", bound=CheckedAnswer)
Check = Callable[[str, Sequence[Passage], str], D]
Retrieve = Callable[[Sequence[str]], Iterable[str | Mapping[str, Any] | Passage]]
Generate = Callable[[str, Sequence[Passage], Sequence[str]], str]


class Step(StrEnum):
    """What can be tried."""

    RETRIEVE = "retrieve"
    GENERATE = "generate"


@dataclass(frozen=True, slots=True)
class Tried:
    """One thing tried: what came of it in words, and the callback's error where it failed."""

    step: Step
    outcome: str
    error: str = ""


@dataclass(frozen=True, slots=True)
class Regenerated(Generic[D]):
    """The answer to go on with, the passages it was checked on, its decision, and what was tried, in order."""

    answer: str
    passages: tuple[Passage, ...]
    decision: D
    tried: tuple[Tried, ...]

    @property
    def is_delivered(self) -> bool:
        """Was the last decision to deliver?"""
        return str(self.decision.action) == _DELIVERED


def regenerate(
    question: str,
    contexts: Iterable[str | Mapping[str, Any] | Passage],
    answer: str,
    *,
    check: Check[D],
    generate: Generate | None = None,
    retrieve: Retrieve | None = None,
    decision: D | None = None,
) -> Regenerated[D]:
    """Fetch evidence for unsupported claims and check again; if it still fails, write one new answer and check that.

    `decision` is the answer's, where it is known already. A new answer takes the place of the first only if it is
    delivered, or fewer of its claims are contradicted, or as many and fewer unsupported. A callback
    that fails is told in `tried`, and the decision stands.
    """
    passages = tuple(as_passage(context) for context in contexts)
    best = Regenerated(answer, passages, decision or check(question, passages, answer), ())
    if retrieve is not None and _wants(best):
        best = _with_more_evidence(question, best, check, retrieve)
    if generate is not None and _wants(best):
        best = _with_new_answer(question, best, check, generate)
    return best


def _wants(best: Regenerated[D]) -> bool:
    """Is there a claim to be set right, in an answer that is not delivered as it is?"""
    return not best.is_delivered and bool(unsupported(best.decision))


def unsupported(decision: CheckedAnswer) -> tuple[str, ...]:
    """The claims that no evidence supports, in order."""
    return tuple(claim.text for claim in decision.claims if str(claim.verdict) != _SUPPORTED)


def _with_more_evidence(
    question: str, best: Regenerated[D], check: Check[D], retrieve: Retrieve
) -> Regenerated[D]:
    wanted = unsupported(best.decision)
    try:
        found = [as_passage(passage) for passage in retrieve(wanted)]
    except (
        Exception
    ) as error:  # the caller's code: whatever it raises, the answer is as unsupported as before
        return _told(best, best, Tried(Step.RETRIEVE, "failed", f"{type(error).__name__}: {error}"))
    held = {passage.text for passage in best.passages}
    new = [p for p in {p.text: p for p in found}.values() if p.text not in held and p.text.strip()]
    if not new:
        return _told(best, best, Tried(Step.RETRIEVE, f"nothing new for {len(wanted)} claims"))
    passages = (*best.passages, *new)
    after = Regenerated(best.answer, passages, check(question, passages, best.answer), ())
    left = len(unsupported(after.decision))
    return _told(
        best, after, Tried(Step.RETRIEVE, f"{len(new)} new passages, {left} of {len(wanted)} claims left")
    )


def _with_new_answer(
    question: str, best: Regenerated[D], check: Check[D], generate: Generate
) -> Regenerated[D]:
    before = unsupported(best.decision)
    try:
        text = generate(question, best.passages, before)
    except Exception as error:  # the caller's code, as above
        return _told(best, best, Tried(Step.GENERATE, "failed", f"{type(error).__name__}: {error}"))
    if not text.strip():
        return _told(best, best, Tried(Step.GENERATE, "an empty answer, not taken"))
    after = Regenerated(text, best.passages, check(question, best.passages, text), ())
    taken = after.is_delivered or _wrongs(after.decision) < _wrongs(best.decision)
    left = len(unsupported(after.decision))
    what = f"{left} unsupported claims, {len(before)} before: {'taken' if taken else 'not taken'}"
    return _told(best, after if taken else best, Tried(Step.GENERATE, what))


def _wrongs(decision: CheckedAnswer) -> tuple[int, int]:
    """How many claims are contradicted, and how many unsupported: the first weighs more."""
    verdicts = [str(claim.verdict) for claim in decision.claims]
    return verdicts.count(_CONTRADICTED), len(verdicts) - verdicts.count(_SUPPORTED)


def _told(before: Regenerated[D], after: Regenerated[D], tried: Tried) -> Regenerated[D]:
    return Regenerated(after.answer, after.passages, after.decision, (*before.tried, tried))
