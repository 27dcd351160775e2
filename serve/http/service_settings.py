# SPDX-License-Identifier: Apache-2.0
"""What a service is started with."""

from __future__ import annotations

from dataclasses import dataclass, fields
from pathlib import Path


@dataclass(frozen=True, slots=True)
class ServiceSettings:
    """The options of `faithstill serve`.

    Per worker process: `threads` score at once, `queue` more requests may wait, and as many streams and batches may
    be open. `timeout` are the seconds that a request may take to come in, and again to be answered; `grace` those that
    a worker which is told to stop gives to what it began.
    """

    model: str = "general"
    profile: str = "STRICT_BLOCK"
    host: str = "127.0.0.1"
    port: int = 8080
    workers: int = 1
    threads: int = 2
    queue: int = 64
    max_body: int = 1_000_000
    max_contexts: int = 200
    timeout: float = 30.0
    grace: int = 30
    token_file: Path | None = None
    audit: Path | None = None
    lexicon: Path | None = None

    def __post_init__(self) -> None:
        for field in fields(self):
            value = getattr(self, field.name)
            if isinstance(value, int | float) and field.name != "port" and not value > 0:
                raise ValueError(f"--{field.name.replace('_', '-')} is {value}; give a number above 0")
