# SPDX-License-Identifier: Apache-2.0
"""The atomic claims of an answer, typed, with offsets; what states nothing is listed with the reason."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import dataclass

from faithstill.featurize.read.markers import FILLER, markers_of, without
from faithstill.featurize.read.readable import cleaned, plain

from .claim_sentences import AnswerSentence, answer_sentences
from .clauses import split
from .kinds import ClaimKind, ClaimType, kind_of, type_of
from .refers import Need, need_of
from .rhetoric import NoClaimReason


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
    reason: NoClaimReason


@dataclass(frozen=True, slots=True)
class Claims:
    """What an answer claims, and what of it is no claim."""

    claims: tuple[Claim, ...]
    left_out: tuple[LeftOut, ...]


def extract_claims(answer: str, *, question: str = "", ids: Collection[str] = ()) -> Claims:
    """The claims of an answer in order, and what was left out; `ids` are those of passages that it may cite.

    >>> found = extract_claims("Hello! The contract caps liability at $2M and requires 30-day notice.")
    >>> [claim.text for claim in found.claims]
    ['The contract caps liability at $2M', 'The contract requires 30-day notice.']
    >>> [(part.text, part.reason.value) for part in found.left_out]
    [('Hello!', 'frame')]
    """
    markers = markers_of(answer, ids)
    unmarked = without(answer, markers)
    return claims_of(unmarked, answer_sentences(unmarked, markers.sources), question=question)


def claims_of(answer: str, sentences: Iterable[AnswerSentence], *, question: str = "") -> Claims:
    """The same from the sentences of the answer, where they were read before."""
    left_out: list[LeftOut] = []
    claims: list[Claim] = []
    asked = _closed(plain(question), "?")
    before, dependent = "", False
    for sentence in sentences:
        if sentence.reason:
            raw = answer[sentence.start : sentence.end]
            text = raw.replace(FILLER, "").strip() or raw
            left_out.append(LeftOut(sentence.start, sentence.end, text, sentence.reason))
            if sentence.reason is NoClaimReason.QUESTION:
                before, dependent = sentence.text, False
            continue
        own, dependent = _claims_of(sentence, before, asked, dependent)
        claims += own
        before = _closed(sentence.text, ".")
    return Claims(tuple(claims), tuple(left_out))


def _claims_of(
    sentence: AnswerSentence, before: str, asked: str, dependent: bool
) -> tuple[list[Claim], bool]:
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


def _claim(sentence: AnswerSentence, start: int, end: int, text: str, context: str) -> Claim:
    return Claim(text, start, end, type_of(text), kind_of(text), sentence.text, context)


def _context(sentence: AnswerSentence, need: Need, before: str, asked: str, dependent: bool) -> str:
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
