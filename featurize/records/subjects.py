# SPDX-License-Identifier: Apache-2.0
"""Of which record a clause speaks, and whether it speaks of a certain thing now or of things in general."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterable, Iterator, Sequence
from math import fsum
from typing import TYPE_CHECKING

from faithstill.featurize.document import Document, content_stems, weight, words_of
from faithstill.featurize.extract import Kind, Mention

if TYPE_CHECKING:  # it reads these modules
    from faithstill.featurize.analysis import Analysis

LEAST_NAMED = 2.0
_BREAK = re.compile(
    r"[;,.:](?:\s|$)|\s(?:and|but|while|although|though|because|so|that|whereas|which|who)\s", re.IGNORECASE
)
_IDENTIFIER = re.compile(r"\b(?=[\w-]{0,30}\d)[A-Z][\w-]{2,30}")
_WORD = re.compile(r"[^\W\d_]{2}")
_COMMA = re.compile(r"[,:]\s")
# "The other one", "unlike the lamp": what is named is not what is meant.
_OTHERS = frozenset(
    "other others another unlike than latter former remaining rest except besides both sister different separate "
    "additional second third".split()
)
_DEFINITE = frozenset("the your my his her its their our this that these those it they".split())
_PERSONAL = _DEFINITE - {"the", "that", "its", "their"}
_INDEFINITE = frozenset("a an any each every all most some many such no".split())
_PLURAL = frozenset("are were have do aren't weren't haven't don't".split())
# What an answer begins with before its subject.
_OPENER = re.compile(
    r"\s*(?:[*_>\d.)\s-]*)(?:(?:yes|no|also|currently|additionally|however|here|in addition|according to [\w\s]{1,30})"
    r"\b[,:;.!—–-]*\s*){0,2}",
    re.IGNORECASE,
)


_SUBJECT_ENDS = re.compile(
    r"\s(?:of|for|with|to|from|in|on|by|at|about|against|over|worth|is|are|was|were|has|have|due|dated|"
    r"made|issued|placed|filed)\s|,",
    re.IGNORECASE,
)


def clauses(analysis: Analysis) -> Iterator[tuple[int, int]]:
    """The clauses of the answer: "The lamp came, | but the rug did not."."""
    text = analysis.answer.text
    for sentence in analysis.answer.sentences:
        start = sentence.unit.start
        for found in _BREAK.finditer(text, sentence.unit.start, sentence.unit.end):
            yield start, found.start()
            start = found.end()
        yield start, sentence.unit.end


def subject_start(text: str, floor: int, start: int, verb: int) -> int:
    """Where the subject of a verb begins: before ", sent in May," where nothing else stands before the verb.

    >>> subject_start("The rug, sent in May, is here.", 0, 22, 22)
    0
    """
    if _WORD.search(text, start, verb) or start == floor:
        return start
    breaks = [b for b in _BREAK.finditer(text, floor, start) if not _COMMA.match(b[0])]
    return breaks[-1].end() if breaks else floor


def named_in(document: Document, start: int, end: int) -> frozenset[str]:
    """The content stems of characters `start:end`; the days they name are one stem each, and not their figures."""
    named = set(days_in(document, start, end))
    for mention in _dates_in(document, start, end):
        named.update(content_stems(document.text[start : mention.start]))
        start = mention.end
    return frozenset(named.union(content_stems(document.text[start:end])))


def days_in(document: Document, start: int, end: int) -> frozenset[str]:
    """The days that characters `start:end` name, one stem each."""
    return frozenset(
        f"day {key}" for mention in _dates_in(document, start, end) for key in _days(mention.key)
    )


def _dates_in(document: Document, start: int, end: int) -> Iterator[Mention]:
    mentions = document.mentions
    first = bisect_left(mentions, start, key=_start)
    within = mentions[first : bisect_left(mentions, end, lo=first, key=_start)]
    return (mention for mention in within if mention.kind is Kind.DATE)


def identifiers_in(text: str) -> frozenset[str]:
    """The stems of "TR-204" and "QX7L2M": words of letters and digits together.

    >>> sorted(identifiers_in("the 3 parcels of HB-20817"))
    ['20817', 'hb']
    """
    return frozenset(stem for word in _IDENTIFIER.findall(text) for stem in content_stems(word))


def _start(mention: Mention) -> int:
    return mention.start


def _days(key: str) -> Iterator[str]:
    """
    >>> list(_days("2026-03-04")), list(_days("--03-04"))
    (['2026-03-04', '03-04'], ['03-04'])
    """
    parts = key.split("-")
    if key.startswith("--"):
        yield key[2:]
    elif len(parts) == 3:
        yield from (key, "-".join(parts[1:]))


def most_named(
    said: Sequence[frozenset[str]], names: Sequence[Sequence[frozenset[str]]], words: Sequence[str]
) -> list[int]:
    """Which records are named most by the clause `said[0]`, or where it names none, or as many, by those after it.

    `names` are, for each of those that name, the stems that may name each record.
    """
    left = list(range(len(names[0])))
    reached = False
    for number, stems in enumerate(said):
        if number and speaks_of_others(words):
            break
        shares = [_share(stems & names[number][i]) for i in left]
        most = max(shares, default=0.0)
        if most >= LEAST_NAMED:
            left = [i for i, share in zip(left, shares, strict=True) if share == most]
            reached = True
    return left if reached else []


def _share(stems: frozenset[str]) -> float:
    """What stems weigh together, to the last bit the same whatever their order."""
    return fsum(8.0 if stem.startswith("day ") else weight(stem) for stem in stems)


def is_general(subject: str, verb: str, own: frozenset[str], names: Sequence[frozenset[str]]) -> bool:
    """Does a clause tell a rule ("Gold vouchers are transferable", "a card is active") and not of one thing?

    `own` are the stems of the key, `names` those of each value of the record: a thing named by one is no rule.
    """
    text = (subject[m.end() :] if (m := _OPENER.match(subject)) else subject).partition(",")[0]
    said, stems = words_of(text), frozenset(content_stems(text)) - own
    if not said or not stems or any(stems <= value for value in names):
        return False
    if said[0] in _INDEFINITE:
        return not {"is", "are"}.isdisjoint(words_of(verb))
    plural = not _PLURAL.isdisjoint(words_of(verb))
    return plural and _DEFINITE.isdisjoint(said)


def head_of(subject: str) -> str:
    """The stem of the noun that a subject is of, "" for none: of "Yes, the letter for your card" the letter.

    >>> head_of("Yes, the letter for your card"), head_of("It")
    ('letter', '')
    """
    opener = _OPENER.match(subject)
    phrase = _SUBJECT_ENDS.split(subject[opener.end() :] if opener else subject)[0]
    heads = [stem for stem in content_stems(phrase) if not stem[0].isdigit()]
    return heads[-1] if heads else ""


def speaks_of_others(words: Iterable[str]) -> bool:
    """ "The other order", "unlike the lamp": what is meant is not what is named or asked for."""
    return not _OTHERS.isdisjoint(words)


def is_definite(clause: str) -> bool:
    """Is the clause of a thing that is known: "your order", "the rug"?"""
    return not _DEFINITE.isdisjoint(words_of(clause))


def is_personal(clause: str) -> bool:
    """Is the clause of this thing: "your order", "this voucher"?"""
    return not _PERSONAL.isdisjoint(words_of(clause))
