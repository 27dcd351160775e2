# SPDX-License-Identifier: Apache-2.0
"""The answer with refuted values replaced by those the evidence states, where only one can be meant."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass

from faithstill.featurize import Alignment, Analysis, Located, Status
from faithstill.featurize.align.slots.contenders import rates
from faithstill.featurize.align.slots.context import context_of
from faithstill.featurize.align.slots.counted import is_small_count
from faithstill.featurize.align.slots.rivals import Contest
from faithstill.featurize.align.slots.slot import Slot, asked_words
from faithstill.featurize.align.slots.slots import EvidenceValues
from faithstill.featurize.extract import VALUE_KINDS, Kind, Mention
from faithstill.featurize.extract.agree import agree, comparable, same_type
from faithstill.featurize.extract.document import Document, content_stems

from .verdict import Finding, Verdict

Check = Callable[[Analysis], Iterable[Finding]]
_OPEN, _CLOSE = "[CORRECTED: ", "]"
_MARKER = re.compile(r"\[CORRECTED: ([^\[\]\n]*)\]")
# Only where the value itself is refuted; a clash of bounds or of rates is mended by other words than the value's.
_REPLACEABLE = ("conflict", "other_slot")
# Another value whose slot fits nearly as well could as well be meant.
_AS_GOOD = 0.1
_MOST_RIVALS = 8
_PERIODIC = {
    "hour": "hourly", "day": "daily", "night": "nightly", "week": "weekly", "month": "monthly",
    "quarter": "quarterly", "year": "annual annum yearly", "fortnight": "fortnightly biweekly",
    "two months": "bimonthly", "half-year": "semiannual biannual",
}  # fmt: skip
_PERIOD_OF = {stem: period for period, words in _PERIODIC.items() for stem in content_stems(words)}
_PERIODS = frozenset(_PERIODIC)
# "Per night, the rent is", "the rent is €1,450 for the year".
_FOR_EACH = re.compile(
    r"\b(?:per|an?|each|every|for (?:a|the|one|each))\s"
    r"(?P<period>hour|day|night|week|fortnight|month|quarter|year)\b",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class _Replacement:
    start: int
    end: int
    text: str


def without_markers(answer: str) -> str:
    """The answer with blanks in place of correction markers, so that what they hold is read, at its offsets.

    >>> without_markers("It is [CORRECTED: $25].")
    'It is             $25 .'
    """
    return _MARKER.sub(lambda match: " " * len(_OPEN) + match[1] + " " * len(_CLOSE), answer)


def corrected(analysis: Analysis, findings: Iterable[Finding], check: Check) -> str | None:
    """The corrected answer, or None where nothing can be replaced so that it holds when all is checked again."""
    findings = tuple(findings)
    planned = [*_of_values(analysis), *_of_states(findings)]
    planned.sort(key=lambda r: r.start)
    while planned:
        text = _marked(analysis.triple.answer, planned)
        kept = _holding(planned, text, findings, check(analysis.with_answer(without_markers(text))))
        if len(kept) == len(planned):
            return text
        planned = kept
    return None


def _of_values(analysis: Analysis) -> Iterator[_Replacement]:
    for alignment in analysis.alignments:
        mention, rival = alignment.mention, alignment.rival
        if (
            rival is not None
            and _is_replaceable(alignment)
            and _is_for_that_time(analysis, mention, rival)
            and _is_alone(analysis, alignment)
        ):
            yield _Replacement(mention.start, mention.end, " ".join(rival.mention.text.split()))


def _is_replaceable(alignment: Alignment) -> bool:
    mention, rival = alignment.mention, alignment.rival
    return (
        alignment.status is Status.CONFLICTING
        and alignment.derivation is None
        and mention.kind in VALUE_KINDS
        and alignment.rule.endswith(_REPLACEABLE)
        and rival is not None
        and same_type(mention, rival.mention)
        and (mention.kind is Kind.NUMBER or mention.unit == rival.mention.unit)
        and not is_small_count(mention)
        and not is_small_count(rival.mention)
    )


def _is_for_that_time(analysis: Analysis, mention: Mention, rival: Located) -> bool:
    """Is the rival for all times that the answer names with the value: an "annual rent" is no "rent per month"?"""
    ours, theirs = context_of(analysis.answer, mention), analysis.evidence_values.around(rival)
    named = _periods(ours.own) | rates(analysis.answer, mention) & _PERIODS | _told(analysis.answer, mention)
    stated = _periods(theirs.own | theirs.shared) | rates(analysis.passages[rival.passage], rival.mention)
    return named <= stated


def _told(answer: Document, mention: Mention) -> frozenset[str]:
    """The periods that the sentence of a value says it is for, wherever in it."""
    index = answer.sentence_at(mention.start)
    text = "" if index is None else answer.sentence_texts[index]
    return frozenset(found["period"].lower() for found in _FOR_EACH.finditer(text))


def _periods(stems: frozenset[str]) -> frozenset[str]:
    return frozenset(_PERIOD_OF[stem] for stem in stems if stem in _PERIOD_OF)


def _is_alone(analysis: Analysis, alignment: Alignment) -> bool:
    """Is the rival written where it stands, and does no other value fit the answer's slot about as well?"""
    rival, evidence = alignment.rival, analysis.evidence_values
    if rival is None or rival.mention not in analysis.passages[rival.passage].mentions:
        return False  # scaled by "in £000", its text alone would say something else
    asked = asked_words(analysis.question)
    wanted = Slot({**asked, **context_of(analysis.answer, alignment.mention).words})
    contest = Contest(alignment.mention, wanted, analysis.answer, analysis.question, evidence, asked)
    others = [
        e
        for same in evidence.like(alignment.mention)
        if _is_third(alignment.mention, same[0].mention, rival.mention)
        for e in same
    ]
    least = contest.fit(evidence.fitted(wanted, (rival,), 1)[0]).strength - _AS_GOOD
    alike = [e for e in evidence.fitted(wanted, others, _MOST_RIVALS) if contest.fit(e).strength >= least]
    said = frozenset(stem for stem, _ in wanted.rarities)
    return all(_is_told_from(evidence, said, rival, e) for e in alike)


def _is_third(ours: Mention, value: Mention, rival: Mention) -> bool:
    """Could a value stand in ours' place, though it is neither ours nor the rival?"""
    return comparable(ours, value) and not agree(ours, value) and not agree(value, rival)


def _is_told_from(evidence: EvidenceValues, said: frozenset[str], rival: Located, other: Located) -> bool:
    """Does the answer name what is the rival's own, and nothing that is the other value's own?"""
    ours, theirs = evidence.around(rival), evidence.around(other)
    more = said & ours.own - theirs.own - theirs.shared
    less = said & theirs.own - ours.own - ours.shared
    return bool(more) and not less


def _of_states(findings: Iterable[Finding]) -> Iterator[_Replacement]:
    for finding in findings:
        if finding.kind == "state" and finding.verdict is Verdict.CONFLICT:
            yield _Replacement(finding.start, finding.end, finding.evidence.replace("_", " ").lower())


def _marked(answer: str, planned: Sequence[_Replacement]) -> str:
    parts, end = [], 0
    for replacement in planned:
        parts += [answer[end : replacement.start], _OPEN, replacement.text, _CLOSE]
        end = replacement.end
    return "".join([*parts, answer[end:]])


def _holding(
    planned: Sequence[_Replacement], text: str, findings: Iterable[Finding], again: Iterable[Finding]
) -> list[_Replacement]:
    """The replacements that a second check does not object to; none where they refute what held before."""
    before, after = _objected(findings), _objected(again)
    places = [match.span() for match in _MARKER.finditer(text)]
    kept = [r for r, place in zip(planned, places, strict=True) if not _among(after, [place])]
    elsewhere = len(before) - len(_among(before, [(r.start, r.end) for r in planned]))
    return kept if len(after) - len(_among(after, places)) <= elsewhere else []


def _objected(findings: Iterable[Finding]) -> list[Finding]:
    return [f for f in findings if f.verdict in (Verdict.CONFLICT, Verdict.ABSENT)]


def _among(findings: Iterable[Finding], places: Sequence[tuple[int, int]]) -> list[Finding]:
    """The findings that share a character with one of the places."""
    return [f for f in findings if any(f.start < end and start < f.end for start, end in places)]
