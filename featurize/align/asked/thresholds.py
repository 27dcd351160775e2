# SPDX-License-Identifier: Apache-2.0
"""How many figures of the line that a question names are above or below a value: "how many years was it over 380"."""

from __future__ import annotations

import re
from decimal import Decimal

from faithstill.featurize.align.derived.formula import Derivation
from faithstill.featurize.align.slots.slots import EvidenceValues
from faithstill.featurize.extract import Kind, Mention
from faithstill.featurize.extract.document import Document, content_stems

from .asked_cells import OF_QUESTIONS, TOTAL, Figure, asked_periods, lines_of, named_lines

_ABOVE = r"above|over|exceed\w*|(?:more|greater|higher|larger) than"
_ASKED = re.compile(
    rf"\bhow many (?:of the )?(?:\w+ )?years\b.*\b(?:(?P<above>{_ABOVE})|below|under|(?:less|fewer|lower|smaller) than)"
    r"[ ](?=\D{0,4}\d)",
    re.IGNORECASE,
)
_FIGURES = frozenset({Kind.MONEY, Kind.NUMBER, Kind.PERCENT, Kind.QUANTITY})
_WORDS = OF_QUESTIONS | frozenset(
    content_stems(
        "years above over exceed exceeds exceeded more greater higher larger below under less fewer lower smaller"
    )
)


def counted_years(question: Document, evidence: EvidenceValues) -> Derivation | None:
    """The figures that the question counts; None where it counts none or leaves open of which line or scale."""
    asked = _ASKED.search(question.text)
    limit = next(
        (m for m in question.mentions if asked and m.start >= asked.end() - 1 and m.kind in _FIGURES), None
    )
    if asked is None or limit is None or limit.low is None:
        return None
    figures = _figures(question, limit, evidence)
    if not figures:
        return None
    scale = _scale(limit, figures[0], evidence)
    sign = 1 if asked["above"] else -1
    counted = [one for one in figures if scale is not None and (one.value * scale - limit.low) * sign > 0]
    if scale is None or not counted:
        return None
    told = f" {'>' if asked['above'] else '<'} {limit.text}"
    return Derivation(
        "asked_years", ", ".join(one.text + told for one in counted), tuple(f.mention for f in counted), 1.0
    )


def _figures(question: Document, limit: Mention, evidence: EvidenceValues) -> list[Figure]:
    """Those of the one line that the question names, one for each of its years."""
    said = frozenset(content_stems(limit.text))
    lines = named_lines(question, evidence.once(lines_of), besides=(_WORDS | said) - TOTAL)
    periods = asked_periods(question.text)
    found = [f for f in lines[0].figures if not periods or f.periods & periods] if len(lines) == 1 else []
    return found if len(found) > 1 and all(len(f.periods) == 1 for f in found) else []


def _scale(limit: Mention, figure: Figure, evidence: EvidenceValues) -> Decimal | None:
    """What a cell's figure is multiplied by to be held against the value; None where several would do."""
    if limit.kind is Kind.PERCENT or figure.is_percent:
        return Decimal(1) if limit.kind is Kind.PERCENT and figure.is_percent else None
    scales = evidence.scales[figure.passage]
    if not scales or limit.text[-1].isdigit():
        return Decimal(1)
    return next(iter(scales)) if len(scales) == 1 else None
