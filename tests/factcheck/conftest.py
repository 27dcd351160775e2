# SPDX-License-Identifier: Apache-2.0
from __future__ import annotations

import pytest

from faithstill.factcheck import FactChecker


@pytest.fixture(scope="session")
def checker() -> FactChecker:
    return FactChecker()
