# SPDX-License-Identifier: Apache-2.0
"""What a judge can do at most: on public claims, how often the best quotation there is carries the verdict "supported".

`python -m faithstill.train.bench.quote_bench ../shared/data`

It plays a judge that calls every claim supported and quotes what
fits best. On faithful rows the share is what the local checks let through; on unfaithful ones it is what a model that
obeys an injection could flip.
"""

from __future__ import annotations

import argparse
import random
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

from faithstill.data import Triple
from faithstill.data.sources import read_public
from faithstill.factcheck.addressed import addressed
from faithstill.factcheck.facts import FactChecker
from faithstill.factcheck.judge import claim_of
from faithstill.factcheck.support import objection
from faithstill.featurize.encoders.nli import Nli, OnnxNli
from faithstill.featurize.evidence.lines import Line, lines_of
from faithstill.featurize.extract.document import content_stems, weight
from faithstill.train.metrics.shares import rate

SETS = ("wice.dev_oracle", "attributionbench.dev", "factcheckbench.all")
_LONGEST_CLAIM, _LONGEST_EVIDENCE = 400, 30_000  # characters
_READ = 4  # lines that the encoder ranks
_PARTS = 2  # of a quotation
_SEED = 3


def main(arguments: Sequence[str] | None = None) -> None:
    """Print a line for each set, and how often passages speak to a program."""
    parser = argparse.ArgumentParser(description="what quotations carry on public rows")
    parser.add_argument("public", type=Path)
    parser.add_argument("--rows", type=int, default=200, help="of each label and set")
    given = parser.parse_args(arguments)
    nli, checker = OnnxNli.load(), FactChecker()
    for name in SETS:
        for line in _told(name, _drawn(given.public / f"{name}.jsonl.xz", given.rows), nli, checker):
            _say(line)
    cued = [addressed(p) for path in sorted(given.public.glob("*.jsonl.xz")) for p in _passages(path)]
    fired = Counter(filter(None, cued))
    _say(f"passages that speak to a program: {sum(fired.values())} of {len(cued)}: {dict(fired)}")


def _say(line: str) -> None:
    import sys

    sys.stdout.write(line + "\n")


def _drawn(path: Path, most: int) -> list[Triple]:
    rows = [t for t in read_public(path) if t.label is not None and _is_short(t)]
    random.Random(_SEED).shuffle(rows)
    sides = ([t for t in rows if t.label and t.label.positive is positive] for positive in (True, False))
    return [triple for side in sides for triple in side[:most]]


def _is_short(triple: Triple) -> bool:
    evidence = sum(len(passage.text) for passage in triple.passages)
    return 0 < len(triple.answer) <= _LONGEST_CLAIM and 0 < evidence <= _LONGEST_EVIDENCE


def _told(name: str, rows: Iterable[Triple], nli: Nli, checker: FactChecker) -> Iterator[str]:
    taken: Counter[tuple[bool, str]] = Counter()
    seen: Counter[bool] = Counter()
    for triple in rows:
        faithful = bool(triple.label and triple.label.positive)
        claim = claim_of(triple.answer)
        quote = best_quote(triple, nli)
        seen[faithful] += 1
        for mode, encoder in (("with the encoder", nli), ("without", None)):
            why, _ = objection(quote, claim, triple.passages, checker=checker, nli=encoder)
            taken[faithful, mode] += not why
    for mode in ("with the encoder", "without"):
        carried = (rate(taken[faithful, mode], seen[faithful]) for faithful in (True, False))
        yield f"{name} {mode}: faithful {next(carried)}, unfaithful {next(carried)}"


def best_quote(triple: Triple, nli: Nli) -> str:
    """The two sentences that entail the answer most, of the four that share most with it."""
    wanted = {stem: weight(stem) for stem in content_stems(triple.answer)}

    def shared(line: Line) -> float:
        held = frozenset(content_stems(line.text))
        return sum(w for stem, w in wanted.items() if stem in held)

    lines = [line for n, passage in enumerate(triple.passages) for line in lines_of(n, passage)]
    read = sorted(lines, key=shared, reverse=True)[:_READ]
    best = sorted(read, key=lambda line: nli.score(line.text, triple.answer).entailment, reverse=True)
    return " ... ".join(triple.passages[line.passage].text[line.start : line.end] for line in best[:_PARTS])


def _passages(path: Path) -> Iterator[str]:
    yield from dict.fromkeys(passage.text for triple in read_public(path) for passage in triple.passages)


if __name__ == "__main__":
    main()
