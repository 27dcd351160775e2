# SPDX-License-Identifier: Apache-2.0
"""Comparisons of a row with all others of its column: "Plus has the highest fee", "the cheapest plan is Basic"."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from decimal import Decimal
from itertools import combinations

from faithstill.featurize.document import content_stems
from faithstill.featurize.extract import Kind, Mention
from faithstill.featurize.values.slots.slots import EvidenceValues, Located

from .comparison import SUPERLATIVES, Comparison, Relation, is_ordered

_EXTREMES = {word: (relation, kinds) for words, relation, kinds in SUPERLATIVES for word in words.split("|")}
_CUES = rf"(?P<cue>{'|'.join(sorted(_EXTREMES, key=len, reverse=True))})\b"
_FORMS = (
    re.compile(
        rf"^(?P<subject>[^,;:.]*?\S) (?:has|have|had|is|was|charges|offers|costs) the {_CUES}(?P<noun>(?: \w+){{0,4}})",
        re.IGNORECASE,
    ),
    re.compile(
        rf"^(?:of [^,;:.]{{1,40}}, )?the {_CUES}(?P<noun>(?: (?!is\b|was\b)\w+){{0,3}}) (?:is|was) "
        r"(?P<subject>[^,;:.<]{1,40}?)(?=[.!]?$|, )",
        re.IGNORECASE,
    ),
)
_TOTALS = frozenset(
    content_stems("total totals sum subtotal overall average mean combined")
)  # rows of other rows
_LEAST_ROWS = 3
_OTHERS = re.compile(r"(?i)\b(?:second|third|next|other|among|one of|after|both|and)\b")


def superlatives(
    text: str, begin: int, values: Sequence[Mention], evidence: EvidenceValues
) -> Iterator[Comparison]:
    """ "Plus has the highest fee": of the one column of the one table that its words point at."""
    match = next((found for form in _FORMS if (found := form.search(text.rstrip()))), None)
    if match is None or values or _OTHERS.search(match.group()):
        return
    relation, kinds = _EXTREMES[match["cue"].lower()]
    subject, noun = frozenset(content_stems(match["subject"])), frozenset(content_stems(match["noun"]))
    columns = (
        _columns(subject, noun, kinds, evidence) if subject and (noun or kinds != SUPERLATIVES[0][2]) else []
    )
    holds, mine, best = (
        _best_of(columns[0], subject, relation, evidence) if len(columns) == 1 else (None,) * 3
    )
    yield Comparison(begin, begin + match.end(), text[: match.end()], match["cue"], holds, mine, best)


def _columns(
    subject: frozenset[str], noun: frozenset[str], kinds: frozenset[Kind], evidence: EvidenceValues
) -> list[list[Located]]:
    """The columns whose header has the noun and one of whose rows is the subject's."""
    found: dict[tuple[int, frozenset[str]], list[Located]] = {}
    for e in evidence.values:
        around = evidence.around(e)
        is_row = around.cell >= 0 and around.row.isdisjoint(_TOTALS)
        if is_row and around.column and e.mention.kind in kinds:
            found.setdefault((e.passage, around.column), []).append(e)
    named = [
        values for (_, header), values in found.items() if noun <= header | evidence.around(values[0]).shared
    ]
    # Of "the cheapest plan" the word itself says what is compared.
    columns = named or (list(found.values()) if kinds != SUPERLATIVES[0][2] else [])
    return [
        column
        for column in columns
        if len(column) >= _LEAST_ROWS
        and sum(subject - noun <= evidence.around(e).row for e in column) == 1
        and all(is_ordered(a.mention, b.mention) for a, b in combinations(column[:2], 2))
    ]


def _best_of(
    column: Sequence[Located], subject: frozenset[str], relation: Relation, evidence: EvidenceValues
) -> tuple[bool | None, Located | None, Located | None]:
    if not all(is_ordered(column[0].mention, e.mention) for e in column[1:]) or not _is_whole(
        column, evidence
    ):
        return None, None, None
    mine = next((e for e in column if subject & evidence.around(e).row), None)
    pick = max if relation is Relation.MORE else min
    best = pick(column, key=lambda e: e.mention.low or Decimal(0))
    return (None if mine is None else mine.mention.low == best.mention.low), mine, best


def _is_whole(column: Sequence[Located], evidence: EvidenceValues) -> bool:
    """Has every row between the first and the last of the column a value in it?"""
    document = evidence.document(column[0].passage)
    rows = [document.sentence_at(e.mention.start) for e in column]
    places = [row for row in rows if row is not None]
    return len(places) == len(column) == len(set(places)) and max(places) - min(places) == len(places) - 1
