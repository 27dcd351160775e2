# SPDX-License-Identifier: Apache-2.0
"""The sentences of an answer, and for those that state nothing the reason."""

from __future__ import annotations

import re
from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace
from itertools import zip_longest

from faithstill.featurize.read.markers import FILLER
from faithstill.featurize.read.readable import BULLET, cleaned, is_row, masked, readable
from faithstill.featurize.read.structure import Unit, units

from .acts import Act, act_of, may_frame
from .refers import NoClaimReason, is_question, lists_sources, opening_length, states


@dataclass(frozen=True, slots=True)
class AnswerSentence:
    """Characters `start:end` of the answer, bullet and opening cut off; `masked` as long, without markup.

    `reason` says why it states nothing; None for a statement, of which `refuses` marks those that say that the
    material does not answer.
    """

    unit: Unit
    start: int
    masked: str
    text: str
    item: bool
    reason: NoClaimReason | None
    refuses: bool = False

    @property
    def end(self) -> int:
        """That of the unit: only the beginning of a sentence is ever cut off."""
        return self.unit.end


_FENCE = re.compile(
    r"(?P<opening>^[ \t]*(?P<mark>```+|~~~+)(?P<tag>[^\n]*)\n?)(?P<inside>.*?)(?P<closing>^[ \t]*(?P=mark)[ \t]*$|\Z)",
    re.MULTILINE | re.DOTALL,
)
_PROSE = frozenset({"markdown", "md", "text", "txt", "plain", "plaintext"})
_HASHES = re.compile(r"\s{0,3}#{1,6}\s")
_BOLD_LINE = re.compile(r"\s*\*\*[^*]{2,100}\*\*:?\s*\Z")
# What stands before a comment, and what stands in code but not in prose.
_COMMENT = re.compile(r"^\s*(?:#+|//+|--|/?\*+|;+)\s*")
_OF_CODE = re.compile(
    r"[{}=<>|\\;\[\]]|\w\(|\w\.\w+\(|\w_\w|\s--?\w|\$\w*[A-Za-z_]|\A[\w.-]+:\s*\S+\Z|^\S*/\S+\s"
)
_MOST_CODE = 4_000
_LETTER = re.compile(r"[^\W_]")
_LIST_NUMBER = re.compile(r"\d{1,2}\.")
_SHORT_LINE = 90
_SIGNATURE = 60  # characters of a name, a title or a team
_REASONS = {Act.FRAME: NoClaimReason.FRAME, Act.EMPTY: NoClaimReason.EMPTY}


def answer_sentences(answer: str, sources: Collection[tuple[int, int]] = ()) -> tuple[AnswerSentence, ...]:
    """All sentences, list items and table rows of an answer in order, fenced code among them as one.

    The answer comes without markers of citations; `sources` are the places where it lists what they stand for.

    >>> [(s.text, str(s.reason)) for s in answer_sentences("Hello! The fee is $5.")]
    [('Hello!', 'frame'), ('The fee is $5.', 'None')]
    """
    code: list[AnswerSentence] = []
    prose = _without_code(answer, code)
    found = units(prose)
    read = [_sentence(prose, *pair) for pair in zip_longest(found, found[1:])]
    read = [_listed(sentence, sources) for sentence in read]
    return tuple(sorted((*code, *_signed(_edged(read))), key=lambda sentence: sentence.start))


def _listed(sentence: AnswerSentence, sources: Collection[tuple[int, int]]) -> AnswerSentence:
    """The sentence as none where it is the name of a source and states nothing."""
    inside = any(start <= sentence.unit.start < end for start, end in sources)
    is_name = inside and sentence.reason is None and not states(sentence.text)
    return replace(sentence, reason=NoClaimReason.SOURCES, refuses=False) if is_name else sentence


def _edged(read: list[AnswerSentence]) -> list[AnswerSentence]:
    """The sentences with those that may be frames as such before the first and behind the last that are none."""
    doubtful = [s.reason is None and not s.refuses and not s.unit.cells and may_frame(s.text) for s in read]
    firm = [n for n, s in enumerate(read) if s.reason is None and not doubtful[n]]
    if not firm:
        return read
    return [
        replace(s, reason=NoClaimReason.FRAME) if doubtful[n] and not firm[0] < n < firm[-1] else s
        for n, s in enumerate(read)
    ]


def _signed(read: list[AnswerSentence]) -> list[AnswerSentence]:
    """The sentences with the names under "Kind regards," as frames too: fragments at the end, behind its comma."""
    commas = [i for i, s in enumerate(read) if s.reason is NoClaimReason.FRAME and s.text.endswith(",")]
    last = commas[-1] if commas else 0
    if all(sentence.reason for sentence in read[:last]) or not all(map(_may_sign, read[last + 1 :])):
        return read
    return [
        *read[: last + 1],
        *(replace(s, reason=s.reason or NoClaimReason.FRAME) for s in read[last + 1 :]),
    ]


def _may_sign(sentence: AnswerSentence) -> bool:
    text = sentence.text
    is_fragment = len(text) <= _SIGNATURE and not re.search(r"\d", text) and not states(text)
    return sentence.reason is not None or is_fragment


def only_statements(answer: str, sentences: Sequence[AnswerSentence]) -> str:
    """The answer with blanks in place of all that states nothing; offsets stay."""
    kept = list(_blank(answer))
    for sentence in sentences:
        if sentence.reason is None or sentence.reason in _SHOWN:
            kept[sentence.unit.start : sentence.unit.end] = answer[sentence.unit.start : sentence.unit.end]
            if sentence.reason is None and not sentence.unit.cells:
                cut = slice(sentence.unit.start, sentence.start)
                bullet = BULLET.match(answer[cut])
                opening = slice(cut.start + (bullet.end() if bullet else 0), cut.stop)
                parts = _EXAMPLE.split(answer[opening])
                kept[opening] = "".join(p if n % 2 else _blank(p) for n, p in enumerate(parts))
                if answer[opening].strip():
                    # A small letter would join the rest to the sentence before it.
                    kept[sentence.start] = _capital(answer[sentence.start])
    return _MOVED.sub(r"\g<sign>\g<gone>", "".join(kept)).replace(FILLER, " ")


_EXAMPLE = re.compile(r"(\bfor (?:example|instance)\b)", re.IGNORECASE)  # tells that a value is made up
# What states nothing itself but tells what stands under it.
_SHOWN = frozenset({NoClaimReason.HEADING, NoClaimReason.TABLE_HEADER})


# A sign stands behind its word, not behind the blanks that a marker leaves between them.
_MOVED = re.compile(rf"(?P<gone>{FILLER}+)(?P<sign>[.,;:!?)\]”’\"]+)")


def _without_code(answer: str, code: list[AnswerSentence]) -> str:
    """The answer with code blanked out, offsets and line breaks kept; the code goes to `code`.

    Of a fence around prose, around the whole answer, or never closed only its own lines are taken away: nothing
    may hide behind it. Prose is what is called so, and what is written in sentences for the most part.
    """
    if "```" not in answer and "~~~" not in answer:
        return answer

    def without(match: re.Match[str]) -> str:
        whole = match.group().strip() == answer.strip() and not match["tag"].strip()
        called = match["tag"].strip().lower() in _PROSE
        if whole or called or not match["closing"] or _is_prose(match["inside"]):
            return _blank(match["opening"]) + match["inside"] + _blank(match["closing"])
        start, end = match.span()
        code.append(AnswerSentence(Unit(start, end), start, "", match.group(), False, NoClaimReason.CODE))
        return _blank(match.group())

    return _FENCE.sub(without, answer)


def _is_prose(inside: str) -> bool:
    lines = [_COMMENT.sub("", line).strip() for line in inside[:_MOST_CODE].splitlines()]
    lines = [line for line in lines if line]
    prose = sum(_is_line_of_prose(line) for line in lines)
    return 2 * prose >= len(lines) > 0


def _is_line_of_prose(line: str) -> bool:
    """
    >>> _is_line_of_prose("The fee is $5."), _is_line_of_prose("fee = get_fee(5)"), _is_line_of_prose("git pull origin")
    (True, False, False)
    """
    return len(line.split()) > 3 and not _OF_CODE.search(line) and states(line)


def _capital(letter: str) -> str:
    """The letter as a sentence begins with it, if that is one letter too."""
    return letter.upper() if len(letter.upper()) == 1 else letter


def _blank(text: str) -> str:
    return re.sub(r"[^\n]", " ", text)


def _sentence(answer: str, unit: Unit, following: Unit | None) -> AnswerSentence:
    if unit.cells:
        text = readable(answer, unit)
        header = is_row(answer, unit) and not any(c.header for c in unit.cells) and following is not None
        labels = header and following is not None and any(cell.header for cell in following.cells)
        reason = (
            NoClaimReason.TABLE_HEADER if labels else None if _LETTER.search(text) else NoClaimReason.NO_WORDS
        )
        return AnswerSentence(unit, unit.start, text, text, False, reason)
    bullet = BULLET.match(answer, unit.start, unit.end)
    start = bullet.end() if bullet else unit.start
    raw = masked(answer[start : unit.end])
    item = bool(bullet and bullet.end() > unit.start)
    sentence = AnswerSentence(unit, start, raw, cleaned(raw), item, None)
    reason = _structural(answer, sentence, following)
    return replace(sentence, reason=reason) if reason else _judged(sentence)


def _judged(sentence: AnswerSentence) -> AnswerSentence:
    """The sentence with what it does in the answer, its opening cut off where it has one."""
    act = act_of(sentence.text)
    if act is Act.STATEMENT:
        cut = opening_length(sentence.masked)
        rest = cleaned(sentence.masked[cut:])
        if cut and states(rest):
            text, raw = rest[:1].upper() + rest[1:], sentence.masked[cut:]
            sentence = replace(sentence, start=sentence.start + cut, masked=raw, text=text)
            act = act_of(text)
    if act is Act.STATEMENT:
        return sentence
    return replace(sentence, reason=_REASONS.get(act), refuses=act is Act.REFUSAL)


def _structural(answer: str, sentence: AnswerSentence, following: Unit | None) -> NoClaimReason | None:
    """Why the form of a sentence, whatever its words, states nothing."""
    text, unit = sentence.text, sentence.unit
    if not _LETTER.search(text):
        return NoClaimReason.NO_WORDS
    raw = answer[unit.start : unit.end]
    if _LIST_NUMBER.fullmatch(text) and _LETTER.search(answer, 0, unit.start):
        return NoClaimReason.NO_WORDS
    if _HASHES.match(raw):
        return NoClaimReason.HEADING
    if following is not None and _BOLD_LINE.match(raw) and not states(text):
        return NoClaimReason.HEADING
    if text.endswith(":") and len(text) <= _SHORT_LINE and not (re.search(r"\d", text) and states(text)):
        return NoClaimReason.FRAME if act_of(text) is Act.FRAME else NoClaimReason.HEADING
    if is_question(text):
        return NoClaimReason.QUESTION
    return NoClaimReason.SOURCES if lists_sources(text) else None
