# SPDX-License-Identifier: Apache-2.0
"""What can be shown of an answer that fails in part: mended until it passes as it stands."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

from faithstill.factcheck.judgement import ClaimVerdict
from faithstill.featurize.read.structure import Unit

from .decision import Action, CheckedClaim, Decision
from .policy import outcome_of, outcome_of_claim
from .profile import Profile
from .repair import hedged, without

NOTHING_LEFT = "NOTHING_LEFT"
Check = Callable[[str], Decision]
Correct = Callable[[str], str | None]


def mended(decision: Decision, profile: Profile, check: Check, correct: Correct) -> Decision:
    """The decision with the text that may be shown: refuted values corrected, failing sentences left out or named.

    What is left is checked again until nothing more has to go, for a sentence may stand or fall with its neighbours;
    so the text that is shown passes unchanged when it is checked by itself. Blocks where nothing is left.
    """
    current = decision
    fixed = correct(decision.answer) if profile.repair.correct else None
    if fixed is not None:
        current = check(fixed)
    while not current.action.withholds:
        dropped = _places(current, profile, Action.STRIP)
        if not dropped and current.action is Action.STRIP:  # what is wrong lies in no sentence
            return _nothing_left(decision)
        if not dropped:
            return replace(decision, text=_shown(current, profile))
        left = without(_text(current), current.sentences, dropped)
        if not left or left == _text(current):
            return _nothing_left(decision)
        current = check(left)
    return replace(decision, action=current.action, text=None, reasons=_joined(decision, current))


def _text(decision: Decision) -> str:
    return decision.text if decision.text is not None else decision.answer


def _shown(decision: Decision, profile: Profile) -> str:
    text, named = _text(decision), _places(decision, profile, Action.HEDGE)
    return hedged(text, decision.sentences, named, profile.repair) if named else text


def _nothing_left(decision: Decision) -> Decision:
    return replace(
        decision, action=Action.BLOCK, text=None, is_trusted=False, reasons=(*decision.reasons, NOTHING_LEFT)
    )


def _joined(decision: Decision, later: Decision) -> tuple[str, ...]:
    return tuple(dict.fromkeys((*decision.reasons, *later.reasons)))


def _places(decision: Decision, profile: Profile, wanted: Action) -> list[int]:
    """Places among all sentences of those that the profile wants to leave out (or to name as unconfirmed)."""
    sentences = decision.sentences
    own = [place for place, sentence in enumerate(sentences) if sentence.reason is None]
    acts: dict[int, list[Action]] = {}
    for claim in decision.claims:
        if claim.statement < len(own):
            acts.setdefault(own[claim.statement], []).append(_action(claim, decision, profile))
    for finding in decision.citations:
        action = profile.actions[outcome_of(finding)]
        for place in _around(finding.start, [(place, sentences[place].unit) for place in own]):
            acts.setdefault(place, []).append(action)
    worst = {place: max(found, key=lambda a: a.severity) for place, found in acts.items()}
    return [place for place, action in worst.items() if action is wanted]


def _around(offset: int, units: Sequence[tuple[int, Unit]]) -> list[int]:
    """The places of the units that an offset lies in; else that before it, as with a marker behind a full stop."""
    inside = [place for place, unit in units if unit.start <= offset <= unit.end]
    before = [place for place, unit in units if unit.start <= offset]
    return inside or before[-1:] or [place for place, _ in units[:1]]


def _action(claim: CheckedClaim, decision: Decision, profile: Profile) -> Action:
    outcome = outcome_of_claim(claim, decision)
    if outcome is None or outcome not in decision.outcomes:
        return Action.DELIVER
    action = profile.actions[outcome]
    # What the evidence refutes is never shown, however mildly a profile treats it.
    if action is Action.HEDGE and claim.verdict is ClaimVerdict.CONTRADICTED:
        return Action.STRIP
    return action
