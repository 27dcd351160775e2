# SPDX-License-Identifier: Apache-2.0
"""What a client is told when it gets no answer: JSON with a code, the field, what is wrong and the cure."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from fastapi import Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import Response
from pydantic import ValidationError
from starlette.exceptions import HTTPException

from faithstill.data.errors import TableError
from faithstill.serve.guard import AuditError
from faithstill.serve.partial import json_bytes

REQUEST_ID = "request_id"
_CURES = {
    "missing": "add it",
    "extra_forbidden": "leave it out; /openapi.json lists the fields",
}
_NOT_SERVED = {
    404: ("not_found", "there is no such path; /openapi.json lists them"),
    405: ("method_not_allowed", "this path does not take that method; /openapi.json lists them"),
}


class ServiceError(HTTPException):
    """A request that gets no answer; the message says what was found and what to do."""

    def __init__(
        self,
        status: int,
        code: str,
        message: str,
        *,
        field: str | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> None:
        super().__init__(status, message, headers)
        self.code, self.message, self.field = code, message, field

    def as_dict(self) -> dict[str, Any]:
        """JSON-able."""
        return {"code": self.code, "field": self.field, "message": self.message}


def unreadable(error: ValueError) -> ServiceError:
    """What to tell of a request that no row of a file could hold."""
    column = error.errors[0].column or None if isinstance(error, TableError) else None
    return ServiceError(422, "invalid", str(error), field=column)


def misshapen(error: ValidationError | RequestValidationError) -> ServiceError:
    """What to tell of JSON, or of an option behind "?", that is not what the path takes."""
    first = error.errors()[0]
    # FastAPI says first whether it is in the path's options.
    loc = first["loc"][1:] if isinstance(error, RequestValidationError) else first["loc"]
    field = ".".join(map(str, loc)) or "body"
    cure = _CURES.get(first["type"], "send what /openapi.json describes")
    return ServiceError(422, "invalid", f"request: {field}: {first['msg']}; {cure}", field=field)


def as_service_error(error: BaseException) -> ServiceError:
    """What a client is told of any error; nothing of one that is not its own."""
    if isinstance(error, ServiceError):
        return error
    if isinstance(error, RequestValidationError):
        return misshapen(error)
    if isinstance(error, AuditError):
        return ServiceError(
            503, "audit_failed", "the decision cannot be logged, so there is none; try again later"
        )
    if isinstance(error, HTTPException):
        code, message = _NOT_SERVED.get(error.status_code, ("refused", str(error.detail)))
        return ServiceError(error.status_code, code, message, headers=error.headers)
    return ServiceError(
        500, "internal", "this is a fault of the service, and its log tells more by the request id"
    )


def error_response(error: BaseException, request_id: str) -> Response:
    """The response that tells of an error."""
    told = as_service_error(error)
    body = json_bytes({"error": told.as_dict() | {REQUEST_ID: request_id}})
    return Response(body, told.status_code, told.headers, media_type="application/json")


async def tell(request: Request, error: Exception) -> Response:
    """The same as a handler of exceptions."""
    return error_response(error, request.state.request_id)
