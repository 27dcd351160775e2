# SPDX-License-Identifier: Apache-2.0
"""A lexicon on disk: what a hand may write, what is refused, what differs, what a merge keeps."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from faithstill.featurize.lexicon import Alias, Entry, Lexicon, LexiconError, changes, harvest, merged

LOAN = harvest('Harrow Vale SE (the "Lender") lends to Corin Works Ltd (the "Borrower").', "loan.md")


def written(path: Path, *entries: Any, **fields: Any) -> Path:
    path.write_text(json.dumps({"format": 1, "entries": entries, **fields}), encoding="utf-8")
    return path


def test_what_is_saved_is_read_and_the_revision_rises_with_the_content(tmp_path: Path) -> None:
    path = tmp_path / "lexicon.json"
    lexicon = Lexicon.of(LOAN)
    lexicon.save(path)
    first = path.read_bytes()
    Lexicon.load(path).save(path)
    assert path.read_bytes() == first
    assert Lexicon.load(path).entries == lexicon.entries
    Lexicon.of(LOAN[:1]).save(path)
    assert Lexicon.load(path).revision == 2


def test_a_hand_may_leave_out_all_but_the_names(tmp_path: Path) -> None:
    path = written(
        tmp_path / "a.json",
        {"canonical": "Harrow Vale SE", "aliases": ["HV", {"form": "the Bank", "prior": 0}]},
    )
    (entry,) = Lexicon.load(path).entries
    assert entry.forms == ("Harrow Vale SE", "HV")


BAD: tuple[tuple[Any, str], ...] = (
    ({"aliases": []}, "entry 1: canonical is missing or empty"),
    ({"canonical": " "}, "entry 1: canonical is missing or empty"),
    ({"canonical": "A", "kind": "firm"}, "entry 1: kind 'firm' is none of organisation"),
    ({"canonical": "A", "alias": ["B"]}, "entry 1: field 'alias' is none of aliases"),
    ({"canonical": "A", "aliases": [{"form": "B", "prior": 2}]}, "entry 1: prior 2 is not from 0 to 1"),
    ({"canonical": "A", "aliases": "B"}, "entry 1: aliases is 'B'"),
    ({"canonical": 3}, "entry 1: canonical is 3"),
    ("A", "entry 1: an entry is an object with 'canonical', not str"),
)


@pytest.mark.parametrize(("entry", "said"), BAD)
def test_what_is_no_entry_is_refused_with_its_place(tmp_path: Path, entry: Any, said: str) -> None:
    with pytest.raises(LexiconError, match=said):
        Lexicon.load(written(tmp_path / "a.json", entry))


def test_other_files_are_refused(tmp_path: Path) -> None:
    for text, said in (
        ("question,answer", "is no JSON"),
        ("[]", "is no lexicon"),
        ('{"format": 9, "entries": []}', "format 9"),
    ):
        (tmp_path / "a.json").write_text(text)
        with pytest.raises(LexiconError, match=said):
            Lexicon.load(tmp_path / "a.json")


def test_differences_are_told_by_name_and_form() -> None:
    before = Lexicon.of([Entry("A Ltd", (Alias("A"), Alias("the Firm"))), Entry("B Ltd")])
    after = Lexicon.of([Entry("A Ltd", (Alias("A", prior=0.0), Alias("AL")), kind="organisation")])
    assert [str(change) for change in changes(before, after)] == [
        "~ (every document): A Ltd: other -> organisation",
        "~ (every document): A Ltd = A: 1 -> 0",
        "+ (every document): A Ltd = AL",
        "- (every document): A Ltd = the Firm",
        "- (every document): B Ltd",
    ]
    assert changes(before, before) == ()


def test_a_merge_keeps_what_people_set_and_adds_what_is_new() -> None:
    edited = Lexicon.of(
        [
            Entry("Harrow Vale SE", (Alias("the Lender", prior=0.0), Alias("HV")), "loan.md", "person"),
            Entry("Old Ltd", document="gone.md"),
        ]
    )
    both = merged(edited, Lexicon.of(LOAN))
    bank = next(entry for entry in both.entries if entry.canonical == "Harrow Vale SE")
    assert bank.kind == "person"
    assert bank.forms == ("Harrow Vale SE", "HV", "Harrow Vale")
    assert {entry.canonical for entry in both.entries} == {"Harrow Vale SE", "Old Ltd", "Corin Works Ltd"}
    assert merged(both, Lexicon.of(LOAN)).entries == both.entries
