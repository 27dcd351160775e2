# SPDX-License-Identifier: Apache-2.0
"""A statement whose opening is cut off stays a sentence of its own."""

from __future__ import annotations

import pytest

from faithstill.data import Triple
from faithstill.featurize import Featurizer, Settings

CONTEXT = "A late fee of $25 applies after ten days. The card is free of charge for students."


@pytest.mark.parametrize("opening", ["Yes, ", "No, ", "In short, ", "As the first passage says, "])
def test_a_statement_has_its_own_sentence_behind_another(opening: str) -> None:
    featurizer = Featurizer(Settings(encoder=""))
    answer = f"The card is free. {opening}a late fee of $25 applies after ten days."
    parts = featurizer.analyse(Triple.of(question="Fee?", contexts=[CONTEXT], answer=answer)).parts
    assert [len(part.matches) for part in parts] == [1, 1]
    assert [len(part.answer.sentences) for part in parts] == [1, 1]
    plain = f"The card is free. {parts[1].statements[0].text}"
    alone = featurizer.analyse(Triple.of(question="Fee?", contexts=[CONTEXT], answer=plain)).parts[1]
    assert (
        featurizer.named(parts[1])["sentence_semantic.min"]
        == featurizer.named(alone)["sentence_semantic.min"]
    )
