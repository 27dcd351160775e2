# SPDX-License-Identifier: Apache-2.0
"""The training commands, and what a bad row does to a run."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Callable
from importlib.metadata import version
from pathlib import Path
from typing import Any

import pytest

from faithstill.data import read_triples
from faithstill.serve import Bundle
from faithstill.train.commands.feature_options import settings_of
from faithstill.train.commands.listings import feature_list
from faithstill.train.report.mlflow_run import track

Cli = Callable[..., tuple[int, str, str]]
Row = dict[str, Any]


def bars(err: str) -> list[str]:
    """The names of the progress bars on standard error, and whatever else stands there."""
    return [line.split("━")[0].strip() for line in err.splitlines() if line.strip()]


@pytest.fixture
def without(monkeypatch: pytest.MonkeyPatch) -> Callable[[str], None]:
    """Make an installed package as good as missing."""
    return lambda package: monkeypatch.setitem(sys.modules, package, None)


def test_training_again_gives_the_same_model_to_the_byte(
    cli: Cli, tiny_rows: Path, tiny_bundle: Path, tmp_path: Path, without: Callable[[str], None]
) -> None:
    without("mlflow")
    out = tmp_path / "new föld er" / "v1.2"
    code, said, err = cli("train", tiny_rows, "--out", out, "--json")
    assert code == 0
    assert bars(err)[:6] == [
        f"{tiny_rows}: no row's split says test: 15 of 60 are held out, by whole groups",
        *("featurizing", "making false statements", "fitting", "evaluating", "scoring again"),
    ]
    assert "too few for an interval: label rows of at least 10" in err
    report = json.loads(said)
    stored = json.loads((out / "feature_report.json").read_bytes())
    assert report["metrics"] == stored["metrics"]
    for name in ("model.json", "featurization_meta.json", "model.onnx"):
        assert (out / name).read_bytes() == (tiny_bundle / name).read_bytes()
    assert sorted(path.name for path in out.parent.iterdir()) == ["v1.2", "v1.2.html"]


def test_evaluate(cli: Cli, tiny_rows: Path, tiny_bundle: Path, tmp_path: Path) -> None:
    page = tmp_path / "new" / "page.html"
    code, out, err = cli("evaluate", tiny_rows, "--model", tiny_bundle, "--report", page)
    assert code == 0
    assert "as given (60)" in out
    seen = "45 of 60 rows have contexts that the bundle was trained on: their figures are too good"
    few = f"{tiny_rows}: only 29 faithful and 31 unfaithful rows as given: a few others would give other figures"
    assert bars(err) == ["featurizing", "evaluating", seen, few]
    assert page.read_text(encoding="utf-8").startswith("<!doctype html>")
    code, out, _ = cli("evaluate", tiny_rows, "--model", tiny_bundle, "--json")
    assert code == 0
    assert json.loads(out)["metrics"]["given"]["n"] == 60


def test_analyze(cli: Cli, tiny_rows: Path, tiny_bundle: Path) -> None:
    code, out, err = cli("analyze", tiny_rows, "--model", tiny_bundle)
    assert (code, bars(err)) == (0, ["featurizing"])
    assert out.startswith("Strongest drivers")
    code, out, _ = cli("analyze", tiny_rows, "--model", tiny_bundle, "--json")
    assert code == 0
    assert len(json.loads(out)["analysis"]["features"]) == len(Bundle.load(tiny_bundle).schema.names)


def test_featurize(cli: Cli, tiny_rows: Path, tmp_path: Path) -> None:
    out = tmp_path / "new" / "features.csv"
    code, said, err = cli("featurize", tiny_rows, "--out", out)
    assert (code, said, bars(err)) == (0, f"wrote 60 rows to {out}\n", ["featurizing"])
    assert len(out.read_text(encoding="utf-8").splitlines()) == 61
    code, said, _ = cli("featurize", tiny_rows, "--out", out, "--json")
    assert (code, json.loads(said)) == (0, {"rows": 60, "out": str(out)})


def test_features(cli: Cli) -> None:
    code, out, err = cli("features")
    assert (code, err) == (0, "")
    assert all(row["name"] in out for row in feature_list())
    code, out, err = cli("features", "--json")
    assert (code, err) == (0, "")
    assert json.loads(out, parse_constant=pytest.fail) == feature_list()


def test_data_check_says_what_was_renamed_and_what_is_ignored(cli: Cli, tmp_path: Path) -> None:
    rows = tmp_path / "rows.csv"
    header = "query,context,answer,hallucination,notes,self_foo,self_confidence\n"
    rows.write_text(f"{header}q,c,a,1,n,high,0.5\n", encoding="utf-8")
    code, out, err = cli("data", "check", rows)
    assert (code, err) == (0, "")
    assert out.startswith(f"{rows}: 1 rows, no errors\n")
    for line in ("query read as question", "hallucination=1 read as unfaithful", "ignored: notes, self_foo"):
        assert line in out
    code, out, _ = cli("data", "check", rows, "--json")
    assert code == 0
    assert json.loads(out)["ignored"] == ["notes", "self_foo"]


ALIASED = {"question": "query", "answer": "response", "label": "hallucination"}
READ_AS = (
    "columns read as: query -> question; response -> answer; hallucination -> label, 1 read as unfaithful"
)


@pytest.mark.parametrize(
    "command",
    [
        "train ROWS --out OUT --without entailment",
        "evaluate ROWS --model MODEL",
        "analyze ROWS --model MODEL",
        "featurize ROWS --out OUT.csv",
        "predict-batch ROWS --model MODEL --out OUT.csv",
        "data stats ROWS",
        "data split ROWS --out OUT.csv",
    ],
)
def test_columns_under_other_names_and_ignored_ones_are_said(
    cli: Cli, tiny_table: tuple[Row, ...], tiny_bundle: Path, tmp_path: Path, command: str
) -> None:
    rows = [{ALIASED.get(name, name): cell for name, cell in row.items()} for row in tiny_table]
    for row in rows:
        row |= {"hallucination": int(row["hallucination"] != "faithful"), "notes": "n"}
    path = tmp_path / "rows.jsonl"
    path.write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
    places = {"ROWS": path, "MODEL": tiny_bundle, "OUT": tmp_path / "out", "OUT.csv": tmp_path / "out.csv"}
    code, _, err = cli(*(places.get(word, word) for word in command.split()))
    assert code == 0, err
    said = [line for line in err.splitlines() if ": columns " in line]
    assert sorted(said[0].partition(READ_AS[:16])[2].split("; ")) == sorted(READ_AS[16:].split("; "))
    assert said[1:] == [f"{path}: columns ignored: notes"]
    if command.startswith("train"):
        data = Bundle.load(tmp_path / "out").report["data"]
        assert (data["mapped"]["query"], data["mapped"]["hallucination=1"]) == ("question", "unfaithful")
        assert data["ignored"] == ["notes"]


def test_featurize_writes_what_the_answerer_said_of_itself(
    cli: Cli, tiny_table: tuple[Row, ...], tmp_path: Path
) -> None:
    path, out = tmp_path / "rows.jsonl", tmp_path / "out.jsonl"
    rows = [{**row, "self_confidence": 0.25} for row in tiny_table[:3]]
    path.write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
    assert cli("featurize", path, "--out", out)[0] == 0
    found = [json.loads(line) for line in out.read_text(encoding="utf-8").splitlines()]
    assert [row["self_confidence"] for row in found] == [0.25] * 3


@pytest.mark.parametrize(
    ("given", "whole"), [("folder", True), ("./folder", True), ("static", False), ("numpy", False)]
)
def test_folders_are_recorded_by_their_whole_paths_and_names_as_they_are(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, given: str, whole: bool
) -> None:
    monkeypatch.chdir(tmp_path)
    for name in ("folder", "static", "numpy"):  # numpy is an installed package, as spaCy's pipelines are
        (tmp_path / name).mkdir()
    found = settings_of(True, False, given, given, "shipped", None)
    wanted = str((tmp_path / given).resolve()) if whole else given
    assert (found.spacy_model, found.embedder) == (wanted, "static" if given == "static" else wanted)


def test_mutate_shows_how_far_it_is(cli: Cli, tiny_rows: Path, tmp_path: Path) -> None:
    code, out, err = cli("mutate", tiny_rows, "--out", tmp_path / "out.csv")
    assert (code, bars(err)) == (0, ["planting errors"])
    assert "mutants of 29 faithful rows" in out


def test_data_stats(cli: Cli, tiny_rows: Path) -> None:
    code, out, err = cli("data", "stats", tiny_rows)
    assert (code, bars(err)) == (0, ["guessing"])
    assert "token overlap" in out
    code, out, _ = cli("data", "stats", tiny_rows, "--json")
    assert code == 0
    assert json.loads(out, parse_constant=pytest.fail)["rows"] == 60


def test_data_split(cli: Cli, tiny_rows: Path, tmp_path: Path) -> None:
    noted = tmp_path / "noted.csv"
    lines = tiny_rows.read_text(encoding="utf-8").splitlines()
    noted.write_text("\n".join([f"notes,{lines[0]}", *(f"n,{line}" for line in lines[1:])]), encoding="utf-8")
    out = tmp_path / "new" / "split.csv"
    code, said, err = cli("data", "split", noted, "--out", out)
    assert (code, err) == (0, f"{noted}: columns ignored: notes\n")
    assert said == f"45 train rows and 15 test rows in {out}\n  left out: notes\n"
    triples = read_triples(out, labelled=True).triples
    sides = {side: {t.group for t in triples if t.split == side} for side in ("train", "test")}
    assert len(sides["train"] | sides["test"]) == len(sides["train"]) + len(sides["test"]) == 20
    code, said, _ = cli("data", "split", noted, "--out", out, "--test-share", 0.5, "--json")
    assert (code, json.loads(said)["ignored"]) == (0, ["notes"])
    assert json.loads(said)["test"] == 30
    code, said, _ = cli("data", "split", noted, "--json")
    assert (code, json.loads(said)["out"]) == (0, str(tmp_path / "noted.split.csv"))
    assert (tmp_path / "noted.split.csv").is_file()


@pytest.mark.parametrize(
    ("options", "package", "message"),
    [
        (("--use-spacy-fusion",), "spacy", 'pip install "faithstill[spacy]"'),
        (("--enable-pos-metrics", "--spacy-model", "nope"), "spacy", 'pip install "faithstill[spacy]"'),
        (("--embedder", "nope"), "sentence_transformers", 'pip install "faithstill[nli]"'),
    ],
)
@pytest.mark.parametrize("command", ["train", "featurize"])
def test_a_missing_package_ends_with_1_and_the_cure(
    cli: Cli,
    tiny_rows: Path,
    tmp_path: Path,
    without: Callable[[str], None],
    command: str,
    options: tuple[str, ...],
    package: str,
    message: str,
) -> None:
    without(package)
    code, out, err = cli(command, tiny_rows, "--out", tmp_path / "out.csv", *options)
    assert (code, out) == (1, "")
    assert message in err
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("options", [(), ("--register", "name")])
def test_a_run_to_record_without_mlflow_is_refused_before_training(
    cli: Cli, tiny_rows: Path, tmp_path: Path, without: Callable[[str], None], options: tuple[str, ...]
) -> None:
    without("mlflow")
    code, out, err = cli("train", tiny_rows, "--out", tmp_path / "new", "--mlflow", *options)
    assert (code, out) == (1, "")
    assert err == 'MLflow is missing: pip install "faithstill[train]"\n'
    assert list(tmp_path.iterdir()) == []


def test_a_tracking_store_that_cannot_be_used_is_said_in_words(tiny_bundle: Path) -> None:
    pytest.importorskip("mlflow", reason="MLflow is not installed")
    report = json.loads((tiny_bundle / "feature_report.json").read_bytes())
    with pytest.raises(RuntimeError, match=r"no MLflow run recorded: .*tiny is written") as caught:
        track(report, tiny_bundle, uri="nonsense://nowhere")
    assert "\n" not in str(caught.value)


def test_a_pipe_that_closes_and_a_terminal_without_unicode_are_no_errors(
    tiny_rows: Path, tiny_bundle: Path
) -> None:
    code = "from faithstill.train.cli import main; main()"
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path), "PYTHONIOENCODING": "ascii"}
    command = [
        sys.executable,
        "-c",
        code,
        "explain",
        "--model",
        str(tiny_bundle),
        "--answer",
        "It is £5 \u2013 no.",
    ]
    ended = subprocess.run(
        [*command, "--context", "It is £5."], env=environment, capture_output=True, check=False
    )
    assert (ended.returncode, ended.stderr) == (0, b"")
    assert "It is £5 \u2013 no." in ended.stdout.decode()
    listing = subprocess.Popen(
        [sys.executable, "-c", code, "features"],
        env=environment,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )
    assert listing.stdout is not None
    listing.stdout.close()
    _, err = listing.communicate()
    assert b"Traceback" not in err


def test_the_version_is_the_installed_one(cli: Cli, monkeypatch: pytest.MonkeyPatch) -> None:
    code, out, _ = cli("--version")
    assert (code, out) == (0, f"faithstill {version('faithstill')}\n")
    monkeypatch.setattr("faithstill.train.cli.version_of", lambda package: None)
    code, out, _ = cli("--version")
    assert (code, out) == (0, "faithstill checkout\n")
