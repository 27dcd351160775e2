# SPDX-License-Identifier: Apache-2.0
"""Learn when a refusal is right, for all bundles alike: `serve/models/refusals.json`.

`python -m faithstill.train.packaged.learn_refusals data/acts.jsonl data/finance.csv data/twin_answers.csv
--out serve/models [--public FOLDER]`

Learnt from the annotated refusals, and from made ones: of a question that a faithful row answers, beside its own
contexts a refusal is wrong; beside those of another row of its domain it is right. Wordings of the test split and
held-out rows are measured on only.
"""

from __future__ import annotations

import json
import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Annotated

import numpy as np
import typer
from numpy.typing import NDArray

from faithstill.data import Label, Triple, read_triples
from faithstill.data.sources import grounding_rows, read_public
from faithstill.featurize import Featurizer, Settings
from faithstill.featurize.families import refusal
from faithstill.serve.model import LinearModel
from faithstill.train.fit.signed_logistic import regressions
from faithstill.train.module_main import run_script

REFUSALS_FILE = "refusals.json"
_PUBLIC_TEST = ("attributionbench.dev", "expertqa.rand_val", "mtrag_human.test")
_KEPT = 0.94  # share of the right refusals of training that pass
_MOST = 1500  # made refusals of each source
_MOST_PUBLIC = 150
_C = 0.1
_SEED = 9
_LONG_WORD = 4


@dataclass(frozen=True, slots=True)
class Refusal:
    """A refusal beside some contexts; `right` where they do not answer the question."""

    triple: Triple
    right: bool


def wordings(path: Path, split: str) -> list[str]:
    """The refusals of one split, some with a slot for the topic."""
    rows = map(json.loads, path.read_text(encoding="utf-8").splitlines())
    return [row["text"] for row in rows if row["act"] == "refusal" and row["split"] == split]


def annotated(triples: Sequence[Triple]) -> Iterator[Refusal]:
    """The refusals that annotators labelled."""
    for triple in triples:
        if triple.answer_type == "refusal" and triple.label is not None:
            yield Refusal(triple, triple.label.positive)


def made(triples: Sequence[Triple], texts: Sequence[str], *, most: int) -> Iterator[Refusal]:
    """Of each question a wrong refusal beside its own contexts, and a right one beside another row's."""
    rng = random.Random(_SEED)
    answered = [
        t for t in triples if t.label is Label.FAITHFUL and t.question.strip() and t.answer_type != "refusal"
    ]
    rng.shuffle(answered)
    kept = answered[:most]
    held = [frozenset(_words(" ".join(p.text for p in t.passages))) for t in kept]
    for triple in kept:
        text = _filled(rng.choice(texts), triple.question)
        yield Refusal(replace(triple, answer=text), False)
        others = [
            j for j, o in enumerate(kept) if o.domain == triple.domain and o.context_key != triple.context_key
        ]
        if others:
            drawn = rng.sample(others, min(20, len(others)))
            asked = frozenset(_words(triple.question))
            near = max(drawn, key=lambda j: len(asked & held[j])) if rng.random() < 0.5 else drawn[0]
            if kept[near].group != triple.group:
                yield Refusal(replace(triple, answer=text, passages=kept[near].passages), True)


def refusals_by_source(
    sentences: Path, test: Sequence[Triple], folder: Path | None
) -> dict[str, list[Refusal]]:
    """Held-out refusals, annotated and made, by where their questions come from."""
    texts = wordings(sentences, "test")
    found = {"our refusals": list(annotated(test)), "our questions": list(made(test, texts, most=_MOST))}
    if folder:
        for name in _PUBLIC_TEST:
            public = list(read_public(folder / f"{name}.jsonl.xz"))
            found[name] = list(made(public, texts, most=_MOST_PUBLIC))
    return found


def _words(text: str) -> list[str]:
    return [word for word in text.lower().split() if len(word) >= _LONG_WORD]


def _filled(text: str, question: str) -> str:
    return text.replace("{topic}", " ".join(question.rstrip("?").lower().split()[-4:]))


def rows_of(
    refusals: Sequence[Refusal], featurizer: Featurizer
) -> tuple[NDArray[np.float64], NDArray[np.int64], list[Refusal]]:
    """(refusals, features), 1 for right ones, and those that are read as refusals: others are left out."""
    rows, kept = [], []
    for one in refusals:
        parts = [part for part in featurizer.analyse(one.triple).parts if part.statement.refuses]
        if parts:
            rows.append(list(refusal.compute(parts[0], {}).values()))
            kept.append(one)
    matrix = np.array(rows, dtype=np.float64).reshape(len(rows), len(refusal.FEATURES))
    return matrix, np.array([one.right for one in kept], dtype=np.int64), kept


def learn(matrix: NDArray[np.float64], y: NDArray[np.int64]) -> LinearModel:
    """The model, shifted so that the threshold that keeps the right refusals stands at even odds."""
    names = tuple(feature.name for feature in refusal.FEATURES)
    (linear,) = regressions(matrix, y, (_C,), "balanced", [feature.direction for feature in refusal.FEATURES])
    logits = linear.logits(matrix)
    shift = float(np.quantile(logits[y > 0], 1 - _KEPT))
    s = linear.scaling
    return LinearModel(names, s.low, s.high, s.mean, s.scale, linear.coef, linear.intercept - shift, 0.5)


def main(
    sentences: Path,
    own: list[Path],
    out: Annotated[Path, typer.Option("--out", help="folder to write refusals.json into")],
    folder: Annotated[Path | None, typer.Option("--public", help="folder of public sets, *.jsonl.xz")] = None,
) -> None:
    """Learn, write the model, print how many right and wrong refusals pass, held out."""
    featurizer = Featurizer(Settings(encoder=""))
    rows = [t for path in own for t in read_triples(path, labelled=True).triples]
    train, test = ([t for t in rows if (t.split == "test") == held] for held in (False, True))
    texts = wordings(sentences, "train")
    learnt = [*annotated(train), *made(train, texts, most=_MOST)]
    if folder:
        learnt += made(list(grounding_rows(folder)), texts, most=_MOST)
    matrix, y, _ = rows_of(learnt, featurizer)
    model = learn(matrix, y)
    (out / REFUSALS_FILE).write_text(json.dumps(model.as_json(), indent=1) + "\n", encoding="utf-8")
    for name, refusals in refusals_by_source(sentences, test, folder).items():
        found, right, kept = rows_of(refusals, featurizer)
        passed = model.logits(found) >= 0
        say = f"{name:22} read as refusals {len(kept)} of {len(refusals)}"
        for value, word in ((1, "right"), (0, "wrong")):
            if n := int((right == value).sum()):
                say += f"; {word} ones passed {int(passed[right == value].sum())} of {n}"
        typer.echo(say)


if __name__ == "__main__":
    run_script(main)
