# SPDX-License-Identifier: Apache-2.0
"""The table of routes row by row and in order, and what is never delivered."""

from __future__ import annotations

from dataclasses import replace
from itertools import combinations
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from faithstill.data import Passage
from faithstill.factcheck.verdict import Finding, Verdict
from faithstill.featurize.claims import ClaimKind
from faithstill.serve import Route, Scorer, ScoreStatus, StatementScore
from faithstill.serve.model import log_odds
from faithstill.serve.routes import DELIVERED, ROUTES, RouteCase, accused_by, route_of


def statement(chance: float = 0.9, **changes: Any) -> StatementScore:
    made = StatementScore(
        text="The fee is $5.",
        start=0,
        end=14,
        kind=ClaimKind.ATTRIBUTION,
        refuses=False,
        faithful=chance,
        threshold=0.5,
        logit=log_odds(chance),
        intercept=0.0,
        contributions=(),
        evidence=None,
        findings=(),
        at_odds=False,
        remarks=(),
        features={},
    )
    return replace(made, **changes)


def finding(verdict: Verdict, kind: str = "money", text: str = "$5") -> Finding:
    return Finding(verdict, kind, text, 11, 13, f"{kind}.{verdict}")


ABSENT_ORDER = statement(findings=(finding(Verdict.ABSENT, "name", "AB-4471"),))
RIGHT = statement()
# For each row of the table in order a case to which no other row applies.
CASES = {
    "unjudged": RouteCase(ScoreStatus.NO_CLAIMS),
    "refuted": RouteCase(ScoreStatus.OK, [RIGHT, statement(findings=(finding(Verdict.CONFLICT),))]),
    "unsupported": RouteCase(ScoreStatus.OK, [statement(0.24), RIGHT]),
    "doubtful": RouteCase(ScoreStatus.OK, [RIGHT, statement(0.26)]),
    "truncated": RouteCase(ScoreStatus.TRUNCATED, [RIGHT]),
    "absent identifier": RouteCase(ScoreStatus.OK, [ABSENT_ORDER]),
    "missing citation": RouteCase(ScoreStatus.OK, [RIGHT], [7]),
    "signals at odds": RouteCase(ScoreStatus.OK, [statement(at_odds=True)]),
}
LEADS = {
    "unjudged": Route.REVIEW,
    "refuted": Route.BLOCK,
    "unsupported": Route.BLOCK,
    "doubtful": Route.REVIEW,
    "truncated": Route.REVIEW,
    "absent identifier": Route.REVIEW,
    "missing citation": Route.REVIEW,
    "signals at odds": Route.REVIEW,
}


def test_the_table_has_these_rows_in_this_order() -> None:
    assert {row.id: row.route for row in ROUTES} == LEADS
    assert [row.id for row in ROUTES] == list(CASES)


@pytest.mark.parametrize("name", CASES)
def test_a_row_applies_where_it_says_and_no_other_does(name: str) -> None:
    applies = {"unsupported": {"unsupported", "doubtful"}}.get(name, {name})
    # What was not judged has no other row to fall under but that of what cannot pass.
    applies |= {"truncated"} if name == "unjudged" else set()
    assert {row.id for row in ROUTES if row.applies(CASES[name])} == applies
    row = route_of(CASES[name])
    assert (row.id, row.route) == (name, LEADS[name])


@pytest.mark.parametrize(("first", "second"), list(combinations(CASES, 2)))
def test_of_two_rows_the_upper_decides(first: str, second: str) -> None:
    ours, theirs = CASES[first], CASES[second]
    status = next((c.status for c in (ours, theirs) if c.status is not ScoreStatus.OK), ScoreStatus.OK)
    both = RouteCase(
        status, [*theirs.statements, *ours.statements], [*ours.missing_citations, *theirs.missing_citations]
    )
    assert route_of(both).id == first


@pytest.mark.parametrize(
    "case",
    [
        RouteCase(ScoreStatus.OK, [RIGHT]),
        RouteCase(ScoreStatus.OK, [RIGHT, statement(0.5)]),
        RouteCase(ScoreStatus.REFUSAL, [statement(refuses=True)]),
        RouteCase(ScoreStatus.OK, [statement(findings=(finding(Verdict.PROVED), finding(Verdict.ABSENT)))]),
        RouteCase(ScoreStatus.OK, [statement(findings=(finding(Verdict.ABSENT, "name", "Anna Berg"),))]),
    ],
    ids=["right", "at the threshold", "refusal", "absent amount", "absent name"],
)
def test_what_no_row_holds_back_is_delivered(case: RouteCase) -> None:
    assert route_of(case) is DELIVERED
    assert DELIVERED.route is Route.DELIVER
    assert not any(map(accused_by, case.statements))


@given(st.floats(0, 1), st.floats(0, 1))
def test_what_is_refuted_is_blocked_however_high_its_probability(chance: float, threshold: float) -> None:
    refuted = statement(chance, threshold=threshold, findings=(finding(Verdict.CONFLICT),))
    assert route_of(RouteCase(ScoreStatus.OK, [RIGHT, refuted])).route is Route.BLOCK


@given(st.floats(0, 1), st.floats(0, 1))
def test_no_threshold_delivers_an_absent_identifier_or_a_missing_citation(
    chance: float, threshold: float
) -> None:
    absent = replace(ABSENT_ORDER, faithful=chance, logit=log_odds(chance), threshold=threshold)
    assert route_of(RouteCase(ScoreStatus.OK, [RIGHT, absent])).route is not Route.DELIVER
    plain = statement(chance, threshold=threshold)
    assert route_of(RouteCase(ScoreStatus.OK, [plain], [3])).route is not Route.DELIVER


@given(st.floats(-9, 9), st.floats(0.001, 0.999))
def test_a_refusal_has_one_route_whatever_the_threshold(odds: float, threshold: float) -> None:
    def refusal(threshold: float) -> StatementScore:
        logit = odds + log_odds(threshold)
        chance = 1 / (1 + 2.718281828459045**-logit)
        return statement(chance, threshold=threshold, logit=logit, refuses=True)

    routes = {route_of(RouteCase(ScoreStatus.REFUSAL, [refusal(t)])).route for t in (0.5, threshold)}
    near = min(abs(odds), abs(odds - log_odds(0.25))) < 1e-6
    assert near or len(routes) == 1


# With a threshold of 0 no probability holds anything back.
@pytest.fixture(scope="module")
def lenient(scorer: Scorer) -> Scorer:
    return Scorer(scorer.bundle.with_threshold(0.0))


CONTEXTS = ["Questions are answered by the service desk from Monday to Friday.", "A wire transfer costs $25."]
IDENTIFIERS = [
    ("Your order {} has been shipped.", "AB-4471"),
    ("Your order number is {}.", "44718"),
    ("Your account number is {}.", "12345679"),
    ("Please pay to IBAN {}.", "DE89 3704 0044 0532 0130 00"),
    ("You can call {}.", "+1 555 010 9999"),
    ("You can call us on {}.", "0800 123 456"),
    ("It is ruled by {} of the terms.", "clause 4.7"),
    ("The policy number is {}.", "PX-221"),
]


@pytest.mark.parametrize(("sentence", "identifier"), IDENTIFIERS)
def test_an_absent_identifier_is_not_delivered(lenient: Scorer, sentence: str, identifier: str) -> None:
    answer = sentence.format(identifier)
    absent = lenient.score(question="", contexts=CONTEXTS, answer=answer)
    assert absent.route is not Route.DELIVER
    assert any(
        identifier in problem and "nowhere in the evidence" in problem for problem in absent.problems()
    )
    beside = lenient.score(question="", contexts=CONTEXTS, answer=f"A wire transfer costs $25. {answer}")
    assert beside.route is not Route.DELIVER
    there = lenient.score(question="", contexts=[*CONTEXTS, f"{answer} Thank you."], answer=answer)
    assert there.route is Route.DELIVER


@pytest.mark.parametrize(
    "marker", ["[3]", "[0]", "[1, 7]", "[1;7]", "[2-9]", "[2–9]", "[doc 7]", "[Source 3]"]
)
def test_a_citation_of_a_missing_passage_is_not_delivered(lenient: Scorer, marker: str) -> None:
    score = lenient.score(question="", contexts=CONTEXTS, answer=f"A wire transfer costs $25 {marker}.")
    assert (score.route, score.why) == (Route.REVIEW, "missing citation")
    assert score.problems()[-1] == f"Citation [{score.missing_citations[-1]}]: there is no such passage"
    in_front = lenient.score(question="", contexts=CONTEXTS, answer=f"{marker} A wire transfer costs $25.")
    assert in_front.route is Route.REVIEW


@pytest.mark.parametrize("marker", ["", "[1]", "[1, 2]", "[1-2]", "[doc 2]", "[7]", "[doc 7]"])
def test_a_citation_of_a_given_passage_is_delivered(lenient: Scorer, marker: str) -> None:
    contexts = [CONTEXTS[0], Passage(CONTEXTS[1], id="doc_7" if "7" in marker else "")]
    score = lenient.score(question="", contexts=contexts, answer=f"A wire transfer costs $25 {marker}.")
    assert (score.route, score.missing_citations) == (Route.DELIVER, ())


@pytest.mark.parametrize(
    "answer", ["N/A", "n/a", "Please contact support.", "", " - ", "Hello!", "I hope this helps!"]
)
def test_what_states_nothing_is_never_delivered(lenient: Scorer, answer: str) -> None:
    score = lenient.score(question="What does a wire transfer cost?", contexts=CONTEXTS, answer=answer)
    assert (score.status, score.route, score.why) == (ScoreStatus.NO_CLAIMS, Route.REVIEW, "unjudged")
    assert (score.faithful, score.is_faithful, score.statements) == (None, False, ())
