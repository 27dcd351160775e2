# SPDX-License-Identifier: Apache-2.0
from __future__ import annotations

import asyncio
import gc
import resource
import threading
from collections.abc import AsyncIterator, Callable, Iterator
from typing import Any

import pytest

from faithstill.data import Triple
from faithstill.serve import Scorer
from faithstill.serve.guard import (
    Decided,
    Decision,
    Event,
    Guard,
    Profile,
    StreamBrokenError,
    StreamGuard,
    TextReleased,
)
from faithstill.serve.guard.profile import Layer

Make = Callable[..., Guard]

QUESTION = "What does a card cost?"
CONTEXTS = ["A card costs five dollars. Wires cost ten dollars. Cash is free in every branch."]
GOOD, OTHER, WRONG = "A card costs five dollars.", "Cash is free in each branch.", "Wires are wrong here."
ANSWER = f"{GOOD} {WRONG} {OTHER} So it is."


async def tokens(answer: str = ANSWER) -> AsyncIterator[str | None]:
    for word in answer.split(" "):
        yield word + " "
        yield None


def told(events: list[Event]) -> list[Any]:
    return [(e.decision.as_dict(), e.released) if isinstance(e, Decided) else e for e in events]


def stream(guard: Guard, deltas: Any, contexts: list[str] = CONTEXTS) -> Any:
    return guard.stream(question=QUESTION, contexts=contexts, deltas=deltas)


async def listed(guard: Guard, deltas: Any) -> list[Event]:
    return [event async for event in stream(guard, deltas)]


def test_async_and_sync_give_the_same_events(make: Make) -> None:
    guard = make()
    words = [f"{word} " for word in ANSWER.split(" ")]
    plain = told(list(guard.stream_sync(question=QUESTION, contexts=CONTEXTS, deltas=words)))
    assert told(asyncio.run(listed(guard, tokens()))) == plain
    assert told(asyncio.run(listed(guard, words))) == plain
    assert told(asyncio.run(listed(guard, iter(words)))) == plain


class Watched(Guard):
    """Notes the threads of its checks, each of which may have to wait."""

    gate: threading.Event | None = None
    begun: threading.Event

    def decided(self, triple: Triple, **options: Any) -> Decision:
        self.threads = [*getattr(self, "threads", ()), threading.current_thread()]
        if self.gate is not None:
            self.begun.set()
            assert self.gate.wait(10)
        return super().decided(triple, **options)


def test_checks_do_not_run_in_the_event_loop(make: Make) -> None:
    guard = Watched(make().scorer, make().profile)
    asyncio.run(listed(guard, tokens()))
    assert len(guard.threads) == 3
    assert threading.main_thread() not in guard.threads


def test_the_source_is_asked_for_no_more_than_is_taken(make: Make) -> None:
    asked: list[str] = []
    closed: list[bool] = []

    async def source() -> AsyncIterator[str]:
        try:
            for sentence in [GOOD, OTHER] * 20:
                asked.append(sentence)
                yield f"{sentence} "
        finally:
            closed.append(True)

    async def main() -> None:
        events = stream(make(), source())
        assert await anext(events) == TextReleased(GOOD, 0, len(GOOD))
        await asyncio.sleep(0.02)
        assert asked == [GOOD, OTHER]
        await events.aclose()
        assert closed == [True]
        assert asyncio.all_tasks() == {asyncio.current_task()}

    asyncio.run(main())


def test_cancelling_leaves_nothing_running(make: Make) -> None:
    guard = Watched(make().scorer, make().profile)
    guard.gate, guard.begun = threading.Event(), threading.Event()
    closed: list[bool] = []

    async def source() -> AsyncIterator[str]:
        try:
            yield f"{GOOD} {OTHER} {GOOD} {OTHER}"
        finally:
            closed.append(True)

    async def main() -> None:
        task = asyncio.create_task(listed(guard, source()))
        assert await asyncio.to_thread(guard.begun.wait, 10)
        task.cancel()
        await asyncio.sleep(0.02)
        assert not task.done(), "the check that runs is waited for"
        assert guard.gate is not None
        guard.gate.set()
        with pytest.raises(asyncio.CancelledError):
            await task
        assert asyncio.all_tasks() == {asyncio.current_task()}

    asyncio.run(main())
    assert len(guard.threads) == 1, "no sentence is checked any more"
    assert closed == [True]


@pytest.mark.parametrize("when", [0, 1])
def test_a_broken_source_is_an_error_and_no_pass(when: int, make: Make) -> None:
    async def source() -> AsyncIterator[str]:
        if when:
            yield f"{GOOD} {OTHER} And "
        raise TimeoutError("no token for 30 s")

    def plain() -> Iterator[str]:
        if when:
            yield f"{GOOD} {OTHER} And "
        raise TimeoutError("no token for 30 s")

    for deltas in (source(), plain()):
        events: list[Event] = []

        async def main(deltas: Any = deltas, events: list[Event] = events) -> None:
            async for event in stream(make(), deltas):
                events.append(event)

        with pytest.raises(StreamBrokenError, match="TimeoutError: no token for 30 s") as broken:
            asyncio.run(main())
        assert isinstance(broken.value.__cause__, TimeoutError)
        assert "".join(e.text for e in events if isinstance(e, TextReleased)) == f"{GOOD} {OTHER}" * when
        assert not any(isinstance(event, Decided) for event in events)


def test_an_error_of_the_one_who_reads_is_not_the_sources(make: Make) -> None:
    async def main() -> None:
        async for _ in stream(make(), tokens()):
            raise KeyError("mine")

    with pytest.raises(KeyError, match="mine"):
        asyncio.run(main())


STREAMS, ROUNDS = 200, 3


def test_two_hundred_streams_share_one_guard_and_memory_stays_flat() -> None:
    """Each gets its own decision, and no round needs more memory than the one before."""
    guard = Guard(Scorer.load("light"), Profile.load("STRIP_UNSUPPORTED").without(Layer.NLI))

    async def one(number: int) -> None:
        context = f"The wire fee of plan {number % 7} is ${number % 7 + 10}."
        events = stream(guard, tokens(f"{context} So"), [context])
        last = [event async for event in events][-1]
        assert isinstance(last, Decided)
        assert last.decision.answer.startswith(context)
        assert last.released.startswith(context)

    async def all_of_them() -> None:
        await asyncio.gather(*map(one, range(STREAMS)))

    threads = threading.active_count()
    peaks = []
    for _ in range(ROUNDS):
        asyncio.run(all_of_them())
        gc.collect()
        peaks.append(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss)
    assert peaks[-1] - peaks[0] < 8_000, "KB"
    assert threading.active_count() == threads


def test_a_stream_keeps_little_beside_its_text(make: Make) -> None:
    tracemalloc = pytest.importorskip("tracemalloc")
    guard = make()
    tracemalloc.start()
    try:
        before = tracemalloc.get_traced_memory()[0]
        kept = [StreamGuard(guard, question=QUESTION, contexts=CONTEXTS) for _ in range(STREAMS)]
        each = (tracemalloc.get_traced_memory()[0] - before) / len(kept)
    finally:
        tracemalloc.stop()
    assert each < 1_600
