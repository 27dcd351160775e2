# SPDX-License-Identifier: Apache-2.0
"""Long work that makes many objects and no cycles, spared the collector that would walk through them all the time."""

from __future__ import annotations

import gc
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def uncollected() -> Iterator[None]:
    """Within it no cyclic garbage is sought; what no one refers to any more is freed all the same.

    Where the collector is off already, it is left so. Of several threads at once the first to leave turns it on
    again: then the others are slower, but no garbage is left lying.
    """
    if not gc.isenabled():
        yield
        return
    gc.disable()
    try:
        yield
    finally:
        gc.enable()
