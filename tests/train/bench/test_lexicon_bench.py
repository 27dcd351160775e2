# SPDX-License-Identifier: Apache-2.0
"""On our documents a lexicon finds names that their passages call otherwise, and lets no wrong name through."""

from __future__ import annotations

from pathlib import Path

import pytest

from faithstill.train.bench.lexicon_bench import counted, own_documents

ROWS = Path(__file__).parents[3] / "data" / "defined_terms.jsonl"


@pytest.mark.parametrize("later", [False, True])
def test_fewer_names_are_stated_nowhere_and_no_wrong_one_is_overlooked(later: bool) -> None:
    cases, lexicon = own_documents(ROWS, later=later)
    before, after = counted(cases, None), counted(cases, lexicon)
    assert after.unproved <= before.unproved / 2
    assert after.wrong_seen == before.wrong_seen == before.wrong > 10
