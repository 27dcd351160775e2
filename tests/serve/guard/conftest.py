# SPDX-License-Identifier: Apache-2.0
"""Guards whose encoder is scripted: a claim with `wrong` in it is refuted, one with `unknown` is left open."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from faithstill.featurize.nli import NliScore, ScriptedNli
from faithstill.serve import Scorer
from faithstill.serve.guard import Guard, Profile

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
