# SPDX-License-Identifier: Apache-2.0
"""`faithstill lexicon`: built from documents, edited, built again, compared, merged, used."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from faithstill.featurize.lexicon import Lexicon
from faithstill.serve import Bundle, Scorer
from faithstill.serve.probed import moved_features
from faithstill.train.gate.recipe_changes import other_changes, recipe_changes

if TYPE_CHECKING:
    from tests.llm_server import LlmServer

Cli = Callable[..., tuple[int, str, str]]
LOAN = 'Harrow Vale SE (the "Lender") lends to Corin Works Ltd.\nThe firm is Corin to its friends.\n'


@pytest.fixture
def docs(tmp_path: Path) -> Path:
    folder = tmp_path / "docs"
    (folder / "old").mkdir(parents=True)
    (folder / "loan.md").write_text(LOAN, encoding="utf-8")
    (folder / "old" / "rates.txt").write_text("The Annual Percentage Rate (APR) is 5%.", encoding="utf-8")
    (folder / "logo.png").write_bytes(b"\x89PNG")
    return folder


def test_a_second_build_keeps_edits_unless_it_is_fresh(cli: Cli, docs: Path, tmp_path: Path) -> None:
    out = tmp_path / "lexicon.json"
    code, said, told = cli("lexicon", "build", docs, "--out", out)
    assert code == 0, told
    assert "revision 1, 3 names of 2 documents" in said
    assert Lexicon.load(out).documents == {"loan.md", "old/rates.txt"}
    edited = tmp_path / "before.json"
    edited.write_bytes(out.read_bytes())
    out.write_text(out.read_text(encoding="utf-8").replace('"the Lender"', '"the Bank"'), encoding="utf-8")
    cli("lexicon", "build", docs, "--out", out)
    forms = {form for entry in Lexicon.load(out).entries for form in entry.forms}
    assert {"the Bank", "the Lender"} <= forms
    code, said, _ = cli("lexicon", "diff", edited, out)
    assert (code, said) == (1, "+ loan.md: Harrow Vale SE = the Bank\n")
    cli("lexicon", "build", docs, "--out", out, "--fresh")
    assert cli("lexicon", "diff", edited, out)[:2] == (0, "no difference\n")


def test_two_lexicons_are_merged(cli: Cli, docs: Path, tmp_path: Path) -> None:
    for name in ("loan.md", "old"):
        cli("lexicon", "build", docs / name, "--out", tmp_path / f"{name}.json")
    code, said, _ = cli(
        "lexicon", "merge", tmp_path / "loan.md.json", tmp_path / "old.json", "--out", tmp_path / "both.json"
    )
    assert code == 0
    assert "3 names" in said


def test_what_a_model_finds_must_stand_there_and_is_a_proposal(
    cli: Cli, docs: Path, tmp_path: Path, llm_server: LlmServer
) -> None:
    def said(messages: list[tuple[str, str]]) -> str:
        names = [{"canonical": "Corin Works Ltd", "kind": "organisation", "aliases": ["Corin"]}]
        wrong = [{"canonical": "Annual Percentage Rate", "kind": "term", "aliases": ["the yearly rate"]}]
        return json.dumps({"names": names if "Corin" in messages[1][1] else wrong})

    out = tmp_path / "lexicon.json"
    llm_server.acts(said)
    asked = ("lexicon", "build", docs, "--llm", llm_server.url, "--model", "m", "--retries", 0, "--out", out)
    code, told, _ = cli(*asked)
    assert code == 0
    assert "not read by the model: old/rates.txt" in told
    corin = next(entry for entry in Lexicon.load(out).entries if entry.canonical == "Corin Works Ltd")
    (alias,) = (alias for alias in corin.aliases if alias.rule == "model")
    assert (alias.form, alias.is_trusted, LOAN[alias.start : alias.end]) == ("Corin", False, "Corin")
    llm_server.acts(said)
    cli(*asked, "--model-prior", 0.9, "--fresh")
    assert len(llm_server.requests) == 1  # the refused one
    assert "Corin" in {form for entry in Lexicon.load(out).entries for form in entry.forms}


CHECKED = ("--context", "The Lender pays $5.", "--question", "Who pays?", "--answer", "Harrow Vale pays $5.")


def test_check_and_score_take_a_lexicon(cli: Cli, docs: Path, tmp_path: Path) -> None:
    out = tmp_path / "lexicon.json"
    cli("lexicon", "build", docs, "--out", out)
    assert "is stated nowhere" in cli("check", *CHECKED)[1]
    code, said, told = cli("check", *CHECKED, "--lexicon", out)
    assert code == 0, told
    assert '"Harrow Vale" is stated as "The Lender"' in said
    scores = [
        json.loads(cli("score", *CHECKED, "--model", "light", "--json", *more)[1])["faithful"]
        for more in ((), ("--lexicon", out))
    ]
    assert scores[1] > scores[0]
    code, _, told = cli("check", *CHECKED, "--lexicon", docs / "loan.md")
    assert code == 2
    assert "loan.md: is no JSON" in told


def test_a_scorer_with_a_lexicon_has_a_fingerprint_of_its_own(cli: Cli, docs: Path, tmp_path: Path) -> None:
    out = tmp_path / "lexicon.json"
    cli("lexicon", "build", docs, "--out", out)
    plain, known = Scorer.load("light"), Scorer.load("light", lexicon=out)
    assert plain.fingerprint == plain.bundle.fingerprint
    assert known.fingerprint == f"{plain.fingerprint}+{Lexicon.load(out).fingerprint}"
    make, arguments = known.__reduce__()
    assert make(*arguments).fingerprint == known.fingerprint


def test_a_lexicon_is_put_into_a_bundle_and_used_by_all_that_load_it(
    cli: Cli, docs: Path, tmp_path: Path, tiny_bundle: Path
) -> None:
    out, bundle = tmp_path / "lexicon.json", tmp_path / "bundle"
    cli("lexicon", "build", docs, "--out", out)
    shutil.copytree(tiny_bundle, bundle)
    bare = json.loads(cli("score", *CHECKED, "--model", bundle, "--json")[1])
    given = json.loads(cli("score", *CHECKED, "--model", bundle, "--lexicon", out, "--json")[1])
    code, said, told = cli("lexicon", "put", out, "--model", bundle)
    assert code == 0, told
    assert said == f"{bundle}: 3 names, fingerprint {Scorer.load(bundle).fingerprint}\n"
    held = json.loads(cli("score", *CHECKED, "--model", bundle, "--json")[1])
    assert held == given != bare
    rows = tmp_path / "rows.jsonl"
    rows.write_text(json.dumps(dict(zip(("contexts", "question", "answer"), CHECKED[1::2], strict=True))))
    cli("predict-batch", rows, "--model", bundle, "--out", tmp_path / "p.jsonl")
    assert json.loads((tmp_path / "p.jsonl").read_text("utf-8"))["faithful"] == given["faithful"]
    code, _, told = cli("lexicon", "put", out, "--model", "light")
    assert code == 2
    assert "stays as it is" in told


def test_a_bundle_is_trained_with_a_lexicon_and_keeps_it(
    cli: Cli, docs: Path, tmp_path: Path, tiny_rows: Path
) -> None:
    lexicon, out = tmp_path / "lexicon.json", tmp_path / "own"
    cli("lexicon", "build", docs, "--out", lexicon)
    asked = ("train", tiny_rows, "--out", out, "--without", "entailment", "--lexicon", lexicon)
    code, _, told = cli(*asked)
    assert code == 0, told
    bundle = Bundle.load(out)
    assert bundle.lexicon == Lexicon.load(lexicon)
    assert f"--lexicon {lexicon}" in bundle.report["run"]["command"]
    assert moved_features(bundle) == ()
    other = bundle.with_lexicon(None)
    assert recipe_changes(bundle, other) == []
    assert other_changes(bundle, other) == [f"lexicon is {Lexicon.load(lexicon).fingerprint} against none"]
    code, _, told = cli(*asked[:-1], docs / "loan.md")
    assert code == 2
    assert "loan.md: is no JSON" in told


def test_a_folder_without_documents_is_refused(cli: Cli, tmp_path: Path) -> None:
    for place, said in ((tmp_path, "holds no .txt or .md"), (tmp_path / "none", "is not there")):
        code, _, told = cli("lexicon", "build", place, "--out", tmp_path / "lexicon.json")
        assert code == 2
        assert said in told
