# SPDX-License-Identifier: Apache-2.0
"""Whether the question itself states a value of the answer, so that the evidence need not."""

from __future__ import annotations

import re
from collections.abc import Collection

from faithstill.featurize.extract import Kind, Mention
from faithstill.featurize.extract.agree import agree
from faithstill.featurize.extract.document import Document, content_stems
from faithstill.featurize.extract.numbers import read_numeral
from faithstill.featurize.extract.same_name import NAMES

_UNITED = frozenset({Kind.DURATION, Kind.QUANTITY})


def is_given(mention: Mention, question: Document, years: Collection[str]) -> bool:
    """Does the question state the value, in its unit, or a day whose year the evidence names (`years`)?"""
    return any(_states(m, mention, question, years) for m in question.mentions if m.kind not in NAMES)


def _states(given: Mention, own: Mention, question: Document, years: Collection[str]) -> bool:
    if own.kind is given.kind is Kind.DATE and given.key == f"-{own.key[4:]}":
        return own.key[:4] in years  # "on 20 July" of a question about 2025
    if given.kind in _UNITED and own.kind is Kind.NUMBER and not own.unit:
        printed = read_numeral(given.text, 0)
        return printed is not None and printed.value == own.low
    if not agree(own, given):
        return False
    if given.kind is not Kind.NUMBER or own.kind not in _UNITED:
        return True
    return not unit_stems(own).isdisjoint(question.stems)


def unit_stems(mention: Mention) -> frozenset[str]:
    """The stems of the words of a value beside its figures: the "year" of "5 years"."""
    return frozenset(content_stems(re.sub(r"[\d.,]+", " ", mention.text)))
