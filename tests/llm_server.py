# SPDX-License-Identifier: Apache-2.0
"""A scripted OpenAI-compatible endpoint on a real socket."""

from __future__ import annotations

import json
import threading
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any


@dataclass(frozen=True, slots=True)
class Served:
    """One answer of the server, byte by byte; `cut` promises more bytes than come, `drip` sends one a time."""

    body: bytes
    status: int = 200
    headers: Mapping[str, str] = field(default_factory=dict)
    delay: float = 0.0
    drip: float = 0.0
    cut: bool = False


# The messages of a request, as (role, content), to the text of the reply, or to any answer of the server.
Actor = Callable[[list[tuple[str, str]]], str | Served]


class LlmServer:
    """Plays its script step by step, or asks an actor for each reply; keeps what it was sent."""

    def __init__(self) -> None:
        self.requests: list[dict[str, Any]] = []
        self.headers: list[Mapping[str, str]] = []
        self._steps: list[Served] = []
        self._actor: Actor | None = None
        self._lock = threading.Lock()
        self._http = ThreadingHTTPServer(("127.0.0.1", 0), self._handler())
        self._http.daemon_threads = True
        self._thread = threading.Thread(target=self._http.serve_forever, kwargs={"poll_interval": 0.01})
        self._thread.start()
        self.url = f"http://127.0.0.1:{self._http.server_port}/v1"

    @staticmethod
    def served(body: bytes, **options: Any) -> Served:
        """Any answer, see `Served`."""
        return Served(body, **options)

    @staticmethod
    def said(text: object, *, finish: str = "stop", usage: bool = True) -> Served:
        """A chat completion."""
        choice = {"index": 0, "message": {"role": "assistant", "content": text}, "finish_reason": finish}
        spent = {"usage": {"prompt_tokens": 100, "completion_tokens": 20}} if usage else {}
        return Served(
            json.dumps({"id": "c", "object": "chat.completion", "choices": [choice], **spent}).encode()
        )

    @staticmethod
    def failed(status: int, text: str = "on fire", **headers: str) -> Served:
        """An error of the server."""
        return Served(json.dumps({"error": {"message": text}}).encode(), status, headers)

    def plays(self, *steps: str | Served) -> LlmServer:
        """Replace the script; a string is what the model says."""
        self._steps = [self.said(step) if isinstance(step, str) else step for step in steps]
        self._actor = None
        self.requests.clear()
        self.headers.clear()
        return self

    def acts(self, actor: Actor) -> LlmServer:
        """Let a function reply."""
        self.plays()
        self._actor = actor
        return self

    @property
    def left(self) -> int:
        """Steps not yet played."""
        return len(self._steps)

    def close(self) -> None:
        self._http.shutdown()
        self._thread.join()
        self._http.server_close()

    def _next(self, request: dict[str, Any], headers: Mapping[str, str]) -> Served:
        with self._lock:
            self.requests.append(request)
            self.headers.append(headers)
            if self._actor:
                step = self._actor([(m["role"], m["content"]) for m in request["messages"]])
                return self.said(step) if isinstance(step, str) else step
            return self._steps.pop(0) if self._steps else self.failed(418, "the script is over")

    def _handler(self) -> type[BaseHTTPRequestHandler]:
        server = self

        class Handler(BaseHTTPRequestHandler):
            def log_message(self, *args: object) -> None:
                pass

            def do_POST(self) -> None:
                raw = self.rfile.read(int(self.headers["Content-Length"]))
                step = server._next(json.loads(raw), dict(self.headers))
                time.sleep(step.delay)
                try:
                    self._send(step)
                except OSError:  # the client did not wait
                    self.close_connection = True

            def _send(self, step: Served) -> None:
                self.send_response(step.status)
                length = len(step.body) + (50 if step.cut else 0)
                for name, value in {"Content-Type": "application/json", **step.headers}.items():
                    self.send_header(name, value)
                self.send_header("Content-Length", str(length))
                self.end_headers()
                for byte in step.body if step.drip else ():
                    self.wfile.write(bytes([byte]))
                    self.wfile.flush()
                    time.sleep(step.drip)
                if not step.drip:
                    self.wfile.write(step.body)
                self.close_connection = step.cut or self.close_connection

        return Handler
