# SPDX-License-Identifier: Apache-2.0
"""A name that the passages call otherwise, as a lexicon of their documents says."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import cached_property

from faithstill.data import Passage
from faithstill.featurize.align.slots.slots import Located
from faithstill.featurize.extract import Kind, Mention
from faithstill.featurize.extract.document import Document
from faithstill.featurize.extract.same_name import fold
from faithstill.featurize.lexicon import Entry, Lexicon

from .alias import Aliases

_LONGEST_ACRONYM = 7


class LexiconNames:
    """What a lexicon says of the names in some passages; safe to keep with them."""

    def __init__(self, lexicon: Lexicon, passages: Sequence[Passage], documents: Sequence[Document]) -> None:
        self._lexicon = lexicon
        self._documents = documents
        self._of_passage = [document_of(passage.id, lexicon.documents) for passage in passages]

    def find(self, mention: Mention) -> Located | None:
        """Where a passage holds another form of the name that a mention stands for."""
        for place in self._known.like(mention):
            entry = self._lexicon.entries[place.passage]
            for form in entry.forms:
                if found := self._stands(form, entry):
                    return found
        return None

    @cached_property
    def _known(self) -> Aliases:
        """Every trusted form of every entry; the passage of a place is the number of its entry."""
        entries = enumerate(self._lexicon.entries)
        return Aliases(Located(n, _mention(form)) for n, entry in entries for form in entry.forms)

    def _stands(self, form: str, entry: Entry) -> Located | None:
        for number, document in enumerate(self._documents):
            if self._is_of(number, form, entry):
                for start, end in standing(form, document.text):
                    return Located(number, Mention(Kind.NAME, start, end, document.text[start:end]))
        return None

    def _is_of(self, number: int, form: str, entry: Entry) -> bool:
        """Does an entry hold for a passage? One of unknown origin only if no other document means another by it."""
        document = self._of_passage[number]
        if not entry.document or document == entry.document:
            return True
        return not document and len(self._meant.get(form.lower(), ())) == 1

    @cached_property
    def _meant(self) -> dict[str, set[str]]:
        """The names that each form stands for in any document."""
        found: dict[str, set[str]] = {}
        for entry in self._lexicon.entries:
            for form in entry.forms:
                found.setdefault(form.lower(), set()).add(fold(entry.canonical))
        return found


def document_of(passage: str, documents: frozenset[str]) -> str:
    """The document that a passage is from by its id, "" for none that is known.

    >>> document_of("loan.md#3", frozenset({"loan.md"})), document_of("loan-4", frozenset({"loan.md"}))
    ('loan.md', 'loan.md')
    >>> document_of("loans", frozenset({"loan.md"}))
    ''
    """
    found = ""
    for document in documents:
        for name in (document, document.rpartition(".")[0]):
            rest = passage[len(name) :]
            if name and passage.startswith(name) and not rest[:1].isalnum() and len(document) > len(found):
                found = document
    return found


def standing(form: str, text: str) -> Iterator[tuple[int, int]]:
    """The characters where a form stands as such: with its article, and as no part of a longer name.

    >>> [*standing("the Bank", "The Bank pays. The Bank Holiday is free. A bank pays.")]
    [(0, 8)]
    """
    article = form[:4].lower() == "the "
    pattern = f"(?:[Tt]he|THE)\\s+{re.escape(form[4:])}" if article else re.escape(form)
    for match in re.finditer(rf"(?<![\w-]){pattern}(?![\w-])", text):
        before = text[: match.start()].rpartition("\n")[2].split(" ")[-2:-1]
        is_behind = not article and before and before[0][:1].isupper() and before[0].isalpha()
        is_before = re.match(r"\s[A-Z][a-z]", text[match.end() : match.end() + 3])
        if not is_before and not (is_behind and before[0] not in _SMALL):
            yield match.span()


_SMALL = frozenset("The A An This That By If When Where And Or Each Any No For In On To From With As".split())


def _mention(form: str) -> Mention:
    bare = form[4:] if form[:4].lower() == "the " else form
    is_acronym = bare.isupper() and bare.isalpha() and len(bare) <= _LONGEST_ACRONYM
    kind, key = (Kind.ACRONYM, bare) if is_acronym else (Kind.NAME, fold(bare))
    return Mention(kind, 0, len(bare), bare, key=key)
