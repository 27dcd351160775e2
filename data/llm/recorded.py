# SPDX-License-Identifier: Apache-2.0
"""All traffic with a model written to a JSONL file, and given back from it without the model.

A line holds `request` (model, messages, max_tokens, temperature, json) and `reply` or `error`. Keys never reach a
recorder: a client holds them.
"""

from __future__ import annotations

import hashlib
import json as jsons
import threading
from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Any

from .client import MAX_TOKENS, ChatClient, LlmBudgetError, LlmError, LlmTimeoutError, Message, Reply

_ERRORS = {kind.__name__: kind for kind in (LlmError, LlmTimeoutError, LlmBudgetError)}
_SHOWN = 80


class Recorder:
    """A client that appends every request with its reply or error to a file."""

    def __init__(self, client: ChatClient, path: str | Path) -> None:
        self._client = client
        self._path = Path(path)
        self._lock = threading.Lock()

    @property
    def name(self) -> str:
        """The model's name."""
        return self._client.name

    def complete(
        self,
        messages: Sequence[Message],
        *,
        max_tokens: int = MAX_TOKENS,
        temperature: float = 0.0,
        json: bool = True,
    ) -> Reply:
        """The client's reply, once it is on file."""
        asked = {"model": self.name} | _request(messages, max_tokens, temperature, json)
        try:
            reply = self._client.complete(messages, max_tokens=max_tokens, temperature=temperature, json=json)
        except LlmError as error:
            kind = next(name for name in _names_of(error) if name in _ERRORS)
            self._append({"request": asked, "error": {"kind": kind, "text": str(error)}})
            raise
        self._append({"request": asked, "reply": asdict(reply)})
        return reply

    def _append(self, line: Mapping[str, Any]) -> None:
        written = (jsons.dumps(line, ensure_ascii=True) + "\n").encode()
        with self._lock, self._path.open("ab", buffering=0) as file:
            file.write(written)


class RecordedChat:
    """The replies of a file in place of a model.

    The same request gets its replies in the order in which they were recorded, and the last of them from then on.
    """

    def __init__(self, path: str | Path, *, name: str = "") -> None:
        """`name` chooses a model where the file holds several."""
        self._path = Path(path)
        lines = [line for line in self._lines() if name in ("", line["request"]["model"])]
        names = sorted({str(line["request"]["model"]) for line in lines})
        if len(names) != 1:
            held = f"the models {', '.join(names)}: choose one with name=..." if names else "no traffic"
            raise LlmError(f"{path} holds {held}" + (f" of {name}" if name and not names else ""))
        self.name = names[0]
        self._outcomes: dict[str, list[Mapping[str, Any]]] = defaultdict(list)
        for line in lines:
            request = {field: value for field, value in line["request"].items() if field != "model"}
            self._outcomes[_key(request)].append(line)
        self._lock = threading.Lock()

    def _lines(self) -> list[dict[str, Any]]:
        found = []
        for number, raw in enumerate(self._path.read_text(encoding="utf-8").splitlines(), 1):
            try:
                line = jsons.loads(raw)
                is_sound = isinstance(line["request"]["model"], str) and ("reply" in line or "error" in line)
            except (ValueError, LookupError, TypeError):
                is_sound = False
            if not is_sound:
                raise LlmError(
                    f"{self._path} line {number} is no record of a call: remove it or record again"
                )
            found.append(line)
        return found

    def complete(
        self,
        messages: Sequence[Message],
        *,
        max_tokens: int = MAX_TOKENS,
        temperature: float = 0.0,
        json: bool = True,
    ) -> Reply:
        """The recorded reply, or the recorded error; LlmError for a request that is not in the file."""
        key = _key(_request(messages, max_tokens, temperature, json))
        with self._lock:
            outcomes = self._outcomes.get(key)
            if not outcomes:
                last = " ".join(messages[-1].text.split()) if messages else ""
                raise LlmError(
                    f"{self._path} holds no request {key[:12]} (ends in {last[-_SHOWN:]!r}): record it first"
                )
            outcome = outcomes.pop(0) if len(outcomes) > 1 else outcomes[0]
        if "error" in outcome:
            raise _ERRORS.get(outcome["error"]["kind"], LlmError)(outcome["error"]["text"])
        return Reply(**outcome["reply"])


def _request(messages: Sequence[Message], max_tokens: int, temperature: float, json: bool) -> dict[str, Any]:
    return {
        "messages": [asdict(message) for message in messages],
        "max_tokens": max_tokens,
        "temperature": float(temperature),
        "json": json,
    }


def _key(request: Mapping[str, Any]) -> str:
    return hashlib.sha256(jsons.dumps(request, sort_keys=True).encode()).hexdigest()


def _names_of(error: LlmError) -> list[str]:
    return [kind.__name__ for kind in type(error).__mro__]
