# SPDX-License-Identifier: Apache-2.0
"""Every figure that the README quotes, measured in one run: `make bench`.

`python -m faithstill.train.bench data/finance.csv [--public FOLDER]`: FOLDER holds public annotated sets as
`*.jsonl.xz` with `question, contexts, answer, label`; where it is missing, that part is left out and said so.
"""

from __future__ import annotations

import os
import statistics
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cached_property, partial
from itertools import accumulate, islice, takewhile
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Annotated, Any

import typer
from rich.console import Console

from faithstill.data import Triple, read_triples, write_triples
from faithstill.data.sources import TWIN_ANSWERS, grounding_rows, own_rows, read_public
from faithstill.factcheck import FactChecker
from faithstill.featurize.nli import OnnxNli
from faithstill.serve import Scorer
from faithstill.serve.cli import progress_bar
from faithstill.train.commands.train_job import Job, run
from faithstill.train.evaluate.baselines import probes
from faithstill.train.fit.baseline_methods import token_overlap
from faithstill.train.module_main import run_script
from faithstill.train.packaged.natural_answer_rows import read_told
from faithstill.train.report.report_digest import mark_word, signed, worded

from .citation_bench import print_citations
from .composed_answers import ACTS_SENTENCES
from .encoder_speed import answer_milliseconds, forced_milliseconds, pair_milliseconds, shape_milliseconds
from .figures_bench import SET as FIGURES_SET
from .figures_bench import print_figures
from .guard_bench import print_guard
from .guard_soak import print_soak
from .natural_answers import CLAIMS_FILE, VALUES_FILE, judged, print_claims, print_judged
from .peer_methods import compare, print_compared
from .planted_errors import faithful_sets, measure_planted
from .planted_report import joined, print_coincidences, print_set
from .simple_conflicts import print_simple_conflicts
from .statement_bench import print_statements

PUBLIC_SETS = (
    "attributionbench.dev",
    "expertqa.rand_val",
    "mtrag_human.test",
    "wice.dev",
    "summedits.dev_domains",
)
TITLES = {"f1": "F1", "roc_auc": "ROC-AUC", "pr_auc": "PR-AUC", "brier": "Brier", "ece": "ECE"}
# The marks of the guardrails report, taken on 97 rows that are easier to guess: printed beside ours.
REPORT_MARKS = {"f1": 0.90, "roc_auc": 0.96, "brier": 0.07}
CONTEXT_WORDS, ANSWER_WORDS = 300, 60
CHECKED_WORDS = 1500  # of evidence for one fact check


def main(
    rows: Path,
    public: Annotated[Path | None, typer.Option("--public", help="folder of public sets, *.jsonl.xz")] = None,
    only: Annotated[str, typer.Option("--only", help="parts to run, separated by commas")] = "",
) -> None:
    """Print quality, guessability, public sets, speed, throughput and start-up."""
    chosen = only.split(",") if only else list(PARTS)
    if unknown := [name for name in chosen if name not in PARTS]:
        raise ValueError(f"--only {unknown[0]}: is none of {', '.join(PARTS)}")
    console = Console(width=110, highlight=False)
    with TemporaryDirectory() as folder:
        bench = Bench(rows, public, Path(folder), console)
        for name, part in PARTS.items():
            if name in chosen:
                console.rule(name, align="left")
                part(bench)


class Bench:
    """The rows, and the bundle trained on them, once for all parts."""

    def __init__(self, rows: Path, public: Path | None, folder: Path, console: Console) -> None:
        self.rows, self.public, self.folder, self.console = rows, public, folder, console
        self.triples = read_triples(rows, labelled=True).triples

    @cached_property
    def bundle(self) -> Path:
        """The bundle trained on the rows, made at first use."""
        folder = self.folder / "bundle"
        with progress_bar() as bar:
            run(Job(self.rows, folder, self.folder / "report.html"), bar)
        return folder

    @property
    def held_out(self) -> list[Triple]:
        """The rows that no bundle was trained on."""
        return [triple for triple in self.triples if triple.split == "test"]

    @cached_property
    def scorer(self) -> Scorer:
        """The trained bundle, loaded."""
        return Scorer.load(self.bundle)

    @property
    def report(self) -> Mapping[str, Any]:
        """The feature report of the trained bundle."""
        return self.scorer.bundle.report


def guessable(bench: Bench) -> None:
    """How far labels can be guessed: the set must be hard for the right reason."""
    found = probes(bench.triples)
    limits = (("answer_only_auc", 0.60), ("context_blind_auc", 0.60), ("token_overlap_auc", 0.68))
    for name, limit in limits:
        bench.console.print(f"{name:24} {getattr(found, name):.3f}   (at most {limit:.2f})")


def quality(bench: Bench) -> None:
    """Held-out figures, baselines, marks, error types."""
    report = bench.report
    held = report["metrics"]["held_out"]
    for name, title in TITLES.items():
        mark = f"   (guardrails report: {REPORT_MARKS[name]:.2f})" if name in REPORT_MARKS else ""
        bench.console.print(f"{title:24} {worded(held[name])}{mark}")
    for row in report["comparisons"]["held_out"]:
        auc, gain = worded(row["baseline_auc"]), signed(row["difference"])
        bench.console.print(f"{row['name']:24} ROC-AUC {auc}   ours minus its {gain}")
    for mark in report["marks"]:
        value = "not measured" if mark["value"] is None else f"{mark['value']:.3f}"
        bench.console.print(f"{mark_word(mark):8} {mark['name']}: {value}, wanted {mark['wanted']}")
    for part in report["slices"]["held_out"]:
        c = part["confusion"]
        wrong = c["false_positive"] + c["false_negative"]
        bench.console.print(
            f"  {part['field']:12} {part['value']:28} {sum(c.values()) - wrong} of {sum(c.values())} right"
        )


def families(bench: Bench) -> None:
    """What each family of features adds, out of fold."""
    for row in bench.report["analysis"]["ablations"]:
        loss, rise = signed(row["auc_loss"]), signed(row["brier_rise"])
        bench.console.print(f"without {row['family']:12} ROC-AUC falls by {loss}, Brier rises by {rise}")


def peers(bench: Bench) -> None:
    """Methods side by side on our held-out rows and on public sets that no shipped bundle was trained on."""
    say = partial(bench.console.print, soft_wrap=True, markup=False)
    learnt_from, sets = (
        [t for t in bench.triples if t.split != "test"],
        {"held-out rows of ours": bench.held_out},
    )
    if bench.public is None or not bench.public.is_dir():
        say("public sets are left out: no folder of them (--public)")
    else:
        ours = own_rows([bench.rows, TWIN_ANSWERS])
        learnt_from = [t for t in ours if t.split != "test"] + list(grounding_rows(bench.public))
        sets |= {name: list(read_public(bench.public / f"{name}.jsonl.xz")) for name in PUBLIC_SETS}
    with progress_bar() as bar:
        found = [compare(name, triples, learnt_from, bar) for name, triples in sets.items()]
    print_compared(found, say, averaged=PUBLIC_SETS)


def encoder(bench: Bench) -> None:
    """Milliseconds of the shipped encoder, beside untrained models of other encoders' shapes: speed, not quality."""
    nli, say = OnnxNli.load(), bench.console.print
    for tokens, wanted in ((64, 4), (128, 8)):
        say(f"{pair_milliseconds(nli, tokens):.1f} ms per pair of {tokens} tokens   (wanted {wanted})")
    say(
        f"{forced_milliseconds(nli, bench.held_out):.0f} ms per answer, encoder forced on each claim   (wanted 90)"
    )
    say(f"{answer_milliseconds(bench.held_out):.0f} ms at the median held-out row of ours   (wanted 40)")
    try:
        for name, taken in shape_milliseconds(128):
            say(f"{taken:.0f} ms per pair of 128 tokens in an untrained model of {name}'s shape, float32")
    except ImportError:
        say('other shapes are left out: pip install "faithstill[nli]"', markup=False)


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


def figures(bench: Bench) -> None:
    """Right figures of filings proved, absent and refuted, and random ones that a formula gives."""
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


def speed(bench: Bench) -> None:
    """Milliseconds per triple on one core, and the ratio to token overlap on the same triples."""
    scorer = Scorer.load("light")
    triples = list(_sized(bench.triples, 200, CONTEXT_WORDS))
    for triple in triples:  # a service that has run a while has seen the words
        scorer.score_triple(triple)
    ours = [_seconds(lambda t=triple: scorer.score_triple(t)) for triple in triples]  # type: ignore[misc]
    simple = [_seconds(lambda t=triple: token_overlap(t)) for triple in triples]  # type: ignore[misc]
    median, base = statistics.median(ours) * 1e3, statistics.median(simple) * 1e3
    bench.console.print(
        f"median {median:.2f} ms per triple ({CONTEXT_WORDS}-word contexts, {ANSWER_WORDS}-word answers; CPU time), "
        f"{median / base:.0f} times token overlap   (wanted under 5 ms)"
    )
    checked, checker = list(_sized(bench.triples, 50, CHECKED_WORDS)), FactChecker()
    taken = [_seconds(lambda t=t: _check(checker, t)) for t in checked]  # type: ignore[misc]
    bench.console.print(
        f"median {statistics.median(taken) * 1e3:.1f} ms per fact check ({CHECKED_WORDS} words of evidence, "
        f"{ANSWER_WORDS}-word answers; CPU time)   (wanted under 10 ms)"
    )


def _check(checker: FactChecker, triple: Triple) -> None:
    checker.check_triple(triple)


def _sized(triples: Sequence[Triple], count: int, words: int) -> Iterator[Triple]:
    """Triples of the benchmark's size: the answers of a group together; its passages, then others, each once."""
    for i in range(0, len(triples), max(1, len(triples) // count)):
        own = triples[i]
        answers = " ".join(t.answer for t in triples if t.group == own.group).split()
        distinct = {p.text: p for t in (*triples[i:], *triples[:i]) for p in t.passages}
        lengths = accumulate(len(text.split()) for text in distinct)
        enough = 1 + sum(1 for _ in takewhile(words.__gt__, lengths))
        yield Triple(own.question, tuple(islice(distinct.values(), enough)), " ".join(answers[:ANSWER_WORDS]))


def _seconds(call: Callable[[], object]) -> float:
    start = time.process_time()
    call()
    return time.process_time() - start


def throughput(bench: Bench) -> None:
    """Rows a second of `faithstill predict-batch`, start-up included, on one core and on all."""
    source, command = bench.folder / "many.jsonl", Path(sys.executable).with_name("faithstill")
    for model, rows, wanted in (("light", 4000, "   (wanted 200 per core)"), ("general", 500, "")):
        many = [t for _ in range(rows // len(bench.triples) + 1) for t in bench.triples][:rows]
        write_triples(
            source, [Triple(t.question, t.passages, t.answer, id=str(i)) for i, t in enumerate(many)]
        )
        for workers in (1, os.cpu_count() or 1):
            out = bench.folder / f"{model}-{workers}.csv"
            arguments = ["--model", model, "--out", str(out), "--workers", str(workers)]
            start = time.perf_counter()
            subprocess.run([command, "predict-batch", source, *arguments], capture_output=True, check=True)
            rate = rows / (time.perf_counter() - start)
            bench.console.print(
                f"{model}, {workers} core(s): {rate:.0f} rows/s, {rate / workers:.0f} per core{wanted}"
            )


_PROBE = r"""
import re, sys, time
import numpy
start = time.process_time()
from faithstill.serve import Scorer
imported = time.process_time() - start
Scorer.load(sys.argv[1]).score(question="Fee?", contexts=["The fee is $5."], answer="The fee is $5.")
heavy = {"torch", "transformers", "sentence_transformers", "sklearn", "mlflow", "pandas", "spacy"} & set(sys.modules)
peak = int(re.search(r"VmHWM:\s+(\d+)", open("/proc/self/status").read())[1]) / 1024
print(imported, peak, ",".join(sorted(heavy)) or "none")
"""


def startup(bench: Bench) -> None:
    """Import time over numpy's and peak memory of a scorer at work, in fresh processes."""
    for model, wanted in (("light", 200), ("general", 300)):
        runs = []
        for _ in range(5):
            command = [sys.executable, "-c", _PROBE, model]
            runs.append(subprocess.run(command, capture_output=True, text=True, check=True).stdout.split())
        seconds, memory = (statistics.median(float(run[i]) for run in runs) for i in (0, 1))
        bench.console.print(
            f"{model}: import {seconds:.2f} s of CPU over numpy's (wanted 0.3), {memory:.0f} MB resident "
            f"(wanted {wanted}), heavy packages imported: {runs[0][2]}"
        )


PARTS: dict[str, Callable[[Bench], None]] = {
    "guessable": guessable,
    "quality": quality,
    "families": families,
    "peers": peers,
    "encoder": encoder,
    "values": values,
    "told": told,
    "figures": figures,
    "statements": statements,
    "citations": citations,
    "guard": guard,
    "soak": soak,
    "speed": speed,
    "throughput": throughput,
    "startup": startup,
}

if __name__ == "__main__":
    run_script(main)
