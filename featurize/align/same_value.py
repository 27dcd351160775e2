# SPDX-License-Identifier: Apache-2.0
"""How the evidence states a value that agrees with the answer's: the last word of the rule."""

from __future__ import annotations

from faithstill.featurize.extract import Mention
from faithstill.featurize.extract.numbers import read_numeral


def manner_of(answer: Mention, evidence: Mention) -> str:
    """How an agreeing value is stated: alike, in another unit or form, or in more digits."""
    if answer.low is None or evidence.low is None:
        return "equal" if answer.key == evidence.key else "covers"
    if (answer.low, answer.high) == (evidence.low, evidence.high):
        if answer.kind is evidence.kind:
            return "equal"
        printed = read_numeral(evidence.text, 0)
        return "in_cents" if printed and printed.value == 100 * evidence.low else "same_figure"
    return "rounded" if answer.unit == evidence.unit else "converted"
