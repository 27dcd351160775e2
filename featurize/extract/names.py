# SPDX-License-Identifier: Apache-2.0
"""Names and acronyms: runs of capitals, less what ordinary sentences capitalise."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache

from .lexicon import (
    FUNCTION,
    GENERIC,
    HONORIFICS,
    INNER_WORDS,
    LEGAL_SUFFIXES,
    LIST_VERBS,
    MONTHS,
    NAMES_LIKE_WORDS,
    OPENERS,
    ORDINARY,
    ORG_NOUNS,
    WEEKDAYS,
    is_listed,
    is_ordinary,
    is_plural,
)
from .mention import Kind, Mention
from .same_name import fold

_GAP = re.compile(
    r"[ ](?:&[ ]|of[ ](?:the[ ])?|(?:de|van|von|der|den|du|del|di|da|la)[ ](?:la[ ]|der[ ]|den[ ])?)?|-|&|"
    r"['’]"
)
_FOR_GAP = re.compile(r"[ ]for[ ](?:the[ ])?")
_INITIAL_GAP = re.compile(r"\.[ ]?")
_SUFFIX_GAP = re.compile(r",?[ ]")
_AFTER_AND = frozenset("sons co company partners brothers associates daughters wales ireland".split())
_OPENERS = " \t\"'“”‘’([{*_>#-•–—"
_LONGEST = 9
_PLAIN_MONTHS = frozenset(MONTHS) - {"may", "march", "mar", "jan", "april", "august", "june"}
# "Bank of England", "Isle of Man", but neither "Jane Quill of Harrow Tiles" nor "Customers of Harrow Vale".
_OF_NOUNS = ORG_NOUNS | frozenset(
    "isle house city duke republic state states kingdom tower lord head certificate statement terms code "
    "declaration letter power bill proof schedule act chamber port church order secretary director bar "
    "book gulf cape".split()
)


# Words that no name starts with or consists of; after them, a capital is due to a name.
GRAMMAR = FUNCTION - frozenset("a i first second third one may note us next all no".split())


@dataclass(slots=True)  # not frozen: made for every capitalised word
class Word:
    """A capitalised word, where it stands, and its small letters."""

    start: int
    end: int
    text: str
    small: str


@dataclass(slots=True)
class _Run:
    """Neighbouring capitalised words that may form one name; `initial` when they open a sentence."""

    words: list[Word]
    initial: bool


def find_names(text: str, capitals: list[Word], lower: set[str]) -> list[Mention]:
    """Names among the capitalised words; `lower` holds the words that occur in small letters."""
    runs = _runs(text, capitals)
    inside = {word.text for run in runs for word in (run.words[1:] if run.initial else run.words)}
    found: list[Mention] = []
    for run in runs:
        found.extend(_name(text, run, lower, inside))
    return found


def _runs(text: str, capitals: list[Word]) -> list[_Run]:
    runs: list[_Run] = []
    words: list[Word] = []
    for word in capitals:
        if (word.small in WEEKDAYS or word.small in _PLAIN_MONTHS) and not word.text.isupper():
            words = []
        elif words and len(words) < _LONGEST and _joins(text, words, word):
            words.append(word)
        else:
            words = [word]
            runs.append(_Run(words, opens(text, word.start)))
    return runs


def _joins(text: str, words: list[Word], right: Word) -> bool:
    left = words[-1]
    gap = text[left.end : right.start]
    if gap == " ":
        return True
    if len(gap) > 12 or gap[:1] in '\n|:;!?)("':
        return False
    if _GAP.fullmatch(gap):
        if gap.startswith(" of "):
            return left.small in _OF_NOUNS or (len(words) == 1 and not is_ordinary(left.small))
        return gap not in ("'", "’") or len(left.text) == 1
    if _INITIAL_GAP.fullmatch(gap):
        initial = len(left.text) == 1 and (
            len(words) == 1 or len(words[-2].text) == 1 or not is_ordinary(right.small)
        )
        return initial or left.small in HONORIFICS or left.small == "st"
    if _FOR_GAP.fullmatch(gap):
        return left.small in ORG_NOUNS
    if gap == " and ":
        return right.small in _AFTER_AND
    return right.small in LEGAL_SUFFIXES and bool(_SUFFIX_GAP.fullmatch(gap))


def opens(text: str, start: int) -> bool:
    """Whether a capital at `start` is due to the start of a sentence, a line, a cell or a quotation."""
    at = start - 1
    if at > 0 and text[at] == " " and text[at - 1].isalnum():
        return False  # the common case
    floor = max(-1, start - 12)
    while at > floor and text[at] in _OPENERS:
        if text[at] in '"“‘(':
            return True
        at -= 1
    if at > 0 and text[at] == ")":
        return text[at - 1].isdigit()  # "2) Pay"
    return at < 0 or at == floor or text[at] in ".!?:;\n|…]}"


def _name(text: str, run: _Run, lower: set[str], inside: set[str]) -> list[Mention]:
    words, initial = run.words, run.initial
    first = 0
    while first < len(words) and _is_opener(text, words, first, initial and first == 0):
        first += 1
    if first:
        words, initial = words[first:], False
    if not words:
        return []
    if len(words[0].text) == 1 and all(len(word.text) == 1 for word in words):
        dotted = _dotted(text, words[0].start)
        return [dotted] if dotted else []
    if len(words) == 1:
        mention = _single(text, words[0], initial, lower, inside)
        return [mention] if mention else []
    if words[0].text.isupper() and all(len(word.text) > 1 and word.text.isupper() for word in words):
        return _all_caps(text, words)
    if initial and all(word.small in lower and is_ordinary(word.small) for word in words):
        return []  # "Monthly Fee" opening a line, with both words in small letters elsewhere
    return [_mention(text, words[0].start, words[-1].end)]


@lru_cache(maxsize=20_000)
def _is_plain(word: str) -> bool:
    return is_ordinary(word) and word not in NAMES_LIKE_WORDS


def _is_opener(text: str, words: list[Word], at: int, initial: bool) -> bool:
    """Whether the word only stands before a name: "Contact Harrow Vale", "Adviser Lena Kolb"."""
    word, rest = words[at], len(words) - at - 1
    if len(word.text) == 1:
        return word.small in ("a", "i") and (not rest or text[word.end : word.end + 1] not in (".", "-"))
    if word.text.isupper():
        return False
    if not initial or not rest or word.small == "new":
        return False
    return (
        word.small in OPENERS
        or word.small in LIST_VERBS
        or (
            word.small not in INNER_WORDS
            and _is_plain(word.small)
            and word.small not in ORG_NOUNS
            and not any(_is_plain(w.small) for w in words[at + 1 :])
        )
    )


def _single(text: str, word: Word, initial: bool, lower: set[str], inside: set[str]) -> Mention | None:
    start, end, small = word.start, word.end, word.small
    if (
        len(small) == 1
        or text[end : end + 2] in ("'t", "’t")
        or (small in FUNCTION and not _is_country(text, word))
        or not (word.text[0].isupper() or _INNER_CAPITAL.fullmatch(word.text))
    ):
        return _dotted(text, start)
    if _is_acronym(word.text):
        return _acronym(text, word)
    if small in MONTHS or small in HONORIFICS or small in GENERIC:
        return None
    ordinary = _is_plain(small)
    if ordinary and (word.text.isupper() or not is_listed(small)):
        return None
    if _whole_cell(text, start, end):
        return _mention(text, start, end)
    if initial and small in LIST_VERBS and text[end : end + 1] == " ":
        return None
    if initial:
        if ordinary and (word.text not in inside or small in lower):
            return None
        if text[end : end + 1] == "-" and text[end + 1 : end + 2].islower():
            return None  # "Super-reduced"
        if text[end : end + 2] not in ("'s", "’s") and (
            small in lower
            or (is_plural(small) and word.text not in inside and not _SINGULAR.match(text, end))
        ):
            return None
    elif ordinary and small in lower:
        return None
    return _mention(text, start, end)


def _is_country(text: str, word: Word) -> bool:
    """ "the US", "US rules", but not a "US" among capitals."""
    return word.text == "US" and not text[word.end : word.end + 8].strip(" .,").split(" ")[0].isupper()


_SINGULAR = re.compile(r"[ ](?:is|was|has|does|says)\b")  # "Brooks was" is one man
_INNER_CAPITAL = re.compile(r"[a-z]{1,2}[A-Z][a-z]+[A-Za-z]*")
_DOTTED = re.compile(r"(?:[A-Z]\.){2,5}")
_ACRONYM = re.compile(r"[A-Z]{2,6}s?|[A-Z][A-Za-z]?[A-Z]{1,4}s?")
_EMPHASIS = frozenset(
    "not and or no all any must may only never always if the to is are be new yes ok for".split()
)


def _dotted(text: str, start: int) -> Mention | None:
    """ "U.S.", "U.K." are acronyms."""
    match = _DOTTED.match(text, start)
    if match is None:
        return None
    return Mention(Kind.ACRONYM, start, match.end(), match.group(), key=match.group().replace(".", ""))


@lru_cache(maxsize=20_000)
def _is_acronym(word: str) -> bool:
    if len(word) > 7 or not _ACRONYM.fullmatch(word):
        return False
    small = word.lower()
    return small not in _EMPHASIS and not (word.isupper() and len(word) > 3 and small in ORDINARY)


def _acronym(text: str, word: Word) -> Mention:
    key = word.text[:-1] if word.text.endswith("s") else word.text
    return Mention(Kind.ACRONYM, word.start, word.end, word.text, key=key.upper())


def _all_caps(text: str, words: list[Word]) -> list[Mention]:
    """A line in capitals is a heading unless it holds a word that is none of the language's."""
    if all(
        len(word.text) <= 5 and _is_acronym(word.text) and word.small not in LEGAL_SUFFIXES for word in words
    ):
        return [_acronym(text, word) for word in words]
    if all(is_ordinary(word.small) for word in words):
        return []
    return [_mention(text, words[0].start, words[-1].end)]


def _whole_cell(text: str, start: int, end: int) -> bool:
    """A table cell that is one capitalised word names a row or a column: "| Plus |"."""
    left, right = text[max(0, start - 3) : start], text[end : end + 3]
    return "|" in left and "|" in right and left.rstrip(" *")[-1:] == right.lstrip(" *")[:1] == "|"


def _mention(text: str, start: int, end: int) -> Mention:
    span = text[start:end]
    return Mention(Kind.NAME, start, end, span, key=fold(span))
