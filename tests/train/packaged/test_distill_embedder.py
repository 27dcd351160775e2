# SPDX-License-Identifier: Apache-2.0
"""A tiny, randomly initialised BERT stands in for the encoder."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import numpy as np
import pytest
from tokenizers import Tokenizer, models, normalizers, pre_tokenizers

from faithstill.featurize.encoders.embed import StaticEmbedder, unit_rows
from faithstill.train.packaged import distill_embedder as distill

SENTENCE = "the fee a premium policy claim is was paid due refunded late early by bank insurer customer not"
WORDS = SENTENCE.split()


def sentences(count: int) -> list[str]:
    draw = np.random.default_rng(1)
    return [" ".join(draw.choice(WORDS, size=draw.integers(3, 9))) for _ in range(count)]


def wordpiece(tokens: list[str]) -> Tokenizer:
    model = models.WordPiece({token: index for index, token in enumerate(tokens)}, unk_token="[UNK]")
    tokenizer = Tokenizer(model)
    tokenizer.normalizer = normalizers.BertNormalizer()
    tokenizer.pre_tokenizer = pre_tokenizers.BertPreTokenizer()
    return tokenizer


def test_slim_tokenizer_drops_what_english_lacks() -> None:
    full = wordpiece(["[PAD]", "[UNK]", "[CLS]", "[SEP]", "費", "##s", "fee", "£", "5"])
    full.enable_padding(length=128)
    full.enable_truncation(4)
    tokens = distill.kept_tokens(full.get_vocab())
    assert tokens == ["[UNK]", "##s", "fee", "£", "5"]
    slim = distill.slim_tokenizer(full, tokens)
    encoded = slim.encode("Fees 費 £ 5 5 5 5", add_special_tokens=False)
    assert encoded.tokens == ["fee", "##s", "[UNK]", "£", "5", "5", "5", "5"]
    assert distill.token_ids(slim, ["fees 費"])[0].tolist() == [2, 1]


def test_only_wordpiece_is_taken() -> None:
    with pytest.raises(
        ValueError, match="only encoders with a WordPiece tokenizer can be distilled, not BPE"
    ):
        distill.slim_tokenizer(Tokenizer(models.BPE()), [])


def test_axes_keep_cosines() -> None:
    flat = np.random.default_rng(0).normal(size=(50, 3)).astype(np.float32)
    vectors = np.hstack([flat, np.zeros((50, 5), dtype=np.float32)])
    axes = distill.principal_axes(vectors, 3)
    np.testing.assert_allclose(vectors @ axes @ (vectors @ axes).T, vectors @ vectors.T, atol=1e-4)


def test_agreement_of_a_table_with_itself() -> None:
    vectors = unit_rows(np.random.default_rng(0).normal(size=(40, 8)).astype(np.float32))
    assert distill.agreement(vectors, vectors, 0) == distill.CosineAgreement(1.0, 1.0, 1.0)


def test_quantised_rows_are_close() -> None:
    table = np.random.default_rng(0).normal(size=(9, 16)).astype(np.float32)
    codes, scales = distill.quantise(table)
    assert np.abs(codes * scales[:, None] - table).max() <= scales.max() / 2 * 1.001


def test_too_few_sentences(tmp_path: Path) -> None:
    path = tmp_path / "lines.txt"
    path.write_text("one\none\n\ntwo\n")
    with pytest.raises(ValueError, match=r"lines\.txt holds 2 distinct sentences"):
        distill.read_sentences(path)


def test_missing_package(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "torch", None)
    with pytest.raises(ImportError, match=r'needs torch: pip install "faithstill\[nli\]"'):
        distill.package("torch")


@pytest.fixture
def tiny_model(tmp_path: Path) -> Path:
    why = "a distillation needs an encoder: {} is not installed (extra nli)"
    torch = pytest.importorskip("torch", reason=why.format("torch"))
    transformers = pytest.importorskip("transformers", reason=why.format("transformers"))
    pytest.importorskip("sentence_transformers", reason=why.format("sentence-transformers"))
    torch.manual_seed(0)
    special = ["[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]"]
    backend = wordpiece([*special, *WORDS])
    names = {
        "pad_token": special[0],
        "unk_token": special[1],
        "cls_token": special[2],
        "sep_token": special[3],
    }
    tokenizer = transformers.BertTokenizerFast(tokenizer_object=backend, mask_token=special[4], **names)
    config = transformers.BertConfig(
        vocab_size=len(special) + len(WORDS),
        hidden_size=16,
        num_hidden_layers=1,
        num_attention_heads=2,
        intermediate_size=32,
    )
    folder = tmp_path / "tiny"
    transformers.BertModel(config).save_pretrained(folder)
    tokenizer.save_pretrained(folder)
    return folder  # sentence-transformers pools the mean where a folder does not say how


@pytest.mark.filterwarnings("ignore")
def test_distil_from_folder_to_resource(tiny_model: Path, tmp_path: Path) -> None:
    lines = tmp_path / "lines.txt"
    lines.write_text("\n".join(sentences(600)))
    out = tmp_path / "out"
    arguments = ["--model", str(tiny_model), "--sentences", str(lines), "--out", str(out)]
    distill.main([*arguments, "--dim", "8", "--epochs", "30", "--name", "tiny"])
    card = json.loads((out / distill.CARD_FILE).read_text())
    embedder = StaticEmbedder.load(out)
    assert (embedder.name, embedder.dim) == ("tiny", 8)
    assert card["fingerprint"] == embedder.fingerprint
    assert card["agreement"]["pairs"] > 0.8
    assert str(tmp_path) not in json.dumps(card)
    assert embedder.encode(["the fee is due", "費"]).any(axis=1).tolist() == [True, False]

    before = embedder.fingerprint
    distill.main([*arguments, "--dim", "8", "--epochs", "30", "--name", "tiny"])
    assert StaticEmbedder.load(out).fingerprint == before


def test_no_model_there(tmp_path: Path) -> None:
    pytest.importorskip("sentence_transformers", reason="sentence-transformers is not installed (extra nli)")
    with pytest.raises(OSError, match="no sentence encoder at"):
        distill.load_model(str(tmp_path / "absent" / "model"))
