# SPDX-License-Identifier: Apache-2.0
"""Whether a value that nothing states or proves stands in the place of one that is stated: a counter-proof."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

from faithstill.featurize.document import Document
from faithstill.featurize.extract import Kind, Mention
from faithstill.featurize.extract.agree import agree, same_type
from faithstill.featurize.lexicon import NEGATORS

from .contenders import differs, is_of_other_size, is_ratio, is_within, leaves_open
from .counted import is_small_count
from .instances import asks_for_value, is_example, is_limit
from .reach import Told
from .rivals import Contest
from .running import head
from .slots import Located
from .unstated import Standing, unstated_signs
from .weights import UNSTATED_FILE, shipped_weights

# "Three seats are unused" is no count of all seats.
_DENYING = NEGATORS | frozenset(
    "remaining remain remains left unused unsold unpaid unoccupied vacant spare other others rest missing".split()
)
_MOST = 4  # rivals that are looked at
_CLEAR_RUN = 12.0  # words that run along which leave no doubt
_TIMES_LARGER = 20  # what lies within a stated limit is a case of it, not a slip for so much smaller a value
_CALENDAR = frozenset({Kind.DATE, Kind.PERIOD, Kind.TIME})

Rival = tuple[Located, Mapping[str, float]]  # with the signs that the value stands in its place


def refuting(rivals: Iterable[Rival], may_be_result: Callable[[Located], bool]) -> Located | None:
    """The best fitting of the rivals in whose place, by their signs, a value stands that nothing agrees with."""
    weights = shipped_weights(UNSTATED_FILE)
    clear = [(found["slot"], rival) for rival, found in rivals if weights.lead(found) > 0]
    return max([one for one in clear if not may_be_result(one[1])], key=_by_slot, default=(0.0, None))[1]


def _by_slot(rival: tuple[float, Located]) -> tuple[float, str]:
    """Of equals the same whatever the order of passages."""
    return rival[0], rival[1].mention.text


def unstated_rivals(
    contest: Contest, others: Sequence[Located], formed: Callable[[Located], float]
) -> Iterator[Rival]:
    """The evidence values in whose place one may stand that nothing agrees with; `formed`: is it a result of one?"""
    if _is_left_open(contest):
        return
    told = Told(contest.answer, contest.question, contest.mention, contest.wanted.own)
    found = contest.evidence.fitted(
        contest.wanted,
        others,
        _MOST,
        lambda e: differs(contest.mention, e.mention) and contest.candidates.could_refute(e),
    )
    rivals = list(map(contest.fit, found))
    in_limit = any(
        same_type(contest.mention, e.mention) and is_within(contest.mention, e.mention) for e in others
    )
    for rival in rivals:
        located = rival.located
        if in_limit and is_of_other_size(contest.mention, located.mention, _TIMES_LARGER):
            continue  # "a transfer of £12,000" of "£20; £35 for transfers over £10,000"
        if contest.mention.kind in _CALENDAR and rival.run < _CLEAR_RUN:
            continue  # of one thing a text tells many days, and other days follow from them
        rest = [e.slot for e in rivals if not agree(e.located.mention, located.mention)]
        standing = Standing(
            contest.evidence.around(located),
            contest.evidence.reach(located),
            rival.slot,
            rival.slot - max(rest, default=rival.slot),
            rival.run,
            _has_head_of(contest, located),
            contest.is_claimed(located, None),
            contest.evidence.is_limit(located),
            formed(located),
        )
        yield located, unstated_signs(told, contest.evidence.labels, standing)


def counted_otherwise(contest: Contest, others: Sequence[Located]) -> Located | None:
    """The place that counts the same things otherwise: "three holds" for "two holds" or a line "Holds: 2"."""
    if not is_small_count(contest.mention) or not contest.mention.unit:
        return None
    counted = contest.evidence.fitted(
        contest.wanted,
        others,
        _MOST,
        lambda e: _counts_the_same(contest, e) and contest.candidates.could_refute(e),
    )
    rival = contest.best(counted).located if counted else None
    return None if rival is None or contest.is_claimed(rival, None) else rival


def _counts_the_same(contest: Contest, rival: Located) -> bool:
    mention = contest.mention
    if rival.mention.kind is not Kind.NUMBER or _is_case_of(contest, rival):
        return False
    if _denies(contest.answer, mention) and not _denies(
        contest.evidence.document(rival.passage), rival.mention
    ):
        return False  # "seven employees did not answer" of "31 employees"
    if mention.unit == rival.mention.unit:
        return not is_ratio(contest.answer, mention)
    return contest.evidence.is_cell(rival) and contest.evidence.around(rival).own == {mention.unit}


def _denies(document: Document, mention: Mention) -> bool:
    """Does the sentence of a value deny anything, or speak of a rest?"""
    index = document.sentence_at(mention.start)
    if index is None:
        return False
    sentence = document.sentences[index]
    return not _DENYING.isdisjoint(document.words[sentence.first : sentence.last])


def _is_case_of(contest: Contest, limit: Located) -> bool:
    """Is it a case that a limit is applied to: "a ballot with ten votes" where each voter has seven?"""
    if asks_for_value(contest.question):
        return False
    return is_example(contest.answer, contest.mention) or (
        contest.evidence.is_limit(limit) and not is_limit(contest.answer, contest.mention)
    )


def _is_left_open(contest: Contest) -> bool:
    """Does the evidence state a day or time that may be the value: "18 October" of "18 October 2018"?"""
    return contest.mention.key != "" and any(
        leaves_open(contest.mention, same[0].mention) for same in contest.evidence.like(contest.mention)
    )


def _has_head_of(contest: Contest, rival: Located) -> bool:
    """Does the same word lead to both values: "the fee is $35", "a fee of $25"?"""
    document = contest.evidence.document(rival.passage)
    ours, theirs = head(contest.answer, contest.mention), head(document, rival.mention)
    return ours != "" and ours == theirs
