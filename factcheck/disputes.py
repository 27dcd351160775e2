# SPDX-License-Identifier: Apache-2.0
"""Evidence at odds with itself: one passage states a value, another a different value of the very same slot."""

from __future__ import annotations

from collections.abc import Iterator

from faithstill.featurize import Alignment, Analysis, Located, Status
from faithstill.featurize.extract import VALUE_KINDS
from faithstill.featurize.extract.agree import agree, same_type
from faithstill.featurize.extract.document import weight

# A best rival that fits the answer's slot less well than this part of what the support does shares no slot with it.
_ALIKE = 0.75
# Of all that two sentences say beside their values, so much at most may differ, by weight; never a figure.
_MOST_DIFFERENT = 0.1
_FEWEST = 2
_MOST_WORDS = 3


def disputed_by(analysis: Analysis, alignment: Alignment) -> Located | None:
    """The place in another passage that says the same of another value than the support does; None for none."""
    support, rival = alignment.support, alignment.rival
    if alignment.status is not Status.EQUAL or alignment.mention.kind not in VALUE_KINDS:
        return None
    if support is None or rival is None or rival.slot < _ALIKE * support.slot:
        return None
    words = frozenset(analysis.evidence_values.slot_of(support))
    if len(words) < _FEWEST:
        return None
    return next(_alike(analysis, support, words), None)


def _alike(analysis: Analysis, support: Located, words: frozenset[str]) -> Iterator[Located]:
    """Other values in other passages of which the same is said."""
    if len(analysis.passages) < 2:
        return
    evidence, ours = analysis.evidence_values, support.mention
    for same in evidence.like(ours):
        theirs = same[0].mention
        if not same_type(ours, theirs):
            continue
        near = [
            e
            for e in same
            if e.passage != support.passage
            and not _lacks_many(analysis, words, e)
            and _say_the_same(words, frozenset(evidence.slot_of(e)))
        ]
        if near and not agree(ours, theirs) and not agree(theirs, ours):
            yield from near


def _lacks_many(analysis: Analysis, words: frozenset[str], located: Located) -> bool:
    """Does even the whole sentence of a value lack too many of the words? A look that spares reading its slot."""
    document = analysis.passages[located.passage]
    index = document.sentence_at(located.mention.start)
    if index is None or document.sentences[index].unit.cells:
        return False
    return len(words - document.sentence_bag(index)) > _MOST_WORDS


def _say_the_same(ours: frozenset[str], theirs: frozenset[str]) -> bool:
    different = ours ^ theirs
    if any(character.isdigit() for stem in different for character in stem):
        return False
    whole = sum(map(weight, ours | theirs))
    return sum(map(weight, different)) <= _MOST_DIFFERENT * whole
