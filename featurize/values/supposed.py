# SPDX-License-Identifier: Apache-2.0
"""Values that an answer supposes to show what a rule gives: "for a EUR 10,000 loan the fee is EUR 150" of 1.5%.

No evidence states them, and none need: a supposed value and what an evidence rule makes of it license each other.
Without the right result the one stays as unproved as the other.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import replace

from faithstill.featurize.document import Document, content_stems
from faithstill.featurize.extract import Bound, Kind, Mention

from .alignment import Alignment, Status
from .derived.derive import Derivation
from .derived.operands import Operand, Statement, supposed_operand

RULE = "supposed"
# What a rule makes of a value by its own words; any two values have a sum, a quotient or a share.
_FORWARD = frozenset("product percent_of increased_by reduced_by date_shift".split())
_COSTS = re.compile(r"\b(?:costs?|costing|pays?|would)\b", re.IGNORECASE)  # said of all amounts
_LIMIT = re.compile(r"\b(?:minimum|maximum|cap|limit)\b", re.IGNORECASE)
_NEAR = 20  # characters on either side of a value
# What nothing states or proves, and the rules of it.
UNSURE = frozenset({Status.ABSENT, Status.CONFLICTING, Status.UNCHECKED})
_UNSURE = frozenset({"absent", "conflict", "count"})
_SUPPOSABLE = frozenset({Kind.MONEY, Kind.NUMBER, Kind.QUANTITY, Kind.DURATION, Kind.DATE})
_EXAMPLE = re.compile(
    r"\b(?:for example|for instance|e\.g\.|say,?|suppos(?:e|es|ing)|assum(?:e|es|ing)|imagine|if|when|would)\b",
    re.IGNORECASE,
)
_EXAMPLE_BEHIND = re.compile(
    r"[^.;:,\n]{0,40}(?:,? (?:for example|for instance|e\.g\.|say)\b| would\b)", re.IGNORECASE
)
# By what a value is so much for each of something.
_EACH = re.compile(
    r"\b(?:per|each|every|apiece|hourly|daily|weekly|monthly|quarterly|annual(?:ly)?|yearly)\b|/\s?[a-z]|"
    r"\ban? (?:[a-z]+ ){1,3}(?:costs?|takes?|earns?|pays?|is|needs?|uses?) $|^\s?an? [a-z]",
    re.IGNORECASE,
)
_NAMED = re.compile(
    r"\b(?:(?:on|for|with|after|over|buy|buying|ordering)(?: an?| every| some)?|"
    r"an? (?:[a-z-]+ ){1,3}(?:of|worth|at|with|(?:that )?cost(?:s|ing)|priced at))[ (]*$",
    re.IGNORECASE,
)
_CALLED = re.compile(
    r"\b(?:for example|for instance|e\.g\.|say|suppos(?:e|es|ing)|assum(?:e|es|ing)|imagine)\b", re.IGNORECASE
)
# What the evidence says of a rate that does not apply from the first on.
_BEYOND = re.compile(
    r"\b(?:further|additional|extra|excess|exceed(?:s|ing)?|beyond|thereafter|above|over|after|first)\b",
    re.IGNORECASE,
)

Supposing = Callable[[Sequence[Operand]], Derivation | None]


def suppose(found: list[Alignment], results: Sequence[tuple[int, Supposing]], answer: Document) -> None:
    """Put right in `found` each supposed value with its result, tried as the last value of a sentence first.

    `results` are the places of values that nothing states, each with what looks for a formula that gives it from
    supposed operands and the evidence.
    """
    supposed = [x.mention for at, _ in results if _is_supposed(x := found[at], answer)]
    if not supposed:
        return
    for at, derived in reversed(results):
        own = found[at].mention
        near = [m for m in supposed if m is not own and _are_near(m, own, answer)]
        if found[at].rule.rpartition(".")[2] not in _UNSURE or not near:
            continue
        rival = found[at].rival if found[at].status is Status.CONFLICTING else None
        derivation = derived([supposed_operand(m, answer) for m in near])
        used = [m for m in near if derivation and m in derivation.operands]
        if derivation and rival and rival.mention not in derivation.operands:
            continue  # of "1.5%" and "no less than EUR 200" another value is refuted all the same
        if derivation and used and derivation.rule in _FORWARD:
            _decide(found, at, derivation)
            _license(found, used, [place for place, _ in results])
            supposed = [m for m in supposed if m is not own]


def _decide(found: list[Alignment], at: int, derivation: Derivation) -> None:
    rule = f"{found[at].mention.kind}.{derivation.rule}"
    found[at] = replace(found[at], status=Status.DERIVED, support=None, derivation=derivation, rule=rule)


def _license(found: list[Alignment], used: Sequence[Mention], places: Sequence[int]) -> None:
    """Each used value, wherever the answer repeats it, is given by the answer itself."""
    values = {(m.kind, m.low, m.unit, m.key) for m in used}
    for at in places:
        m = found[at].mention
        if (m.kind, m.low, m.unit, m.key) in values and found[at].status is not Status.DERIVED:
            rule = f"{m.kind}.{RULE}"
            found[at] = replace(found[at], status=Status.GIVEN, support=None, derivation=None, rule=rule)


def _is_supposed(alignment: Alignment, answer: Document) -> bool:
    """Do the words around introduce a value as an example, by that word where the evidence has another value?"""
    m = alignment.mention
    index = answer.sentence_at(m.start)
    if m.kind not in _SUPPOSABLE or m.low != m.high or m.bound is not Bound.EXACT or index is None:
        return False
    unit = answer.sentences[index].unit
    before, behind = answer.text[unit.start : m.start], answer.text[m.end : unit.end]
    if alignment.status is Status.CONFLICTING:
        return bool(_CALLED.search(answer.text, unit.start, unit.end))
    return bool(_EXAMPLE.search(before) or _NAMED.search(before) or _EXAMPLE_BEHIND.match(behind))


def _are_near(supposed: Mention, result: Mention, answer: Document) -> bool:
    """In one sentence, or the result in the next: "Suppose the price is $150. VAT would be $30."."""
    first, second = (answer.sentence_at(m.start) for m in (supposed, result))
    return first is not None and second is not None and first <= second <= first + 1


def is_sure(
    derivation: Derivation,
    target: Mention,
    supposed: Sequence[Mention],
    stated: Sequence[Operand],
    said: Statement,
) -> bool:
    """Does a rule of the evidence, the only one of its kind or one that the answer names, hold from the first on?

    Not where it goes with a limit that the values miss, with a threshold, or with "each further".
    """
    used = [m for m in derivation.operands if m not in supposed]
    rules = [o for o in stated if any(_is_same(o.mention, m) for m in used)]
    others = [o for o in stated if o not in rules]
    own = (target, *(m for m in supposed if m in derivation.operands))
    return (
        bool(used and rules)
        and all(_is_rule(o, target) for o in rules)
        and not any(_is_missed(o, m, rule) for rule in rules for o in others for m in own)
        and not any(_is_fixed(o, m, said) for o in others for m in own[1:])
        and not any(_is_rival(o, rule, said) for rule in rules for o in stated if o not in rules)
        and not any(_is_beyond(rule, said) for rule in rules)
    )


def _is_rule(o: Operand, target: Mention) -> bool:
    """Does it say what to make of a value: a share of it, so much for each, so long after it?"""
    m = o.mention
    if target.kind is Kind.DATE:
        return m.kind is Kind.DURATION
    is_rate = m.kind is target.kind and any(map(_EACH.search, (o.lead, o.tail, o.column)))
    return m.kind is Kind.PERCENT or m.unit == "fraction" or is_rate


def _is_same(a: Mention, b: Mention) -> bool:
    return (a.kind, a.low, a.high, a.unit, a.key) == (b.kind, b.low, b.high, b.unit, b.key)


def _is_missed(o: Operand, own: Mention, rule: Operand) -> bool:
    """Is a value beyond a limit that stands with the rule, or is another such value in the rule's own sentence?"""
    limit = o.mention
    if not (o.place and rule.place and _are_comparable(limit, own)) or own.low is None or limit.low is None:
        return False
    if o.place[0] != rule.place[0] or abs(o.place[1] - rule.place[1]) > 1:
        return False
    if limit.bound in (Bound.AT_LEAST, Bound.MORE_THAN):
        return own.low < limit.low
    if limit.bound in (Bound.AT_MOST, Bound.LESS_THAN):
        return own.low > limit.low
    return o.place == rule.place or _LIMIT.search(o.lead) is not None


def _is_fixed(o: Operand, own: Mention, said: Statement) -> bool:
    """Does the evidence state another value of the same thing, "the loan is EUR 20,000", where no example is told?"""
    if not _are_comparable(o.mention, own) or _CALLED.search(said.text):
        return False
    start, end = own.start - said.start, own.end - said.start
    around = f"{said.text[max(0, start - _NEAR) : start]} {said.text[end : end + _NEAR]}"
    words = frozenset(content_stems(_COSTS.sub(" ", around)))
    return not words.isdisjoint(content_stems(f"{o.lead[-_NEAR:]} {o.tail[:_NEAR]}"))


def _are_comparable(a: Mention, b: Mention) -> bool:
    return (a.kind, a.unit) == (b.kind, b.unit)


def _is_rival(o: Operand, rule: Operand, said: Statement) -> bool:
    """Is it another rate that fits as well, where the answer does not say which it takes?"""
    if not _are_comparable(o.mention, rule.mention):
        return False
    return o.fit >= rule.fit and not any(_is_same(m, rule.mention) for m in said.beside)


def _is_beyond(rule: Operand, said: Statement) -> bool:
    words = {word.lower() for word in _BEYOND.findall(f"{rule.lead} {rule.tail}")}
    return not words <= {word.lower() for word in _BEYOND.findall(said.text)}
