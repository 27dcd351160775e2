# SPDX-License-Identifier: Apache-2.0
from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from faithstill.data.locate import locate, parts_of


@pytest.mark.parametrize(
    ("quote", "text", "found"),
    [
        ("the fee", "The fee and the fee", ["The fee", "the fee"]),
        ("“the fee”", 'it says "the\n fee" here', ["the\n fee"]),
        ("it’s 5–10 days", "It's 5-10 days.", ["It's 5-10 days"]),
        ("ignore", "ig\u200bnore", ["ig\u200bnore"]),
        ("The fee is $5.", "The fee is $5, or less", ["The fee is $5"]),
        ("fee is 5", "fee is 5.5", []),
        ("fee is 5", "fee is 5,000", []),
        ("5 fees", "1.5 fees", []),
        ("wire", "wires", []),
        ("", "text", []),
        ("...", "text ...", []),
        ("text", "", []),
        ("İ", "İİ İ", ["İ"]),
    ],
)
def test_where_a_quotation_stands(quote: str, text: str, found: list[str]) -> None:
    assert [text[start:end] for start, end in locate(quote, text)] == found


@given(text=st.text(max_size=80), bounds=st.tuples(st.integers(0, 80), st.integers(0, 80)))
def test_what_is_found_reads_as_the_quotation(text: str, bounds: tuple[int, int]) -> None:
    quote = text[min(bounds) : max(bounds)]
    for start, end in locate(quote, text):
        assert 0 <= start < end <= len(text)


def test_marks_of_omission_part_a_quotation() -> None:
    assert parts_of("one […] two…three .... ") == ("one", "two", "three")
