# SPDX-License-Identifier: Apache-2.0
"""One featurizer for all tests of this folder: its table loads once."""

from __future__ import annotations

import pytest

from faithstill.featurize import Featurizer


@pytest.fixture(scope="session")
def featurizer() -> Featurizer:
    return Featurizer()
