# SPDX-License-Identifier: Apache-2.0
"""One file under review: what a reviewer may see of it. Others' labels stay hidden until the reviewer's own stands."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any, get_args

from faithstill.data import Label
from faithstill.data.annotate.agreement import agreement
from faithstill.data.annotate.label_reply import ErrorType

from .analyst import Analyst
from .decisions import Decisions, SavedDraft
from .review_rows import ReviewRow, by_id

_TITLE = 160


@dataclass(frozen=True, slots=True)
class Desk:
    """`blind`: the labels of the file are hidden too."""

    file: Path
    rows: Sequence[ReviewRow]
    decisions: Decisions
    analyst: Analyst
    reviewer: str
    blind: bool

    def listing(self, reviewer: str) -> dict[str, Any]:
        """All rows in short, counts, and how far the reviewer agrees with each other one."""
        of: dict[str, dict[str, SavedDraft]] = {row.id: {} for row in self.rows}
        for one in self.decisions.all():
            of[one.row][one.reviewer] = one
        rows = [self._short(place, row, of[row.id], reviewer) for place, row in enumerate(self.rows)]
        return {
            "file": self.file.name,
            "reviewer": reviewer,
            "decided": sum(row["label"] is not None for row in rows),
            "rows": rows,
            "error_types": self.error_types,
            "agreement": _agreements(of, reviewer),
        }

    @property
    def error_types(self) -> list[str]:
        """Those of the labelling guide, and then what else the file has."""
        of_file = sorted({row.triple.error_type for row in self.rows} - {""})
        return list(dict.fromkeys((*get_args(ErrorType), *of_file)))

    def _short(
        self, place: int, row: ReviewRow, said: Mapping[str, SavedDraft], reviewer: str
    ) -> dict[str, Any]:
        own = _label(said.get(reviewer))
        outlook = self.analyst.outlook(row)
        others = {_label(one) for name, one in said.items() if name != reviewer} - {None}
        return {
            "place": place,
            "id": row.id,
            "question": row.triple.question[:_TITLE],
            "domain": row.triple.domain,
            "why": row.why,
            "given": self._given(row),
            "label": own,
            "disputed": own is not None and bool(others - {own}),
            "faithful": outlook.faithful if outlook else None,
            "route": outlook.route if outlook else None,
        }

    def _given(self, row: ReviewRow) -> Label | None:
        return None if self.blind else row.triple.label

    def sheet(self, row: ReviewRow, reviewer: str) -> dict[str, Any]:
        """All of one row; `analysis` is null until it is made."""
        triple, said = row.triple, self.decisions.of(row.id)
        own = said.pop(reviewer, None)
        return {
            "id": row.id,
            "question": triple.question,
            "answer": triple.answer,
            "passages": [asdict(passage) for passage in triple.passages],
            "why": row.why,
            "given": None if self.blind else _given_of(row),
            "decision": own.as_dict() if own else None,
            "others": [one.as_dict() for one in said.values()] if _label(own) else [],
            "analysis": self.analyst.found(row),
        }

    def row(self, name: str) -> ReviewRow | None:
        """The row of an id."""
        return by_id(self.rows).get(name)


def _given_of(row: ReviewRow) -> dict[str, Any]:
    triple = row.triple
    return {
        "label": triple.label,
        "rationale": triple.rationale,
        "error_type": triple.error_type,
        "spans": [asdict(span) for span in triple.spans],
    }


def _label(decision: SavedDraft | None) -> Label | None:
    return decision.draft.label if decision else None


def _agreements(of: Mapping[str, Mapping[str, SavedDraft]], reviewer: str) -> list[dict[str, Any]]:
    pairs: dict[str, list[tuple[Label, Label]]] = {}
    for said in of.values():
        own = _label(said.get(reviewer))
        for name, one in said.items():
            if name != reviewer and own and (other := _label(one)):
                pairs.setdefault(name, []).append((own, other))
    return [{"reviewer": name, **agreement(found).as_dict()} for name, found in sorted(pairs.items())]
