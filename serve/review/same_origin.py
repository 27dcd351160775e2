# SPDX-License-Identifier: Apache-2.0
"""Lets in what comes from this machine and from this page: no other site may speak in the reviewer's place."""

from __future__ import annotations

from urllib.parse import urlsplit
from uuid import uuid4

from starlette.types import ASGIApp, Receive, Scope, Send

from faithstill.serve.http.bearer_tokens import is_loopback
from faithstill.serve.http.service_errors import REQUEST_ID, ServiceError, error_response

JSON = "application/json"


class SameOrigin:
    """Refuses another machine's Host (DNS rebinding), another site's Origin, and the POST of a form (CSRF)."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        scope.setdefault("state", {})[REQUEST_ID] = uuid4().hex
        headers = {name.decode("latin-1"): value.decode("latin-1") for name, value in scope["headers"]}
        refused = _refused(scope["method"], headers)
        if refused is None:
            await self._app(scope, receive, send)
        else:
            await error_response(refused, scope["state"][REQUEST_ID])(scope, receive, send)


def _refused(method: str, headers: dict[str, str]) -> ServiceError | None:
    host = headers.get("host", "")
    if not is_loopback(_name(host)):
        return ServiceError(403, "wrong_host", "Host: names another machine; call localhost or 127.0.0.1")
    if (origin := headers.get("origin")) is not None and origin != f"http://{host}":
        return ServiceError(
            403, "wrong_origin", "Origin: is another site; open the page that `faithstill review` names"
        )
    kind = headers.get("content-type", "").partition(";")[0].strip().lower()
    if method == "POST" and kind != JSON:
        return ServiceError(415, "wrong_type", f"Content-Type: is {kind or 'missing'}; send {JSON}")
    return None


def _name(host: str) -> str:
    """
    >>> _name("localhost:8081"), _name("[::1]:8081"), _name("evil.example"), _name("[")
    ('localhost', '::1', 'evil.example', '')
    """
    try:
        return urlsplit(f"//{host}").hostname or ""
    except ValueError:
        return ""
