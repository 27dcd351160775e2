# SPDX-License-Identifier: Apache-2.0
"""Plants one known error at a time into a faithful answer: what it is, where it stands, what it was before."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from random import Random

from .edit import Edit, with_article
from .scene import PlantingScene
from .swapped_roles import swapped_roles
from .wrong_citations import wrong_citations
from .wrong_dates import wrong_dates
from .wrong_names import wrong_names
from .wrong_units import wrong_units
from .wrong_values import (
    random_values,
    shifted_points,
    wrong_ends,
    wrong_money,
    wrong_numbers,
    wrong_percentages,
    wrong_rows,
)
from .wrong_words import negated, other_quantifiers


class MutationKind(StrEnum):
    """What sort of error is planted."""

    NUMBER = "number"
    DECIMAL = "decimal"
    UNIT = "unit"
    DATE = "date"
    PERCENT = "percent"
    MONEY = "money"
    WRONG_ROW = "wrong_row"
    RANGE_END = "range_end"
    ENTITY = "entity"
    ROLE_SWAP = "role_swap"
    NEGATION = "negation"
    QUANTIFIER = "quantifier"
    CITATION = "citation"


ALL = tuple(MutationKind)
Editor = Callable[[PlantingScene, Random], Iterator[Edit]]
_EDITORS: Mapping[MutationKind, Editor] = {
    MutationKind.NUMBER: wrong_numbers,
    MutationKind.DECIMAL: shifted_points,
    MutationKind.UNIT: wrong_units,
    MutationKind.DATE: wrong_dates,
    MutationKind.PERCENT: wrong_percentages,
    MutationKind.MONEY: wrong_money,
    MutationKind.WRONG_ROW: wrong_rows,
    MutationKind.RANGE_END: wrong_ends,
    MutationKind.ENTITY: wrong_names,
    MutationKind.ROLE_SWAP: swapped_roles,
    MutationKind.NEGATION: negated,
    MutationKind.QUANTIFIER: other_quantifiers,
    MutationKind.CITATION: wrong_citations,
}
# Longer texts are no answers; scanning them for places would only cost time.
MOST_CHARACTERS = 20_000


@dataclass(frozen=True, slots=True)
class Mutant:
    """An answer with one planted error at `start:end`, where `original` stood."""

    text: str
    kind: MutationKind
    start: int
    end: int
    original: str
    replacement: str


def mutants(
    answer: str,
    evidence: Sequence[str],
    *,
    kinds: Collection[MutationKind] = ALL,
    seed: int,
    question: str = "",
    most: int = 1,
) -> Iterator[Mutant]:
    """At most `most` mutants of each kind, in the order of `MutationKind`; the same for the same arguments.

    A planted value is stated neither by the evidence nor by the question, save where it is another one's value.

    >>> [m.text for m in mutants("The fee is $25.", ["The fee is $25."], kinds=[MutationKind.UNIT], seed=1)]
    ['The fee is €25.']
    """
    if len(answer) > MOST_CHARACTERS:
        return
    scene = PlantingScene(answer, tuple(evidence), question)
    for kind in (kind for kind in ALL if kind in kinds):
        yield from _planted(scene, kind, _EDITORS[kind], seed)[:most]


def random_numbers(
    answer: str, evidence: Sequence[str], *, seed: int, question: str = ""
) -> tuple[Mutant, ...]:
    """One mutant for each number of the answer, a random one of its size in its place."""
    if len(answer) > MOST_CHARACTERS:
        return ()
    scene = PlantingScene(answer, tuple(evidence), question)
    return tuple(_planted(scene, MutationKind.NUMBER, random_values, seed))


def _planted(scene: PlantingScene, kind: MutationKind, editor: Editor, seed: int) -> list[Mutant]:
    key = f"{seed}/{kind}/{scene.answer}".encode("utf-8", "replace")
    rng = Random(int.from_bytes(hashlib.sha256(key).digest()[:8], "big"))
    edits = [*editor(scene, rng)]
    rng.shuffle(edits)
    made = (_mutant(scene.answer, kind, edit) for edit in edits)
    return [mutant for mutant in made if mutant.text != scene.answer]


def _mutant(answer: str, kind: MutationKind, edit: Edit) -> Mutant:
    edit = with_article(answer, edit)
    text = answer[: edit.start] + edit.replacement + answer[edit.end :]
    end = edit.start + len(edit.replacement)
    return Mutant(text, kind, edit.start, end, answer[edit.start : edit.end], edit.replacement)
