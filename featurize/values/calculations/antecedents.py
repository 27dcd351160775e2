# SPDX-License-Identifier: Apache-2.0
"""How many things the words before "the two", "all three" or "these four" have named: in the answer or the question."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from faithstill.featurize.document import Document, content_stems
from faithstill.featurize.extract import Kind, Mention
from faithstill.featurize.extract.same_name import NAMES

_DEFINITE = re.compile(
    r"\b(?:the|these|those|all|our|your|their|his|her|its|my)\s(?P<other>other\s|remaining\s)?[*_]{0,3}$",
    re.IGNORECASE,
)
_LEFT = 24  # characters before a count that may hold the words which refer back
_BACK = 2  # sentences before its own
_MOST_ASKED = 2_000
_ITEM = re.compile(r"[ \t]*(?:[-*•–]|\d{1,2}[.)]|\|)[ \t]*\S")
_RULED = re.compile(r"[\s|:-]*")
_LINK = r"(?!(?:at|in|on|of|for|by|with|from|to|so|but|which|who|if|as|where|when|while|or)\b)"
_PART = _LINK + r"(?:(?:an?|the|my|our|his|her)\s)?[\w$€£%.'&*-]+(?:\s[\w$€£%.'&*-]+)?"
_ROW = rf"(?<![\w$€£%.'&*-])(?P<row>(?:{_PART},\s){{0,11}}){_PART},?\s(?:"
_AND = re.compile(rf"{_ROW}and|&)\s(?={_PART})", re.IGNORECASE)
_WITH_ME = re.compile(r"\b(?:me|I|myself)\sand\s$", re.IGNORECASE)
_AND_ASKED = re.compile(rf"{_ROW}and|or|&|vs\.?|versus|compared (?:with|to))\s(?={_PART})", re.IGNORECASE)


def may_take_up(answer: Document, question: Document, mention: Mention) -> bool:
    """May a definite count take up things that the answer or the question has named, or what is left of them?

    Of two things the nearest words that name several decide, for pairs are everywhere.

    >>> from faithstill.featurize.extract import Extractor
    >>> asked, told = Document("Compare Base and Prime.", Extractor()), Document("The two differ.", Extractor())
    >>> may_take_up(told, asked, told.mentions[0])
    True
    """
    definite = _DEFINITE.search(answer.text, max(0, mention.start - _LEFT), mention.start)
    if not definite or mention.low is None:
        return False
    count = int(mention.low)
    if definite["other"]:
        if count in _left(answer, question, mention):
            return True
        count += 1
    for sizes in _named(answer, question, mention, definite.start()):
        if count in sizes:
            return True
        if sizes and count <= 2:
            return False
    return False


def _named(answer: Document, question: Document, mention: Mention, end: int) -> Iterator[set[int]]:
    """For each text that may name the things, the nearest first: the numbers of what it names."""
    own = answer.sentence_at(mention.start)
    if own is None:
        return
    yield _sizes(answer, answer.sentences[own].unit.start, end, _AND)
    yield _items(answer, mention)
    for at in range(own - 1, max(-1, own - 1 - _BACK), -1):
        unit = answer.sentences[at].unit
        yield _sizes(answer, unit.start, unit.end, _AND)
    yield _sizes(question, 0, min(len(question.text), _MOST_ASKED), _AND_ASKED)


def _sizes(document: Document, start: int, end: int, row: re.Pattern[str]) -> set[int]:
    names = {m.key for m in document.mentions if m.kind in NAMES and start <= m.start and m.end <= end}
    if len(names) > 2:
        return {len(names)}
    found = {1 + _parts(told) for told in row.finditer(document.text, start, end)}
    return found | ({2} if len(names) == 2 else set())


def _parts(told: re.Match[str]) -> int:
    """How many things stand before the joining word; a comma before "me and my wife" parts none of them."""
    return 1 if _WITH_ME.search(told.group()) else told["row"].count(",") + 1


def _left(answer: Document, question: Document, mention: Mention) -> set[int]:
    """What is left of a number told before or asked about, less the last one that the sentence tells."""
    own = answer.sentence_at(mention.start)
    start = mention.start if own is None else answer.sentences[own].unit.start
    before = [m for m in answer.mentions if m.end <= mention.start]
    told = _wholes(m for m in before if m.start >= start)
    return {whole - told[-1] for whole in _wholes((*before, *question.mentions))} if told else set()


def _wholes(mentions: Iterable[Mention]) -> list[int]:
    """The bare whole numbers among them."""
    return [int(m.low) for m in mentions if m.kind is Kind.NUMBER and m.low and m.low == int(m.low)]


def _items(answer: Document, mention: Mention) -> set[int]:
    """How many items the list around or before a count has, and how many of them name what is counted."""
    lines, runs, offset = answer.text.splitlines(True), list[list[str]](), 0
    is_in = False
    for line in lines:
        if offset > mention.start and not (is_in and _ITEM.match(line)):
            break
        if _ITEM.match(line) and not _RULED.fullmatch(line):
            if not is_in:
                runs.append([])
            runs[-1].append(line)
            is_in = True
        elif line.strip() and not _RULED.fullmatch(line):
            is_in = False
        offset += len(line)
    if not runs:
        return set()
    items = runs[-1][1:] if runs[-1][0].lstrip().startswith("|") else runs[-1]
    counted = content_stems(answer.text[mention.end :].split("\n")[0][:60])[:1]
    named = sum(not set(counted).isdisjoint(content_stems(item)) for item in items)
    return {len(items), named} - {0, 1}
