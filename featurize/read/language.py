# SPDX-License-Identifier: Apache-2.0
"""Is a text English? Conservative: only a text that clearly is another language is turned away."""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from collections.abc import Iterable, Iterator, Set

from .word_classes import toml, words

ENGLISH = words("languages", "English")
# Articles and prepositions that names carry too ("Banco de la Nación"): alone they prove nothing.
PARTICLES = {language: words("articles", language) for language in toml("words.toml")["articles"]}
FOREIGN = {language: words("languages", language) for language in PARTICLES}
# What English, a name or a unit may be in small letters too: "sin", "plus 5", "per se", "door to door".
_ALIKE = words("languages", "alike")

_OWN = {language: own - ENGLISH for language, own in FOREIGN.items()}
_WORD = re.compile(r"[^\W\d_]+")
_NOT_ASCII = re.compile(r"[^\x00-\x7f]")

_SHORTEST = 8  # words: fewer may be a name or a title
_SHORT = range(3, _SHORTEST)  # words that tell only where they are of one kind
_SHARE = 0.2  # of the words are function words of the other language; in prose 0.35 and more are
_DISTINCT = 3  # of them differ, two of which are no particles
_AHEAD = 1.5  # times as many as English ones
_READ = 20_000  # characters at most, in pieces spread over the text
_PIECES = 10


def is_english(text: str, *, beside: Iterable[str] = ()) -> bool:
    """Is a text English, or too short or too bare of function words (names, figures, JSON) to tell?

    `beside` are texts that a short one may take names from; words of theirs tell nothing.

    >>> is_english("The fee is waived."), is_english("Die Gebühr ist hoch und wird nicht für Konten erhoben.")
    (True, False)
    >>> is_english("Les frais sont de 25 $."), is_english("Les frais sont de 25 $.", beside=["les frais sont dus"])
    (False, True)
    """
    told = _told(text)
    return told is not False and not (told is None and _is_foreign_line(text, beside))


def is_any_english(texts: Iterable[str]) -> bool:
    """Is one of some texts English by itself, or all of them together, or can none be told?"""
    texts = tuple(texts)
    return any(map(_told, texts)) or _told("\n".join(texts)) is not False


def _told(text: str) -> bool | None:
    """Whether a text is English; None for one that is too short or too bare to tell."""
    sample = unicodedata.normalize("NFC", "\n".join(_pieces(text)))
    if not _is_mostly_latin(sample):
        return False
    counts = Counter(_WORD.findall(sample.lower()))
    total = counts.total()
    if total < _SHORTEST:
        return None
    english = _hits(counts, ENGLISH)
    if any(_is_prose_of(language, counts, total, english) for language in FOREIGN):
        return False
    return True if len(counts.keys() & ENGLISH) >= _DISTINCT - 1 else None


def _pieces(text: str) -> Iterator[str]:
    if len(text) <= _READ:
        yield text
        return
    for piece in range(_PIECES):
        start = piece * (len(text) // _PIECES)
        yield text[start : start + _READ // _PIECES]


def _is_mostly_latin(text: str) -> bool:
    if text.isascii():
        return True
    other = sum(not _is_latin(character) for character in _NOT_ASCII.findall(text) if character.isalpha())
    # One letter alone may be a symbol: Ω, µ, π.
    return other < 2 or 2 * other <= sum(map(str.isalpha, text))


def _is_latin(letter: str) -> bool:
    # By Unicode name, as the compatibility forms (full-width, mathematical) are scattered over the planes.
    return any(part in unicodedata.name(letter, "") for part in ("LATIN", "MATHEMATICAL"))


def _is_foreign_line(text: str, beside: Iterable[str]) -> bool:
    """Do function words of one other language stand in a short text, in small letters but for the first word?"""
    words = _WORD.findall(unicodedata.normalize("NFC", text[:_READ]))
    if len(words) not in _SHORT or not ENGLISH.isdisjoint(map(str.lower, words)):
        return False
    later = set(filter(str.islower, words[1:]))
    plain = {word for word in (words[0].lower(), *later) if len(word) > 1 or not word.isascii()}
    hits = [(plain & (own | PARTICLES[language]), own & later) for language, own in _OWN.items()]
    if not any(_are_telling(*found) for found in hits):
        return False
    known = {word for other in beside for word in _WORD.findall(other.lower())}
    return any(_are_telling(found - known, own - known) for found, own in hits)


def _are_telling(words: Set[str], own: Set[str]) -> bool:
    """Are they two function words or more, one of which is no particle and one none that English writes too?"""
    return len(words) > 1 and not words.isdisjoint(own) and not words <= _ALIKE


def _is_prose_of(language: str, counts: Counter[str], total: int, english: int) -> bool:
    own = counts.keys() & _OWN[language]
    if len(own) < _DISTINCT - 1:
        return False
    particles = counts.keys() & PARTICLES[language]
    hits = _hits(counts, own | particles)
    return len(own) + len(particles) >= _DISTINCT and hits >= _SHARE * total and hits > _AHEAD * english


def _hits(counts: Counter[str], words: Set[str]) -> int:
    return sum(counts[word] for word in counts.keys() & words)
