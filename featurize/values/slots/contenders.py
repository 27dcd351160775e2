# SPDX-License-Identifier: Apache-2.0
"""What two values must have in common before one can speak against the other, whatever words stand around them."""

from __future__ import annotations

import re

from faithstill.featurize.document import Document
from faithstill.featurize.extract import Bound, Kind, Mention
from faithstill.featurize.extract.agree import LOWER, UPPER, agree
from faithstill.featurize.extract.calendar_keys import consistent

from .counted import is_small_count

# What makes "3 times" a count and no ratio.
_HOW_OFTEN = re.compile(
    r"(?:\s*times)?\s+(?:a|an|per|each|every|in|daily|weekly|monthly|yearly|annually)\b", re.IGNORECASE
)
_NONE = frozenset("no none nothing nil zero without free".split())
_YEARS = re.compile(r"1[0-9]\d\d(?:[-–]1[0-9]\d\d)?|20\d\d(?:[-–]20\d\d)?")
# "Claim 101", "round 9": the number names a thing.
_NAMING = re.compile(
    r"\b(account|bay|booking|branch|building|bus|case|claim|contract|gate|hall|house|invoice|issue|loan|lot|machine"
    r"|match|order|platform|policy|quote|race|room|round|store|team|ticket|track|unit|ward)\s$",
    re.IGNORECASE,
)
_NAMING_REACH = 12
# "invoice_no: 5521", "Postal code: 8004": what stands there is no amount; "Lost PIN code: 15" is one.
_HEADED_BY = re.compile(r"(?:^|[\s_-])(?:id|code|number|num|nr|no\.?)$", re.IGNORECASE)
_LABELLED_BY = re.compile(
    r"(?:_(?:id|code)|\b(?:order|customer|client|account|invoice|transaction|payment|user|member|ticket|booking|case"
    r"|claim|contract|policy|product|item|employee|branch|bank|sort|postal|post|zip|area)\s(?:id|code)"
    r"|[^\W\d_][\s_-](?:number|num|nr|no\.?)|#)[\s:=\"'|]{0,4}$",
    re.IGNORECASE,
)
_LABEL_REACH = 40
_POINTS = frozenset({Bound.EXACT, Bound.ABOUT})
_UNITED = frozenset({Kind.DURATION, Kind.QUANTITY, Kind.PERCENT, Kind.NUMBER})
_DENIED = re.compile(
    r"(?:\bnot|\b(?:is|was|are|were)n['’]t|\b(?:do|does|did)(?:n['’]t|\snot)\s\w+|\brather\sthan|\binstead\sof)"
    r"(?:\s(?:about|the|a|an))?\s\W?\Z",
    re.IGNORECASE,
)
_DENIED_REACH = 40


def is_ratio(document: Document, mention: Mention) -> bool:
    """ "2.5 times EBITDA", not "4 times a year"."""
    return mention.unit == "time" and not _HOW_OFTEN.match(document.text, mention.end)


def numbered_word(document: Document, mention: Mention) -> str:
    """What a number is the number of, in small letters: "claim" of "Claim 101"; "" for an amount."""
    if mention.kind is not Kind.NUMBER or mention.unit or not mention.text.isdigit():
        return ""
    found = _NAMING.search(document.text, max(0, mention.start - _NAMING_REACH), mention.start)
    return found[1].lower() if found else ""


def is_identifier_of(document: Document, mention: Mention, header: str) -> bool:
    """Does a bare figure name one thing of many, as the words before it or the header of its cell say?"""
    if mention.kind is not Kind.NUMBER or mention.unit or not mention.text.isdigit():
        return False
    if header:
        return _HEADED_BY.search(header) is not None
    start = max(0, mention.start - _LABEL_REACH)
    return _LABELLED_BY.search(document.text, start, mention.start) is not None


def is_within(value: Mention, limit: Mention) -> bool:
    """Does a limit leave room for a value: $12,000 for "above $10,000"?"""
    if is_bound(value) or value.low is None or value.high is None:
        return False
    if limit.bound in LOWER and limit.low is not None:
        return value.low > limit.low
    return limit.bound in UPPER and limit.high is not None and value.high < limit.high


def is_bound(mention: Mention) -> bool:
    """ "At least 90%", "up to 5": no value itself."""
    return mention.bound not in _POINTS


def may_be_year(mention: Mention) -> bool:
    """A bare number that may name a year or a span of years."""
    if mention.kind is not Kind.NUMBER or mention.text[0] not in "12":
        return False
    return _YEARS.fullmatch(mention.text) is not None


def is_of_other_size(first: Mention, second: Mention, times: int) -> bool:
    """Is one more than so many times the other?"""
    if not first.low or not second.low:
        return False
    a, b = abs(first.low), abs(second.low)
    return a > times * b or b > times * a


def differs(first: Mention, second: Mention) -> bool:
    """Not where one leaves open what the other states: 7 May and May, 3 and 2 to 3; nor a count and an amount."""
    if leaves_open(first, second):
        return False
    if first.key and second.key:
        return True
    ranges = first.low != first.high, second.low != second.high
    return ranges[0] == ranges[1] and is_small_count(first) == is_small_count(second)


def leaves_open(first: Mention, second: Mention) -> bool:
    """Are these calendar days or times of which one may be the other?"""
    if not first.key or not second.key:
        return False
    if Kind.TIME in (first.kind, second.kind):
        return not set(first.key.split("|")).isdisjoint(second.key.split("|"))
    return consistent(first.key, second.key)


def states(other: Mention, rival: Mention) -> bool:
    """Does another value of the answer state a rival, in figures alone too, or name it as an end of a range?"""
    if agree(other, rival):
        return True
    if other.kind is Kind.NUMBER and not other.unit and rival.kind in _UNITED:
        return (
            other.text == rival.text.split(maxsplit=1)[0]
        )  # "18 months instead of 12", "16.3 against 15.4 million"
    return other.low != other.high and rival.low is not None and rival.low in (other.low, other.high)


def is_figure_of(name: Mention, rival: Mention) -> bool:
    """Does a name of the answer hold the figure: "Room 210" where "room 210 seats 40" reads as "210 seats"?"""
    return rival.text.split(maxsplit=1)[0] in name.text.split()[1:]


def of_one_unit(mention: Mention, support: Mention, rival: Mention, *, beside: bool) -> bool:
    """Do two values share what the answer writes otherwise: "31 people" of employees, "7 days" beside "48 hours"?"""
    if support.kind is not rival.kind or support.kind is not mention.kind:
        return False
    if support.kind is Kind.DURATION:
        return beside and support.unit != rival.unit
    return support.kind is Kind.NUMBER and mention.unit != support.unit == rival.unit != ""


def states_none(document: Document, mention: Mention) -> bool:
    """Does a sentence say "no", "nothing" beside a value, and so state a zero?"""
    index = document.sentence_at(mention.start)
    if index is None:
        return False
    sentence = document.sentences[index]
    return not _NONE.isdisjoint(document.words[sentence.first : sentence.last])


def is_denied(document: Document, mention: Mention) -> bool:
    """Is it the value that something is said not to have: "isn't 652 km long", "does not cost £6", "$30, not $20"?"""
    start = max(0, mention.start - _DENIED_REACH)
    return _DENIED.search(document.text, start, mention.start) is not None


def written(mention: Mention) -> str:
    """As it stands in the text, without commas."""
    return mention.text.replace(",", "")


def is_wide(mention: Mention) -> bool:
    """A range, not one value."""
    return mention.low != mention.high
