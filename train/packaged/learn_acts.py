# SPDX-License-Identifier: Apache-2.0
"""Learn what a sentence does in an answer (featurize/claims/acts.py).

`python -m faithstill.train.packaged.learn_acts data/acts.jsonl data/finance.csv --out featurize/resources
[--public FOLDER]`

The first file holds sentences written for it, half of them by another writer and held out; statements and refusals of
annotated answers and claims of public sets, where a folder of them is given, stand beside them. Prints how the held
out sentences are read.
"""

from __future__ import annotations

import json
import random
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from typing import Annotated, Any

import numpy as np
import scipy.sparse as sparse
import typer
from numpy.typing import NDArray
from sklearn.feature_extraction import DictVectorizer
from sklearn.linear_model import LogisticRegression

from faithstill.data import Triple, read_triples
from faithstill.data.sources import read_public
from faithstill.featurize.claims.acts import ACTS, ACTS_FILE, Act, ActWeights, runs_of
from faithstill.featurize.encoders.embed import StaticEmbedder
from faithstill.featurize.extract.document import content_stems
from faithstill.featurize.read.structure import units
from faithstill.train.module_main import run_script

# Sets whose claims are statements, with the most to take of each: sentences of other subjects than ours.
_PUBLIC = (
    ("lingnli.train", 2500), ("factcg.train_doc", 800), ("halueval_qa_part.gen", 600), ("infotabs.train", 600),
    ("scitail.test", 500), ("healthver.dev", 400), ("covidfact.rte_train", 600), ("climatefever.test", 400),
    ("conjnli.adv_train", 800), ("polytope.val", 500), ("clapnq.dev", 400),
)  # fmt: skip
_MOST_OWN = 6000
_C = 1.0
_VECTOR = 3.0  # what a static vector weighs beside a run of words
_FEWEST = 3  # sentences that a run must stand in
_SLOT = "{topic}"
_SEED = 5
_DIGITS = 2
_SLIGHT = 0.1  # weights below which a run is dropped


@dataclass(frozen=True, slots=True)
class Sample:
    """A sentence, what it does, and what it weighs in the loss."""

    text: str
    act: Act
    weight: float = 1.0


def written(path: Path, split: str, topics: Sequence[str]) -> Iterator[Sample]:
    """The sentences of one split; where a slot for the topic stands, three with topics of questions."""
    rng = random.Random(_SEED)
    for line in path.read_text(encoding="utf-8").splitlines():
        row = json.loads(line)
        if row["split"] != split:
            continue
        act = Act(row["act"])
        if _SLOT not in row["text"]:
            yield Sample(row["text"], act)
            continue
        for _ in range(3):
            yield Sample(row["text"].replace(_SLOT, rng.choice(topics)), act, 1 / 3)


def topics_of(triples: Iterable[Triple]) -> list[str]:
    """Two to five words of each question: what a refusal may speak of."""
    rng = random.Random(_SEED)
    found = []
    for question in dict.fromkeys(triple.question for triple in triples):
        words = re.findall(r"\w+", question.lower())
        first = rng.randrange(max(1, len(words) - 3))
        found.append(" ".join(words[first : first + rng.randint(2, 5)]))
    return [topic for topic in found if topic]


def refused(triples: Sequence[Triple]) -> Iterator[Sample]:
    """The first sentences of annotated refusals."""
    for triple in triples:
        if triple.answer_type == "refusal":
            yield from (Sample(text, Act.REFUSAL, 0.5) for text in islice(_sentences(triple.answer), 1))


def annotated(triples: Sequence[Triple]) -> Iterator[Sample]:
    """Sentences of passages, and of answers that refuse nothing, as statements."""
    answers = (triple.answer for triple in triples if triple.answer_type != "refusal")
    passages = dict.fromkeys(passage.text for triple in triples for passage in triple.passages)
    for texts in (answers, passages):
        found = [text for whole in texts for text in _sentences(whole)]
        random.Random(_SEED).shuffle(found)
        yield from (Sample(text, Act.STATEMENT, 0.5) for text in found[:_MOST_OWN])


def public(folder: Path) -> Iterator[Sample]:
    """Claims of public sets, as statements."""
    for name, most in _PUBLIC:
        triples = list(read_public(folder / f"{name}.jsonl.xz"))
        texts = [text for triple in triples for text in _sentences(triple.answer)]
        random.Random(_SEED).shuffle(texts)
        yield from (Sample(text, Act.STATEMENT, 0.5) for text in texts[:most])


def _sentences(text: str) -> Iterator[str]:
    yield from (text[unit.start : unit.end] for unit in units(text) if not unit.cells)


def learn(samples: Sequence[Sample]) -> dict[str, Any]:
    """The content of `acts.json`."""
    counts = Counter(run for sample in samples for run in runs_of(sample.text))
    runs = DictVectorizer().fit([{run: 1.0 for run, n in counts.items() if n >= _FEWEST}])
    matrix = sparse.hstack(
        [runs.transform([dict.fromkeys(runs_of(s.text), 1.0) for s in samples]), _vectors(samples)]
    )
    labels = [ACTS.index(sample.act) for sample in samples]
    model = LogisticRegression(C=_C, max_iter=5000)
    model.fit(matrix.tocsr(), labels, sample_weight=[sample.weight for sample in samples])
    names = runs.get_feature_names_out()
    coef = model.coef_.T
    kept = {
        str(name): row.round(_DIGITS).tolist()
        for name, row in zip(names, coef[: len(names)], strict=True)
        if np.abs(row).max() >= _SLIGHT
    }
    vector = (coef[len(names) :] * _VECTOR).round(_DIGITS)
    framing = (s.text for s in samples if s.act in (Act.FRAME, Act.EMPTY))
    words = sorted({stem for text in framing for stem in content_stems(text)})
    return {
        "frame_words": words,
        "bias": model.intercept_.round(_DIGITS).tolist(),
        "runs": kept,
        "vector": vector.tolist(),
    }


def _vectors(samples: Sequence[Sample]) -> sparse.csr_matrix:
    vectors: NDArray[np.float32] = StaticEmbedder.load().encode([sample.text for sample in samples])
    return sparse.csr_matrix(vectors * _VECTOR)


def main(
    sentences: Path,
    rows: Path,
    out: Annotated[Path, typer.Option("--out", help="folder to write acts.json into")],
    folder: Annotated[Path | None, typer.Option("--public", help="folder of public sets, *.jsonl.xz")] = None,
) -> None:
    """Learn from the training sentences, write the weights, print how the held-out ones are read."""
    triples = [t for t in read_triples(rows, labelled=True).triples if t.split != "test"]
    topics = topics_of(triples)
    samples = [
        *written(sentences, "train", topics),
        *annotated(triples),
        *refused(triples),
        *(public(folder) if folder else ()),
    ]
    learnt = learn(samples)
    (out / ACTS_FILE).write_text(json.dumps(learnt, separators=(",", ":")) + "\n", encoding="utf-8")
    weights = ActWeights.of(learnt)
    told = Counter((s.act, weights.act_of(s.text)) for s in written(sentences, "test", topics))
    for act in ACTS:
        found = {str(other): n for (own, other), n in told.items() if own is act}
        typer.echo(f"{act:10} {sum(found.values()):4}  read as {found}")


if __name__ == "__main__":
    run_script(main)
