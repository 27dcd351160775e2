# SPDX-License-Identifier: Apache-2.0
"""Around every request: its id, one line in the log, its place in the metrics, and an answer where code fails."""

from __future__ import annotations

import json
import logging
import re
import time
import uuid
from collections.abc import Collection

from starlette.requests import ClientDisconnect
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from .metrics import ServiceMetrics
from .service_errors import REQUEST_ID, error_response

_log = logging.getLogger("faithstill.http")
_HEADER = b"x-request-id"
_USABLE = re.compile(rb"[\w.:-]{1,128}", re.ASCII)
_CLOSED = 499  # of a client that did not wait


class Observed:
    """The outermost layer; no text of a request and no token reaches the log."""

    def __init__(self, app: ASGIApp, *, metrics: ServiceMetrics, paths: Collection[str]) -> None:
        self._app, self._metrics, self._paths = app, metrics, frozenset(paths)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        request_id, status, began = request_id_of(scope), _CLOSED, time.perf_counter()
        scope.setdefault("state", {})[REQUEST_ID] = request_id

        async def sent(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
                message["headers"] = [*message.get("headers", ()), (_HEADER, request_id.encode())]
            await send(message)

        try:
            await self._app(scope, receive, sent)
        except ClientDisconnect:
            pass
        except Exception as error:
            _log.exception("request %s failed", request_id)
            if status != _CLOSED:
                raise  # half of an answer is out: the connection is cut
            await error_response(error, request_id)(scope, receive, sent)
        finally:
            seconds = time.perf_counter() - began
            path = scope["path"] if scope["path"] in self._paths else "other"
            self._metrics.answered(path, status, seconds)
            told = {"id": request_id, "method": scope["method"], "path": path, "status": status}
            _log.info(json.dumps(told | {"ms": round(seconds * 1000, 1)}))


def request_id_of(scope: Scope) -> str:
    """The client's X-Request-ID where it can stand in a log, else a new one."""
    given = next((value for name, value in scope["headers"] if name == _HEADER), b"")
    return given.decode("ascii") if _USABLE.fullmatch(given) else uuid.uuid4().hex
