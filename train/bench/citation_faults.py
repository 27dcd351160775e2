# SPDX-License-Identifier: Apache-2.0
"""Plants one known citation fault at a time into a rightly cited answer."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from enum import StrEnum
from random import Random

from faithstill.data import Triple

from .citation_rows import Cited, Placed, marker_text


class CitationFault(StrEnum):
    """What sort of fault is planted."""

    ORPHAN = "orphan"
    RANGE = "range"
    WRONG_PASSAGE = "wrong_passage"
    QUOTE = "quote"
    REVISION = "revision"


@dataclass(frozen=True, slots=True)
class Faulty:
    """A triple with one fault at `start:end` of its answer; `right` is the same one without it, and the index of
    the passage that should be cited."""

    triple: Triple
    kind: CitationFault
    start: int
    end: int
    right: Triple
    passage: int


_ORPHANS = ("[doc-{n}]", "(doc-{n})", "[^note{n}]", "[see it](doc-{n})")
_PHRASE = re.compile(r"[A-Za-z][\w,'’%$€£.-]*(?:[ ][\w,'’%$€£.-]+){5,13}[ ][\w'’%]+")
_WORDY = re.compile(r"[^\W\d_]{4,}")
_FIGURE = re.compile(r"\d+")
_NEGATED = re.compile(r"\b(is|are|was|were|may|can|will|must|has|have)\b(?! not)")


def faults(cited: Cited, *, seed: int) -> Iterator[Faulty]:
    """One fault of each kind, where the answer gives room for it; the same for the same arguments."""
    for kind in CitationFault:
        rng = Random(f"{seed}/{kind}/{cited.triple.id}/{cited.triple.answer}")
        yield from _PLANTERS[kind](cited, rng)


def _orphan(cited: Cited, rng: Random) -> Iterator[Faulty]:
    place = rng.choice(cited.placed)
    yield _with(cited, place, rng.choice(_ORPHANS).format(n=rng.randint(60, 99)), CitationFault.ORPHAN)


def _range(cited: Cited, rng: Random) -> Iterator[Faulty]:
    place = rng.choice(cited.placed)
    past = len(cited.triple.passages) + rng.randint(1, 4)
    text = rng.choice(("[{n}]", "[^{n}]", "【{n}†source】", "[{r}, {n}]")).format(n=past, r=place.passage + 1)
    yield _with(cited, place, text, CitationFault.RANGE)


def _wrong_passage(cited: Cited, rng: Random) -> Iterator[Faulty]:
    place = rng.choice(cited.placed)
    others = [n for n in range(len(cited.triple.passages)) if n != place.passage]
    yield _with(cited, place, marker_text(place.template, rng.choice(others)), CitationFault.WRONG_PASSAGE)


def _revision(cited: Cited, rng: Random) -> Iterator[Faulty]:
    place = rng.choice(cited.placed)
    passage = cited.triple.passages[place.passage]
    right = _answer(cited, place, f"[{passage.id}@rev{passage.revision}]")
    wrong = f"[{passage.id}@rev{int(passage.revision) + rng.choice((-1, 1))}]"
    yield replace(_with(cited, place, wrong, CitationFault.REVISION), right=right)


def _quote(cited: Cited, rng: Random) -> Iterator[Faulty]:
    """A sentence that quotes a cited passage, with one word or figure of the quotation changed."""
    place = rng.choice(cited.placed)
    found = [match.group() for match in _PHRASE.finditer(cited.triple.passages[place.passage].text)]
    changed = [(phrase, said) for phrase in found if (said := _altered(phrase, rng)) != phrase]
    if not changed:
        return
    phrase, said = rng.choice(changed)
    answer = cited.triple.answer.rstrip()
    marker = marker_text(place.template, place.passage)
    start = len(answer) + len(' It says "')
    right = replace(cited.triple, answer=f'{answer} It says "{phrase}" {marker}.')
    wrong = replace(cited.triple, answer=f'{answer} It says "{said}" {marker}.')
    yield Faulty(wrong, CitationFault.QUOTE, start, start + len(said), right, place.passage)


def _altered(phrase: str, rng: Random) -> str:
    """The phrase with a figure changed, denied, or without or with another word in the middle."""
    figures = [*_FIGURE.finditer(phrase)]
    if figures and rng.random() < 0.5:
        figure = rng.choice(figures)
        return (
            phrase[: figure.start()] + str(int(figure.group()) + rng.randint(1, 9)) + phrase[figure.end() :]
        )
    if (verb := _NEGATED.search(phrase)) and rng.random() < 0.5:
        return phrase[: verb.end()] + " not" + phrase[verb.end() :]
    words = phrase.split(" ")
    inner = [n for n in range(1, len(words) - 1) if _WORDY.fullmatch(words[n])]
    if not inner:
        return phrase
    at = rng.choice(inner)
    other = "general" if words[at] != "general" else "certain"
    return " ".join([*words[:at], *rng.choice(([], [other])), *words[at + 1 :]])


def _with(cited: Cited, place: Placed, text: str, kind: CitationFault) -> Faulty:
    return Faulty(
        _answer(cited, place, text), kind, place.start, place.start + len(text), cited.triple, place.passage
    )


def _answer(cited: Cited, place: Placed, text: str) -> Triple:
    answer = cited.triple.answer
    return replace(cited.triple, answer=answer[: place.start] + text + answer[place.end :])


_PLANTERS = {
    CitationFault.ORPHAN: _orphan,
    CitationFault.RANGE: _range,
    CitationFault.WRONG_PASSAGE: _wrong_passage,
    CitationFault.QUOTE: _quote,
    CitationFault.REVISION: _revision,
}
