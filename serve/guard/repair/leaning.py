# SPDX-License-Identifier: Apache-2.0
"""Which sentences of an answer cannot stay when others go: what needs them, and what opened only them."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator
from functools import cached_property

from faithstill.featurize.claims import NoClaimReason
from faithstill.featurize.claims.clauses import split
from faithstill.featurize.claims.refers import Need, need_of, states
from faithstill.featurize.read.readable import BULLET, cleaned, plain

from .layout import RULE, Layout
from .notes import Notes

# Openings that say how a sentence stands to the one before it; without that one they say something else.
_TURNS = re.compile(
    r"\W*(?:(?:however|otherwise|therefore|thus|hence|instead|consequently|accordingly|conversely|nevertheless|"
    r"nonetheless|as a result|for (?:this|that) reason|because of (?:this|that)|"
    r"in (?:this|that|these|those|such)(?: an?)? (?:cases?|events?|situations?)|"
    r"if (?:so|not)|by contrast|in contrast|on the other hand|that said|even so|"
    r"in other words|for example|for instance)\b|(?:still|rather|yet),)",
    re.IGNORECASE,
)
_SAME = frozenset("it its he his she her they their".split())
_MANY = frozenset("these those they their them both all".split())
_LABEL = re.compile(r"(?:\*\*|__)[^*_\n]{1,80}(?::(?:\*\*|__)|(?:\*\*|__)\s?[:–—-])\s*\S")
_PLAIN_LABEL = re.compile(r"[A-Z][^:.!?\n]{1,60}:\s+\S")  # of a list item
_ENDS = re.compile(r"[.!?:;…][\"'”’)\]*_`\s]*\Z")
_NUMBER = re.compile(r"\d{1,2}\.")
_LONG_LINE = 60


class Leaning:
    """What goes with sentences of one answer; each rule says which places go beside those that are gone."""

    def __init__(self, layout: Layout) -> None:
        self._layout = layout
        self._sentences = layout.sentences
        self._rules = (
            self._broken, self._in_rows, self._needing, self._under, self._opening, self._asking, self._signs,
            Notes(layout).unnamed,
        )  # fmt: skip

    def gone(self, drop: Collection[int]) -> frozenset[int]:
        """The places `drop` with all that goes with them."""
        gone = {place for place in drop if 0 <= place < len(self._sentences)}
        if not gone:
            return frozenset()
        while True:
            before = len(gone)
            for rule in self._rules:
                gone |= set(rule(gone))
            if len(gone) == before:
                return frozenset(gone)

    # Parts of one thing

    def _broken(self, gone: Collection[int]) -> Iterator[int]:
        """The rest of a sentence that runs over several lines, or is cut for its length."""
        for parts in self._cut:
            if not parts.isdisjoint(gone):
                yield from parts

    @cached_property
    def _cut(self) -> list[set[int]]:
        found: list[set[int]] = []
        for right in range(1, len(self._sentences)):
            if self._is_one(right - 1, right):
                if not found or right - 1 not in found[-1]:
                    found.append({right - 1})
                found[-1].add(right)
        return found

    def _is_one(self, left: int, right: int) -> bool:
        one, two = self._sentences[left], self._sentences[right]
        if one.reason or two.reason or one.unit.cells or two.unit.cells or two.item:
            return False
        between = self._layout.answer[one.end : two.unit.start]
        if _ENDS.search(one.text) or between.count("\n") > 1:
            return False
        line = self._layout.lines[self._layout.line_of[left]]
        return "\n" not in between or two.text[:1].islower() or len(line.text) >= _LONG_LINE

    def _in_rows(self, gone: Collection[int]) -> Iterator[int]:
        for line in self._layout.lines:
            if line.row and any(place in gone for place in line.places):
                yield from line.places

    # What needs what is gone

    def _needing(self, gone: Collection[int]) -> Iterator[int]:
        gone = set(gone)
        rooted: set[int] = set()  # of those gone: whose pronoun means what a sentence that stays names
        for place, sentence in enumerate(self._sentences):
            if place not in gone and sentence.reason is None and self._cannot_stay(place, gone, rooted):
                gone.add(place)
                yield place
            before = self._before[place]
            if before is not None and (before not in gone or self._goes_on(place, before, rooted)):
                rooted.add(place)

    def _cannot_stay(self, place: int, gone: Collection[int], rooted: Collection[int]) -> bool:
        if self._sentences[place].unit.cells or place in self._layout.noted:
            return False
        if self._label_is_gone(place, gone):
            return True
        before = self._before[place]
        if before is None or before not in gone:
            return False
        if _TURNS.match(self._raw(place)):
            return True
        need = self._need(place, before)
        if self._sentences[place].item and not states(self._sentences[place].text):
            return True  # long or short, what has no verb is said by the lead-in
        if need is Need.FRAGMENT and self._gap(before, place) > 1:
            return False
        if need is Need.NONE or (need is Need.PRONOUN and self._still_points(place, before, gone, rooted)):
            return False
        return need is not Need.NOUN or not self._is_named(place, gone)

    def _label_is_gone(self, place: int, gone: Collection[int]) -> bool:
        """Did the line begin with "**Fees:** ..." or "- Fees: ...", and is that sentence gone?"""
        first = self._layout.lines[self._layout.line_of[place]].places[0]
        if first == place or first not in gone:
            return False
        body = self._body(first)
        return bool(_LABEL.match(body) or (self._sentences[first].item and _PLAIN_LABEL.match(body)))

    def _still_points(self, place: int, before: int, gone: Collection[int], rooted: Collection[int]) -> bool:
        """Does a pronoun mean what the sentences that are gone meant by it too, or the rest of a list?"""
        line = self._layout.line_of[before]
        if (
            self._opener(place) in _MANY
            and self._layout.lines[line].kind
            and line != self._layout.line_of[place]
        ):
            return any(self._layout.states(p) and p not in gone for p in self._layout.items_from(line))
        return not self._sentences[place].item and self._goes_on(place, before, rooted)

    def _goes_on(self, place: int, before: int, rooted: Collection[int]) -> bool:
        word = self._opener(place)
        return before in rooted and word in _SAME and self._opener(before) == word

    def _is_named(self, place: int, gone: Collection[int]) -> bool:
        """Does a sentence that stays name what a bare noun resumes?"""
        kept = (p for p in range(place) if p not in gone and self._layout.states(p))
        return any(self._need(place, p) is Need.NOUN for p in kept)

    def _need(self, place: int, before: int) -> Need:
        clause = next(iter(split(self._sentences[place].masked)), None)
        text = cleaned(clause.text) if clause else self._sentences[place].text
        return need_of(text, self._sentences[before].text)

    @cached_property
    def _before(self) -> list[int | None]:
        """For each sentence the place of the statement or question that it is read after, if any."""
        found: list[int | None] = []
        last: int | None = None
        opened = {place: head.place for head in self._layout.heads for place in head.opened}
        heads = {head.place for head in self._layout.heads}
        above: int | None = None  # what stood before the list
        listed = False
        for place, sentence in enumerate(self._sentences):
            if sentence.item and not listed:
                above, listed = last, True
            elif not sentence.item and place == self._layout.first_beside(place):
                listed = listed and self._layout.lines[self._layout.line_of[place]].indent > 0
            if sentence.item:
                found.append(opened.get(place, above))
            else:
                found.append(last)
            if sentence.reason in (None, NoClaimReason.QUESTION, NoClaimReason.HEADING) or place in heads:
                last = place
        return found

    def _raw(self, place: int) -> str:
        """The sentence as it is read, with its opening, which `text` lacks."""
        return plain(self._body(place))

    def _body(self, place: int) -> str:
        unit = self._sentences[place].unit
        bullet = BULLET.match(self._layout.answer, unit.start, unit.end)
        return self._layout.answer[bullet.end() if bullet else unit.start : unit.end]

    def _opener(self, place: int) -> str:
        words = re.findall(r"[^\W\d_]+", self._sentences[place].text)
        return words[0].lower() if words else ""

    # What opened, asked for or belonged to what is gone

    def _under(self, gone: Collection[int]) -> Iterator[int]:
        """What stands under an item that is gone, and the rows under a header that is."""
        for number, line in enumerate(self._layout.lines):
            if line.kind and line.places and all(place in gone for place in line.places):
                yield from self._layout.under(number)
        for head in self._layout.heads:
            line = self._layout.lines[self._layout.line_of[head.place]]
            if head.place in gone and (line.row or (line.kind and self._layout.ends_line(head.place))):
                yield from head.opened

    def _opening(self, gone: Collection[int]) -> Iterator[int]:
        for head in self._layout.heads:
            if head.opened.issubset(gone):
                yield head.place

    def _asking(self, gone: Collection[int]) -> Iterator[int]:
        """A question whose answer is gone."""
        for place, sentence in enumerate(self._sentences[:-1]):
            if (
                sentence.reason is NoClaimReason.QUESTION
                and self._layout.states(place + 1)
                and place + 1 in gone
            ):
                yield place

    def _signs(self, gone: Collection[int]) -> Iterator[int]:
        """A number right before a sentence, or markers and underlines right behind one."""
        for place, sentence in enumerate(self._sentences):
            number = _NUMBER.fullmatch(sentence.text) and not self._layout.ends_line(place)
            if sentence.unit.cells or not (
                sentence.reason is NoClaimReason.NO_WORDS or (sentence.reason and number)
            ):
                continue
            rule = RULE.fullmatch(self._layout.lines[self._layout.line_of[place]].text)
            near = place + 1 if number else place - 1
            gap = sorted((near, place))
            if near < 0 or (rule and self._gap(*gap) > 1):
                continue
            if near in gone and self._gap(*gap) <= 2:
                yield place

    def _gap(self, left: int, right: int) -> int:
        return self._layout.answer.count("\n", self._sentences[left].end, self._sentences[right].unit.start)
