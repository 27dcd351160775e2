# SPDX-License-Identifier: Apache-2.0
"""Statements that nothing supports, for the questions and contexts of faithful rows: what a classifier must refuse.

Three sources: sentences written for it (promises, advice, world knowledge, inventions), sentences of answers to other
contexts of the domain, and planted errors. Of each some are for training and others for measuring, by writer, by row
and by kind of error, so that what is learnt from is not what is measured.
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

from .mutants import MutationKind, mutants

SENTENCES_FILE = "resources/unsupported.jsonl"
SHARE = 1 / 45  # of the rows: so many faithful ones have statements made for them, three at most each
SHORTEST = 5  # words of a sentence of another answer
OTHER_ANSWER = "other answer"
TRAINING_ERRORS = frozenset(
    {MutationKind.NUMBER, MutationKind.DATE, MutationKind.ENTITY, MutationKind.NEGATION}
)
MEASURED_ERRORS = frozenset(MutationKind) - TRAINING_ERRORS - {MutationKind.CITATION}


@dataclass(frozen=True, slots=True)
class Unsupported:
    """A triple whose answer is one statement that its contexts do not support; `row` is the place of its base."""

    triple: Triple
    row: int
    kind: str


def unsupported_statements(
    triples: Sequence[Triple], *, seed: int, split: str = "train", most: int | None = None
) -> Iterator[Unsupported]:
    """One of each source for `most` faithful rows, without it for a share of all rows; the same for the same seed."""
    rng = Random(seed)
    good = [
        i
        for i, t in enumerate(triples)
        if t.label is Label.FAITHFUL and t.answer_type != "refusal" and t.answer.strip()
    ]
    beside = _by_domain(triples, good)
    wanted = round(len(triples) * SHARE) if most is None else most
    for i in sorted(rng.sample(good, min(wanted, len(good)))):
        base = triples[i]
        found = {**_other(base, triples, beside, rng), **_written(split, rng), **_planted(base, split, rng)}
        for kind, text in found.items():
            yield Unsupported(replace(base, answer=text, label=Label.UNFAITHFUL, spans=()), i, kind)


def _by_domain(triples: Sequence[Triple], places: Sequence[int]) -> Mapping[str, list[int]]:
    """The places of rows by their domain."""
    found: dict[str, list[int]] = {}
    for i in places:
        found.setdefault(triples[i].domain, []).append(i)
    return found


def _other(
    base: Triple, triples: Sequence[Triple], beside: Mapping[str, list[int]], rng: Random
) -> dict[str, str]:
    other = triples[rng.choice(beside[base.domain])]
    if (other.group or other.context_key) == (base.group or base.context_key):
        return {}
    sentences = [
        s.text
        for s in answer_sentences(other.answer)
        if s.reason is None and not s.refuses and len(s.text.split()) >= SHORTEST
    ]
    return {OTHER_ANSWER: rng.choice(sentences)} if sentences else {}


def _written(split: str, rng: Random) -> dict[str, str]:
    row = rng.choice(written_sentences(split))
    return {row["kind"]: row["text"]}


@lru_cache(maxsize=2)
def written_sentences(split: str) -> tuple[Mapping[str, str], ...]:
    """The sentences written for one split, with `text`, `kind` and `domain`."""
    text = (files("faithstill.train") / SENTENCES_FILE).read_text(encoding="utf-8")
    rows = map(json.loads, text.splitlines())
    return tuple(row for row in rows if row["split"] == split)


def _planted(base: Triple, split: str, rng: Random) -> dict[str, str]:
    kinds = TRAINING_ERRORS if split == "train" else MEASURED_ERRORS
    texts = [passage.text for passage in base.passages]
    found = list(
        mutants(base.answer, texts, kinds=sorted(kinds), seed=rng.randrange(1 << 30), question=base.question)
    )
    if not found:
        return {}
    one = rng.choice(found)
    for sentence in answer_sentences(one.text):
        unit = sentence.unit
        if sentence.reason is None and unit.start <= one.start < unit.end:
            return {f"planted {one.kind}": one.text[unit.start : unit.end]}
    return {}
