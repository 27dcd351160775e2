# SPDX-License-Identifier: Apache-2.0
"""Calculations that an answer writes out, recomputed: "12 months x $25 = $300", "5% of the $200 is $10".

A right one proves its result where the evidence supports its operands. A wrong one refutes its result only where it
stands alone behind an equals sign and neither rounding nor a change of unit or scale explains the difference.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from decimal import Decimal, DecimalException

from faithstill.featurize.align.alignment import Alignment, Status
from faithstill.featurize.align.derived.formula import Derivation, in_figures
from faithstill.featurize.align.derived.shown_precision import shown_step
from faithstill.featurize.extract import VALUE_KINDS, Bound, Kind, Mention
from faithstill.featurize.extract.document import Document
from faithstill.featurize.extract.numbers import figure

from .arithmetic import evaluated, is_balanced

RULE = "calculation"
TO_PERCENT = "to_percent"
_SUPPORTED = frozenset({Status.EQUAL, Status.GIVEN, Status.DERIVED})
_SLIPS = frozenset({Status.ABSENT, Status.CONFLICTING})
_OPEN = frozenset({Status.ABSENT, Status.UNCHECKED})
_SIGNS = {"+": "+", "plus": "+", "-": "-", "−": "-", "–": "-", "minus": "-", "less": "-", "*": "x", "×": "x",
          "x": "x", "·": "x", "times": "x", "multiplied by": "x", "of": "x", "on": "x", "at": "x", "/": "/",
          "÷": "/", "divided by": "/"}  # fmt: skip
_SIGN = "|".join(re.escape(sign) for sign in sorted(_SIGNS, key=len, reverse=True))
_WORDS = r"(?:/[a-z]+)?(?: (?!plus|minus|less|times|of|on|at|is|are|and|or|x )[a-z][\w'’-]*){0,3}"
_VALUE = rf"\(*(?:the |a )?<\d+>{_WORDS}(?: ?\))*"
_EQUATION = re.compile(
    rf"(?P<left>{_VALUE}(?: ?(?:{_SIGN}) ?{_VALUE}){{1,8}})"
    r"\s?(?P<equals>[=≈]|(?:is|are|was|makes?|gives?|equals?|comes? to)\b)"
    r"(?=\s?(?P<about>(?:about|roughly|nearly|around) )?\(*<(?P<result>\d+)>(?P<behind>[^<]*))",
    re.IGNORECASE,
)
_TOKEN = re.compile(rf"<(\d+)>|([()])|(?<![^\s\d>)/])({_SIGN})(?![a-z])", re.IGNORECASE)
_MARKS = re.compile(r"\*\*|\\[()\[\]]|\\(?=times|cdot|div|<)")
_LATEX = {"times": "x", "cdot": "x", "div": "/"}
_ALONE_BEFORE = re.compile(r"(?:^|[.:;,=|\n]|\b(?:is|are|so|pay|costs?|that makes))\s?$", re.IGNORECASE)
_GOES_ON = re.compile(
    r"[\s)]*(?:[-+*/×·÷^]|x\s|(?:plus|minus|less|times|per)\b)|\s?/|,? ?(?:or so|rounded|roughly)"
)
_FACTORS = frozenset(map(Decimal, (4, 7, 12, 24, 30, 52, 60, 100, 360, 365)))  # of periods and percentages
_RATIOS = tuple(map(Decimal, (4, 7, 12, 24, 30, 52, 60, 365, 3600)))  # of units of time to each other
_UNITED = frozenset({Kind.DURATION, Kind.QUANTITY})
_FIGURES = re.compile(r"\d[\d.,]*")
_HUNDRED = Decimal(100)
_TO_PERCENT = re.compile(
    r"(?:[x×*·]|times)\s?(?P<hundred>100)\b\s?\\?%?[\s)]*[=≈]\s?(?:\d[\d.,]*\s?[=≈]\s?)?[-−–(]?\d[\d.,]*\s?\\?%"
)


@dataclass(frozen=True, slots=True)
class Equation:
    """A calculation with the result that the text gives; `value` is what it does give, `alone` if nothing joins it."""

    result: Mention
    operands: tuple[Mention, ...]
    text: str
    value: Decimal
    alone: bool

    @property
    def is_right(self) -> bool:
        """Does it give the result as rounded there?"""
        return any(abs(value - _number(self.result)) <= self._step / 2 for value in self._readings())

    @property
    def is_wrong(self) -> bool:
        """Does it stand alone and give another result, however it was rounded, scaled or measured?"""
        return self.alone and all(self._is_off(value) for value in self._readings())

    @property
    def derivation(self) -> Derivation:
        """The calculation in words, with what it gives where that is not what is said."""
        percent = "%" if self.result.kind is Kind.PERCENT else ""
        value = min(self._readings(), key=lambda one: abs(one - _number(self.result)))
        shown = f" = {in_figures(value)}{percent}" if self.is_wrong else ""
        return Derivation(RULE, self.text + shown, self.operands, 1.0)

    @property
    def _step(self) -> Decimal:
        """Sums and products of whole numbers are whole; all else may have lost digits."""
        whole = all(m.kind is not Kind.PERCENT and _number(m) == int(_number(m)) for m in self.operands)
        return Decimal(0) if whole and "/" not in self.text else shown_step(self.result)

    def _readings(self) -> Iterator[Decimal]:
        yield self.value
        if self.result.kind is Kind.PERCENT:
            yield self.value / _HUNDRED  # "20 / 100 x 100 = 20%"

    def _is_off(self, value: Decimal) -> bool:
        stated = _number(self.result)
        slack = abs(value) * sum(map(_looseness, self.operands), Decimal(0))
        if abs(value - stated) <= slack + self._step:
            return False
        return not (value and stated) or not self._is_rescaled(value / stated)

    def _is_rescaled(self, ratio: Decimal) -> bool:
        """May the two differ by a scale or, of times and quantities, by a unit: 45 and 2,700 for "90 minutes"?"""
        units = _RATIOS if any(m.kind in _UNITED for m in (*self.operands, self.result)) else ()
        return any(
            _is_power_of_ten(one) for one in (ratio, *(ratio * r for r in units), *(ratio / r for r in units))
        )


def _is_power_of_ten(value: Decimal) -> bool:
    return value.normalize().as_tuple().digits == (1,)


def equations(document: Document) -> Iterator[Equation]:
    """Every calculation of a text whose operands and result are values, in order.

    >>> from faithstill.featurize.extract import Extractor
    >>> [(e.text, e.is_right) for e in equations(Document("So 12 months x $25 = $310.", Extractor()))]
    [('12 months x $25', False)]
    """
    for sentence in document.sentences:
        start, end = sentence.unit.start, sentence.unit.end
        values = [m for m in document.mentions if start <= m.start and m.end <= end and m.kind in VALUE_KINDS]
        if len(values) > 2:
            text = _masked(document.text, values, start, end)
            for found in _EQUATION.finditer(text):
                yield from _read(found, text[: found.start()], values)


def _masked(text: str, values: Sequence[Mention], start: int, end: int) -> str:
    """A sentence with `<n>` for its values, without the marks of bold print and of formulas."""
    pieces = []
    for n, m in enumerate(values):
        pieces += [text[start : m.start], f"<{n}>"]
        start = m.end
    plain = _MARKS.sub("", "".join([*pieces, text[start:end]]))
    return " ".join(_LATEX.get(word, word) for word in plain.split())


def _read(found: re.Match[str], before: str, values: Sequence[Mention]) -> Iterator[Equation]:
    tokens: list[str | int] = []
    for number, bracket, sign in _TOKEN.findall(found["left"]):
        tokens.append(int(number) if number else bracket or _SIGNS[sign.lower()])
    while tokens[0] == "(" and not is_balanced(tokens):
        tokens.pop(0)
    result = values[int(found["result"])]
    tokens = _last_terms(tokens, values, result)
    operands = [values[t] for t in tokens if isinstance(t, int)]
    value = _worth(tokens, values, result) if is_balanced(tokens) else None
    if (
        value is None
        or not all(_is_point(m) for m in (*operands, result))
        or not _fit(found["left"], operands)
    ):
        return
    exact = result.bound is Bound.EXACT and not found["about"] and found["equals"] == "="
    alone = exact and not _GOES_ON.match(found["behind"]) and _ALONE_BEFORE.search(before) is not None
    part = operands[0].kind is Kind.PERCENT or operands[0].unit == "fraction"
    shown = ["of" if t == "x" and part and n == 1 else t for n, t in enumerate(tokens)]
    words = " ".join(values[t].text if isinstance(t, int) else t for t in shown)
    yield Equation(result, tuple(operands), words.replace("( ", "(").replace(" )", ")"), value, alone)


def _last_terms(tokens: list[str | int], values: Sequence[Mention], result: Mention) -> list[str | int]:
    """Of "$85 plus 2 x $45 = $90" the last term alone, where that is right."""
    starts = [at + 1 for at, token in enumerate(tokens) if token in ("+", "-")]
    for start in starts if "x" in tokens or "/" in tokens else ():
        last = tokens[start:]
        if len(last) > 1 and is_balanced(last) and _worth(last, values, result) == _number(result):
            return last
    return tokens


def _fit(left: str, operands: Sequence[Mention]) -> bool:
    """Is what is taken "of" something a part, and what is "at" something else a price?"""
    part = operands[0].kind is Kind.PERCENT or operands[0].unit == "fraction"
    if re.search(r"> .{0,30}\b(?:of|on)\b", left) and not part:
        return False
    return " at " not in left or operands[-1].kind is Kind.MONEY


def _worth(tokens: Sequence[str | int], values: Sequence[Mention], result: Mention) -> Decimal | None:
    """What the calculation gives in the result's unit, None where units do not go together."""
    signs, operands = set(tokens) & set("+-x/"), [values[t] for t in tokens if isinstance(t, int)]
    if (
        signs & {"+", "-"}
        and len({m.unit for m in (*operands, result) if m.kind is Kind.MONEY and m.unit}) > 1
    ):
        return None
    percents = [m.kind is Kind.PERCENT for m in operands]
    try:
        if not signs & {"x", "/"} and any(percents):
            if all(percents):
                return evaluated(tokens, [_number(m) for m in values])
            by = _number(operands[-1]) * (1 if "+" in signs else -1)
            return _number(operands[0]) * (_HUNDRED + by) / _HUNDRED if percents == [False, True] else None
        shares = [_number(m) / (_HUNDRED if m.kind is Kind.PERCENT else 1) for m in values]
        return evaluated(tokens, shares) * (_HUNDRED if result.kind is Kind.PERCENT else 1)
    except (DecimalException, ZeroDivisionError):
        return None


def _is_point(m: Mention) -> bool:
    is_compound = m.kind in _UNITED and len(_FIGURES.findall(m.text)) > 1  # "1 hour 30 minutes"
    return m.low is not None and m.low == m.high and m.low.is_finite() and not is_compound


def _number(m: Mention) -> Decimal:
    """A value as printed where it has a unit of measure: two for "2 hours"."""
    printed = figure(m.text) if m.kind in _UNITED else m.low
    return printed if printed is not None else m.low or Decimal(0)


def _looseness(m: Mention) -> Decimal:
    """The share of a value that its last shown digit leaves open, where it shows or hides digits."""
    low = abs(m.low or Decimal(0))
    step = shown_step(m)
    return step / low / 2 if low >= 1 and m.kind not in _UNITED and step != 1 else Decimal(0)


def written_out(found: list[Alignment], answer: Document) -> None:
    """Put right in `found` what the answer's own calculations prove or refute, in their order."""
    places = {alignment.mention.start: at for at, alignment in enumerate(found)}
    for factor in _TO_PERCENT.finditer(answer.text):
        at = places.get(factor.start("hundred"), -1)
        if at >= 0 and found[at].status is Status.ABSENT:
            rule = f"{found[at].mention.kind}.{TO_PERCENT}"
            found[at] = replace(found[at], status=Status.UNCHECKED, rule=rule)
    for equation in equations(answer):
        at = places[equation.result.start]
        if equation.is_wrong and not _is_proved(found, at, equation, places):
            found[at] = _decided(found[at], Status.CONFLICTING, equation, f"{RULE}_conflict")
        elif equation.is_right and found[at].status in _OPEN:
            held = [_holds(found[places[m.start]], found[:at]) for m in equation.operands]
            known = [
                m.kind in (Kind.NUMBER, Kind.DURATION) and _number(m) in _FACTORS for m in equation.operands
            ]
            if any(held) and all(a or b for a, b in zip(held, known, strict=True)):
                found[at] = _decided(found[at], Status.DERIVED, equation, RULE)


def _is_proved(found: Sequence[Alignment], at: int, equation: Equation, places: Mapping[int, int]) -> bool:
    """Is a result right all the same: stated, or worked out of other values while an operand here is a slip?"""
    if found[at].status is Status.DERIVED:
        return any(found[places[m.start]].status in _SLIPS for m in equation.operands)
    return found[at].status in (Status.EQUAL, Status.GIVEN)


def _holds(operand: Alignment, before: Sequence[Alignment]) -> bool:
    """Is an operand supported, or the result of an earlier step: "... = $300; $300 + $100 = ..."?"""
    m = operand.mention
    same = (x for x in before if (x.mention.kind, x.mention.low, x.mention.unit) == (m.kind, m.low, m.unit))
    return operand.status in _SUPPORTED or any(x.status is Status.DERIVED for x in same)


def _decided(alignment: Alignment, status: Status, equation: Equation, rule: str) -> Alignment:
    rule = f"{alignment.mention.kind}.{rule}"
    return replace(alignment, status=status, support=None, derivation=equation.derivation, rule=rule)
