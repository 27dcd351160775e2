# SPDX-License-Identifier: Apache-2.0
"""A name put in another's place: the evidence has nearly the same words around the other, and never around it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from faithstill.featurize.document import Document
from faithstill.featurize.extract import Mention
from faithstill.featurize.extract.folded import fold
from faithstill.featurize.extract.ordinary import is_ordinary
from faithstill.featurize.extract.same_name import is_identifier
from faithstill.featurize.lexicon import NEGATORS
from faithstill.featurize.synonyms import antonyms, canonical
from faithstill.featurize.values.slots.slots import EvidenceValues, Located

from .roles import (
    AGAIN,
    MOST_PLACES,
    Like,
    Place,
    Places,
    all_places,
    best_fit,
    fit,
    is_mutual,
    sentence_words,
)

# A name is in another's place where the words around it are this alike there, and no more than this elsewhere.
_LIKE = 0.62
_UNLIKE = 0.3
_SAME = 0.9
_WAYS = frozenset(("to", "from"))
_NEAR = 3  # words
_LEAST_WEIGHT = 5.0  # of all those words


Beside = Mapping[tuple[str, str], Sequence[tuple[Places, Mention]]]


def _beside(evidence: EvidenceValues) -> Beside:
    """The evidence names by the words right before and after them."""
    found: dict[tuple[str, str], list[tuple[Places, Mention]]] = {}
    for places in evidence.once(all_places):
        for mention, key in places.all_beside():
            if all(key):
                found.setdefault(key, []).append((places, mention))
    return found


class Usurpers:
    """Names that took the place of another: the same words beside it in the evidence, but never beside this one."""

    def __init__(self, answer: Document, evidence: EvidenceValues, like: Like) -> None:
        self._answer = Places(answer)
        self._evidence = evidence
        self._places = evidence.once(all_places)
        self._like = like

    @property
    def _beside(self) -> Beside:
        return self._evidence.once(_beside)

    def rival(self, mention: Mention) -> Located | None:
        """The name that the evidence has between the words around an answer's name, if it is another one."""
        wanted = self._answer.of(mention)
        key = self._answer.beside(mention)
        if not all(key) or wanted.total < _LEAST_WEIGHT or is_identifier(mention.key):
            return None
        if is_mutual(wanted.before) or is_mutual(wanted.after):
            return None
        beside = self._beside.get(key, ())
        found = self._like(mention)
        if not 0 < len(beside) <= MOST_PLACES or len(found) > MOST_PLACES:
            return None
        alike = [place for place in (places.of(m) for places, m in beside) if fit(wanted, place) >= _LIKE]
        rivals = [place for place in alike if self._is_other(mention, place)]
        if any(self._is_turned(wanted, place) for place in rivals):
            return None
        if not rivals or len(rivals) < len(alike):
            return None
        own = [self._places[x.passage].of(x.mention) for x in found]
        if not own or best_fit(wanted, own) > _UNLIKE:
            return None
        rival = max(rivals, key=lambda place: fit(wanted, place))
        figures = _figures_beside(wanted) - _figures_beside(rival)
        if any(not figures.isdisjoint(_figures_beside(place)) for place in own):
            return None  # "Carol scored 70 points" of "Alice scored 90 points, and 70 went to Carol"
        return None if any(self._is_added(place, rival) for place in own) else rival.located

    def _is_added(self, own: Place, rival: Place) -> bool:
        """Is the same said of a name in the same sentence or the next: "Anna teaches French and Bob does too"?"""
        if own.sentence is None or rival.sentence is None or own.located.passage != rival.located.passage:
            return False
        document = self._places[own.located.passage].document
        return own.sentence - rival.sentence in (0, 1) and not AGAIN.isdisjoint(sentence_words(document, own))

    def took_place(self, mention: Mention) -> bool:
        """Does the evidence have all the words beside a name, and other names alone among them?"""
        wanted, key = self._answer.of(mention), self._answer.beside(mention)
        if not all(key) or wanted.total < _LEAST_WEIGHT:
            return False
        beside = (places.of(m) for places, m in self._beside.get(key, ())[:MOST_PLACES])
        alike = [place for place in beside if fit(wanted, place) >= _SAME]
        return bool(alike) and all(self._is_other(mention, place) for place in alike)

    def _is_turned(self, wanted: Place, place: Place) -> bool:
        """Is it told from the other side, or denied?

        "Ben earns less than Anna" of "Anna earns more than Ben", "lets it to Ben" of "rents it from Anna",
        "Ben is no chair".
        """
        ours = sentence_words(self._answer.document, wanted)
        theirs = sentence_words(self._places[place.located.passage].document, place)
        if {frozenset(("to",)), frozenset(("from",))} == {ours & _WAYS, theirs & _WAYS}:
            return True
        if NEGATORS.isdisjoint(ours) is not NEGATORS.isdisjoint(theirs):
            return True
        meant = {canonical(word) for word in theirs - ours}
        return any(not antonyms(word).isdisjoint(meant) for word in ours - theirs)

    def _is_other(self, mention: Mention, place: Place) -> bool:
        """Another name and no role: not a part or longer form of it, and neither "the Pledgee" nor "Catch"."""
        rival = place.located.mention
        ours, theirs = fold(mention.text).split(), fold(rival.text).split()
        if not set(ours).isdisjoint(theirs) or is_identifier(rival.key):
            return False
        text = self._places[place.located.passage].document.text
        role = text[max(0, rival.start - 4) : rival.start].lower() == "the " or is_ordinary(
            rival.text.lower()
        )
        return len(theirs) > 1 or not role


def _figures_beside(place: Place) -> frozenset[str]:
    """The figures next to a name."""
    return frozenset(
        stem
        for side in (place.before, place.after)
        for stem, (_, rank) in side.items()
        if rank < _NEAR and stem[0].isdigit()
    )
