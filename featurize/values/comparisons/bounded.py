# SPDX-License-Identifier: Apache-2.0
"""A bound that the one place of a value that speaks of the same thing turns round, though other places do not.

"At least 20 mg" where "patients over 65 must not exceed 20 mg" stands beside "20 mg tablets"; and bounds that only
words further off make: "the first four", "waived from a balance of $500".
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace

from faithstill.featurize.document import Document, Sentence
from faithstill.featurize.extract import Bound, Kind, Mention
from faithstill.featurize.extract.agree import LOWER, UPPER, agree, bound_clash
from faithstill.featurize.synonyms import canonical
from faithstill.featurize.values.clashes import OF_BOUND, Clash, clash
from faithstill.featurize.values.slots.slots import EvidenceValues, Located
from faithstill.featurize.values.slots.surroundings import mentions_in, surroundings

from .comparison import ORDERED, Comparison

_MOST = 12  # places of the value
_REACH = 60
_FEWEST = 2  # words that make a place speak of the same thing
_FIRST = re.compile(r"(?<!after )(?<!beyond )\bthe first \W?$", re.IGNORECASE)
_FROM = re.compile(
    r"\bfrom an? (?:\w+ ){0,3}\w+ of \W?$|\b(?:waived|free|available|applies|apply|possible|eligible|off) from \W?$",
    re.IGNORECASE,
)
_ONWARDS = re.compile(r"\s(?:to|–|-|until)\s", re.IGNORECASE)
_STRICT = {Bound.LESS_THAN: Bound.AT_MOST, Bound.MORE_THAN: Bound.AT_LEAST}
_MOST_COUNTED = 20


def bounded(answer: Document, sentence: Sentence, evidence: EvidenceValues) -> Iterator[Comparison]:
    """The bounded values of a sentence that the place which says most of what it says bounds otherwise."""
    for mention in mentions_in(answer, sentence):
        if mention.kind not in ORDERED or mention.bound not in (*LOWER, *UPPER):
            continue
        found = _turned(answer, mention, evidence)
        if found:
            start = (
                answer.text.rfind(" ", sentence.unit.start, max(sentence.unit.start, mention.start - 12)) + 1
            )
            start = max(start, sentence.unit.start)
            shown = answer.text[start : mention.end]
            yield Comparison(start, mention.end, shown, "bound", False, Located(-1, mention), found)


def _turned(answer: Document, mention: Mention, evidence: EvidenceValues) -> Located | None:
    places = [e for same in evidence.like(mention) if agree(mention, same[0].mention) for e in same]
    if not places or len(places) > _MOST:
        return None
    own = surroundings(answer, mention).own
    said = frozenset(map(canonical, own)) - OF_BOUND
    shares = [(_shared(said, e, evidence), e) for e in places]
    best, found = max(shares, key=lambda pair: (pair[0], pair[1].mention.text))
    if best < _FEWEST or sum(share == best for share, _ in shares) > 1:
        return None
    document = evidence.document(found.passage)
    stated = replace(found.mention, bound=_bound(document, found.mention))
    is_strict = _is_strict_clash(mention, stated) and best == len(said)
    if not (bound_clash(mention, stated) or is_strict):
        return None
    return found if clash(answer, mention, document, stated, own, runs_along=False) is Clash.WRONG else None


def _shared(said: frozenset[str], e: Located, evidence: EvidenceValues) -> int:
    document = evidence.document(e.passage)
    index = document.sentence_at(e.mention.start)
    around = evidence.around(e)
    words = around.own | around.shared
    if index is not None:
        words |= frozenset(document.content(document.sentences[index]))
    return len(said & frozenset(map(canonical, words)))


def _bound(document: Document, mention: Mention) -> Bound:
    """The bound of a place of the evidence, also by "the first four" and "from a balance of $500"."""
    if mention.bound is not Bound.EXACT:
        return mention.bound
    before = document.text[max(0, mention.start - _REACH) : mention.start]
    if mention.kind is Kind.NUMBER and _FIRST.search(before):
        return Bound.AT_MOST
    if _FROM.search(before) and not _ONWARDS.match(document.text, mention.end):
        return Bound.AT_LEAST
    return Bound.EXACT


def _is_strict_clash(one: Mention, other: Mention) -> bool:
    """ "Fewer than five times" is no "up to five times"; of ages and amounts people speak more loosely."""
    if one.kind is not Kind.NUMBER or not one.unit or one.low is None or one.low > _MOST_COUNTED:
        return False
    return one.low % 1 == 0 and (
        _STRICT.get(one.bound) is other.bound or _STRICT.get(other.bound) is one.bound
    )
