# SPDX-License-Identifier: Apache-2.0
"""Profiles calibrated from labelled rows: what is promised, what is written, and what is refused."""

from __future__ import annotations

import json
import math
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path

import pytest
from rich.progress import Progress

from faithstill.data import Triple, read_triples, write_triples
from faithstill.serve import Scorer
from faithstill.serve.guard import Guard, Profile
from faithstill.serve.guard.profile import Layer, LayerMode
from faithstill.serve.guard.profile_file import written
from faithstill.train.profiles.escalation import Costs
from faithstill.train.profiles.guard_record import DELIVERED, Recorded, recorded
from faithstill.train.profiles.profile_calibration import Calibrated, calibrate, choose, write_profile

Cli = Callable[..., tuple[int, str, str]]
RATE = 0.25
ROOT = Path(__file__).parents[3]


@pytest.fixture(scope="module")
def held_out() -> list[Triple]:
    """Rows that no shipped bundle has learnt from, some of each group."""
    triples = read_triples(ROOT / "data" / "finance.csv", labelled=True).triples
    return [triple for triple in triples if triple.split == "test"][::12]


@pytest.fixture(scope="module")
def rows(tmp_path_factory: pytest.TempPathFactory, held_out: list[Triple]) -> Path:
    """These, and some of another split."""
    path = tmp_path_factory.mktemp("rows") / "rows.jsonl"
    other = [replace(t, id=f"{t.id}-other", split="train") for t in held_out[:5]]
    write_triples(path, [*held_out, *other])
    return path


@pytest.fixture(scope="module")
def base() -> Profile:
    """For a bundle without an encoder."""
    strict = Profile.load("STRICT_BLOCK")
    return replace(strict, layers={**strict.layers, Layer.NLI: LayerMode.OPEN})


@pytest.fixture(scope="module")
def base_file(tmp_path_factory: pytest.TempPathFactory, base: Profile) -> Path:
    path = tmp_path_factory.mktemp("profiles") / "base.toml"
    path.write_text(written(base), encoding="utf-8")
    return path


@pytest.fixture(scope="module")
def found(rows: Path, base: Profile) -> Calibrated:
    with Progress(disable=True) as bar:
        return calibrate(rows, "light", base, RATE, bar, workers=1)


def test_the_guard_delivers_what_calibration_says(
    found: Calibrated, held_out: Sequence[Triple], tmp_path: Path
) -> None:
    write_profile(found, tmp_path / "own.toml")
    guard = Guard(Scorer.load("light"), Profile.load(tmp_path / "own.toml"))
    passed = [guard.check_triple(triple).action in DELIVERED for triple in held_out]
    faithful = [triple.label is not None and triple.label.positive for triple in held_out]
    right = [p for p, f in zip(passed, faithful, strict=True) if f]
    assert found.chosen.delivered == pytest.approx(sum(right) / len(right))
    by_group: dict[str, list[bool]] = {}
    for triple, p, f in zip(held_out, passed, faithful, strict=True):
        if not f:
            by_group.setdefault(triple.group, []).append(p)
    missed = sum(sum(own) / len(own) for own in by_group.values()) / len(by_group)
    assert found.chosen.missed == pytest.approx(missed)
    assert 0 < missed <= RATE
    assert found.chosen.groups == len(by_group)


def test_a_profile_says_where_its_thresholds_come_from(
    found: Calibrated, rows: Path, held_out: Sequence[Triple], bar: Progress
) -> None:
    own = found.profile.calibration
    assert (own.method, own.miss_rate, own.rows, own.groups) == (
        "conformal risk control",
        RATE,
        found.rows,
        found.chosen.groups,
    )
    assert own.model == Scorer.load("light").bundle.fingerprint
    assert len(own.data) == 16
    assert own.date in found.profile.version
    again = calibrate(rows, "light", found.profile, RATE, bar, workers=1)
    assert again.profile == found.profile  # nothing is told twice
    assert found.warnings == (f"5 of {len(held_out) + 5} rows are of another split and left out",)
    other = calibrate(rows, "light", found.profile, RATE, bar, split="", workers=1)
    assert other.profile.calibration.data != own.data
    assert other.rows == len(held_out) + 5


def test_a_lower_rate_delivers_less(held_out: list[Triple], base: Profile, bar: Progress) -> None:
    rows = recorded(Scorer.load("light"), base, held_out, bar, workers=1)
    found = [choose(rows, rate) for rate in (0.15, 0.3, 0.6)]
    assert [f.support for f in found] == sorted((f.support for f in found), reverse=True)
    assert [f.delivered or 0 for f in found] == sorted(f.delivered or 0 for f in found)
    assert all(0 < f.low <= f.support for f in found)


@pytest.mark.parametrize(
    ("costs", "mode"),
    [
        (Costs(judge=0.001, review=5, error=5, judge_right=1.0), LayerMode.CLOSED),
        (Costs(judge=50, review=1, error=5), LayerMode.OFF),
    ],
)
def test_a_plan_sets_band_and_judge(
    rows: Path, base: Profile, bar: Progress, costs: Costs, mode: LayerMode
) -> None:
    found = calibrate(rows, "light", base, RATE, bar, costs=costs, workers=1)
    assert found.plan is not None
    assert found.profile.layers[Layer.JUDGE] is mode
    assert found.profile.thresholds.support == found.plan.high >= found.chosen.support
    if found.plan.asks:
        assert (found.profile.judge.low, found.profile.judge.high) == (found.plan.low, found.plan.high)
    assert Profile.from_toml(written(found.profile)) == found.profile


def unfaithful(critical: float, group: int) -> Recorded:
    return Recorded(False, str(group), critical, critical, (critical,))


def faithful(critical: float, group: int) -> Recorded:
    return Recorded(True, str(group), critical, critical, (critical,))


WRONG = [unfaithful(i / 20, i) for i in range(19)]
RIGHT = [faithful(0.5 + i / 40, i) for i in range(19)]


def test_the_threshold_stands_amid_what_decides_alike() -> None:
    assert choose([*WRONG, *RIGHT], 0.05).support == pytest.approx((0.9 + 0.925) / 2)
    assert choose([*WRONG, *RIGHT], 0.5).support == pytest.approx((0.45 + 0.5) / 2)
    assert choose([*WRONG, *RIGHT], 0.99).support == pytest.approx(0.025)


@pytest.mark.parametrize(
    ("found", "rate", "said"),
    [
        ([*WRONG[:18], *RIGHT], 0.05, r"18 groups .* too few .* 0.05: label answers of 19 .* at least 0.053"),
        ([unfaithful(0.1, 0)] * 50, 0.1, r"^1 groups .* of 9 groups .* at least 0.500"),
        (RIGHT, 0.1, r"^0 groups have unfaithful answers, .* of 9 groups \(rows with the same contexts\) or more$"),
        ([unfaithful(math.inf, i) for i in range(19)], 0.1, "out of reach: 100.0% of the unfaithful answers"),
        ([*WRONG, faithful(0.2, 1)], 0.1, "only where no faithful answer is delivered"),
    ],
)  # fmt: skip
def test_what_cannot_be_promised_is_refused(found: list[Recorded], rate: float, said: str) -> None:
    with pytest.raises(ValueError, match=said):
        choose(found, rate)


def test_rows_learnt_from_are_told(
    rows: Path, base: Profile, held_out: list[Triple], bar: Progress, tmp_path: Path
) -> None:
    learnt = [
        t for t in read_triples(ROOT / "data" / "finance.csv", labelled=True).triples if t.split == "train"
    ]
    some = [replace(t, split="") for t in learnt[:3]]
    write_triples(tmp_path / "mixed.jsonl", [*(replace(t, split="") for t in held_out), *some])
    asking = replace(base, layers={**base.layers, Layer.JUDGE: LayerMode.OPEN})
    found = calibrate(tmp_path / "mixed.jsonl", "light", asking, RATE, bar, workers=1)
    assert [line.split(":")[0] for line in found.warnings] == [
        f"3 of {len(held_out) + 3} rows have contexts that the bundle was trained on",
        "the miss rate is that of the layers without the judge",
    ]


@pytest.mark.parametrize(
    ("given", "said"),
    [
        (["--miss-rate", "0.01"], "too few to promise a miss rate of 0.01"),
        (["--miss-rate", "0"], "miss rate is 0.0; give a share between 0 and 1"),
        (["--profile", "STRICT_BLOCK"], "has no encoder"),
        (["--profile", "GROUNDING_GUARD"], "layers.classifier is off"),
        (["--split", "dev"], "no row's split is 'dev'"),
        (["--cost-judge", "1"], "--cost-review: is missing"),
        (["--out", "ROWS"], "is the input"),
    ],
)
def test_nothing_is_written_where_calibration_is_refused(
    cli: Cli, rows: Path, base_file: Path, tmp_path: Path, given: list[str], said: str
) -> None:
    arguments = [str(rows) if text == "ROWS" else text for text in given]
    before = rows.read_bytes()
    code, _, err = cli(
        "calibrate",
        rows,
        "--model",
        "light",
        "--profile",
        base_file,
        "--out",
        tmp_path / "own.toml",
        *arguments,
    )
    assert code == 2
    assert said in err
    assert not list(tmp_path.iterdir())
    assert rows.read_bytes() == before


def test_the_command_writes_profile_and_plan(
    cli: Cli, rows: Path, held_out: Sequence[Triple], base_file: Path, tmp_path: Path
) -> None:
    out = tmp_path / "new" / "own.toml"
    costs = ["--cost-judge", "0.01", "--cost-review", "2", "--cost-error", "50"]
    arguments = [
        "--model",
        "light",
        "--profile",
        base_file,
        "--miss-rate",
        RATE,
        "--out",
        out,
        "--workers",
        1,
    ]
    code, said, err = cli("calibrate", rows, *arguments, *costs)
    assert code == 0
    assert f"5 of {len(held_out) + 5} rows are of another split" in err
    assert f"keeps a miss rate of {RATE} on new contexts" in said
    assert "Escalation, for 100 answers" in said
    page = Path(f"{out}.html").read_text(encoding="utf-8")
    assert "<svg" in page
    assert "least cost" in page
    code, said, _ = cli("calibrate", rows, *arguments, "--json")
    assert code == 0
    found = json.loads(said)
    assert found["fingerprint"] == Profile.load(out).fingerprint
    assert found["plan"] is None
