# SPDX-License-Identifier: Apache-2.0
"""Parts of the benchmark on time and memory."""

from __future__ import annotations

import os
import statistics
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from itertools import accumulate, islice, takewhile
from pathlib import Path

from faithstill.data import Triple, write_triples
from faithstill.factcheck import FactChecker
from faithstill.featurize.encoders.encoder_places import installed_encoders
from faithstill.featurize.encoders.nli import OnnxNli
from faithstill.featurize.settings import SHIPPED_ENCODER
from faithstill.serve import Scorer
from faithstill.serve.cli import progress_bar
from faithstill.train.encoder.measured_encoders import measure_encoders, pair_milliseconds, table_of
from faithstill.train.evaluate.baseline_methods import token_overlap

from .bench_rows import Bench
from .encoder_speed import answer_milliseconds, forced_milliseconds, shape_milliseconds

DEV_SETS = Path(__file__).parents[1] / "recipes" / "minilm.toml"
CONTEXT_WORDS, ANSWER_WORDS = 300, 60
CHECKED_WORDS = 1500  # of evidence for one fact check


def encoder(bench: Bench) -> None:
    """What the shipped and the installed encoders get right, their milliseconds, and those of other shapes."""
    nli, say = OnnxNli.load(), bench.console.print
    if bench.public is None or not bench.public.is_dir():
        say("dev sets of encoders are left out: no folder of public sets (--public)")
    else:
        places = [SHIPPED_ENCODER, *installed_encoders()]
        say(table_of(measure_encoders(DEV_SETS, places, progress_bar(), data=bench.public)))
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
