# SPDX-License-Identifier: Apache-2.0
"""One scorer of the shipped bundle for all tests of the guard."""

from __future__ import annotations

import pytest

from faithstill.serve import Scorer


@pytest.fixture(scope="session")
def general() -> Scorer:
    return Scorer.load("general")
