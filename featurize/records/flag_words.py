# SPDX-License-Identifier: Apache-2.0
"""How an answer says a yes or no of a record: {"auto_renew": true} as "renews automatically", "auto-renew is off"."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

_ADVERBS = r"(?:(?:not|never|now|already|yet|still|also|fully|currently|indeed|no\slonger)\s+){0,3}"
_IS = (
    rf"\b(?:(?:is|are|was|were)(?:n[’']t)?|(?:has|have|had)(?:n[’']t)?\s+{_ADVERBS}been|been)\s+"
    rf"{_ADVERBS}"
)
_ARTICLES = r"(?:(?:a|an|the|any|no|his|her|its|their|your|valid)\s+){0,2}"
# A key that begins so says no more than without it: "is_active".
_OPENERS = frozenset("is has was are have".split())
_PARTICIPLE = re.compile(r"\w+ed|sent|paid|met|given|done|sold|made|won|held|kept|frozen|built")
_NO_PARTICIPLE = frozenset("need speed feed seed bed red shed breed weed embed limited".split())
_ADJECTIVE = re.compile(
    r"\w{4,}able|\w{3,}ible|active|eligible|ineligible|exempt|overdue|mandatory|optional|taxable|tax-free|estimated"
)
# States that pass: that a thing "was muted" says nothing of now.
_PASSING = re.compile(
    rf"{_ADJECTIVE.pattern}|(?:un)?(?:muted|locked|blocked)|enabled|disabled|paused|frozen|suspended|held"
)
_PREPOSITIONS = frozenset("on in to at under of for with".split())
_LEADS = frozenset("open available visible subject closed".split())
# Words for a thing that is on, and for one that is off.
_ON = (
    r"(?:(?:switched|turned|set)\s+on|enabled|active|activated|in\s+place|"
    r"on(?=\s*(?:$|[.,;:!)\[*]|(?:for|and|but|so|now)\b)))\b"
)
_OFF = r"(?:(?:switched|turned|set)\s+off|off|disabled|inactive|deactivated)\b"
# Other words for what a participle says.
_SAME = {
    "enabled": "on|enabled|active|activated|switched on|turned on",
    "required": "required|needed|necessary|mandatory",
    "allowed": "allowed|permitted|possible",
}
_OPPOSITE = {
    "enabled": "off|disabled|inactive|switched off|turned off|deactivated",
    "required": "unnecessary|optional",
    "allowed": "prohibited|forbidden|excluded|banned",
    "verified": "unverified",
    "confirmed": "unconfirmed",
    "paid": "unpaid",
    "locked": "unlocked",
    "muted": "unmuted",
    "active": "inactive",
    "eligible": "ineligible",
}
# Between a noun and its verb: "the fee on your account is", "the visa for Norland is", "the name Orla is".
_GAP = (
    r"(?:\s(?-i:[A-Z0-9#])[\w-]{0,20}){0,3}(?:\s\([^()]{1,30}\))?(?:\s(?:on|for|of|in|to|with|at|from|by)"
    r"(?:\s(?!(?:and|or|but|which|that|is|are|was|were|has|have|if)\b)[\w(][\w().’'&-]{0,30}){1,7})?"
)
_TAIL = r"(?=\s*(?:$|[.,;:!)\[*]|(?:and|but|on|for|in|with|from|of|at|yet|so)\b))"


@dataclass(frozen=True, slots=True)
class Telling:
    """A pattern by which a flag is told set (`is_set`) or not; its group `noun`, if any, is what the key names."""

    pattern: re.Pattern[str]
    is_set: bool = True
    may_be_future: bool = False


def key_words(header: str) -> tuple[str, ...]:
    """
    >>> key_words("is auto Renew")
    ('auto', 'renew')
    """
    words = tuple(header.lower().split())
    return words[1:] if len(words) > 1 and words[0] in _OPENERS else words


@lru_cache(maxsize=4096)
def tellings(words: tuple[str, ...]) -> tuple[Telling, ...]:
    """How answers tell the flag of these key words; none for a key that may mean anything ("online", "id").

    >>> any(t.pattern.search("the fee on your card is waived") for t in tellings(("fee", "waived")))
    True
    """
    if not words or len(words) > 5 or any(not word.isalpha() for word in words):
        return ()
    return tuple(_tellings(words))


def _tellings(words: tuple[str, ...]) -> Iterator[Telling]:
    *before, last = words
    prepositions = [i for i, word in enumerate(words) if word in _PREPOSITIONS]
    if prepositions:
        yield from _placed(words, prepositions[0])
    elif before == ["auto"] or (not before and re.fullmatch(r"auto\w{3,6}", last)):
        yield from _automatic(last.removeprefix("auto"))
    elif not before and _is_adjective(last):
        yield from _predicative(last)
    elif before and _is_participle(last):
        yield from _undergone(_noun(before), last)
    elif before or len(last) > 3:
        yield from _had(_noun(words), several=bool(before))


def _is_participle(word: str) -> bool:
    return _PARTICIPLE.fullmatch(word) is not None and word not in _NO_PARTICIPLE


def _is_adjective(word: str) -> bool:
    return _is_participle(word) or _ADJECTIVE.fullmatch(word) is not None


def _compiled(pattern: str, is_set: bool = True, *, may_be_future: bool = False) -> Telling:
    return Telling(re.compile(pattern, re.IGNORECASE), is_set, may_be_future)


def _noun(words: list[str] | tuple[str, ...]) -> str:
    """A pattern for a noun, also in the plural: "visa", "partial deliveries"."""
    last = words[-1]
    plural = rf"{re.escape(last[:-1])}(?:y|ies)" if last.endswith("y") else rf"{re.escape(last)}(?:s|es)?"
    first = "".join(f"{re.escape(word)}[\\s-]" for word in words[:-1])
    return rf"\b(?P<noun>{first}{plural})\b"


def _any_of(table: dict[str, str], word: str, default: str = "") -> str:
    return "|".join(re.escape(other).replace(r"\ ", r"\s") for other in table.get(word, default).split("|"))


def _predicative(word: str) -> Iterator[Telling]:
    """ "Is verified", "has not been verified", "is non-transferable"."""
    said = _IS
    if _PASSING.fullmatch(word):
        said = said.replace("is|are|was|were", "is|are")
    yield _compiled(rf"{said}{re.escape(word)}\b")
    if _ADJECTIVE.fullmatch(word):
        yield _compiled(rf"{said}(?:non-?|un|in){re.escape(word)}\b", False)
    if word in _OPPOSITE:
        yield _compiled(rf"{said}(?:{_any_of(_OPPOSITE, word)})\b", False)


def _undergone(noun: str, done: str) -> Iterator[Telling]:
    """ "The credit has been applied", "has filed its answer", "needs a visa", "roaming is switched off"."""
    said = _IS.replace("is|are|was|were", "is|are") if _PASSING.fullmatch(done) else _IS
    yield _compiled(rf"{noun}{_GAP}\s{said}(?:{_any_of(_SAME, done, done)})\b")
    yield _compiled(rf"\b(?:has|have)(?:n[’']t)?\s+{_ADVERBS}{re.escape(done)}\s+{_ARTICLES}{noun}")
    if done in _OPPOSITE:
        yield _compiled(rf"{noun}{_GAP}\s{said}(?:{_any_of(_OPPOSITE, done)})\b", False)
    if done == "required":
        yield _compiled(
            rf"\b(?:(?:do|does|did)(?:\snot|n[’']t)\s+)?(?:needs?|requires?)\s+{_ARTICLES}{noun}{_TAIL}"
        )


def _had(noun: str, *, several: bool) -> Iterator[Telling]:
    """ "Under a trading plan", "is covered by warranty", "there is no reserve", "the gambling block is off"."""
    if several:
        yield _compiled(
            rf"\b(?:has|have|had|with|without|under|on|reports?|reported|found|identified)\s+{_ARTICLES}{noun}"
        )
        yield _compiled(rf"{noun}{_GAP}\s{_IS}(?:issued|given|reported|found|identified|available)\b")
    else:
        yield _compiled(rf"\b(?:has|have|there\s(?:is|are))\s+(?:an?|no|any|not\san?)\s+{noun}{_TAIL}")
        yield _compiled(rf"{_IS}covered\s(?:by|under)\s{_ARTICLES}{noun}{_TAIL}")
    yield from _switched(noun)


def _switched(noun: str) -> Iterator[Telling]:
    said = _IS.replace("is|are|was|were", "is|are")
    yield _compiled(rf"{noun}{_GAP}\s{said}{_ON}")
    yield _compiled(rf"{noun}{_GAP}\s{said}{_OFF}", False)
    yield _compiled(rf"\b(?:has|have)\s+{_ARTICLES}{noun}\s+{_ON}")
    yield _compiled(rf"\b(?:has|have)\s+{_ARTICLES}{noun}\s+{_OFF}", False)


def _automatic(done: str) -> Iterator[Telling]:
    """ "Renews automatically", "auto-renewal is off", "automatic updates are enabled", "enrolled in autopay"."""
    stem = re.escape(done)
    noun = rf"\b(?P<noun>(?:auto[\s-]?|automatic\s){stem}(?:als?|s|es|ments?)?)\b"
    yield from _switched(noun)
    yield _compiled(rf"{_IS}(?:(?:enrolled|signed\sup)\s(?:in|for)|on)\s{_ARTICLES}{noun}")
    yield _compiled(
        rf"\b(?P<verb>(?:(?:does|do|will)(?:\snot|n[’']t)?|won[’']t)\s+)?(?:{stem}s?\sautomatically|"
        rf"automatically\s{stem}s?|auto-?{stem}s)\b",
        may_be_future=True,
    )


def _placed(words: tuple[str, ...], at: int) -> Iterator[Telling]:
    """ "Is on display", "a beneficiary is on file", "open to the public", "closed to new investors"."""
    head, place = words[:at], words[at:]
    if len(place) < 2:
        return
    where = rf"{re.escape(place[0])}\s(?:(?:the|a|any)\s)?" + r"[\s-]".join(map(re.escape, place[1:])) + r"\b"
    if not head:
        yield _compiled(rf"{_IS.replace('is|are|was|were', 'is|are')}{where}")
    elif head[-1] in _LEADS:
        yield _compiled(rf"(?:{_IS}|\b){re.escape(' '.join(head))}\s{where}")
        if head[-1] == "open":
            yield _compiled(rf"(?:{_IS}|\b)closed\s{where}", False)
    else:
        noun = _noun(head)
        yield _compiled(rf"{noun}{_GAP}\s{_IS}{where}")
        yield _compiled(rf"\b(?:has|have|with|without|there\sis)\s+{_ARTICLES}{noun}\s{where}")
