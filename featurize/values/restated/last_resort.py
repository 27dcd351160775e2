# SPDX-License-Identifier: Apache-2.0
"""What is tried last, before a value of the answer is called absent: other forms of what the evidence states.

Nothing here speaks against a value; it is asked before a value that nothing states may be refuted.
"""

from __future__ import annotations

from faithstill.featurize.values.derived.derive import Derivation

from .calendar_forms import both_ends, day_of_month, end_of_range, entered, hours, month_or_year
from .calendar_rules import ruled
from .durations import aged, counted, in_other_units, one_of_rate, raced, weekdays, year_ago
from .points_in_time import Moments
from .quantities import measured
from .sought import Sought
from .spelled import century, rand, rhythm
from .time_between import between
from .time_offsets import shifted
from .units import age_at, degrees, digits, of_pressure, ordered, score, settled, shown, unit_elsewhere

TRIED = (
    between, shifted, ruled, in_other_units, counted, one_of_rate, year_ago, aged, weekdays, raced,
    month_or_year, both_ends, entered, day_of_month, hours, end_of_range, measured,
    unit_elsewhere, digits, of_pressure, score, ordered, settled, age_at, shown, degrees,
    rhythm, century, rand,
)  # fmt: skip


def implied_otherwise(sought: Sought, moments: Moments) -> Derivation | None:
    """The first proof that is found."""
    return next((found for rule in TRIED if (found := rule(sought, moments)) is not None), None)
