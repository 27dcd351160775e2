# SPDX-License-Identifier: Apache-2.0
"""Where answers of today come from: an audit log, rows, or what predict-batch made of rows."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from rich.progress import Progress

from faithstill.data import Triple, triple_from_mapping
from faithstill.data.files import RawRow, open_rows
from faithstill.data.table import read_triples
from faithstill.serve import Scorer
from faithstill.serve.guard import Action
from faithstill.serve.guard.audit_reading import AuditLine, Reading
from faithstill.serve.guard.chain import DECISION, OPENING
from faithstill.serve.guard.inputs import InputKind, Inputs
from faithstill.serve.kept import COLUMNS, NESTED
from faithstill.serve.kept_rows import NOT_KEPT, KeptRows

from .observations import Numbers, Observations, decided, lengths_of, observed, scored_numbers, statuses_of

# Ours in a file of predictions that cannot be meant as columns of a row.
_PREDICTED = frozenset({*COLUMNS, *NESTED}) - {"id"}
_MARK = frozenset({"faithful", "is_faithful", "status", "route", "logit"})
_LENGTHS = {"question": "question.characters", "answer": "answer.characters"}


def observations_of(
    source: str | Path | Sequence[Triple],
    scorer: Scorer | None,
    bar: Progress | None = None,
    kept: KeptRows = NOT_KEPT,
) -> Observations:
    """What is seen in a source; without a scorer only what it says itself, so no features.

    ValueError for rows that nothing was said of, where there is no scorer.
    """
    bar = bar or Progress(disable=True)
    if not isinstance(source, str | Path):
        return observed(_needed(scorer, "rows"), source, bar, kept)
    path = Path(source)
    if _is_log(path):
        return _of_log(path, scorer, bar, kept)
    if _are_predictions(path):
        return _of_predictions(path, scorer, bar, kept)
    return observed(_needed(scorer, str(path)), read_triples(path).triples, bar, kept)


def _needed(scorer: Scorer | None, what: str) -> Scorer:
    if scorer is None:
        raise ValueError(f"{what}: no answer was scored yet, so --quick finds nothing; leave it out")
    return scorer


def _is_log(path: Path) -> bool:
    with path.open("rb") as file:
        return file.read(len(OPENING)) == OPENING


def _of_log(path: Path, scorer: Scorer | None, bar: Progress, kept: KeptRows) -> Observations:
    """The answers of a log, in its order; scored again where it holds texts and a scorer is given."""
    entries = [entry for entry in Reading(path).entries() if entry.said.get("type") == DECISION]
    told = [(entry, _said(entry)) for entry in entries if _kind(entry) == InputKind.ANSWER]
    if not told:
        raise ValueError(f"{path}: holds no decision on an answer")
    texts = [_triple(entry) for entry, _ in told] if scorer else []
    again: Sequence[Numbers] = [{}] * len(told)
    if scorer and texts and all(triple is not None for triple in texts):
        again = scored_numbers(scorer, [triple for triple in texts if triple is not None], bar, kept)
    rows = [{**now, **then} for now, (_, then) in zip(again, told, strict=True)]
    groups = [_group(entry.said["inputs"]["passages"]) for entry, _ in told]
    return Observations.of(rows, groups, [str(entry.said["time"]) for entry, _ in told])


def _kind(entry: AuditLine) -> str:
    return str(_part(entry, "inputs").get("kind"))


def _part(entry: AuditLine, name: str) -> Mapping[str, Any]:
    found = entry.said.get(name)
    if not isinstance(found, Mapping):
        raise ValueError(
            f"{entry.file} line {entry.line}: is no decision that this faithstill wrote (no {name})"
        )
    return found


def _said(entry: AuditLine) -> dict[str, float]:
    """What a log says of one decision, redacted or not."""
    inputs, decision = _part(entry, "inputs"), _part(entry, "decision")
    verdicts = [claim["verdict"] for claim in entry.said["claims"]]
    probability = {} if decision.get("faithful") is None else {"score.faithful": float(decision["faithful"])}
    lengths = {column: float(_length(inputs[name])) for name, column in _LENGTHS.items()}
    passages = inputs["passages"]
    return {
        **probability,
        **lengths,
        **(statuses_of(str(decision["status"])) if decision.get("status") else {}),
        "contexts.passages": float(len(passages)),
        "contexts.characters": float(sum(_length(passage["text"]) for passage in passages)),
        "guard.claims": float(len(verdicts)),
        "guard.trust": float(decision["trust_score"]),
        "rate.guard.contradicted": float("contradicted" in verdicts),
        "rate.guard.unverifiable": float("unverifiable" in verdicts),
        **{f"rate.guard.{action}": float(decision["action"] == action) for action in Action},
    }


def _length(text: Any) -> int:
    """The length of a text, which a redacted log tells too."""
    if isinstance(text, Mapping):
        return int(text.get("characters", 0))
    return len(text or "")


def _triple(entry: AuditLine) -> Triple | None:
    """The row of an entry; None in a redacted log."""
    said = _part(entry, "inputs")
    return None if isinstance(said.get("answer"), Mapping) else Inputs.of(said).triple


def _group(passages: Sequence[Mapping[str, Any]]) -> str:
    """The same for the same passages, redacted or not."""
    texts = json.dumps([passage["text"] for passage in passages], sort_keys=True)
    return hashlib.sha256(texts.encode()).hexdigest()[:16]


def _are_predictions(path: Path) -> bool:
    return any(cells.keys() >= _MARK for cells in _first(_cells(path)))


def _first(rows: Iterator[Mapping[str, Any]]) -> Iterator[Mapping[str, Any]]:
    for row in rows:
        yield row
        return


def _cells(path: Path) -> Iterator[Mapping[str, Any]]:
    for row in open_rows(path).rows:
        if isinstance(row, RawRow) and isinstance(row.cells, Mapping):
            yield row.cells


def _of_predictions(path: Path, scorer: Scorer | None, bar: Progress, kept: KeptRows) -> Observations:
    cells = list(_cells(path))
    triples = [
        triple_from_mapping(
            {name: cell for name, cell in row.items() if name not in _PREDICTED}, file=str(path)
        )
        for row in cells
    ]
    if scorer is not None:
        return observed(scorer, triples, bar, kept)
    rows = [{**lengths_of(triple), **_predicted(row)} for triple, row in zip(triples, cells, strict=True)]
    return Observations.of(rows, [triple.context_key for triple in triples])


def _predicted(row: Mapping[str, Any]) -> dict[str, float]:
    faithful = row["faithful"]
    probability = None if faithful in ("", None) else float(faithful)
    passed = str(row["is_faithful"]).lower() == "true"
    return decided(probability, str(row["status"]), str(row["route"]), is_faithful=passed)
