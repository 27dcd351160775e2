# SPDX-License-Identifier: Apache-2.0
"""Is each value and name of the answer in the evidence?"""

from .facts import FactChecker, check_facts
from .report import FactReport, FactStatus, Reason
from .verdict import Finding, Quote, Severity, Verdict

__all__ = [
    "FactChecker",
    "FactReport",
    "FactStatus",
    "Finding",
    "Quote",
    "Reason",
    "Severity",
    "Verdict",
    "check_facts",
]
