# SPDX-License-Identifier: Apache-2.0
"""What a question asks to work out: a change, an average, a total, a ratio, by its own words."""

from __future__ import annotations

import re
from enum import StrEnum
from functools import lru_cache

from faithstill.featurize.extract.document import content_stems


class AskedOperation(StrEnum):
    """What a result is worked out by."""

    CHANGE = "change"
    PERCENT_CHANGE = "percent_change"
    AVERAGE = "average"
    TOTAL = "total"
    RATIO = "ratio"
    COMPOUND_GROWTH = "compound_growth"


_WORDS = tuple(
    (operation, re.compile(rf"\b(?:{words})\b", re.IGNORECASE))
    for operation, words in (
        (
            AskedOperation.CHANGE,
            r"changed?|differen(?:ce|t)|differ(?:s|ed)?|increas\w*|decreas\w*|grow(?:th|n)?|grew|declin\w*|rise|rose"
            r"|fell|fall|drop\w*|reduc\w*|improve\w*|varianc\w*|movement|gap|exceed\w*"
            r"|(?:more|less|fewer|higher|lower|greater|larger|smaller|bigger)\b.{1,80}\bthan",
        ),
        (AskedOperation.AVERAGE, r"averaged?|mean|per (?:year|annum) over"),
        (
            AskedOperation.TOTAL,
            r"totals?|totall?ed|sum|combined|together|altogether|aggregate|cumulative|in all",
        ),
        (
            AskedOperation.RATIO,
            r"ratio|proportion|portion|share|margin|percent(?:age)? (?:of|is|was|were|does|did)|percentage"
            r"|what percent|per cent|how many times|times (?:as|larger|higher|more|greater)|per|divided by|fraction"
            r"|relative to|turnover",
        ),
    )
)
_COMPOUND = re.compile(r"\bCAGR\b|\bcompound(?:ed)? (?:annual|yearly)\b", re.IGNORECASE)
_TIMES = re.compile(r"\bhow many times\b", re.IGNORECASE)
_PERCENT = re.compile(r"%|\bper\s?cent(?:age)?\b|\bgrowth\b|\brate of\b", re.IGNORECASE)
_SUMMED = re.compile(r"\b(?:sum|combined|together|altogether|in all)\b", re.IGNORECASE)
_OF_TOTALS = frozenset({AskedOperation.CHANGE, AskedOperation.AVERAGE})
_BY_RULE = {
    "difference": frozenset({AskedOperation.CHANGE}),
    "sum": frozenset({AskedOperation.TOTAL}),
    "average": frozenset({AskedOperation.AVERAGE}),
}
# What surely asks for a result; a table may state a total, a margin or earnings per share.
_SURELY = re.compile(
    r"\b(?:sum of|combined|together|altogether|averaged?|mean|changes? (?:in|of|from|between|for|over)|changed"
    r"|differ\w*|increas\w*|decreas\w*|grow\w*|grew|declin\w*|reduc\w*|proportion|portion|ratio|percentage|percent|CAGR"
    r"|how many times|how many (?:of the )?years|how many\b.{1,120}\b(?:above|below|exceed\w*|(?:more|less|fewer) than)"
    r"|(?:total|totals)\b.{1,160}\b(?:19|20)\d\d\b.{0,12}(?:\band|\bto|through|[-–]))",
    re.IGNORECASE,
)


@lru_cache(maxsize=2_000)
def asked_operations(question: str) -> frozenset[AskedOperation]:
    """What a question may ask to work out; empty where it asks for nothing but a value.

    >>> sorted(str(one) for one in asked_operations("What was the percentage change in sales?"))
    ['change', 'percent_change', 'ratio']
    >>> asked_operations("What were the sales in 2019?")
    frozenset()
    """
    if _COMPOUND.search(question):
        return frozenset({AskedOperation.COMPOUND_GROWTH})
    if _TIMES.search(question):
        return frozenset({AskedOperation.RATIO})  # "larger than" asks for no difference then
    found = {operation for operation, words in _WORDS if words.search(question)}
    if AskedOperation.CHANGE in found and _PERCENT.search(question):
        found.add(AskedOperation.PERCENT_CHANGE)
    if not found.isdisjoint(_OF_TOTALS) and not _SUMMED.search(question):
        found.discard(AskedOperation.TOTAL)  # "the change in total assets" adds nothing up
    return frozenset(found)


def is_asked(rule: str, question: str) -> bool:
    """May a question that surely asks for a result ask for one by this formula?

    >>> is_asked("sum", "What was the change in sales?"), is_asked("difference", "What was the change in sales?")
    (False, True)
    """
    asked = asked_operations(question)
    return not asked or rule not in _BY_RULE or not asked.isdisjoint(_BY_RULE[rule])


def words_of_result(question: str) -> frozenset[str] | None:
    """The stems of the words by which a question surely asks for what is to be worked out; None where it does not.

    A table may state what is called so: "the increase in cash" in a line "Net increase in cash".

    >>> words_of_result("What was the change in sales?"), words_of_result("What were total sales?")
    (frozenset({'change'}), None)
    """
    found = [match.group().split()[0] for match in _SURELY.finditer(question)]
    return frozenset(content_stems(" ".join(found))) if found else None
