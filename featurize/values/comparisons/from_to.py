# SPDX-License-Identifier: Apache-2.0
"""Moves that a sentence tells with both ends: "rose to $45m from $38m", "cut from 8 to 5", "9, down from 11"."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from decimal import Decimal

from faithstill.featurize.extract import VALUE_KINDS, Bound, Kind, Mention

from .comparison import ORDERED
from .directions import FALLS, RISES

_CALENDAR = frozenset({Kind.DATE, Kind.PERIOD})
_SIGNS = (
    dict.fromkeys(RISES.split(), 1)
    | dict.fromkeys(FALLS.split(), -1)
    | dict.fromkeys(
        "lengthened lengthens widened widens expanded accelerated boosted boosts lifted lifts advanced doubled "
        "tripled extended".split(),
        1,
    )
    | dict.fromkeys(
        "shortened shortens narrowed narrows slipped slips slid sank slowed slows eased trimmed trims slashed "
        "slashes halved contracted weakened dipped dips tumbled".split(),
        -1,
    )
    | dict.fromkeys("changed changes went goes moved moves improved improves worsened worsens".split(), 0)
)
_NO_CUES = frozenset(["up", "down", "growth"])  # "cost growth was cut to 3%"
_CUE = rf"(?P<cue>{'|'.join(sorted(_SIGNS.keys() - _NO_CUES, key=len, reverse=True))}|(?<=[st] )(?:up|down)(?= from))"
# Words that say when, up to the next end of the move: "in the fourth quarter of", "at year-end".
_TIME = (
    r"(?:,? (?:in|at|on|by|during|for|over|as|of|the|a|an|its|this|last|end|year|years|year-end|quarter|half|month|"
    r"week|day|fiscal|financial|period|first|second|third|fourth|full|early|late|mid|same|previous|prior|earlier|"
    r"before|ago|ended|just|only|now|today|already|around|about|approximately|nearly|almost|roughly|some|level|Q[1-4]|"
    r"H[12]|<@\d+>)){0,8}?"
)
_JOINS = (
    "and|or|as|while|but|when|which|that|who|if|than|rang\\w+|between|from|to|per|apply|applies|vary|varies"
)
_WHAT = rf"(?: (?:the|its|their|your|our|his|her|my|a|an|this)(?: (?!(?:{_JOINS})\b)(?:[\w.'’&-]+|<@\d+>)){{1,6}}?)?"
_BY = r"(?: (?:\w+ly|again|back|further|slightly))?(?:,? (?:by )?(?:\w+ )?<\d+>)?(?:,? year[- ](?:on|over)[- ]year)?"
_SAID = r"(?: (?:a|an|the|its|just|only|about|around|approximately|nearly|almost|roughly|some|restated|previous)){0,2}"
# "Compared with 50 expected" is no earlier value: a time must follow.
_EARLIER = (
    r"(?: (?:in|at|for|on|as of|during))?(?: the)?(?: (?:end of|year-end|fiscal|year ended|same|corresponding))?"
    r" (?:<@|(?:a|one) (?:year|quarter|month) (?:earlier|ago|before)|prior|previous|last year|year before)"
)
_AGAINST = rf"(?:compared (?:with|to)|against|versus|vs\.?)(?=(?: [\w]+)? <\d+>{_EARLIER})"
_FORMS = (
    # "rose by 12% to X in 2024 from Y"
    re.compile(
        rf"\b{_CUE}{_WHAT}{_BY}{_TIME} to{_SAID} <(?P<later>\d+)>{_TIME},? (?:(?:up|down) )?(?:from|{_AGAINST}){_SAID} "
        r"<(?P<earlier>\d+)>(?: to <(?P<wide>\d+)>)?",
        re.IGNORECASE,
    ),
    # "was lowered from Y to X"
    re.compile(
        rf"\b{_CUE}{_WHAT}{_BY}{_TIME},? from{_SAID} <(?P<earlier>\d+)>{_TIME},? to{_SAID} <(?P<later>\d+)>"
        r"(?! to <)(?P<wide>)",
        re.IGNORECASE,
    ),
    # "X in 2024, down from Y"
    re.compile(
        rf"<(?P<later>\d+)>(?P<noun>(?: (?!(?:{_JOINS})\b)[a-z][\w-]*){{0,3}}?){_TIME}(?:,? which (?:is|was|were|are))?"
        rf"(?:,| [–—-]| \()? ?(?P<cue>up|down) from{_SAID} <(?P<earlier>\d+)>(?! to <)(?P<wide>)",
        re.IGNORECASE,
    ),
)
_LEADS = re.compile(r"\b(?:from|against|compared|versus|vs)\b")
_DENIED = re.compile(
    r"(?:\bnot|n['’]t|\bnever|\bno|\bwithout|\brather than|\binstead of)\s(?:\w+\s){0,2}$", re.IGNORECASE
)
# "It slowed price increases to 3% from 5%", "it limits the rise to 3% from 5%".
_NOUN = re.compile(r"(?:rise|increase|fall|drop|decline|cut|reduction|decrease)s?", re.IGNORECASE)
_TURNERS = re.compile(
    rf"\b(?:{'|'.join(sorted(_SIGNS.keys() - _NO_CUES))}|curb\w*|limit\w*|restrain\w*|temper\w*)\b|"
    r"\b(?:the|this|that|its|less|fewer|of) $",
    re.IGNORECASE,
)
_RANKS = re.compile(
    r"(?i)\b(?:rank\w*|positions?|places?|spots?|seed\w*|notch\w*|number|no\.|handicap|par)\b"
)
_CLAUSE = re.compile(r"[;:]|, (?:and|while|but|whereas) |\b(?:while|whereas)\b")
_FIGURE = re.compile(r"\d{1,15}(?:,\d{3}){0,5}(?:\.\d{1,9})?")
_HAIR = Decimal("0.1")
_LARGEST = 1_000  # a figure that may leave its "million" to the other: "from 4.9 to 6.2 billion"
_SCALE = 1_000


@dataclass(frozen=True, slots=True)
class Move:
    """Characters `start:end` of a text tell that a value went from `earlier` to `later`; `sign` is what its verb says.

    `sizes` are what the two may be worth: where one leaves its scale to the other, with and without it.
    """

    start: int
    end: int
    cue: str
    sign: int
    earlier: Mention
    later: Mention
    sizes: tuple[tuple[Mention, Mention], ...]

    @property
    def is_contradictory(self) -> bool:
        """Does the verb say the opposite of its own two values, however they are read?"""
        return bool(self.sign) and all(went(e, x) == -self.sign for e, x in self.sizes)


def moves(text: str, begin: int, values: Sequence[Mention]) -> Iterator[Move]:
    """The moves of one sentence, which starts at `begin` and states `values`."""
    values = [m for m in values if m.kind in VALUE_KINDS]
    if len(values) < 2 or not _LEADS.search(text):
        return
    masked, places = _masked(text, begin, values)
    for form in _FORMS:
        for match in form.finditer(masked):
            found = _move(match, masked, places, values)
            if found and not (_RANKS.search(text) and found.earlier.kind is Kind.NUMBER):
                yield found


def went(earlier: Mention, later: Mention) -> int:
    """1 where the later value is more, -1 where it is less, 0 where that is not sure."""
    ends = earlier.low, earlier.high, later.low, later.high
    if not _may_compare(earlier, later) or any(end is None or end < 0 for end in ends):
        return 0
    low, high, new_low, new_high = (end or Decimal(0) for end in ends)
    if Bound.ABOUT in (earlier.bound, later.bound) and abs(new_low - low) <= low * _HAIR:
        return 0
    if (new_low, new_high) == (low, high):
        return 0
    if new_low >= low and new_high >= high:
        return 1
    return -1 if new_low <= low and new_high <= high else 0


def _may_compare(a: Mention, b: Mention) -> bool:
    points = {Bound.EXACT, Bound.ABOUT}
    alike = a.kind is b.kind and (
        a.unit == b.unit or (a.kind is Kind.NUMBER and "fraction" not in (a.unit, b.unit))
    )
    return alike and a.kind in ORDERED and a.bound in points and b.bound in points


def _masked(text: str, begin: int, values: Sequence[Mention]) -> tuple[str, Sequence[int]]:
    """The sentence with `<n>` for its values and `<@n>` for its dates, and where each character came from."""
    pieces: list[str] = []
    places: list[int] = []
    at = 0
    for n, m in enumerate([*values, None]):
        until = m.start - begin if m else len(text)
        for place in range(at, until):
            if text[place] != "*":
                pieces.append(" " if text[place].isspace() else text[place])
                places.append(begin + place)
        if m is None:
            break
        sign = "" if m.kind in ORDERED else "@" if m.kind in _CALENDAR else "!"
        mark = f"<{sign}{n}>"
        pieces.append(mark)
        places += [m.start] * len(mark)
        at = max(until, m.end - begin)
    return "".join(pieces), places


def _move(match: re.Match[str], masked: str, places: Sequence[int], values: Sequence[Mention]) -> Move | None:
    earlier, later = values[int(match["earlier"])], values[int(match["later"])]
    if match["wide"]:
        end = values[int(match["wide"])]
        earlier = replace(earlier, high=end.high, end=end.end)
    if _DENIED.search(masked, max(0, match.start() - 40), match.start("cue")):
        return None
    clause = re.split("[,;:]", masked[: match.start("cue")])[-1]
    if _NOUN.fullmatch(match["cue"]) and _TURNERS.search(clause[-40:]):
        return None
    if "noun" in match.re.groupindex and match["noun"] and not _stands_alone(match, masked, later, values):
        return None
    start = min(places[match.start("cue")], earlier.start, later.start)
    cue = match["cue"].lower()
    sign = _SIGNS[cue]
    return Move(start, max(earlier.end, later.end), cue, sign, earlier, later, tuple(_sizes(earlier, later)))


def _stands_alone(match: re.Match[str], masked: str, later: Mention, values: Sequence[Mention]) -> bool:
    """ "38 stores in 50 states, down from 42" is of the stores: no other value of the kind may stand before it."""
    before = masked[: match.start("later")]
    clause = max((found.end() for found in _CLAUSE.finditer(before)), default=0)
    inside = (values[int(n)] for n in re.findall(r"<(\d+)>", before[clause:]))
    return all(m.kind is not later.kind for m in inside)


def _sizes(earlier: Mention, later: Mention) -> Iterator[tuple[Mention, Mention]]:
    """ "From 4.9 to 6.2 billion": 4.9 as it is, and 4.9 billion."""
    yield earlier, later
    for bare, scaled in ((earlier, later), (later, earlier)):
        scale = scale_of(scaled)
        if bare.low is None or bare.low != bare.high or bare.low >= _LARGEST or scale < _SCALE:
            continue
        if {bare.kind, scaled.kind} <= {Kind.NUMBER, Kind.MONEY}:
            whole = replace(
                bare, kind=scaled.kind, unit=scaled.unit, low=bare.low * scale, high=bare.low * scale
            )
            yield (whole, scaled) if bare is earlier else (scaled, whole)


def scale_of(mention: Mention) -> Decimal:
    """What its "million" or "k" makes of the printed figure; 1 where there is none."""
    figure = _FIGURE.search(mention.text)
    printed = Decimal(figure.group().replace(",", "")) if figure else Decimal(0)
    return mention.low / printed if printed and mention.low else Decimal(1)
