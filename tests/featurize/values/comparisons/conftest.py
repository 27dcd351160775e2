# SPDX-License-Identifier: Apache-2.0
"""What the comparisons of an answer come to."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from faithstill.data import Triple
from faithstill.featurize import Featurizer

Compared = Callable[..., list[bool | None]]


@pytest.fixture(scope="session")
def compared(featurizer: Featurizer) -> Compared:
    """Of an answer and its contexts: nothing where it compares nothing, else whether all of it holds."""

    def verdict(answer: str, *contexts: str) -> list[bool | None]:
        found = featurizer.analyse(Triple.of(question="", contexts=contexts, answer=answer)).comparisons
        assert all(answer[c.start : c.end] == c.text for c in found)
        told = {c.holds for c in found}
        return [next((way for way in (False, True) if way in told), None)] if found else []

    return verdict
