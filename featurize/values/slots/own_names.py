# SPDX-License-Identifier: Apache-2.0
"""What the answer itself says a value is of, so that no rival of another name or time can be meant."""

from __future__ import annotations

import re
from collections.abc import Sequence

from faithstill.featurize.document import Document
from faithstill.featurize.extract import Bound, Kind, Mention
from faithstill.featurize.extract.agree import agree

from .bands import bands_of, fits_band, points_told
from .paired import listed
from .qualifiers import periods_named, rates
from .reach import Told
from .slots import EvidenceValues, Located
from .surroundings import beside, mentions_in, nearest_stems

_PASSED = (Bound.MORE_THAN, Bound.LESS_THAN)
_CLAUSE, _REACH = re.compile(r"[.;:]\s|,\s(?:and|but|while)\s"), 40
_FORMERLY = re.compile(
    r"\b(?:original|previous|former|initial)(?:ly)?\b|\bused to\b|\bhad been\b", re.IGNORECASE
)
_FORMER = re.compile(
    r"(?:\b(?:original|previous|former|initial|old|prior)(?:ly)?\b[^.;:,\d]{0,30}:?|\bfrom)\s\W?$",
    re.IGNORECASE,
)
_FROM = re.compile(
    r",?\s\(?(?:(?:up|down|an? \w+) from|compared (?:with|to)|versus|vs\.?|against)\s\W?", re.IGNORECASE
)
_CALENDAR = frozenset({Kind.DATE, Kind.PERIOD})


def is_meant(told: Told, support: Located, rival: Located, evidence: EvidenceValues) -> bool:
    """Does what the answer says of the value show that the support is meant, and not the rival?"""
    return any(
        test(told, support, rival, evidence)
        for test in (_is_named_otherwise, _is_for_other_rate, _is_of_band_told)
    )


def _is_named_otherwise(told: Told, support: Located, rival: Located, evidence: EvidenceValues) -> bool:
    """Does the answer give the value the name that the support has, and speak nowhere of the rival's?

    "Mars orbits the Sun in 687 days" of "Mercury orbits the Sun in 88 days and Mars in 687". What it sets aside it
    does not speak of: "without Pro you pay $20". What was so before is no other value: "it originally cost $9".
    """
    if _tells_former(told) and _is_former(support, evidence) and not _is_former(rival, evidence):
        return True
    names = evidence.naming
    theirs = evidence.around(rival).own
    if not (theirs - evidence.around(support).own).isdisjoint(told.aside):
        return True
    if theirs & names <= told.groups.keys():
        return False
    own = (told.own & names) - theirs - told.compared
    return bool(own) and not own.isdisjoint(_labels(support, evidence))


def _is_for_other_rate(told: Told, support: Located, rival: Located, evidence: EvidenceValues) -> bool:
    """Does the answer give the value the rate that is the support's alone: "€1,230 a month" of a "monthly payment"?"""
    ours = rates(told.answer, told.mention)
    return bool(ours) and not ours.isdisjoint(_rates_of(support, evidence) - _rates_of(rival, evidence))


def _is_of_band_told(told: Told, support: Located, rival: Located, evidence: EvidenceValues) -> bool:
    """Does the answer tell what lies in the band that the support alone is for, and not all that sets the rival apart?

    "A transfer of £12,000 costs £35" of "transfers cost £20; transfers over £10,000 cost £35".
    """
    document = evidence.document(support.passage)
    place = document.sentence_at(support.mention.start)
    content = document.sentence_bag(place) if place is not None else frozenset[str]()
    apart = evidence.around(rival).own - content
    if apart and apart <= told.own:
        return False
    ours = list(bands_of(document, support.mention))
    if not ours or list(bands_of(evidence.document(rival.passage), rival.mention)):
        return False
    index = told.answer.sentence_at(told.mention.start)
    said = mentions_in(told.answer, told.answer.sentences[index]) if index is not None else ()
    limits = [m for m in said if m is not told.mention and m.bound is not Bound.EXACT]
    if any(agree(band, limit) for band in ours for limit in limits):
        return True
    points = points_told(told.answer, told.question, told.mention)
    return fits_band(document, support.mention, points) > 0


def _rates_of(located: Located, evidence: EvidenceValues) -> frozenset[str]:
    """What a value is for, as said behind it or by its own words: "monthly"."""
    behind = rates(evidence.document(located.passage), located.mention)
    return behind | periods_named(evidence.around(located).own)


def _tells_former(told: Told) -> bool:
    """Does the answer say of a value that it was so before?"""
    index = told.answer.sentence_at(told.mention.start)
    if index is None:
        return False
    unit = told.answer.sentences[index].unit
    clause = _CLAUSE.split(told.answer.text[unit.start : told.mention.start])[-1]
    return _FORMERLY.search(clause) is not None


def _is_former(located: Located, evidence: EvidenceValues) -> bool:
    """Is it called the original, or what a move led from?"""
    text = evidence.document(located.passage).text
    return _FORMER.search(text, max(0, located.mention.start - _REACH), located.mention.start) is not None


def _labels(located: Located, evidence: EvidenceValues) -> frozenset[str]:
    """The stems that name what a value is of: no other value, of whatever kind, stands nearer to them.

    Of one in a list or a row all that are its own, since these go by their order.
    """
    document, mention = evidence.document(located.passage), located.mention
    index = document.sentence_at(mention.start)
    own = evidence.around(located).own
    if index is None:
        return own
    sentence = document.sentences[index]
    values = [m for m in mentions_in(document, sentence) if beside(m, mention)]
    if sentence.unit.cells or len(listed(document.text, values, mention)) > 1:
        return own
    return own & nearest_stems(document, sentence, mention)


def is_time_of_passed(answer: Document, time: Mention, rival: Located, evidence: EvidenceValues) -> bool:
    """Does a rival time tell when another value was so than the one of which the answer tells the time?

    "Exceeded $5m in 2024", where $5m was the value of 2022; "4% in 2019" of "5% in 2024, up from 4%".
    """
    if time.kind not in _CALENDAR:
        return False
    ours = answer.sentence_at(time.start)
    document = evidence.document(rival.passage)
    theirs = document.sentence_at(rival.mention.start)
    if ours is None or theirs is None:
        return False
    stated = mentions_in(document, document.sentences[theirs])
    told = [m for m in mentions_in(answer, answer.sentences[ours]) if m.low is not None]
    if any(one.bound in _PASSED and _is_told(one, stated, exact=True) for one in told):
        return True
    end = rival.mention.end
    led = [m for m in stated if m.low is not None and m.start >= end]
    if not led or not _FROM.fullmatch(document.text, end, led[0].start):
        return False
    earlier = [m for m in told if _is_told(m, led[:1])]
    return bool(earlier) and not any(_is_told(m, stated) for m in told if m not in earlier)


def _is_told(one: Mention, stated: Sequence[Mention], *, exact: bool = False) -> bool:
    return any(
        one.low == other.low and one.kind is other.kind and (other.bound is Bound.EXACT or not exact)
        for other in stated
    )
