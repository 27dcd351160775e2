# SPDX-License-Identifier: Apache-2.0
"""What kind of case an answer is, whatever the model."""

from __future__ import annotations

import unicodedata
from collections.abc import Mapping
from enum import StrEnum

from faithstill.data import Triple
from faithstill.featurize import Analysis, Featurizer

# Letters to Unicode, blank to the eye: braille blank and the Hangul fillers.
_BLANK = frozenset("\u2800\u3164\u115f\u1160\uffa0")


class ScoreStatus(StrEnum):
    """What kind of case it was; only `ok` and `REFUSAL` can pass."""

    OK = "ok"
    NO_CONTEXT = "NO_CONTEXT"
    NO_CLAIMS = "NO_CLAIMS"
    REFUSAL = "REFUSAL"
    LANGUAGE_UNSUPPORTED = "LANGUAGE_UNSUPPORTED"
    TRUNCATED = "TRUNCATED"


# Nothing was judged: there is no probability.
UNJUDGED = frozenset({ScoreStatus.NO_CONTEXT, ScoreStatus.NO_CLAIMS, ScoreStatus.LANGUAGE_UNSUPPORTED})
PASSABLE = frozenset({ScoreStatus.OK, ScoreStatus.REFUSAL})

STATUS_IN_WORDS: Mapping[ScoreStatus, str] = {
    ScoreStatus.OK: "the whole answer was judged",
    ScoreStatus.NO_CONTEXT: "not judged: no passage holds any text to check the answer against",
    ScoreStatus.NO_CLAIMS: "not judged: the answer states nothing",
    ScoreStatus.REFUSAL: "the answer says that the material does not state it",
    ScoreStatus.LANGUAGE_UNSUPPORTED: "not judged: the answer or its passages are not in English",
    ScoreStatus.TRUNCATED: "too long: only the beginning was read, so it cannot pass",
}


def status_of(featurizer: Featurizer, triple: Triple, analysis: Analysis) -> ScoreStatus:
    """What kind of case a triple is, whatever the model; `analysis` is the featurizer's of the triple."""
    # The first that applies: what makes a judgement impossible stands before what limits it.
    if not any(is_visible(passage.text) for passage in triple.passages):
        return ScoreStatus.NO_CONTEXT
    if not analysis.statements:
        return ScoreStatus.NO_CLAIMS
    if not analysis.is_answer_english or not analysis.material.is_english:
        return ScoreStatus.LANGUAGE_UNSUPPORTED
    if featurizer.is_truncated(triple):
        return ScoreStatus.TRUNCATED
    return ScoreStatus.REFUSAL if analysis.is_refusal else ScoreStatus.OK


def is_visible(text: str) -> bool:
    """Does a text hold any character that a reader would see?

    >>> is_visible(" \\u200b\\x00\\n"), is_visible("\\u200b0")
    (False, True)
    """
    return any(unicodedata.category(c)[0] not in "CZ" and c not in _BLANK for c in text)
