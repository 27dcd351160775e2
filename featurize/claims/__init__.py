# SPDX-License-Identifier: Apache-2.0
"""The atomic statements of an answer."""

from .acts import asserting
from .claim_sentences import AnswerSentence, answer_sentences, only_statements
from .extract import Claim, ClaimKind, Claims, ClaimType, LeftOut, claims_of, extract_claims, kind_of
from .refers import NoClaimReason

__all__ = [
    "AnswerSentence", "Claim", "ClaimKind", "ClaimType", "Claims", "LeftOut", "NoClaimReason", "answer_sentences",
    "asserting", "claims_of", "extract_claims", "kind_of", "only_statements",
]  # fmt: skip
