# SPDX-License-Identifier: Apache-2.0
"""Sections of the page on single rows: the wrong decisions in full, and what the data is made of."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from .markup import Child, Markup, fold, section, table, tag
from .performance_sections import Section
from .report_digest import Report, meanings

FACTS = ("domain", "answer_type", "error_type")
# Counts of more kinds than this are folded away.
MANY = 12


def wrong_rows(report: Report) -> Markup | None:
    """Each kept error: question, answer, contexts, label, probability and what led there."""
    errors = report.get("errors") or ()
    if not errors:
        return None
    words = meanings()
    lead = (
        "Wrong decisions, the worst first. Amounts are logits of the statement that decides the answer: plus spoke "
        "for faithful, minus against."
    )
    return section("errors", "Errors", lead, [_error(row, words) for row in errors])


def _error(row: Report, words: Mapping[str, str]) -> Markup:
    label = row.get("label") or ("faithful" if row["faithful"] else "unfaithful")
    done = "rejected" if row["faithful"] else "passed"
    facts = [tag("span", str(row[name])) for name in FACTS if row.get(name)]
    head = tag(
        "div",
        tag("span", f"{label}, {done}", class_="badge bad"),
        tag("span", f"probability of faithful {row['probability']:.2f}"),
        facts,
        tag("code", str(row.get("id") or f"row {row.get('row')}")),
        class_="facts",
    )
    why = tag("ul", [_reason(each, words) for each in row.get("top") or ()], class_="why")
    said = row.get("statements") or ()
    pairs = (
        ("Question", row.get("question")),
        ("Answer", row.get("answer")),
        ("Statements", tag("ul", [tag("li", line) for line in said], class_="why") if said else None),
        ("Decided by", why if row.get("top") else None),
    )
    shown = [[tag("dt", name), tag("dd", value)] for name, value in pairs if value]
    return tag("article", head, tag("dl", shown), _contexts(row.get("contexts") or ()))


def _contexts(contexts: list[str] | tuple[str, ...]) -> Markup | None:
    if not contexts:
        return None
    title = f"{len(contexts)} context{'s' if len(contexts) > 1 else ''}"
    return fold(title, tag("ol", [tag("li", text) for text in contexts], class_="contexts"))


def _reason(each: Report, words: Mapping[str, str]) -> Markup:
    name, amount, value = each["name"], each["amount"], each.get("value")
    said = words.get(name)
    shown: list[Child] = [
        tag("b", f"{amount:+.2f}"),
        " ",
        said or name,
        f" = {value:.2f}" if value is not None else None,
    ]
    return tag(
        "li", shown, [" ", tag("code", name)] if said else None, class_="for" if amount >= 0 else "against"
    )


def data(report: Report) -> Markup | None:
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
    return section(
        "data",
        "Data",
        lead,
        table(["", ""], single, class_="narrow") if single else None,
        tag("div", nested, class_="counts"),
    )


def _counts(title: str, counts: Mapping[str, object], named: Callable[[str], str]) -> Markup:
    """A table of numbers by name; names of columns stand as they are in the file."""
    if any(isinstance(value, Mapping) for value in counts.values()):
        return _crossed(title, counts)
    shown = table([title, ""], [[named(str(key)) or "none", _shown(value)] for key, value in counts.items()])
    return fold(f"{title}: {len(counts)} kinds", shown) if len(counts) > MANY else shown


def _crossed(title: str, counts: Mapping[str, object]) -> Markup:
    """Counts of counts, such as labels of each domain, as one table."""
    inner = {key: value for key, value in counts.items() if isinstance(value, Mapping)}
    columns = list(dict.fromkeys(name for value in inner.values() for name in value))
    rows = [
        [_words(key) or "none", *(_shown(value.get(name, 0)) for name in columns)]
        for key, value in inner.items()
    ]
    return table([title, *(_words(str(name)) or "none" for name in columns)], rows)


def _words(name: str) -> str:
    return name.replace("_", " ")


def _shown(value: object) -> str:
    if isinstance(value, float):
        return f"{value:.1f}".removesuffix(".0")
    if isinstance(value, list | tuple):
        return ", ".join(_shown(each) for each in value)
    return "" if value is None else str(value)


SECTIONS: tuple[Section, ...] = (
    ("Errors", "errors", wrong_rows),
    ("Data", "data", data),
)
