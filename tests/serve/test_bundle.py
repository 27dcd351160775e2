# SPDX-License-Identifier: Apache-2.0
from __future__ import annotations

import json
import math
import shutil
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from faithstill.featurize import FeatureSchema
from faithstill.featurize.lexicon import Alias, Entry, Lexicon
from faithstill.serve import BUNDLE_VERSION, Bundle, BundleError, LinearModel, Scorer, save_bundle
from faithstill.serve.bundle import put_lexicon, rewrite_bundle
from faithstill.serve.manifest import FILES, MANIFEST, MODEL, manifest_bytes


@pytest.fixture
def folder(bundle_folder: Path, tmp_path: Path) -> Path:
    return Path(shutil.copytree(bundle_folder, tmp_path / "copy"))


def forge(folder: Path, **changes: Any) -> None:
    """Change the manifest as someone would who recomputes its digest."""
    manifest = json.loads((folder / MANIFEST).read_bytes())
    (folder / MANIFEST).write_bytes(manifest_bytes(manifest | changes))


def refusal(folder: Path) -> str:
    with pytest.raises(BundleError) as caught:
        Bundle.load(folder)
    return str(caught.value)


def test_what_was_saved_is_loaded(folder: Path, schema: FeatureSchema, model: LinearModel) -> None:
    bundle = Bundle.load(folder)
    assert bundle.schema == schema
    assert bundle.model.as_json() == model.as_json()
    assert bundle.report == {"answer_precision": {"auc": 0.8}}
    assert bundle.path == folder
    assert {path.name for path in folder.iterdir()} == set(FILES)


def test_the_manifest_says_when_with_what_and_on_which_rows(folder: Path) -> None:
    manifest = Bundle.load(folder).manifest
    assert manifest["bundle_version"] == BUNDLE_VERSION
    assert manifest["created"].endswith("+00:00")
    assert "numpy" in manifest["packages"]
    assert manifest["training"] == {"rows": "0" * 64, "n": 0, "seed": 42}
    assert set(manifest["files"]) == set(FILES) - {MANIFEST}


@pytest.mark.parametrize("name", FILES)
@pytest.mark.parametrize("place", [0.0, 0.5, 0.999])
def test_one_changed_byte_anywhere_is_refused(folder: Path, name: str, place: float) -> None:
    content = bytearray((folder / name).read_bytes())
    content[int(place * len(content))] ^= 1
    (folder / name).write_bytes(bytes(content))
    assert name in refusal(folder)


@pytest.mark.parametrize("name", FILES)
def test_a_missing_file_is_named(folder: Path, name: str) -> None:
    (folder / name).unlink()
    assert name in refusal(folder)


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"bundle_version": BUNDLE_VERSION + 1}, "pip install --upgrade faithstill"),
        ({"bundle_version": "1"}, "bundle_version is '1'"),
        ({"bundle_version": True}, "bundle_version is True"),
        ({"bundle_version": 0}, "bundle_version is 0"),
        ({"files": {"../secret": "0" * 64}}, "'../secret', which is no plain file name"),
        ({"files": {"/etc/passwd": "0" * 64}}, "'/etc/passwd', which is no plain file name"),
        ({"files": {"a\\b": "0" * 64}}, "which is no plain file name"),
        ({"files": {"..": "0" * 64}}, "which is no plain file name"),
        ({"files": {}}, "does not list featurization_meta.json, model.json"),
        ({"files": ["model.json"]}, "'files' must map"),
        ({"files": {"model.json": 7}}, "'files' must map"),
    ],
)
def test_a_manifest_that_must_not_be_followed(folder: Path, changes: dict[str, Any], message: str) -> None:
    forge(folder, **changes)
    assert message in refusal(folder)


@pytest.mark.parametrize("content", [b"", b"{", b"[]", b"\xff", b"[" * 100_000, b'{"bundle_version": 1}'])
def test_a_broken_manifest_is_refused(folder: Path, content: bytes) -> None:
    (folder / MANIFEST).write_bytes(content)
    assert MANIFEST in refusal(folder)


def test_a_digest_mismatch_names_both_digests_and_the_cure(folder: Path) -> None:
    expected = json.loads((folder / MANIFEST).read_bytes())["files"][MODEL]
    (folder / MODEL).write_bytes(b"{}")
    message = refusal(folder)
    assert f"the manifest expects {expected}" in message
    assert "44136fa355b3678a1146ad16f7e8649e94fb4fc21fe77e8310c060f61caaff8a" in message  # SHA-256 of {}
    assert "train it again" in message


def test_a_folder_that_is_none(tmp_path: Path) -> None:
    assert "faithstill train --out" in refusal(tmp_path / "nowhere")


LEXICON = Lexicon.of([Entry("Harrow Vale SE", (Alias("the Lender"),))])


def test_a_lexicon_is_put_in_checked_and_replaced(folder: Path) -> None:
    plain = Bundle.load(folder).fingerprint
    named = put_lexicon(folder, LEXICON)
    assert named.lexicon == LEXICON
    assert named.fingerprint == f"{plain}+{LEXICON.fingerprint}"
    assert named.manifest["training"] == {"rows": "0" * 64, "n": 0, "seed": 42}
    content = (folder / "lexicon.json").read_bytes()
    (folder / "lexicon.json").write_bytes(content.replace(b"Harrow", b"Barrow"))
    assert "lexicon.json: SHA-256 is" in refusal(folder)
    (folder / "lexicon.json").write_bytes(content)
    empty = put_lexicon(folder, Lexicon())
    assert (empty.lexicon, empty.fingerprint) == (None, plain)


def test_a_scorer_takes_the_lexicon_of_its_bundle_or_another(folder: Path) -> None:
    put_lexicon(folder, LEXICON)
    other = Lexicon.of([Entry("Corin Works Ltd", (Alias("the Borrower"),))])
    assert Scorer.load(folder).lexicon == LEXICON
    assert Scorer.load(folder, lexicon=other).lexicon == other
    assert Scorer.load(folder, lexicon=Lexicon()).fingerprint == Scorer.load(folder).bundle.fingerprint[:16]


def test_a_lexicon_that_is_none_is_refused(folder: Path) -> None:
    rewrite_bundle(folder, {"lexicon.json": b'{"format": 1, "entries": [{"canonical": ""}]}'})
    assert "lexicon.json entry 1: canonical is missing or empty" in refusal(folder)


def test_another_recipe_is_refused_with_the_differences(schema: FeatureSchema, model: LinearModel) -> None:
    other = replace(schema, version=schema.version + 1, tables={**schema.tables, "idf": "999"})
    with pytest.raises(BundleError, match=r"schema version .*; table idf is 999 against"):
        Scorer(Bundle(other, model, {}, {}))


def test_model_and_recipe_must_list_the_same_features(schema: FeatureSchema, model: LinearModel) -> None:
    swapped = (schema.names[1], schema.names[0], *schema.names[2:])
    with pytest.raises(BundleError, match="their order"):
        Bundle(replace(schema, names=swapped), model, {}, {})
    with pytest.raises(BundleError, match="invented"):
        Bundle(replace(schema, names=(*schema.names, "invented")), model, {}, {})


def test_the_fingerprint_is_of_what_is_computed(folder: Path, model: LinearModel) -> None:
    bundle = Bundle.load(folder)
    assert Bundle.load(folder).fingerprint == bundle.fingerprint
    assert replace(bundle, model=replace(model, threshold=0.5)).fingerprint != bundle.fingerprint


def save(folder: Path, bundle: Bundle, **changes: Any) -> None:
    given: dict[str, Any] = {"report": {}, "card": "", "onnx": None, "fingerprint": {}} | changes
    save_bundle(folder, schema=bundle.schema, model=bundle.model, **given)


def test_a_new_bundle_replaces_the_old_one_whole(folder: Path) -> None:
    save(folder, Bundle.load(folder))
    assert not (folder / "model.onnx").exists()
    assert Bundle.load(folder).report == {}
    assert [path.name for path in folder.parent.iterdir()] == ["copy"]


def test_a_damaged_bundle_can_be_replaced(folder: Path) -> None:
    bundle = Bundle.load(folder)
    (folder / MODEL).unlink()
    save(folder, bundle)
    assert Bundle.load(folder).fingerprint == bundle.fingerprint


@pytest.mark.parametrize(
    ("files", "message"),
    [
        (["notes.txt"], "holds notes.txt"),
        (["manifest.json", "notes.txt"], "notes.txt"),
        (["model.json"], "but no"),
    ],
)
def test_a_folder_with_other_things_is_left_alone(
    tmp_path: Path, bundle_folder: Path, files: list[str], message: str
) -> None:
    target = tmp_path / "mine"
    target.mkdir()
    for name in files:
        (target / name).write_text("{}")
    with pytest.raises(BundleError, match=message):
        save(target, Bundle.load(bundle_folder))
    assert sorted(path.name for path in target.iterdir()) == sorted(files)


def test_a_file_is_no_place_for_a_bundle(tmp_path: Path, bundle_folder: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(BundleError, match="is a file"):
        save(tmp_path / "file", Bundle.load(bundle_folder))


@pytest.mark.parametrize("report", [{"auc": math.nan}, {"auc": {1, 2}}])
def test_what_cannot_be_written_leaves_the_old_bundle(folder: Path, report: dict[str, Any]) -> None:
    before = Bundle.load(folder)
    with pytest.raises(BundleError, match=r"feature_report.json: cannot be written"):
        save(folder, before, report=report)
    assert Bundle.load(folder).manifest == before.manifest
    assert [path.name for path in folder.parent.iterdir()] == ["copy"]
