# SPDX-License-Identifier: Apache-2.0
"""Scorers of the shipped bundles for all tests of the guard, and guards without an encoder, which answer at once."""

from __future__ import annotations

from pathlib import Path

import pytest

from faithstill.serve import Guard, Profile, Scorer
from faithstill.serve.guard.profile import Layer
from faithstill.serve.guard.profile_file import written


@pytest.fixture(scope="session")
def general() -> Scorer:
    return Scorer.load("general")


@pytest.fixture(scope="session")
def light() -> Scorer:
    return Scorer.load("light")


@pytest.fixture(scope="session")
def strip_profile() -> Profile:
    """STRIP_UNSUPPORTED without an encoder."""
    return Profile.load("STRIP_UNSUPPORTED").without(Layer.NLI)


@pytest.fixture(scope="session")
def strip_guard(light: Scorer, strip_profile: Profile) -> Guard:
    return Guard(light, strip_profile)


@pytest.fixture
def strip_file(tmp_path: Path, strip_profile: Profile) -> Path:
    path = tmp_path / "strip.toml"
    path.write_text(written(strip_profile))
    return path
