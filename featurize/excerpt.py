# SPDX-License-Identifier: Apache-2.0
"""Some sentences of a document as a document of their own; offsets stay those of the whole."""

from __future__ import annotations

from bisect import bisect_left
from functools import cached_property

from .document import Document
from .extract import Mention
from .structure import Unit


class Excerpt(Document):
    """The units of a document that begin within characters `start:end`; nothing is read twice."""

    def __init__(self, whole: Document, start: int, end: int) -> None:
        super().__init__(whole.text, whole.extractor)
        self._whole, self._start, self._end = whole, start, end
        self._words = slice(bisect_left(whole.starts, start), bisect_left(whole.starts, end))

    @cached_property
    def words(self) -> tuple[str, ...]:
        """Those of the excerpt."""
        return self._whole.words[self._words]

    @cached_property
    def starts(self) -> tuple[int, ...]:
        """Character offsets into the whole text."""
        return self._whole.starts[self._words]

    @cached_property
    def stems(self) -> tuple[str, ...]:
        """As the whole document has them."""
        return self._whole.stems[self._words]

    @cached_property
    def units(self) -> tuple[Unit, ...]:
        """Those that begin in the excerpt."""
        return tuple([unit for unit in self._whole.units if self._start <= unit.start < self._end])

    @cached_property
    def mentions(self) -> tuple[Mention, ...]:
        """Those that begin in the excerpt."""
        return tuple([m for m in self._whole.mentions if self._start <= m.start < self._end])
