# SPDX-License-Identifier: Apache-2.0
"""The end of a span told as its beginning. Our own words."""

from __future__ import annotations

import pytest

from faithstill.data import Triple
from faithstill.featurize import Featurizer

WAR = "The war lasted from 1914 to 1918."
LEASE = "The lease runs from 1 June 2025 to 31 May 2027."
OFFICE = "The office is open from 9:00 to 17:00."
HOTEL = "Check-in is at 3 pm and check-out is at 11 am."
MEALS = "Breakfast is served from 7 am to 10 am, dinner from 6 pm to 9 pm."
RECORD = '{"lease": {"start_date": "2025-06-01", "end_date": "2027-05-31"}}'
REIGNS = "The reign of Anna lasted from 1702 to 1714. The reign of George lasted from 1714 to 1727."

# Question, passages, answer, and the other end of the span.
WRONG = [
    ("", (WAR,), "The war began in 1918.", "1914"),
    ("", (WAR,), "The war ended in 1914.", "1918"),
    ("When did the war begin?", (WAR,), "It began in 1918.", "1914"),
    ("", (LEASE,), "The lease ends on 1 June 2025.", "31 May 2027"),
    ("", (LEASE,), "The lease starts in May 2027.", "1 June 2025"),
    ("", (RECORD,), "The lease ends on 1 June 2025.", "2027-05-31"),
    ("", (OFFICE,), "The office closes at 9:00.", "17:00"),
    ("", (OFFICE,), "The office opens at 17:00.", "9:00"),
    ("", (HOTEL,), "Check-out is at 3 pm.", "11 am"),
    ("", (MEALS,), "Dinner ends at 6 pm.", "9 pm"),
    ("", ("The trial lasted from May to July 2023.",), "The trial ended in May 2023.", "May to July 2023"),
    ("", ("The sale begins on 1 May. The sale ends on 3 May.",), "The sale ends on 1 May.", "3 May"),
    ("", ("The sale begins on 1 May.", "The sale ends on 3 May."), "The sale ends on 1 May.", "3 May"),
]

RIGHT = [
    ((WAR,), "The war began in 1914."),
    ((WAR,), "The second war began in 1918."),
    ((WAR,), "The war did not begin in 1918."),
    ((WAR, "The revolution began in 1918."), "The revolution began in 1918."),
    ((LEASE,), "The lease starts in June 2025."),
    ((LEASE,), "The deposit scheme ends on 1 June 2025."),
    ((REIGNS,), "The reign of George began in 1714."),
    ((REIGNS,), "The reign of Anna ended in 1714."),
    ((RECORD,), "The lease starts on 1 June 2025 and ends on 31 May 2027."),
    ((MEALS,), "Dinner starts at 6 pm and ends at 9 pm."),
    (("The offer runs from 1 May to 31 May 2025.",), "The offer ends in May 2025."),
    (("The café is open from 17:00 to 22:00.", OFFICE), "The office closes at 17:00."),
    (("The first phase ran from 1914 to 1916; then the next began.",), "The next phase began in 1916."),
    (("The fair ran from 2 May 2024 to 30 June 2024, and a tour followed.",), "The tour started on 30 June 2024."),
    (("| 2024 / 2025 | Loans |\n|---|---|\n| Asia | 620 |",), "At the end of 2024 it stood at 620."),
    (("The plan covers the years 2024 to 2026.",), "The plan counts 620 at the end of 2024."),
    (("The plan covers the years 2024 to 2026.",), "The plan counts 620 at year end 2024."),
    # A span in which something is not begins where that ends; and what is built opens at its end.
    (("The shop is closed from 1 June to 15 June.",), "The shop closes on 1 June."),
    (("Flights were suspended from 3 May to 5 May 2024.",), "Flights ended on 3 May 2024."),
    (("The stadium was built from 2010 to 2014.",), "The stadium opened in 2014."),
    (("The deadline was moved from 1 May to 15 May.",), "The deadline ends on 1 May."),
]  # fmt: skip


def ends_of(featurizer: Featurizer, question: str, contexts: tuple[str, ...], answer: str) -> list[str]:
    analysis = featurizer.analyse(Triple.of(question=question, contexts=contexts, answer=answer))
    return [c.right.mention.text for c in analysis.comparisons if c.holds is False and c.right]


@pytest.mark.parametrize(("question", "contexts", "answer", "other"), WRONG)
def test_one_end_told_as_the_other_is_refuted(
    featurizer: Featurizer, question: str, contexts: tuple[str, ...], answer: str, other: str
) -> None:
    assert ends_of(featurizer, question, contexts, answer) == [other]


@pytest.mark.parametrize(("contexts", "answer"), RIGHT)
def test_what_may_be_is_not(featurizer: Featurizer, contexts: tuple[str, ...], answer: str) -> None:
    assert not ends_of(featurizer, "", contexts, answer)
