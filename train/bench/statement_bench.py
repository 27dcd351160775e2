# SPDX-License-Identifier: Apache-2.0
"""Does every statement count: what bundles do with one false sentence, with frames and with refusals."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import partial
from itertools import chain
from pathlib import Path

from rich.progress import Progress

from faithstill.data import Triple
from faithstill.data.sources import read_public
from faithstill.serve import Route, Score, Scorer
from faithstill.serve.scorer import SHIPPED_BUNDLES
from faithstill.serve.workers import over_cores
from faithstill.train.fit.statement_bags import UNKNOWN, known_of
from faithstill.train.metrics.binary_metrics import roc_auc
from faithstill.train.metrics.shares import rate
from faithstill.train.packaged.learn_refusals import Refusal, refusals_by_source
from faithstill.train.report.report_digest import number

from .composed_answers import LENGTHS, composed, framed

MOST_CONTEXTS, MOST_FRAMED = 60, 300
SEED = 17
COMPOSED_SETS = ("mtrag_human.test", "attributionbench.dev")
# Sets that mark the wrong characters of an answer.
SPAN_SETS = ("cliff.val", "xsumfaith.all", "wice.dev_tokens")
MOST_SPANS = 500
Say = Callable[[str], None]


def print_statements(
    own: Sequence[Triple],
    sentences: Path,
    public: Path | None,
    say: Say,
    bar: Progress,
    *,
    bundles: Sequence[str | Path] = SHIPPED_BUNDLES,
) -> None:
    """All parts for each bundle: composed answers, frames, refusals, and answers whose wrong characters are marked."""
    sets = [
        own,
        *([list(read_public(public / f"{name}.jsonl.xz")) for name in COMPOSED_SETS] if public else []),
    ]
    refusals = list(chain.from_iterable(refusals_by_source(sentences, own, public).values()))
    for bundle in bundles:
        scorer = Scorer.load(bundle)
        say(f"{bundle}")
        _print_composed(scorer, sets, say, bar)
        _print_natural(scorer, sets, say, bar)
        _print_framed(scorer, own, say, bar)
        _print_refusals(scorer, refusals, say, bar)
        if public:
            _print_spans(scorer, public, say, bar)


def scored(scorer: Scorer, triples: Sequence[Triple], bar: Progress, title: str) -> list[Score]:
    """One score for each triple, over all cores."""
    chunks = over_cores(triples, partial(_scores, scorer), workers=None)
    return list(bar.track(chain.from_iterable(chunks), total=len(triples), description=title))


def _scores(scorer: Scorer, triples: Iterable[Triple]) -> list[Score]:
    return list(scorer.score_triples(triples))


def _print_composed(scorer: Scorer, sets: Sequence[Sequence[Triple]], say: Say, bar: Progress) -> None:
    made = [one for rows in sets for one in composed(rows, seed=SEED, most=MOST_CONTEXTS)]
    right = scored(scorer, [one.right for one in made], bar, "right answers")
    wrong = scored(scorer, [one.wrong for one in made], bar, "one false sentence")
    passed = [score.route is Route.DELIVER for score in wrong]
    for length in LENGTHS:
        here = [i for i, one in enumerate(made) if one.length == length]
        _say(say, f"right, {length} sentences: delivered", [right[i].route is Route.DELIVER for i in here])
        _say(say, f"one false beside {length}: delivered", [passed[i] for i in here])
    _say(say, "right: delivered (wanted 0.80)", [score.route is Route.DELIVER for score in right])
    _say(say, "one false sentence: delivered (wanted 0.10)", passed)
    absent = [any(s.has_absent for s in score.statements) for score in wrong]
    clean = [not any(s.has_absent for s in score.statements) for score in right]
    both = [a and c for a, c in zip(absent, clean, strict=True)]
    _say(
        say,
        "  of those with an absent value or name (wanted 0.02)",
        [p for p, a in zip(passed, both, strict=True) if a],
    )
    for kind in sorted({one.kind for one in made}):
        _say(say, f"  {kind}", [p for p, one in zip(passed, made, strict=True) if one.kind == kind])


def _print_natural(scorer: Scorer, sets: Sequence[Sequence[Triple]], say: Say, bar: Progress) -> None:
    """What becomes of answers as they are, and how many of those delivered hold an absent value or name."""
    rows = [triple for triples in sets for triple in triples]
    scores = scored(scorer, rows, bar, "natural answers")
    for positive, word in ((True, "right"), (False, "wrong")):
        own = [
            s
            for s, t in zip(scores, rows, strict=True)
            if t.label is not None and t.label.positive is positive
        ]
        passed = [score for score in own if score.route is Route.DELIVER]
        _say(say, f"natural answers, {word}: delivered", [score.route is Route.DELIVER for score in own])
        absent = [any(s.has_absent for s in score.statements) for score in passed]
        _say(say, f"  of {word} ones delivered, with an absent value or name", absent)


def _print_framed(scorer: Scorer, own: Sequence[Triple], say: Say, bar: Progress) -> None:
    pairs = list(framed(own[:MOST_FRAMED], seed=SEED))
    plain = scored(scorer, [bare for bare, _ in pairs], bar, "without frames")
    letters = scored(scorer, [letter for _, letter in pairs], bar, "with frames")
    same = [a.route is b.route for a, b in zip(plain, letters, strict=True)]
    _say(say, "with frames: the same route (wanted 0.97)", same)


def _print_refusals(scorer: Scorer, refusals: Sequence[Refusal], say: Say, bar: Progress) -> None:
    scores = scored(scorer, [one.triple for one in refusals], bar, "refusals")
    passed = [score.route is Route.DELIVER for score in scores]
    _say(
        say,
        "right refusals: delivered (wanted 0.95)",
        [p for p, r in zip(passed, refusals, strict=True) if r.right],
    )
    _say(
        say,
        "wrong refusals: held (wanted 0.60)",
        [not p for p, r in zip(passed, refusals, strict=True) if not r.right],
    )


def _print_spans(scorer: Scorer, public: Path, say: Say, bar: Progress) -> None:
    for name in SPAN_SETS:
        triples = list(read_public(public / f"{name}.jsonl.xz"))[:MOST_SPANS]
        scores = scored(scorer, triples, bar, name)
        known, chances = [], []
        for triple, score in zip(triples, scores, strict=True):
            known += known_of(triple, [(s.start, s.end) for s in score.statements])
            chances += [s.faithful for s in score.statements]
        told = [i for i, k in enumerate(known) if k != UNKNOWN]
        _say_auc(say, f"{name}: ROC-AUC per statement", [known[i] for i in told], [chances[i] for i in told])
        labels = [int(t.label is not None and t.label.positive) for t in triples]
        _say_auc(say, f"{name}: ROC-AUC of answers", labels, [score.faithful or 0.0 for score in scores])


def _say_auc(say: Say, what: str, y: Sequence[int], p: Sequence[float]) -> None:
    say(f"  {what:52} {number(roc_auc(y, p)):26} n {len(y):5}, {sum(y)} supported")


def _say(say: Say, what: str, hits: Sequence[bool]) -> None:
    say(f"  {what:52} {rate(sum(hits), len(hits))!s:26} n {len(hits):5}")
