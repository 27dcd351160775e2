# SPDX-License-Identifier: Apache-2.0
"""Tables of planted errors: every faithful row once for each kind of error that it has a place for."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

from rich.progress import Progress

from faithstill.data import Label, Span, Triple, write_triples
from faithstill.serve.cli import make_folder
from faithstill.train.labelled_rows import read_labelled

from .mutants import ALL, Mutant, MutationKind, mutants

SEED = 7


def write_mutants(
    rows: Path, out: Path, bar: Progress, *, kinds: str = "all", keep: bool = False, seed: int = SEED
) -> dict[str, Any]:
    """Read rows, write their mutants, and say how many of each kind; ValueError where there is nothing to plant."""
    wanted = parse_kinds(kinds)
    faithful = [t for t in read_labelled(rows).triples if t.label is Label.FAITHFUL]
    shown_rows = bar.track(faithful, description="planting errors")
    made = [*mutated_rows(shown_rows, kinds=wanted, seed=seed, keep=keep)]
    counts = Counter(triple.error_type for triple in made if triple.label is not Label.FAITHFUL)
    if not counts:
        raise ValueError(f"{rows}: {_nothing_in(len(faithful), wanted)}")
    make_folder(out)
    write_triples(out, made)
    shown = {str(kind): counts[kind] for kind in wanted}
    return {
        "faithful": len(faithful),
        "mutants": counts.total(),
        "rows": len(made),
        "kinds": shown,
        "out": str(out),
    }


def _nothing_in(rows: int, kinds: Collection[MutationKind]) -> str:
    """Why nothing could be planted, and the cure.

    >>> _nothing_in(5, [MutationKind.DATE])
    'none of its 5 faithful rows has a place for date; give other rows, or other --kinds'
    """
    if not rows:
        return "it has no faithful row to plant an error in; give rows with the label faithful"
    if not kinds:
        return "no kind of error is asked for; give other --kinds"
    sought = ", ".join(kinds) if len(kinds) < len(ALL) else "any kind of error"
    cure = "give other rows" + (", or other --kinds" if len(kinds) < len(ALL) else "")
    return f"none of its {rows} faithful rows has a place for {sought}; {cure}"


def parse_kinds(text: str) -> tuple[MutationKind, ...]:
    """Kinds by name; ValueError for an unknown one.

    >>> parse_kinds("unit,date")
    (<MutationKind.UNIT: 'unit'>, <MutationKind.DATE: 'date'>)
    """
    if text in ("all", "none"):
        return ALL if text == "all" else ()
    names = [name.strip() for name in text.split(",") if name.strip()]
    for name in names:
        if name not in list(ALL):
            raise ValueError(f"--kinds {name}: is none of {', '.join(ALL)}; give some of them, or all")
    return tuple(MutationKind(name) for name in names)


def mutated_rows(
    triples: Iterable[Triple], *, kinds: Collection[MutationKind] = ALL, seed: int = SEED, keep: bool = False
) -> Iterator[Triple]:
    """Unfaithful rows made of the faithful ones: error type and span say what is planted; `keep` adds those."""
    for triple in triples:
        if triple.label is not Label.FAITHFUL:
            continue
        if keep:
            yield triple
        texts = [passage.text for passage in triple.passages]
        for mutant in mutants(triple.answer, texts, kinds=kinds, seed=seed, question=triple.question):
            yield _row(triple, mutant)


def _row(triple: Triple, mutant: Mutant) -> Triple:
    kind = str(mutant.kind)
    spans = (Span(mutant.start, mutant.end, kind),)
    rationale = f"{kind} planted: {mutant.original!r} became {mutant.replacement!r}"
    return replace(
        triple,
        id=f"{triple.id}-{kind}",
        answer=mutant.text,
        label=Label.UNFAITHFUL,
        error_type=kind,
        rationale=rationale,
        spans=spans,
        self_metrics={},
    )
