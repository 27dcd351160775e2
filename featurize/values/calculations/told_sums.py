# SPDX-License-Identifier: Apache-2.0
"""Totals of what the sentences around tell, one value of each: "They cost 495. The car pays 340, the van 130 ..."."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from decimal import Decimal
from itertools import islice

from faithstill.featurize.document import Document
from faithstill.featurize.extract import Kind, Mention
from faithstill.featurize.values.alignment import Alignment, Status
from faithstill.featurize.values.derived.derive import rounded_step
from faithstill.featurize.values.derived.formulas import Wanted
from faithstill.featurize.values.slots.counted import is_small_count

from .totals import SUPPORTED, is_addend, is_item, is_total, summed, totalled

_SUMMABLE = frozenset({Kind.MONEY, Kind.NUMBER, Kind.QUANTITY})
_MOST_SENTENCES = 6
_MOST_SUMS = 40  # tried of one total that a word calls so
_MOST_UNCALLED = 12  # of one that no word does
_FEWEST_UNCALLED = 3  # addends


def added_up(found: list[Alignment], answer: Document) -> None:
    """Put right in `found` each total of the lines above it, and of one supported value of each sentence next to it."""
    totalled(found, answer)
    for n, alignment in enumerate(found):
        target = alignment.mention
        if (
            alignment.status is Status.ABSENT
            and target.kind in _SUMMABLE
            and target.low
            and target.low == target.high
            and not is_small_count(target)
        ):
            addends = _addends(found, n, answer)
            if addends:
                found[n] = summed(alignment, addends)


def _addends(found: Sequence[Alignment], n: int, answer: Document) -> Sequence[Alignment]:
    target = found[n].mention
    called = is_total(answer.text, target)
    most, fewest = (_MOST_SUMS, 2) if called else (_MOST_UNCALLED, _FEWEST_UNCALLED)
    wanted = Wanted(target.low or Decimal(0), rounded_step(target))
    for side in (found[n + 1 :], found[:n][::-1]):
        for addends in islice(_chosen(_told(side, target, answer)), most):
            value = sum((x.mention.low or Decimal(0) for x in addends), Decimal(0))
            if len(addends) < fewest or not wanted.is_met(value):
                continue
            leads = value == target.low and addends[0].mention.start > target.start
            if called or leads or all(is_item(answer.text, x.mention) for x in addends):
                return addends
    return ()


def _told(side: Sequence[Alignment], target: Mention, answer: Document) -> Sequence[Sequence[Alignment]]:
    """The supported values that may be addends, by sentence, the nearest first."""
    groups: dict[int | None, list[Alignment]] = {}
    for x in side:
        place = answer.sentence_at(x.mention.start)
        if place not in groups and len(groups) == _MOST_SENTENCES:
            break
        if x.status in SUPPORTED and is_addend(x.mention, target) and not is_small_count(x.mention):
            groups.setdefault(place, []).append(x)
    return list(groups.values())


def _chosen(groups: Sequence[Sequence[Alignment]]) -> Iterator[tuple[Alignment, ...]]:
    """One of each of the first two groups, of the first three, and so on."""
    chosen: list[tuple[Alignment, ...]] = [()]
    for group in groups:
        chosen = [(*before, x) for before in chosen[:_MOST_SUMS] for x in group]
        if len(chosen[0]) > 1:
            yield from chosen
