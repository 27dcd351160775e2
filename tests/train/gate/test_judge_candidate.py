# SPDX-License-Identifier: Apache-2.0
"""Candidates made of a shipped bundle, on held-out rows: what passes, what is refused, and why."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any
from xml.etree import ElementTree as ET

import numpy as np
import pytest

from faithstill.data import Triple, read_triples
from faithstill.data.table import write_triples
from faithstill.serve import Bundle, Scorer, save_bundle
from faithstill.serve.scorer import folder_of
from faithstill.train.gate.gate_report import GateReport, GateVerdict
from faithstill.train.gate.golden_rows import GoldenSet
from faithstill.train.gate.judge_candidate import judge_candidate
from tests.conftest import Cli

ROWS = Path(__file__).parents[3] / "data/finance.csv"
Change = Callable[[Bundle], Bundle]


@pytest.fixture(scope="module")
def golden() -> list[Triple]:
    """Some held-out groups, whole."""
    held = [triple for triple in read_triples(ROWS).triples if triple.split == "test"]
    kept = sorted({triple.group for triple in held})[::4]
    return [triple for triple in held if triple.group in kept]


@pytest.fixture(scope="module")
def light() -> Bundle:
    return Bundle.load(folder_of("light"))


def _manifest(bundle: Bundle, **training: Any) -> Bundle:
    said = dict(bundle.manifest["training"]) | training
    return replace(bundle, manifest={**bundle.manifest, "training": said})


def _weights(bundle: Bundle, factor: float) -> Bundle:
    return replace(bundle, model=replace(bundle.model, coef=bundle.model.coef * factor))


def _blurred(bundle: Bundle) -> Bundle:
    noise = np.random.default_rng(0).normal(scale=0.06, size=bundle.model.coef.size)
    return replace(bundle, model=replace(bundle.model, coef=bundle.model.coef + noise))


def _judged(ours: Bundle, theirs: Bundle, rows: list[Triple], **options: Any) -> GateReport:
    return judge_candidate(Scorer(ours), Scorer(theirs), GoldenSet.of(rows), **options)


def _check(report: GateReport, name: str) -> GateVerdict:
    return next(check.verdict for check in report.checks if check.name == name)


def test_a_bundle_against_itself_is_no_worse_and_never_better(light: Bundle, golden: list[Triple]) -> None:
    for seed in range(3):
        report = _judged(light, light, golden, seed=seed)
        assert report.verdict is GateVerdict.NO_WORSE
        assert report.passed
        assert all(each.mcnemar.won == each.mcnemar.lost == 0 for each in report.slices)


def test_what_ranks_the_other_way_round_is_worse_and_the_reverse_is_better(
    light: Bundle, golden: list[Triple]
) -> None:
    turned = _weights(light, -1.0)
    assert _judged(turned, light, golden).verdict is GateVerdict.WORSE
    assert _judged(light, turned, golden).verdict is GateVerdict.BETTER


@pytest.mark.parametrize(
    ("rows", "says"),
    [
        pytest.param(slice(0, 40), "faithful rows, 50 are needed", id="too few of a class"),
        pytest.param(slice(0, 120), "groups of contexts, 10 are needed", id="too few groups"),
    ],
)
def test_a_few_golden_rows_cannot_tell_even_of_equal_bundles(
    light: Bundle, golden: list[Triple], rows: slice, says: str
) -> None:
    report = _judged(light, light, golden[rows])
    assert report.verdict is GateVerdict.CANNOT_TELL
    assert not report.passed
    assert says in next(check.detail for check in report.checks if check.name == "golden rows")


def test_an_interval_across_the_margin_cannot_tell_and_names_the_groups_needed(
    light: Bundle, golden: list[Triple]
) -> None:
    wide = _judged(_blurred(light), light, golden, auc_margin=0.9, brier_margin=0.9)
    low = next(check.figures["difference"]["low"] for check in wide.checks if check.name == "ROC-AUC")
    assert low < 0
    report = _judged(_blurred(light), light, golden, auc_margin=-low / 2, brier_margin=0.9)
    check = next(check for check in report.checks if check.name == "ROC-AUC")
    assert check.verdict is GateVerdict.CANNOT_TELL
    assert check.figures["groups_needed"] is None or check.figures["groups_needed"] > report.golden["groups"]


@pytest.mark.parametrize(
    ("change", "named"),
    [
        pytest.param(lambda b: _manifest(b, folds=7), "training folds is 7 against 5", id="folds"),
        pytest.param(
            lambda b: replace(b, schema=replace(b.schema, tables={**b.schema.tables, "idf": "x"})),
            "table idf is x against",
            id="table",
        ),
    ],
)
def test_a_changed_recipe_is_named_and_refused_unless_it_may_change(
    light: Bundle, golden: list[Triple], change: Change, named: str
) -> None:
    new, old = Scorer(light), Scorer(light)
    new.bundle = change(light)
    refused = judge_candidate(new, old, GoldenSet.of(golden))
    allowed = judge_candidate(new, old, GoldenSet.of(golden), recipe_may_change=True)
    assert refused.verdict is GateVerdict.REFUSED
    assert allowed.verdict is GateVerdict.NO_WORSE
    for report in (refused, allowed):
        lines = next(check.lines for check in report.checks if check.name == "recipe")
        assert any(named in line for line in lines)


def test_golden_rows_that_were_trained_on_are_named_and_refused(
    light: Bundle, golden: list[Triple], tmp_path: Path
) -> None:
    seen = golden[0]
    report = _judged(_manifest(light, contexts=[seen.context_key]), light, golden)
    check = next(check for check in report.checks if check.name == "unseen rows")
    assert report.verdict is GateVerdict.REFUSED
    assert f"row {seen.id}" in check.lines

    silent = _manifest(light, contexts=None)
    assert _check(_judged(silent, light, golden), "unseen rows") is GateVerdict.REFUSED
    write_triples(tmp_path / "trained.csv", [seen])
    told = _judged(silent, light, golden, trained_on=tmp_path / "trained.csv")
    assert set(next(c for c in told.checks if c.name == "unseen rows").figures["seen"]) == {
        triple.id for triple in golden if triple.context_key == seen.context_key
    }


def test_rows_that_are_no_more_as_expected_are_named_and_counted(
    light: Bundle, golden: list[Triple], tmp_path: Path
) -> None:
    profile = tmp_path / "open.toml"
    profile.write_text('name = "OPEN"\nextends = "STRICT_BLOCK"\n[layers]\nnli = "off"\n', encoding="utf-8")
    wanted = _decided_by(light, golden[:40], profile)
    path = tmp_path / "golden.jsonl"
    write_triples(path, golden[:40])
    lines = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
    with path.open("w", encoding="utf-8") as file:
        for line, action in zip(lines, wanted, strict=True):
            file.write(json.dumps(line | {"expected_action": action}) + "\n")
    turned = _weights(light, -1.0)
    report = judge_candidate(Scorer(turned), Scorer(light), path, profiles=[str(profile)])
    check = next(check for check in report.checks if check.name.startswith("expected of"))
    assert check.figures["was_met"] == 40
    assert check.figures["lost"] == len(check.lines) > 10
    assert check.verdict is GateVerdict.WORSE


def _decided_by(bundle: Bundle, rows: list[Triple], profile: Path) -> list[str]:
    from faithstill.serve.guard import Guard, Profile

    guard = Guard(Scorer(bundle), Profile.load(profile))
    return [str(guard.check_triple(row).action) for row in rows]


@pytest.fixture(scope="module")
def folders(
    tmp_path_factory: pytest.TempPathFactory, light: Bundle, golden: list[Triple]
) -> Mapping[str, Path]:
    home = tmp_path_factory.mktemp("gate")
    assert light.path is not None
    for name, bundle in (("same", light), ("turned", _weights(light, -1.0))):
        save_bundle(
            home / name, schema=bundle.schema, model=bundle.model, report=bundle.report, card="",
            onnx=None, fingerprint=bundle.manifest["training"],
        )  # fmt: skip
    write_triples(home / "golden.csv", golden)
    digest = hashlib.sha256((home / "golden.csv").read_bytes()).hexdigest()
    (home / "golden.csv.sha256").write_text(f"{digest}  golden.csv\n", encoding="utf-8")
    return {name: home / name for name in ("same", "turned", "golden.csv")}


def test_the_command_exits_by_the_verdict_and_writes_all_forms(
    cli: Cli, folders: Mapping[str, Path], tmp_path: Path
) -> None:
    forms = {"--out": tmp_path / "g.json", "--junit": tmp_path / "g.xml", "--report": tmp_path / "g.html"}
    options = [part for option, place in forms.items() for part in (option, place)]
    code, out, _ = cli(
        "gate", folders["same"], "--against", "light", "--golden", folders["golden.csv"], *options
    )
    assert (code, "no worse than the present bundle" in out) == (0, True)
    assert json.loads(forms["--out"].read_text(encoding="utf-8"))["verdict"] == "no worse"
    assert ET.parse(forms["--junit"]).getroot().attrib["failures"] == "0"
    assert "<svg" in forms["--report"].read_text(encoding="utf-8")

    turned = ("gate", folders["turned"], "--against", "light", "--golden", folders["golden.csv"])
    code, out, _ = cli(*turned, "--junit", forms["--junit"])
    assert (code, out.startswith("refused")) == (1, True)
    failures = ET.parse(forms["--junit"]).getroot().findall("testcase/failure")
    assert {failure.attrib["message"] for failure in failures} == {"worse"}


def test_golden_rows_that_are_not_the_frozen_ones_are_refused(
    cli: Cli, folders: Mapping[str, Path], tmp_path: Path
) -> None:
    changed = tmp_path / "golden.csv"
    changed.write_bytes(folders["golden.csv"].read_bytes().rstrip(b"\n"))
    frozen = folders["golden.csv"].with_name("golden.csv.sha256")
    changed.with_name("golden.csv.sha256").write_bytes(frozen.read_bytes())
    code, _, err = cli("gate", "light", "--against", "light", "--golden", changed)
    assert (code, "SHA-256" in err) == (2, True)
