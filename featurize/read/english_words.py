# SPDX-License-Identifier: Apache-2.0
"""English words: how rare each is, its stem, and which others mean the same or the opposite.

Each line of `resources/idf.txt.xz` after the header `version documents` holds an inverse document frequency and then
every word form that has it. Made by `python -m faithstill.train.packaged.word_frequencies`. Raise `IDF_VERSION`
whenever a figure in the table changes: bundles trained on the old one are then refused.
"""

from __future__ import annotations

import lzma
import re
from collections import defaultdict
from collections.abc import Iterator
from functools import lru_cache
from importlib.resources import files

IDF_VERSION = 1
WORD = re.compile(r"[^\W\d_]+(?:['’-][^\W\d_]+)*")


def words(text: str) -> list[str]:
    """The lower-cased word forms of a text, with typewriter apostrophes.

    >>> words("The policyholder’s co-payment rose 5%.")
    ['the', "policyholder's", 'co-payment', 'rose']
    """
    return WORD.findall(text.lower().replace("’", "'"))


def parse_table(lines: list[str]) -> dict[str, float]:
    """The table as a dict; another version than `IDF_VERSION` is refused.

    >>> parse_table(["1 100", "0.50 the of", "2.25 insurer"])
    {'the': 0.5, 'of': 0.5, 'insurer': 2.25}
    """
    version = lines[0].split(" ", 1)[0]
    if version != str(IDF_VERSION):
        raise ValueError(f"idf table has version {version!r}, not {IDF_VERSION}; reinstall faithstill")
    found: dict[str, float] = {}
    for figure, *forms in (line.split(" ") for line in lines[1:]):
        found |= dict.fromkeys(forms, float(figure))
    return found


@lru_cache(maxsize=1)
def table() -> dict[str, float]:
    """Every word form of the packaged table with its inverse document frequency, in nats."""
    packed = (files("faithstill.featurize") / "resources" / "idf.txt.xz").read_bytes()
    return parse_table(lzma.decompress(packed).decode().splitlines())


@lru_cache(maxsize=1)
def unknown() -> float:
    """What a word outside the table weighs: as much as the rarest word in it."""
    return max(table().values())


def idf(word: str) -> float:
    """Inverse document frequency of a word form, in nats; unknown words get the maximum.

    >>> idf("the") < idf("policy") < idf("Indemnity") <= idf("qwxyzzy")
    True
    """
    return table().get(word.lower().replace("’", "'"), unknown())


# What cannot stand before -ed and -ing without having lost an e: not(t)ed, serv-, laps-, charg-.
_LOST_E = re.compile(r"[^aeiou]*[aeiou][^aeiouwxy]|.*(?:[cvz]|[lnrp]s|[^n]g)")
_LY = (
    ("ically", "ic"),
    ("ably", "able"),
    ("ibly", "ible"),
    ("simply", "simple"),
    ("ily", "y"),
    ("lly", "ll"),
)
_PREFIX = re.compile(r"(non|co|pre)-(?=[a-z]{3})")


@lru_cache(maxsize=50_000)
def stem(word: str) -> str:
    """The word without plural, -ed, -ing and -ly, where what is left is a known word.

    >>> [stem(word) for word in ("Policies", "charged", "charging", "planning", "annually", "news")]
    ['policy', 'charge', 'charge', 'plan', 'annual', 'news']
    """
    *_, last = _steps(word)
    return last


@lru_cache(maxsize=50_000)
def canonical(word: str) -> str:
    """The key of the word's synonym group, else its stem.

    >>> canonical("termination"), canonical("cancelled"), canonical("Growing"), canonical("tables")
    ('cancel', 'cancel', 'increase', 'table')
    """
    groups = _groups()
    steps = list(_steps(word))
    return next((groups[step] for step in steps if step in groups), steps[-1])


def antonyms(word: str) -> frozenset[str]:
    """What the word's opposites are, each as `canonical` gives it.

    >>> antonyms("lenders"), antonyms("table")
    (frozenset({'borrower'}), frozenset())
    """
    return _opposites().get(canonical(word), frozenset())


def _steps(word: str) -> Iterator[str]:
    """The word and what is left of it after each ending is taken off: bookings, booking, book."""
    word = _PREFIX.sub(r"\1", word.lower().replace("’", "'")).removesuffix("'s").removesuffix("'")
    yield word
    while (shorter := _shorten(word)) != word:
        yield (word := shorter)


def _shorten(word: str) -> str:
    """Take one ending off: the commonest of the words it may have come from, or the word itself."""
    if len(word) < 4 or word in _whole():
        return word
    rarity = _rarity()
    return min(
        (origin for origin in _origins(word) if origin in rarity), key=rarity.__getitem__, default=word
    )


def _origins(word: str) -> tuple[str, ...]:
    """Words this one may be an inflection of, right or wrong."""
    if len(word) > 5 and word.endswith(("ise", "isation", "ising", "ised", "ises")):
        return (re.sub(r"is(e|ation|ing|ed|es)$", r"iz\1", word), *_inflected(word))
    return _inflected(word)


def _inflected(word: str) -> tuple[str, ...]:
    if word.endswith(("ies", "ied")):
        return word[:-3] + "y", word[:-1]
    if word.endswith("s") and not word.endswith(("ss", "us", "is")):
        return (word[:-1], word[:-2]) if word.endswith("es") else (word[:-1],)
    for ending in ("ing", "ed"):
        base = word.removesuffix(ending)
        if base != word and re.search("[aeiouy]", base):
            return _uninflected(base)
    if len(word) > 4 and word.endswith("ly"):
        return next((word[: -len(cut)] + end for cut, end in _LY if word.endswith(cut)), word[:-2]), word[:-2]
    return ()


def _uninflected(base: str) -> tuple[str, ...]:
    """What -ed or -ing was put on: planned, noted, charged."""
    if base.endswith("e"):  # agreed, freed; but not need, speed
        return (base + "e",) if len(base) > 3 else ()
    if len(base) > 3 and base[-1] == base[-2]:
        return base, base[:-1]
    return (base + "e",) if _LOST_E.fullmatch(base) else (base, base + "e")


def _lines(name: str) -> list[list[str]]:
    text = (files("faithstill.featurize") / "resources" / name).read_text(encoding="utf-8")
    return [line.split() for line in text.splitlines() if line and not line.startswith("#")]


@lru_cache(maxsize=1)
def _rarity() -> dict[str, float]:
    """Words known to exist: those of the frequency table, and rarer ones that our tables name."""
    ours = (word for name in ("synonyms.txt", "antonyms.txt") for line in _lines(name) for word in line)
    return dict.fromkeys(ours, unknown()) | table()


@lru_cache(maxsize=1)
def _whole() -> frozenset[str]:
    return frozenset(word for line in _lines("uninflected.txt") for word in line)


@lru_cache(maxsize=1)
def _groups() -> dict[str, str]:
    """Each word of the table, exactly as it is written there, to the first word of its line."""
    return {_PREFIX.sub(r"\1", word): line[0] for line in _lines("synonyms.txt") for word in line}


@lru_cache(maxsize=1)
def _opposites() -> dict[str, frozenset[str]]:
    found: dict[str, set[str]] = defaultdict(set)
    for left, right in _lines("antonyms.txt"):
        found[canonical(left)].add(canonical(right))
        found[canonical(right)].add(canonical(left))
    return {word: frozenset(opposites) for word, opposites in found.items()}
