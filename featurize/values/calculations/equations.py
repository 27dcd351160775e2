# SPDX-License-Identifier: Apache-2.0
"""Calculations that an answer writes out: "4 x $25 + $100 = $200", "$10: 5% of the $200", "12 fees of $4 make $48".

Read generously, so that what is right can be proved: operands and result must still be found. A calculation counts
as wrong only where it is whole: nothing before it, behind it or between its values may belong to it unread.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterator, Sequence

from faithstill.featurize.document import Document
from faithstill.featurize.extract import VALUE_KINDS, Bound, Kind, Mention
from faithstill.featurize.values.derived.spelt_out import ABOUT

from .arithmetic import is_balanced
from .evaluated import ADDED, Equation, worth
from .operators import COUNTED, UNIT, operation, tokens_of

_MOST_OPERANDS = 12
_LONGEST = 90  # characters between two values of a calculation
_MARKS = re.compile(r"\*\*|\\[()\[\]]|\\$")  # of bold print, and of formulas: "\\(12 \\times \\$25\\)"
_UNREAD = "..."  # behind what is cut off: no pattern matches it

_EQUALS = re.compile(
    rf"(?P<left>{UNIT}[\s)]*?)(?P<sign>\s?[=≈≅]\s?|:\s|,?\s(?:(?:which|that|this)\s)?(?:is|are|was|were|makes?|made|"
    r"comes?\sto|came\sto|amounts?\sto|equals?|totals?|gives?|adds?\sup\sto|would\s(?:be|make)|leaves?)\s)"
    rf"(?:a total of )?{ABOUT}\(*",
    re.IGNORECASE,
)
# As an equals sign, but too loosely to tell what is wrong: "four users at $20 each add $80".
_GIVES = re.compile(
    rf"(?P<left>{UNIT}[\s)]*?)(?P<sign>,?\s\(?(?:or|i\.e\.,?|so|thus|meaning|which\smeans|adds?|costs?|brings?|earns?|"
    r"works?\sout\s(?:at|to)|leaving|for(?=\sa\stotal)|(?:so\s|which\s)?that[’']s|(?:so\s)?(?:you|it|they|he|she|we)(?:[’'](?:d|ll)|\swould|\swill)?\s"
    rf"(?:be|pay|owe|get|earn|receive|repay|save|cost))\s)(?:a total of )?{ABOUT}\(*",
    re.IGNORECASE,
)
# Of these signs those that tell for sure what the calculation gives, where nothing but such words stands behind it.
_SURELY = frozenset("so thus i.e. i.e for leaving".split())
_IN_ALL = re.compile(r"\s(?:in (?:total|all)|altogether|overall)[\s)*]*(?:[.!?](?:\s|$)|$)", re.IGNORECASE)
_LEFT = re.compile(r"\s(?:remains?|is left|are left|left)[\s)*]*(?:[.!?](?:\s|$)|$)", re.IGNORECASE)
_EACH = re.compile(r"\s(?:each|apiece)[\s)*]*(?:[.!?](?:\s|$)|$)", re.IGNORECASE)
_ENDED = re.compile(r"[\s)*]*(?:[.!?](?:\s|$)|$)")
# What takes the calculation as many times as there are of whom it is for.
_BY_TIME = re.compile(r"/\s?[a-z]|\b(?:per|an?|every|or more|or less)\s", re.IGNORECASE)
_ALSO = re.compile(r"\b(?:and|or|with|including|plus|then)\b", re.IGNORECASE)
_FOR_ALL = re.compile(
    r"\b(?:double|twice|triple|half|each|both|couples?|every|per|all|first)\b", re.IGNORECASE
)
# "$5 less than the $20 before": the second operand comes first.
_THAN = re.compile(
    r"\s(?:(?P<less>less|fewer|lower|cheaper)|more|higher|dearer)\sthan\s(?:[a-z][\w'’]*\s){0,3}",
    re.IGNORECASE,
)
_TOLD_BY = _SURELY | {"or", "which is", "that is", "is", "which makes", "that makes", "which would be", "="}
_THAN_UNIT = re.compile(r"(?:\s(?!and\b|or\b|plus\b|with\b)[a-z]+){0,3}", re.IGNORECASE)
# Between a result and the calculation that follows it: "$10, i.e. 5% of $200".
_NAMELY = re.compile(
    rf"(?P<sign>\s?=\s?|:\s|,?\s\(?)(?P<said>(?:which|that)\sis\s|i\.e\.,?\s|or\s)?(?:{ABOUT}(?:the\s)?)"
)
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


def equations(document: Document) -> Iterator[Equation]:
    """Every calculation of a text whose operands and result are all read, in order."""
    for sentence in document.sentences:
        start, end = sentence.unit.start, sentence.unit.end
        first, last = (bisect_left(document.mentions, place, key=_begin) for place in (start, end))
        if last - first > 2:
            inside = [m for m in document.mentions[first:last] if m.kind in VALUE_KINDS]
            yield from _Line(document.text, inside, start, end).equations()


class _Line:
    """One sentence: its values, and the texts before, between and behind them without the marks of bold print."""

    def __init__(self, text: str, mentions: Sequence[Mention], start: int, end: int) -> None:
        self.mentions, self.ends = mentions, (start, end)
        edges = [start, *(place for m in mentions for place in (m.start, m.end)), end]
        self.gaps = [_plain(text, *pair) for pair in zip(edges[::2], edges[1::2], strict=True)]
        pairs = zip(self.gaps[1:-1], mentions, mentions[1:], strict=False)
        self.joined = [False, *(operation(*pair) is not None for pair in pairs), False]

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
            elif first < at - 1 and (gives := _GIVES.fullmatch(gap)):
                yield from self._surely(first, at, gives)
            elif at > 1 and (than := _THAN.fullmatch(self.gaps[at - 1])):
                yield from self._than(at, than)
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

    def _surely(self, first: int, at: int, gives: re.Match[str]) -> Iterator[Equation]:
        """ "3 nights at $80, so $240 in all": certain where it ends the sentence and is for nothing else."""
        result, behind = self.mentions[at], self.gaps[at + 1]
        sign = gives["sign"].strip(" ,(").lower()
        takes, splits = self._takes_away(first, at), self._splits(first, at)
        is_closed = _IN_ALL.match(behind) is not None or (
            sign in _SURELY
            and bool(
                _ENDED.match(behind) or (takes and _LEFT.match(behind)) or (splits and _EACH.match(behind))
            )
        )
        is_sure = (sign in _SURELY or sign == "or") and is_closed and self._is_of_kind(first, at, result)
        words = " ".join([*self.gaps[first + 1 : at], gives["left"]])
        is_sure = is_sure and not (_BY_TIME.search(words) or _ALSO.search(words))
        is_sure = is_sure and not _FOR_ALL.search(self.gaps[first]) and self._is_exact(first, at)
        is_sure = is_sure and (sign != "leaving" or takes) and self._begins(first, ":")
        about = result.bound is Bound.ABOUT
        yield from self._told(first, at, gives["left"], result, is_sure, about, is_loose=True)

    def _than(self, at: int, than: re.Match[str]) -> Iterator[Equation]:
        """ "$5 less than the $20 before, so $15": from the value after "than" to the one before it."""
        gap, behind, result = self.gaps[at], self.gaps[at + 1], self.mentions[at]
        sign = _EQUALS.fullmatch(gap) or _GIVES.fullmatch(gap)
        less, base = self.mentions[at - 2 : at]
        if not sign or sign["sign"].strip(" ,(").lower() not in _TOLD_BY or base.kind is Kind.PERCENT:
            return
        is_sure = _ENDED.match(behind) is not None and less.kind is base.kind is result.kind
        is_sure = is_sure and _THAN_UNIT.fullmatch(sign["left"].rstrip(",")) is not None
        is_sure = is_sure and self._begins(at - 2, ":") and less.bound is Bound.EXACT
        is_sure = is_sure and base.bound in (
            Bound.EXACT,
            Bound.LESS_THAN,
            Bound.MORE_THAN,
        )  # by "than" itself
        tokens: tuple[str | int, ...] = (0, "-" if than["less"] else "+", 1)
        value = worth(tokens, (base, less), result) if all(map(_is_point, (base, less, result))) else None
        if value is not None:
            about = result.bound is Bound.ABOUT
            yield Equation(result, (base, less), tokens, value, is_sure, about, self.ends, is_loose=True)

    def _told(
        self,
        first: int,
        at: int,
        left: str,
        result: Mention,
        is_whole: bool,
        about: bool,
        *,
        is_loose: bool = False,
    ) -> Iterator[Equation]:
        gaps = [*self.gaps[first:at], left]
        yield from self._equation(first, at, gaps, result, is_whole, about, is_loose)

    def _last_terms(self, first: int, at: int, left: str, result: Mention, about: bool) -> list[Equation]:
        """Of "$85 plus 2 x $45 = $90" the last term alone, where that is right."""
        for start in range(first + 1, at - 1):
            if ADDED.intersection(tokens_of(["", self.gaps[start], ""])):
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
        self,
        first: int,
        end: int,
        gaps: Sequence[str],
        result: Mention,
        is_whole: bool,
        is_about: bool,
        is_loose: bool = False,
    ) -> Iterator[Equation]:
        operands = tuple(self.mentions[first:end])
        if len(operands) > _MOST_OPERANDS or not all(map(_is_point, (*operands, result))):
            return
        if (
            result.kind in COUNTED
            and any(m.kind is Kind.MONEY for m in operands)
            and "/" not in "".join(gaps)
        ):
            return  # "Year 1: 12 x $25"
        tokens = tokens_of(gaps)
        value = worth(tokens, operands, result) if is_balanced(tokens) else None
        if value is not None:
            yield Equation(result, operands, tokens, value, is_whole, is_about, self.ends, is_loose)

    def _begins(self, first: int, sign: str) -> bool:
        """Does the calculation begin with the value `first`, which nothing before it joins?"""
        lead = self.gaps[first]
        if first and not _BOUNDARY.search(lead if sign in "=≈≅" else lead.replace(";", "")):
            return False
        return not _JOINS_ON.search(lead) and _UNREAD not in lead

    def _takes_away(self, first: int, end: int) -> bool:
        return "-" in tokens_of(["", *self.gaps[first + 1 : end], ""])

    def _is_exact(self, first: int, end: int) -> bool:
        return all(m.bound is Bound.EXACT for m in self.mentions[first:end])

    def _splits(self, first: int, end: int) -> bool:
        return "/" in tokens_of(["", *self.gaps[first + 1 : end], ""])

    def _has_rate(self, first: int, end: int) -> bool:
        return any(_RATE.match(gap) for gap in self.gaps[first + 1 : end + 1])

    def _is_of_kind(self, first: int, end: int, result: Mention) -> bool:
        return any(m.kind is result.kind for m in self.mentions[first:end])


def _begin(mention: Mention) -> int:
    return mention.start


def _plain(text: str, start: int, end: int) -> str:
    cut = text[start:end] if end - start <= _LONGEST else text[start : start + _LONGEST] + _UNREAD
    return _MARKS.sub("", cut)


def _is_point(mention: Mention) -> bool:
    return mention.low is not None and mention.low == mention.high and mention.low.is_finite()
