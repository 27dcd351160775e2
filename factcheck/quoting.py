# SPDX-License-Identifier: Apache-2.0
"""How an evidence value is quoted: with the words it goes with, such as "30 days' prior written notice"."""

from __future__ import annotations

import re

from faithstill.featurize import Analysis, Document, Located
from faithstill.featurize.align.record_fields import Stated
from faithstill.featurize.extract import Kind, Mention
from faithstill.featurize.extract.document import content_stems

from .verdict import Finding, Quote, Verdict

_WORD = re.compile(r"[ \u00a0-]([A-Za-z][A-Za-z'’]*)")
_POSSESSED = re.compile(r"['’](?![\w'’])")
_PER = re.compile(r"(?:[ -]per[ -]| an? | each | every | ?/ ?)[A-Za-z]+\b")
# What a bare duration is the length of: "thirty days prior notice".
_HEADS = frozenset("notice period term delay grace window maturity".split())
_MOST_WORDS = 3
_COUNTS = frozenset({Kind.NUMBER, Kind.QUANTITY})


def quoted(analysis: Analysis, located: Located) -> Quote:
    """The place of an evidence value with the words it goes with."""
    document, mention = analysis.passages[located.passage], located.mention
    end = _end(document, mention)
    start, text = mention.start, document.text[mention.start : end]
    return Quote(located.passage + 1, analysis.triple.passages[located.passage].id, start, end, text)


def stated_finding(analysis: Analysis, stated: Stated) -> Finding:
    """A proof or counter-proof by a field of a record."""
    cell = stated.evidence_start, stated.evidence_end
    value = analysis.passages[stated.passage].text[slice(*cell)]
    text = f"{stated.field}: {value}" if stated.field else value
    identity = analysis.triple.passages[stated.passage].id
    return Finding(
        Verdict.PROVED if stated.agrees else Verdict.CONFLICT,
        stated.kind,
        analysis.answer.text[stated.start : stated.end],
        stated.start,
        stated.end,
        stated.rule,
        evidence=text,
        passage=stated.passage + 1,
        evidence_start=cell[0],
        evidence_end=cell[1],
        passage_id=identity,
        quote=Quote(stated.passage + 1, identity, *cell, text),
    )


def _end(document: Document, mention: Mention) -> int:
    end = mention.end
    if mention.kind is Kind.DURATION:
        end = _end_of_duration(document.text, end)
    elif mention.kind in _COUNTS and mention.unit:
        end = _end_of_counted(document.text, end, mention.unit)
    per = _PER.match(document.text, end)
    return per.end() if per else end


def _end_of_duration(text: str, end: int) -> int:
    possessed = _POSSESSED.match(text, end)
    start = possessed.end() if possessed else end
    ends = _following(text, start)
    # Up to the noun that names it; after a possessive there is one in any case.
    named = [stop for stop, word in ends if word in _HEADS]
    if named:
        return named[0]
    return ends[-1][0] if possessed and ends else start


def _end_of_counted(text: str, end: int, noun: str) -> int:
    wanted = content_stems(noun)
    return next((stop for stop, word in _following(text, end) if content_stems(word) == wanted), end)


def _following(text: str, position: int) -> list[tuple[int, str]]:
    """Where each of the next content words ends, up to the first word that is none."""
    found: list[tuple[int, str]] = []
    while len(found) < _MOST_WORDS and (match := _WORD.match(text, position)):
        word = match[1].lower()
        if not content_stems(word):
            break
        position = match.end()
        found.append((position, word))
    return found
