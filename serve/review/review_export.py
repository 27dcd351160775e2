# SPDX-License-Identifier: Apache-2.0
"""Decisions as rows to train on: what the reviewers settled, and nothing on what they did not."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from faithstill.data import Label, Triple

from .decisions import SavedDraft
from .review_rows import ReviewRow


@dataclass(frozen=True, slots=True)
class Exported:
    """Rows with their labels; `disputed` and `undecided` are the ids of those that were left out."""

    triples: tuple[Triple, ...]
    disputed: tuple[str, ...]
    undecided: tuple[str, ...]


def export_rows(
    rows: Iterable[ReviewRow], decisions: Iterable[SavedDraft], *, keep_labels: bool = False
) -> Exported:
    """The rows whose label most of their reviewers gave; `keep_labels`: and undecided ones with the file's label.

    A row on which reviewers are evenly divided is left out.
    """
    by_row: dict[str, list[SavedDraft]] = {}
    for decision in decisions:
        if decision.draft.label is not None:
            by_row.setdefault(decision.row, []).append(decision)
    triples, disputed, undecided = [], [], []
    for row in rows:
        own = by_row.get(row.id, [])
        label = settled([one.draft.label for one in own if one.draft.label])
        if label is not None:
            triples.append(_decided(row.triple, label, own))
        elif own:
            disputed.append(row.id)
        elif keep_labels and row.triple.label is not None:
            triples.append(row.triple)
        else:
            undecided.append(row.id)
    return Exported(tuple(triples), tuple(disputed), tuple(undecided))


def settled(labels: Sequence[Label]) -> Label | None:
    """The label that was given most often, None on a tie.

    >>> settled([Label.PARTIAL]), settled([Label.PARTIAL, Label.FAITHFUL])
    (<Label.PARTIAL: 'partial'>, None)
    """
    first, second, *_ = [*Counter(labels).most_common(2), (None, 0), (None, 0)]
    return first[0] if first[1] > second[1] else None


def _decided(triple: Triple, label: Label, own: Sequence[SavedDraft]) -> Triple:
    """The row as its last reviewer of that label left it; what the file says of another label goes."""
    last = max((one for one in own if one.draft.label is label), key=lambda one: one.version)
    same = triple.label is label
    return replace(
        triple,
        label=label,
        spans=() if label.positive else last.draft.spans,
        rationale=last.draft.comment or (triple.rationale if same else ""),
        error_type="" if label.positive else last.draft.error_type or (triple.error_type if same else ""),
    )
