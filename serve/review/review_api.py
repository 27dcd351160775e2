# SPDX-License-Identifier: Apache-2.0
"""The paths of the review page: rows, one row, decisions, undo, export; programs may use them too."""

from __future__ import annotations

from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Annotated, Any

from fastapi import APIRouter, Depends, Query, Request
from fastapi.responses import Response

from faithstill.data import TableError, write_triples
from faithstill.data.cells import within
from faithstill.data.errors import CellError
from faithstill.serve.http.page import HEADERS
from faithstill.serve.http.service_errors import ServiceError

from .decisions import NewerDecisionError
from .desk import Desk
from .review_bodies import DecisionBody, Reviewer, UndoBody
from .review_export import export_rows
from .review_rows import ReviewRow

_FOLDER = Path(__file__).parent / "static"
FILES = {
    "/": ("review.html", "text/html"),
    "/review.css": ("review.css", "text/css"),
    "/review.js": ("review.js", "text/javascript"),
    "/paint.js": ("paint.js", "text/javascript"),
    "/saving.js": ("saving.js", "text/javascript"),
}
router = APIRouter()


def _desk(request: Request) -> Desk:
    desk: Desk = request.app.state.desk
    return desk


DeskOf = Annotated[Desk, Depends(_desk)]
Who = Annotated[Reviewer | None, Query(description="without it the one that the command named")]


@router.get("/api/rows")
def rows(desk: DeskOf, reviewer: Who = None) -> dict[str, Any]:
    """All rows in short, as one reviewer may see them, and agreement with the others."""
    return desk.listing(reviewer or desk.reviewer)


@router.get("/api/row")
def row(desk: DeskOf, row: str, reviewer: Who = None) -> dict[str, Any]:
    """One row with texts, analysis and decisions, as one reviewer may see it."""
    return desk.sheet(_known(desk, row), reviewer or desk.reviewer)


@router.post("/api/decisions")
def decide(desk: DeskOf, body: DecisionBody) -> dict[str, Any]:
    """Save a decision; 409 with the one that stands where it is newer than `version`."""
    found = _known(desk, body.row)
    draft = body.draft()
    try:
        within(draft.spans, found.triple.answer)
    except CellError as error:
        raise ServiceError(422, "invalid", f"spans: {error.cure}", field="spans") from None
    try:
        return desk.decisions.save(found.id, body.reviewer, draft, seen=body.version).as_dict()
    except NewerDecisionError as newer:
        raise ServiceError(409, "newer_decision", str(newer)) from None


@router.post("/api/undo")
def undo(desk: DeskOf, body: UndoBody) -> dict[str, Any]:
    """Take back the last save of a reviewer, and say of which row; null where there is none left."""
    return {"row": desk.decisions.undo(body.reviewer)}


@router.get("/api/export")
def export(desk: DeskOf, keep_labels: bool = False) -> Response:
    """The decided rows as CSV, the input of `faithstill train`."""
    found = export_rows(desk.rows, desk.decisions.all(), keep_labels=keep_labels)
    name = f"{desk.file.stem}.reviewed.csv"
    with TemporaryDirectory() as folder:
        path = Path(folder) / name
        try:
            write_triples(path, found.triples)
        except TableError as error:
            raise ServiceError(422, "unwritable", str(error)) from None
        held = path.read_bytes()
    told = {
        "Content-Disposition": 'attachment; filename="reviewed.csv"',
        "X-Rows": str(len(found.triples)),
        "X-Disputed": str(len(found.disputed)),
        "X-Undecided": str(len(found.undecided)),
    }
    return Response(held, media_type="text/csv; charset=utf-8", headers={**HEADERS, **told})


def _known(desk: Desk, name: str) -> ReviewRow:
    found = desk.row(name)
    if found is None:
        raise ServiceError(404, "no_such_row", f"row: {desk.file.name} has no row {name!r}", field="row")
    return found


def _file(request: Request) -> Response:
    name, kind = FILES[request.url.path]
    return Response((_FOLDER / name).read_bytes(), media_type=kind, headers=HEADERS)


for _path in FILES:
    router.get(_path, include_in_schema=False, response_class=Response)(_file)
