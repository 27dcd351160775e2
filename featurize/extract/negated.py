# SPDX-License-Identifier: Apache-2.0
"""Whether a "not" turns the bound behind it round: "do not take more than 6" is at most 6."""

from __future__ import annotations

from collections.abc import Sequence

_NEGATORS = frozenset(
    "never cannot can't don't doesn't mustn't shouldn't won't couldn't needn't mayn't "
    "can’t don’t doesn’t mustn’t shouldn’t won’t couldn’t needn’t".split()
)
_MODALS = frozenset("can do does must may should shall will could would need".split())
_FORBIDDERS = frozenset("no nobody".split())
_BEING = frozenset("be been".split())
_LINKS = (("add", "up", "to"), ("come", "to"), ("amount", "to"), ("go", "on", "for"))
_TAILS = frozenset("for to at by".split())
# Before these a noun may stand ("does not cover losses over $500"), so the verb must be one of being or moving.
_PLACES = frozenset("over above below under beyond".split())
_MOVING = frozenset(
    "be go rise fall drop get come reach climb sink stay run exceed grow weigh cost last dip kept stored heated "
    "used was were been went rose fell dropped got came climbed sank stayed ran grew dipped slipped".split()
)
_NO_VERB = frozenset("a an the any if when that which on of with than apply applies".split())


def is_negated(words: Sequence[str], cue: str) -> bool:
    """Do the lower-case words before a bound negate it and nothing else?

    >>> is_negated("do not take".split(), "more"), is_negated("is not charged on balances of".split(), "more")
    (True, False)
    """
    for size in range(4):
        if size >= len(words):
            return False
        if _is_negator(words[: len(words) - size]):
            return _is_verb(tuple(words[len(words) - size :]), cue in _PLACES)
    return False


def _is_negator(words: Sequence[str]) -> bool:
    """ "Never", "must not", "no guest may"."""
    last = words[-1]
    if last == "not":
        return len(words) > 1 and words[-2] in _MODALS
    if last in _MODALS:
        return not _FORBIDDERS.isdisjoint(words[-3:-1])
    return last in _NEGATORS


def _is_verb(words: tuple[str, ...], is_place: bool) -> bool:
    """One verb, with "be" before it and a preposition behind it or not: "be used for", "add up to"."""
    if words in _LINKS:
        return True
    if len(words) > 1 and words[-1] in _TAILS:
        words = words[:-1]
    if not words or not all(word.isalpha() and word not in _NO_VERB for word in words):
        return not words
    if is_place:
        return words[-1] in _MOVING
    return len(words) == 1 or (len(words) == 2 and words[0] in _BEING)
