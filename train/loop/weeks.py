# SPDX-License-Identifier: Apache-2.0
"""The rows of a simulated month: those of the first bundle, a week's answers at a time, and the golden set."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from random import Random

from faithstill.data import Label, Passage, Triple, read_triples

WEEKS = 4
SHIFTED = 3  # the week in which another domain is asked about, and more passages are retrieved
SABOTAGED = 2  # the week in which a second candidate is trained on flipped labels
_SEED = 5
_OTHER = {Label.FAITHFUL: Label.UNFAITHFUL, Label.PARTIAL: Label.FAITHFUL, Label.UNFAITHFUL: Label.FAITHFUL}


@dataclass(frozen=True, slots=True)
class Month:
    """`base` is labelled; of `weeks` the labels are what the labeller and the expert know; `golden` is held out."""

    base: tuple[Triple, ...]
    weeks: tuple[tuple[Triple, ...], ...]
    golden: tuple[Triple, ...]


def month(rows: Path, *, base: int, a_week: int) -> Month:
    """A month of a file of annotated rows with a split; its last domain by name turns up in the shifted week alone."""
    triples = read_triples(rows, labelled=True).triples
    learnt = [t for t in triples if t.split != "test"]
    golden = tuple(t for t in triples if t.split == "test")
    other = max({t.domain for t in learnt})
    usual, shifted = (
        _shuffled([t for t in learnt if (t.domain == other) is is_other]) for is_other in (False, True)
    )
    needed = base + a_week * (WEEKS - 1)
    if len(usual) < needed or len(shifted) < a_week or not golden:
        raise ValueError(
            f"{rows}: has {len(usual)} rows to learn from, {len(shifted)} of the domain {other!r} and {len(golden)} "
            f"with split test; the loop needs {needed}, {a_week} and one: ask for fewer with --base and --a-week"
        )
    rest = [usual[base + n * a_week : base + (n + 1) * a_week] for n in range(WEEKS - 1)]
    rest.insert(SHIFTED - 1, _with_more_passages(shifted[:a_week]))
    return Month(tuple(usual[:base]), tuple(map(tuple, rest)), golden)


def _shuffled(triples: Sequence[Triple]) -> list[Triple]:
    """Whole groups in a fixed order: no contexts are seen in two weeks, as far as weeks end with groups."""
    groups = sorted({t.group for t in triples})
    Random(_SEED).shuffle(groups)
    places = {group: n for n, group in enumerate(groups)}
    return sorted(triples, key=lambda t: (places[t.group], t.id))


def _with_more_passages(triples: Sequence[Triple]) -> list[Triple]:
    """As if a retriever returned the passages of another question too, which change no label."""
    half = len(triples) // 2
    return [replace(t, passages=(*t.passages, *_renamed(triples[n - half]))) for n, t in enumerate(triples)]


def _renamed(triple: Triple) -> list[Passage]:
    return [replace(passage, id=f"more-{n}") for n, passage in enumerate(triple.passages)]


def without_labels(triples: Sequence[Triple]) -> list[Triple]:
    """As answers come from production."""
    return [
        replace(t, label=None, spans=(), rationale="", answer_type="", error_type="", split="")
        for t in triples
    ]


def corrected(labelled: Sequence[Triple], reviewed: Sequence[Triple]) -> list[Triple]:
    """The labels of a model, those of an expert in their place where there are any; rows to train on."""
    by_id = {t.id: t for t in reviewed}
    return [replace(by_id.get(t.id, t), split="train") for t in labelled]


def sabotaged(triples: Sequence[Triple]) -> list[Triple]:
    """With the labels of one domain, the first by name, the other way round."""
    flipped = min(t.domain for t in triples)
    return [
        replace(t, label=_OTHER[t.label], spans=()) if t.domain == flipped and t.label else t for t in triples
    ]
