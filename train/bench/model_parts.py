# SPDX-License-Identifier: Apache-2.0
"""Parts of the benchmark on the classifier: how guessable labels are, quality, families, peers."""

from __future__ import annotations

from functools import partial

from faithstill.data.sources import TWIN_ANSWERS, grounding_rows, own_rows, read_public
from faithstill.serve.cli import progress_bar
from faithstill.train.evaluate.baselines import probes
from faithstill.train.report.report_digest import mark_word, signed, worded

from .bench_rows import Bench
from .peer_methods import compare, print_compared

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
