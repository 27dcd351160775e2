# SPDX-License-Identifier: Apache-2.0
"""The training loop on a tiny random model: losses, batches, resuming after a kill, averaging."""

from __future__ import annotations

import json
import math
import re
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

torch = pytest.importorskip("torch", reason="encoders are trained with torch")
pytest.importorskip("transformers", reason="encoders are loaded with transformers")

from tokenizers import Tokenizer  # noqa: E402

from faithstill.train.encoder.pair_cases import LabelledPair  # noqa: E402
from faithstill.train.encoder.recipe import Recipe, RecipeError, SetUse, TrainingPass  # noqa: E402
from faithstill.train.encoder.trainer import (  # noqa: E402
    CHECKPOINT_FILE,
    LOG_FILE,
    Trainer,
    freeze,
    has_fast_halves,
    load_start,
    loss_of,
    of_depth,
    read_weights,
    set_dropout,
)
from faithstill.train.encoder.training_examples import (  # noqa: E402
    Batch,
    EncodedPair,
    Mask,
    batches_of,
    collate,
    encode,
    read_examples,
    write_examples,
)

from .tiny_encoder import (  # noqa: E402
    save_tokenizer,
    wordpiece,
    write_recipe,
    write_shared_start,
    write_start,
)

ONE = TrainingPass("one", (SetUse("a"),), epochs=1.5, rate=1e-3, warmup=3, average=2)
RECIPE = Recipe("tiny", "start", (ONE,), tokens=32, batch_tokens=256, save_every=4)


@pytest.fixture(scope="module")
def start(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return write_start(tmp_path_factory.mktemp("start") / "start")


@pytest.fixture(scope="module")
def examples() -> list[EncodedPair]:
    pairs = [
        LabelledPair(f"the late fee is {a}", f"the fee is {b}" + " per month" * (a % 3), 0 if a == b else 2)
        for a in range(9)
        for b in range(9)
    ]
    return encode(pairs, wordpiece(), 32)


def trainer(start: Path, examples: list[EncodedPair], folder: Path, one: TrainingPass = ONE) -> Trainer:
    torch.manual_seed(1)
    return Trainer(load_start(str(start)), RECIPE, one, examples, folder)


def losses(folder: Path) -> list[float]:
    return [json.loads(line)["loss"] for line in (folder / LOG_FILE).read_text().splitlines()]


def batch(targets: list[int], weights: list[float]) -> Batch:
    empty = torch.zeros((len(targets), 8), dtype=torch.long)
    return Batch(empty, empty, empty, torch.tensor(targets), torch.tensor(weights))


def test_three_way_and_two_way_losses() -> None:
    even = torch.zeros((1, 3))
    assert loss_of(even, batch([1], [1.0]), ONE).item() == pytest.approx(math.log(3))
    assert loss_of(even, batch([-1], [1.0]), ONE).item() == pytest.approx(math.log(1.5))
    sure = torch.tensor([[9.0, 0.0, 0.0], [0.0, 9.0, 0.0], [0.0, 0.0, 9.0]])
    assert loss_of(sure, batch([0, -1, -1], [1.0, 1.0, 1.0]), ONE).item() < 0.01
    assert loss_of(sure, batch([-1, 0, 0], [1.0, 1.0, 1.0]), ONE).item() > 8


def test_weights_and_smoothing() -> None:
    logits = torch.tensor([[2.0, 0.0, 0.0], [0.0, 2.0, 0.0]])
    right, wrong = (
        loss_of(logits, batch([0, 0], [1.0, 0.0]), ONE),
        loss_of(logits, batch([0, 0], [0.0, 1.0]), ONE),
    )
    both = loss_of(logits, batch([0, 0], [1.0, 3.0]), ONE)
    assert both.item() == pytest.approx((right.item() + 3 * wrong.item()) / 4)
    smooth = replace(ONE, label_smoothing=0.2)
    assert loss_of(logits, batch([0, 1], [1.0, 1.0]), smooth) > loss_of(
        logits, batch([0, 1], [1.0, 1.0]), ONE
    )


def test_a_premise_is_cut_and_a_hypothesis_never() -> None:
    long, short = "late fee " * 40, "the fee"
    pairs = [
        LabelledPair(long, short, 0),
        LabelledPair(short, long, 0),
        LabelledPair(short, short, 2),
        LabelledPair(short, "", 2),
    ]
    kept = encode(pairs, wordpiece(), 32)
    assert [len(example.ids) for example in kept] == [32, 7]
    assert [example.target for example in kept] == [0, 2]
    assert kept[0].ids[kept[0].second :] == kept[1].ids[kept[1].second :]


def test_batches_hold_every_example_once_and_like_lengths_together(examples: list[EncodedPair]) -> None:
    batches = batches_of(examples, 256, 5)
    assert sorted(i for indices in batches for i in indices) == list(range(len(examples)))
    assert batches == batches_of(examples, 256, 5) != batches_of(examples, 256, 6)
    for indices in batches:
        lengths = {len(collate([examples[i]]).ids[0]) for i in indices}
        assert len(lengths) == 1
        assert len(indices) * lengths.pop() <= 256 + 32


def test_padding_is_masked_and_types_begin_at_the_hypothesis() -> None:
    found = collate([EncodedPair((2, 5, 3, 6, 3), 3, 0, 1.0), EncodedPair((2,) * 12, 6, 2, 0.5)])
    assert found.ids.shape == (2, 16)
    assert found.mask.sum(dim=1).tolist() == [5, 12]
    assert found.types[0].tolist() == [0, 0, 0, 1, 1] + [0] * 11
    assert found.weights.tolist() == [1.0, 0.5]


def test_tokens_are_hidden_but_not_what_parts_the_texts(tmp_path: Path) -> None:
    assert Mask.of(wordpiece()) is None
    save_tokenizer(tmp_path)
    mask = Mask.of(Tokenizer.from_file(str(tmp_path / "tokenizer.json")))
    assert mask is not None
    whole = collate([EncodedPair((2, *range(5, 35), 3, *range(5, 35), 3), 32, 0, 1.0)] * 20)
    torch.manual_seed(1)
    found = mask.hide(whole, 0.2)
    hidden = found.ids == mask.token
    assert torch.equal(found.ids[~hidden], whole.ids[~hidden])
    assert 0.15 < hidden.sum() / (20 * 60) < 0.25
    assert set(whole.ids[hidden].tolist()) <= set(range(5, 35))
    assert torch.equal(mask.hide(whole, 0.0).ids, whole.ids)


def test_dropout_leaves_attention_whole(start: Path) -> None:
    model = load_start(str(start))
    set_dropout(model, 0.3)
    shares = {name: part.p for name, part in model.named_modules() if isinstance(part, torch.nn.Dropout)}
    assert {share for name, share in shares.items() if "attention.self" in name} == {0.0}
    assert {share for name, share in shares.items() if "attention.self" not in name} == {0.3}


@pytest.mark.parametrize("write", [write_start, write_shared_start])
def test_lower_layers_stay_as_they_were(
    tmp_path: Path, examples: list[EncodedPair], write: Callable[[Path], Path]
) -> None:
    one = trainer(write(tmp_path / "start"), examples, tmp_path / "pass")
    freeze(one.model, 1)
    before = {name: weight.clone() for name, weight in one.model.named_parameters()}
    one.run()
    state = torch.load(tmp_path / "pass" / CHECKPOINT_FILE, weights_only=True)
    stayed = {name for name, weight in one.model.named_parameters() if torch.equal(weight, before[name])}
    lower = {name for name in before if ".layer.0." in name or "embeddings." in name or "relative_" in name}
    assert lower <= stayed
    assert {"classifier", "encoder.layer.1"} <= {_part(name) for name in set(before) - stayed}
    assert len(state["optimizer"]["state"]) == len(before) - len(lower)


def _part(name: str) -> str:
    """What a weight belongs to: a numbered layer or one of the parts beside them."""
    found = re.search(r"encoder\.layer\.\d+", name)
    return found[0] if found else name.split(".")[0]


@pytest.mark.parametrize(
    ("of", "layers", "taken"),
    [(12, 6, [0, 2, 4, 7, 9, 11]), (2, 2, [0, 1]), (3, 6, [0, 1, 2]), (4, 2, [0, 3])],
)
def test_a_student_takes_layers_from_the_first_to_the_last(of: int, layers: int, taken: list[int]) -> None:
    deep = {f"encoder.layer.{i}.out.weight": torch.tensor([i]) for i in range(of)}
    found = of_depth({**deep, "classifier.weight": torch.tensor([99])}, layers)
    assert found.pop("classifier.weight").item() == 99
    assert [int(found[f"encoder.layer.{i}.out.weight"]) for i in range(len(found))] == taken


def test_more_frozen_than_there_is(start: Path) -> None:
    with pytest.raises(RecipeError, match="frozen = 2, but the encoder has 2 layers: freeze fewer"):
        freeze(load_start(str(start)), 2)


def test_a_pass_goes_on_with_what_it_began_with(
    tmp_path: Path, start: Path, examples: list[EncodedPair]
) -> None:
    trainer(start, examples, tmp_path).run()
    other = trainer(start, examples, tmp_path)
    freeze(other.model, 1)
    with pytest.raises(RecipeError, match="was begun with other layers frozen: choose another --out"):
        other.run()


def test_examples_are_kept_for_a_run_that_goes_on(tmp_path: Path, examples: list[EncodedPair]) -> None:
    path = tmp_path / "one" / "examples.pt"
    write_examples(path, examples, "recipe")
    assert read_examples(path, "recipe") == examples
    with pytest.raises(RecipeError, match="was begun by another recipe: choose another --out"):
        read_examples(path, "other")


def test_the_rate_rises_and_falls(tmp_path: Path, start: Path, examples: list[EncodedPair]) -> None:
    one = trainer(start, examples, tmp_path, replace(ONE, decay=True))
    rates = [one.rate(step) for step in range(one.steps)]
    assert rates[0] == pytest.approx(ONE.rate / 3)
    assert max(rates) == rates[2]
    assert rates[3:] == sorted(rates[3:], reverse=True)
    assert rates[-1] < ONE.rate / 5
    assert trainer(start, examples, tmp_path).rate(one.steps - 1) == ONE.rate


def test_training_lowers_the_loss_and_is_the_same_again(
    tmp_path: Path, start: Path, examples: list[EncodedPair]
) -> None:
    long = replace(ONE, epochs=12.0, rate=3e-3)
    for name in ("a", "b"):
        trainer(start, examples, tmp_path / name, long).run()
    found = losses(tmp_path / "a")
    assert found == losses(tmp_path / "b")
    assert sum(found[-10:]) < 0.8 * sum(found[:10])


def test_the_last_checkpoints_are_averaged(tmp_path: Path, start: Path, examples: list[EncodedPair]) -> None:
    one = trainer(start, examples, tmp_path)
    model = one.run()
    states = [read_weights(path) for path in sorted(tmp_path.glob("weights-*.pt"))]
    assert len(states) == 2
    for name, weight in model.state_dict().items():
        assert torch.allclose(weight, (states[0][name] + states[1][name]) / 2)
    again = trainer(start, examples, tmp_path).run()  # a finished pass is read, not trained
    assert all(torch.equal(weight, again.state_dict()[name]) for name, weight in model.state_dict().items())


def test_a_killed_run_writes_the_same_losses(tmp_path: Path) -> None:
    recipe = write_recipe(tmp_path)
    write_start(tmp_path / "start")
    source = str(Path(__file__).parents[3] / ".src")
    code = (
        "import sys, time; from pathlib import Path; from rich.progress import Progress\n"
        "import torch; torch.set_num_threads(1)\n"
        "from faithstill.train.encoder import trainer\n"
        "step = trainer.Trainer._step\n"
        "slow = lambda *given: (time.sleep(float(sys.argv[3])), step(*given))[1]\n"
        "trainer.Trainer._step = slow\n"
        "from faithstill.train.encoder.encoder_folders import train_encoder\n"
        "train_encoder(Path(sys.argv[1]), Path(sys.argv[2]), Progress(disable=True), start=sys.argv[4])\n"
    )

    def run(out: str, pause: float) -> subprocess.Popen[bytes]:
        given = [sys.executable, "-c", code, recipe, tmp_path / out, str(pause), tmp_path / "start"]
        return subprocess.Popen(
            list(map(str, given)), env={"PYTHONPATH": source, "PATH": ""}, stderr=subprocess.DEVNULL
        )

    assert run("whole", 0).wait() == 0
    killed = run("killed", 0.05)
    checkpoint = tmp_path / "killed" / "passes" / "two" / CHECKPOINT_FILE
    while not checkpoint.is_file() and killed.poll() is None:
        time.sleep(0.02)
    killed.send_signal(signal.SIGKILL)
    killed.wait()
    before = len(losses(checkpoint.parent))
    assert run("killed", 0).wait() == 0
    for name in ("one", "two"):
        whole, again = (losses(tmp_path / out / "passes" / name) for out in ("whole", "killed"))
        assert whole == again
    assert 0 < before < len(again)
    assert (tmp_path / "whole" / "model.onnx").read_bytes() == (
        tmp_path / "killed" / "model.onnx"
    ).read_bytes()


def test_halves_only_where_they_are_fast() -> None:
    assert has_fast_halves("cuda")
    assert has_fast_halves("cpu") == torch.backends.cpu.get_cpu_capability().startswith("AVX512")


@pytest.mark.parametrize(
    ("state", "message"), [({"other": 1}, "holds no 'model'"), (None, "no such checkpoint")]
)
def test_what_is_no_checkpoint(tmp_path: Path, state: Any, message: str) -> None:
    if state is not None:
        torch.save(state, tmp_path / "checkpoint.pt")
    with pytest.raises(RecipeError, match=message):
        read_weights(tmp_path / "checkpoint.pt")
