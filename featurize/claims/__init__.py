# SPDX-License-Identifier: Apache-2.0
"""The atomic statements of an answer."""

from .asides import asserting
from .extract import Claim, Claims, LeftOut, claims_of, extract_claims
from .kinds import ClaimKind, ClaimType, kind_of
from .rhetoric import Reason
from .sentences import AnswerSentence, answer_sentences, only_statements

__all__ = [
    "AnswerSentence", "Claim", "ClaimKind", "ClaimType", "Claims", "LeftOut", "Reason", "answer_sentences",
    "asserting", "claims_of", "extract_claims", "kind_of", "only_statements",
]  # fmt: skip
