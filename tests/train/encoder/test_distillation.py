# SPDX-License-Identifier: Apache-2.0
"""A student learns what its teachers say: pairs that nobody labelled, probabilities kept on disk, a loss that falls."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

torch = pytest.importorskip("torch", reason="encoders are trained with torch")
pytest.importorskip("transformers", reason="encoders are loaded with transformers")
pytest.importorskip("onnx", reason="encoders are quantised with onnx")

from rich.progress import Progress  # noqa: E402

from faithstill.featurize.encoders.nli import NliScore, OnnxNli, ScriptedNli  # noqa: E402
from faithstill.train.encoder.encoder_folders import train_encoder  # noqa: E402
from faithstill.train.encoder.labelled_claims import UNLABELLED, NliRow  # noqa: E402
from faithstill.train.encoder.pair_cases import LabelledPair  # noqa: E402
from faithstill.train.encoder.recipe import RecipeError, SetUse, TrainingPass  # noqa: E402
from faithstill.train.encoder.teacher_labels import LABELS_FILE, taught  # noqa: E402
from faithstill.train.encoder.trainer import loss_of  # noqa: E402
from faithstill.train.encoder.training_examples import Batch  # noqa: E402
from faithstill.train.encoder.unlabelled_pairs import unlabelled_pairs  # noqa: E402

from .tiny_encoder import RECIPE, write_recipe, write_start  # noqa: E402

ONE = TrainingPass("one", (SetUse("a"),), soft=0.25, temperature=2.0)
PAIRS = [LabelledPair(f"fee {n}", "the fee", n % 3) for n in range(1200)]
STUDENT = (
    RECIPE[: RECIPE.index("[[pass]]")].replace("save_every = 5", "save_every = 50")
    + """
[[pass]]
name = "distilled"
epochs = 3
rate = 3e-3
soft = 0.5
teacher = ["teacher"]
sets = [{ file = "train.jsonl", windows = true, unlabelled = 2 }]
"""
)


def test_the_loss_is_least_where_the_student_says_what_its_teacher_says() -> None:
    told = torch.tensor([[0.7, 0.2, 0.1]])
    empty = torch.zeros((1, 8), dtype=torch.long)
    unlabelled = Batch(empty, empty, empty, torch.tensor([UNLABELLED]), torch.ones(1), told)
    assert loss_of(told.log() + 3, unlabelled, ONE).item() == pytest.approx(0, abs=1e-6)
    assert loss_of(told.flip(1).log(), unlabelled, ONE) > 0.1
    labelled = replace(unlabelled, targets=torch.tensor([0]))
    without = replace(labelled, taught=None)
    assert loss_of(told.log(), labelled, ONE).item() == pytest.approx(
        0.75 * loss_of(told.log(), without, ONE).item()
    )


def test_the_mean_of_two_teachers_is_kept_and_gone_on_with(tmp_path: Path) -> None:
    sure = ScriptedNli(lambda premise, hypothesis: NliScore(0.8, 0.1, 0.1))
    even = ScriptedNli(lambda premise, hypothesis: NliScore(0.4, 0.4, 0.2))
    done: list[int] = []

    def killed(count: int, of: int) -> None:
        done.append(count)
        if count == 1000:
            raise KeyboardInterrupt

    path = tmp_path / LABELS_FILE
    with pytest.raises(KeyboardInterrupt):
        taught(PAIRS, [sure, even], path, killed)
    found = taught(PAIRS, [sure, even], path, lambda count, of: done.append(count))
    assert done == [0, 500, 1000, 1000, 1200]
    assert len(sure.asked) == len(even.asked) == 1200
    shares = [(0.8 * 0.4) ** 0.5, (0.1 * 0.4) ** 0.5, (0.1 * 0.2) ** 0.5]
    assert found[-1].taught == pytest.approx([share / sum(shares) for share in shares])
    assert [pair.hypothesis for pair in found] == [pair.hypothesis for pair in PAIRS]
    with pytest.raises(RecipeError, match="labels of other pairs"):
        taught(PAIRS[1:], [sure, even], path, lambda count, of: None)


def test_unlabelled_pairs_show_a_claim_with_other_evidence_than_its_best() -> None:
    texts = (
        "The late fee is $25. Rent is due on the first of May. Pets are allowed on the ground floor only.",
        "The parcel weighs nine kilos. It was sent to Lyon by rail. Nobody was at home to sign for it.",
    )
    rows = [
        NliRow((texts[0],), "Rent is due in May.", "supported"),
        NliRow((texts[1],), "It was sent.", "supported"),
    ]
    pairs = list(unlabelled_pairs(rows, SetUse("a", windows=True, unlabelled=2), 1))
    assert {pair.target for pair in pairs} == {UNLABELLED}
    of_claim = [pair.premise for pair in pairs if pair.hypothesis == "Rent is due in May."]
    assert any("parcel" in premise for premise in of_claim)
    sentences = [pair for pair in pairs if pair.hypothesis in texts[0]]
    assert sentences
    assert all(pair.hypothesis not in pair.premise for pair in sentences)


def test_claims_on_the_same_contexts_are_pairs_of_their_own() -> None:
    rows = [
        NliRow((text,), claim, "supported") for text in ("one", "two") for claim in (f"{text} a", f"{text} b")
    ]
    pairs = list(unlabelled_pairs(rows, SetUse("a", unlabelled=2), 1))
    assert sorted((pair.premise, pair.hypothesis) for pair in pairs) == [
        ("one a", "one b"),
        ("one b", "one a"),
        ("two a", "two b"),
        ("two b", "two a"),
    ]
    assert {pair.target for pair in pairs} == {UNLABELLED}


FEES = [
    (f"The late fee is ${a} per month.", f"The late fee is ${b} per month.") for a in (5, 7) for b in (5, 7)
]


@pytest.fixture(scope="module")
def teacher(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """An encoder in `teacher`, beside the start, the rows and the recipe that it was made with."""
    folder = tmp_path_factory.mktemp("distilled")
    write_start(folder / "start")
    with Progress(disable=True) as bar:
        train_encoder(write_recipe(folder), folder / "teacher", bar, start=str(folder / "start"), only="one")
    return folder / "teacher"


def test_a_student_comes_to_agree_with_its_teacher(teacher: Path) -> None:
    recipe, start = teacher.parent / "student.toml", str(teacher.parent / "start")
    recipe.write_text(STUDENT, encoding="utf-8")
    out = teacher.parent / "student"
    with Progress(disable=True) as bar:
        train_encoder(recipe, out, bar, start=start)
    told, learnt = ([one.entailment for one in OnnxNli.load(name).scores(FEES)] for name in (teacher, out))
    assert told == pytest.approx(learnt, abs=0.1)
    assert (out / "passes" / "distilled" / LABELS_FILE).is_file()


def test_training_goes_on_from_an_exported_encoder(teacher: Path) -> None:
    start, recipe, out = (
        str(teacher.parent / "start"),
        teacher.parent / "recipe.toml",
        teacher.parent / "again",
    )
    with Progress(disable=True) as bar:
        train_encoder(recipe, out, bar, start=start, weights=teacher, measure_only=True)
    once, again = (OnnxNli.load(folder).scores(FEES)[0].entailment for folder in (teacher, out))
    assert once == pytest.approx(again, abs=0.02)
