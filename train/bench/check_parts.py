# SPDX-License-Identifier: Apache-2.0
"""Parts of the benchmark on statements, values, citations and the guard."""

from __future__ import annotations

from functools import partial

from faithstill.data.filings import SET as FIGURES_SET
from faithstill.serve.cli import progress_bar
from faithstill.train.packaged.natural_answer_rows import read_told

from .bench_rows import Bench
from .citation_bench import print_citations
from .composed_answers import ACTS_SENTENCES
from .figures_bench import print_figures
from .guard_bench import print_guard
from .guard_soak import print_soak
from .natural_answers import CLAIMS_FILE, VALUES_FILE, judged, print_claims, print_judged
from .planted_errors import faithful_sets, measure_planted
from .planted_report import joined, print_coincidences, print_set
from .rule_firings import firings, print_firings, public_rows
from .simple_conflicts import print_simple_conflicts
from .statement_bench import print_statements


def values(bench: Bench) -> None:
    """Planted errors caught by the fact check, false alarms on faithful answers, numbers derived by chance."""
    say = partial(bench.console.print, soft_wrap=True, markup=False)
    sets = faithful_sets(bench.rows, bench.public)
    found = [measure_planted(name, triples) for name, triples in sets if triples]
    for measured in (*found, joined("all sets", found)):
        print_set(measured, say)
    print_coincidences([u.triple for measured in found for u in measured.untouched], say)


def told(bench: Bench) -> None:
    """The fact check on answers as assistants give them, some with one wrong value, and on claims; none learnt from."""
    values, claims = map(bench.rows.with_name, (VALUES_FILE, CLAIMS_FILE))
    for path in (values, claims):
        if not path.is_file():
            bench.console.print(f"left out: no {path.name} beside the rows")
            return
    say = partial(bench.console.print, markup=False)
    print_judged(judged(read_told(values, "test")), say)
    print_claims(claims, "test", say)


def rules(bench: Bench) -> None:
    """What each rule of the ledger is worth on held-out rows of ours, on natural answers and on public sets."""
    say = partial(bench.console.print, soft_wrap=True, markup=False)
    rows = list(bench.held_out)
    natural = bench.rows.with_name(VALUES_FILE)
    if natural.is_file():
        rows += [one.labelled for one in read_told(natural, "test")]
    if bench.public is not None and bench.public.is_dir():
        rows += public_rows(bench.public)
    with progress_bar() as bar:
        print_firings(firings(bar.track(rows, description="rules")), len(rows), say)


def figures(bench: Bench) -> None:
    """Right figures of filings proved, absent and refuted, natural wrong and random ones, and how bundles part them."""
    say = partial(bench.console.print, soft_wrap=True, markup=False)
    if bench.public is None or not bench.public.is_dir():
        say("left out: no folder of public sets (--public)")
    else:
        print_figures(bench.public / f"{FIGURES_SET}.jsonl.xz", say)


def statements(bench: Bench) -> None:
    """One false sentence, frames, refusals and simple conflicts, with the shipped bundles; none learnt from."""
    say = partial(bench.console.print, soft_wrap=True, markup=False)
    public = bench.public if bench.public and bench.public.is_dir() else None
    with progress_bar() as bar:
        print_statements(bench.held_out, bench.rows.with_name(ACTS_SENTENCES), public, say, bar)
    print_simple_conflicts(say)


def citations(bench: Bench) -> None:
    """Planted citation faults found, and false alarms on rightly cited answers; none learnt from."""
    say = partial(bench.console.print, soft_wrap=True, markup=False)
    public = bench.public if bench.public and bench.public.is_dir() else None
    with progress_bar() as bar:
        print_citations(bench.held_out, public, say, bar)


def guard(bench: Bench) -> None:
    """What the guard delivers under each profile, the promised miss rate, who is right how often, and its time."""
    say = partial(bench.console.print, soft_wrap=True, markup=False)
    public = bench.public if bench.public and bench.public.is_dir() else None
    with progress_bar() as bar:
        print_guard(bench.held_out, public, say, bar)


def soak(bench: Bench) -> None:
    """The guard under fuzzed inputs and many streams at once: exceptions, lost decisions, memory."""
    print_soak(partial(bench.console.print, soft_wrap=True, markup=False))
