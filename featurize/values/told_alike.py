# SPDX-License-Identifier: Apache-2.0
"""Of the places that state a value's figure, those that tell it as the answer does; else in what the answer differs.

In its unit and currency, at its rate, moved the same way, at the same end of a move, with its sign and its bound.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from faithstill.featurize.extract import Kind
from faithstill.featurize.extract.agree import bound_clash
from faithstill.featurize.lexicon import NEGATORS

from .slots.qualifiers import in_unknown_currency, names_unit, rates, tells_total
from .slots.rivals import Contest
from .slots.slots import Located

_ONE = frozenset("one once single".split())
_UNITED = frozenset({Kind.DURATION, Kind.QUANTITY})


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
        return [e for e in kept if not bound_clash(self.contest.mention, e.mention)], ""

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
