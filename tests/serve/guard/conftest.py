# SPDX-License-Identifier: Apache-2.0
"""The scorer of the shipped bundle, guards without an encoder, which answer at once, and guards with a scripted one.

To a scripted encoder a claim with `wrong` in it is refuted, and one with `unknown` is left open.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from faithstill.featurize.encoders.nli import NliScore, ScriptedNli
from faithstill.serve import Guard, Profile, Scorer
from faithstill.serve.guard.profile import Layer
from faithstill.serve.guard.profile_file import written

Make = Callable[..., Guard]

_TOML = """
extends = "STRICT_BLOCK"
name = "scripted"
version = "1"
about = "The encoder alone."
[layers]
classifier = "off"
facts = "off"
citations = "off"
schema = "off"
[actions]
contradicted = "{contradicted}"
unverifiable = "{unverifiable}"
false_refusal = "{contradicted}"
doubtful = "deliver"
no_claims = "{no_claims}"
[ratios]
max_unverifiable = {ratio}
[stream]
release = "{release}"
check_sentences = {check}
"""


def say(premise: str, hypothesis: str) -> NliScore:
    if "wrong" in hypothesis:
        return NliScore(0.01, 0.0, 0.99)
    return NliScore(0.1, 0.9, 0.0) if "unknown" in hypothesis else NliScore(0.99, 0.01, 0.0)


@pytest.fixture(scope="session")
def scripted() -> Scorer:
    scorer = Scorer.load("light")
    scorer.featurizer.nli = ScriptedNli(say)
    return scorer


@pytest.fixture(scope="session")
def make(scripted: Scorer) -> Make:
    def made(
        contradicted: str = "strip",
        unverifiable: str = "strip",
        *,
        no_claims: str = "flag",
        ratio: float = 0.0,
        release: str = "sentence",
        check: bool = True,
    ) -> Guard:
        text = _TOML.format(
            contradicted=contradicted,
            unverifiable=unverifiable,
            no_claims=no_claims,
            ratio=ratio,
            release=release,
            check=str(check).lower(),
        )
        return Guard(scripted, Profile.from_toml(text))

    return made


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
