# SPDX-License-Identifier: Apache-2.0
"""What each rule of the fact check is worth on natural rows: how often it fires, is right, and alone decides.

A rule that refutes, or that calls a value absent, is right on an unfaithful answer and wrong on a faithful one. An
answer may be unfaithful for another reason, so the share is an upper bound. A rule that proves is needed where without
it a faithful answer would hold an unproved value, and costs where an unfaithful answer would.
"""

from __future__ import annotations

import random
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from faithstill.data import Label, Triple
from faithstill.data.sources import read_public
from faithstill.factcheck import FactChecker, Verdict
from faithstill.featurize.align.rules import RULES, rule_of

_AGAINST = (Verdict.CONFLICT, Verdict.ABSENT)
_FEWEST, _RIGHT = 10, 0.8  # what a rule needs on rows that it was not written on
_MOST = 1_000  # rows of one public set


@dataclass(slots=True)
class Firings:
    """Answers on which one rule fires with one verdict, and those of them on which no other rule speaks likewise."""

    faithful: int = 0
    unfaithful: int = 0
    faithful_alone: int = 0
    unfaithful_alone: int = 0

    def add(self, label: Label, *, alone: bool) -> None:
        """Count one answer."""
        if label is Label.FAITHFUL:
            self.faithful += 1
            self.faithful_alone += alone
        else:
            self.unfaithful += 1
            self.unfaithful_alone += alone

    @property
    def right(self) -> float:
        """Share of unfaithful answers among those on which it fires."""
        return self.unfaithful / (self.faithful + self.unfaithful)


def firings(
    triples: Iterable[Triple], checker: FactChecker | None = None
) -> Mapping[tuple[Verdict, str], Firings]:
    """The firings of each rule by verdict, over labelled triples."""
    checker = checker or FactChecker()
    found: defaultdict[tuple[Verdict, str], Firings] = defaultdict(Firings)
    for triple in triples:
        if triple.label is None:
            raise ValueError(f"row {triple.id}: has no label; rules are counted on labelled rows")
        said = {(f.verdict, _id(f.rule)) for f in checker.check_triple(triple).findings}
        for key in said:
            found[key].add(triple.label, alone=_is_alone(key, said))
    return dict(found)


def _id(name: str) -> str:
    rule = rule_of(name)
    return rule.id if rule else name


def _is_alone(key: tuple[Verdict, str], said: Iterable[tuple[Verdict, str]]) -> bool:
    """Would the answer pass otherwise (a rule against it), or be accused without the rule (a rule for it)?"""
    others = [verdict for verdict, rule in said if (verdict, rule) != key]
    if key[0] is Verdict.ABSENT:
        return not any(verdict in _AGAINST for verdict in others)
    return key[0] not in others if key[0] is Verdict.CONFLICT else not any(v in _AGAINST for v in others)


def public_rows(folder: Path, most: int = _MOST) -> Iterator[Triple]:
    """Up to `most` rows of each set of a folder, the same ones each time."""
    for path in sorted(folder.glob("*.jsonl.xz")):
        rows = list(read_public(path))
        yield from rows if len(rows) <= most else random.Random(0).sample(rows, most)


def print_firings(
    found: Mapping[tuple[Verdict, str], Firings], rows: int, say: Callable[[str], None]
) -> None:
    """One line for each rule of the ledger, those that never fired too."""
    say(f"{rows} labelled answers; 'alone': no other rule of that verdict fires")
    say(f"{'verdict':10}{'rule':22}{'faithful':>9}{'unfaithful':>11}{'alone':>12}{'right':>8}")
    for (verdict, rule), seen in sorted(found.items(), key=lambda item: (item[0][0], -item[1].unfaithful)):
        right = f"{seen.right:8.2f}" if verdict in _AGAINST else ""
        alone = f"{seen.faithful_alone}, {seen.unfaithful_alone}"
        fails = verdict is Verdict.CONFLICT and (
            seen.right < _RIGHT or seen.faithful + seen.unfaithful < _FEWEST
        )
        mark = "   does not earn its place" if fails else ""
        say(f"{verdict:10}{rule:22}{seen.faithful:9}{seen.unfaithful:11}{alone:>12}{right}{mark}")
    silent = {rule.id for rule in RULES} - {rule for _, rule in found}
    if silent:
        say(f"never fired: {', '.join(sorted(silent))}")
