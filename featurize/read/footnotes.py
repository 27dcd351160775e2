# SPDX-License-Identifier: Apache-2.0
"""The lines of an answer that say what its markers stand for: footnotes, and lists of sources at the end."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class FootnoteText:
    """Characters `start:end` of the answer, which say from `said` on what `label` stands for."""

    start: int
    said: int
    end: int
    label: str
    text: str


_FOOTNOTE = re.compile(
    r"^[ \t]*\[\^?(?P<label>[^\[\]\s]{1,60})\]:[ \t]*(?P<text>[^\n]*(?:\n(?:[ ]{2,}|\t)\S[^\n]*)*)",
    re.MULTILINE,
)
_HEADING = re.compile(
    r"^[ \t>*_#-]*(?i:sources?|references?|citations?|footnotes?|bibliography|works cited)[ \t*_]*:?[ \t*_]*$",
    re.MULTILINE,
)
_ENTRY = re.compile(
    r"\n[ \t]*(?:[-*+•][ \t]+)?(?:\[\^?(?P<square>[^\[\]\n]{1,60})\]|【(?P<lens>\d{1,3})[^】\n]*】)"
    r"(?!\()[ \t]*[:.–-]?[ \t]*(?P<text>[^\n]*)|\n[ \t]*(?:[-*+•][ \t]+)?(?P<plain>\d{1,3})[.):][ \t]+(?P<said>[^\n]*)"
)
_BLANK_LINES = re.compile(r"(?:\n[ \t]*(?=\n))*")


def definitions_of(answer: str) -> Iterator[FootnoteText]:
    """The definitions of an answer in order.

    >>> [(d.label, d.text) for d in definitions_of("The fee is $5 [^1].\\n\\n[^1]: terms.txt")]
    [('1', 'terms.txt')]
    >>> [(d.label, d.text) for d in definitions_of("The fee is $5 [1].\\nSources:\\n[1] Terms\\n[2] Prices")]
    [('1', 'Terms'), ('2', 'Prices')]
    """
    found = {match.start(): _of_footnote(match) for match in _FOOTNOTE.finditer(answer) if "]:" in answer}
    for heading in _HEADING.finditer(answer):
        for entry in _entries(answer, heading.end()):
            found.setdefault(entry.start, entry)
    yield from (found[start] for start in sorted(found))


def _of_footnote(match: re.Match[str]) -> FootnoteText:
    return FootnoteText(
        match.start(), match.start("text"), match.end(), match["label"], " ".join(match["text"].split())
    )


def _entries(answer: str, end: int) -> Iterator[FootnoteText]:
    """The lines under a heading of sources, up to the first that is no entry."""
    while True:
        blank = _BLANK_LINES.match(answer, end)
        match = _ENTRY.match(answer, blank.end() if blank else end)
        if match is None:
            return
        group = "said" if match["plain"] else "text"
        label = match["square"] or match["lens"] or match["plain"]
        yield FootnoteText(match.start() + 1, match.start(group), match.end(), label, match[group].strip())
        end = match.end()
