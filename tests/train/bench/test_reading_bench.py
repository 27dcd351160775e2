# SPDX-License-Identifier: Apache-2.0
"""Every way of reading sees what it should of the same windows."""

from __future__ import annotations

from faithstill.data import Triple
from faithstill.featurize import Featurizer, Settings
from faithstill.featurize.encoders.nli import NliScore, ScriptedNli
from faithstill.train.bench.reading_bench import WAYS, read_claims

# Each fills more than half a window, so that no window of scattered lines holds both.
FIRST = f"Gold accounts carry a charge of twelve dollars{', as the list of charges of this house says' * 6}."
BETWEEN = " ".join(
    f"Paragraph {n} speaks of ordinary matters of the branch and its hours." for n in range(30)
)
SECOND = f"The charge of twelve dollars that gold accounts carry is waived for students{', so it says again' * 14}."
CLAIM = "Gold accounts carry a charge of twelve dollars, which is waived for students."


def said(premise: str, hypothesis: str) -> NliScore:
    if hypothesis.startswith("Who pays?"):
        return NliScore(0.6, 0.4, 0.0)
    if FIRST in premise and SECOND in premise:
        return NliScore(0.9, 0.1, 0.0)
    return NliScore(0.3, 0.5, 0.2) if FIRST in premise else NliScore(0.1, 0.1, 0.8)


def test_ways_differ_in_what_they_read() -> None:
    triple = Triple.of(question="Who pays?", contexts=[f"{FIRST} {BETWEEN} {SECOND}"], answer=CLAIM)
    (claim,) = read_claims(Featurizer(Settings(encoder="")).analyse(triple), ScriptedNli(said))
    found = {name: round(way(claim), 6) for name, way in WAYS}
    assert found["each window alone"] == 0.3
    assert found["two windows of a passage joined"] == 0.9
    assert found["minus contradiction, best window"] == 0.1
    assert found["minus contradiction, any window"] == -0.4


def test_a_question_goes_before_short_claims_alone() -> None:
    featurizer, nli = Featurizer(Settings(encoder="")), ScriptedNli(said)
    triple = Triple.of(question="Who pays?", contexts=[FIRST], answer="Students are free of it.")
    (claim,) = read_claims(featurizer.analyse(triple), nli)
    assert claim.with_question() == 0.6
    (long,) = read_claims(
        featurizer.analyse(
            Triple.of(question="Who pays?", contexts=[FIRST], answer=f"{CLAIM[:-1]} of the house.")
        ),
        nli,
    )
    assert long.with_question() == long.alone() == 0.3
