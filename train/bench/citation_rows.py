# SPDX-License-Identifier: Apache-2.0
"""Rightly cited answers, made from faithful rows: a marker behind each sentence whose passage is known.

Two sources of that knowledge, neither of them ours to guess with the model that is measured: a row of one passage
that people called faithful cites that passage, and passages of other rows that share most words with the answer
stand beside it; in a row of several passages a sentence cites the one that holds most of its words, where no other
comes near.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from random import Random

from faithstill.data import Passage, Triple
from faithstill.featurize.claims import answer_sentences
from faithstill.featurize.read.markers import markers_of, without

OTHERS = 3  # passages beside the right one
# Place, id and revision of a passage, see `marker_text`.
_MARKERS = (
    " [{n}]",
    "[{n}]",
    " [^{n}]",
    " (doc-{i})",
    "【{n}†source】",
    " [{n}](doc-{i})",
    " [doc-{i}]",
    " [doc-{i}@rev{r}]",
)
_WORD = re.compile(r"[^\W_]{4,}|\d[\d.,]*\d|\d")
_LEAST, _MARGIN = 0.5, 0.3  # of a sentence's words in its passage, and above any other passage
_SEVERAL = 2
_SAME = 0.5  # share of words from which a passage of another row says much the same


@dataclass(frozen=True, slots=True)
class Placed:
    """A right marker at `start:end` of the answer, for passage `passage`."""

    start: int
    end: int
    passage: int  # index
    template: str


@dataclass(frozen=True, slots=True)
class Cited:
    """A triple whose answer cites its passages rightly."""

    triple: Triple
    placed: tuple[Placed, ...]


def cited_rows(triples: Sequence[Triple], *, seed: int, most: int = 0) -> Iterator[Cited]:
    """Rightly cited answers of the faithful rows, in order; at most `most`, if that is not 0."""
    right = [t for t in triples if t.label is not None and t.label.positive]
    held = [_words(" ".join(p.text for p in t.passages)) for t in triples]
    made = 0
    for triple in right:
        rng = Random(f"{seed}/{triple.id}/{hashlib.sha256(triple.answer.encode()).hexdigest()}")
        bare = _bare(triple)
        own = len(bare.passages) < _SEVERAL
        cited = _cited(
            _beside(bare, triples, held, rng) if own else bare, rng, bare.passages[0] if own else None
        )
        if cited.placed:
            yield cited
            made += 1
            if made == most:
                return


def marker_text(template: str, passage: int) -> str:
    """A marker for the passage with this index.

    >>> marker_text("[{n}](doc-{i})", 1)
    '[2](doc-17)'
    """
    return template.format(n=passage + 1, i=10 + 7 * passage, r=passage + 2)


def _bare(triple: Triple) -> Triple:
    """The triple without the markers that its answer came with."""
    answer = re.sub("\x00", "", without(triple.answer, markers_of(triple.answer)))
    return replace(triple, answer=re.sub(r"[ \t]+(?=[.,;:!?])|(?<=\S)[ \t]+(?=\n|$)", "", answer).strip())


def _beside(triple: Triple, triples: Sequence[Triple], held: Sequence[frozenset[str]], rng: Random) -> Triple:
    """The triple with passages of other rows, those that share most words with its answer."""
    said, texts = _words(f"{triple.question} {triple.answer}"), {p.text for p in triple.passages}
    own = _words(" ".join(texts))
    order = sorted(range(len(triples)), key=lambda i: -len(said & held[i]) / (20 + len(held[i])) ** 0.5)
    chosen: list[Passage] = []
    for i in order:
        other = triples[i]
        asks_same = bool(other.question) and other.question == triple.question
        says_same = len(own & held[i]) > _SAME * min(len(own), len(held[i]))
        if not asks_same and not says_same and other.passages[0].text not in texts:
            chosen.append(other.passages[0])
            texts.add(other.passages[0].text)
        if len(chosen) == OTHERS:
            break
    passages = [*triple.passages, *chosen]
    rng.shuffle(passages)
    return replace(triple, passages=tuple(passages))


def _cited(triple: Triple, rng: Random, known: Passage | None) -> Cited:
    passages = tuple(
        replace(p, id=marker_text("doc-{i}", n), revision=marker_text("{r}", n))
        for n, p in enumerate(triple.passages)
    )
    right = next((n for n, p in enumerate(triple.passages) if p is known), None)
    template, inside = rng.choice(_MARKERS), rng.random() < 0.5
    held = [_words(p.text) for p in passages]
    out, last, placed = "", 0, []
    for s in answer_sentences(triple.answer):
        passage = right if right is not None else _passage_of(s.text, held)
        if s.reason or s.refuses or s.unit.cells or passage is None:
            continue
        said = triple.answer[s.unit.start : s.unit.end]
        at = s.unit.start + len(said.rstrip(" .!?") if inside else said)
        out += triple.answer[last:at]
        marker = marker_text(template, passage)
        start, last = len(out) + len(marker) - len(marker.lstrip()), at
        out += marker
        placed.append(Placed(start, len(out), passage, template.strip()))
    return Cited(replace(triple, answer=out + triple.answer[last:], passages=passages), tuple(placed))


def _passage_of(sentence: str, held: Sequence[frozenset[str]]) -> int | None:
    """The passage that holds most words of a sentence, where no other comes near."""
    words = _words(sentence)
    if len(words) < 3:
        return None
    shares = sorted(((len(words & own) / len(words), n) for n, own in enumerate(held)), reverse=True)
    (best, passage), (second, _) = shares[:2]
    return passage if best >= _LEAST and best - second >= _MARGIN else None


def _words(text: str) -> frozenset[str]:
    return frozenset(_WORD.findall(text.lower()))
