# SPDX-License-Identifier: Apache-2.0
"""Answers composed to measure on: right sentences of one context with one false among them, and frames around answers.

Nothing of it is learnt from: rows are held out, sentences come from another writer than those of training, errors are
of other kinds.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from importlib.resources import files
from random import Random

from faithstill.data import Label, Triple
from faithstill.featurize.claims import answer_sentences
from faithstill.featurize.claims.refers import Need, need_of
from faithstill.train.planting.unsupported_statements import unsupported_statements

ACTS_SENTENCES = "acts.jsonl"
LENGTHS = (1, 2, 3, 6, 12)


@dataclass(frozen=True, slots=True)
class Composed:
    """A right answer of `length` sentences, and the same with one unsupported sentence of a `kind` in it."""

    right: Triple
    wrong: Triple
    length: int
    kind: str


def composed(triples: Sequence[Triple], *, seed: int, most: int) -> Iterator[Composed]:
    """For each length answers to at most `most` contexts; a length is left out where sentences are too few."""
    rng = Random(seed)
    false: dict[str, list[tuple[str, str]]] = {}
    for one in unsupported_statements(triples, seed=seed, split="test", most=len(triples)):
        false.setdefault(one.triple.context_key, []).append((one.kind, one.triple.answer))
    pools = [(base, sentences) for base, sentences in _pools(triples) if base.context_key in false]
    rng.shuffle(pools)
    for length in LENGTHS:
        enough = [(base, sentences) for base, sentences in pools if len(sentences) >= length]
        for base, sentences in enough[:most]:
            told = sentences[:1] + rng.sample(sentences[1:], length - 1)
            kind, text = rng.choice(false[base.context_key])
            place = rng.randrange(length + 1)
            spoilt = [*told[:place], text, *told[place:]]
            right = replace(base, answer=" ".join(told))
            wrong = replace(base, answer=" ".join(spoilt), label=Label.UNFAITHFUL)
            yield Composed(right, wrong, length, kind)


def _pools(triples: Sequence[Triple]) -> Iterator[tuple[Triple, list[str]]]:
    """A faithful row of each context with the distinct sentences of all faithful answers to it, its own first."""
    beside: dict[str, list[Triple]] = {}
    for triple in triples:
        if triple.label is Label.FAITHFUL and triple.answer_type != "refusal":
            beside.setdefault(triple.context_key, []).append(triple)
    for first, *others in beside.values():
        own = _stated(first.answer)
        # Another question's answer may need that question: "Up to 12 months." is right of nothing else.
        alone = [text for t in others for text in _stated(t.answer) if need_of(text, "") is Need.NONE]
        if own:
            yield first, list(dict.fromkeys((*own, *alone)))


def _stated(answer: str) -> list[str]:
    """The whole sentences of an answer that state something."""
    found = [s for s in answer_sentences(answer) if s.reason is None and not s.unit.cells and not s.item]
    texts = [" ".join(answer[s.unit.start : s.unit.end].split()) for s in found if not s.refuses]
    return [text if text[-1] in ".!" else f"{text}." for text in texts]


@lru_cache(maxsize=1)
def _frames() -> Mapping[str, list[str]]:
    path = files("faithstill.data") / ACTS_SENTENCES
    if not path.is_file():
        raise FileNotFoundError(f"{path} is missing: installed packages hold no data; run this in a checkout")
    text = path.read_text(encoding="utf-8")
    rows = [
        row for row in map(json.loads, text.splitlines()) if row["split"] == "test" and row["act"] == "frame"
    ]
    return {
        place: [row["text"] for row in rows if row["place"] in (place, "both")]
        for place in ("before", "after")
    }


def framed(triples: Sequence[Triple], *, seed: int) -> Iterator[tuple[Triple, Triple]]:
    """Each row beside the same with one or two frames before and behind its answer, as in a letter or a chat."""
    rng = Random(seed)
    frames = _frames()
    for triple in triples:
        before = rng.sample(frames["before"], rng.randint(0, 2))
        after = rng.sample(frames["after"], rng.randint(0 if before else 1, 2))
        joint = "\n" if rng.random() < 0.5 or "\n" in triple.answer else " "
        yield triple, replace(triple, answer=joint.join((*before, triple.answer, *after)))
