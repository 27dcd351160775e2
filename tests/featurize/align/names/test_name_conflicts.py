# SPDX-License-Identifier: Apache-2.0
"""The only name that could be meant."""

from __future__ import annotations

import pytest

from faithstill.data import Triple
from faithstill.featurize import Featurizer, Status

TREASURER = "The treasurer of the club is Peter Kahl. The club meets in Zurich."


@pytest.mark.parametrize(
    ("evidence", "answer", "name", "status"),
    [
        (TREASURER, "The treasurer is Anna Berg.", "Anna Berg", Status.CONFLICTING),
        (TREASURER, "Anna Berg.", "Anna Berg", Status.CONFLICTING),
        (TREASURER, "The club meets in Geneva.", "Geneva", Status.CONFLICTING),
        (TREASURER, "The treasurer is Peter Kahl.", "Peter Kahl", Status.EQUAL),
        # Two who could be meant, one of several, and another matter.
        (f"{TREASURER} Ruth Moll is a guest.", "Anna Berg.", "Anna Berg", Status.ABSENT),
        (TREASURER, "Among the guests of the club were Anna Berg and Ruth Moll.", "Anna Berg", Status.ABSENT),
        (
            f"{TREASURER} A mural adorns the entrance.",
            "Anna Berg painted the mural.",
            "Anna Berg",
            Status.ABSENT,
        ),
        # Every sign of a code counts; codes of another shape or far from it are others.
        ("Your account is 12345678.", "Your account is 12345679.", "12345679", Status.CONFLICTING),
        ("Your account is 12345678.", "Your account is 98760321.", "98760321", Status.ABSENT),
    ],
)
def test_one_name_refutes_another(evidence: str, answer: str, name: str, status: Status) -> None:
    found = Featurizer().analyse(Triple.of(question="", contexts=[evidence], answer=answer)).alignments
    assert [one.status for one in found if one.mention.text == name] == [status]
