# SPDX-License-Identifier: Apache-2.0
"""The weights of acts, learnt from a handful of sentences."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from faithstill.data import Triple, read_triples
from faithstill.featurize.claims.acts import ACTS_FILE, Act, ActWeights
from faithstill.train.packaged.learn_acts import Sample, annotated, main, refused, topics_of, written

TOLD = {
    Act.FRAME: ("Hi {},", "Dear {},", "Kind regards, {}", "Thanks for asking, {}!"),
    Act.REFUSAL: (
        "The documents of {} do not mention a fee.",
        "I could not find anything about {{topic}} in the papers of {}.",
        "The material from {} does not say.",
    ),
    Act.EMPTY: ("Please contact {}.", "Please ask {} instead.", "Not applicable to {}."),
    Act.STATEMENT: (
        "The plan of {} costs money.",
        "{} delivers on Monday.",
        "Members of {} may bring guests.",
    ),
}
NAMES = {"train": ("Anna", "Bruno", "Clara", "Dmitri", "Elena"), "test": ("Farid", "Greta")}


@pytest.fixture(scope="module")
def sentences(tmp_path_factory: pytest.TempPathFactory) -> Path:
    rows = [
        {"text": text.format(name), "act": act, "split": split}
        for split, names in NAMES.items()
        for act, texts in TOLD.items()
        for text in texts
        for name in names
    ]
    path = tmp_path_factory.mktemp("acts") / "acts.jsonl"
    path.write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
    return path


def test_only_the_split_asked_for_is_read_and_slots_are_filled(sentences: Path) -> None:
    train, test = (list(written(sentences, split, ["the deposit"])) for split in ("train", "test"))
    assert not {s.text for s in train} & {s.text for s in test}
    assert "I could not find anything about the deposit in the papers of Greta." in {s.text for s in test}
    assert not any("{" in s.text for s in (*train, *test))
    # A sentence with a slot is there three times and weighs as much as any other.
    assert sum(s.weight for s in train) == pytest.approx(5 * sum(map(len, TOLD.values())))


def test_a_model_reads_its_own_examples(
    sentences: Path, tiny_rows: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    main(sentences, tiny_rows, tmp_path)
    weights = ActWeights.of(json.loads((tmp_path / ACTS_FILE).read_text(encoding="utf-8")))
    topics = topics_of(read_triples(tiny_rows).triples)
    for split in NAMES:
        assert {
            s.text for s in written(sentences, split, topics) if weights.act_of(s.text) is not s.act
        } == set()
    # What is printed is of these weights, which know nothing but these sentences.
    said = capsys.readouterr().out.splitlines()
    n = {act: len(texts) * len(NAMES["test"]) for act, texts in TOLD.items()} | {Act.REFUSAL: 2 * 5}
    assert [line.split()[:2] for line in said] == [[act, str(n[act])] for act in Act]
    assert [line.partition("read as ")[2] for line in said] == [f"{{'{act}': {n[act]}}}" for act in Act]


def test_answers_and_passages_are_statements_but_for_refusals(tiny_rows: Path) -> None:
    refusal = Triple.of(question="", contexts=[], answer="It is not stated. Ask us.", answer_type="refusal")
    triples = [*read_triples(tiny_rows).triples, refusal]
    assert list(refused(triples)) == [Sample("It is not stated.", Act.REFUSAL, 0.5)]
    found = list(annotated(triples))
    assert {s.act for s in found} == {Act.STATEMENT}
    texts = {s.text for s in found}
    assert triples[0].answer in texts
    assert "The fee is taken on 3 March 2024." in texts
    assert not any("stated" in text for text in texts)
