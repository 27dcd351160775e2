# SPDX-License-Identifier: Apache-2.0
"""Acronyms that a text explains in brackets, on either side."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from faithstill.featurize.extract.lexicon import INNER_WORDS

from .defined_terms import BRACKETS, Definition
from .long_form import long_form_at

_ACRONYM = re.compile(r"[A-Z][A-Za-z&]{0,5}[A-Z]s?")
_BEFORE = re.compile(r"\b([A-Z][A-Za-z&]{0,5}[A-Z])s? $")
_WORD = re.compile(r"[^\W\d_]+(?:['’][^\W\d_]+)*")
_REACH = 120  # characters before the brackets


def acronyms(text: str) -> Iterator[Definition]:
    """ "Annual Percentage Rate (APR)" and "APR (Annual Percentage Rate)"."""
    for bracket in BRACKETS.finditer(text):
        inside = bracket["inside"].strip('"“” ')
        if _ACRONYM.fullmatch(inside):
            low = max(text.rfind("\n", 0, bracket.start()) + 1, bracket.start() - _REACH)
            words = [*_WORD.finditer(text, low, bracket.start())]
            at = _starts([word.group().lower() for word in words], inside)
            if at is not None and words[-1].end() >= bracket.start() - 2:
                start = text.index(inside, bracket.start())
                yield _definition(inside, start, (words[at].start(), words[-1].end()))
        elif before := _BEFORE.search(text[max(0, bracket.start() - 9) : bracket.start()]):
            words = [*_WORD.finditer(text, bracket.start("inside"), bracket.end("inside"))]
            if words and _starts([word.group().lower() for word in words], before[1]) == 0:
                start = bracket.start() - len(before.group())
                yield _definition(before[1], start, (words[0].start(), words[-1].end()))


def _starts(words: Sequence[str], acronym: str) -> int | None:
    """Where the words begin that the letters stand for: as their initials, or spread over them."""
    key = acronym.removesuffix("s").replace("&", "").lower()
    own = [at for at, word in enumerate(words) if word not in INNER_WORDS]
    last = own[-len(key) :]
    if len(last) == len(key) and "".join(words[at][0] for at in last) == key:
        return last[0]
    at = long_form_at(key, words)
    return None if at is None or words[at] in INNER_WORDS else at


def _definition(acronym: str, start: int, name: tuple[int, int]) -> Definition:
    form = acronym.removesuffix("s")
    return Definition("acronym", name, form, (start, start + len(form)))
