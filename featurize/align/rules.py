# SPDX-License-Identifier: Apache-2.0
"""The ledger: every rule by which a value, a name or a field of a record is proved, refuted or left open.

A finding's `rule` ends in the id of its rule: `money.other_slot` is decided by `other_slot`. Rules of names and of
records have ids of their own (`name.part`, `state.conflict`). A rule stays only while it earns its place on rows that
nobody wrote it for; `make bench --only rules` counts.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

_CASE = "featurize/align/value_case.py"
_NAMES = "featurize/align/names/align_names.py"
_ASKED = "featurize/align/asked/proved.py"
_FORMULAS = "featurize/align/derived/operations.py"
_RECORDS = "featurize/align/records/told_fields.py"


@dataclass(frozen=True, slots=True)
class Case:
    """A context with an answer, and the question where it matters."""

    context: str
    answer: str
    question: str = ""


@dataclass(frozen=True, slots=True)
class Rule:
    """One rule: what it says, the file that decides, a case in which it fires, and a near one in which it does not."""

    id: str
    what: str
    where: str
    example: Case
    counterexample: Case


_FEE = "The wire fee is $25."
_TABLE = "| $ million | 2023 | 2024 |\n|---|---|---|\n| Revenue | 120 | 150 |\n| Costs | 90 | 96 |"
_TOOL = '{"order": "A-17", "status": "pending", "refunded": false}'

RULES: Sequence[Rule] = (
    Rule(
        "equal",
        "the evidence states the value",
        _CASE,
        Case(_FEE, "The fee is $25."),
        Case(_FEE, "The fee is $30."),
    ),
    Rule(
        "covers",
        "the evidence states a value that includes it",
        _CASE,
        Case("It opened on 4 May 2021.", "It opened in May 2021."),
        Case("It opened in May 2021.", "It opened on 4 May 2021."),
    ),
    Rule(
        "rounded",
        "the evidence states it with more digits",
        _CASE,
        Case("The rate is 4.27%.", "The rate is about 4.3%."),
        Case("The rate is 4.27%.", "The rate is about 4.2%."),
    ),
    Rule(
        "converted",
        "the evidence states it in another unit",
        _CASE,
        Case("Notice is 14 days.", "Notice is two weeks."),
        Case("Notice is 14 business days.", "Notice is two weeks."),
    ),
    Rule(
        "same_figure",
        "the evidence states the figure, and its place gives the unit",
        _CASE,
        Case("| Item | Fee in EUR |\n|---|---|\n| Card | 12 |", "The card fee is 12 euros."),
        Case("| Item | Fee in EUR |\n|---|---|\n| Card | 12 |", "The card fee is 13 euros."),
    ),
    Rule(
        "in_cents",
        "the evidence states it in cents",
        _CASE,
        Case('{"amount_cents": 1250}', "You paid $12.50."),
        Case('{"amount": 1250}', "You paid $12.50."),
    ),
    Rule(
        "pieced",
        "the parts of the value stand in neighbouring places",
        "featurize/align/restated/pieced.py",
        Case("The fair runs from 3 to 5 May.", "It is on 4 May."),
        Case("The fair is on 3 May.", "It is on 4 May."),
    ),
    Rule(
        "given",
        "the question states it",
        "featurize/align/given.py",
        Case("Orders ship free.", "An order of $80 ships free.", "Does an order of $80 ship free?"),
        Case("Orders ship free.", "An order of $80 ships free.", "Do orders ship free?"),
    ),
)
