# SPDX-License-Identifier: Apache-2.0
"""Words and short phrases of which one at most is true in a place: "monthly" or "daily", "at least" or "at most".

Single words and their opposites come from the table of antonyms; here stand what it lacks: phrases, small words, and
classes of more than two.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache

from faithstill.featurize.document import Document, content_stems, words_of
from faithstill.featurize.lexicon import STOP_WORDS
from faithstill.featurize.synonyms import antonyms
from faithstill.featurize.values.comparisons.directions import FALLS, RISES

# A line is one group, " / " parts the classes that exclude each other, "|" the wordings of one class.
_GROUPS = """
hourly|every hour|each hour|an hour|per hour / daily|every day|each day|a day|per day / \
weekly|every week|each week|a week|per week / fortnightly|every fortnight / \
monthly|every month|each month|a month|per month / \
quarterly|every quarter|each quarter|a quarter|per quarter / half yearly|every half year / \
annually|annual|yearly|every year|each year|a year|per year|per annum / per shift|a shift / per minute|a minute / \
per km|per kilometre|a kilometre|per kilometer / per mile|a mile / per metre|per meter|a metre / \
per kg|per kilo|per kilogram|a kilo|a kilogram / per tonne|per ton|a tonne|a ton / per gram|a gram / \
per pound|a pound / per litre|per liter|a litre / per gallon|a gallon / per barrel|a barrel / \
per kwh|per kilowatt hour / per mwh|per megawatt hour / per hectare|a hectare / per acre|an acre
per item|per article|per claim|per person|per event|per visit|per trip / in total|in aggregate|altogether|overall
in advance|beforehand / in arrears|in arrear|afterwards|retrospectively|retroactively
north|northern / south|southern / east|eastern / west|western
northeast|northeastern|north east / northwest|northwestern|north west / \
southeast|southeastern|south east / southwest|southwestern|south west
in favour|in favor|in support / against|opposed to
once|one time / twice|two times|2 times|double|doubled|doubles / \
three times|3 times|triple|tripled|triples|treble|thrice / half|halve|halved|halves / \
four times|4 times|quadruple|quadrupled
first / last
gold / silver / bronze
red / orange / yellow / green / blue / purple|violet / black / white / grey / brown / pink
call options|call option / put options|put option
salaried / hourly|hourly paid
morning|mornings / afternoon|afternoons / evening|evenings
summer / winter / spring / autumn
monday|mondays / tuesday|tuesdays / wednesday|wednesdays / thursday|thursdays / friday|fridays / \
saturday|saturdays / sunday|sundays
left|left hand / right|right hand
mandatory|compulsory|obligatory|required / optional|voluntary
online / by phone|by telephone / in branch|in person|at the counter / by post|by mail|by letter / by email|by e mail
in writing / orally|verbally
raised|upgraded|lifted / lowered|downgraded
net cash / net debt
with|including|includes|included|include|inclusive / without|excluding|excludes|excluded|exclude|exclusive|except
premium|premiums / discount|discounts
profit|profits|income|gain / loss|losses
above|exceeds|exceeded|outside|beyond / within|inside
"""
# The same of what is set beside another thing, so that it may be told from the other side: A is above B, B below A.
_COMPARED = """
lower|smaller|less|lesser|fewer|cheaper|below|under|less than|fewer than / \
higher|greater|larger|more|bigger|dearer|above|over|more than|exceeds|exceeding|exceeded
up to|at most|no more than|not more than / more than|over|above|exceeding
at least|no less than|not less than|no fewer than / less than|fewer than|under|below
at least|no less than|not less than|no fewer than|not fewer than|minimum|minimum of / \
at most|no more than|not more than|maximum|maximum of|max|up to
earlier|sooner|before|prior to|ahead of|no later than|not later than / \
later|after|following|no earlier than|not before|not earlier than
up from|up by / down from|down by
"""
# Opposites in the table of antonyms that say the same of two parties: one buys what the other sells.
_CONVERSE = frozenset(
    stem
    for word in "buy sell lend borrow import export give receive pay send win lose teach learn employ rent enter leave "
    "buyer seller lender borrower employer employee landlord tenant lessor lessee customer supplier sender recipient "
    "creditor debtor payer payee insurer insured importer exporter plaintiff defendant licensor licensee assignor "
    "assignee trustee beneficiary parent child husband wife debit credit payable receivable deposit withdraw "
    "incoming outgoing inbound outbound arrive depart arrival departure inflow outflow push pull".split()
    for stem in content_stems(word)
)
# Opposites of the table that stand for too much else: the principal of a loan, a bill that is new, "right away".
_LOOSE = frozenset(
    stem
    for word in "principal interest right wrong present past light heavy dark free paid unpaid growth recession "
    "material current long short hard easy like dislike show hide second stand sit real nominal save spend main "
    "full empty cover coverage exclusion complete begin start end finish cancel renew renewal stop continue add "
    "remove combine separate policy old new young back front public great small use able know like fast slow "
    "people person day night active expire deduct same different asset liability charge confirm verify".split()
    for stem in content_stems(word)
)

# Words that may stand for each other in any sentence, so that one can be set right by the other.
_EXCHANGEABLE = tuple(
    frozenset(line.split("|"))
    for line in """
daily|weekly|fortnightly|monthly|quarterly|yearly
a day|a week|a month|a quarter|a year
per day|per week|per month|per quarter|per year
every day|every week|every month|every quarter|every year
lower|smaller|higher|greater|larger|bigger
above|below
over|under
less than|more than|fewer than
at least|at most|no more than|no less than|up to
earlier|later|sooner
first|last
no later than|no earlier than
in advance|in arrears
up from|down from
north|south|east|west
northern|southern|eastern|western
gold|silver|bronze
call options|put options
mandatory|optional
with|without
premium|discount
profit|loss
raised|lowered|cut
rose|fell
increased|decreased
increase|decrease
better|worse
highest|lowest
oldest|youngest
maximum|minimum
gross|net
fixed|variable
morning|afternoon|evening
summer|winter|spring|autumn
monday|tuesday|wednesday|thursday|friday|saturday|sunday
""".strip().splitlines()
)


@dataclass(frozen=True, slots=True)
class Opposed:
    """Words `first:last` of a document with the class that they are of in each group."""

    first: int
    last: int
    classes: Mapping[str, str]

    def excludes(self, other: Opposed) -> bool:
        """Are the two of different classes of a group, and of one class in none?"""
        return not self.is_like(other) and any(
            other.classes.get(group, value) != value if group else other.classes.get("") in antonyms(value)
            for group, value in self.classes.items()
        )

    def is_like(self, other: Opposed) -> bool:
        """Are they of one class of a group?"""
        return any(other.classes.get(group) == value for group, value in self.classes.items())

    @property
    def keys(self) -> frozenset[str]:
        """What words have in common that may be alike or exclude each other: a group, or a stem of this one's pairs."""
        stem = self.classes.get("")
        return frozenset(self.classes.keys() - {""}) | (antonyms(stem) | {stem} if stem else frozenset())

    def is_among(self, keys: frozenset[str]) -> bool:
        """Has the word anything in common with some whose `keys` these are?"""
        return not keys.isdisjoint(self.classes) or self.classes.get("") in keys

    @property
    def is_direction(self) -> bool:
        """Is it a rise or a fall, which means the opposite of a loss?"""
        return any(group.startswith(_DIRECTION) for group in self.classes)

    def is_mirrored(self, other: Opposed) -> bool:
        """Could the one say the same as the other told from its other side?"""
        groups = {
            g for g in self.classes.keys() & other.classes.keys() if self.classes[g] != other.classes[g]
        }
        return any(group.startswith(">") for group in groups) or (
            self.classes.get("") in _CONVERSE or self.classes.get("") in _COMPARATIVES
        )


def _key(word: str) -> str:
    return next(iter(content_stems(word)), word)


_COMPARATIVES = frozenset(
    stem
    for word in "better worse best worst older younger longer shorter wider narrower taller shorter faster slower "
    "newer warmer cooler nearer farther highest lowest most least largest smallest oldest youngest earliest latest "
    "superior inferior predecessor successor senior junior outperform underperform".split()
    for stem in content_stems(word)
)
_DIRECTION = "+-"


@dataclass(frozen=True, slots=True)
class _Entry:
    """What begins with a word: longer phrases by the words that follow, the longest first, and the word alone."""

    phrases: tuple[tuple[tuple[str, ...], Mapping[str, str]], ...]
    alone: Mapping[str, str]


@lru_cache(maxsize=1)
def _phrases() -> Mapping[tuple[str, ...], dict[str, str]]:
    """Each phrase of the tables with its class in each group."""
    found: dict[tuple[str, ...], dict[str, str]] = {}
    directions = f"{'|'.join(RISES.split())} / {'|'.join(FALLS.split())}"
    for mark, table in ((".", _GROUPS), (">", _COMPARED), (_DIRECTION, directions)):
        for number, line in enumerate(table.strip().splitlines()):
            for place, wordings in enumerate(line.split(" / ")):
                for wording in wordings.split("|"):
                    words = tuple(map(_key, words_of(wording)))
                    found.setdefault(words, {})[f"{mark}{number}"] = str(place)
    return found


@lru_cache(maxsize=1)
def _by_first() -> Mapping[str, tuple[tuple[tuple[str, ...], Mapping[str, str]], ...]]:
    found: dict[str, list[tuple[tuple[str, ...], Mapping[str, str]]]] = {}
    for words, classes in _phrases().items():
        if len(words) > 1:
            found.setdefault(words[0], []).append((words[1:], classes))
    return {first: tuple(sorted(phrases, key=lambda p: -len(p[0]))) for first, phrases in found.items()}


@lru_cache(maxsize=20_000)
def _entry(key: str) -> _Entry | None:
    """What begins with a content stem or small word; None where nothing that has an opposite does."""
    alone = dict(_phrases().get((key,), {}))
    if key not in _LOOSE and key not in STOP_WORDS and antonyms(key):
        alone[""] = key
    phrases = _by_first().get(key, ())
    return _Entry(phrases, alone) if phrases or alone else None


@lru_cache(maxsize=1_000)
def openers(wanted: frozenset[str]) -> frozenset[str]:
    """The content stems and small words that words begin with which have something in common with such `keys`."""
    return wanted | {words[0] for words, classes in _phrases().items() if not wanted.isdisjoint(classes)}


def opposed_words(document: Document, first: int, last: int) -> Iterator[Opposed]:
    """Each word or phrase among words `first:last` that has an opposite."""
    keys = [
        stem or word
        for stem, word in zip(document.stems[first:last], document.words[first:last], strict=True)
    ]
    end = 0
    for at, entry in enumerate(map(_entry, keys)):
        if entry is None or at < end:
            continue
        end, classes = at + 1, entry.alone
        follows = keys[at + 1] if at + 1 < len(keys) else ""
        for rest, of_phrase in entry.phrases:
            if rest[0] == follows and tuple(keys[at + 1 : at + 1 + len(rest)]) == rest:
                end, classes = at + 1 + len(rest), of_phrase
                break
        if classes:
            yield Opposed(first + at, first + end, classes)


def are_exchangeable(one: str, other: str) -> bool:
    """Does a sentence stay grammatical with the one for the other? Articles are left to the caller.

    >>> are_exchangeable("lower", "Greater"), are_exchangeable("monthly", "annually")
    (True, False)
    """
    return any(one.lower() in group and other.lower() in group for group in _EXCHANGEABLE)
