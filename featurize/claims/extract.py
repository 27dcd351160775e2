# SPDX-License-Identifier: Apache-2.0
"""The atomic claims of an answer, typed, with offsets; what states nothing is listed with the reason."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from faithstill.featurize.readable import BULLET, cleaned, is_row, masked, plain, readable
from faithstill.featurize.structure import Unit, units

from .clauses import split
from .kinds import ClaimKind, ClaimType, kind_of, type_of
from .refers import Need, need_of, states
from .rhetoric import Reason, left_out_for, opening_length


@dataclass(frozen=True, slots=True)
class Claim:
    """One checkable statement: characters `start:end` of the answer, and `text` as it reads alone.

    `context` is what must travel with it to be understood (question, sentence before, heading), or "";
    `sentence` is the text of the whole sentence that it was cut from.
    """

    text: str
    start: int
    end: int
    type: ClaimType
    kind: ClaimKind
    sentence: str
    context: str = ""

    @property
    def hypothesis(self) -> str:
        """The text for an entailment model: the context, where one is needed, and the claim."""
        return f"{self.context} {self.text}" if self.context else self.text


@dataclass(frozen=True, slots=True)
class LeftOut:
    """Characters `start:end` of the answer that are no claim, and why."""

    start: int
    end: int
    text: str
    reason: Reason


@dataclass(frozen=True, slots=True)
class Claims:
    """What an answer claims, and what of it is no claim."""

    claims: tuple[Claim, ...]
    left_out: tuple[LeftOut, ...]


@dataclass(frozen=True, slots=True)
class _Sentence:
    """Characters `start:end` of the answer, bullet and opening cut off; `masked` as long, without markup."""

    unit: Unit
    start: int
    end: int
    masked: str
    text: str
    item: bool
    reason: Reason | None


_FENCE = re.compile(
    r"(?P<opening>^[ \t]*(?P<mark>```+|~~~+)(?P<tag>[^\n]*)\n?)(?P<inside>.*?)(?P<closing>^[ \t]*(?P=mark)[ \t]*$|\Z)",
    re.MULTILINE | re.DOTALL,
)
_PROSE = frozenset({"markdown", "md", "text", "txt", "plain", "plaintext"})
_HASHES = re.compile(r"\s{0,3}#{1,6}\s")
_BOLD_LINE = re.compile(r"\s*\*\*[^*]{2,100}\*\*:?\s*\Z")
_LETTER = re.compile(r"[^\W_]")
_LIST_NUMBER = re.compile(r"\d{1,2}\.")
_SHORT_LINE = 90


def extract_claims(answer: str, *, question: str = "") -> Claims:
    """The claims of an answer in order, and what was left out.

    >>> found = extract_claims("Hello! The contract caps liability at $2M and requires 30-day notice.")
    >>> [claim.text for claim in found.claims]
    ['The contract caps liability at $2M', 'The contract requires 30-day notice.']
    >>> [(part.text, part.reason.value) for part in found.left_out]
    [('Hello!', 'greeting')]
    """
    left_out: list[LeftOut] = []
    claims: list[Claim] = []
    asked = _closed(plain(question), "?")
    before, dependent = "", False
    for sentence in _sentences(_without_code(answer, left_out)):
        if sentence.reason:
            text = answer[sentence.start : sentence.end]
            left_out.append(LeftOut(sentence.start, sentence.end, text, sentence.reason))
            if sentence.reason is Reason.QUESTION:
                before, dependent = sentence.text, False
            continue
        own, dependent = _claims_of(sentence, before, asked, dependent)
        claims += own
        before = _closed(sentence.text, ".")
    return Claims(tuple(claims), tuple(sorted(left_out, key=lambda part: part.start)))


def _without_code(answer: str, left_out: list[LeftOut]) -> str:
    """The answer with code blanked out, offsets and line breaks kept; the code goes to `left_out`.

    Of a fence around prose, around the whole answer, or never closed only its own lines are taken away: nothing
    may hide behind it.
    """
    if "```" not in answer and "~~~" not in answer:
        return answer

    def without(match: re.Match[str]) -> str:
        whole = match.group().strip() == answer.strip() and not match["tag"].strip()
        if whole or not match["closing"] or match["tag"].strip().lower() in _PROSE:
            return _blank(match["opening"]) + match["inside"] + _blank(match["closing"])
        left_out.append(LeftOut(match.start(), match.end(), match.group(), Reason.CODE))
        return _blank(match.group())

    return _FENCE.sub(without, answer)


def _blank(text: str) -> str:
    return re.sub(r"[^\n]", " ", text)


def _sentences(answer: str) -> Iterator[_Sentence]:
    found = units(answer)
    for i, unit in enumerate(found):
        following = found[i + 1] if i + 1 < len(found) else None
        yield _sentence(answer, unit, following)


def _sentence(answer: str, unit: Unit, following: Unit | None) -> _Sentence:
    if unit.cells:
        text = readable(answer, unit)
        header = is_row(answer, unit) and not any(c.header for c in unit.cells) and following is not None
        labels = header and following is not None and any(cell.header for cell in following.cells)
        reason = Reason.TABLE_HEADER if labels else None if _LETTER.search(text) else Reason.NO_WORDS
        return _Sentence(unit, unit.start, unit.end, text, text, False, reason)
    bullet = BULLET.match(answer, unit.start, unit.end)
    start = bullet.end() if bullet else unit.start
    raw = masked(answer[start : unit.end])
    text = cleaned(raw)
    reason = _reason(answer, unit, start, text, following)
    if reason is None:
        cut = opening_length(raw)
        rest = cleaned(raw[cut:])
        if cut and states(rest):
            start, raw, text = start + cut, raw[cut:], rest[:1].upper() + rest[1:]
            reason = left_out_for(text)
    return _Sentence(unit, start, unit.end, raw, text, bool(bullet and bullet.end() > unit.start), reason)


def _reason(answer: str, unit: Unit, start: int, text: str, following: Unit | None) -> Reason | None:
    if not _LETTER.search(text):
        return Reason.NO_WORDS
    raw = answer[unit.start : unit.end]
    if _LIST_NUMBER.fullmatch(text) and _LETTER.search(answer, 0, unit.start):
        return Reason.NO_WORDS
    if _HASHES.match(raw):
        return Reason.HEADING
    if following is not None and _BOLD_LINE.match(raw) and not states(text):
        return Reason.HEADING
    if text.endswith(":") and len(text) <= _SHORT_LINE and not (re.search(r"\d", text) and states(text)):
        return left_out_for(text) or Reason.HEADING
    return left_out_for(text)


def _claims_of(sentence: _Sentence, before: str, asked: str, dependent: bool) -> tuple[list[Claim], bool]:
    """The claims of one sentence, and whether the first of them needs what stood before it."""
    if sentence.unit.cells:
        heading = sentence.unit.heading if sentence.text.find(sentence.unit.heading) else ""
        return [_claim(sentence, sentence.start, sentence.end, sentence.text, _closed(heading, ":"))], False
    found: list[Claim] = []
    needed = Need.NONE
    for clause in split(sentence.masked):
        text = cleaned(clause.text)
        text = text[:1].upper() + text[1:] if found or sentence.text[:1].isupper() else text
        said = before if clause.shared or not found else _closed(found[-1].text, ".")
        need = need_of(text, said or asked)
        if not found:
            needed = need
        context = _context(
            sentence, need, said, asked, dependent if said is before else bool(found[0].context)
        )
        found.append(
            _claim(sentence, sentence.start + clause.start, sentence.start + clause.end, text, context)
        )
    return found, needed is not Need.NONE


def _claim(sentence: _Sentence, start: int, end: int, text: str, context: str) -> Claim:
    return Claim(text, start, end, type_of(text), kind_of(text), sentence.text, context)


def _context(sentence: _Sentence, need: Need, before: str, asked: str, dependent: bool) -> str:
    """What must travel with a claim: the list's heading, else the sentence before, else the question."""
    if need is Need.NONE:
        return ""
    if sentence.item and sentence.unit.heading:
        return _closed(plain(sentence.unit.heading), ":")
    if before:
        return f"{asked} {before}" if dependent and asked else before
    return asked


def _closed(text: str, mark: str) -> str:
    """The text with an end mark, so that what follows reads as a sentence of its own."""
    return text + mark if text and text[-1] not in ".?!:" else text
