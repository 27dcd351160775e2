# SPDX-License-Identifier: Apache-2.0
"""A pytest plugin: the fixture `assert_grounded`, with the options `--faithstill-model` and `--faithstill-profile`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

from .extra import brought_by

with brought_by("pytest"):
    import pytest

if TYPE_CHECKING:
    from faithstill.serve.guard import Decision, Guard
    from faithstill.serve.guard.inputs import Contexts


class AssertGrounded(Protocol):
    """Fails the test where the guard does not trust the answer, claim by claim; else gives the decision."""

    def __call__(self, answer: str, contexts: Contexts, *, question: str = "") -> Decision: ...


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add the options of the guard that answers are checked with."""
    group = parser.getgroup("faithstill")
    group.addoption(
        "--faithstill-model", default="general", help="bundle folder or shipped bundle (default: general)"
    )
    group.addoption(
        "--faithstill-profile",
        default="STRICT_BLOCK",
        help="profile file or shipped profile (default: STRICT_BLOCK)",
    )


@pytest.fixture(scope="session")
def faithstill_guard(pytestconfig: pytest.Config) -> Guard:
    """The guard of the options, loaded once in a session; a project may override it with its own."""
    from faithstill.serve.guard import Guard

    options = pytestconfig.option
    return Guard.load(options.faithstill_model, profile=options.faithstill_profile)


@pytest.fixture(scope="session")
def assert_grounded(faithstill_guard: Guard) -> AssertGrounded:
    """`assert_grounded(answer, contexts, question="")`."""
    return asserting(faithstill_guard)


def asserting(guard: Guard) -> AssertGrounded:
    """What the fixture gives, with a guard of one's own."""

    def check(answer: str, contexts: Contexts, *, question: str = "") -> Decision:
        __tracebackhide__ = True
        decision = guard.check(question=question, contexts=contexts, answer=answer)
        if not decision.is_trusted:
            pytest.fail(in_words(decision))
        return decision

    return check


def in_words(decision: Decision) -> str:
    """What is wrong with an answer, a line for each claim."""
    marks = {"supported": "ok", "contradicted": "refuted", "unverifiable": "not in the contexts"}
    claims = [
        f"  {marks[claim.verdict]}: {claim.text!r}" + (f"\n    {claim.reason}" if claim.reason else "")
        for claim in decision.claims
    ]
    cited = [f"  citation: {finding}" for finding in decision.citations]
    head = (
        f"the answer is not grounded: {decision.action} ({', '.join(decision.reasons)}) by {decision.profile}"
    )
    return "\n".join([head, *claims, *cited])
