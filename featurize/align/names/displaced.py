# SPDX-License-Identifier: Apache-2.0
"""A name in the place of another: the evidence has the same words in a row, but around the other name alone."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from faithstill.featurize.align.slots.slots import EvidenceValues, Located
from faithstill.featurize.extract import Mention
from faithstill.featurize.extract.document import Document
from faithstill.featurize.extract.folded import fold
from faithstill.featurize.extract.same_name import NAMES

# Entries of a row: a stem as it is, a word of grammar and a name with a sign before it.
_EDGE, _GRAMMAR, _NAME = "^", "~", "="
_ARTICLES = frozenset("the a an s".split())
_JOINTS = (_NAME, _GRAMMAR + "and", _GRAMMAR + "or")
# Words in a row around the name, and how many of them must carry meaning.
_LEAST_RUN, _LEAST_CONTENT = 5, 3
_SAME_START = 3  # letters: "Hibs" and "Hibernian", "Lib Dem" and "Liberal Democrat"


@dataclass(frozen=True, slots=True)
class NameRow:
    """The words of a sentence, each name one entry, and where `located` stands among them."""

    words: tuple[str, ...]
    at: int
    located: Located
    has_article: bool

    @property
    def sides(self) -> tuple[str, str]:
        """The words right before and right after."""
        return self.words[self.at - 1], self.words[self.at + 1]

    def run(self, other: NameRow) -> int:
        """How many words around both names are the same in a row; 0 where too few carry meaning."""
        before = zip(self.words[self.at - 1 :: -1], other.words[other.at - 1 :: -1], strict=False)
        after = zip(self.words[self.at + 1 :], other.words[other.at + 1 :], strict=False)
        found = [word for side in (before, after) for word in self._same(other, side) if word != _EDGE]
        return len(found) if sum(word[0].isalnum() for word in found) >= _LEAST_CONTENT else 0

    def _same(self, other: NameRow, side: Iterator[tuple[str, str]]) -> Iterator[str]:
        """The words up to the first that differ; of two exchanged names each stands for the other."""
        for ours, theirs in side:
            if ours != theirs and (theirs, ours) != (self.words[self.at], other.words[other.at]):
                return
            yield ours


class NameRows:
    """The rows of some texts by the words beside each name, and by the name itself."""

    def __init__(self, documents: Sequence[Document]) -> None:
        self.beside: dict[tuple[str, str], list[NameRow]] = {}
        self.of: dict[tuple[int, int], NameRow] = {}
        for number, document in enumerate(documents):
            for row in _rows(document, number):
                self.of[number, row.located.mention.start] = row
                self.beside.setdefault(row.sides, []).append(row)


def displaced(ours: NameRow, own: Sequence[Located], rows: NameRows) -> Located | None:
    """The name that the evidence has among the words around a name of the answer, which it has elsewhere (`own`)."""
    if any(side.startswith(_JOINTS) for side in ours.sides):
        return None  # of a list any order is right
    places = {(place.passage, place.mention.start) for place in own}
    least = max([_LEAST_RUN, *(2 * ours.run(rows.of[place]) for place in places if place in rows.of)])
    found = [row for row in rows.beside.get(ours.sides, ()) if ours.run(row) >= least]
    if not found or any(_may_be_same(ours, row, rows) for row in found):
        return None
    return found[0].located


def _may_be_same(ours: NameRow, theirs: NameRow, rows: NameRows) -> bool:
    """May two names be one: do they share a word or a start, or does a third hold words of both ("Sharad Kumar")?"""
    one, other = (set(row.words[row.at].removeprefix(_NAME).split()) for row in (ours, theirs))
    if ours.has_article is not theirs.has_article:
        return True  # "the Frenchman", "the Publisher" may be a person or firm that is named too
    if any(a[:_SAME_START] == b[:_SAME_START] for a in one for b in other):
        return True
    names = (set(row.words[row.at].removeprefix(_NAME).split()) for row in rows.of.values())
    return any(not one.isdisjoint(name) and not other.isdisjoint(name) for name in names)


def _rows(document: Document, passage: int) -> Iterator[NameRow]:
    """A row for each name of a document's prose."""
    names = [mention for mention in document.mentions if mention.kind in NAMES]
    within: dict[int, dict[int, Mention]] = {}
    for mention, index in zip(names, document.sentences_at([m.start for m in names]), strict=True):
        if index >= 0 and not document.sentences[index].unit.cells:
            within.setdefault(index, {})[bisect_left(document.starts, mention.start)] = mention
    for index, spans in within.items():
        sentence = document.sentences[index]
        words, places = _entries(document, sentence.first, sentence.last, spans)
        for at, mention in places:
            before = bisect_left(document.starts, mention.start) - 1
            has_article = before >= sentence.first and document.words[before] in _ARTICLES
            yield NameRow(words, at, Located(passage, mention), has_article)


def _entries(
    document: Document, at: int, last: int, spans: Mapping[int, Mention]
) -> tuple[tuple[str, ...], list[tuple[int, Mention]]]:
    words, places = [_EDGE], list[tuple[int, Mention]]()
    while at < last:
        mention = spans.get(at)
        if mention:
            places.append((len(words), mention))
            words.append(_NAME + fold(mention.text))
            at = max(at + 1, bisect_left(document.starts, mention.end))
            continue
        if document.words[at] not in _ARTICLES:
            words.append(document.stems[at] or _GRAMMAR + document.words[at])
        at += 1
    return (*words, _EDGE), places


def rows_of(evidence: EvidenceValues) -> NameRows:
    """The rows of all passages."""
    return NameRows(evidence.passages)
