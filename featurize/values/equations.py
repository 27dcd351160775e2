# SPDX-License-Identifier: Apache-2.0
"""Calculations that an answer writes out: "4 x $25 + $100 = $200", "$10: 5% of the $200", "12 fees of $4 make $48"."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from decimal import Decimal, DivisionByZero, InvalidOperation
from itertools import pairwise

from faithstill.featurize.document import Document
from faithstill.featurize.extract import VALUE_KINDS, Bound, Kind, Mention
from faithstill.featurize.extract.numbers import read_numeral

from .derive import Derivation, in_figures, shown_step

RULE = "calculation"
_ZERO, _HUNDRED = Decimal(0), Decimal(100)
_NEARLY = Decimal("0.1")  # how far a result "about" may lie from the exact one
_SCALES = tuple(Decimal(10) ** power for power in (-9, -6, -3, 0, 3, 6, 9))
_UNITED = frozenset({Kind.DURATION, Kind.QUANTITY})
_COUNTED = frozenset({Kind.NUMBER, *_UNITED})
_MOST_OPERANDS = 12
_LONGEST = 90  # characters between two values of a calculation
_SIGNS = {"+": "+", "plus": "+", "-": "-", "−": "-", "–": "-", "minus": "-", "less": "-", "*": "x", "×": "x",
          "x": "x", "·": "x", "times": "x", "\\times": "x", "\\cdot": "x", "/": "/", "÷": "/", ":": "/",
          "\\div": "/", "at": "x", "of": "x", "on": "x"}  # fmt: skip
_STRENGTH = {"+": 1, "-": 1, "x": 2, "/": 2}
_ADDED = frozenset("+-")
_OPERATORS = frozenset(_STRENGTH)
# What may stand between two operands: brackets, the operator, and words that say what the values are.
_UNIT = r"(?:\s?/\s?[A-Za-z]+|(?:\s[A-Za-z][\w'’-]*){1,5}?)??,?"
_BETWEEN = re.compile(
    rf"(?P<left>{_UNIT}[\s)]*?)\s*"
    r"(?P<sign>[+*×·÷−–]|\\(?:times|cdot|div)\b|(?<=\s)[-/:](?=\s)|/(?=[\s(\d$£€])|(?<=[\s\d)])x(?=[\s\d($£€])|"
    r"\b(?:plus|minus|less|times|at|of|on)\b)"
    r"\s*(?P<right>\(*(?:[a-z][\w'’-]*\s){0,5}\(*)",
    re.IGNORECASE,
)
_ABOUT = r"(?:a total of |exactly |just |only |about |roughly |nearly |some |around |approximately |~\s?)?"
_EQUALS = re.compile(
    rf"(?P<left>{_UNIT}[\s)]*?)(?P<sign>\s?[=≈≅]\s?|:\s|,?\s(?:(?:which|that|this)\s)?(?:is|are|was|were|makes?|made|"
    r"comes?\sto|came\sto|amounts?\sto|equals?|totals?|gives?|adds?\sup\sto|would\s(?:be|make)|leaves?)\s)"
    rf"(?P<right>{_ABOUT}\(*)",
    re.IGNORECASE,
)
# "$10, i.e. 5% of $200"
_NAMELY = re.compile(
    rf"\s?=\s?(?P<right>\(*)|(?:[:,]\s|\s\()(?:(?:which|that)\sis\s|i\.e\.,?\s|or\s)?(?P<that>{_ABOUT}the\s|{_ABOUT})"
)
_OPENING = re.compile(r"\(+\s*$")
_CLOSING = re.compile(rf"{_UNIT}[\s)]*")
_DEPENDENT = re.compile(
    r"\b(?:on|of|for|over|under|above|below|from|to|with|in|by|at|than|and|or|between|per)\s$", re.IGNORECASE
)
# What a calculation in words must not be followed by: a further step, or what the result is measured by.
_GOES_ON = re.compile(r"\s(?:less|minus|plus|and|per|of|off|more|higher|lower|cheaper|fewer)\b|\s?[-+*/×]")
# Numbers of things that everybody knows: months of a year, weeks, quarters, days, hours, minutes, percent.
_KNOWN = frozenset(map(Decimal, (2, 4, 7, 12, 24, 30, 52, 60, 100, 360, 365, 366, 1000)))


@dataclass(frozen=True, slots=True)
class Equation:
    """A calculation with the result that the text gives it; `value` is what it does give."""

    result: Mention
    operands: tuple[Mention, ...]
    text: str
    value: Decimal
    is_about: bool = False

    @property
    def is_right(self) -> bool:
        """Does it give the result as rounded there?"""
        return self.value == self._stated or abs(self.value - self._stated) < self._room

    @property
    def is_wrong(self) -> bool:
        """Does it give another result, even if its operands had been rounded or scaled ("1,284 - 1,194 = $90m")?"""
        if any(m.kind in _UNITED for m in self.operands) and self.result.kind not in _UNITED:
            return False  # 90 minutes at $30 an hour
        errors = (abs(self.value * scale - self._stated) / scale for scale in _SCALES)
        return all(error > self._room + self._slack for error in errors)

    @property
    def _stated(self) -> Decimal:
        return _number(self.result, self.result)

    @property
    def _room(self) -> Decimal:
        """Whole numbers without a division give whole numbers; all others may have lost digits."""
        whole = all(m.kind is not Kind.PERCENT and _is_whole(_number(m, self.result)) for m in self.operands)
        return _ZERO if whole and "/" not in self.text and not self.is_about else shown_step(self.result)

    @property
    def _slack(self) -> Decimal:
        """What rounded operands, "$1.3 million" or 33.3%, and "about" leave open."""
        if self.is_about:
            return abs(self.value) * _NEARLY
        open_to = [shown_step(m) / abs(m.low) for m in self.operands if m.low and shown_step(m) != 1]
        return abs(self.value) * sum(open_to, _ZERO) / 2

    @property
    def derivation(self) -> Derivation:
        """The calculation in words, with what it gives where that is not what is said."""
        shown = f" = {in_figures(self.value)}" if self.is_wrong else ""
        percent = "%" if shown and self.result.kind is Kind.PERCENT else ""
        return Derivation(RULE, f"{self.text}{shown}{percent}", self.operands, 1.0)


def equations(document: Document) -> Iterator[Equation]:
    """Every calculation of a text whose operands and result are all read, in order."""
    for sentence in document.sentences:
        start, end = sentence.unit.start, sentence.unit.end
        first, last = (bisect_left(document.mentions, place, key=_begin) for place in (start, end))
        if last - first > 2:
            inside = [m for m in document.mentions[first:last] if m.kind in VALUE_KINDS]
            yield from _read(document.text, inside, start, end)


def _begin(mention: Mention) -> int:
    return mention.start


def is_known_factor(mention: Mention) -> bool:
    """Is a value of a calculation one that needs no evidence: the 12 months of a year, the 100 of a percentage?"""
    printed = read_numeral(mention.text, 0)
    return mention.kind in (Kind.NUMBER, Kind.DURATION) and printed is not None and printed.value in _KNOWN


def _read(text: str, mentions: Sequence[Mention], start: int, end: int) -> Iterator[Equation]:
    # What stands before, between and behind the values, without the marks of bold print.
    edges = [start, *(place for m in mentions for place in (m.start, m.end)), end]
    gaps = [_short(text, *ends).replace("**", "") for ends in zip(edges[::2], edges[1::2], strict=True)]
    pairs = zip(gaps[1:-1], mentions, mentions[1:], strict=False)
    joined = [False, *(_operation(*pair) is not None for pair in pairs), False]
    for at, gap in enumerate(gaps[1:-1], 1):
        first, last = at - 1, at
        while joined[first] and at - first <= _MOST_OPERANDS:
            first -= 1
        while joined[last + 1] and last - at <= _MOST_OPERANDS:
            last += 1
        if first < at - 1:
            equals = _EQUALS.fullmatch(gap)
            if equals and (equals["sign"].strip() in "=≈≅" or not _GOES_ON.match(gaps[at + 1])):
                about = mentions[at].bound is Bound.ABOUT or equals["sign"].strip() in "≈≅"
                yield from _equation(
                    mentions[first:at], [*gaps[first:at], equals["left"]], mentions[at], about
                )
        elif last > at:
            namely = _NAMELY.fullmatch(gap)
            beside = gap == ", " and _DEPENDENT.search(gaps[at - 1])  # "On $300, 5% of $200 is paid"
            if namely and not beside and not _GOES_ON.match(gaps[last + 1]):
                about = mentions[at - 1].bound is Bound.ABOUT
                around = [namely["right"] or "", *gaps[at + 1 : last + 1], ""]
                yield from _equation(mentions[at : last + 1], around, mentions[at - 1], about)


def _short(text: str, start: int, end: int) -> str:
    return text[start:end] if end - start <= _LONGEST else f"{text[start : start + _LONGEST]}..."


def _operation(gap: str, left: Mention, right: Mention) -> re.Match[str] | None:
    """The operator between two values, if nothing but it and words for the values stands there."""
    found = _BETWEEN.fullmatch(gap)
    sign = found["sign"].lower() if found else ""
    if sign == "at" or (sign == "of" and left.kind is Kind.NUMBER and left.unit != "fraction"):
        return found if left.kind in _COUNTED and right.kind is Kind.MONEY else None
    if sign in ("of", "on"):
        return found if _is_part(left) else None
    return found


def _equation(
    operands: Sequence[Mention], gaps: Sequence[str], result: Mention, about: bool
) -> Iterator[Equation]:
    if len(operands) > _MOST_OPERANDS or not all(map(_is_point, (*operands, result))):
        return
    tokens = _tokens(gaps)
    value = _worth(tokens, operands, result) if _is_balanced(tokens) else None
    if value is not None:
        yield Equation(result, tuple(operands), _shown(tokens, operands), value, about)


def _tokens(gaps: Sequence[str]) -> list[str | int]:
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
    return [*tokens, *(")" * closing[0].count(")") if closing else "")]


def _is_balanced(tokens: Sequence[str | int]) -> bool:
    """Does each bracket have its other half?"""
    depth = 0
    for token in tokens:
        depth += (token == "(") - (token == ")")
        if depth < 0:
            return False
    return depth == 0 and bool(tokens)


def _worth(tokens: Sequence[str | int], operands: Sequence[Mention], result: Mention) -> Decimal | None:
    """What the calculation gives in the result's unit, None where units do not go together."""
    signs = _OPERATORS.intersection(tokens)
    kinds = {m.kind for m in (*operands, result)}
    if result.kind in _UNITED and any(m.kind in _UNITED and m.unit != result.unit for m in operands):
        return None
    if signs & _ADDED and len({m.unit for m in (*operands, result) if m.kind is Kind.MONEY and m.unit}) > 1:
        return None
    plain = kinds == {Kind.PERCENT} and signs <= _ADDED
    values = [_number(m, result) for m in operands]
    if signs <= _ADDED and Kind.PERCENT in kinds and not plain:
        if len(operands) > 2 or operands[0].kind is Kind.PERCENT or operands[1].kind is not Kind.PERCENT:
            return None
        tokens, values[1] = [0, "x", 1], _HUNDRED + (values[1] if "+" in signs else -values[1])  # "$100 + 8%"
    parts = [m.kind is Kind.PERCENT and not plain for m in operands]
    try:
        value = _evaluated(
            tokens, [v / _HUNDRED if part else v for v, part in zip(values, parts, strict=True)]
        )
    except (DivisionByZero, InvalidOperation, ZeroDivisionError):
        return None
    return value * _HUNDRED if result.kind is Kind.PERCENT and not plain else value


def _evaluated(tokens: Sequence[str | int], values: Sequence[Decimal]) -> Decimal:
    """The usual order of operations, with two stacks."""
    numbers: list[Decimal] = []
    waiting: list[str] = []
    for token in tokens:
        if isinstance(token, int):
            numbers.append(values[token])
        elif token == "(":
            waiting.append(token)
        else:
            _apply(numbers, waiting, _STRENGTH.get(token, 0))
            if token == ")":
                waiting.pop()
            else:
                waiting.append(token)
    _apply(numbers, waiting, 0)
    return numbers.pop()


def _apply(numbers: list[Decimal], waiting: list[str], least: int) -> None:
    """Do what waits and binds at least so strongly, back to the open bracket."""
    while waiting and waiting[-1] != "(" and _STRENGTH[waiting[-1]] >= max(least, 1):
        right, left = numbers.pop(), numbers.pop()
        numbers.append(_joined(left, waiting.pop(), right))


def _joined(left: Decimal, sign: str, right: Decimal) -> Decimal:
    if sign == "+":
        return left + right
    if sign == "-":
        return left - right
    return left * right if sign == "x" else left / right


def _is_point(mention: Mention) -> bool:
    return mention.low is not None and mention.low == mention.high and mention.low.is_finite()


def _is_whole(value: Decimal) -> bool:
    return value == value.to_integral_value()


def _number(mention: Mention, result: Mention) -> Decimal:
    """In the base unit where the result has one, else as printed: two for "2 hours" in an amount of money."""
    if mention.kind in _UNITED and result.kind not in _UNITED:
        printed = read_numeral(mention.text, 0)
        if printed is not None and printed.value is not None:
            return printed.value
    return mention.low if mention.low is not None else _ZERO


def _shown(tokens: Sequence[str | int], operands: Sequence[Mention]) -> str:
    """The calculation without the words between its values."""
    words = [operands[t].text if isinstance(t, int) else t for t in tokens]
    for at, (token, then) in enumerate(pairwise(tokens)):
        if then == "x" and isinstance(token, int) and _is_part(operands[token]):
            words[at + 1] = "of"
    return " ".join(words).replace("( ", "(").replace(" )", ")")


def _is_part(mention: Mention) -> bool:
    return mention.kind is Kind.PERCENT or mention.unit == "fraction"
