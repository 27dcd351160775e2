# SPDX-License-Identifier: Apache-2.0
"""Comparisons that an answer makes, checked against the evidence values that they compare.

Their forms: "640 is below the minimum of 700" (both values stated), "within the limit" (the question's value against
the evidence's only limit); two subjects whose words point at values (than.py, times_as.py, faster.py), a value at two
times (trends.py), a row of a column (extremes.py); and those told with both ends, sizes or sides (impossible_moves.py,
reversed_trends.py, bounded.py, implied_side.py, multiples.py,
span_ends.py). What is not certain has `holds` None.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from faithstill.featurize.document import Document, Sentence
from faithstill.featurize.extract import VALUE_KINDS, Kind, Mention
from faithstill.featurize.values.slots.slots import EvidenceValues, Located

from .bounded import bounded
from .comparison import AGAINST, CONDITIONAL, UNSURE, Comparison, Relation, is_ordered, stands
from .extremes import superlatives
from .faster import faster
from .implied_side import pointed
from .impossible_moves import moved
from .multiples import multiples
from .reversed_trends import ways
from .span_ends import ends
from .than import than, words_of
from .times_as import times_as
from .trends import between_years, trends

_RELATIONS = {word: relation for words, relation in AGAINST for word in words.split("|")}


def _any_of(words: Iterator[str] | Sequence[str]) -> str:
    return "|".join(sorted(words, key=len, reverse=True))


_IS = r"(?:is|are|was|were|stands|stood)"
_ADVERB = r"(?:still |well |just |already |also |clearly |far |therefore |thus )*"
_THE = r"(?:the |its |your |a |an |our |their )?"
_BOUND = r"(?:[^<>.,;:]{0,40}? (?:of|at) )?"
# "5% of $200 is below the minimum of $15" says nothing of $200.
_WHOLE = "".join(
    f"(?<!{word} )" for word in ("> of", "> of the", "times", "x", "×", "plus", "minus", r"\+", "-")
)
# "7% of your salary in 2024, which is"
_OF_WHAT = r"(?: (?:of|in) (?:the|its|your|their|our|his|her) [\w-]+)?(?: (?:in|for|at|by|on) <\d+>)?"
_HELD_AGAINST = re.compile(
    rf"{_WHOLE}<(?P<x>\d+)>{_OF_WHAT}(?:(?: (?!but |and |or |which )[\w-]+){{0,2}} {_IS}|,(?: which {_IS})?) "
    rf"{_ADVERB}(?P<no>not )?{_ADVERB}"
    rf"(?P<cue>{_any_of(list(_RELATIONS))}) {_THE}{_BOUND}<(?P<y>\d+)>"
    r"(?! (?:of|per|above|below|over|under|more|less)\b)|"
    rf"{_WHOLE}<(?P<x2>\d+)> (?P<cue2>exceeds|exceeded) {_THE}{_BOUND}<(?P<y2>\d+)>",
    re.IGNORECASE,
)
_SPENT = (Kind.MONEY, Kind.QUANTITY)
_LIMIT = re.compile(
    rf"(?:<(?P<x>\d+)>(?: [\w-]+){{0,2}} {_IS} {_ADVERB})?\b"
    rf"(?P<cue>within|inside|below|under|above|over|exceeds|beyond) the "
    r"(?P<words>(?:\w+ ){0,3}?)(?P<noun>limit|maximum|cap|ceiling|threshold)\b(?! (?:of|for|on|is)\b)(?=[^<]*$)",
    re.IGNORECASE,
)


def compare(answer: Document, question: Document, evidence: EvidenceValues) -> tuple[Comparison, ...]:
    """The comparisons of an answer in order, each with whether it holds."""
    found: list[Comparison] = []
    for sentence in answer.sentences:
        text = answer.text[sentence.unit.start : sentence.unit.end]
        if sentence.unit.cells:
            continue
        told = tuple(moved(answer, sentence, evidence))
        found += told
        found += ways(answer, sentence, evidence)
        found += bounded(answer, sentence, evidence)
        found += pointed(answer, sentence, evidence)
        found += ends(answer, sentence, question, evidence)
        found += multiples(answer, sentence, evidence)
        if not CONDITIONAL.search(text):
            found += times_as(text, sentence.unit.start, evidence)
            found += _in_sentence(answer, sentence, text, question, evidence, has_moves=bool(told))
    return tuple(sorted(found, key=lambda c: c.start))


def _in_sentence(
    answer: Document,
    sentence: Sentence,
    text: str,
    question: Document,
    evidence: EvidenceValues,
    *,
    has_moves: bool,
) -> Iterator[Comparison]:
    begin = sentence.unit.start
    values = [m for m in answer.mentions if begin <= m.start < sentence.unit.end and m.kind in VALUE_KINDS]
    yield from _stated(text, begin, values, evidence)
    yield from _limits(text, begin, values, question, evidence)
    if UNSURE.search(text):
        return
    yield from than(text, begin, values, evidence)
    if not has_moves:
        yield from trends(text, begin, values, evidence)
    yield from faster(text, begin, evidence)
    yield from between_years(text, begin, evidence)
    yield from superlatives(text, begin, values, evidence)


def _stated(
    text: str, begin: int, values: Sequence[Mention], evidence: EvidenceValues
) -> Iterator[Comparison]:
    """Both values stand in the sentence: only their order is to be checked."""
    masked = _masked(text, begin, values)
    for match in _HELD_AGAINST.finditer(masked):
        cue = (match["cue"] or match["cue2"]).lower()
        x, y = values[int(match["x"] or match["x2"])], values[int(match["y"] or match["y2"])]
        relation = Relation.MORE if match["cue2"] else _RELATIONS[cue]
        holds = stands(x, y, relation)
        if holds is not None:
            holds = holds is not bool(match["no"])
            shown = text[x.start - begin : y.end - begin]
            yield Comparison(x.start, y.end, shown, cue, holds, _of(x, evidence), _of(y, evidence))


def _masked(text: str, begin: int, values: Sequence[Mention]) -> str:
    pieces, end = [], 0
    for n, m in enumerate(values):
        pieces += [text[end : m.start - begin], f"<{n}>"]
        end = m.end - begin
    return " ".join("".join([*pieces, text[end:]]).replace("*", "").split())


def _of(mention: Mention, evidence: EvidenceValues) -> Located:
    """The evidence's own mention of a value, if there is one."""
    for located in evidence.like(mention):
        if located[0].mention.low == mention.low and is_ordered(located[0].mention, mention):
            return located[0]
    return Located(-1, mention)


def _limits(
    text: str, begin: int, values: Sequence[Mention], question: Document, evidence: EvidenceValues
) -> Iterator[Comparison]:
    """ "Within the limit": the value that is its subject, or the question's only one, against the only limit."""
    masked = _masked(text, begin, values)
    match = _LIMIT.search(masked)
    if match is None or " not " in f" {text} ":
        return
    stated = [values[int(match["x"])]] if match["x"] else [m for m in question.mentions if m.kind in _SPENT]
    others = [m for m in values if m.low is not None and m.low not in {v.low for v in stated}]
    limits = _limits_of(stated[0], words_of(f"{match['words']}{match['noun']}"), evidence) if stated else []
    certain = len(stated) == 1 and not others and len({e.mention.low for e in limits}) == 1
    cue = match["cue"].lower()
    relation = Relation.MORE if cue == "exceeds" else _RELATIONS[cue]
    holds = stands(stated[0], limits[0].mention, relation) if certain else None
    place = text.lower().find(f"{cue} the")
    end = text.find(match["noun"], place) + len(match["noun"])
    left, right = (_of(stated[0], evidence), limits[0]) if certain else (None, None)
    yield Comparison(begin + place, begin + end, text[place:end], cue, holds, left, right)


def _limits_of(value: Mention, wanted: frozenset[str], evidence: EvidenceValues) -> list[Located]:
    """The evidence values of a value's kind near all words of a limit; none unless one is the limit itself."""
    around = [(e, evidence.around(e)) for e in evidence.values if e.mention.kind is value.kind]
    near = [e for e, a in around if wanted <= a.own | a.shared]
    return near if any(wanted <= a.own for _, a in around) else []
