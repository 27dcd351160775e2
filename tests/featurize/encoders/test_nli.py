# SPDX-License-Identifier: Apache-2.0
"""The run-time encoder, on a tiny random model that is written as ONNX by hand."""

from __future__ import annotations

import hashlib
import json
import os
import pickle
import random
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from tokenizers import Tokenizer, models, pre_tokenizers, processors

from faithstill.featurize.encoders import nli
from faithstill.featurize.encoders.encoder_manifest import (
    MANIFEST_FILE,
    MODEL_FILE,
    TOKENIZER_FILE,
    EncoderError,
    EncoderManifest,
    sha256_of,
)
from faithstill.featurize.encoders.nli import (
    NO_EVIDENCE,
    NliScore,
    OnnxNli,
    OverlongClaimError,
    ScriptedNli,
    joined,
)
from faithstill.featurize.encoders.premise import windows_of

onnx = pytest.importorskip("onnx", reason="the tiny model is written with the onnx package")
pytest.importorskip("onnxruntime", reason="encoders run on onnxruntime")

WORDS = "the fee is five ten waived not late bank pays claim in june july and of".split()
TOKENS = ["[PAD]", "[UNK]", "[CLS]", "[SEP]", *WORDS]
MAX_TOKENS = 48
THREE = ("entailment", "neutral", "contradiction")


def write_tokenizer(path: Path) -> None:
    tokenizer = Tokenizer(models.WordLevel({word: i for i, word in enumerate(TOKENS)}, unk_token="[UNK]"))
    tokenizer.pre_tokenizer = pre_tokenizers.Whitespace()
    tokenizer.post_processor = processors.TemplateProcessing(
        single="[CLS] $A [SEP]",
        pair="[CLS] $A [SEP] $B:1 [SEP]:1",
        special_tokens=[("[CLS]", 2), ("[SEP]", 3)],
    )
    tokenizer.enable_padding(length=64)  # what a saved tokenizer may bring along must not matter
    tokenizer.enable_truncation(8)
    tokenizer.save(str(path))


def write_model(path: Path, outputs: int, *, with_types: bool) -> None:
    """Logits from the mean of token vectors, to which token types add; the maximum makes it less than linear."""
    draw = np.random.default_rng(0)
    tables = {"words": (len(TOKENS), 8), "kinds": (2, 8), "top": (8, outputs)}
    helper, numpy_helper, integer = onnx.helper, onnx.numpy_helper, onnx.TensorProto.INT64
    weights = [
        numpy_helper.from_array(draw.normal(size=shape).astype(np.float32), name)
        for name, shape in tables.items()
    ]
    inputs = ["input_ids", "attention_mask", *(["token_type_ids"] if with_types else [])]
    nodes = [helper.make_node("Gather", ["words", "input_ids"], ["word"])]
    if with_types:
        nodes.append(helper.make_node("Gather", ["kinds", "token_type_ids"], ["kind"]))
        nodes.append(helper.make_node("Add", ["word", "kind"], ["token"]))
    else:
        nodes.append(helper.make_node("Identity", ["word"], ["token"]))
    nodes += [
        helper.make_node("Tanh", ["token"], ["bent"]),
        helper.make_node("ReduceMax", ["bent"], ["mean"], axes=[1], keepdims=0),
        helper.make_node("MatMul", ["mean", "top"], ["logits"]),
    ]
    graph = helper.make_graph(
        nodes,
        "tiny",
        [helper.make_tensor_value_info(name, integer, ["batch", "tokens"]) for name in inputs],
        [helper.make_tensor_value_info("logits", onnx.TensorProto.FLOAT, ["batch", outputs])],
        weights,
    )
    model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", 17)], ir_version=9)
    onnx.save(model, str(path))


def write_encoder(
    folder: Path, labels: tuple[str, ...] = THREE, *, with_types: bool = True, temperature: float = 1.0
) -> Path:
    folder.mkdir()
    write_model(folder / MODEL_FILE, len(labels), with_types=with_types)
    write_tokenizer(folder / TOKENIZER_FILE)
    hashes = {name: sha256_of(folder / name) for name in (MODEL_FILE, TOKENIZER_FILE)}
    EncoderManifest("tiny", labels, MAX_TOKENS, hashes, temperature).write(folder)
    return folder


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return write_encoder(tmp_path_factory.mktemp("nli") / "enc")


def sentence(draw: random.Random, most: int = 30) -> str:
    return " ".join(draw.choices(WORDS, k=draw.randrange(1, most)))


def pairs(count: int) -> list[tuple[str, str]]:
    draw = random.Random(1)
    return [(sentence(draw), sentence(draw, 12)) for _ in range(count)]


def test_scores_are_probabilities_and_depend_on_both_texts(folder: Path) -> None:
    nli = OnnxNli.load(folder)
    score = nli.score("the fee is five", "the fee is waived")
    assert score.entailment + score.neutral + score.contradiction == pytest.approx(1)
    assert (
        len({score, nli.score("the fee is ten", "the fee is waived"), nli.score("the bank pays", "july")})
        == 3
    )
    assert score != nli.score("the fee is waived", "the fee is five")


@pytest.mark.parametrize("threads", [1, 2, 5])
def test_scores_do_not_depend_on_neighbours_order_or_threads(folder: Path, threads: int) -> None:
    asked = pairs(60) + pairs(3)
    alone = {pair: OnnxNli.load(folder).score(*pair) for pair in asked}
    for seed in range(3):
        random.Random(seed).shuffle(asked)
        again = OnnxNli.load(folder, threads=threads)
        nli._forget()  # a fresh session, or the cache would answer
        assert again.scores(asked) == [alone[pair] for pair in asked]


def test_one_session_for_all_that_load_a_folder(folder: Path) -> None:
    OnnxNli.load(folder).score("the fee", "the fee")
    session = nli._session(folder.resolve())
    OnnxNli.load(str(folder), threads=3).scores(pairs(4))
    assert nli._session(folder.resolve()) is session
    assert session.score.cache_info().misses >= 5  # type: ignore[attr-defined]


def test_a_pair_is_scored_once(folder: Path) -> None:
    nli._forget()
    encoder = OnnxNli.load(folder, threads=2)
    encoder.scores([("the fee", "the claim")] * 5)
    encoder.score("the fee", "the claim")
    assert nli._session(folder.resolve()).score.cache_info().misses == 1  # type: ignore[attr-defined]


def test_labels_are_read_in_the_models_own_order(tmp_path: Path, folder: Path) -> None:
    turned = OnnxNli.load(write_encoder(tmp_path / "turned", ("contradiction", "entailment", "neutral")))
    plain = OnnxNli.load(folder).score("the fee", "the claim")
    other = turned.score("the fee", "the claim")
    assert (other.contradiction, other.entailment, other.neutral) == (
        plain.entailment,
        plain.neutral,
        plain.contradiction,
    )


def test_a_two_way_encoder_leaves_the_rest_open(tmp_path: Path) -> None:
    score = OnnxNli.load(write_encoder(tmp_path / "two", ("not_entailment", "entailment"))).score(
        "fee", "claim"
    )
    assert score.contradiction == 0
    assert score.neutral == 1 - score.entailment
    assert 0 < score.entailment < 1


def test_an_encoder_without_token_types(tmp_path: Path) -> None:
    nli = OnnxNli.load(write_encoder(tmp_path / "plain", with_types=False))
    assert nli.score("the fee", "claim").entailment > 0


def test_temperature_flattens(tmp_path: Path, folder: Path) -> None:
    flat = OnnxNli.load(write_encoder(tmp_path / "flat", temperature=4.0)).score("the fee", "claim")
    sharp = OnnxNli.load(folder).score("the fee", "claim")
    assert max(flat.entailment, flat.neutral, flat.contradiction) < max(
        sharp.entailment, sharp.neutral, sharp.contradiction
    )


def test_an_overlong_premise_is_read_to_its_end(folder: Path) -> None:
    encoder = OnnxNli.load(folder)
    filler = " ".join(["bank pays"] * 60)
    before = encoder.score(filler, "late claim").entailment
    after = [encoder.score(f"{filler} {last}", "late claim").entailment for last in WORDS]
    assert min(after) >= before
    assert max(after) > before


@given(st.lists(st.sampled_from(WORDS), min_size=1, max_size=200), st.integers(24, 60))
def test_windows_leave_no_word_out(words: list[str], room: int) -> None:
    text = " ".join(words)
    offsets = [(i, i + 1) for i, c in enumerate(text) if c != " "]  # one token a character, the worst case
    seen = "".join(f" {window} " for window in windows_of(text, offsets, room))
    assert set(text.split()) <= set(seen.split())


def test_a_second_window_never_lowers_entailment(folder: Path) -> None:
    for first, second in zip(pairs(20), reversed(pairs(20)), strict=True):
        nli = OnnxNli.load(folder)
        one, other = nli.score(*first), nli.score(second[0], first[1])
        assert joined([one, other]).entailment == max(one.entailment, other.entailment)
        total = joined([one, other])
        assert total.entailment + total.neutral + total.contradiction == pytest.approx(1)
        assert min(total.entailment, total.neutral, total.contradiction) >= 0


def test_a_claim_is_never_cut(folder: Path) -> None:
    with pytest.raises(
        OverlongClaimError, match=r"claim of 30 tokens leaves no room .* encoder of 48: split the claim"
    ):
        OnnxNli.load(folder).score("the fee", " ".join(["fee"] * 30))


@pytest.mark.parametrize("claim", ["", "  \n"])
def test_an_empty_claim_is_refused(folder: Path, claim: str) -> None:
    for encoder in (OnnxNli.load(folder), ScriptedNli({})):
        with pytest.raises(ValueError, match="an empty claim states nothing"):
            encoder.score("the fee is five", claim)


@pytest.mark.parametrize("premise", ["", " \t"])
def test_no_evidence_leaves_a_claim_open(folder: Path, premise: str) -> None:
    for encoder in (OnnxNli.load(folder), ScriptedNli(lambda premise, claim: NliScore(1.0, 0.0, 0.0))):
        assert encoder.score(premise, "the fee is five") == NO_EVIDENCE
    assert OnnxNli.load(folder).scores([]) == []


def test_damage_is_found_before_use(tmp_path: Path) -> None:
    folder = write_encoder(tmp_path / "damaged")
    with (folder / MODEL_FILE).open("ab") as file:
        file.write(b"x")
    with pytest.raises(EncoderError, match=r"model\.onnx is damaged"):
        OnnxNli.load(folder)


@pytest.mark.parametrize("name", [MODEL_FILE, TOKENIZER_FILE])
def test_files_that_are_what_the_manifest_says_but_nonsense(tmp_path: Path, name: str) -> None:
    folder = write_encoder(tmp_path / "nonsense")
    (folder / name).write_bytes(b"nonsense")
    manifest = json.loads((folder / MANIFEST_FILE).read_text())
    manifest["files"][name] = hashlib.sha256(b"nonsense").hexdigest()
    (folder / MANIFEST_FILE).write_text(json.dumps(manifest))
    with pytest.raises(EncoderError, match=rf"{name} cannot be read: .*; export the encoder again"):
        OnnxNli.load(folder).score("the fee is five", "the fee is five")


def test_a_missing_folder(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError, match="faithstill encoders export"):
        OnnxNli.load(tmp_path / "none")


def test_threads_below_one(folder: Path) -> None:
    with pytest.raises(ValueError, match="threads=0: at least 1 is needed"):
        OnnxNli.load(folder, threads=0)


def test_workers_open_the_folder_again(folder: Path) -> None:
    nli = OnnxNli.load(folder, threads=2)
    again = pickle.loads(pickle.dumps(nli))
    assert (again.threads, again.fingerprint, again.name) == (2, nli.fingerprint, "tiny")
    assert again.score("the fee", "claim") == nli.score("the fee", "claim")


def test_script_by_table_and_by_function() -> None:
    score = NliScore(0.9, 0.1, 0.0)
    nli = ScriptedNli({("the fee is five", "fee"): score})
    assert nli.scores([("the fee is five", "fee"), ("other", "fee")]) == [score, NO_EVIDENCE]
    assert nli.asked == [("the fee is five", "fee"), ("other", "fee")]
    assert ScriptedNli(lambda premise, claim: score).score("a", "b") == score


def test_loading_needs_no_runtime() -> None:
    heavy = "'onnxruntime' in sys.modules or 'torch' in sys.modules"
    code = f"import sys, faithstill.featurize.encoders.nli; sys.exit({heavy})"
    source = str(Path(__file__).parents[3] / ".src")
    environment = {"PYTHONPATH": source}
    assert subprocess.run([sys.executable, "-c", code], env=environment, check=False).returncode == 0


def test_the_runtime_reports_its_use_to_nobody(tmp_path: Path) -> None:
    # What it would report waits in a file below the user's folder.
    code = "from faithstill.featurize.encoders.nli import OnnxNli; OnnxNli.load().score('It is $5.', 'It is $7.')"
    unset = ("ORT_DISABLE_TELEMETRY", "XDG_CACHE_HOME")
    kept = {name: value for name, value in os.environ.items() if name not in unset}
    environment = {**kept, "HOME": str(tmp_path), "PYTHONPATH": os.pathsep.join(sys.path)}
    subprocess.run([sys.executable, "-c", code], env=environment, check=True)
    assert [*tmp_path.rglob("*")] == []
