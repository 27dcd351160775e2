# SPDX-License-Identifier: Apache-2.0
"""Does the citation check find planted faults, and leave rightly cited answers alone?"""

from __future__ import annotations

import time
from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from rich.progress import Progress

from faithstill.data import Triple
from faithstill.data.sources import read_public
from faithstill.factcheck import CitationReport, check_citations
from faithstill.factcheck.citation_report import CitationReason
from faithstill.featurize import Featurizer, Settings
from faithstill.serve import Scorer
from faithstill.train.metrics.shares import rate

from .citation_faults import CitationFault, Faulty, faults
from .citation_rows import Cited, cited_rows

SEED = 23
# Sets that no choice of the check was made on.
CITED_SETS = ("attributionbench.dev", "mtrag_human.test", "polytope.val")
MOST = 300  # answers of each set
MOST_ALARMS = 0.02
MARKS: Mapping[CitationFault, float] = {
    CitationFault.ORPHAN: 1.0,
    CitationFault.RANGE: 1.0,
    CitationFault.REVISION: 1.0,
    CitationFault.QUOTE: 1.0,
    CitationFault.WRONG_PASSAGE: 0.85,
}
_REASONS = {
    CitationFault.ORPHAN: CitationReason.CITATION_ORPHAN,
    CitationFault.RANGE: CitationReason.CITATION_OUT_OF_RANGE,
    CitationFault.REVISION: CitationReason.CITATION_REVISION,
    CitationFault.QUOTE: CitationReason.CITATION_QUOTE_ALTERED,
    CitationFault.WRONG_PASSAGE: CitationReason.CITATION_WRONG_PASSAGE,
}
Say = Callable[[str], None]


@dataclass
class FaultTally:
    """What the check said: per kind of fault caught or not, right passage named or not, and per right answer."""

    caught: defaultdict[str, list[bool]] = field(default_factory=lambda: defaultdict(list))
    named: list[bool] = field(default_factory=list)
    alarms: list[bool] = field(default_factory=list)
    quoted_alarms: list[bool] = field(default_factory=list)

    def add(self, other: FaultTally) -> None:
        """Count the other's cases too."""
        for kind, hits in other.caught.items():
            self.caught[kind] += hits
        self.named += other.named
        self.alarms += other.alarms
        self.quoted_alarms += other.quoted_alarms


def print_citations(own: Sequence[Triple], public: Path | None, say: Say, bar: Progress) -> None:
    """Faults caught and false alarms on each set, with the shipped encoder and without; and what it costs."""
    sets = {"held-out rows of ours": [t for t in own if len(t.passages) > 1]}
    if public:
        sets |= {name: list(read_public(public / f"{name}.jsonl.xz")) for name in CITED_SETS}
    made = {name: list(cited_rows(rows, seed=SEED, most=MOST)) for name, rows in sets.items()}
    for title, settings in (("with the shipped encoder", Settings()), ("without", Settings(encoder=""))):
        say(title)
        featurizer, every = Featurizer(settings), FaultTally()
        for name, rows in made.items():
            found = FaultTally()
            for cited in bar.track(rows, description=name):
                measure(cited, featurizer, found)
            print_tally(name, found, say)
            every.add(found)
        print_tally("all sets", every, say)
    print_share(made["held-out rows of ours"], say)


def measure(cited: Cited, featurizer: Featurizer, tally: FaultTally) -> None:
    """Check an answer as it is, and with each fault that it has room for."""
    tally.alarms.append(bool(_checked(cited.triple, featurizer).findings))
    for fault in faults(cited, seed=SEED):
        report = _checked(fault.triple, featurizer)
        hits = [
            f
            for f in report.findings
            if f.reason is _REASONS[fault.kind] and f.start < fault.end and fault.start < f.end
        ]
        tally.caught[fault.kind].append(bool(hits))
        if fault.kind is CitationFault.WRONG_PASSAGE:
            tally.named.append(any(f.quote and f.quote.passage == fault.passage + 1 for f in hits))
        if fault.kind is CitationFault.QUOTE:
            tally.quoted_alarms.append(_quotes_alarm(fault, featurizer))


def _quotes_alarm(fault: Faulty, featurizer: Featurizer) -> bool:
    """Is there any finding in the sentence that quotes rightly?"""
    return any(f.end > fault.start - 12 for f in _checked(fault.right, featurizer).findings)


def _checked(triple: Triple, featurizer: Featurizer) -> CitationReport:
    return check_citations(featurizer.analyse(triple))


def print_tally(name: str, tally: FaultTally, say: Say) -> None:
    """Shares with their intervals, and what was wanted."""
    say(f"  {name}")
    for kind, wanted in MARKS.items():
        _say(say, f"{kind}: caught (wanted {wanted:.2f})", tally.caught[kind])
    _say(say, "  of wrong passages, the right one named", tally.named)
    _say(say, f"rightly cited: any finding (wanted {MOST_ALARMS:.2f})", tally.alarms)
    _say(say, "rightly quoted sentence added: a finding in it", tally.quoted_alarms)


def print_share(rows: Sequence[Cited], say: Say, most: int = 100) -> None:
    """How long the check takes beside a scoring of the same answers, on one core."""
    scorer = Scorer.load("general")
    scoring = checking = 0.0
    for cited in rows[:most]:
        analysis = scorer.featurizer.analyse(cited.triple)
        start = time.process_time()
        scorer.score_analysis(cited.triple, analysis)
        middle = time.process_time()
        check_citations(analysis)
        scoring, checking = scoring + middle - start, checking + time.process_time() - middle
    say(
        f"  CPU time of the check, on the scorer's analysis: {checking / max(scoring, 1e-9):.3f} of a scoring "
        f"(general, {min(len(rows), most)} answers, {1e3 * checking / max(1, min(len(rows), most)):.1f} ms each)"
    )


def _say(say: Say, what: str, hits: Sequence[bool]) -> None:
    say(f"    {what:52} {rate(sum(hits), len(hits))!s:26} n {len(hits):5}")
