# SPDX-License-Identifier: Apache-2.0
"""Of the places that state a value's figure, those that tell it as the answer does; else in what the answer differs.

In its unit and currency, at its rate, moved the same way, at the same end of a move, with its sign and its bound.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import cached_property, partial

from faithstill.featurize.document import Document
from faithstill.featurize.extract import Kind, Mention
from faithstill.featurize.extract.agree import LOWER, UPPER, bound_clash
from faithstill.featurize.lexicon import NEGATORS

from .clashes import Clash, clash, is_beyond
from .comparisons.directions import NOWHERE, are_opposite, direction, without_directions
from .comparisons.yearly import YEAR
from .ends_of_moves import outlives, swaps_ends
from .lost_signs import LEDGER_STEMS, loses_sign, turns_ledger
from .named_bounds import bound_named, swaps_bounds
from .other_days import swaps_days
from .slots.qualifiers import in_unknown_currency, names_unit, rates, tells_total
from .slots.rivals import Contest
from .slots.slots import Located

_ONE = frozenset("one once single".split())
_UNITED = frozenset({Kind.DURATION, Kind.QUANTITY})
# "Up to 3" contradicts "at least 3" only where the words beside them are the same: rules come in brackets.
_CLEAR_RUN = 6.0
MOST_TOLD = 20  # places of one value of which is read how they tell it
_Otherwise = Callable[[Document, Mention, Document, Mention], bool]
# How an answer may tell a value otherwise than the evidence that states it: the rule, and whether it is so.
_OTHERWISE: tuple[tuple[str, _Otherwise], ...] = (
    ("sign", loses_sign),
    ("sign", turns_ledger),
    ("end", swaps_ends),
    ("end", outlives),
    ("end", swaps_days),
    ("bound", swaps_bounds),
    ("bound", is_beyond),
)


@dataclass(frozen=True)
class Telling:
    """How an answer tells one value; `currencies` are those that evidence and question name."""

    contest: Contest
    currencies: frozenset[str]

    def told_alike(self, stated: Sequence[Located]) -> tuple[Sequence[Located], str]:
        """Those that tell the value as the answer does, and ""; or none, and the rule by which the last ones differ."""
        if in_unknown_currency(self.contest.mention, self.currencies):
            return (), "currency" if stated else ""
        kept = [e for e in stated if self._in_unit(e)]
        at_rate = [e for e in kept if not self.contest.candidates.at_other_rate(e)]
        if kept and not at_rate and not self._is_said_at_rate(kept):
            return (), "rate"
        kept = at_rate or kept
        for rule, is_otherwise in (("direction", self._is_moved_otherwise), *self._tests()):
            alike = [e for e in kept if not is_otherwise(e)] if len(kept) <= MOST_TOLD else kept
            if kept and not alike:
                return (), rule
            kept = alike
        return self._bounded_alike(kept)

    def _tests(self) -> Sequence[tuple[str, Callable[[Located], bool]]]:
        return [(rule, partial(self._is_told, is_otherwise)) for rule, is_otherwise in _OTHERWISE]

    def _bounded_alike(self, told: Sequence[Located]) -> tuple[Sequence[Located], str]:
        """Those not bounded from the other side; where all are, what that means of the best of them."""
        bounded = [e for e in told if not self._is_bounded_otherwise(e)]
        if bounded or not told:
            return bounded, ""
        best = self.contest.best(self.contest.evidence.fitted(self.contest.wanted, told, 1))
        found = self._clash(best.located, runs_along=best.run >= _CLEAR_RUN)
        return {Clash.WRONG: ((), "bound"), Clash.DOUBTFUL: ((), "")}.get(found, (told, ""))

    def _in_unit(self, located: Located) -> bool:
        if located.mention.kind is not Kind.NUMBER or self.contest.mention.kind not in _UNITED:
            return True
        around = self.contest.evidence.around(located)
        return bool(around.column) or names_unit(self.contest.mention, around)

    def _is_said_at_rate(self, stated: Sequence[Located]) -> bool:
        """Is it the total of one thing, whose rate the answer tells too: "€75 per item; it is one, so €75 in all"?"""
        contest, answer = self.contest, self.contest.answer
        index = answer.sentence_at(contest.mention.start)
        if index is None or not tells_total(answer, contest.mention):
            return False
        words = answer.words[answer.sentences[index].first : answer.sentences[index].last]
        if _ONE.isdisjoint(words) or not NEGATORS.isdisjoint(words):
            return False
        again = [
            m for m in answer.mentions if m.low == contest.mention.low and m.kind is contest.mention.kind
        ]
        others = [
            replace(contest, mention=m) for m in again if rates(answer, m) and not tells_total(answer, m)
        ]
        return any(not other.candidates.at_other_rate(e) for other in others for e in stated)

    @cached_property
    def _way(self) -> tuple[int, str]:
        return direction(self.contest.answer, self.contest.mention)

    def _is_moved_otherwise(self, located: Located) -> bool:
        """Is the same thing's rise to the value told as a fall, or the other way round?"""
        document = self.contest.evidence.document(located.passage)
        if self._way == NOWHERE or not are_opposite(self._way, direction(document, located.mention)):
            return False
        around, own = self.contest.evidence.around(located), without_directions(self.contest.wanted.own)
        return bool(own) and own <= around.own | around.shared

    def _is_told(self, is_otherwise: _Otherwise, located: Located) -> bool:
        """Is the value told otherwise than the same thing's in the evidence?"""
        contest, document = self.contest, self.contest.evidence.document(located.passage)
        if not is_otherwise(contest.answer, contest.mention, document, located.mention):
            return False
        around, own = contest.evidence.around(located), without_directions(contest.wanted.own)
        if _are_of_other_years(own, around.own):
            return False  # "revenue exceeded $5m in 2024", when $5m was the revenue of 2022
        index = document.sentence_at(located.mention.start)
        said = document.sentence_bag(index) if index is not None else frozenset[str]()
        here = around.own | around.shared | said
        strange = own - here - (LEDGER_STEMS if is_otherwise is turns_ledger else frozenset())
        return strange != own and all(
            strange.isdisjoint(passage.stems) for passage in contest.evidence.passages
        )

    def _is_bounded_otherwise(self, located: Located) -> bool:
        """Is it bounded from the other side, by a word or by what it is called: "at most $5", "the maximum is $5"?"""
        mention = self.contest.mention
        if bound_clash(mention, located.mention):
            return True
        if mention.bound not in (*LOWER, *UPPER):
            return False
        called = bound_named(self.contest.evidence.document(located.passage), located.mention)
        return called == ("most" if mention.bound in LOWER else "least")

    def _clash(self, located: Located, *, runs_along: bool) -> Clash:
        """What it means that the evidence bounds the value from the other side."""
        document, own = self.contest.evidence.document(located.passage), self.contest.wanted.own
        return clash(
            self.contest.answer, self.contest.mention, document, located.mention, own, runs_along=runs_along
        )


def _are_of_other_years(one: frozenset[str], other: frozenset[str]) -> bool:
    ours, theirs = (frozenset(filter(YEAR.fullmatch, stems)) for stems in (one, other))
    return bool(ours and theirs) and ours.isdisjoint(theirs)
