# SPDX-License-Identifier: Apache-2.0
"""Operators as an answer writes them between two values: "4 x $25", "5% of $200", "$90 split between 3"."""

from __future__ import annotations

import re
from collections.abc import Sequence

from faithstill.featurize.extract import Kind, Mention

from .evaluated import UNITED, is_part

COUNTED = frozenset({Kind.NUMBER, *UNITED})
_SIGNS = {"+": "+", "plus": "+", "-": "-", "−": "-", "–": "-", "minus": "-", "less": "-", "*": "x", "×": "x",
          "x": "x", "·": "x", "times": "x", "\\times": "x", "\\cdot": "x", "/": "/", "÷": "/", "\\div": "/",
          "at": "x", "of": "x", "on": "x", "off": "x", "on top of": "x", "multiplied by": "x", "divided by": "/",
          "split between": "/", "split among": "/", "shared between": "/", "shared among": "/"}  # fmt: skip

# A unit, a rate or words, behind a value.
UNIT = r"(?:\s?/\s?[A-Za-z]+|(?:\s[A-Za-z][\w'’-]*){1,5}?)??,?"
# What may stand between two operands: brackets, the operator, and words that say what the values are.
_BETWEEN = re.compile(
    rf"(?P<left>{UNIT}[\s)]*?)\s*"
    r"(?P<sign>[+*×·÷−–]|\\(?:times|cdot|div)\b|(?<=\s)[-/](?=\s)|/(?=[\s(\d$£€])|(?<=[\s\d)])x(?=[\s\d($£€])|"
    r"\b(?:plus|minus|less(?!\sthan)|times|multiplied by|divided by|"
    r"(?:split|shared) (?:between|among)|at|off?|on(?: top of)?)\b)"
    r"\s*(?P<right>\(*(?:[a-z][\w'’-]*\s){0,5}\(*)",
    re.IGNORECASE,
)
# "3% above the base rate of 5.25%" is added to it.
_PAST = re.compile(r"\b(?:above|over|below|under|more|less|higher|lower)\b", re.IGNORECASE)
_OPENING = re.compile(r"\(+\s*$")
_CLOSING = re.compile(rf"{UNIT}[\s)]*")


def operation(gap: str, left: Mention, right: Mention) -> re.Match[str] | None:
    """The operator between two values, if nothing but it and words for the values stands there."""
    found = _BETWEEN.fullmatch(gap)
    sign = found["sign"].lower() if found else ""
    if sign == "at" or (sign == "of" and left.kind is Kind.NUMBER and left.unit != "fraction"):
        return found if left.kind in COUNTED and right.kind is Kind.MONEY else None
    if sign in ("of", "on", "off", "on top of"):
        return found if is_part(left) and not _PAST.search(gap) else None
    return found


def tokens_of(gaps: Sequence[str]) -> tuple[str | int, ...]:
    """Brackets, operators and the numbers of operands, in order; the first and the last gap stand around all."""
    opening, closing = _OPENING.search(gaps[0]), _CLOSING.match(gaps[-1])
    tokens: list[str | int] = [*("(" * opening[0].count("(") if opening else ""), 0]
    for n, gap in enumerate(gaps[1:-1], 1):
        found = _BETWEEN.fullmatch(gap)
        if found is not None:
            tokens += ")" * found["left"].count(")")
            tokens.append(_SIGNS[found["sign"].lower()])
            tokens += "(" * found["right"].count("(")
            tokens.append(n)
    return (*tokens, *(")" * closing[0].count(")") if closing else ""))
