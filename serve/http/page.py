# SPDX-License-Identifier: Apache-2.0
"""The page at `/` to try an answer: three files of ours, nothing from elsewhere."""

from __future__ import annotations

from pathlib import Path

from fastapi import APIRouter, Request
from fastapi.responses import Response

_FOLDER = Path(__file__).parent / "static"
HEADERS = {
    "Content-Security-Policy": "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; "
    "base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cache-Control": "no-cache",
}
FILES = {"/": "text/html", "/page.css": "text/css", "/page.js": "text/javascript"}
router = APIRouter(default_response_class=Response, include_in_schema=False)


def _file(request: Request) -> Response:
    path = request.url.path
    held = (_FOLDER / (path.strip("/") or "page.html")).read_bytes()
    return Response(held, media_type=FILES[path], headers=HEADERS)


for _path in FILES:
    router.get(_path)(_file)
