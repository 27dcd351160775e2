# SPDX-License-Identifier: Apache-2.0
"""Do the words right beside a value call for the very formula, and are its operands values of like fields?

"28.4 GB left" of a quota and of what is used; "up 7 points to 86%"; "four times as much" of two cells of one column.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from itertools import product

from faithstill.featurize.document import content_stems
from faithstill.featurize.extract import Kind, Mention

from .bases import is_asked, is_beside, is_named_base
from .formulas import AMOUNTS, Formula
from .operands import Operand, Origin, Statement

_HEDGE = r"(?:about |roughly |nearly |almost |only |just |exactly |some |around |approximately |a further )*"
_BY = re.compile(
    rf"\b(?:by|another|(?<!made )(?<!makes )(?<!make )up|"
    rf"down|sav(?:e|es|ed|ing)|leav(?:es|ing)|keep|owe|shrank|gained|added|lost|difference of|"
    rf"increase of|decrease of|rise of|drop of|gap of|change of|cut of)(?: of)? {_HEDGE}$",
    re.IGNORECASE,
)
_THAN = re.compile(
    r"(?:[ -](?:percentage |basis )?points?)?(?: (?!an?\b|the\b|to\b|of\b|for\b|by\b)[a-z]+){0,2}? "
    r"(?:more|less|fewer|above|below|over|under|left|short|short of|remain(?:s|ing|ed)?|ahead|behind|apart|extra|"
    r"beyond|better|worse|unused|free|open|to go|unspent|off|"
    r"(?!rather|other)[a-z]{2,8}(?:er|ier))\b(?! hour| minute| year)",
    re.IGNORECASE,
)
_OR = (
    r"(?:,? (?:or|i\.e\.|that is),? | ?\(|, )(?:or |i\.e\.,? )?"  # "$159 million, or 6%", "$159 million (6%)"
)
_CHANGED = (
    r"(?:rose|grew|increased|climbed|jumped|gained|improved|fell|dropped|declined|decreased|shrank|went up|went down|"
    r"(?:rise|growth|increase|fall|drop|decline|decrease) of|up|down)(?: by)? "
)
_CHANGE = re.compile(rf"{_CHANGED}{_HEDGE}(?:\S+(?: [a-z]+)?{_OR}{_HEDGE})?$", re.IGNORECASE)
_MORE = re.compile(
    rf" (?:more|less|fewer|higher|lower|cheaper|dearer|increase|decrease|rise|fall|drop|gain){_OR}{_HEDGE}$",
    re.IGNORECASE,
)
_CHANGES = re.compile(
    r"\)? (?:increase|decrease|rise|drop|fall|growth|decline|gain|reduction|cut|jump)\b", re.IGNORECASE
)
_COUNTED = re.compile(r"(?P<words>(?:\s[\w'’-]+){1,3})")
_COSTING = re.compile(
    r"(?P<words>(?:\s[\w'’-]+){1,4}?)(?:,? (?:you|we|they|it|he|she)(?:[’']d|[’']ll| would| will)?)?"
    r"(?:\s(?:costs?|costing|come to|comes to|totals?|totalling|makes?|is|are|would be|would cost|pays?|needs?|draws?|"
    rf"uses?|takes?|weighs?|for|at)|:| =| →) (?:a total of |no more than |up to )?{_HEDGE}\W{{0,3}}",
    re.IGNORECASE,
)
_FOR = re.compile(r"(?: in total)? (?:for|with) (?:all |the |your |these )?")
_SUMMED = frozenset(
    "total together combined altogether overall sum all both between totals totalling".split()
)
_TIMES = re.compile(
    r" times(?:,| as| the| that| more| higher| larger| its| faster| longer| [a-z]+er)\b", re.IGNORECASE
)
_FITTING = 0.3
_FITTING_ROW = 0.2  # where they are one measure at two times
_FIGURES = re.compile(r"\d+")
_REACH, _NEAR = 60, 5


def ground(formula: Formula, target: Mention, said: Statement, operands: Sequence[Operand]) -> float:
    """Points for a formula that the words beside the value name, of like fields."""
    test = _TESTS.get(formula.rule)
    if (
        formula.ground
        or formula.first is not None
        or test is None
        or not test(formula, _Beside(target, said, operands))
    ):
        return formula.ground
    return _POINTS[formula.rule] if _are_all_like(formula, operands) else 0.0


class _Beside:
    """The text of the sentence before and after a value."""

    def __init__(self, target: Mention, said: Statement, operands: Sequence[Operand]) -> None:
        self.operands = operands
        self.before = said.text[: target.start - said.start][-_REACH:]
        self.after = said.text[target.end - said.start :][:_REACH]
        self.said, self.target = said, target


def _is_difference(formula: Formula, beside: _Beside) -> bool:
    return _are_meant(*formula.used) and bool(_BY.search(beside.before) or _THAN.match(beside.after))


def _is_change(formula: Formula, beside: _Beside) -> bool:
    """ "Up 8% to $84", "3% more than": one of the two is told, or both fit."""
    before, after = beside.before, beside.after.removeprefix(")")
    changes = _CHANGE.search(before) or _MORE.search(before) or _THAN.match(after) or _CHANGES.match(after)
    return changes is not None and _are_meant(*formula.used)


def _are_meant(a: Operand, b: Operand) -> bool:
    """Is one of two values told, do both fit, or are they one measure of one row at two times that fits?"""
    if a.named or b.named or min(a.fit, b.fit) >= _FITTING:
        return True
    return max(a.fit, b.fit) >= _FITTING_ROW and are_of_two_times(a, b)


def are_of_two_times(a: Operand, b: Operand) -> bool:
    """Two cells of one row whose headers are alike but for figures: "Sales Q1 2025" and "Sales Q1 2024".

    >>> texts = ("Sales Q1 2025", "Sales Q1 2024", "Costs Q1 2024", "2024")
    >>> from faithstill.featurize.extract import Extractor
    >>> a, *others = (Operand(Extractor().extract("5")[0], 0.5, place=(0, 0), column=text) for text in texts)
    >>> [are_of_two_times(a, b) for b in others]
    [True, False, False]
    """
    if a.place is None or a.place != b.place or a.column == b.column or not a.column:
        return False
    return _FIGURES.sub("0", a.column) == _FIGURES.sub("0", b.column)


def _is_share(formula: Formula, beside: _Beside) -> bool:
    """ "$88 (about 7%) were", "3% of the principal": the part is told, and the whole or a word "of"."""
    part, whole = formula.used
    return part.named and (whole.named or beside.after.startswith(" of "))


def _is_told_count(formula: Formula, beside: _Beside) -> bool:
    """ "Ten F1s cost £1,290": the sentence says how many, and of what the other value is said.

    The words right behind the count must stand with the price: "F1 (£129), F2 (£219)".
    """
    a, b = formula.used
    price, count = (a, b) if b.mention.kind is Kind.NUMBER else (b, a)
    if count.mention.kind is not Kind.NUMBER or not count.named or price.mention.kind is Kind.NUMBER:
        return False
    said = beside.said
    counts = [m for m in said.beside if m.low == count.mention.low and m.kind is Kind.NUMBER]
    around = frozenset(content_stems(f"{price.lead[-_REACH:]} {price.tail[:_REACH]} {price.column}"))
    told = (_counted(m, beside) for m in counts if m.low and m.low > 1)
    return any(not around.isdisjoint(content_stems(words)) for words in told)


def _counted(count: Mention, beside: _Beside) -> str:
    """The words for what so many cost the value: "F1s" of "ten F1s cost £1,290" and of "£1,290 for ten F1s"."""
    said, target = beside.said, beside.target
    after = said.text[count.end - said.start :]
    if count.end <= target.start:
        found = _COSTING.fullmatch(after[: target.start - count.end])
    else:
        led = _FOR.fullmatch(said.text, target.end - said.start, count.start - said.start)
        found = _COUNTED.match(after) if led else None
    return found["words"] if found else ""


def _is_ratio(formula: Formula, beside: _Beside) -> bool:
    """ "Four times as much", "three times the cover"."""
    return _TIMES.match(beside.after) is not None


def _is_percent_of(formula: Formula, beside: _Beside) -> bool:
    """ "60%, i.e. $150", or the percentage says of what it is, or the question asks for it of its amount."""
    base, percent = formula.used
    if is_beside(percent, beside.before, beside.after):
        return True
    if formula.value != beside.target.low:
        return False
    return is_named_base(base, percent) or is_asked(base, percent, beside.operands, beside.said)


def _is_sum(formula: Formula, beside: _Beside) -> bool:
    words = (*beside.said.before[-_NEAR:], *beside.said.after[:_NEAR])
    return not _SUMMED.isdisjoint(words)


_TESTS: dict[str, Callable[[Formula, _Beside], bool]] = {
    "difference": _is_difference,
    "percent_change": _is_change,
    "share": _is_share,
    "percent_of": _is_percent_of,
    "sum": _is_sum,
    "quotient": _is_ratio,
    "product": _is_told_count,
}
_POINTS = {
    "difference": 1.75,
    "percent_change": 0.75,
    "share": 1.0,
    "percent_of": 1.5,
    "sum": 1.0,
    "quotient": 2.5,
    "product": 1.5,
}


def _are_all_like(formula: Formula, operands: Sequence[Operand]) -> bool:
    if formula.rule in ("percent_of", "product"):
        return True
    first, *others = formula.used
    if formula.rule == "difference" and _are_of_question(first, others[0], operands):
        return True
    return all(are_like(first, o, operands) for o in others)


def _are_of_question(a: Operand, b: Operand, operands: Sequence[Operand]) -> bool:
    """Is one of two amounts the question's, the other what fits best: "a vet bill of 895" and an excess of £95?"""
    if {a.origin, b.origin} != {Origin.QUESTION, Origin.EVIDENCE} or a.mention.kind not in AMOUNTS:
        return False
    stated = a if a.origin is Origin.EVIDENCE else b
    others = (o for o in operands if o.origin is Origin.EVIDENCE and o.mention.kind is stated.mention.kind)
    return all(o.fit <= stated.fit for o in others)


def are_like(a: Operand, b: Operand, operands: Sequence[Operand]) -> bool:
    """Do two values stand in one sentence or row, in one column, or both with the same unit of measure?"""
    first, second = (_stated(o, operands) for o in (a, b))
    if any(x.place == y.place or (x.column and x.column == y.column) for x, y in product(first, second)):
        return True
    return a.mention.kind in (Kind.QUANTITY, Kind.DURATION, Kind.PERCENT) and a.mention.unit == b.mention.unit


def _stated(o: Operand, operands: Sequence[Operand]) -> list[Operand]:
    """The places where the evidence states a value."""
    return [
        p for p in operands if p.place and (p.mention.low, p.mention.unit) == (o.mention.low, o.mention.unit)
    ]
