# SPDX-License-Identifier: Apache-2.0
"""The ledger of rules: each fires in its example, not in its counterexample, and stands in the file that it names."""

from __future__ import annotations

from pathlib import Path

import pytest

from faithstill.factcheck import FactChecker
from faithstill.featurize.align.rules import RULES, Example, Rule, rule_of
from faithstill.featurize.lexicon import Alias, Entry, Lexicon

ROOT = Path(__file__).parents[3]
CHECKER = FactChecker()
IDS = [rule.id for rule in RULES]


def fired(example: Example) -> set[str]:
    known = example.alias and Lexicon.of([Entry(example.alias[0], (Alias(example.alias[1]),))])
    checker = FactChecker(lexicon=known) if known else CHECKER
    report = checker.check(question=example.question, contexts=[example.passage], answer=example.answer)
    return {rule.id for finding in report.findings if (rule := rule_of(finding.rule))}


@pytest.mark.parametrize("rule", RULES, ids=IDS)
def test_a_rule_fires_in_its_example_and_not_beside_it(rule: Rule) -> None:
    assert rule.id in fired(rule.example)
    assert rule.id not in fired(rule.counterexample)


def test_ids_stand_once_and_files_exist() -> None:
    assert len(set(IDS)) == len(IDS)
    assert [rule.where for rule in RULES if not (ROOT / rule.where).is_file()] == []
