# SPDX-License-Identifier: Apache-2.0
"""How much of what is planted the fact check catches, and how often it objects to faithful answers."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from random import Random

from faithstill.data import Label, Triple, read_triples
from faithstill.data.sources import read_public
from faithstill.factcheck import FactChecker, FactReport, Finding, Verdict
from faithstill.train.planting.mutants import ALL, Mutant, MutationKind, mutants, random_numbers
from faithstill.train.planting.numerals import sentences

# Public sets of faithful answers, with the fewest words an answer must have.
PUBLIC_SETS: Mapping[str, int] = {
    "clapnq.dev": 6,
    "mtrag_human.test": 6,
    "tatqa.dev": 6,
    "wice.dev_oracle": 1,
    "expertqa.rand_val": 1,
}
SEED = 7
_OBJECTIONS = (Verdict.CONFLICT, Verdict.ABSENT)


@dataclass(frozen=True, slots=True)
class Planted:
    """One mutant, what the check said of it, and whether that catches the error."""

    triple: Triple
    mutant: Mutant
    report: FactReport
    caught: bool

    @property
    def touching(self) -> tuple[Finding, ...]:
        """The findings on the planted span."""
        return tuple(f for f in self.report.findings if overlaps(f, self.mutant.start, self.mutant.end))


@dataclass(frozen=True, slots=True)
class UntouchedAnswer:
    """A faithful answer as it stands, and what the check said of it."""

    triple: Triple
    report: FactReport

    def objections(self, verdict: Verdict) -> tuple[Finding, ...]:
        """Findings with a verdict, citations left out: every one of them is false."""
        return tuple(f for f in checked(self.report) if f.verdict is verdict)


@dataclass(frozen=True, slots=True)
class MeasuredSet:
    """One set of faithful answers, untouched and planted."""

    name: str
    untouched: tuple[UntouchedAnswer, ...]
    planted: tuple[Planted, ...]

    def of_kind(self, kind: MutationKind) -> tuple[Planted, ...]:
        """The mutants of one kind."""
        return tuple(p for p in self.planted if p.mutant.kind is kind)


def measure_planted(
    name: str,
    triples: Sequence[Triple],
    *,
    kinds: Collection[MutationKind] = ALL,
    seed: int = SEED,
    checker: FactChecker | None = None,
) -> MeasuredSet:
    """Check every answer as it is, and with one error of each kind that it has a place for."""
    checker = checker or FactChecker()
    untouched: list[UntouchedAnswer] = []
    planted: list[Planted] = []
    for triple in triples:
        report = _report(checker, triple, triple.answer)
        untouched.append(UntouchedAnswer(triple, report))
        texts = [passage.text for passage in triple.passages]
        for mutant in mutants(triple.answer, texts, kinds=kinds, seed=seed, question=triple.question):
            found = _report(checker, triple, mutant.text)
            planted.append(Planted(triple, mutant, found, is_caught(mutant, found, report)))
    return MeasuredSet(name, tuple(untouched), tuple(planted))


def _report(checker: FactChecker, triple: Triple, answer: str) -> FactReport:
    return checker.check_triple(replace(triple, answer=answer))


def checked(report: FactReport) -> tuple[Finding, ...]:
    """The findings on values and names."""
    return tuple(f for f in report.findings if not f.kind.startswith("citation"))


def overlaps(finding: Finding, start: int, end: int) -> bool:
    """Do a finding and a span share a character?"""
    return finding.start < end and start < finding.end


def is_caught(mutant: Mutant, report: FactReport, before: FactReport) -> bool:
    """Is there a conflict or an absence on the planted span; for swapped roles, a new one in its sentence?"""
    objections = [f for f in report.findings if f.verdict in _OBJECTIONS]
    if mutant.kind is not MutationKind.ROLE_SWAP:
        return any(overlaps(f, mutant.start, mutant.end) for f in objections)
    known = Counter((f.text, f.verdict, f.rule) for f in before.findings)
    inside = [span for span in sentences(mutant.text) if span[0] < mutant.end and mutant.start < span[1]]
    found = Counter(
        (f.text, f.verdict, f.rule) for f in objections if any(overlaps(f, *span) for span in inside)
    )
    return bool(found - known)


def coincidences(
    triples: Sequence[Triple], *, seed: int = SEED, checker: FactChecker | None = None
) -> Iterator[Planted]:
    """Random numbers planted into the answers; `caught` unless the check derives them from the evidence."""
    checker = checker or FactChecker()
    for triple in triples:
        texts = [passage.text for passage in triple.passages]
        for mutant in random_numbers(triple.answer, texts, seed=seed, question=triple.question):
            found = _report(checker, triple, mutant.text)
            here = [f for f in found.findings if overlaps(f, mutant.start, mutant.end)]
            yield Planted(triple, mutant, found, not any(map(is_derived, here)))


def is_derived(finding: Finding) -> bool:
    """Proved by a formula instead of by a place in the evidence."""
    return finding.verdict is Verdict.PROVED and finding.passage is None and bool(finding.evidence)


def faithful_sets(
    rows: Path, public: Path | None = None, *, split: str = "test", most: int = 0, seed: int = SEED
) -> Iterator[tuple[str, list[Triple]]]:
    """The faithful rows of a split, and those of the public sets that are there; at most `most` of each."""
    own = [t for t in read_triples(rows, labelled=True).triples if t.label is Label.FAITHFUL]
    if split and split not in {t.split for t in own}:
        known = ", ".join(sorted({repr(t.split) for t in own})) or "none"
        raise ValueError(
            f'{rows}: no faithful rows of split {split!r}; there are: {known}; name one, or all by --split ""'
        )
    yield f"{rows.stem} {split}".strip(), _some([t for t in own if not split or t.split == split], most, seed)
    for name, words in PUBLIC_SETS.items():
        path = public / f"{name}.jsonl.xz" if public else None
        if path is not None and path.is_file():
            found = [t for t in read_public(path) if t.label is Label.FAITHFUL]
            yield name, _some([t for t in found if len(t.answer.split()) >= words], most, seed)


def _some(triples: list[Triple], most: int, seed: int) -> list[Triple]:
    if not most or len(triples) <= most:
        return triples
    return sorted(Random(seed).sample(triples, most), key=lambda triple: triple.id)
