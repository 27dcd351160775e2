# SPDX-License-Identifier: Apache-2.0
"""What kind of value a question asks for: "how much" an amount, "how long" a duration, "when" a date."""

from __future__ import annotations

import re

from . import Kind

_AMOUNT = frozenset({Kind.MONEY, Kind.PERCENT, Kind.NUMBER, Kind.QUANTITY})
_CALENDAR = frozenset({Kind.DATE, Kind.PERIOD, Kind.TIME, Kind.DURATION})

# The first that matches decides: "how long" stands before the bare "how", "what rate" before "what".
_ASKED = tuple(
    (re.compile(rf"\b(?:{words})\b", re.IGNORECASE), kinds)
    for words, kinds in (
        (r"how (?:long|soon|fast|quick(?:ly)?|old)|how many (?:days|weeks|months|years|hours)", _CALENDAR),
        (r"when|until|by what date|deadline|time limit|due date|how late", _CALENDAR),
        (r"(?:what|which) (?:date|day|year|month|quarter)", _CALENDAR),
        (r"how (?:much|many|high|large|big|far|often)|what share|percentage|percent|rate|apr", _AMOUNT),
        (r"price|cost|fee|amount|limit|maximum|minimum|total|sum|balance|premium|excess", _AMOUNT),
        (r"deductible|threshold|margin|discount|cap", _AMOUNT),
        (r"who|whose|which (?:bank|company|firm|party|person)", frozenset({Kind.NAME, Kind.ACRONYM})),
    )
)


def asked_kinds(question: str) -> frozenset[Kind]:
    """The kinds of mention that would answer a question; empty where any sentence might.

    >>> sorted(asked_kinds("How long does it take?"))[0], asked_kinds("Is it covered?")
    (<Kind.DATE: 'date'>, frozenset())
    """
    return next((kinds for pattern, kinds in _ASKED if pattern.search(question)), frozenset())
