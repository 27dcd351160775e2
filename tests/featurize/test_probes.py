# SPDX-License-Identifier: Apache-2.0
"""Frozen rows, and what is said of features that are no longer what they were on them."""

from __future__ import annotations

import io
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from faithstill.data import read_triples
from faithstill.featurize import Featurizer, Settings
from faithstill.featurize.probes import (
    ENCODER_TOLERANCE,
    STATEMENTS,
    TOLERANCE,
    MovedFeature,
    ProbeFeatures,
    probe_digest,
    probe_rows,
)

FINANCE = Path(__file__).parents[2] / "data" / "finance.csv"
NAMES = ("a_len", "entailment.min")
# Constant on all rows that could be chosen.
NEVER_VARIES = {"entity_match.given_share", "unproved_scale", "result_differs", "bare_unproved"}


@pytest.fixture(scope="module")
def light() -> Featurizer:
    return Featurizer(Settings(encoder=""))


@pytest.fixture(scope="module")
def found(light: Featurizer) -> ProbeFeatures:
    return ProbeFeatures.of(light)


def small(*rows: tuple[int, float, float]) -> ProbeFeatures:
    owner = np.array([row[0] for row in rows], dtype=np.uint16)
    return ProbeFeatures("rows", owner, np.array([row[1:] for row in rows], dtype=np.float32))


def test_the_rows_are_frozen() -> None:
    # Bundles hold features of these very rows: write new rows under another name.
    assert probe_digest() == "e810c445e593f05b"
    assert len(probe_rows()) == 200


def test_none_of_them_is_held_out() -> None:
    triples = read_triples(FINANCE, labelled=True).triples
    held_out, learnt = ({t.context_key for t in triples if t.split == one} for one in ("test", "train"))
    assert {row.context_key for row in probe_rows()} <= learnt - held_out


def test_nearly_every_feature_varies_on_them(light: Featurizer, found: ProbeFeatures) -> None:
    spread = np.ptp(found.matrix, axis=0)
    assert {name for name, one in zip(light.schema.names, spread, strict=True) if not one} <= NEVER_VARIES


def test_what_is_computed_twice_is_the_same_and_travels_as_bytes(
    light: Featurizer, found: ProbeFeatures
) -> None:
    other = Featurizer(
        Settings(encoder="", max_answer_chars=30_000)
    )  # computed anew, for it is another recipe
    again = ProbeFeatures.from_bytes(ProbeFeatures.of(other).as_bytes())
    assert found.moved(again, light.schema.names) == ()
    assert again.as_bytes() == found.as_bytes()
    assert len(found.as_bytes()) < 60_000


MOVES = [
    (small((0, 5.0, 0.5), (7, 4.0, 0.5)), ()),
    (small((0, 5.0 + TOLERANCE / 2, 0.5), (7, 4.0, 0.5 + ENCODER_TOLERANCE / 2)), ()),
    (small((0, 5.0, 0.5), (7, 4.01, 0.5)), ("a_len moved from 4 to 4.01 on probe row 7 (1 rows in all)",)),
    (
        small((0, 5.5, 0.75), (7, 3.0, 0.5)),
        (
            "a_len moved from 4 to 3 on probe row 7 (2 rows in all)",
            "entailment.min moved from 0.5 to 0.75 on probe row 0 (1 rows in all)",
        ),
    ),
    (
        small((0, 6.0, 0.5), (7, 4.0, 0.5), (7, 4.0, 0.5)),
        (
            f"{STATEMENTS} moved from 1 to 2 on probe row 7 (1 rows in all)",
            "a_len moved from 5 to 6 on probe row 0 (1 rows in all)",
        ),
    ),
]


@pytest.mark.parametrize(("now", "expected"), MOVES)
def test_what_moved(now: ProbeFeatures, expected: tuple[str, ...]) -> None:
    stored = small((0, 5.0, 0.5), (7, 4.0, 0.5))
    assert tuple(map(str, stored.moved(now, NAMES))) == expected


def test_a_move_is_json() -> None:
    assert MovedFeature("a_len", 7, 4.0, 3.0, 2).as_dict() == {
        "feature": "a_len", "row": 7, "was": 4.0, "now": 3.0, "rows": 2,
    }  # fmt: skip


def test_what_cannot_be_compared_is_refused() -> None:
    stored = small((0, 5.0, 0.5))
    with pytest.raises(ValueError, match="these are rows others"):
        stored.moved(replace(stored, source="others"), NAMES)
    with pytest.raises(ValueError, match="2 features are stored, 1 are computed"):
        stored.moved(stored, NAMES[:1])


def npz(**arrays: object) -> bytes:
    out = io.BytesIO()
    np.savez(out, **{name: np.array(value) for name, value in arrays.items()})
    return out.getvalue()


BROKEN = [
    b"",
    b"not a file of arrays",
    npz(source="rows"),
    npz(source="rows", owner=[0], matrix=[1.0]),
    npz(source="rows", owner=[0, 1], matrix=[[1.0]]),
    npz(source="rows", owner=[0], matrix=[[object()]]),
]


@pytest.mark.parametrize("content", BROKEN, ids=range(len(BROKEN)))
def test_other_files_are_no_probe_features(content: bytes) -> None:
    with pytest.raises(ValueError, match=r"probe features|pickle"):
        ProbeFeatures.from_bytes(content)
