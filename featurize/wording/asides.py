# SPDX-License-Identifier: Apache-2.0
"""Whether two nearly equal clauses may both hold because of what one of them says beside the other.

"Balances above $500 earn 2%" is no contradiction of "balances below $500 earn nothing", nor "the fee is not paid in
advance" one of "the fee is paid in arrears".
"""

from __future__ import annotations

import re

from faithstill.featurize.document import Document, Sentence
from faithstill.featurize.lexicon import NEGATORS
from faithstill.featurize.synonyms import antonyms
from faithstill.featurize.values.clashes import OTHERS, TURNING

from .opposed_words import Opposed, opposed_words
from .places import Place

# How far what is said beside a place may stand from it: no break between, no colon or ", and", no semicolon.
CLAUSE, PART, MAIN, WHOLE = 1.0, 2.9, 5.9, 1e9
_OPENER = re.compile(r"\W*(?:no|yes)\b(?=\W{0,3}[,:;.—–-])", re.IGNORECASE)
_NEGATIVE = re.compile(
    r"[^\d;]{0,25}?(?:(?<!\w)[-−–(]\s?[$£€¥]?\s?(?:\(\s?)?(?=\d)|\b(?:negative|minus)\b)", re.IGNORECASE
)
_BE = frozenset("is are was were be been being".split())
_PARTIES = frozenset("by to from".split())
_WAYS = frozenset("to from".split())
_TURNED = (OTHERS | TURNING | {"off"}) - NEGATORS
_OTHERS = OTHERS | frozenset("further next subsequent every".split())


def may_both_hold(ours: Place, theirs: Place, *, is_mirrored: bool) -> bool:
    """Does one of the two say more, less or another thing beside the places?

    `is_mirrored` where the same may be told from its other side: A is above B, B is below A.
    """
    return (
        not figures(ours, PART if is_mirrored else CLAUSE) <= figures(theirs, MAIN)
        or not denied(ours, PART) <= denied(theirs, WHOLE)
        or not denied(theirs, PART) <= denied(ours, WHOLE)
        or not _among(theirs, _OTHERS) <= _among(ours, _OTHERS)
        or _lead_elsewhere(ours, theirs)
        or _is_below_zero(ours) is not _is_below_zero(theirs)
        or (is_mirrored and _is_other_side(ours, theirs))
        or have_other_opposites(ours, theirs)
    )


def _is_other_side(ours: Place, theirs: Place) -> bool:
    """A word that turns one of two round; "passes are sold" and "you can buy"; two things, each named by one only."""
    return (
        _among(ours, _TURNED) != _among(theirs, _TURNED)
        or _is_passive(ours) is not _is_passive(theirs)
        or _come_from_and_go_to(ours, theirs)
        or are_named_apart(ours, theirs)
    )


def _is_passive(place: Place) -> bool:
    before = place.document.words[max(place.first - 2, place.sentence.first) : place.first]
    return not _BE.isdisjoint(before)


def _come_from_and_go_to(ours: Place, theirs: Place) -> bool:
    """ "France imports cars from Japan" beside "Japan exports cars to France"; of other goods either may do both."""
    (mine, good, way), (other, their_good, their_way) = (_transfer(place) for place in (ours, theirs))
    is_turned = bool(way and their_way) and way != their_way
    are_others = bool(mine and other) and mine.isdisjoint(other)
    return is_turned and (are_others or (bool(good and their_good) and good.isdisjoint(their_good)))


def _transfer(place: Place) -> tuple[frozenset[str], frozenset[str], str]:
    """The content stems before a verb, those behind it, and the "to" or "from" at which these end."""
    document, near = place.document, place.words(CLAUSE)
    end = next((at for at in near if at >= place.last and document.words[at] in _WAYS), None)
    if end is None:
        return frozenset(), frozenset(), ""
    subject = frozenset(document.stems[at] for at in near if at < place.first) - {""}
    return subject, frozenset(document.stems[place.last : end]) - {""}, document.words[end]


def _lead_elsewhere(ours: Place, theirs: Place) -> bool:
    """ "Bought by" beside "sold to", "had risen to 5%" beside "fell from 5%"."""
    after = [p.document.words[p.last] if p.last < p.sentence.last else "" for p in (ours, theirs)]
    return after[0] != after[1] and not _PARTIES.isdisjoint(after)


def _is_below_zero(place: Place) -> bool:
    """ "Net income was -$5 million" says what "net loss was $5 million" says."""
    return _NEGATIVE.match(place.document.text, place.span[1], place.sentence.unit.end) is not None


def are_named_apart(ours: Place, theirs: Place) -> bool:
    """Does each name what the other does not?"""
    mine, other = _names(ours), _names(theirs)
    return bool(mine - other and other - mine)


def is_question(document: Document, sentence: Sentence) -> bool:
    """Does a sentence ask?"""
    return document.text.endswith("?", sentence.unit.start, sentence.unit.end)


def figures(place: Place, reach: float) -> frozenset[str]:
    """The figures beside a place, also where they are written as words; "one" is as good as "a"."""
    document = place.document
    read = ((document.stems[at] or document.words[at]).replace(",", "") for at in place.words(reach))
    return frozenset(word for word in read if word[0].isdigit() and word != "1")


def denied(place: Place, reach: float) -> frozenset[str]:
    """The content stem after each negator beside the place, but for those of "No, ..." and "no more than"."""
    document = place.document
    opener = _OPENER.match(document.text, place.sentence.unit.start)
    begin, bounds = opener.end() if opener else 0, _bounds(place)
    found = [
        next((stem for stem in document.stems[at + 1 : place.sentence.last] if stem), "")
        for at in place.words(reach)
        if document.words[at] in NEGATORS and document.starts[at] >= begin and at not in bounds
    ]
    return frozenset(found)


def have_other_opposites(ours: Place, theirs: Place) -> bool:
    """Are other words beside the places opposed too, so that the whole is turned round?"""
    own, their_own = _stems(ours) - _stems(theirs), _stems(theirs) - _stems(ours)
    if any(not their_own.isdisjoint(antonyms(stem)) for stem in own):
        return True
    mine, other = _opposites(ours), _opposites(theirs)
    return any(
        x.excludes(y) and not any(x.is_like(z) for z in other) and not any(y.is_like(z) for z in mine)
        for x in mine
        for y in other
    )


def _stems(place: Place) -> frozenset[str]:
    return frozenset(place.document.stems[at] for at in place.words(PART)) - {""}


def _bounds(place: Place) -> frozenset[int]:
    """The words of "no more than" and the like, which deny nothing."""
    found = opposed_words(place.document, place.sentence.first, place.sentence.last)
    return frozenset(
        at for word in found if word.last - word.first > 1 for at in range(word.first, word.last)
    )


def _among(place: Place, wanted: frozenset[str]) -> frozenset[str]:
    return wanted.intersection(place.document.words[at] for at in place.words(WHOLE))


def _names(place: Place) -> frozenset[str]:
    """The words with a capital letter, but the first of the sentence."""
    document = place.document
    return frozenset(
        document.words[at]
        for at in place.words(WHOLE)
        if at > place.sentence.first and document.text[document.starts[at]].isupper()
    )


def _opposites(place: Place) -> list[Opposed]:
    near = frozenset(place.words(PART))
    found = opposed_words(place.document, place.sentence.first, place.sentence.last)
    return [word for word in found if word.first in near]
