# SPDX-License-Identifier: Apache-2.0
"""Calculations that an answer writes out: "4 x $25 + $100 = $200", "$10: 5% of the $200", "12 fees of $4 make $48".

Read generously, so that what is right can be proved: operands and result must still be found. A calculation counts
as wrong only where it is whole: nothing before it, behind it or between its values may belong to it unread.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from decimal import Decimal, DecimalException
from itertools import pairwise

from faithstill.featurize.document import Document
from faithstill.featurize.extract import VALUE_KINDS, Bound, Kind, Mention
from faithstill.featurize.extract.numbers import read_numeral

from .arithmetic import evaluated, is_balanced
from .derive import Derivation, in_figures, shown_step
from .spelt_out import ABOUT, NEARLY

RULE = "calculation"
_ZERO, _HUNDRED = Decimal(0), Decimal(100)
_UNITED = frozenset({Kind.DURATION, Kind.QUANTITY})
_COUNTED = frozenset({Kind.NUMBER, *_UNITED})
_FIGURES = re.compile(r"\d[\d.,]*")
_MOST_OPERANDS = 12
_LONGEST = 90  # characters between two values of a calculation
_MARKS = re.compile(r"\*\*|\\[()\[\]]|\\$")  # of bold print, and of formulas: "\\(12 \\times \\$25\\)"
_UNREAD = "..."  # behind what is cut off: no pattern matches it

_SIGNS = {"+": "+", "plus": "+", "-": "-", "−": "-", "–": "-", "minus": "-", "less": "-", "*": "x", "×": "x",
          "x": "x", "·": "x", "times": "x", "\\times": "x", "\\cdot": "x", "/": "/", "÷": "/", "\\div": "/",
          "at": "x", "of": "x", "on": "x", "multiplied by": "x", "divided by": "/"}  # fmt: skip
_ADDED = frozenset("+-")
_OPERATORS = frozenset("+-x/")
# What may stand between two operands: brackets, the operator, and words that say what the values are.
_UNIT = r"(?:\s?/\s?[A-Za-z]+|(?:\s[A-Za-z][\w'’-]*){1,5}?)??,?"
_BETWEEN = re.compile(
    rf"(?P<left>{_UNIT}[\s)]*?)\s*"
    r"(?P<sign>[+*×·÷−–]|\\(?:times|cdot|div)\b|(?<=\s)[-/](?=\s)|/(?=[\s(\d$£€])|(?<=[\s\d)])x(?=[\s\d($£€])|"
    r"\b(?:plus|minus|less|times|multiplied by|divided by|at|of|on)\b)"
    r"\s*(?P<right>\(*(?:[a-z][\w'’-]*\s){0,5}\(*)",
    re.IGNORECASE,
)
_EQUALS = re.compile(
    rf"(?P<left>{_UNIT}[\s)]*?)(?P<sign>\s?[=≈≅]\s?|:\s|,?\s(?:(?:which|that|this)\s)?(?:is|are|was|were|makes?|made|"
    r"comes?\sto|came\sto|amounts?\sto|equals?|totals?|gives?|adds?\sup\sto|would\s(?:be|make)|leaves?)\s)"
    rf"(?:a total of )?{ABOUT}\(*",
    re.IGNORECASE,
)
# Between a result and the calculation that follows it: "$10, i.e. 5% of $200".
_NAMELY = re.compile(
    rf"(?P<sign>\s?=\s?|:\s|,?\s\(?)(?P<said>(?:which|that)\sis\s|i\.e\.,?\s|or\s)?(?:{ABOUT}(?:the\s)?)"
)
_OPENING = re.compile(r"\(+\s*$")
_CLOSING = re.compile(rf"{_UNIT}[\s)]*")
_ROUGHLY = re.compile(r"[\s,(]*(?:roughly|approximately|about|or so|rounded)\b", re.IGNORECASE)
_RATE = re.compile(r"\s?(?:/\s?[A-Za-z]|per\s|an?\s|each\b|every\s|apiece\b)", re.IGNORECASE)

# What may stand before a whole calculation: nothing that adds to it.
_JOINS_ON = re.compile(
    r"[-+*×·÷/^√…\]]\s*\(*$|\w\($|"
    r"\b(?:plus|minus|times|and|or|with|including|adding|another|further|extra|twice|double|triple|half|average|mean|"
    r"each|of|then)\b[^.;:=|]*$",
    re.IGNORECASE,
)
_BOUNDARY = re.compile(r"[.;:=|\n]")
# What may stand behind one: for an equals sign no further operator, else the end.
_OPERATES_ON = re.compile(r"[\s)]*(?:[-+*/×·÷^]|(?:plus|minus|less|times)\b)")
_ENDS = re.compile(
    r"(?:\s(?:in total|in all|altogether|overall|for the \w+))?[\s)*]*(?:[.,;!?|](?:\s|$)|$|\s(?:and|but|so|while)\s)"
)
_ENDS_ALL = re.compile(r"(?:\s?/\s?[a-z]+|\s(?:an?|per)\s\w+)?[\s)*]*(?:[.!?|](?:\s|$)|$)", re.IGNORECASE)
# By how much a time or a quantity in one unit may differ from one in another that is meant.
_RATIOS = tuple(map(Decimal, (4, 5, 7, 8, 12, 24, 30, 40, 52, 60, 100, 360, 365, 1000, 3600)))
_SCALES = tuple(Decimal(10) ** power for power in (3, 6, 9))
# Numbers that everybody knows, where the words speak of what has so many.
_KNOWN = {
    4: "quarter", 7: "week|day", 12: "month|year|annual", 24: "hour|day", 30: "day", 52: "week|year|annual",
    60: "minute|hour|second", 100: "percent|%", 360: "day|year|annual", 365: "day|year|annual",
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Equation:
    """A calculation with the result that the text gives it; `value` is what it does give.

    `is_whole`: nothing around it is left unread that could belong to it. `sentence` is where it stands, in
    characters.
    """

    result: Mention
    operands: tuple[Mention, ...]
    tokens: tuple[str | int, ...]
    value: Decimal
    is_whole: bool
    is_about: bool
    sentence: tuple[int, int]

    @property
    def is_right(self) -> bool:
        """Does it give the result as rounded there?"""
        return abs(self.value - self._stated) <= self._step / 2

    @property
    def is_wrong(self) -> bool:
        """Is it whole and gives another result, however its operands were rounded, scaled or measured?"""
        return self.is_whole and all(self._is_off(value) for value in self._readings())

    @property
    def text(self) -> str:
        """The calculation without the words between its values."""
        words = [self.operands[t].text if isinstance(t, int) else t for t in self.tokens]
        for at, (token, then) in enumerate(pairwise(self.tokens)):
            if then == "x" and isinstance(token, int) and _is_part(self.operands[token]):
                words[at + 1] = "of"
        return " ".join(words).replace("( ", "(").replace(" )", ")")

    @property
    def derivation(self) -> Derivation:
        """The calculation in words, with what it gives where that is not what is said."""
        percent = "%" if self.result.kind is Kind.PERCENT else ""
        shown = f" = {in_figures(self.value)}{percent}" if self.is_wrong else ""
        return Derivation(RULE, self.text + shown, self.operands, 1.0)

    @property
    def _stated(self) -> Decimal:
        return _number(self.result, self.result)

    @property
    def _step(self) -> Decimal:
        """Whole numbers without a division give whole numbers; all others may have lost digits."""
        whole = all(
            m.kind is not Kind.PERCENT and _is_integer(_number(m, self.result)) for m in self.operands
        )
        exact = whole and "/" not in self.tokens and not self.is_about
        return _ZERO if exact else shown_step(self.result)

    def _is_off(self, value: Decimal) -> bool:
        slack = abs(value) * (NEARLY if self.is_about else sum(map(_rounding, self.operands), _ZERO))
        error = abs(value - self._stated)
        return error > slack and error >= self._step + slack

    def _readings(self) -> Iterator[Decimal]:
        """The value as it may be meant: in another unit, scale or, of a percentage, with or on top of its base."""
        yield self.value
        kinds = {m.kind for m in self.operands}
        if self.result.kind is Kind.PERCENT and (Kind.PERCENT not in kinds or self._is_times_hundred):
            yield self.value / _HUNDRED  # "5.30 + 2.25 = 7.55%", "20 / 100 x 100 = 20%"
        if Kind.PERCENT in kinds and len(self.operands) == 2 and "x" in self.tokens:
            base = max(
                (_number(m, self.result) for m in self.operands if m.kind is not Kind.PERCENT), default=_ZERO
            )
            yield base + self.value  # "a 3% increase on $50,000 is $51,500"
            yield base - self.value
        if kinds & _UNITED:
            yield from (self.value * ratio for ratio in _RATIOS)
            yield from (self.value / ratio for ratio in _RATIOS)
        if (Kind.MONEY in kinds) is not (self.result.kind is Kind.MONEY) or kinds == {Kind.NUMBER}:
            yield from (self.value * scale for scale in _SCALES)  # "1,284 - 1,194 = $90 million"
            yield from (self.value / scale for scale in _SCALES)

    @property
    def _is_times_hundred(self) -> bool:
        return any(m.kind is Kind.NUMBER and m.low == _HUNDRED for m in self.operands)


def equations(document: Document) -> Iterator[Equation]:
    """Every calculation of a text whose operands and result are all read, in order."""
    for sentence in document.sentences:
        start, end = sentence.unit.start, sentence.unit.end
        first, last = (bisect_left(document.mentions, place, key=_begin) for place in (start, end))
        if last - first > 2:
            inside = [m for m in document.mentions[first:last] if m.kind in VALUE_KINDS]
            yield from _Line(document.text, inside, start, end).equations()


def is_known_factor(mention: Mention, around: str) -> bool:
    """Is a value of a calculation one that needs no evidence, as the 12 of a year's months, by the words around?"""
    printed = read_numeral(mention.text, 0) if mention.kind in (Kind.NUMBER, Kind.DURATION) else None
    words = _KNOWN.get(int(printed.value)) if printed and printed.value in _KNOWN else None
    return words is not None and re.search(words, around, re.IGNORECASE) is not None


class _Line:
    """One sentence: its values, and the texts before, between and behind them without the marks of bold print."""

    def __init__(self, text: str, mentions: Sequence[Mention], start: int, end: int) -> None:
        self.mentions, self.ends = mentions, (start, end)
        edges = [start, *(place for m in mentions for place in (m.start, m.end)), end]
        self.gaps = [_plain(text, *pair) for pair in zip(edges[::2], edges[1::2], strict=True)]
        pairs = zip(self.gaps[1:-1], mentions, mentions[1:], strict=False)
        self.joined = [False, *(_operation(*pair) is not None for pair in pairs), False]

    def equations(self) -> Iterator[Equation]:
        """With the result behind the calculation, or else before it."""
        for at, gap in enumerate(self.gaps[1:-1], 1):
            first, last = at - 1, at
            while self.joined[first] and at - first <= _MOST_OPERANDS:
                first -= 1
            while self.joined[last + 1] and last - at <= _MOST_OPERANDS:
                last += 1
            if first < at - 1 and (equals := _EQUALS.fullmatch(gap)):
                yield from self._forward(first, at, equals)
            elif first == at - 1 and last > at and (namely := _NAMELY.fullmatch(gap)):
                yield from self._backward(at, last, namely)

    def _forward(self, first: int, at: int, equals: re.Match[str]) -> Iterator[Equation]:
        """ "12 x $25 = $300": from the value `first` to the one before `at`, the result."""
        result, sign, behind = self.mentions[at], equals["sign"].strip(), self.gaps[at + 1]
        if sign in "=≈≅":
            is_closed = not self.joined[at + 1] and not _OPERATES_ON.match(behind)
            is_closed = is_closed and not (_RATE.match(behind) and self._has_rate(first, at))
        else:
            is_closed = _ENDS.match(behind) is not None and self._is_of_kind(first, at, result)
            is_closed = is_closed and ("leave" not in sign.lower() or self._takes_away(first, at))
        about = sign in "≈≅" or result.bound is Bound.ABOUT or _ROUGHLY.match(behind) is not None
        is_whole = is_closed and self._begins(first, sign)
        found = [*self._told(first, at, equals["left"], result, is_whole, about)]
        if any(equation.is_wrong for equation in found):
            found = self._last_terms(first, at, equals["left"], result, about) or found
        yield from found

    def _told(
        self, first: int, at: int, left: str, result: Mention, is_whole: bool, about: bool
    ) -> Iterator[Equation]:
        yield from self._equation(first, at, [*self.gaps[first:at], left], result, is_whole, about)

    def _last_terms(self, first: int, at: int, left: str, result: Mention, about: bool) -> list[Equation]:
        """Of "$85 plus 2 x $45 = $90" the last term alone, where that is right."""
        for start in range(first + 1, at - 1):
            if _ADDED.intersection(_tokens(["", self.gaps[start], ""])):
                right = [e for e in self._told(start, at, left, result, False, about) if e.is_right]
                if right:
                    return right
        return []

    def _backward(self, at: int, last: int, namely: re.Match[str]) -> Iterator[Equation]:
        """ "$300: twelve times $25": the result before the values from `at` to `last`."""
        result, behind, sign = self.mentions[at - 1], self.gaps[last + 1], namely["sign"].strip()
        told = bool(namely["said"]) or sign in (":", "=", "(")
        is_closed = told and _ENDS_ALL.match(behind) is not None and self._is_of_kind(at, last + 1, result)
        gaps = ["", *self.gaps[at + 1 : last + 1], ""]
        about = result.bound is Bound.ABOUT
        yield from self._equation(at, last + 1, gaps, result, is_closed, about)

    def _equation(
        self, first: int, end: int, gaps: Sequence[str], result: Mention, is_whole: bool, is_about: bool
    ) -> Iterator[Equation]:
        operands = tuple(self.mentions[first:end])
        if len(operands) > _MOST_OPERANDS or not all(map(_is_point, (*operands, result))):
            return
        if (
            result.kind in _COUNTED
            and any(m.kind is Kind.MONEY for m in operands)
            and "/" not in "".join(gaps)
        ):
            return  # "Year 1: 12 x $25"
        tokens = _tokens(gaps)
        value = _worth(tokens, operands, result) if is_balanced(tokens) else None
        if value is not None:
            yield Equation(result, operands, tokens, value, is_whole, is_about, self.ends)

    def _begins(self, first: int, sign: str) -> bool:
        """Does the calculation begin with the value `first`, which nothing before it joins?"""
        lead = self.gaps[first]
        if first and not _BOUNDARY.search(lead if sign in "=≈≅" else lead.replace(";", "")):
            return False
        return not _JOINS_ON.search(lead) and _UNREAD not in lead

    def _takes_away(self, first: int, end: int) -> bool:
        return "-" in _tokens(["", *self.gaps[first + 1 : end], ""])

    def _has_rate(self, first: int, end: int) -> bool:
        return any(_RATE.match(gap) for gap in self.gaps[first + 1 : end + 1])

    def _is_of_kind(self, first: int, end: int, result: Mention) -> bool:
        return any(m.kind is result.kind for m in self.mentions[first:end])


def _begin(mention: Mention) -> int:
    return mention.start


def _plain(text: str, start: int, end: int) -> str:
    cut = text[start:end] if end - start <= _LONGEST else text[start : start + _LONGEST] + _UNREAD
    return _MARKS.sub("", cut)


def _operation(gap: str, left: Mention, right: Mention) -> re.Match[str] | None:
    """The operator between two values, if nothing but it and words for the values stands there."""
    found = _BETWEEN.fullmatch(gap)
    sign = found["sign"].lower() if found else ""
    if sign == "at" or (sign == "of" and left.kind is Kind.NUMBER and left.unit != "fraction"):
        return found if left.kind in _COUNTED and right.kind is Kind.MONEY else None
    if sign in ("of", "on"):
        return found if _is_part(left) else None
    return found


def _tokens(gaps: Sequence[str]) -> tuple[str | int, ...]:
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


def _worth(tokens: Sequence[str | int], operands: Sequence[Mention], result: Mention) -> Decimal | None:
    """What the calculation gives in the result's unit, None where units do not go together."""
    signs = _OPERATORS.intersection(tokens)
    kinds = {m.kind for m in (*operands, result)}
    if result.kind in _UNITED and (signs - _ADDED or any(m.unit != result.unit for m in operands)):
        return None
    if signs & _ADDED and len({m.unit for m in (*operands, result) if m.kind is Kind.MONEY and m.unit}) > 1:
        return None
    if any(m.kind in _UNITED and len(_FIGURES.findall(m.text)) > 1 for m in operands):
        return None  # "1 hour 30 minutes"
    values = [_number(m, result) for m in operands]
    parts = [m.kind is Kind.PERCENT for m in operands]
    try:
        if signs <= _ADDED and kinds == {Kind.PERCENT}:
            return evaluated(tokens, values)
        if signs <= _ADDED and any(parts):  # "$100 + 8%"
            by = values[-1] if "+" in signs else -values[-1]
            return values[0] * (_HUNDRED + by) / _HUNDRED if parts == [False, True] else None
        shares = [v / _HUNDRED if part else v for v, part in zip(values, parts, strict=True)]
        return evaluated(tokens, shares) * (_HUNDRED if result.kind is Kind.PERCENT else 1)
    except (DecimalException, ZeroDivisionError):
        return None


def _is_point(mention: Mention) -> bool:
    return mention.low is not None and mention.low == mention.high and mention.low.is_finite()


def _is_integer(value: Decimal) -> bool:
    return value == value.to_integral_value()


def _is_part(mention: Mention) -> bool:
    return mention.kind is Kind.PERCENT or mention.unit == "fraction"


def _number(mention: Mention, result: Mention) -> Decimal:
    """In the base unit where the result has one, else as printed: two for "2 hours" in an amount of money."""
    if mention.kind in _UNITED and result.kind not in _UNITED:
        printed = read_numeral(mention.text, 0)
        if printed is not None and printed.value is not None:
            return printed.value
    return mention.low if mention.low is not None else _ZERO


def _rounding(mention: Mention) -> Decimal:
    """The share of a value that its last shown digit leaves open, where it shows or hides digits."""
    low = abs(mention.low or _ZERO)
    if low < 1 or mention.kind is Kind.DURATION or shown_step(mention) == 1:
        return _ZERO
    return shown_step(mention) / low / 2
