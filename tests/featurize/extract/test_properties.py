# SPDX-License-Identifier: Apache-2.0
"""What holds for every text."""

from __future__ import annotations

import pickle
import sys
from concurrent.futures import ThreadPoolExecutor
from datetime import date
from decimal import Decimal
from types import FrameType

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from faithstill.featurize.extract import Extractor, Kind, Mention
from faithstill.featurize.extract.agree import agree, bound_clash, comparable
from faithstill.featurize.extract.mention import granularity

EXTRACTOR = Extractor()
_PIECES = st.sampled_from(
    """
    $ € £ % bps ( ) [ ] | - – . , : / # * ½ ¼ 0 1 2 5 12 30 2026 1,250 3.5 1e2 one two twenty five hundred
    million half third quarters a an and to of between from rose at least about up first second days day month
    year years business hours March May 3rd Q1 H1 FY2026 2026-03-04 17:00 pm km kg GB USD EUR Section 4.2
    ORD-4821 order the Harrow Vale Bank Ltd Mr APR U.S. percentage points per cent branches ² É 🙂 minus dozen
    thousand
    """.split(" ")
)
_LISTS = st.lists(_PIECES, max_size=30)
_TEXTS = st.one_of(st.text(), _LISTS.map(" ".join), _LISTS.map("".join))


def check(text: str, mentions: tuple[Mention, ...]) -> None:
    at = 0
    for mention in mentions:
        assert at <= mention.start < mention.end <= len(text)
        assert text[mention.start : mention.end] == mention.text
        at = mention.end
        if mention.low is not None and mention.high is not None:
            assert mention.low <= mention.high
        else:
            assert mention.low is mention.high is None
            assert mention.key
        if mention.kind in (Kind.DATE, Kind.PERIOD):
            assert granularity(mention.key)


@given(_TEXTS)
@settings(max_examples=400, deadline=None)
def test_spans_are_exact_sorted_and_disjoint(text: str) -> None:
    check(text, EXTRACTOR.extract(text))


@given(_TEXTS, _TEXTS)
@settings(max_examples=150, deadline=None)
def test_comparing_never_fails_and_a_mention_agrees_with_itself(one: str, other: str) -> None:
    ours, theirs = EXTRACTOR.extract(one), EXTRACTOR.extract(other)
    for first in ours:
        assert agree(first, first)
        for second in theirs:
            assert isinstance(agree(first, second), bool)
            assert comparable(first, second) is comparable(second, first)
            assert bound_clash(first, second) is bound_clash(second, first)


@given(st.integers(0, 10**12), st.sampled_from(["", "$", "€"]), st.sampled_from(["", "%", " days", " km"]))
def test_an_integer_keeps_its_value_however_it_is_grouped(value: int, sign: str, unit: str) -> None:
    plain, grouped = (
        EXTRACTOR.extract(f"It was {sign}{number}{'' if sign else unit} then.")
        for number in (value, f"{value:,}")
    )
    if len(plain) == len(grouped) == 1 and plain[0].kind is grouped[0].kind:
        assert plain[0].low == grouped[0].low
    else:  # four digits may be a year
        assert 1900 <= value <= 2100


@given(st.integers(0, 999_999))
def test_number_words_read_back(value: int) -> None:
    (mention,) = EXTRACTOR.extract(f"exactly {in_words(value)} claims")
    assert (mention.kind, mention.low, mention.unit) == (Kind.NUMBER, Decimal(value), "claim")


def in_words(value: int) -> str:
    small = (
        "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen "
        "sixteen seventeen eighteen nineteen"
    ).split()
    tens = "twenty thirty forty fifty sixty seventy eighty ninety".split()
    if value < 20:
        return small[value]
    if value < 100:
        return tens[value // 10 - 2] + (f"-{small[value % 10]}" if value % 10 else "")
    if value < 1000:
        return f"{small[value // 100]} hundred" + (f" and {in_words(value % 100)}" if value % 100 else "")
    rest = value % 1000
    joint = " and " if 0 < rest < 100 else " "
    return f"{in_words(value // 1000)} thousand" + (joint + in_words(rest) if rest else "")


_LONG = (
    *"7 a A $ ( - . '' ½ é ١ 1, 1. 1- one- A. A- 1/ 1: [1 ([ #1 ** 1e x1- 2026- www. ://".split(),
    *(
        " ",
        "\n",
        "1 ",
        "12 ",
        "one ",
        "a ",
        "half ",
        "Ab ",
        "and ",
        "March ",
        "Q1 ",
        "1 000 ",
        "of Ab ",
        "5 to ",
    ),
    *("first ", "section ", "$1 ", "| ", "1 and ", "hundred ", "between 5 and ", "from 5 to ", "a year and "),
)


_LONGER = (
    *"( ^ 10^ ×10^ 5× １ ，２ CN¥ R1, $(1 (1). 10.1000/ 5'1 1(| T+ FY' Q1/ 1/2026/ 1-2-3- 1h1m aa-1- McAb ½5".split(),
    *(
        "5, ", "5 and ", "Q1 and ", "$1 and ", "half past ", "quarter to ", "10 Ab ", "10 St ", "of a million ",
        "3-and-a-half-", "lakh crore ", "1 ft 2 ", "seven days ", "the nineties ", "a month's ", "5 square ",
        "5 hong kong ", "5 acre-", "between 1500 and ", "rose by about ", "minimum of ", "in the region of ",
        "section 1, ", "order no ", "card ending in ", "1 x 10", "1,000,", "1 000 ", "A1-", "mid-2 ", "| 5 | (5) ",
        "three days ago ", "12 U.S.C. ", "3 March ", "1.5 million ", "\n5\n",
    ),
)  # fmt: skip


@pytest.mark.parametrize("piece", _LONG + _LONGER)
def test_work_grows_with_the_length_of_the_text(piece: str) -> None:
    """Four times the text may cost four times the calls, and one line of 100,000 characters comes to an end."""
    size = 100_000 // len(piece)
    check(piece * size, EXTRACTOR.extract(piece * size))
    short, long = (calls(piece * count) for count in (size // 40, size // 10))
    assert long <= 4.4 * short + 400


def calls(text: str) -> int:
    """How many Python and C functions reading the text calls, once the caches are filled."""
    EXTRACTOR.extract(text)
    count = 0

    def note(frame: FrameType, event: str, argument: object) -> None:
        nonlocal count
        count += event in ("call", "c_call")

    before = sys.getprofile()
    sys.setprofile(note)
    try:
        EXTRACTOR.extract(text)
    finally:
        sys.setprofile(before)
    return count


_SOUP = st.text(alphabet="0123456789.,'’ /-–:%$€£()|^×½１，\u00a0eE\n", max_size=120)


@given(_SOUP)
@settings(max_examples=300, deadline=None)
def test_digit_soup_gives_exact_disjoint_spans(text: str) -> None:
    check(text, EXTRACTOR.extract(text))
    check(text, Extractor(anchor=date(2026, 3, 4)).extract(text))


@given(st.text(max_size=40), st.integers(1, 2_500))
@settings(max_examples=15, deadline=None)
def test_long_lines_of_any_text_come_to_an_end(text: str, times: int) -> None:
    check(text * times, EXTRACTOR.extract(text * times))


@given(_TEXTS)
@settings(max_examples=100, deadline=None)
def test_an_anchor_only_adds_dates(text: str) -> None:
    anchored = Extractor(anchor=date(2026, 3, 4)).extract(text)
    check(text, anchored)
    dates = [mention for mention in anchored if mention.kind in (Kind.DATE, Kind.PERIOD)]
    for mention in EXTRACTOR.extract(text):
        assert mention in anchored or any(d.start < mention.end and mention.start < d.end for d in dates)


def test_it_pickles_and_is_shared_between_threads() -> None:
    text = "Harrow Vale Bank charges 2.5% or $30, whichever is more, from 3 March 2026. " * 5
    again = pickle.loads(pickle.dumps(EXTRACTOR))
    expected = EXTRACTOR.extract(text)
    with ThreadPoolExecutor(4) as pool:
        results = list(pool.map(again.extract, [text] * 16))
    assert len(expected) == 20
    assert all(result == expected for result in results)
