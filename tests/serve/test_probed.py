# SPDX-License-Identifier: Apache-2.0
"""Shipped bundles hold what this code computes; another bundle is refused with the features that moved."""

from __future__ import annotations

import json
import shutil
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
import pytest

from faithstill.featurize.probes import ProbeFeatures
from faithstill.serve import Bundle, BundleError, Scorer
from faithstill.serve.bundle import rewrite_bundle
from faithstill.serve.manifest import CARD, MANIFEST, MODEL, PROBES, manifest_bytes, read_manifest
from faithstill.serve.probed import check_probes, moved_features
from faithstill.serve.scorer import SHIPPED_BUNDLES, folder_of
from faithstill.serve.stamp import stamp_bundle

if TYPE_CHECKING:
    from tests.conftest import Cli


@pytest.fixture
def light(tmp_path: Path) -> Path:
    return Path(shutil.copytree(folder_of("light"), tmp_path / "light"))


def forge(folder: Path, feature: str, by: float) -> None:
    """Store of one feature what no code computes, in every other statement."""
    bundle = Bundle.load(folder)
    stored = ProbeFeatures.from_bytes(bundle.probes or b"")
    matrix = stored.matrix.copy()
    matrix[::2, bundle.schema.names.index(feature)] += by
    rewrite_bundle(folder, {PROBES: replace(stored, matrix=matrix).as_bytes()})


@pytest.mark.parametrize("name", SHIPPED_BUNDLES)
def test_a_shipped_bundle_holds_what_this_code_computes(name: str) -> None:
    # Red: a rule changed features. Measure (make bench), then train again or `faithstill bundle stamp`.
    assert list(map(str, moved_features(Bundle.load(folder_of(name))))) == []


def test_a_feature_that_moved_is_refused_by_name(light: Path, cli: Cli) -> None:
    forge(light, "numeric_agreement", 0.25)
    with pytest.raises(BundleError, match=r"other features .*: numeric_agreement moved from .* on probe row"):
        Bundle.load(light, verify=True)
    assert Scorer.load(light).score(question="", contexts=["It is $5."], answer="It is $5.").faithful
    code, out, err = cli("bundle", "verify", light, "--json")
    assert (code, err) == (1, "")
    (moved,) = json.loads(out)["moved"]
    assert moved["feature"] == "numeric_agreement"
    assert moved["was"] - moved["now"] == pytest.approx(0.25)


def test_a_bundle_as_it_is_shipped_passes(light: Path, cli: Cli) -> None:
    assert Bundle.load(light, verify=True).probes
    code, out, _ = cli("bundle", "verify", "light")
    assert (code, out) == (0, "light: none of 110 features on 200 probe rows moved\n")


def test_a_stamp_takes_the_features_as_they_are_and_says_so(light: Path, cli: Cli) -> None:
    before = Bundle.load(light)
    for _ in range(2):
        forge(light, "numeric_agreement", 0.25)
        code, out, _ = cli("bundle", "stamp", light)
        assert code == 0
        assert "not by the code that trained" in out
    after = Bundle.load(light)
    check_probes(after)
    assert after.fingerprint == before.fingerprint
    assert {**after.manifest, "digest": "", "files": "", "probes": ""} == {
        **before.manifest, "digest": "", "files": "", "probes": "",
    }  # fmt: skip
    card = (light / CARD).read_text(encoding="utf-8")
    assert card.count("## Probe features") == 1
    assert "not by the code that trained" in card
    assert after.manifest["files"][MODEL] == before.manifest["files"][MODEL]


def test_an_older_bundle_loads_and_says_why_it_cannot_be_verified(light: Path, cli: Cli) -> None:
    manifest = read_manifest(light)
    del manifest["files"][PROBES]
    (light / MANIFEST).write_bytes(manifest_bytes(manifest))
    (light / PROBES).unlink()
    assert Bundle.load(light).schema.names
    code, out, err = cli("bundle", "verify", light)
    assert (code, out) == (2, "")
    assert f"holds no {PROBES}" in err
    assert "bundle stamp" in err


@pytest.mark.parametrize(
    ("content", "message"),
    [(b"", "no probe features"), (ProbeFeatures("x", np.zeros(1, "u2"), np.zeros((1, 2), "f4")).as_bytes(), "x")],
)  # fmt: skip
def test_features_that_cannot_be_compared(light: Path, content: bytes, message: str) -> None:
    rewrite_bundle(light, {PROBES: content})
    with pytest.raises(BundleError, match=f"cannot be compared: .*{message}"):
        Bundle.load(light, verify=True)


def test_a_bundle_that_was_changed_is_not_rewritten(light: Path) -> None:
    (light / MODEL).write_text("{}")
    with pytest.raises(BundleError, match=MODEL):
        stamp_bundle(light)
