# SPDX-License-Identifier: Apache-2.0
"""One subject told as a multiple of another: "Pro costs twice as much as Basic", "5 times as many users as Pro"."""

from __future__ import annotations

import re
from collections.abc import Iterator
from decimal import Decimal

from faithstill.featurize.values.slots.slots import EvidenceValues, Located

from .comparison import ORDERED, Comparison
from .multiples import FACTORS
from .than import VERB, parallel, words_of

_FACTOR = "|".join(sorted(FACTORS, key=len, reverse=True))
_AS = re.compile(
    rf"^(?P<left>[^,;:.()]+?) {VERB} (?P<cue>(?:exactly |precisely )?(?P<factor>(?:{_FACTOR}|\d{{1,3}}(?:\.\d+)?))"
    r"(?: times|x)?) as \w+(?P<noun>(?: \w+){0,3}?) as (?P<right>[^,;:.()]+)",
    re.IGNORECASE,
)
_ROOM = Decimal("0.15")  # "twice" is said of 1.8 as well


def times_as(text: str, begin: int, evidence: EvidenceValues) -> Iterator[Comparison]:
    """The multiples of one sentence, each with whether all parallel values of the two sides stand so."""
    match = _AS.search(text)
    if match is None:
        return
    noun = words_of(match["noun"])
    left, right = words_of(match["left"]), words_of(match["right"])
    pairs = parallel(left - right - noun, right - left - noun, noun | (left & right), ORDERED, evidence)
    factor = Decimal(FACTORS.get(match["factor"].lower()) or match["factor"])
    verdicts = {_is_multiple(a, b, factor) for a, b in pairs}
    (holds,) = verdicts if len(verdicts) == 1 else (None,)
    sides = pairs[0] if pairs else (None, None)
    yield Comparison(begin, begin + match.end(), match.group(), match["cue"], holds, *sides)


def _is_multiple(a: Located, b: Located, factor: Decimal) -> bool | None:
    if not a.mention.low or not b.mention.low or min(a.mention.low, b.mention.low) < 0:
        return None
    return abs(a.mention.low / b.mention.low - factor) <= factor * _ROOM
