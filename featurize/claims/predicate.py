# SPDX-License-Identifier: Apache-2.0
"""Where the subject of a clause ends and its finite verb stands, by closed classes and neighbours alone.

Rather nothing than a guess: whoever cuts sentences by this may leave one whole, but must not break one.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from faithstill.featurize.read.word_classes import (
    BARE,
    CLAUSE_TAKERS,
    NOUN_OR_SINGULAR,
    PLAIN_BARE,
    Form,
    is_participle,
    is_past,
    sure_form,
)

_TOKEN = re.compile(
    r"https?://\S+|[$£€¥]\s?\d+(?:[.,]\d+)*\w*|\d+(?:[.,/:-]\d+)*(?:-?\w+)*%?|\w+(?:[.'’&/@-]\w+)*|[^\w\s\x00]"
)
DETERMINERS = frozenset(
    "the a an no any each every its their his her our your my this that these those all some most another "
    "one two three four five six seven eight nine ten".split()
)
SUBJECT_PRONOUNS = frozenset("it they he she we you i there this that these those".split())
_PRONOUNS = frozenset("it they he she we you i them him her us me itself themselves".split())
PREPOSITIONS = frozenset(
    "in on at by for from of to with within during under over after before until since through between among "
    "per as into about above below up down against without upon via across towards toward than around near".split()
)
SUBORDINATORS = frozenset(
    "that which who whom whose where when while whereas if unless because although though whether so once how "
    "why what provided".split()
)
COORDINATORS = frozenset("and or but nor".split())
_ADVERBS = frozenset(
    "also then now therefore thus only currently never always often usually still already later just even again "
    "subsequently".split()
)
_LONGEST_SUBJECT = 14


@dataclass(frozen=True, slots=True)
class Token:
    """A word, figure or sign of a sentence."""

    start: int
    end: int
    word: str  # lower case
    capital: bool

    @property
    def figure(self) -> bool:
        """Is it a number or an amount?"""
        return self.word[0].isdigit() or self.word[0] in "$£€¥"


@dataclass(frozen=True, slots=True)
class Predicate:
    """Tokens `subject:verb` are the subject of a clause, `verb` is the index of its finite verb."""

    subject: int
    verb: int
    form: Form


def tokens_of(text: str) -> tuple[Token, ...]:
    """
    >>> [t.word for t in tokens_of("It's $2M, by 30-day notice.")]
    ["it's", '$2m', ',', 'by', '30-day', 'notice', '.']
    """
    return tuple(
        Token(m.start(), m.end(), m.group().lower().replace("’", "'"), m.group()[0].isupper())
        for m in _TOKEN.finditer(text)
    )


def is_adverb(word: str) -> bool:
    """May the word stand between a subject and its verb?"""
    return word in _ADVERBS or (word.endswith("ly") and len(word) > 4)


def opens_object(token: Token | None) -> bool:
    """Does the token start an object, so that an unsure verb before it is one after all?"""
    return token is not None and (
        token.figure or token.word in DETERMINERS or token.word in {"up", "it", "them"}
    )


def find_predicate(tokens: Sequence[Token], first: int, last: int) -> Predicate | None:
    """The subject and the finite verb of the clause in `tokens[first:last]`; None where they are not plain."""
    verb = _verb(tokens, first, last)
    if verb is None or verb[0] - first > _LONGEST_SUBJECT:
        return None
    at, form = verb
    inner = [token.word for token in tokens[first:at]]
    if any(word in SUBORDINATORS - DETERMINERS or word in ",;:()" for word in inner) or "that" in inner[1:]:
        return None
    if (
        any(word in _PRONOUNS or word in CLAUSE_TAKERS - NOUN_OR_SINGULAR - BARE for word in inner[1:])
        or inner[0] == "to"
    ):
        return None
    return Predicate(first, at, form)


def _verb(tokens: Sequence[Token], first: int, last: int) -> tuple[int, Form] | None:
    """A verb that is one for sure, else the only past tense, else a word that may be a noun as well."""
    for i in range(first + 1, last):
        form = sure_form(tokens[i].word)
        before = tokens[i - 1].word
        named = tokens[i].capital or before in PREPOSITIONS  # "in May", "to will"
        if form and not named and before not in DETERMINERS - SUBJECT_PRONOUNS:
            return i, form
    pasts = [i for i in range(first + 1, last) if _plain_past(tokens, i, last)]
    unsure = [i for i in range(first + 1, last - 1) if _unsure(tokens, i)]
    if pasts:
        return None if unsure and unsure[0] < pasts[0] else (pasts[0], Form.PAST)
    if unsure:
        return unsure[0], Form.SINGULAR
    return next(
        ((i, Form.PLURAL) for i in range(first + 1, last) if _bare(tokens, i, last)),
        None,
    )


def _plain_past(tokens: Sequence[Token], i: int, last: int) -> bool:
    before, after = tokens[i - 1].word, tokens[i + 1].word if i + 1 < last else ""
    by_agent = after == "by" and not by_amount(tokens, i + 1, last)
    return is_past(tokens[i].word) and before not in DETERMINERS | PREPOSITIONS and not by_agent


def _unsure(tokens: Sequence[Token], i: int) -> bool:
    before = tokens[i - 1]
    return tokens[i].word in NOUN_OR_SINGULAR and not (
        before.figure or before.word in (DETERMINERS - {"this", "that"}) | PREPOSITIONS | COORDINATORS
    )


def _bare(tokens: Sequence[Token], i: int, last: int) -> bool:
    before = tokens[i - 1].word
    plural = before in {"you", "we", "they", "i"} or (before.endswith("s") and not before.endswith("ss"))
    following = tokens[i + 1] if i + 1 < last else None
    return tokens[i].word in BARE and plural and (opens_object(following) or tokens[i].word in PLAIN_BARE)


def opens_clause(tokens: Sequence[Token], first: int, last: int) -> Predicate | None:
    """The predicate of a clause of its own, subject included, that `tokens[first:last]` begin with."""
    found = find_predicate(tokens, first, last)
    if found is None:
        return None
    opener = tokens[first].word
    subject = tokens[first : found.verb]
    if opener in SUBJECT_PRONOUNS and (
        found.verb == first + 1 or all(is_adverb(t.word) for t in subject[1:])
    ):
        return found
    if opener in _PRONOUNS | PREPOSITIONS | PLAIN_BARE or is_participle(opener):
        return None
    if sure_form(opener) or is_adverb(opener):
        return None
    if any(t.word in COORDINATORS or t.word in ",;:–—" for t in subject) or _two_phrases(subject):
        return None
    if opener not in DETERMINERS and len(subject) > 6:
        return None
    return found if is_sure(tokens, found, last) else None


def _two_phrases(subject: Sequence[Token]) -> bool:
    """A second determiner without a preposition starts a relative clause: "the costs the bank has"."""
    return any(
        subject[i].word in DETERMINERS and subject[i - 1].word not in PREPOSITIONS | {"all", "both", "each"}
        for i in range(1, len(subject))
    )


def is_sure(tokens: Sequence[Token], found: Predicate, last: int) -> bool:
    """Can what was found be nothing but a clause, with something behind its verb?"""
    word = tokens[found.verb].word
    following = tokens[found.verb + 1] if found.verb + 1 < last else None
    if sure_form(word):
        return following is not None and following.word not in COORDINATORS
    return opens_object(following) or by_amount(tokens, found.verb + 1, last)


def by_amount(tokens: Sequence[Token], i: int, last: int) -> bool:
    """*rose by 5%*, *rises to $9*: what says how far is no agent and no noun."""
    return i + 1 < last and tokens[i].word in {"by", "to", "from"} and tokens[i + 1].figure
