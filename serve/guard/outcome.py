# SPDX-License-Identifier: Apache-2.0
"""What can be found of an answer, each with its reason code; a profile gives each an action."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from faithstill.serve.status import ScoreStatus


class Outcome(StrEnum):
    """What was found; the names are the keys of a profile's table `actions`."""

    CONTRADICTED = "contradicted"
    UNVERIFIABLE = "unverifiable"
    EVIDENCE_CONFLICT = "evidence_conflict"
    DOUBTFUL = "doubtful"
    CITATION_FAULT = "citation_fault"
    CITATION_MISSING = "citation_missing"
    SCHEMA_INVALID = "schema_invalid"
    FALSE_REFUSAL = "false_refusal"
    REFUSAL = "refusal"
    NO_CONTEXT = "no_context"
    NO_CLAIMS = "no_claims"
    LANGUAGE_UNSUPPORTED = "language_unsupported"
    TRUNCATED = "truncated"
    DETECTOR_DOWN = "detector_down"
    NOT_RUN = "not_run"


@dataclass(frozen=True, slots=True)
class Told:
    """The reason code of an outcome, what it means, and whether it is said of single claims."""

    code: str
    meaning: str
    of_claims: bool = False


OUTCOMES = {
    Outcome.CONTRADICTED: Told("GROUNDING_CONTRADICTION", "the evidence refutes a claim", of_claims=True),
    Outcome.UNVERIFIABLE: Told("GROUNDING_UNVERIFIABLE", "no evidence supports a claim", of_claims=True),
    Outcome.EVIDENCE_CONFLICT: Told("EVIDENCE_CONFLICT", "one passage states a value, another a different one"),
    Outcome.DOUBTFUL: Told("CLASSIFIER_DOUBT", "no claim fails, but the classifier calls the answer unfaithful"),
    Outcome.CITATION_FAULT: Told("CITATION_FAULT", "a citation does not hold", of_claims=True),
    Outcome.CITATION_MISSING: Told("CITATION_MISSING", "a factual sentence has no citation", of_claims=True),
    Outcome.SCHEMA_INVALID: Told("SCHEMA_INVALID", "the structured answer breaks its schema"),
    Outcome.FALSE_REFUSAL: Told("FALSE_REFUSAL", "the answer refuses although the evidence answers", of_claims=True),
    Outcome.REFUSAL: Told("REFUSAL", "the answer says that the material does not state it, rightly"),
    Outcome.NO_CONTEXT: Told("NO_CONTEXT", "no passage holds any text"),
    Outcome.NO_CLAIMS: Told("NO_CLAIMS", "the answer states nothing"),
    Outcome.LANGUAGE_UNSUPPORTED: Told("LANGUAGE_UNSUPPORTED", "answer or passages are not in English"),
    Outcome.TRUNCATED: Told("TRUNCATED", "the input is longer than what is read of it"),
    Outcome.DETECTOR_DOWN: Told("DETECTOR_DOWN", "a layer that must not fail could not run"),
    Outcome.NOT_RUN: Told("NOT_RUN", "a layer that must run was left out to keep the budget"),
}  # fmt: skip

OF_STATUS = {
    ScoreStatus.NO_CONTEXT: Outcome.NO_CONTEXT,
    ScoreStatus.NO_CLAIMS: Outcome.NO_CLAIMS,
    ScoreStatus.LANGUAGE_UNSUPPORTED: Outcome.LANGUAGE_UNSUPPORTED,
    ScoreStatus.TRUNCATED: Outcome.TRUNCATED,
    ScoreStatus.REFUSAL: Outcome.REFUSAL,
}
