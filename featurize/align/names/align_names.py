# SPDX-License-Identifier: Apache-2.0
"""A name of the answer against the names of evidence and question: equal, given, in another's slot, or absent."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import cached_property

from faithstill.featurize.align.alignment import Alignment, Status
from faithstill.featurize.align.slots.slots import EvidenceValues, Located
from faithstill.featurize.extract import Kind, Mention
from faithstill.featurize.extract.document import Document, words_of
from faithstill.featurize.extract.lexicon import (
    HONORIFICS,
    INNER_WORDS,
    LEGAL_SUFFIXES,
    ORG_NOUNS,
    TIERS,
    is_ordinary,
)
from faithstill.featurize.extract.same_name import NAMES
from faithstill.featurize.lexicon.harvest import long_form_at

from .alias import NUMERALS, SAME, Aliases, tokens_of
from .lexicon_names import LexiconNames
from .name_conflicts import NameRows, SoleNames, displaced, rows_of
from .name_words import ABBREVIATIONS, NameWords, capital_of, is_common, is_key_or_code, plain

# What may stand beside a known name without making it another one.
_MINOR = INNER_WORDS | HONORIFICS | LEGAL_SUFFIXES | ORG_NOUNS | frozenset("and s group plan account".split())
# What makes a name with it another one than without.
_DISTINCT = TIERS | NUMERALS


class Names:
    """The names of one answer's evidence and question, by their forms; made once for all names of the answer."""

    def __init__(
        self,
        answer: Document,
        question: Document,
        evidence: EvidenceValues,
        lexicon: LexiconNames | None = None,
    ) -> None:
        self._answer = answer
        self._lexicon = lexicon
        self._question = question
        self._evidence = evidence

    @cached_property
    def _aliases(self) -> Aliases:
        return self._evidence.once(_aliases)

    @cached_property
    def _spelled(self) -> NameWords:
        return self._evidence.once(_spelled)

    @cached_property
    def _asked(self) -> Aliases:
        return Aliases(Located(-1, m) for m in self._question.mentions if m.kind in NAMES)

    @cached_property
    def _asked_words(self) -> NameWords:
        return NameWords([self._question])

    def aligned(self, mention: Mention) -> Alignment:
        """The first that holds: equal, given, unchecked, equal by the lexicon, in another's place, absent."""
        places = self._aliases.like(mention)
        if places:
            rival = self._displaced(mention, places)
            if rival:
                return Alignment(mention, Status.CONFLICTING, rival=rival, rule="name.displaced")
            return Alignment(mention, Status.EQUAL, places[0], rule="name.equal")
        if self._asked.like(mention):
            return Alignment(mention, Status.GIVEN, rule="name.given")
        spelled = self._spelled_out(mention)
        if spelled is None and is_key_or_code(mention, self._evidence.passages):
            return Alignment(mention, Status.UNCHECKED, rule="name.other_form")
        if spelled:
            return spelled
        if self._lexicon and (found := self._lexicon.find(mention)):
            return Alignment(mention, Status.EQUAL, found, rule="name.lexicon")
        sole = self._sole.rival(mention)
        if sole:
            return Alignment(mention, Status.CONFLICTING, rival=sole, rule="name.only_conflict")
        return Alignment(mention, Status.ABSENT, rule="name.absent")

    def _displaced(self, mention: Mention, places: Sequence[Located]) -> Located | None:
        row = self._rows.of.get((0, mention.start))
        return displaced(row, places, self._evidence.once(rows_of)) if row else None

    @cached_property
    def _rows(self) -> NameRows:
        return NameRows([self._answer])

    @cached_property
    def _sole(self) -> SoleNames:
        return SoleNames(self._answer, self._question, self._evidence)

    def _spelled_out(self, mention: Mention) -> Alignment | None:
        """In small letters, as a key of a tool result or in other words a name stands there all the same."""
        words = _words(mention)
        found = self._together(words, _is_capitals(mention))
        if found:
            return Alignment(mention, Status.EQUAL, found, rule="name.spelled")
        if self._asked_words.together(words):
            return Alignment(mention, Status.GIVEN, rule="name.given")
        if mention.kind is Kind.ACRONYM:
            return self._written_out(mention)
        core = self._core(tokens_of(mention))
        if core:
            return Alignment(mention, Status.UNCHECKED, core, rule="name.part")
        capital = capital_of(mention, self._answer.text, self._is_known)
        if capital is None:
            return None
        return Alignment(mention, Status.UNCHECKED, rule=f"name.{capital}")

    def _together(self, words: Sequence[str], capital: bool) -> Located | None:
        """Where the words of a name stand close; its numeral goes with it alone: not "Anne I and Philip II"."""
        found = self._spelled.together(words, capital=capital)
        if found is None or words[-1] not in NUMERALS:
            return found
        held = [plain(word) for word in words_of(found.mention.text)]
        first = next((at for at, word in enumerate(held) if word in NUMERALS), len(held))
        return found if NUMERALS.union(("and", "or")).issuperset(held[first:]) else None

    def _is_known(self, token: str) -> bool:
        return token in _MINOR or self._spelled.holds(token) or self._asked_words.holds(token)

    def _core(self, tokens: tuple[str, ...]) -> Located | None:
        """A name of the evidence to which the answer adds words that are known or ordinary: "Sackler Galleries"."""
        for at, length in _parts(len(tokens)):
            core, rest = tokens[at : at + length], tokens[:at] + tokens[at + length :]
            if set(core) <= _MINOR or not _DISTINCT.isdisjoint(rest):
                continue
            is_new = not all(map(self._is_known, rest))
            if is_new and ((len(core) == 1 and is_ordinary(core[0])) or not all(map(is_common, rest))):
                continue
            found = self._aliases.whole(core)
            if found:
                return found
        return None

    def _written_out(self, mention: Mention) -> Alignment | None:
        """An acronym that the answer itself explains, every reader knows or the evidence spells out."""
        text, key = self._answer.text, mention.key.casefold()
        for match in re.finditer(rf"\(\s*{re.escape(mention.text)}s?\s*\)", text):
            meant = _long_form(
                key, [plain(w) for w in words_of(text[max(0, match.start() - 120) : match.start()])]
            )
            found = self._spelled.together(meant) if meant else None
            if found:
                return Alignment(mention, Status.EQUAL, found, rule="name.acronym")
            if meant:
                # What it stands for is judged where it stands.
                return Alignment(mention, Status.UNCHECKED, rule="name.acronym")
        for form in SAME.get(key, ()):
            found = self._spelled.together(form.split(), apart=0)
            if found:
                return Alignment(mention, Status.EQUAL, found, rule="name.spelled")
        if mention.text in ABBREVIATIONS or self._is_written_out(key):
            return Alignment(mention, Status.UNCHECKED, rule="name.acronym")
        return None

    def _is_written_out(self, key: str) -> bool:
        """Do three words or more in a row begin with the letters of an acronym?"""
        return len(key) > 2 and any(key in letters for letters in self._letters)

    @cached_property
    def _letters(self) -> tuple[str, ...]:
        """The first letters of the words of each sentence, without those of small words."""
        return tuple(
            "".join([word[0] for word in document.words[s.first : s.last] if word not in INNER_WORDS])
            for document in self._evidence.passages
            for s in document.sentences
        )


def _aliases(evidence: EvidenceValues) -> Aliases:
    return Aliases(evidence.names)


def _spelled(evidence: EvidenceValues) -> NameWords:
    return NameWords(evidence.passages)


def _words(mention: Mention) -> list[str]:
    words = [plain(word) for word in words_of(mention.text)]
    while len(words) > 1 and (words[0] in HONORIFICS or words[0] == "the"):
        words.pop(0)
    while len(words) > 1 and words[-1] in LEGAL_SUFFIXES:
        words.pop()
    return [word for word in words if word not in INNER_WORDS] or words


def _is_capitals(mention: Mention) -> bool:
    """ "AIMS" is not "aims"."""
    return mention.kind is Kind.ACRONYM and mention.text.isupper()


def _parts(size: int) -> Iterator[tuple[int, int]]:
    """(start, length) of every part of a row of words, longest first."""
    for length in range(size - 1, 0, -1):
        for at in range(size - length + 1):
            yield at, length


def _long_form(key: str, words: Sequence[str]) -> list[str]:
    """The last words that an acronym may stand for: its letters in order, the first opening the first word.

    >>> _long_form("ctr", ["the", "cardiothoracic", "ratio"]), _long_form("fbi", ["bureau", "of"])
    (['cardiothoracic', 'ratio'], [])
    """
    at = long_form_at(key, words)
    return [] if at is None else [word for word in words[at:] if word not in INNER_WORDS]
