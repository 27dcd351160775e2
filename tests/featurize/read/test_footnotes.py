# SPDX-License-Identifier: Apache-2.0
from __future__ import annotations

import pytest

from faithstill.featurize.read.footnotes import definitions_of

CASES = [
    ("A fee [^1].\n\n[^1]: terms.txt, page 2", [("1", "terms.txt, page 2")]),
    ("A fee.\n[^a]: Terms\n    of 2024\n[^b]: Prices", [("a", "Terms of 2024"), ("b", "Prices")]),
    ("A fee.\n\n**Sources:**\n\n- [1] Terms\n- [2]: Prices\nBye.", [("1", "Terms"), ("2", "Prices")]),
    ("## References\n1. Terms\n2. Prices", [("1", "Terms"), ("2", "Prices")]),
    ("Steps:\n1. Open the app.\n2. Pay.", []),
    ("[1] The fee is $5.\n[2] It is due.", []),
    ("The sources agree [1].", []),
]


@pytest.mark.parametrize(("answer", "said"), CASES)
def test_definitions(answer: str, said: list[tuple[str, str]]) -> None:
    found = list(definitions_of(answer))
    assert [(d.label, d.text) for d in found] == said
    assert all(answer[d.said : d.end].split() == d.text.split() for d in found)
