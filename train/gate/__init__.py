# SPDX-License-Identifier: Apache-2.0
"""Is a candidate no worse than the present bundle, and may it take its place?"""

from .gate_report import Check, GateReport, Side, SliceChange, Verdict
from .golden_rows import Expectation, GoldenSet
from .judge_candidate import judge_candidate

__all__ = [
    "Check",
    "Expectation",
    "GateReport",
    "GoldenSet",
    "Side",
    "SliceChange",
    "Verdict",
    "judge_candidate",
]
