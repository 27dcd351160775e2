# SPDX-License-Identifier: Apache-2.0
"""What a question asks to work out: a change, an average, a total, a ratio, by its own words."""

from __future__ import annotations

import re
from enum import StrEnum
from functools import lru_cache


class Operation(StrEnum):
    """What a result is worked out by."""

    CHANGE = "change"
    PERCENT_CHANGE = "percent_change"
    AVERAGE = "average"
    TOTAL = "total"
    RATIO = "ratio"
    COUNT = "count"


_WORDS = tuple(
    (operation, re.compile(rf"\b(?:{words})\b", re.IGNORECASE))
    for operation, words in (
        (
            Operation.CHANGE,
            r"changed?|differen(?:ce|t)|differ(?:s|ed)?|increas\w*|decreas\w*|grow(?:th|n)?|grew|declin\w*|rise|rose"
            r"|fell|fall|drop\w*|reduc\w*|improve\w*|varianc\w*|movement|gap|exceed\w*"
            r"|(?:more|less|fewer|higher|lower|greater|larger|smaller|bigger)\b.{1,80}\bthan",
        ),
        (Operation.AVERAGE, r"averaged?|mean|per (?:year|annum) over"),
        (Operation.TOTAL, r"totals?|totall?ed|sum|combined|together|altogether|aggregate|cumulative|in all"),
        (
            Operation.RATIO,
            r"ratio|proportion|portion|share|margin|percent(?:age)? (?:of|is|was|were|does|did)|percentage"
            r"|what percent|per cent|how many times|times (?:as|larger|higher|more|greater)|per|divided by|fraction"
            r"|relative to|turnover",
        ),
        (Operation.COUNT, r"how many|number of"),
    )
)
_PERCENT = re.compile(r"%|\bper\s?cent(?:age)?\b|\bgrowth\b|\brate of\b", re.IGNORECASE)
# What a table may state as well: "total sales", "the average yield". Only these words surely ask for a result of it.
_SURELY = re.compile(
    r"\bsum of\b|\bcombined\b|\btogether\b|\baltogether\b|\b(?:total|average|mean)\b.{1,160}"
    r"\b(?:between|for|from|in|of|over|across)\b.{0,40}\b(?:19|20)\d\d\b.{0,12}(?:and|to|through|[-–])"
    r"|\baverage\b|\bmean\b",
    re.IGNORECASE,
)


@lru_cache(maxsize=2_000)
def asked_operations(question: str) -> frozenset[Operation]:
    """What a question may ask to work out; empty where it asks for nothing but a value.

    >>> sorted(asked_operations("What was the percentage change in sales?"))
    [<Operation.CHANGE: 'change'>, <Operation.PERCENT_CHANGE: 'percent_change'>, <Operation.RATIO: 'ratio'>]
    >>> asked_operations("What were the sales in 2019?")
    frozenset()
    """
    found = {operation for operation, words in _WORDS if words.search(question)}
    if Operation.CHANGE in found and _PERCENT.search(question):
        found.add(Operation.PERCENT_CHANGE)
    return frozenset(found)


def asks_for_result(question: str) -> bool:
    """Does a question ask for what a table need not state, so that no cell speaks against the answer?

    >>> [asks_for_result(f"What was the {words}?") for words in ("change in sales", "total of sales", "sum of A and B")]
    [True, False, True]
    """
    found = asked_operations(question)
    return bool(found - {Operation.TOTAL, Operation.AVERAGE}) or _SURELY.search(question) is not None
