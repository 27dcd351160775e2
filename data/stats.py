# SPDX-License-Identifier: Apache-2.0
"""What a set of rows is made of."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass
from statistics import median
from typing import Any

from .triple import Triple

NOT_GIVEN = ""  # the key of rows that do not state a label, a split, a domain ...

_BY = ("split", "label", "answer_type", "error_type", "domain")


@dataclass(frozen=True, slots=True)
class Spread:
    """The least, the middle and the most of some numbers."""

    min: int
    median: float
    max: int

    @classmethod
    def of(cls, numbers: Sequence[int]) -> Spread:
        """
        >>> Spread.of([3, 1, 2, 9])
        Spread(min=1, median=2.5, max=9)
        >>> Spread.of([])
        Spread(min=0, median=0.0, max=0)
        """
        return cls(min(numbers), float(median(numbers)), max(numbers)) if numbers else cls(0, 0.0, 0)


@dataclass(frozen=True, slots=True)
class Stats:
    """Counts of rows, in all and by what they state, and lengths in words; equal contexts count once."""

    rows: int
    groups: int
    contexts: int
    passages: int
    split: Mapping[str, int]
    label: Mapping[str, int]
    answer_type: Mapping[str, int]
    error_type: Mapping[str, int]
    domain: Mapping[str, int]
    answer_words: Mapping[str, Spread]  # by label
    context_words: Spread

    def as_dict(self) -> dict[str, Any]:
        """The same as plain values for JSON."""
        return asdict(self)


def count(triples: Iterable[Triple]) -> Stats:
    """The stats of triples, read once and not kept."""
    groups: set[str] = set()
    contexts: set[str] = set()
    by: dict[str, Counter[str]] = {name: Counter() for name in _BY}
    passages = 0
    answer_words: dict[str, list[int]] = defaultdict(list)
    context_words: list[int] = []
    for triple in triples:
        groups.add(triple.group or triple.context_key)
        contexts.add(triple.context_key)
        passages += len(triple.passages)
        for name in _BY:
            by[name][str(getattr(triple, name) or NOT_GIVEN)] += 1
        answer_words[str(triple.label or NOT_GIVEN)].append(len(triple.answer.split()))
        context_words.append(sum(len(passage.text.split()) for passage in triple.passages))
    return Stats(
        rows=len(context_words),
        groups=len(groups),
        contexts=len(contexts),
        passages=passages,
        **{name: _ranked(counter) for name, counter in by.items()},
        answer_words={label: Spread.of(answer_words[label]) for label in sorted(answer_words)},
        context_words=Spread.of(context_words),
    )


def _ranked(counter: Counter[str]) -> dict[str, int]:
    """Most frequent first, names in order where equal: the same for any order of the rows."""
    return dict(sorted(counter.items(), key=lambda item: (-item[1], item[0])))
