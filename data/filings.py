# SPDX-License-Identifier: Apache-2.0
"""Questions on filings with their right answers and natural wrong ones: from a public set, or on invented tables.

The documents of the public set are parted by a hash of their table: weights come from one half, figures from the other.
"""

from __future__ import annotations

import hashlib
import json
import lzma
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from random import Random

from .triple import Label, Triple
from .wrong_figures import FigureError, right_figure, wrong_figures

SET = "tatqa.dev"
WORK, HELD_OUT = "work", "held out"
_COMPUTED = frozenset({"arithmetic", "count"})  # as the set names how an answer was found
_COUNTED = "count"
_ASKS_YEAR = re.compile(r"\bwh(?:ich|at)\b.{0,30}\b(?:year|period|quarter|month)s?\b|\bwhen\b", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class AskedFigure:
    """One question on a filing with its right answer, by how it was found: copied or computed.

    `derivation` is the formula of a computed answer; "" where there is none.
    """

    triple: Triple
    how: str
    half: str
    derivation: str = ""

    @property
    def table(self) -> str:
        """The text of the table."""
        return self.triple.passages[0].text


def read_asked(path: Path) -> Iterator[AskedFigure]:
    """The rows of the public set, labelled faithful."""
    with lzma.open(path, "rt", encoding="utf-8") as lines:
        for number, line in enumerate(lines, 1):
            row = json.loads(line)
            table = row["contexts"][0]
            triple = Triple.of(
                question=row["question"],
                contexts=row["contexts"],
                answer=row["answer"],
                label=Label.FAITHFUL,
                id=f"{SET}/{number}",
                group=half_key(table)[:12],
                domain=SET.split(".")[0],
            )
            told = row.get("meta") or {}
            kind, derivation = told.get("answer_type", ""), told.get("derivation") or ""
            how = "computed" if kind in _COMPUTED else "copied"
            yield AskedFigure(triple, how, half(table), "" if kind == _COUNTED else derivation)


def half_key(table: str) -> str:
    """The hash by which documents are parted."""
    return hashlib.sha256(table.encode()).hexdigest()


def half(table: str) -> str:
    """The half of a document: that of the work where the hash of its table is odd.

    >>> half("a | b"), half("a | d")
    ('work', 'held out')
    """
    return WORK if int(half_key(table), 16) % 2 else HELD_OUT


def wrong_answers(asked: AskedFigure) -> Iterator[tuple[FigureError, Triple]]:
    """The natural wrong answers of a question for a figure, labelled unfaithful; none of one for a year."""
    triple = asked.triple
    if _ASKS_YEAR.search(triple.question) or (asked.how == "computed" and not asked.derivation):
        return
    derivation = asked.derivation if asked.how == "computed" else ""
    for wrong in wrong_figures(triple.answer, asked.table, derivation, Random(triple.id)):
        identifier = f"{triple.id}/{wrong.error}"
        yield wrong.error, replace(triple, id=identifier, answer=wrong.answer, label=Label.UNFAITHFUL)


def with_wrong_answers(asked: Iterable[AskedFigure]) -> Iterator[Triple]:
    """Each right answer, and of those with a figure one wrong one."""
    for one in asked:
        yield one.triple
        wrong = [triple for _, triple in wrong_answers(one)]
        if wrong:
            yield Random(f"{one.triple.id}/choice").choice(wrong)


def asks_for_figure(asked: AskedFigure) -> bool:
    """Is the answer one figure, other than a year or a count?"""
    return right_figure(asked.triple.answer) is not None and (asked.how == "copied" or bool(asked.derivation))
