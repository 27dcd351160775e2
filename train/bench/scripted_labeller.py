# SPDX-License-Identifier: Apache-2.0
"""A labelling model that is none: it knows some labels, and errs and fails at stated rates, on a real socket."""

from __future__ import annotations

import hashlib
import json
import re
import threading
import time
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from types import TracebackType
from typing import Any, Self

from faithstill.data import Label, Triple

_BLOCK = re.compile(
    r"^\[(?P<fence>\w+) (?P<title>[^\]]*)\]\n(?P<text>.*?)\n\[(?P=fence) end of (?P=title)\]$", re.S | re.M
)
_WORDS = re.compile(r"\w\S*(?: \S*){0,4} \S*\w|\w\S*")
_OTHER = {Label.FAITHFUL: Label.UNFAITHFUL, Label.PARTIAL: Label.FAITHFUL, Label.UNFAITHFUL: Label.FAITHFUL}


@dataclass(frozen=True, slots=True)
class Faults:
    """Shares of requests that get a malformed reply or none in time, and of rows that get a wrong label."""

    malformed: float = 0.0
    timeout: float = 0.0
    wrong: float = 0.0


class Script:
    """The reply to each request, the same for the same one but for how often it was asked."""

    def __init__(self, rows: Iterable[Triple], faults: Faults = Faults(), *, seed: int = 0) -> None:
        self._known = {(row.question, row.answer): row for row in rows}
        self._faults, self._seed = faults, seed
        self._asked: Counter[str] = Counter()
        self.sound: Counter[tuple[str, str]] = Counter()  # replies without a fault, by row

    def reply(self, messages: Sequence[Mapping[str, str]]) -> str | None:
        """The text of a reply; None where none comes in time."""
        request = json.dumps([message["content"] for message in messages])
        blocks = {m["title"]: m["text"] for m in _BLOCK.finditer(messages[1]["content"])}
        row = self._known[blocks["question"], blocks["answer"]]
        self._asked[request] += 1
        drawn = self._drawn(f"{request} {self._asked[request]}")
        if drawn < self._faults.timeout:
            return None
        if drawn < self._faults.timeout + self._faults.malformed:
            kinds = len(_MALFORMED)
            return _MALFORMED[int(drawn * 1e9) % kinds](_sound(row, row.label or Label.FAITHFUL))
        self.sound[row.question, row.answer] += 1
        label = row.label or Label.FAITHFUL
        # By the row and the order of its texts: another reading errs elsewhere.
        is_wrong = self._drawn(messages[1]["content"]) < self._faults.wrong
        return json.dumps(_sound(row, _OTHER[label] if is_wrong else label))

    def _drawn(self, text: str) -> float:
        digest = hashlib.sha256(f"{self._seed} {text}".encode("utf-8", "surrogatepass")).digest()
        return int.from_bytes(digest[:8]) / 2**64


def _sound(row: Triple, label: Label) -> dict[str, Any]:
    is_faithful = label is Label.FAITHFUL
    wrong = [row.answer[span.start : span.end] for span in row.spans] or [row.answer]
    unique = [words for words in wrong if row.answer.count(words) == 1 and len(words) > 3] or [row.answer]
    error = row.error_type or "contradiction"
    quotes = [(n, found) for n, p in enumerate(row.passages, 1) if (found := _WORDS.search(p.text))]
    return {
        "rationale": row.rationale or "As the passages say.",
        "label": str(label),
        "answer_type": row.answer_type or "paraphrase",
        "error_type": None if is_faithful else error,
        "unsupported": [] if is_faithful else [{"text": words, "error_type": error} for words in unique],
        "evidence": [{"passage": n, "quote": found.group()} for n, found in quotes[:1]],
    }


# What models get wrong: no JSON, another word, a missing field, words that stand nowhere.
_MALFORMED = (
    lambda sound: json.dumps(sound)[:-20],
    lambda sound: "Sure! The answer looks faithful to me.",
    lambda sound: json.dumps({**sound, "label": "mostly faithful"}),
    lambda sound: json.dumps({name: value for name, value in sound.items() if name != "rationale"}),
    lambda sound: json.dumps({**sound, "evidence": [{"passage": 1, "quote": "words that stand nowhere"}]}),
)


class ScriptedLabeller:
    """A script behind an OpenAI-compatible endpoint at `url`, `hang` seconds silent where no reply comes in time.

    After `hold_after` requests it sets `held` and says nothing until it is released.
    """

    def __init__(self, script: Script, *, hang: float, hold_after: int | None = None) -> None:
        self.script, self.hang = script, hang
        self.held, self._released = threading.Event(), threading.Event()
        self._hold_after = hold_after
        self.requests = 0
        self._lock = threading.Lock()
        self._http = ThreadingHTTPServer(("127.0.0.1", 0), _handler(self))
        self._http.daemon_threads = True
        self._thread = threading.Thread(target=self._http.serve_forever, kwargs={"poll_interval": 0.01})
        self.url = f"http://127.0.0.1:{self._http.server_port}/v1"

    def __enter__(self) -> Self:
        self._thread.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._http.shutdown()
        self._thread.join()
        self._http.server_close()

    def release(self) -> None:
        """Answer again."""
        self._hold_after = None
        self._released.set()

    def answer(self, request: Mapping[str, Any]) -> bytes | None:
        """The body of a chat completion."""
        if self._hold_after is not None and self.requests >= self._hold_after:
            self.held.set()
            self._released.wait()
            return None  # to a process that is gone
        with self._lock:
            self.requests += 1
            text = self.script.reply(request["messages"])
        if text is None:
            return None
        read = sum(len(message["content"]) for message in request["messages"]) // 4
        choice = {
            "index": 0,
            "message": {"role": "assistant", "content": text},
            "finish_reason": "stop",
        }
        usage = {"prompt_tokens": read, "completion_tokens": len(text) // 4}
        return json.dumps(
            {"id": "c", "object": "chat.completion", "choices": [choice], "usage": usage}
        ).encode()


def _handler(labeller: ScriptedLabeller) -> type[BaseHTTPRequestHandler]:
    class Handler(BaseHTTPRequestHandler):
        def log_message(self, *args: object) -> None:
            pass

        def do_POST(self) -> None:
            body = labeller.answer(json.loads(self.rfile.read(int(self.headers["Content-Length"]))))
            if body is None:
                time.sleep(labeller.hang)
                self.close_connection = True
                return
            try:
                self.send_response(200)
                self.send_header("Content-Type", "application/json")
                self.send_header("Content-Length", str(len(body)))
                self.end_headers()
                self.wfile.write(body)
            except OSError:  # the client did not wait
                self.close_connection = True

    return Handler
