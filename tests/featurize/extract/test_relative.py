# SPDX-License-Identifier: Apache-2.0
"""Days told relative to a given day; the rows were written before the code was run on them."""

from __future__ import annotations

from datetime import date

import pytest

from faithstill.featurize.extract import Extractor, Kind

WEDNESDAY = Extractor(anchor=date(2026, 3, 4))
CALENDAR = (Kind.DATE, Kind.PERIOD)

CASES: tuple[tuple[str, list[str]], ...] = (
    ("It was sent yesterday.", ["yesterday 2026-03-03"]),
    ("Pay today or tomorrow.", ["today 2026-03-04", "tomorrow 2026-03-05"]),
    ("the day before yesterday", ["the day before yesterday 2026-03-02"]),
    ("the day after tomorrow", ["the day after tomorrow 2026-03-06"]),
    ("due next Friday", ["next Friday 2026-03-06|2026-03-13"]),
    ("due this Friday", ["this Friday 2026-03-06"]),
    ("on the coming Monday", ["coming Monday 2026-03-09"]),
    ("last Friday", ["last Friday 2026-02-27"]),
    ("last Monday", ["last Monday 2026-02-23|2026-03-02"]),
    ("next Wednesday", ["next Wednesday 2026-03-11"]),
    ("last week", ["last week 2026-02-23/2026-03-01"]),
    ("this month", ["this month 2026-03"]),
    ("last month", ["last month 2026-02"]),
    ("next quarter", ["next quarter 2026-Q2"]),
    ("last quarter", ["last quarter 2025-Q4"]),
    ("last year", ["last year 2025"]),
    ("next year", ["next year 2027"]),
    ("last March", ["last March 2025-03"]),
    ("next March", ["next March 2027-03"]),
    ("next May", ["next May 2026-05"]),
    ("three days ago", ["three days ago 2026-03-01"]),
    ("2 weeks ago", ["2 weeks ago 2026-02-18"]),
    ("a month ago", ["a month ago 2026-02"]),
    ("three months ago", ["three months ago 2025-12"]),
    ("10 years ago", ["10 years ago 2016"]),
    ("5 days from now", ["5 days from now 2026-03-09"]),
    ("9999 years ago", []),
    ("yesterday's price of 3 March 2026", ["3 March 2026 2026-03-03"]),
    ("on 3 March 2026, not yesterday", ["3 March 2026 2026-03-03", "yesterday 2026-03-03"]),
    ("the last yearly fee", []),
)


@pytest.mark.parametrize(("text", "expected"), CASES)
def test_dates_against_an_anchor(text: str, expected: list[str]) -> None:
    mentions = [mention for mention in WEDNESDAY.extract(text) if mention.kind in CALENDAR]
    assert [f"{mention.text} {mention.key}" for mention in mentions] == expected
    assert all(text[mention.start : mention.end] == mention.text for mention in mentions)


@pytest.mark.parametrize(
    "text", ["sent yesterday", "due next Friday", "last month", "this quarter", "last year"]
)
def test_without_an_anchor_they_are_no_values(text: str) -> None:
    assert Extractor().extract(text) == ()


def test_a_span_told_from_the_anchor_is_no_duration() -> None:
    text = "It lasted three days, three days ago."
    assert [(m.kind, m.text) for m in WEDNESDAY.extract(text)] == [
        (Kind.DURATION, "three days"),
        (Kind.DATE, "three days ago"),
    ]
