# SPDX-License-Identifier: Apache-2.0
"""Encoders are exported with the labels of their own config, trained by a recipe, listed and shown."""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

pytest.importorskip("onnxruntime", reason="encoders run on onnxruntime")
pytest.importorskip("onnx", reason="encoders are quantised with onnx")
torch = pytest.importorskip("torch", reason="encoders are exported from torch")
transformers = pytest.importorskip("transformers", reason="encoders are loaded with transformers")

from rich.progress import Progress  # noqa: E402

from faithstill.featurize.encoders.encoder_manifest import EncoderError, EncoderManifest  # noqa: E402
from faithstill.featurize.encoders.nli import OnnxNli  # noqa: E402
from faithstill.train.encoder.encoder_folders import (  # noqa: E402
    export_encoder,
    list_encoders,
    show_encoder,
    train_encoder,
)
from faithstill.train.encoder.labelled_claims import drawn_rows  # noqa: E402
from faithstill.train.encoder.recipe import RecipeError, SetUse  # noqa: E402
from faithstill.train.encoder.trainer import load_start, read_weights  # noqa: E402
from faithstill.train.encoder.training_job import mix_in  # noqa: E402

from .tiny_encoder import save_model, sizes, wordpiece, write_recipe, write_start  # noqa: E402

Cli = Callable[..., tuple[int, str, str]]
THREE = ("contradiction", "entailment", "neutral")
DEBERTA = {
    "relative_attention": True,
    "pos_att_type": ["p2c", "c2p"],
    "position_buckets": 8,
    "type_vocab_size": 0,
}
FAMILIES = {
    "bert": lambda **labels: transformers.BertForSequenceClassification(
        transformers.BertConfig(**sizes(**labels))
    ),
    "roberta": lambda **labels: transformers.RobertaForSequenceClassification(
        transformers.RobertaConfig(**sizes(type_vocab_size=1, **labels))
    ),
    "deberta": lambda **labels: transformers.DebertaV2ForSequenceClassification(
        transformers.DebertaV2Config(**sizes(**DEBERTA, **labels))
    ),
}
PREMISE, CLAIM = "the late fee is per month .", "the policy ends in march ."


def named(labels: tuple[str, ...]) -> dict[str, dict[object, object]]:
    return {"id2label": dict(enumerate(labels)), "label2id": {label: i for i, label in enumerate(labels)}}


def write_model(family: str, labels: tuple[str, ...], folder: Path) -> Path:
    torch.manual_seed(2)
    model = FAMILIES[family](**named(labels))
    with torch.no_grad():  # a random head says next to nothing; a louder one tells labels apart
        for name, weight in model.named_parameters():
            weight.mul_(40 if "classifier" in name and "bias" not in name else 1)
    return save_model(model, folder)


def shares_of(folder: Path) -> list[float]:
    """What the model itself says of the pair."""
    model = transformers.AutoModelForSequenceClassification.from_pretrained(
        folder, attn_implementation="eager"
    ).eval()
    encoded = wordpiece().encode(PREMISE, CLAIM)
    given = {"input_ids": torch.tensor([encoded.ids])}
    if model.config.type_vocab_size > 1:
        given["token_type_ids"] = torch.tensor([encoded.type_ids])
    with torch.inference_mode():
        shares: list[float] = torch.softmax(model(**given).logits[0], dim=0).tolist()
    return shares


@pytest.mark.parametrize("family", list(FAMILIES))
def test_every_family_is_exported_with_its_own_label_order(tmp_path: Path, family: str) -> None:
    folder = write_model(family, ("Contradiction", "ENTAIL", "neutral"), tmp_path / "model")
    parity = export_encoder(str(folder), tmp_path / "enc", max_tokens=64)
    assert EncoderManifest.read(tmp_path / "enc").labels == THREE
    score = OnnxNli.load(tmp_path / "enc").score(PREMISE, CLAIM)
    found = [score.contradiction, score.entailment, score.neutral]
    shares = shares_of(folder)
    assert found == pytest.approx(shares, abs=0.03)
    assert max(shares) - min(shares) > 0.05
    assert parity.largest_logit_difference < 0.1
    assert parity.same_label > 0.7
    assert parity.megabytes > 0


def test_a_channel_that_dwarfs_the_others_costs_nothing(tmp_path: Path) -> None:
    torch.manual_seed(2)
    model = FAMILIES["bert"](**named(THREE))
    with torch.no_grad():
        for name, weight in model.named_parameters():
            weight.mul_(10 if "weight" in name and weight.ndim == 2 and "embeddings" not in name else 1)
        for layer in model.bert.encoder.layer:
            layer.intermediate.dense.bias[7] = 500.0
            layer.output.dense.weight[:, 7] *= 0.01
    parity = export_encoder(str(save_model(model, tmp_path / "model")), tmp_path / "enc", max_tokens=64)
    assert parity.largest_logit_difference < 0.1


def test_a_two_way_model(tmp_path: Path) -> None:
    folder = write_model("bert", ("entailment", "not_entailment"), tmp_path / "model")
    export_encoder(str(folder), tmp_path / "enc")
    assert EncoderManifest.read(tmp_path / "enc").max_tokens == 160  # the model's own limit
    score = OnnxNli.load(tmp_path / "enc").score(PREMISE, CLAIM)
    assert score.entailment == pytest.approx(shares_of(folder)[0], abs=0.02)
    assert score.contradiction == 0


def test_what_cannot_be_exported(tmp_path: Path) -> None:
    folder = write_model("bert", ("LABEL_0", "LABEL_1", "LABEL_2"), tmp_path / "model")
    with pytest.raises(
        EncoderError, match="labels LABEL_0, LABEL_1, LABEL_2 are not those of an inference model"
    ):
        export_encoder(str(folder), tmp_path / "enc")
    with pytest.raises(EncoderError, match="no sequence-classification model at"):
        export_encoder(str(tmp_path / "nothing"), tmp_path / "enc")
    assert not (tmp_path / "enc").exists()


@pytest.fixture(scope="module")
def trained(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("trained")
    write_start(folder / "start")
    result = train_encoder(
        write_recipe(folder), folder / "enc", Progress(disable=True), start=str(folder / "start")
    )
    assert [figure.rows for figure in result.dev] == [20]
    assert result.as_dict()["parity"]["pairs"] > 10
    return folder


def test_a_recipe_becomes_an_encoder_with_a_card(trained: Path) -> None:
    out = trained / "enc"
    nli = OnnxNli.load(out)
    assert nli.manifest.labels == ("entailment", "neutral", "contradiction")
    assert 0 < nli.score(PREMISE, CLAIM).entailment < 1
    card = (out / "MODEL_CARD.md").read_text(encoding="utf-8")
    for said in (
        "# tiny",
        "English only",
        "| train | not known",
        "| one | 3 | 1 | 0.001 |",
        "| two | 5 | 2.5 | 0.001 |",
        "| dev | 20 |",
    ):
        assert said in card
    assert str(trained) not in card
    log = [json.loads(line) for line in (out / "dev.jsonl").read_text(encoding="utf-8").splitlines()]
    assert [entry.get("pass", entry.get("when")) for entry in log] == ["one", "after one", "two", "exported"]


def test_a_pass_with_a_seed_of_its_own_draws_by_it(trained: Path) -> None:
    seen = torch.load(trained / "enc" / "passes" / "two" / "examples.pt", weights_only=True)[
        "targets"
    ].tolist()
    drawn = {
        seed: [row.target for row in drawn_rows(SetUse("train.jsonl"), trained / "train.jsonl", seed)]
        for seed in (3, 5)
    }
    assert seen == drawn[5] != drawn[3]


def test_measuring_a_checkpoint_trains_nothing(trained: Path, tmp_path: Path) -> None:
    checkpoint = trained / "enc" / "passes" / "two" / "checkpoint.pt"
    given = {"start": str(trained / "start"), "measure_only": True}
    recipe, bar = trained / "recipe.toml", Progress(disable=True)
    train_encoder(
        recipe, tmp_path / "enc", bar, weights=checkpoint, start=str(trained / "start"), measure_only=True
    )
    assert not (tmp_path / "enc" / "passes").exists()
    assert (tmp_path / "enc" / "model.onnx").read_bytes() == (trained / "enc" / "model.onnx").read_bytes()
    with pytest.raises(ValueError, match="name it with --weights"):
        train_encoder(recipe, tmp_path / "enc", bar, start=given["start"], measure_only=True)  # type: ignore[arg-type]


def mean_of_two(text: str) -> str:
    """The recipe with its second pass ending in the mean with the first, which keeps its last weights."""
    return text.replace("average = 2", "average = 1").replace(
        'name = "two"', 'name = "two"\nmean_with = "one"'
    )


def test_a_pass_may_end_in_the_mean_with_an_earlier_one(trained: Path, tmp_path: Path) -> None:
    passes = trained / "enc" / "passes"
    (tmp_path / "passes").mkdir()
    shutil.copytree(passes / "one", tmp_path / "passes" / "one")
    text = (trained / "recipe.toml").read_text(encoding="utf-8")
    recipe = trained / "mean.toml"
    recipe.write_text(mean_of_two(text), encoding="utf-8")
    result = train_encoder(recipe, tmp_path, Progress(disable=True), start=str(trained / "start"))
    model = load_start(str(trained / "start"), 0)
    model.load_state_dict(read_weights(passes / "two" / "checkpoint.pt"))
    before = {name: weight.clone() for name, weight in model.state_dict().items()}
    one = read_weights(passes / "one" / "checkpoint.pt")
    mix_in(model, passes / "one" / "checkpoint.pt")
    for name, weight in model.state_dict().items():
        if weight.is_floating_point():
            assert torch.allclose(weight, (before[name] + one[name]) / 2, atol=1e-6)
    assert result.parity.pairs > 10
    assert (tmp_path / "model.onnx").read_bytes() != (trained / "enc" / "model.onnx").read_bytes()
    assert "| one | " in (tmp_path / "MODEL_CARD.md").read_text(encoding="utf-8")


def test_a_missing_pass_to_take_the_mean_with_is_named_before_training(trained: Path, tmp_path: Path) -> None:
    text = (trained / "recipe.toml").read_text(encoding="utf-8")
    recipe = trained / "alone.toml"
    recipe.write_text(mean_of_two(text), encoding="utf-8")
    with pytest.raises(RecipeError, match="mean_with = 'one', whose checkpoint is not under passes"):
        train_encoder(recipe, tmp_path, Progress(disable=True), start=str(trained / "start"), only="two")
    assert not (tmp_path / "passes").exists()


def test_a_recipe_may_freeze_the_lower_layers(trained: Path, tmp_path: Path) -> None:
    text = (trained / "recipe.toml").read_text(encoding="utf-8")
    recipe = trained / "frozen.toml"
    recipe.write_text(text.replace("seed = 3", "seed = 3\nfrozen = 1"), encoding="utf-8")
    start = str(trained / "start")
    train_encoder(recipe, tmp_path, Progress(disable=True), start=start, only="two")
    found = read_weights(tmp_path / "passes" / "two" / "checkpoint.pt")
    before = load_start(start).state_dict()
    same = {name for name, weight in before.items() if torch.equal(weight, found[name])}
    assert {name for name in before if "embeddings." in name or ".layer.0." in name} <= same
    assert not any(".layer.1." in name for name in same)


def test_weights_of_another_model_and_a_missing_start(trained: Path, tmp_path: Path) -> None:
    recipe, bar = trained / "recipe.toml", Progress(disable=True)
    torch.save({"model": {"other": torch.zeros(1)}}, tmp_path / "checkpoint.pt")
    with pytest.raises(RecipeError, match=r"checkpoint\.pt does not fit the recipe's start"):
        train_encoder(
            recipe, tmp_path / "enc", bar, start=str(trained / "start"), weights=tmp_path / "checkpoint.pt"
        )
    with pytest.raises(RecipeError, match=r"no encoder at start = .*nothing"):
        train_encoder(recipe, tmp_path / "enc", bar, start=str(tmp_path / "nothing"))
    with pytest.raises(RecipeError, match="no pass 'three'; there are one, two"):
        train_encoder(recipe, tmp_path / "enc", bar, only="three")


def test_hiding_tokens_needs_a_mask_token(tmp_path: Path) -> None:
    recipe, bar = write_recipe(tmp_path), Progress(disable=True)
    write_start(tmp_path / "start")
    (tmp_path / "start" / "tokenizer.json").unlink()
    wordpiece().save(str(tmp_path / "start" / "tokenizer.json"))
    with pytest.raises(RecipeError, match="pass two: this encoder's tokenizer has no mask token"):
        train_encoder(recipe, tmp_path / "enc", bar, start=str(tmp_path / "start"), only="two")


def test_encoders_are_listed_and_shown(trained: Path, cli: Cli) -> None:
    (listed,) = [one for one in list_encoders(trained) if one.name == "tiny"]
    assert listed.fingerprint == OnnxNli.load(trained / "enc").fingerprint
    assert show_encoder(str(trained / "enc")) == listed
    code, out, _ = cli("encoders", "list", trained, "--json")
    assert code == 0
    assert [one["name"] for one in json.loads(out)][-1] == "tiny"
    code, out, _ = cli("encoders", "show", trained / "enc")
    assert code == 0
    assert "labels entailment, neutral, contradiction" in out


def test_bad_input_on_the_command_line(trained: Path, tmp_path: Path, cli: Cli) -> None:
    code, _, error = cli("encoders", "show", tmp_path)
    assert (code, "no encoder.json" in error) == (2, True)
    code, _, error = cli("encoders", "train", tmp_path / "none.toml", "--out", tmp_path / "enc")
    assert (code, "there is no such recipe" in error) == (2, True)
    code, _, error = cli("encoders", "export", tmp_path / "nothing", "--out", tmp_path / "enc")
    assert (code, "no sequence-classification model" in error) == (2, True)
