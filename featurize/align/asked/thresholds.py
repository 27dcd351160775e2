# SPDX-License-Identifier: Apache-2.0
"""How many figures that a question names are above or below a value: "how many years was it", "how many segments had".

Years are counted along the one line that is named, items down the one column or along the one row that holds them.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from decimal import Decimal

from faithstill.featurize.align.derived.formula import Derivation
from faithstill.featurize.align.slots.slots import EvidenceValues
from faithstill.featurize.extract import Kind, Mention
from faithstill.featurize.extract.document import Document, content_stems

from .asked_cells import NO_NAME, OF_QUESTIONS, TOTAL, Figure, asked_periods, lines_of, named_lines

_ABOVE = r"above|over|exceed\w*|(?:more|greater|higher|larger) than"
_ASKED = re.compile(
    r"\bhow many (?:of the )?(?P<counted>[\w ,&'’-]+?)"
    r"(?: (?:in|of|with|that|which|had|have|has|were|was|are|is|did|do|does|saw|fell|rose)\b.*?)? ?"
    rf"\b(?:(?P<above>{_ABOVE})|below|under|(?:less|fewer|lower|smaller) than)[ ](?=\D{{0,4}}\d)",
    re.IGNORECASE,
)
_YEARS = re.compile(r"\byears\b", re.IGNORECASE)
_FIGURES = frozenset({Kind.MONEY, Kind.NUMBER, Kind.PERCENT, Kind.QUANTITY})
_WORDS = OF_QUESTIONS | frozenset(
    content_stems(
        "years above over exceed exceeds exceeded more greater higher larger below under less fewer lower smaller "
        "had have has were are did fell rose"
    )
)


def counted_figures(question: Document, evidence: EvidenceValues) -> Derivation | None:
    """The figures that the question counts; None where it counts none or leaves open which, or their scale."""
    asked = _ASKED.search(question.text)
    limit = next(
        (m for m in question.mentions if asked and m.start >= asked.end() - 1 and m.kind in _FIGURES), None
    )
    if asked is None or limit is None or limit.low is None:
        return None
    is_of_years = _YEARS.search(asked["counted"]) is not None
    figures = (
        _years(question, limit, evidence)
        if is_of_years
        else _items(question, asked["counted"], limit, evidence)
    )
    scale = _scale(limit, figures[0], evidence) if figures else None
    sign = 1 if asked["above"] else -1
    counted = [one for one in figures if scale is not None and (one.value * scale - limit.low) * sign > 0]
    told = f" {'>' if asked['above'] else '<'} {limit.text}"
    rule = "asked_years" if is_of_years else "asked_items"
    found = Derivation(
        rule, ", ".join(one.text + told for one in counted), tuple(f.mention for f in counted), 1.0
    )
    return found if counted else None


def _years(question: Document, limit: Mention, evidence: EvidenceValues) -> list[Figure]:
    """Those of the one line that the question names, one for each of its years."""
    said = frozenset(content_stems(limit.text))
    lines = named_lines(question, evidence.once(lines_of), besides=(_WORDS | said) - TOTAL)
    periods = asked_periods(question.text)
    found = [f for f in lines[0].figures if not periods or f.periods & periods] if len(lines) == 1 else []
    return found if len(found) > 1 and all(len(f.periods) == 1 for f in found) else []


def _items(question: Document, counted: str, limit: Mention, evidence: EvidenceValues) -> Sequence[Figure]:
    """Those of the one column or row whose heading is named; all words that name none stand in the passages."""
    said = frozenset(stem for stem in question.stems if stem and not stem[0].isdigit())
    said -= _WORDS | NO_NAME | frozenset(content_stems(limit.text))
    periods = asked_periods(question.text)
    figures = [
        f for line in evidence.once(lines_of) for f in line.figures if not periods or f.periods & periods
    ]
    named = said & frozenset[str]().union(*(f.label | f.over for f in figures))
    told = frozenset(stem for passage in evidence.passages for stem in passage.stems if stem)
    if not named or not said - named <= told | frozenset(content_stems(counted)):
        return ()
    found = list(_groups(figures, named))
    return found[0] if len(found) == 1 else ()


def _groups(figures: Sequence[Figure], named: frozenset[str]) -> Iterator[Sequence[Figure]]:
    """The columns whose headings, and the rows whose labels, hold all that is named, without totals."""
    found: dict[tuple[object, ...], dict[frozenset[str], Figure]] = {}
    for f in figures:
        for is_column, held, own in ((True, f.over, f.label), (False, f.label, f.over)):
            if named <= held and own and not named <= own and TOTAL.isdisjoint(own):
                found.setdefault((f.passage, is_column, held, f.periods), {}).setdefault(own, f)
    yield from (tuple(group.values()) for group in found.values() if len(group) > 1)


def _scale(limit: Mention, figure: Figure, evidence: EvidenceValues) -> Decimal | None:
    """What a cell's figure is multiplied by to be held against the value; None where several would do."""
    if limit.kind is Kind.PERCENT or figure.is_percent:
        return Decimal(1) if limit.kind is Kind.PERCENT and figure.is_percent else None
    scales = evidence.scales[figure.passage]
    if not scales or limit.text[-1].isdigit():
        return Decimal(1)
    return next(iter(scales)) if len(scales) == 1 else None
