# SPDX-License-Identifier: Apache-2.0
"""Is each value and name of the answer in the evidence?"""

from .facts import FactChecker, FactReport, FactStatus, check_facts
from .verdict import Finding, Verdict

__all__ = ["FactChecker", "FactReport", "FactStatus", "Finding", "Verdict", "check_facts"]
