# SPDX-License-Identifier: Apache-2.0
"""The evidence parted for one value of an answer: what states it, as it is said or as given, and what differs."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Collection, Sequence
from dataclasses import dataclass

from faithstill.featurize.extract import Kind, Mention
from faithstill.featurize.extract.agree import agree, bound_clash, comparable
from faithstill.featurize.extract.document import Document, content_stems
from faithstill.featurize.extract.numbers import read_numeral
from faithstill.featurize.extract.same_measure import value_agrees
from faithstill.featurize.extract.same_name import NAMES

from .implied_values import implied, leaves_room, side_of
from .slots.contenders import is_bound
from .slots.context import cell_at
from .slots.rivals import Contest
from .slots.scales import header_scale, in_unknown_currency, is_unscaled, names_scale
from .slots.slots import Located

_UNITED = frozenset({Kind.DURATION, Kind.QUANTITY})


def is_given(mention: Mention, question: Document, years: Collection[str]) -> bool:
    """Does the question state the value, in its unit, or a day whose year the evidence names (`years`)?"""
    return any(_states(m, mention, question, years) for m in question.mentions if m.kind not in NAMES)


def _states(given: Mention, own: Mention, question: Document, years: Collection[str]) -> bool:
    if own.kind is given.kind is Kind.DATE and given.key == f"-{own.key[4:]}":
        return own.key[:4] in years  # "on 20 July" of a question about 2025
    if given.kind in _UNITED and own.kind is Kind.NUMBER and not own.unit:
        printed = read_numeral(given.text, 0)
        return printed is not None and printed.value == own.low
    if not agree(own, given):
        return False
    if given.kind is not Kind.NUMBER or own.kind not in _UNITED:
        return True
    return not unit_stems(own).isdisjoint(question.stems)


def unit_stems(mention: Mention) -> frozenset[str]:
    """The stems of the words of a value beside its figures: the "year" of "5 years"."""
    return frozenset(content_stems(re.sub(r"[\d.,]+", " ", mention.text)))


def manner_of(answer: Mention, evidence: Mention) -> str:
    """How an agreeing value is stated: alike, in another unit or form, or in more digits."""
    if answer.low is None or evidence.low is None:
        return "equal" if answer.key == evidence.key else "covers"
    if (answer.low, answer.high) == (evidence.low, evidence.high):
        return "equal" if answer.kind is evidence.kind else "same_figure"
    return "rounded" if answer.unit == evidence.unit else "converted"


_MOST_STATED = 2_000  # places of one value
_MOST_WEAKER = 200  # places that prove a bound
# "invoice_no: 5521": what stands there names one thing of many and is no amount.
_NAMES_ONE = re.compile(r"(?:^|[\s_-])(?:id|code|number|num|nr|no\.?)$", re.IGNORECASE)
_DENIED = re.compile(
    r"(?:\bnot|\b(?:is|was|are|were)n['’]t|\b(?:rather\sthan|instead\sof))(?:\s(?:about|the|an?))?\s\W?\Z",
    re.IGNORECASE,
)
_DENIED_REACH = 30
_AGES = frozenset({"age", "old", "older"})


@dataclass(frozen=True, slots=True)
class Sides:
    """Places that agree with a value and that differ."""

    agreeing: Sequence[Located]
    differing: Sequence[Located]


def sides_of(contest: Contest, known: frozenset[str]) -> Sides:
    """The evidence parted for a value; `known` are the currencies that evidence and question name."""
    equal, weaker, differing = _parted(contest)
    if in_unknown_currency(contest.mention, known):
        return Sides((), differing)
    nearest = contest.evidence.nearest
    agreeing = [
        *(e for e in nearest(contest.wanted, equal, _MOST_STATED) if _is_told_alike(contest, e)),
        *nearest(contest.wanted, weaker, _MOST_WEAKER),
    ]
    if _is_denied(contest.answer, contest.mention):
        differing = []  # "not $20" is refuted by no other value
    return Sides([e for e in agreeing if not contest.candidates.at_other_rate(e)], differing)


def _is_denied(document: Document, mention: Mention) -> bool:
    """Is it the value that something is said not to have: "isn't 652 km long", "$30, not $20"?"""
    start = max(0, mention.start - _DENIED_REACH)
    return _DENIED.search(document.text, start, mention.start) is not None


def _is_told_alike(contest: Contest, located: Located) -> bool:
    """Does a place name the unit of a duration or quantity that its bare number states, with no other bound?"""
    mention, stated = contest.mention, located.mention
    if bound_clash(mention, stated):
        return False
    if stated.kind is not Kind.NUMBER or mention.kind not in _UNITED:
        return True
    around, unit = contest.evidence.around(located), unit_stems(mention)
    words = around.own | around.shared
    is_named = not unit.isdisjoint(words) or ("year" in unit and not _AGES.isdisjoint(words))
    return is_named or bool(around.column)


def _parted(contest: Contest) -> tuple[list[Located], list[Located], list[Located]]:
    """The evidence mentions that agree, those that prove a bound, and those that differ but are comparable."""
    own = contest.mention
    equal: list[Located] = []
    weaker: list[Located] = []
    others: list[Located] = []
    figures: defaultdict[str, list[Located]] = defaultdict(list)  # that differ, by unit, "" for none
    for located in contest.evidence.like(own):
        value = located[0].mention
        if agree(own, value):
            equal += [e for e in located if _is_meant(contest, e)]
        elif implied(contest.answer, own, value):
            weaker += located
        elif comparable(own, value) and not _is_end_of(own, value):
            others += located
        elif value.kind is Kind.NUMBER:
            figures[value.unit] += located
    if own.kind is not Kind.NUMBER and any(_is_bare(e) for e in equal):
        others += figures[""]  # its column says what the figures are in
    if own.kind is Kind.NUMBER:  # "31 people" of "31 employees"
        for unit in sorted({e.mention.unit for e in equal} - {"", own.unit}):
            others += figures[unit]
    return equal, weaker, _contending(contest, others, equal)


def _is_meant(contest: Contest, located: Located) -> bool:
    """ "£810" is not the 810 of a table in £000, nor "810 billion" that of a column in £m."""
    if contest.mention.kind is not Kind.MONEY and not names_scale(contest.mention):
        return True
    value, document = located.mention, contest.evidence.document(located.passage)
    cell = cell_at(document, value)
    if is_unscaled(document, value) or (cell and _NAMES_ONE.search(cell.header)):
        return False
    scale = header_scale(document, value) if value.kind is Kind.NUMBER else None
    printed = read_numeral(value.text, 0) if scale else None
    if (
        cell
        and value.kind is Kind.NUMBER
        and not scale
        and not names_scale(value)
        and names_scale(contest.mention)
    ):
        return _is_same_size(contest.mention, value)
    if not scale or not printed or not printed.value or not contest.mention.low:
        return True
    return scale / 2 < abs(contest.mention.low / printed.value) < scale * 2


def _is_same_size(mention: Mention, stated: Mention) -> bool:
    """Is it the value of a scaled cell, as it stands or openly rounded; the sign is for others to judge."""
    if mention.low is None or stated.low is None:
        return False
    return value_agrees(mention, abs(mention.low), abs(stated.low))


def _contending(contest: Contest, others: list[Located], equal: Sequence[Located]) -> list[Located]:
    """Without those for which the answer's bound leaves room, and without the places that agree themselves."""
    own = contest.mention
    side = side_of(contest.answer, own)
    if side and not any(is_bound(e.mention) for e in equal):
        others = [e for e in others if not leaves_room(side, own, e.mention)]
    # Under "in £000" a cell is no rival of itself.
    places = {(e.passage, e.mention.start) for e in equal} if own.kind is Kind.NUMBER else ()
    return [e for e in others if (e.passage, e.mention.start) not in places]


def _is_bare(located: Located) -> bool:
    """A figure that only its place gives a unit."""
    return located.mention.kind is Kind.NUMBER and not located.mention.unit


def _is_end_of(mention: Mention, wide: Mention) -> bool:
    """ "10% of the first $10,000" where "between $0 and $10,000" is taxed so."""
    return wide.low != wide.high and mention.low == mention.high and mention.low in (wide.low, wide.high)
