# SPDX-License-Identifier: Apache-2.0
"""The statements of an answer, each alone, are the whole answer together."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from faithstill.data import Triple
from faithstill.featurize import Analysis, Featurizer, Settings

QUESTION = "What does Harrow Vale charge?"
CONTEXTS = [
    "Harrow Vale charges $25 for a wire transfer and $4 for a card. Transfers are made on the next working day.",
    "| Plan | Monthly fee |\n|---|---|\n| Basic | $4 |\n| Plus | $9 |",
    "The custody fee is 0.3%, billed monthly in arrears.",
    '{"account": "HV-7", "status": "pending"}',
]
ANSWERS = [
    "A wire transfer costs $25. Account HV-7 has been approved.",
    "Harrow Vale charges $25 for a wire transfer [1]. A card is $7 [2, 3]. Both come to $29.",
    "Hello!\n\nA wire transfer costs $25 and a card costs $4.\n\nCastle Ridge charges more than Harrow Vale.\n\nBye!",
    "The fees are as follows:\n- Wire transfer: $25\n- Card: $4\n\nThe documents do not mention a discount.",
    "| Plan | Monthly fee |\n|---|---|\n| Basic | $4 |\n| Plus | $12 |",
    "Is it free? No. A wire transfer costs more than a card. For example, three wire transfers cost $75.",
]
SINGLE = [
    "Harrow Vale charges $25 for a wire transfer.",
    "Hi! A card is $7 [2].\n\nKind regards,\nAnna Berg",
    "No.",
]


@pytest.fixture(scope="module")
def light() -> Featurizer:
    return Featurizer(Settings(encoder=""))


def _analysis(featurizer: Featurizer, answer: str) -> Analysis:
    return featurizer.analyse(Triple.of(question=QUESTION, contexts=CONTEXTS, answer=answer))


# What is read off an analysis, each with where it stands.
READ: dict[str, Callable[[Analysis], list[tuple[int, Any]]]] = {
    "statements": lambda a: [(s.unit.start, s) for s in a.statements],
    "alignments": lambda a: [(x.mention.start, x) for x in a.alignments],
    "stated": lambda a: sorted((x.start, str(x)) for x in a.stated),
    "claims": lambda a: [(claim.start, claim) for claim in a.claims.claims],
    "mentions": lambda a: [(m.start, m) for m in a.answer.mentions],
    "matches": lambda a: [(m.sentence.unit.start, (m.passage, m.evidence, m.strength)) for m in a.matches],
}


@pytest.mark.parametrize("read", READ.values(), ids=READ)
@pytest.mark.parametrize("answer", ANSWERS)
def test_the_parts_share_out_what_the_whole_answer_holds(
    light: Featurizer, answer: str, read: Callable[[Analysis], list[tuple[int, Any]]]
) -> None:
    whole = _analysis(light, answer)
    assert len(whole.parts) > 1
    # Headings and the names of columns are shown to the whole answer, and no statements.
    units = [statement.unit for statement in whole.statements]
    expected = [row for row in read(whole) if any(unit.start <= row[0] < unit.end for unit in units)]
    assert [row for part in whole.parts for row in read(part)] == expected


def test_what_is_shared_out_is_there(light: Featurizer) -> None:
    found = [_analysis(light, answer) for answer in ANSWERS]
    assert all(any(read(analysis) for analysis in found) for read in READ.values())


@pytest.mark.parametrize("answer", ANSWERS)
def test_a_part_holds_its_own_words_alone(light: Featurizer, answer: str) -> None:
    whole = _analysis(light, answer)
    for part in whole.parts:
        (statement,) = part.statements
        assert part.answer.words
        assert all(statement.unit.start <= at < statement.unit.end for at in part.answer.starts)
        assert len(part.answer_vectors) == len(part.matches) == len(part.answer.sentences) == 1


@pytest.mark.parametrize("answer", SINGLE)
def test_an_answer_of_one_statement_is_its_part(light: Featurizer, answer: str) -> None:
    whole = _analysis(light, answer)
    (part,) = whole.parts
    assert light.named(part) == light.named(whole)


def test_a_sum_of_figures_of_another_statement_is_known(light: Featurizer) -> None:
    *_, last = _analysis(light, "A wire transfer is $25. A card is $4. Together they cost $29.").parts
    assert [str(x.status) for x in last.alignments] == ["derived"]
