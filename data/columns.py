# SPDX-License-Identifier: Apache-2.0
"""Which column means what, under the names that other tools give them, and one row to one triple."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from typing import Any

from . import cells
from .errors import CellError, RowError, RowOrigin, TableError, shown
from .triple import Label, Passage, Span, Triple

# `reference_contexts`, `ground_truth` and the like are absent on purpose: the generator was not given them.
ALIASES: Mapping[str, tuple[str, ...]] = {
    "question": ("user_input", "query", "input", "prompt", "user_query"),
    "contexts": (
        *("retrieved_contexts", "retrieval_context", "retrieved_documents"),
        *("context", "documents", "docs", "passages", "source", "sources", "evidence", "knowledge"),
    ),
    "answer": ("response", "actual_output", "output", "generated_answer", "completion", "claim"),
    "label": (
        *("is_faithful", "is_grounded", "is_supported", "labels"),
        *("faithful", "faithfulness", "grounded", "supported", "verdict", "y"),
        *("is_hallucination", "is_hallucinated", "hallucination", "hallucinated"),
    ),
    **dict.fromkeys(
        ("id", "rationale", "answer_type", "error_type", "domain", "group", "split", "spans"), ()
    ),
}
REQUIRED = ("question", "contexts", "answer")
# Columns that ask whether the answer is wrong: 1 means unfaithful.
NEGATIVE = frozenset({"hallucination", "is_hallucination", "hallucinated", "is_hallucinated"})
# Names that also stand for something else: beside another column for the same field they are ignored.
VAGUE = frozenset(
    {
        *("input", "prompt", "output", "completion", "claim"),
        *("context", "documents", "docs", "passages", "source", "sources", "evidence", "knowledge"),
        *("labels", "faithfulness", "verdict", "y"),
    }
)
# What a generator may say of its own answer, each from 0 to 1.
SELF_METRICS = (
    *("self_attribution", "self_confidence", "self_contradiction", "self_completeness", "self_relevance"),
)

_FIELD_OF = {name: field for field, names in ALIASES.items() for name in (field, *names)}
_NUMBERED = re.compile(r"(?:context|passage|document)s?_?(\d+)")
_WHOLE = -1  # in place of a number: the column holds the whole field

_CELL: Mapping[str, Callable[[Any], Any]] = {
    "question": cells.text,
    "answer": cells.text,
    "rationale": cells.text,
    "spans": cells.spans,
    **dict.fromkeys(("id", "answer_type", "error_type", "domain", "group", "split"), cells.name),
}


@dataclass(frozen=True, slots=True)
class Columns:
    """Where each field of a row is found."""

    found: Mapping[str, str]  # field -> column; contexts are apart, as they may have several
    contexts: tuple[str, ...]
    self_metrics: Mapping[str, str]  # metric -> column
    ignored: tuple[str, ...]
    mapped: Mapping[str, str] = field(default_factory=dict)  # column -> field, where the names differ

    @property
    def yes(self) -> Label:
        """What 1, true and yes mean in the label column."""
        return Label.UNFAITHFUL if cells.folded(self.found.get("label", "")) in NEGATIVE else Label.FAITHFUL


def match_columns(header: Sequence[str], at: RowOrigin, *, labelled: bool) -> Columns:
    """The meaning of a header; TableError names the columns that are missing, doubled or mean the same."""
    meant: dict[tuple[str, int], list[str]] = {}
    for column in header:
        meant.setdefault(_meaning(column), []).append(column)
    ignored = meant.pop(("", _WHOLE), [])
    for place, columns in meant.items():
        meant[place] = [column for column in columns if cells.folded(column) not in VAGUE] or columns
        ignored += [column for column in columns if column not in meant[place]]
    if any(name == "contexts" and number != _WHOLE for name, number in meant):
        whole = meant.get(("contexts", _WHOLE), [])
        if whole and all(cells.folded(column) in VAGUE for column in whole):
            ignored += meant.pop(("contexts", _WHOLE))
    if errors := [*_clashes(meant, at), *_missing({name for name, _ in meant}, at, labelled)]:
        raise TableError(errors)
    used = [(name, columns[0]) for (name, _), columns in sorted(meant.items(), key=lambda item: item[0][1])]
    return Columns(
        found={name: column for name, column in used if name in ALIASES and name != "contexts"},
        contexts=tuple(column for name, column in used if name == "contexts"),
        self_metrics={name: column for name, column in used if name in SELF_METRICS},
        ignored=tuple(dict.fromkeys(ignored)),
        mapped={column: name for name, column in used if column != name},
    )


def names_field(header: Sequence[str], field: str) -> bool:
    """Does a header have a column for a field, under any accepted name?

    >>> names_field(["Query", "context_1"], "question"), names_field(["query"], "answer")
    (True, False)
    """
    return any(_meaning(column)[0] == field for column in header)


def _meaning(column: str) -> tuple[str, int]:
    """The field of a column ("" for none), and its number among the columns that make up the field.

    >>> _meaning("Retrieved Contexts"), _meaning("context_2"), _meaning("notes")
    (('contexts', -1), ('contexts', 2), ('', -1))
    """
    known = cells.folded(column)
    if numbered := _NUMBERED.fullmatch(known):
        return "contexts", int(numbered[1])
    return known if known in SELF_METRICS else _FIELD_OF.get(known, ""), _WHOLE


def _clashes(meant: Mapping[tuple[str, int], list[str]], at: RowOrigin) -> Iterator[RowError]:
    rivals = {
        f"{name} {number}" if number >= 0 else name: columns for (name, number), columns in meant.items()
    }
    contexts = [columns[0] for (name, _), columns in meant.items() if name == "contexts"]
    if ("contexts", _WHOLE) in meant and len(contexts) > 1:
        rivals["contexts"] = contexts
    for name, columns in rivals.items():
        if len(columns) > len(set(columns)):
            yield at.error(f"column {columns[0]!r} appears twice: rename or drop one")
        elif len(columns) > 1:
            yield at.error(f"columns {' and '.join(map(repr, columns))} both mean {name}: rename or drop one")


def _missing(present: set[str], at: RowOrigin, labelled: bool) -> Iterator[RowError]:
    for name in (*REQUIRED, "label") if labelled else REQUIRED:
        if name not in present:
            yield at.error(f"no column for {name}: name one {', '.join((name, *ALIASES[name]))}")


def parse_row(row: Mapping[str, Any], columns: Columns, at: RowOrigin, *, labelled: bool) -> Triple:
    """The triple of a row; TableError with all that is wrong with it."""
    errors: list[RowError] = []

    def read(column: str, parse: Callable[[Any], Any]) -> Any:
        try:
            return parse(cells.plain(row[column]))
        except CellError as error:
            errors.append(at.error(error.cure, column=column, value=error.value))
            return None

    parsers: dict[str, Callable[[Any], Any]] = {**_CELL, "label": partial(cells.label, yes=columns.yes)}
    values = {name: read(column, parsers[name]) for name, column in columns.found.items()}
    passages = [read(column, cells.contexts) for column in columns.contexts]
    metrics = {name: read(column, cells.self_metric) for name, column in columns.self_metrics.items()}
    if not errors:
        values |= {"passages": tuple(passage for several in passages for passage in several)}
        errors += _contradictions(values, columns, at, labelled)
    if errors:
        raise TableError(errors)
    triple = Triple(
        **values, self_metrics={name: value for name, value in metrics.items() if value is not None}
    )
    default_id = "" if at.row is None else f"row-{at.row}"
    return replace(triple, id=triple.id or default_id, group=triple.group or triple.context_key)


def _contradictions(
    values: Mapping[str, Any], columns: Columns, at: RowOrigin, labelled: bool
) -> Iterator[RowError]:
    """What is wrong between cells that are right by themselves."""
    spans: tuple[Span, ...] = values.get("spans", ())
    try:
        cells.within(spans, values["answer"])
    except CellError as error:
        yield at.error(error.cure, column=columns.found["spans"])
    if not labelled:
        return
    passages: tuple[Passage, ...] = values["passages"]
    if values["label"] is None:
        yield at.error(f"is empty: write {', '.join(Label)}, or drop the row", column=columns.found["label"])
    if not values["answer"].strip():
        yield at.error("is empty: a label needs an answer; drop the row", column=columns.found["answer"])
    if not any(passage.text.strip() for passage in passages):
        cure = "is empty: a label needs the passages that it was given for; add them or drop the row"
        yield at.error(cure, column=columns.contexts[0])


def mapped_label(row: Mapping[str, Any], columns: Columns, triple: Triple) -> dict[str, str]:
    """How the row's label was read, where it was not written in our words: `{"label=1": "faithful"}`."""
    if triple.label is None:
        return {}
    written = shown(row[columns.found["label"]]).strip()
    return {} if written == triple.label else {f"{columns.found['label']}={written}": str(triple.label)}


def triple_from_mapping(row: Mapping[str, Any], *, labelled: bool = False, file: str = "triple") -> Triple:
    """The triple of one mapping, under any accepted column names; `file` is its name in errors.

    >>> triple_from_mapping({"query": "Fee?", "context": "It is $5.", "response": "$5"}).answer
    '$5'
    """
    at = RowOrigin(file)
    row = {str(column): cell for column, cell in row.items()}
    return parse_row(row, match_columns(tuple(row), at, labelled=labelled), at, labelled=labelled)
