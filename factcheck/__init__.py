# SPDX-License-Identifier: Apache-2.0
"""Is each value and name of the answer in the evidence, and is each citation right?"""

from .citation_report import CitationFinding, CitationReason, CitationReport
from .citations import CitationChecker, check_citations
from .facts import FactChecker, check_facts
from .report import FactReport, FactStatus, Reason
from .verdict import Finding, Quote, Severity, Verdict

__all__ = [
    "CitationChecker",
    "CitationFinding",
    "CitationReason",
    "CitationReport",
    "FactChecker",
    "FactReport",
    "FactStatus",
    "Finding",
    "Quote",
    "Reason",
    "Severity",
    "Verdict",
    "check_citations",
    "check_facts",
]
