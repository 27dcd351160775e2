# SPDX-License-Identifier: Apache-2.0
"""Sections of the page on single rows: the wrong decisions in full, and what the data is made of."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from .blocks import Block, FeatureReason, Fold, Maker, Mistake, ReportTable, Section, SideBySide
from .report_digest import Report, meanings

FACTS = ("domain", "answer_type", "error_type")
# Counts of more kinds than this are folded away.
MANY = 12


def wrong_rows(report: Report) -> Section | None:
    """Each kept error: question, answer, contexts, label, probability and what led there."""
    errors = report.get("errors") or ()
    if not errors:
        return None
    words = meanings()
    lead = (
        "Wrong decisions, the worst first. Amounts are logits of the statement that decides the answer: plus spoke "
        "for faithful, minus against."
    )
    return Section("errors", "Errors", lead, [_mistake(row, words) for row in errors])


def _mistake(row: Report, words: Mapping[str, str]) -> Mistake:
    label = row.get("label") or ("faithful" if row["faithful"] else "unfaithful")
    done = "rejected" if row["faithful"] else "passed"
    return Mistake(
        decision=f"{label}, {done}",
        probability=row["probability"],
        facts=[str(row[name]) for name in FACTS if row.get(name)],
        row=str(row.get("id") or f"row {row.get('row')}"),
        question=row.get("question") or "",
        answer=row.get("answer") or "",
        statements=row.get("statements") or (),
        reasons=[_reason(each, words) for each in row.get("top") or ()],
        contexts=row.get("contexts") or (),
    )


def _reason(each: Report, words: Mapping[str, str]) -> FeatureReason:
    name, value = each["name"], each.get("value")
    said = words.get(name)
    with_value = f"{said or name}{'' if value is None else f' = {value:.2f}'}"
    return FeatureReason(each["amount"], with_value, name if said else "")


def data(report: Report) -> Section | None:
    """Counts of rows as the data's own statistics give them."""
    stats = {
        key: value
        for key, value in (report.get("data") or {}).items()
        if key not in {"guessable", "provenance"} and value != []
    }
    if not stats:
        return None
    single = [[_words(key), _shown(value)] for key, value in stats.items() if not isinstance(value, Mapping)]
    nested = [
        _counts(_words(key), value, str if key == "mapped" else _words)
        for key, value in stats.items()
        if isinstance(value, Mapping) and value
    ]
    origin = report.get("provenance") or (report.get("data") or {}).get("provenance")
    lead = str(origin) if origin else "All rows that were read, before any split."
    shown = [ReportTable(["", ""], single, look="narrow") if single else None, SideBySide("counts", nested)]
    return Section("data", "Data", lead, shown)


def _counts(title: str, counts: Mapping[str, object], named: Callable[[str], str]) -> Block:
    """A table of numbers by name; names of columns stand as they are in the file."""
    if any(isinstance(value, Mapping) for value in counts.values()):
        return _crossed(title, counts)
    shown = ReportTable(
        [title, ""], [[named(str(key)) or "none", _shown(value)] for key, value in counts.items()]
    )
    return Fold(f"{title}: {len(counts)} kinds", shown) if len(counts) > MANY else shown


def _crossed(title: str, counts: Mapping[str, object]) -> Block:
    """Counts of counts, such as labels of each domain, as one table."""
    inner = {key: value for key, value in counts.items() if isinstance(value, Mapping)}
    columns = list(dict.fromkeys(name for value in inner.values() for name in value))
    rows = [
        [_words(key) or "none", *(_shown(value.get(name, 0)) for name in columns)]
        for key, value in inner.items()
    ]
    return ReportTable([title, *(_words(str(name)) or "none" for name in columns)], rows)


def _words(name: str) -> str:
    return name.replace("_", " ")


def _shown(value: object) -> str:
    if isinstance(value, float):
        return f"{value:.1f}".removesuffix(".0")
    if isinstance(value, list | tuple):
        return ", ".join(_shown(each) for each in value)
    return "" if value is None else str(value)


SECTIONS: tuple[Maker, ...] = (("Errors", wrong_rows), ("Data", data))
