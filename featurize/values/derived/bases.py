# SPDX-License-Identifier: Apache-2.0
"""Of what amount a percentage is taken, by the words around it: "85% of the last premium", "20% of 400"."""

from __future__ import annotations

import re
from collections.abc import Sequence
from decimal import Decimal

from faithstill.featurize.document import content_stems
from faithstill.featurize.extract import Kind, Mention

from .operands import Operand, Origin, Statement

_CLOSE = 14  # characters between a percentage and what is beside it
_CLAUSE = 50  # characters around an amount that may name it
_FITTING = 0.2  # how well a percentage that the question asks for must fit
_LEAST_FIT = 0.05  # how well one of two must fit of which the evidence takes one of the other
_DETERMINER = r"(?:(?:the|an?|its|your|their|his|her|our|this|these|those|any|all|another)\s)?"
_FIGURE = r"(?:[A-Z]{3}\s|[A-Z]{0,3}[$£€¥])?(?P<figure>\d(?:[\d,]*\d)?(?:\.\d+)?)"
_OF_FIGURE = rf"\s(?:of|(?:[a-z]+\s)?on)\s{_DETERMINER}(?:[a-z]+\s){{0,2}}{_FIGURE}(?![\d,.]*\s?%)"
_ON_FIGURE = rf"\b(?:of|[Oo]n)\s(?:[a-z]+\s){{0,3}}{_FIGURE}(?:\s[a-z]+){{0,3}},?\s"
# Between a percentage and an amount that it is taken of: "20% of the 400".
_BASE_IS_NEXT = re.compile(
    rf"^(?:,(?:\s[a-z]+)?)?\s(?:of|on|above|over|exceeding)\s{_DETERMINER}(?:[A-Z]{{3}}\s)?$"
)
# Between an amount and a percentage that tells of something else: "30 plus 1.5%".
_APART = re.compile(r"\b(?:plus|minus|less|and|with|while|but|pays?|earns?|bears?|carries)\b", re.IGNORECASE)
_PLUS = re.compile(r"\bplus\b")
_OF_NAMED = re.compile(
    rf"\s(?:of|on)\s{_DETERMINER}(?P<words>[a-z][a-z'’-]*(?:\s(?:of\s(?:the\s)?)?[a-z][a-z'’-]*){{0,3}})"
)
_GENERAL = frozenset(
    content_stems("amount sum value total price cost figure balance rest remainder part year month")
)
_STOP = re.compile(r"[.,;|=\n]\s|[;|=\n{}]|\d[\d.,]*\s")


def is_beside(percent: Operand, before: str, after: str) -> bool:
    """Does the percentage stand right beside its result, between the texts before and after: "60%, i.e. $150"?"""
    led, followed = _gaps(percent, before, after)
    return (led is not None and not _BASE_IS_NEXT.search(led)) or (
        followed is not None and not _APART.search(followed)
    )


def is_base(target: Mention, percent: Operand, said: Statement) -> bool:
    """Is a value what a percentage beside it is taken of, or something beside it: "20% of the 400", "30 plus 1.5%"?"""
    at = target.start - said.start
    led, followed = _gaps(percent, said.text[:at], said.text[at + len(target.text) :])
    return bool(_BASE_IS_NEXT.search(led or "") or _PLUS.search(followed or ""))


def _gaps(percent: Operand, before: str, after: str) -> tuple[str | None, str | None]:
    """What stands between a percentage and a value right behind it, and between a value and one right behind that."""
    shown = _shown(percent)
    led = re.search(rf"{shown}(?P<gap>.{{0,{_CLOSE}}})$", before, re.DOTALL)
    followed = re.match(rf"(?P<gap>.{{0,{_CLOSE}}}?){shown}", after, re.DOTALL)
    return led and led["gap"], followed and followed["gap"]


def _shown(percent: Operand) -> str:
    """The pattern of a percentage as it is written."""
    return rf"(?<![\d.,]){re.escape(percent.mention.text)}"


def has_other_base(base: Decimal, percent: Operand, text: str) -> bool:
    """Does a text take the percentage only of other amounts: "2% of 600", "on the remaining $1,200 you owe 25%"?"""
    said = [
        *re.finditer(rf"{_shown(percent)}{_OF_FIGURE}", text),
        *re.finditer(rf"{_ON_FIGURE}{re.escape(percent.mention.text)}", text),
    ]
    digits = base.normalize().as_tuple().digits  # "£1,610 million" is 1,610 of a figure
    figures = (Decimal(one["figure"].replace(",", "")) for one in said)
    return bool(said) and all(figure.normalize().as_tuple().digits != digits for figure in figures)


def is_named_base(base: Operand, percent: Operand) -> bool:
    """Do the words behind a percentage of the evidence name what the evidence states the amount of?

    "85% of the last premium" and "Premium: £14,400".
    """
    found = _OF_NAMED.match(percent.tail) if percent.place and base.place else None
    if found is None or max(base.fit, percent.fit) < _LEAST_FIT:
        return False
    named = frozenset(content_stems(found["words"]))
    label = _STOP.split(base.lead[-_CLAUSE:])[-1]
    behind = _STOP.split(base.tail[:_CLAUSE])[0]
    words = base.column.replace("_", " ") or f"{label} {' '.join(behind.split()[:3])}".replace("_", " ")
    return not named.isdisjoint(content_stems(words))


def is_of_other_named(base: Operand, percent: Operand, operands: Sequence[Operand], text: str) -> bool:
    """Do the words behind a percentage, in `text` or else in the evidence, name another amount than the base?

    "1.5% of the gross amount" and "Net amount: 4,800. Gross: 5,712".
    """
    said = re.search(rf"(?<![\d.,]){re.escape(percent.mention.text)}{_OF_NAMED.pattern}", text)
    found = said or _OF_NAMED.match(percent.tail)
    named = frozenset(content_stems(found["words"])) - _GENERAL if found else frozenset[str]()
    if not named or base.place is None or not named.isdisjoint(_named_by(base)):
        return False
    alike = (o for o in operands if o.mention.kind is base.mention.kind and o.point != base.point)
    return any(o.place is not None and not named.isdisjoint(_named_by(o)) for o in alike)


def _named_by(o: Operand) -> frozenset[str]:
    """The stems of what an amount of the evidence is called, before it and right behind it."""
    label = _STOP.split(o.lead[-_CLAUSE:])[-1]
    behind = " ".join(_STOP.split(o.tail[:_CLAUSE])[0].split()[:3])
    return frozenset(content_stems(f"{label} {behind} {o.column}".replace("_", " ")))


def is_asked(base: Operand, percent: Operand, operands: Sequence[Operand], said: Statement) -> bool:
    """Is it the question's amount, at the percentage of the evidence that fits the words best, and of nothing else?"""
    if base.origin is not Origin.QUESTION or percent.origin is not Origin.EVIDENCE or percent.fit < _FITTING:
        return False
    rivals = [o for o in operands if o.mention.kind is Kind.PERCENT and o.point != percent.point]
    if any(o.origin is Origin.QUESTION or o.fit >= percent.fit for o in rivals):
        return False
    asked = frozenset(content_stems(" ".join(said.words)))
    of = _OF_NAMED.match(percent.tail)
    if of and asked.isdisjoint(content_stems(of["words"])):
        return False
    beside = [_label(o) for o in rivals if o.place == percent.place]
    own = _label(percent)
    return not beside or (
        not own.isdisjoint(asked) and all((label - own).isdisjoint(asked) for label in beside)
    )


def _label(o: Operand) -> frozenset[str]:
    """The stems of the words right before and behind a value and of its column, up to the next value."""
    around = f"{_STOP.split(o.lead)[-1]} {_STOP.split(o.tail)[0]} {o.column}"
    return frozenset(content_stems(around.replace("_", " ")))
