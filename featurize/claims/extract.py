# SPDX-License-Identifier: Apache-2.0
"""The atomic claims of an answer, typed, with offsets; what states nothing is listed with the reason."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable
from dataclasses import dataclass
from enum import StrEnum

from faithstill.featurize.read.markers import FILLER, markers_of, without
from faithstill.featurize.read.readable import cleaned, plain
from faithstill.featurize.read.word_classes import BARE, REFUSAL_CUES

from .claim_sentences import AnswerSentence, answer_sentences
from .clauses import split
from .predicate import opens_object, tokens_of
from .refers import Need, NoClaimReason, need_of


class ClaimType(StrEnum):
    """What kind of statement a claim is; META says what the material holds or lacks."""

    VERIFIABLE_FACT = "verifiable_fact"
    OPINION = "opinion"
    PROCEDURAL = "procedural"
    META = "meta"


class ClaimKind(StrEnum):
    """What a claim turns on."""

    ATTRIBUTION = "attribution"
    CAUSAL = "causal"
    NUMERICAL = "numerical"
    FACTUAL = "factual"


_REFUSAL = re.compile("|".join(f"(?:{cue})" for cue in REFUSAL_CUES), re.IGNORECASE)
_OPINION = re.compile(
    r"\b(?:i|we) (?:would |strongly |highly |personally )*(?:recommend|suggest|prefer|advise|like|love|feel)\b|"
    r"\bin my (?:view|opinion)\b|\b(?:is|are|seems?|looks?|was|were)\s+(?:\w+ly\s+|very\s+|quite\s+|a\s+|an\s+|the\s+|"
    r"pretty\s+|really\s+)*(?:good|great|best|excellent|wonderful|amazing|attractive|sensible|wise|reasonable|"
    r"worthwhile|fantastic|beautiful|terrible|awful|bad|poor|interesting|ideal|perfect|impressive)\b|"
    r"\bworth (?:considering|it|a look)\b",
    re.IGNORECASE,
)
_INSTRUCTION = re.compile(
    r"(?:please|first|then|next|finally|now|simply|just|always|never|also)?,?\s*(?:do not|don[’']t|make sure|be sure|"
    r"be aware|remember to|try to)\b|please\s+[a-z]+\b",
    re.IGNORECASE,
)
_STEP_OPENERS = frozenset("first then next finally now simply just also please".split())
_MORE_VERBS = frozenset(
    "click tap open go log sign select enter choose press type fill scroll download upload visit contact call email "
    "navigate bring fax mail keep write turn plug unplug restart hold wash stir heat mix bake pour attach".split()
)
_KINDS = (
    (
        ClaimKind.ATTRIBUTION,
        re.compile(
            r"\b(?:according to|in the words of|says?|said|stated?|states that|argue[sd]?|announced|claim(?:s|ed) that|"
            r"told|commented|wrote|testified|report(?:s|ed) that|quoted|noted|explained|mentioned|"
            r"suggest(?:s|ed) that)\b",
            re.IGNORECASE,
        ),
    ),
    (
        ClaimKind.CAUSAL,
        re.compile(
            r"\b(?:because|due to|owing to|as a result|therefore|thus|hence|consequently|thanks to|leads? to|led to|"
            r"caus(?:es?|ed|ing)|results? in|resulted in|driven by|so that|which is why|stems? from|in order to)\b",
            re.IGNORECASE,
        ),
    ),
    (
        ClaimKind.NUMERICAL,
        re.compile(
            r"\d|\b(?:two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|twenty|thirty|forty|fifty|sixty|ninety|"
            r"hundred|thousand|million|billion|half|third|quarter|twice|double|percent)\b",
            re.IGNORECASE,
        ),
    ),
)


def type_of(text: str) -> ClaimType:
    """
    >>> [type_of(t).value for t in ("The fee is $5.", "Submit the form.", "The notice does not state it.")]
    ['verifiable_fact', 'procedural', 'meta']
    """
    if _REFUSAL.search(text):
        return ClaimType.META
    if _is_instruction(text):
        return ClaimType.PROCEDURAL
    if _OPINION.search(text) and not re.search(r"\d", text):
        return ClaimType.OPINION
    return ClaimType.VERIFIABLE_FACT


def _is_instruction(text: str) -> bool:
    if _INSTRUCTION.match(text):
        return True
    main = re.sub(r"\A(?:To|In order to|For|If|When|Once|After|Before)\b[^,.]{1,80},\s*", "", text)
    tokens = [token for token in tokens_of(main)[:6] if token.word != ","]
    while len(tokens) > 2 and tokens[0].word in _STEP_OPENERS:
        tokens = tokens[1:]
    if len(tokens) < 3:
        return False
    first, second = tokens[0].word, tokens[1]
    return (first in BARE or first in _MORE_VERBS) and (
        opens_object(second)
        or second.word in {"to", "on", "in", "at", "with", "for", "into", "out"}
        or first in _MORE_VERBS
    )


def kind_of(text: str) -> ClaimKind:
    """
    >>> [kind_of(t).value for t in ("It rose because rates fell.", "It is $5.", "He left.", "She said so.")]
    ['causal', 'numerical', 'factual', 'attribution']
    """
    return next((kind for kind, cue in _KINDS if cue.search(text)), ClaimKind.FACTUAL)


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
