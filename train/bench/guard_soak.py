# SPDX-License-Identifier: Apache-2.0
"""The guard under thousands of nonsensical inputs and hundreds of streams.

`python -m faithstill.train.bench.guard_soak`

What an input is made of is drawn from own rows, markup, citation markers and random unicode, with a fixed seed.
"""

from __future__ import annotations

import asyncio
import sys
import time
import traceback
from collections import Counter
from collections.abc import AsyncIterator, Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Annotated, Any

import typer

from faithstill.data import Triple, read_triples
from faithstill.data.sources import TWIN_ANSWERS
from faithstill.serve.guard import Decided, Decision, Guard, Profile, shipped_profiles
from faithstill.serve.scorer import Scorer
from faithstill.train.module_main import run_script

SEED, CHECKS, STREAMS = 29, 10_000, 200
TENTHS = 10
ROWS = TWIN_ANSWERS.with_name("finance.csv")
MOST_PIECES = 8
_EXPECTED = ValueError  # TableError is one: what could not be a row of a file
Say = Callable[[str], None]

_MARKUP = (
    *("**", "`", "```", "```python\n", "~~~\n", "# ", "- ", "1. ", "> ", "|", "|---|---|\n", "\n", "\n\n", "    "),
    *("[1]", "[99]", "[^2]", "[^2]: ", "(doc-7)", "【3†source】", "[", "]", "(", ")", "](", "[CORRECTED: ", "<!-- "),
    *("<b>", "</b>", "$", "$25", "%", "-", "...", "?", "!", ":", ";", '"', "'", "\t", "\r\n", "\u200b", "\u202e"),
    *("{", "}", '{"a": 1}', "\\", "e.g. ", "U.S. ", "Kind regards,\n", "Sources: ", "I don't know. ", "Not "),
)  # fmt: skip


@dataclass(slots=True)
class Soaked:
    """What came of the inputs: decisions, errors by type, peak memory in MB after each tenth; `slowest` in CPU time."""

    asked: int = 0
    actions: Counter[str] = field(default_factory=Counter)
    refused: Counter[str] = field(default_factory=Counter)
    broken: Counter[str] = field(default_factory=Counter)
    peaks: list[float] = field(default_factory=list)
    seconds: float = 0.0
    slowest: float = 0.0

    @property
    def lost(self) -> int:
        """Inputs of which neither a decision nor an error was told."""
        return self.asked - self.actions.total() - self.refused.total() - self.broken.total()

    @property
    def growth(self) -> float:
        """By how many MB the peak grew after the first tenth."""
        return self.peaks[-1] - self.peaks[0] if self.peaks else 0.0


def fuzzed(random: Random, triples: Sequence[Triple]) -> dict[str, Any]:
    """A question, contexts and an answer that nobody would write, made of what many write.

    >>> sorted(fuzzed(Random(1), [Triple("Fee?", (), "It is $5.")]))
    ['answer', 'contexts', 'question']
    """
    row = random.choice(triples)
    contexts: Any = [passage.text for passage in row.passages]
    kind = random.random()
    if kind < 0.1:
        contexts = [_text(random, triples) for _ in range(random.randrange(6))]
    elif kind < 0.2:
        contexts = [{"id": random.choice(("p1", "p2", "1", "")), "text": text} for text in contexts]
    elif kind < 0.22:
        contexts = random.choice((None, [], "", [""], row.answer, [1], [{"id": "p"}], {"text": "a"}, 7))
    question = row.question if random.random() < 0.8 else _text(random, triples)
    return {"question": question, "contexts": contexts, "answer": _text(random, triples, row)}


def _text(random: Random, triples: Sequence[Triple], row: Triple | None = None) -> str:
    pieces = []
    for _ in range(random.randrange(MOST_PIECES)):
        kind, own = random.random(), row if row and random.random() < 0.7 else random.choice(triples)
        if kind < 0.5:
            pieces.append(
                _cut(random, random.choice((own.answer, own.question, *(p.text for p in own.passages))))
            )
        elif kind < 0.9:
            pieces.append(random.choice(_MARKUP) * random.choice((1, 1, 1, 2, 9)))
        else:
            pieces.append("".join(_character(random) for _ in range(random.randrange(1, 30))))
    return random.choice(("", " ", "\n")).join(pieces)


def _cut(random: Random, text: str) -> str:
    start = random.choice((0, random.randrange(len(text) + 1)))
    return text[start : start + random.choice((20, 80, 300))]


def _character(random: Random) -> str:
    highest = random.choice((0x7F, 0x24F, 0xFFFF, 0x10FFFF))
    return chr(random.randrange(highest + 1))


def soak(guards: Sequence[Guard], triples: Sequence[Triple], count: int) -> Soaked:
    """Checks of `count` fuzzed inputs by the guards in turn; what is no ValueError is told with its traceback."""
    random, found = Random(SEED), Soaked()
    began = time.perf_counter()
    for place in range(count):
        guard, asked = guards[place % len(guards)], fuzzed(random, triples)
        start = time.process_time()
        _count(found, lambda: guard.check(**asked))  # noqa: B023 - called at once
        found.slowest = max(found.slowest, time.process_time() - start)
        if (place + 1) * TENTHS % count < TENTHS:
            found.peaks.append(_peak_megabytes())
    found.seconds = time.perf_counter() - began
    return found


def _count(found: Soaked, decide: Callable[[], Decision]) -> None:
    found.asked += 1
    try:
        found.actions[str(decide().action)] += 1
    except _EXPECTED as error:
        found.refused[type(error).__name__] += 1
    except Exception as error:
        found.broken[type(error).__name__] += 1
        traceback.print_exc(file=sys.stderr)


async def soak_streams(guard: Guard, triples: Sequence[Triple], count: int) -> Soaked:
    """`count` streams at once in one event loop, sharing one guard; each answer comes in random pieces."""
    random, found = Random(SEED), Soaked()
    asked = [(fuzzed(random, triples), Random(n)) for n in range(count)]
    began = time.perf_counter()
    await asyncio.gather(*(_streamed(guard, inputs, cuts, found) for inputs, cuts in asked))
    found.seconds = time.perf_counter() - began
    found.peaks.append(_peak_megabytes())
    return found


async def _streamed(guard: Guard, asked: dict[str, Any], cuts: Random, found: Soaked) -> None:
    last = None
    found.asked += 1
    try:
        events = guard.stream(
            question=asked["question"], contexts=asked["contexts"], deltas=_pieces(asked["answer"], cuts)
        )
        async for event in events:
            last = event
    except _EXPECTED as error:
        found.refused[type(error).__name__] += 1
    except Exception as error:
        found.broken[type(error).__name__] += 1
        traceback.print_exc(file=sys.stderr)
    if isinstance(last, Decided):
        found.actions[str(last.decision.action)] += 1


async def _pieces(answer: str, cuts: Random) -> AsyncIterator[str]:
    place = 0
    while place < len(answer):
        step = cuts.randrange(1, 40)
        yield answer[place : place + step]
        place += step
        await asyncio.sleep(0)


def _peak_megabytes() -> float:
    for line in Path("/proc/self/status").read_text().splitlines():
        if line.startswith("VmHWM:"):
            return int(line.split()[1]) / 1024
    return 0.0


def print_soak(say: Say, *, model: str = "general", checks: int = CHECKS, streams: int = STREAMS) -> None:
    """Both parts with one bundle, all shipped profiles, and the rows of ours."""
    triples, scorer = read_triples(ROWS).triples, Scorer.load(model)
    guards = [Guard(scorer, Profile.load(name)) for name in shipped_profiles()]
    say(f"{model}, {', '.join(guard.profile.name for guard in guards)}, seed {SEED}")
    _tell("checks", soak(guards, triples, checks), say)
    guard = Guard(scorer, Profile.load("STRIP_UNSUPPORTED"))
    before = _peak_megabytes()
    found = asyncio.run(soak_streams(guard, triples, streams))
    found.peaks.insert(0, before)
    _tell("streams at once", found, say)


def _tell(what: str, found: Soaked, say: Say) -> None:
    say(f"{found.asked} {what} in {found.seconds:.0f} s, decisions lost: {found.lost}")
    say(f"  decisions: {_listed(found.actions)}")
    say(f"  refused as no row: {_listed(found.refused)}; other exceptions: {_listed(found.broken)}")
    if found.slowest:
        say(f"  slowest check: {found.slowest:.2f} s of CPU")
    peaks = " ".join(f"{peak:.0f}" for peak in found.peaks)
    say(f"  peak memory in MB, from the first tenth on: {peaks} ({found.growth:+.1f})")


def _listed(counts: Counter[str]) -> str:
    return ", ".join(f"{name} {count}" for name, count in counts.most_common()) or "none"


def main(
    model: Annotated[str, typer.Option(help="bundle")] = "general",
    checks: Annotated[int, typer.Option(help="fuzzed inputs")] = CHECKS,
    streams: Annotated[int, typer.Option(help="streams at once")] = STREAMS,
) -> None:
    """Print what became of fuzzed inputs: decisions, exceptions by type, memory, time."""
    print_soak(typer.echo, model=model, checks=checks, streams=streams)


if __name__ == "__main__":
    run_script(main)
