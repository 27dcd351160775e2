# SPDX-License-Identifier: Apache-2.0
"""Differences told of two named things: wanted status, evidence, answer, the difference. Our own words."""

from __future__ import annotations

import pytest

from faithstill.data import Triple
from faithstill.featurize import Featurizer, Status

_PLANS = "Plus costs $30 a month, Max costs $60 a month."
_DELIVERY = "Standard delivery costs £4, express delivery £8 and same-day delivery £16."
_TABLE = "| Plan | Price | Storage |\n|---|---|---|\n| Plus | $30 | 100 GB |\n| Max | $60 | 200 GB |"
ROWS = [
    ("derived", _PLANS, "Max costs $30 more than Plus.", "$30"),
    ("derived", _PLANS, "Max is $30 a month more expensive than Plus.", "$30"),
    ("derived", _PLANS, "The Max plan costs $30 more per month than the Plus plan.", "$30"),
    ("conflicting", _PLANS, "Max costs $30 a month.", "$30"),
    ("conflicting", _PLANS, "Plus costs $60 a month.", "$60"),
    ("conflicting", _PLANS, "Max costs $30 less than Plus.", "$30"),
    ("derived", _DELIVERY, "Same-day delivery costs £8 more than express.", "£8"),
    ("derived", _DELIVERY, "Express delivery is £4 dearer than standard delivery.", "£4"),
    ("conflicting", _DELIVERY, "Same-day delivery costs £8.", "£8"),
    ("derived", _TABLE, "Max offers 100 GB more storage than Plus.", "100 GB"),
    ("conflicting", _TABLE, "Max offers 100 GB of storage.", "100 GB"),
    ("derived", "Basic: 3 users. Pro: 7 users.", "Pro allows 4 more users than Basic.", "4"),
    ("derived", "The mean in Oslo is -7 °C.", "Oslo needs 7 °C more to reach 0 °C.", "7 °C"),
    ("derived", "The mean in Oslo is -7 °C.", "Oslo needs 7 °C more to reach 0 °C.", "0 °C"),
    ("conflicting", "The mean in Oslo is -7 °C.", "The mean in Oslo is 7 °C.", "7 °C"),
    ("absent", "The mean in Oslo is 7 °C.", "Oslo needs 7 °C more to reach 0 °C.", "0 °C"),
]


@pytest.mark.parametrize(("status", "context", "answer", "value"), ROWS)
def test_a_difference_is_that_of_the_two_things_named(
    featurizer: Featurizer, status: str, context: str, answer: str, value: str
) -> None:
    analysis = featurizer.analyse(Triple.of(question="", contexts=[context], answer=answer))
    found = {x.mention.text: x.status for x in analysis.alignments}
    assert found[value] is Status(status)
