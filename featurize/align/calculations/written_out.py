# SPDX-License-Identifier: Apache-2.0
"""Calculations that an answer writes out: "12 months x $25 = $300", "5% of the $200 is $10", and chains of steps."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from decimal import Decimal

from faithstill.featurize.extract import VALUE_KINDS, Bound, Kind, Mention
from faithstill.featurize.extract.document import Document

from .arithmetic import Tree, is_balanced, parsed, replaced
from .equation import Equation, Known, equation, given_by, is_part, key, number_of

_SIGNS = {"+": "+", "plus": "+", "-": "-", "−": "-", "–": "-", "minus": "-", "less": "-", "*": "x", "×": "x",
          "x": "x", "·": "x", "times": "x", "multiplied by": "x", "of": "x", "on": "x", "at": "x", "/": "/",
          "÷": "/", "divided by": "/"}  # fmt: skip
_SIGN = "|".join(re.escape(sign) for sign in sorted(_SIGNS, key=len, reverse=True))
_WORDS = r"(?:/[a-z]+)?(?: (?!plus|minus|less|times|of|on|at|is|are|and|or|x )[a-z][\w'’-]*){0,3}"
_VALUE = rf"\(*(?:the |a )?<\d+>{_WORDS}(?: ?\))*"
_TERMS = rf"{_VALUE}(?: ?(?:{_SIGN}) ?{_VALUE}){{1,8}}"
_EQUATION = re.compile(
    rf"(?P<left>{_TERMS})\s?(?P<equals>[=≈]|(?:is|are|was|makes?|gives?|equals?|comes? to)\b)"
    r"(?=\s?(?P<about>(?:about|roughly|nearly|around) )?"
    rf"(?=(?P<step>{_TERMS})?(?P<then>[^<]*))\(*<(?P<result>\d+)>(?P<behind>[^<]*))",
    re.IGNORECASE,
)
_TOKEN = re.compile(rf"<(\d+)>|([()])|(?<![^\s\d>)/])({_SIGN})(?![a-z])", re.IGNORECASE)
_MARKS = re.compile(r"\*\*|\\[()\[\]]|\\(?=times|cdot|div|<)")
_LATEX = {"times": "x", "cdot": "x", "div": "/"}
_ALONE_BEFORE = re.compile(r"(?:^|[.:;,=|\n]|\b(?:is|are|so|pay|costs?|that makes))\s?$", re.IGNORECASE)
_GOES_ON = re.compile(
    r"[\s)]*(?:[-+*/×·÷^]|x\s|(?:plus|minus|less|times|per)\b)|\s?/|,? ?(?:or so|rounded|roughly)"
)


def equations(document: Document) -> Iterator[Equation]:
    """Every calculation of a text whose operands and result are values, each step of a chain by itself, in order.

    >>> from faithstill.featurize.extract import Extractor
    >>> [(e.text, e.is_right) for e in equations(Document("So 12 months x $25 = $310.", Extractor()))]
    [('12 months x $25', False)]
    """
    known: dict[tuple[Kind, Decimal | None, str], Decimal] = {}
    for sentence in document.sentences:
        start, end = sentence.unit.start, sentence.unit.end
        values = [m for m in document.mentions if start <= m.start and m.end <= end and m.kind in VALUE_KINDS]
        if len(values) > 2:
            text = _masked(document.text, values, start, end)
            for found in _EQUATION.finditer(text):
                for one in _read(found, text[: found.start()], values, known):
                    known[key(one.result)] = one.value
                    yield one


def _masked(text: str, values: Sequence[Mention], start: int, end: int) -> str:
    """A sentence with `<n>` for its values, without the marks of bold print and of formulas."""
    pieces = []
    for n, m in enumerate(values):
        pieces += [text[start : m.start], f"<{n}>"]
        start = m.end
    plain = _MARKS.sub("", "".join([*pieces, text[start:end]]))
    return " ".join(_LATEX.get(word, word) for word in plain.split())


def _read(found: re.Match[str], before: str, values: Sequence[Mention], known: Known) -> Iterator[Equation]:
    """The calculation before an equals sign, or the parts of it for which the next step has a value."""
    is_led = found["equals"] == "=" and not found["about"] and _ALONE_BEFORE.search(before) is not None
    left, result = _tokens(found["left"]), values[int(found["result"])]
    steps, behind = _steps(left, _tokens(found["step"] or ""), values), found["then"]
    if not steps:
        left, behind = _last_terms(left, values, result), found["behind"]
        if not is_balanced(left) or not _fit(found["left"], [values[t] for t in left if isinstance(t, int)]):
            return
        steps = [(parsed(left), int(found["result"]))]
    for tree, at in steps:
        alone = is_led and values[at].bound is Bound.EXACT and not _GOES_ON.match(behind)
        one = equation(tree, values[at], values, known, alone=alone)
        if one:
            yield one


def _tokens(text: str) -> list[str | int]:
    found = _TOKEN.findall(text)
    tokens = [int(number) if number else bracket or _SIGNS[sign.lower()] for number, bracket, sign in found]
    while tokens and tokens[0] == "(" and not is_balanced(tokens):
        tokens.pop(0)
    return tokens


def _steps(
    left: Sequence[str | int], step: Sequence[str | int], values: Sequence[Mention]
) -> list[tuple[Tree, int]]:
    """The parts of a calculation that its next step has worked out: "(5 + 3) x 2" of "8 x 2"."""
    if not step or not is_balanced(left) or not is_balanced(step):
        return []
    return replaced(parsed(left), parsed(step), lambda a, b: key(values[a]) == key(values[b])) or []


def _last_terms(tokens: list[str | int], values: Sequence[Mention], result: Mention) -> list[str | int]:
    """Of "$85 plus 2 x $45 = $90" the last term alone, where that is right."""
    numbers = [number_of(m) for m in values]
    starts = [at + 1 for at, token in enumerate(tokens) if token in ("+", "-")]
    for start in starts if "x" in tokens or "/" in tokens else ():
        last = tokens[start:]
        if len(last) < 2 or not is_balanced(last):
            continue
        if given_by(parsed(last), values, numbers, result) == number_of(result):
            return last
    return tokens


def _fit(left: str, operands: Sequence[Mention]) -> bool:
    """Is what is taken "of" something a part, and what is "at" something else a price?"""
    if re.search(r"> .{0,30}\b(?:of|on)\b", left) and not is_part(operands[0]):
        return False
    return " at " not in left or operands[-1].kind is Kind.MONEY
