# SPDX-License-Identifier: Apache-2.0
"""Many questions to a model at once; one that fails is told, and the others go on."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from itertools import islice
from typing import TypeVar

from .client import LlmBudgetError, LlmError
from .structured_reply import ReplyError

Item = TypeVar("Item")
Result = TypeVar("Result")
GIVEN_UP_AFTER = 20  # questions in a row that the model's server failed


def ask_many(
    items: Iterable[Item], ask: Callable[[Item], Result], *, at_once: int
) -> Iterator[tuple[Item, Result | LlmError]]:
    """Each item with what was got for it, or with the error, as they come.

    When the budget is used up, or the server failed `GIVEN_UP_AFTER` times in a row, the rest are not asked and have
    that for their error. An interruption waits for the questions under way and asks no more.
    """
    rest = iter(items)
    stopped: LlmError | None = None
    failed = 0
    with ThreadPoolExecutor(at_once) as pool:
        asked: dict[Future[Result], Item] = {pool.submit(ask, item): item for item in islice(rest, at_once)}
        while asked:
            for future in wait(asked, return_when=FIRST_COMPLETED).done:
                item = asked.pop(future)
                result = _result(future)
                failed = failed + 1 if _is_down(result) else 0
                stopped = stopped or _reason_to_stop(result, failed)
                yield item, result
                asked |= {pool.submit(ask, item): item for item in islice(rest, 0 if stopped else 1)}
    if stopped:
        yield from ((item, LlmError(f"not asked: {stopped}")) for item in rest)


def _result(future: Future[Result]) -> Result | LlmError:
    try:
        return future.result()
    except LlmError as error:
        return error


def _is_down(result: object) -> bool:
    return isinstance(result, LlmError) and not isinstance(result, ReplyError)


def _reason_to_stop(result: object, failed: int) -> LlmError | None:
    if isinstance(result, LlmBudgetError):
        return result
    if failed >= GIVEN_UP_AFTER and isinstance(result, LlmError):
        return LlmError(f"the server failed {failed} times in a row, at last: {result}")
    return None
