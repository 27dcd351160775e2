# SPDX-License-Identifier: Apache-2.0
"""What a stream does with sentences that were checked: let them out, leave them out, or hold all from there on."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from faithstill.featurize.claims import AnswerSentence

from .decision import Action, Decision
from .events import Found
from .outcome import OUTCOMES, Outcome
from .policy import outcome_of, outcome_of_claim
from .profile import Profile

# Said of single sentences, or only at the end; any other outcome is of the whole answer so far.
_OF_SENTENCES = frozenset(
    {*(outcome for outcome, told in OUTCOMES.items() if told.of_claims), Outcome.DOUBTFUL}
)


@dataclass(frozen=True, slots=True)
class Outgoing:
    """What to tell of some sentences, where those begin that are left out, and why all is held from here on.

    `hopeless`: what holds it is no single sentence, so the next ones need not be checked before the end.
    """

    found: tuple[Found, ...] = ()
    left_out: frozenset[int] = frozenset()
    held: tuple[str, ...] = ()
    hopeless: bool = False


def outgoing(decision: Decision, profile: Profile, sentences: Sequence[AnswerSentence]) -> Outgoing:
    """What becomes of the last sentences of a text that was decided on, under a profile."""
    whole = [o for o in map(Outcome, decision.outcomes) if o not in _OF_SENTENCES and _keeps_back(profile, o)]
    held, left_out, found = [OUTCOMES[o].code for o in whole], set(), []
    begin = sentences[0].unit.start
    for told, outcome, start in _faults(decision, profile, begin):
        left = _leaves_out(profile, outcome)
        if left:
            left_out |= {s.unit.start for s in sentences if s.unit.start <= start <= s.unit.end}
        elif _keeps_back(profile, outcome):
            held.append(OUTCOMES[outcome].code)
        if left or outcome not in (Outcome.UNVERIFIABLE, Outcome.FALSE_REFUSAL):
            found.append(told)  # what is neutral and not left out waits for the end
    return Outgoing(tuple(found), frozenset(left_out), tuple(dict.fromkeys(held)), bool(whole))


def all_found(decision: Decision, profile: Profile) -> list[Found]:
    """All faults of a decision, with the action that it takes on each."""
    return [told for told, _, _ in _faults(decision, profile, 0)]


def _faults(decision: Decision, profile: Profile, begin: int) -> list[tuple[Found, Outcome, int]]:
    """Each fault from an offset on, with its outcome and its place."""
    faults = []
    for claim in decision.claims:
        outcome = outcome_of_claim(claim, decision)
        if claim.start >= begin and outcome is not None:
            counts = outcome in decision.outcomes
            action = profile.actions[outcome] if counts else Action.DELIVER
            faults.append((Found(claim, action), outcome, claim.start))
    for fault in decision.citations:
        if fault.start >= begin:
            outcome = outcome_of(fault)
            faults.append((Found(fault, profile.actions[outcome]), outcome, fault.start))
    return faults


def _keeps_back(profile: Profile, outcome: Outcome) -> bool:
    return profile.actions[outcome].severity > Action.FLAG.severity


def _leaves_out(profile: Profile, outcome: Outcome) -> bool:
    """Is a sentence left out whatever the rest of the answer is like?"""
    if profile.actions[outcome] is not Action.STRIP:
        return False
    return outcome is not Outcome.UNVERIFIABLE or profile.ratios.max_unverifiable == 0
