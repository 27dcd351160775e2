# SPDX-License-Identifier: Apache-2.0
"""Answer values and names against the evidence: equal, given, derived, conflicting or absent.

Two things decide: does a value that *agrees* occur, and whose *slot* (slots/slots.py) fits the answer's words best.
A value that occurs only in another slot is suspicious even though it occurs: the rival in the fitting slot is
named. Each value is judged on its own first; the steps after that look at all values of the answer together.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace

from faithstill.featurize.align.names.align_names import Names
from faithstill.featurize.align.names.lexicon_names import LexiconNames
from faithstill.featurize.extract.agree import agree
from faithstill.featurize.extract.document import Document
from faithstill.featurize.extract.same_name import NAMES

from .alignment import Alignment, Status
from .answer_reading import AnswerReading, Watch
from .calculations.recomputed import recomputed
from .slots.exchanged import exchanged
from .slots.slots import EvidenceValues
from .value_case import OTHER_SLOT, ValueCase

ONLY_VALUE = "only_conflict"  # the rule of a value beside the only one of its kind that the evidence holds

_MOST_GIVEN = 24  # of the answer's other values
_PROVED = frozenset({Status.DERIVED, Status.EQUAL})

Alignments = tuple[Alignment, ...]
Cases = Mapping[int, ValueCase]  # by place in the answer; names have none
Step = Callable[[Alignments, Cases, AnswerReading], Alignments]


def align(
    answer: Document,
    question: Document,
    evidence: EvidenceValues,
    watch: Watch | None = None,
    *,
    lexicon: LexiconNames | None = None,
) -> Alignments:
    """One alignment for each mention of the answer, in order; `watch` sees what unproved values are judged by.

    A `lexicon` says what else the passages call a name.
    """
    reading = AnswerReading(answer, question, evidence, watch, lexicon)
    found, cases = _each(reading)
    for step in _STEPS:
        found = step(found, cases, reading)
    return found


def _each(reading: AnswerReading) -> tuple[Alignments, Cases]:
    """Each mention on its own; of the values before it, those that were proved may be used in formulas."""
    names = Names(reading.answer, reading.question, reading.evidence, reading.lexicon)
    found: list[Alignment] = []
    cases: dict[int, ValueCase] = {}
    proved: deque[Alignment] = deque(maxlen=_MOST_GIVEN)
    for mention in reading.answer.mentions:
        if mention.kind in NAMES:
            found.append(names.aligned(mention))
            continue
        case = cases[len(found)] = ValueCase(mention, reading, tuple(x.mention for x in proved))
        found.append(case.aligned())
        if found[-1].status in _PROVED:
            proved.append(found[-1])
    return tuple(found), cases


def _calculated(found: Alignments, _: Cases, reading: AnswerReading) -> Alignments:
    """What the answer's own calculations decide."""
    return tuple(recomputed(found, reading.answer))


def _concluded(found: Alignments, cases: Cases, _: AnswerReading) -> Alignments:
    """ "You keep $90: the $100 less a fee of $10": results told before what they follow from, the last first."""
    changed = list(found)
    for at in reversed(_absent(found, cases)):
        later = [x.mention for x in changed[at + 1 :] if x.status in _PROVED]
        earlier = [x.mention for x in changed[:at] if x.status in _PROVED]
        derivation = cases[at].proofs.concluded([*earlier[-_MOST_GIVEN:], *later[:_MOST_GIVEN]])
        if derivation:
            rule = f"{found[at].mention.kind}.{derivation.rule}"
            changed[at] = replace(found[at], status=Status.DERIVED, derivation=derivation, rule=rule)
    return tuple(changed)


def _left_alone(found: Alignments, cases: Cases, _: AnswerReading) -> Alignments:
    """ "$35" where all the evidence holds no other amount than "$25": what is unproved to the end, in other words too.

    Of two values that differ no one value is what both should be.
    """
    rivals = {at: rival for at in _absent(found, cases) if (rival := cases[at].sole_rival())}

    def is_one(at: int) -> bool:
        same = (n for n, rival in rivals.items() if rival.mention is rivals[at].mention)
        return all(agree(found[n].mention, found[at].mention) for n in same)

    return tuple(
        replace(x, status=Status.CONFLICTING, rival=rivals[at], rule=f"{x.mention.kind}.{ONLY_VALUE}")
        if at in rivals and is_one(at)
        else x
        for at, x in enumerate(found)
    )


def _swapped(found: Alignments, cases: Cases, _: AnswerReading) -> Alignments:
    """Two values of a sentence of which each stands in the other's place."""
    contests = [
        case.contest
        for at, case in cases.items()
        if found[at].status is Status.EQUAL or found[at].rule.endswith(OTHER_SLOT)
    ]
    rivals = exchanged(contests)
    return tuple(
        replace(x, status=Status.CONFLICTING, rival=rival, rule=f"{x.mention.kind}.{OTHER_SLOT}")
        if (rival := rivals.get(x.mention.start))
        else x
        for x in found
    )


_STEPS: Sequence[Step] = (_calculated, _concluded, _left_alone, _swapped)


def _absent(found: Alignments, cases: Cases) -> Sequence[int]:
    """Those that may still be proved or refuted: not amounts in a currency that no text names."""
    return [at for at, case in cases.items() if found[at].status is Status.ABSENT and not case.is_foreign]
