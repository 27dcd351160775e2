# SPDX-License-Identifier: Apache-2.0
"""Rows for `agree`, `comparable` and `bound_clash`: the answer's words, the evidence's words, the outcome."""

from __future__ import annotations

from itertools import product

import pytest

from faithstill.featurize.extract import Extractor, Mention
from faithstill.featurize.extract.agree import agree, bound_clash, comparable, may_meet, same_type

AGREE: tuple[tuple[str, str, bool], ...] = (
    ("about 85", "85.19", True),
    ("85", "85.19", False),
    ("about 8,000", "8,234", True),
    ("8,000", "8,234", False),
    ("$2.1 billion", "$2,098 million", True),
    ("$2.1B", "$2,100 million", True),
    ("$2,098 million", "$2.1 billion", False),
    ("$2 billion", "$2.4 billion", False),
    ("about $2 billion", "$2.1 billion", True),
    ("about $2 billion", "$2.4 billion", False),
    ("$5 million", "$4.98 million", True),
    ("about 20", "24", False),
    ("about 100", "104", True),
    ("nearly half", "48%", True),
    ("about half", "40%", False),
    ("about half", "48%", True),
    ("about one eighth", "13%", True),
    ("one eighth", "13%", False),
    ("about a fifth", "23%", False),
    ("about a tenth", "9.1%", True),
    ("about a tenth", "11%", True),
    ("a third", "33%", True),
    ("a third", "33.3%", True),
    ("one third", "33.4%", False),
    ("two thirds", "66.7%", True),
    ("66.7%", "two thirds", True),
    ("67%", "two thirds", True),
    ("33%", "a third", True),
    ("66%", "two thirds", False),
    ("70%", "two thirds", False),
    ("about 70%", "two thirds", True),
    ("75%", "three quarters", True),
    ("three quarters", "75%", True),
    ("75%", "0.75", True),
    ("0.75", "75%", True),
    ("0.75", "three quarters", True),
    ("0.75 units", "three quarters", False),
    ("150 bps", "1.5%", True),
    ("1.5%", "150 basis points", True),
    ("15 bps", "1.5%", False),
    ("50 basis points", "0.5 percentage points", True),
    ("0.5%", "0.5 percentage points", False),
    ("18.2%", "18.2", True),
    ("4.25%", "0.0425", True),
    ("two weeks", "14 days", True),
    ("12 months", "1 year", True),
    ("a year and a half", "18 months", True),
    ("30 days", "1 month", False),
    ("5 business days", "5 days", False),
    ("a working week", "five business days", True),
    ("90 minutes", "1.5 hours", True),
    ("48 hours", "two days", True),
    ("30 months", "30 days", False),
    ("36 months", "36", True),
    ("3 years", "3", True),
    ("2 weeks", "2", True),
    ("3 weeks", "2", False),
    ("March 2026", "3 March 2026", True),
    ("3 March 2026", "March 2026", False),
    ("in 2026", "3 March 2026", True),
    ("3 March", "3 March 2026", True),
    ("3 March 2026", "3 March", False),
    ("in March", "3 March 2026", True),
    ("Q1 2026", "15 February 2026", True),
    ("Q1 2026", "April 2026", False),
    ("15 February 2026", "Q1 2026", False),
    ("Q1 2026", "first quarter of 2026", True),
    ("H1 2025", "Q2 2025", True),
    ("the 1970s", "in 1975", True),
    ("03/04/2026", "3 April 2026", True),
    ("03/04/2026", "4 March 2026", True),
    ("03/04/2026", "5 March 2026", False),
    ("2026-03-04", "4 March 2026", True),
    ("FY2025", "fiscal year 2025", True),
    ("in 2025", "FY2025", True),
    ("2012-13", "2012-2013", True),
    ("in 2019", "2019-2023", True),
    ("in 2021", "2019-2023", False),
    ("in 2019", "2019", True),
    ("80% to 90%", "between 80% and 90%", True),
    ("85%", "between 80% and 90%", False),
    ("80%", "80% to 90%", False),
    ("18 to 25 percent", "18-25%", True),
    ("18 to 25 percent", "18 to 26 percent", False),
    ("21.5%", "18 to 25 percent", False),
    ("at least 30 days", "30 days", True),
    ("$1,250", "1250.00", True),
    ("$1,250", "1,250 customers", False),
    ("$1,250", "€1,250", False),
    ("1,250 USD", "US$1,250", True),
    ("A$5", "$5", False),
    ("5 dollars", "$5", True),
    ("five cents", "€0.05", True),
    ("50p", "£0.50", True),
    ("500 kr", "NOK 500", True),
    ("-5%", "5%", False),
    ("12 branches", "12 offices", True),
    ("12 branches", "13 branches", False),
    ("twelve", "12", True),
    ("a dozen", "12", True),
    ("2.1 million users", "2,100,000", True),
    ("2.1 million users", "2,098,312", True),
    ("5 km", "5,000 metres", True),
    ("5 km", "3.1 miles", True),
    ("1 kg", "1,000 g", True),
    ("12 PM PST", "3 PM EST", True),
    ("1 PM PST", "3 PM EST", False),
    ("3 PM PST", "3 PM EST", False),
    ("16:00 CET", "15:00 UTC", True),
    ("15:00 GMT", "15:00 UTC", True),
    ("17:00 GMT+2", "15:00 UTC", True),
    ("12 PM PT", "3 PM ET", True),
    ("1 PM PT", "3 PM ET", False),
    ("3 PM EDT", "3 PM ET", True),
    ("20:00 UTC", "3 PM ET", True),
    ("01:00 CEST", "23:00 UTC", True),
    ("2:30 PM UTC", "8:00 PM IST", True),
    ("68°F", "20 °C", True),
    ("100 °F", "38 °C", True),
    ("37.8 °C", "100 °F", True),
    ("38.4 °C", "100 °F", False),
    ("1,063 ft", "324 m", True),
    ("1,062 ft", "324 m", False),
    ("1,163 ft", "324 m", False),
    ("16.09 km", "10 miles", True),
    ("16 km", "10 miles", True),
    ("16.8 km", "10 miles", False),
    ("2 km", "1 mile", False),
    ("4.4 lb", "2 kg", True),
    ("2 kg", "4.4 lb", True),
    ("105 km/h", "65 mph", True),
    ("65 mph", "105 km/h", True),
    ("861 sq ft", "80 m²", True),
    ("466 GiB", "500 GB", True),
    ("500 GiB", "500 GB", False),
    ("837 kJ", "200 kcal", True),
    ("75 kW", "100 hp", True),
    ("100 hp", "75 kW", True),
    ("105 hp", "75 kW", False),
    ("6 ft 2 in", "1.88 m", True),
    ("6 ft 4 in", "1.88 m", False),
    ("16 to 32 km", "10 to 20 miles", True),
    ("16 to 42 km", "10 to 20 miles", False),
    ("2 km", "1,500 m", False),
    ("1.85 tonnes", "1,850 kg", True),
    ("1,800 m", "1.84 km", False),
    ("the third claim", "3 claims", False),
    ("5 pm", "17:00", True),
    ("5 pm", "17:00 CET", True),
    ("5 pm ET", "17:00 CET", False),
    ("5 o'clock", "17:00", True),
    ("noon", "12:00", True),
    ("$5 to $10 million", "$5-10 million", True),
    ("about 5 to 7 days", "5-7 days", True),
    ("half the fee", "50%", True),
    ("one in five", "20%", True),
    ("3k", "3,000", True),
    ("£1.24bn", "£1,240 million", True),
    ("6,667", "two thirds", False),
    ("Harrow Vale Bank", "the Harrow Vale Bank", True),
    ("Mr Quill", "Dr. Jane Quill", True),
    ("Quill", "M. Quill", True),
    ("Harrow Tiles", "Harrow Tiles Ltd", True),
    ("Harrow Tiles Inc", "Harrow Tiles Ltd", True),
    ("Harrow Vale", "Harrow Vale Bank", True),
    ("Harrow Vale Bank", "Harrow Mills Bank", False),
    ("EBA", "European Banking Authority", True),
    ("European Banking Authority", "EBA", True),
    ("ECB", "European Banking Authority", False),
    ("Premium Plus", "Premium Plus plan", True),
    ("the Premium card", "the Premium Plus card", False),
    ("APRs", "APR", True),
    ("U.S.", "the United States", True),
    ("ORD-4821", "ORD-4812", False),
    ("card ending 4471", '"pan_end": "4471"', True),
    ("card ending 4471", "card ending 4472", False),
    ("Form 1099-INT", "Form 1099-DIV", False),
    ("Section 4", "Section 4.2", False),
    ("Section 4.2", "s 4.2", True),
    ("section 42", "section 4.2", False),
    ("Section 4", "Clause 4", False),
    ("version 2.1", "v2.1", True),
    ("Marks & Spencer", "Marks and Spencer plc", True),
    ("Société Générale", "Societe Generale", True),
    ("Ostrava Kilns", "Harrow Tiles", False),
    ("Jane Quill", "John Quill", False),
    ("(555) 123-4567", "555-123-4567", True),
    ("the third claim", "the 3rd claim", True),
    ("North Vale", "Vale", False),
    ("4 March 2026", "2026/03/04", True),
    ("at most 30 days", "30 days or less", True),
    ("roughly 60%", "three fifths", True),
    ("EUR 240 million", "€0.24 billion", True),
    ("seven", "8", False),
    ("$1.25", "$1.249", False),
    ("£995", "GBP 995.00", True),
    ("between 5 and 7 days", "5 to 7 days", True),
    ("5 days", "5 to 7 days", False),
    ("1,320", "1,320.00", True),
    ("order 70144", "order #70144", True),
    ("24-hour", "one day", True),
    ("half a year", "six months", True),
    ("up to 90%", "80% to 90%", True),
    ("at least 80%", "80% to 90%", True),
    ("up to 80%", "80% to 90%", False),
    ("2.3%", "-2.3%", True),
    ("-2.3%", "2.3%", False),
    ("0.6 points", "0.6 percentage points", True),
    ("NOK 118.3 million", "118.3", True),
    ("121.6 million", "121.6", True),
    ("£127m", "127", True),
    ("£5m", "5", False),
    ("118.3", "NOK 118.3 million", True),
    ("clause 8.2", "8.2", True),
    ("clause 8.2", "8.3", False),
    ("Wexcombe", "Wexcombe Group", True),
    ("three quarters of an hour", "45 minutes", True),
)

COMPARABLE: tuple[tuple[str, str, bool], ...] = (
    ("$5", "$7", True),
    ("$5", "€5", True),
    ("$5", "5", True),
    ("$5", "5 branches", False),
    ("$5", "5%", False),
    ("5%", "7%", True),
    ("5%", "5 percentage points", True),
    ("5%", "150 bps", True),
    ("5%", "three quarters", True),
    ("5%", "5", False),
    ("half the fee", "three quarters of the fee", True),
    ("half the fee", "5", False),
    ("12 branches", "13 branches", True),
    ("12 branches", "30 employees", False),
    ("12 branches", "13", True),
    ("12", "13", True),
    ("5 km", "7 miles", True),
    ("5 km", "7 kg", False),
    ("68°F", "30 °C", True),
    ("30 days", "45 days", True),
    ("30 days", "two weeks", True),
    ("30 days", "30 months", True),
    ("30 days", "5 business days", True),
    ("30 days", "48 hours", True),
    ("30 days", "1 month", False),
    ("90 days", "3 months", False),
    ("45 days", "1 month", True),
    ("3 March 2026", "4 March 2026", True),
    ("3 March", "4 March 2026", True),
    ("3 March 2026", "March 2026", False),
    ("3 March 2026", "April 2026", True),
    ("March 2026", "April 2026", True),
    ("Q1 2026", "Q2 2026", True),
    ("Q1 2026", "March 2026", False),
    ("in 2025", "in 2026", True),
    ("in 2025", "3 March 2026", False),
    ("FY2025", "in 2026", True),
    ("5 pm", "17:30", True),
    ("5 pm", "3 March 2026", False),
    ("the third claim", "the second claim", True),
    ("the third claim", "3 claims", False),
    ("Harrow Vale", "Ostrava Kilns", True),
    ("ORD-4821", "ORD-4812", True),
    ("ORD-4821", "Harrow Vale", False),
    ("Harrow Vale", "5", False),
)

CLASH: tuple[tuple[str, str, bool], ...] = (
    ("at least 30 days", "at most 30 days", True),
    ("more than 30 days", "no more than 30 days", True),
    ("up to $5", "over $5", True),
    ("under 18", "18 or over", True),
    ("at least 30 days", "30 days", False),
    ("at least 30 days", "more than 30 days", False),
    ("up to $5", "less than $5", False),
    ("about 30 days", "at least 30 days", False),
)

SAME_TYPE: tuple[tuple[str, str, bool], ...] = (
    ("$5", "$7", True),
    ("$5", "€5", False),
    ("$5", "5", False),
    ("5%", "7%", True),
    ("5%", "5 percentage points", False),
    ("5%", "three quarters", False),
    ("5 km", "7 miles", True),
    ("5 km", "7 kg", False),
    ("30 days", "45 days", True),
    ("30 days", "30 months", False),
    ("30 days", "5 business days", True),
    ("12 branches", "13 branches", True),
    ("12 branches", "30 employees", False),
    ("12 branches", "13", True),
    ("in 2025", "in 2026", True),
    ("in 2025", "3 March 2026", False),
)

EXTRACTOR = Extractor()


def only(text: str) -> Mention:
    mentions = EXTRACTOR.extract(text)
    assert len(mentions) == 1, f"{text!r} holds {len(mentions)} mentions"
    return mentions[0]


@pytest.mark.parametrize(("answer", "evidence", "expected"), AGREE)
def test_agree(answer: str, evidence: str, expected: bool) -> None:
    assert agree(only(answer), only(evidence)) is expected


@pytest.mark.parametrize(("first", "second", "expected"), COMPARABLE)
def test_comparable_either_way(first: str, second: str, expected: bool) -> None:
    assert comparable(only(first), only(second)) is expected
    assert comparable(only(second), only(first)) is expected


@pytest.mark.parametrize(("first", "second", "expected"), SAME_TYPE)
def test_same_type_either_way(first: str, second: str, expected: bool) -> None:
    assert same_type(only(first), only(second)) is expected
    assert same_type(only(second), only(first)) is expected


@pytest.mark.parametrize(("first", "second", "expected"), CLASH)
def test_bound_clash_either_way(first: str, second: str, expected: bool) -> None:
    assert bound_clash(only(first), only(second)) is expected
    assert bound_clash(only(second), only(first)) is expected


@pytest.mark.parametrize("text", sorted({text for row in (*AGREE, *COMPARABLE) for text in row[:2]}))
def test_a_mention_agrees_with_itself(text: str) -> None:
    assert agree(only(text), only(text))


def test_types_that_may_not_meet_neither_agree_nor_compare() -> None:
    values = [only(text) for text in sorted({text for *texts, _ in AGREE + COMPARABLE for text in texts})]
    apart = [(a, b) for a, b in product(values, values) if not may_meet(a.kind, a.unit, b.kind, b.unit)]
    assert len(apart) > 1_000
    assert [(a.text, b.text) for a, b in apart if agree(a, b) or comparable(a, b)] == []


def test_there_are_enough_rows() -> None:
    assert len(AGREE) + len(COMPARABLE) + len(CLASH) >= 120
    assert {expected for *_, expected in AGREE} == {True, False}
