# SPDX-License-Identifier: Apache-2.0
"""A guard that strips, without an encoder, and its profile as a file."""

from __future__ import annotations

from pathlib import Path

import pytest

from faithstill.serve import Guard, Profile
from faithstill.serve.guard.profile import Layer
from faithstill.serve.guard.profile_file import written


@pytest.fixture(scope="session")
def profile() -> Profile:
    return Profile.load("STRIP_UNSUPPORTED").without(Layer.NLI)


@pytest.fixture(scope="session")
def guard(profile: Profile) -> Guard:
    return Guard.load("light", profile=profile)


@pytest.fixture(scope="session")
def profile_file(profile: Profile, tmp_path_factory: pytest.TempPathFactory) -> str:
    path: Path = tmp_path_factory.mktemp("profiles") / "strip.toml"
    path.write_text(written(profile), encoding="utf-8")
    return str(path)
