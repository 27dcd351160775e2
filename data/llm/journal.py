# SPDX-License-Identifier: Apache-2.0
"""What a model was asked and what it said, kept by line in a file: nothing is lost by a kill, or paid for twice.

A line holds a `key`, what was spent on it (`usage`), and a `value`, or with `refused` why there is none.
"""

from __future__ import annotations

import hashlib
import json
import threading
from collections.abc import Callable, Mapping
from dataclasses import asdict
from pathlib import Path
from typing import Any

from .client import ChatClient, LlmBudgetError, LlmError
from .metered import Metered, Price, Usage

Value = Mapping[str, Any]


class Journal:
    """Values by key, in memory and in an append-only file; safe to share between threads.

    A value is given back without asking. What was refused is asked again, as another try may succeed.
    """

    def __init__(self, path: str | Path) -> None:
        """The file is continued where there is one; LlmError where it is no journal."""
        self._path = Path(path)
        self._values: dict[str, Value] = {}
        self._lock = threading.Lock()
        self.spent = Usage()
        self._read()

    def __contains__(self, key: str) -> bool:
        return key in self._values

    def once(self, key: str, client: ChatClient, ask: Callable[[ChatClient], Value]) -> Value:
        """The value of a key: the one on file, else what `ask` gets of the client, on file before it is returned."""
        if key in self._values:
            return self._values[key]
        meter = Metered(client)
        try:
            value = ask(meter)
        except LlmBudgetError:
            if meter.usage.calls:
                self._add({"key": key, "refused": "budget"}, meter.usage)
            raise
        except LlmError as error:
            self._add({"key": key, "refused": str(error)}, meter.usage)
            raise
        self._add({"key": key, "value": value}, meter.usage)
        self._values[key] = value
        return value

    def cost(self, price: Price) -> float:
        """Of all that is on file."""
        return price.of(self.spent.prompt_tokens, self.spent.completion_tokens)

    def _add(self, line: Mapping[str, Any], usage: Usage) -> None:
        counts = {name: n for name, n in asdict(usage).items() if name != "cost"}
        written = (json.dumps({**line, "usage": counts}, ensure_ascii=True) + "\n").encode()
        with self._lock, self._path.open("ab", buffering=0) as file:
            file.write(written)
            self.spent += usage

    def _read(self) -> None:
        if not self._path.exists():
            return
        whole, _, torn = self._path.read_bytes().rpartition(b"\n")
        for number, raw in enumerate(whole.splitlines(), 1):
            try:
                line = json.loads(raw)
                self.spent += Usage(**line["usage"])
                if "value" in line:
                    self._values[line["key"]] = line["value"]
            except (ValueError, LookupError, TypeError):
                cure = "move it away, and all is asked anew"
                raise LlmError(f"{self._path} line {number} is no line of a journal: {cure}") from None
        if torn:  # the last line of a run that was killed while it wrote
            with self._path.open("r+b") as file:
                file.truncate(len(whole) + bool(whole))


def key_of(*parts: str) -> str:
    """A name for what is asked, from all that the reply depends on.

    >>> key_of("a", "bc") == key_of("a", "bc"), key_of("a", "bc") == key_of("ab", "c")
    (True, False)
    """
    return hashlib.sha256(json.dumps(parts).encode()).hexdigest()[:32]
