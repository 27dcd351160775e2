# SPDX-License-Identifier: Apache-2.0
"""Profiles: read strictly, refused with the line, written so that they read back."""

from __future__ import annotations

from pathlib import Path

import pytest

from faithstill.featurize.claims import ClaimKind
from faithstill.serve import Action, Profile
from faithstill.serve.guard import ProfileError, shipped_profiles
from faithstill.serve.guard.outcome import Outcome
from faithstill.serve.guard.profile import Thresholds
from faithstill.serve.guard.profile_file import read_profile, written

OWN = 'extends = "STRICT_BLOCK"\nname = "OWN"\nversion = "2"\nabout = "ours"\n'


@pytest.mark.parametrize("name", shipped_profiles())
def test_a_shipped_profile_reads_back_as_it_was_written(name: str) -> None:
    profile = Profile.load(name)
    assert read_profile(written(profile), "copy") == profile
    assert profile.name == name


def test_what_a_profile_leaves_out_is_that_of_the_one_it_extends() -> None:
    profile = read_profile(f'{OWN}[actions]\ndoubtful = "flag"\n[stream]\nrelease = "sentence"\n', "own")
    base = Profile.load("STRICT_BLOCK")
    assert profile.actions == {**base.actions, Outcome.DOUBTFUL: Action.FLAG}
    assert profile.layers == base.layers
    assert profile.fingerprint != base.fingerprint


def test_thresholds_by_kind_take_the_rest_from_the_general_ones() -> None:
    text = f"{OWN}[thresholds]\ncontradiction = 0.8\n[thresholds.numerical]\nsupport = 0.75\n"
    profile = read_profile(text, "own")
    assert profile.thresholds_for(ClaimKind.NUMERICAL) == Thresholds(0.75, 0.9, 0.8)
    assert profile.thresholds_for(ClaimKind.CAUSAL) == Thresholds(None, 0.9, 0.8)
    assert read_profile(written(profile), "copy") == profile


@pytest.mark.parametrize("kind", ClaimKind)
@pytest.mark.parametrize("name", shipped_profiles())
def test_high_stakes_only_raise_the_bar(name: str, kind: ClaimKind) -> None:
    profile = Profile.load(name)
    usual, high = (profile.thresholds_for(kind, high_stakes=stakes) for stakes in (False, True))
    assert (high.support or 0) >= (usual.support or 0)
    assert high.entailment >= usual.entailment
    assert high.contradiction <= usual.contradiction
    assert high != usual


@pytest.mark.parametrize(
    ("lines", "line", "said"),
    [
        ('[actions]\nunverifiable = "escalate"\ncontradicted = "flag"', 7, "contradicted = flag is milder"),
        ('[actions]\nno_context = "strip"', 6, "no single claim to strip"),
        ('[actions]\nno_contxt = "block"', 6, "actions.no_contxt is unknown"),
        ('[actions]\nno_context = "drop"', 6, "is none of deliver, flag"),
        ("[thresholds]\nsupport = 1.2", 6, "no share between 0 and 1"),
        ("[thresholds.numerical]\nentailment = true", 6, "is no number"),
        ("[judge]\nlow = 0.7\nhigh = 0.3", 6, "not below judge.high"),
        ('[layers]\ncitations = "off"\n[citations]\nrequired = true', 8, "layers.citations is off"),
        ('[layers]\nclassifier = "off"\nnli = "off"', 7, "nothing can be supported"),
        ('[stream]\nrelease = "sentence"', 6, "must not show it"),
        ("[streams]\nrelease = 1", 5, "streams is unknown"),
        ("[citations]\nrequired = 1", 6, "is no true or false"),
        ("[stream]\nrelease = [1]", 6, "is none of sentence, answer"),
    ],
)
def test_a_profile_that_cannot_hold_is_refused_with_the_line(lines: str, line: int, said: str) -> None:
    with pytest.raises(ProfileError, match=f"^own.toml line {line}: .*{said}"):
        read_profile(OWN + lines, "own.toml")


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("name = ", "is not TOML"),
        ('name = "x"\nversion = "1"\n', "about is missing"),
        ('name = "x"\nversion = "1"\nabout = "a"\n', "actions.contradicted is missing"),
        (OWN.replace("STRICT_BLOCK", "NONE"), "is no shipped profile"),
        (OWN.replace('"STRICT_BLOCK"', "[1]"), "is no shipped profile"),
    ],
)
def test_a_profile_that_is_none_is_refused(text: str, said: str) -> None:
    with pytest.raises(ProfileError, match=said):
        read_profile(text, "own.toml")


def test_a_file_that_is_missing_or_no_text_is_named(tmp_path: Path) -> None:
    with pytest.raises(ProfileError, match="neither a file nor a shipped profile: AUDIT_ONLY"):
        Profile.load(tmp_path / "none.toml")
    (tmp_path / "bad.toml").write_bytes(b"\xff\xfe")
    with pytest.raises(ProfileError, match=r"bad.toml: is not UTF-8 at byte 0"):
        Profile.load(tmp_path / "bad.toml")
