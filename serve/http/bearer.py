# SPDX-License-Identifier: Apache-2.0
"""Who is let in: holders of a token, or, where there is none, this machine alone."""

from __future__ import annotations

from starlette.types import ASGIApp, Receive, Scope, Send

from .bearer_tokens import Tokens, is_loopback
from .page import FILES
from .service_errors import ServiceError, error_response

# What needs no token: it tells nothing of any answer.
OPEN = frozenset({*FILES, "/healthz", "/readyz", "/openapi.json"})


class Bearer:
    """Asks for a token before anything of a body is read."""

    def __init__(self, app: ASGIApp, *, tokens: Tokens) -> None:
        self._app, self._tokens = app, tokens

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        refused = self._refused(scope) if scope["type"] == "http" else None
        if refused is None:
            await self._app(scope, receive, send)
        else:
            await error_response(refused, scope["state"]["request_id"])(scope, receive, send)

    def _refused(self, scope: Scope) -> ServiceError | None:
        headers = dict(scope["headers"])
        if not self._tokens:
            # A page on another site that has its name point here must not speak in the user's place.
            if is_loopback(_host(headers.get(b"host", b"").decode("latin-1"))):
                return None
            return ServiceError(
                403, "wrong_host", "Host: names another machine; without tokens call localhost or 127.0.0.1"
            )
        if scope["path"] in OPEN or self._tokens.admits(headers.get(b"authorization")):
            return None
        return ServiceError(
            401,
            "unauthorized",
            "Authorization: holds no valid token; send 'Authorization: Bearer TOKEN'",
            field="Authorization",
            headers={"WWW-Authenticate": "Bearer"},
        )


def _host(header: str) -> str:
    """
    >>> _host("localhost:8080"), _host("[::1]:8080"), _host("127.0.0.1")
    ('localhost', '::1', '127.0.0.1')
    """
    return header[1:].partition("]")[0] if header.startswith("[") else header.partition(":")[0]
