# SPDX-License-Identifier: Apache-2.0
"""What a lexicon changes: names stated nowhere in faithful answers, and wrong names that it might let through.

`python -m faithstill.train.bench.lexicon_bench data/defined_terms.jsonl [ROWS.csv ...] [--public FOLDER]`: our own
documents with defined terms, of which a passage is one section; rows whose passages hold their documents whole; and
contracts with the sentences that experts chose (`contractnli.dev`, `contractnli.dev_oracle`).
"""

from __future__ import annotations

import json
import lzma
import random
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.console import Console
from rich.table import Table

from faithstill.data import Label, Passage, Triple, read_triples
from faithstill.data.sources import read_public
from faithstill.factcheck import FactChecker
from faithstill.featurize.lexicon import Entry, Lexicon, harvest
from faithstill.train.module_main import run_script

UNPROVED = ("name.absent", "name.only_conflict", "name.displaced")
_CONTRACTS = ("contractnli.dev.jsonl.xz", "contractnli.dev_oracle.jsonl.xz")
# Sets whose passages are read for what rules find.
_HARVESTED = (
    "contractnli.dev.jsonl.xz",
    "mtrag_human.test.jsonl.xz",
    "attributionbench.dev.jsonl.xz",
    "expertqa.rand_val.jsonl.xz",
    "factcg.train_doc.jsonl.xz",
)
_SEED = 1


@dataclass(frozen=True, slots=True)
class LexiconCase:
    """An answer; `wrong` is the name in it that is none of the passage's, where it has one."""

    triple: Triple
    wrong: str = ""


@dataclass(frozen=True, slots=True)
class Counted:
    """Names of faithful answers, how many of them are stated nowhere, and wrong names that are seen as such."""

    names: int = 0
    unproved: int = 0
    wrong: int = 0
    wrong_seen: int = 0
    rules: Counter[str] = field(default_factory=Counter)


def counted(cases: Iterable[LexiconCase], lexicon: Lexicon | None) -> Counted:
    """Of some answers, with a lexicon or without."""
    checker = FactChecker(lexicon=lexicon)
    names = unproved = wrong = seen = 0
    rules: Counter[str] = Counter()
    for case in cases:
        found = [f for f in checker.check_triple(case.triple).findings if f.rule.startswith("name.")]
        is_faithful = case.triple.label is Label.FAITHFUL
        missing = [f for f in found if f.rule in UNPROVED]
        rules.update(f.rule for f in found)
        names += len(found) * is_faithful
        unproved += len(missing) * is_faithful
        wrong += not is_faithful
        seen += not is_faithful and any(case.wrong in f.text or f.text in case.wrong for f in missing)
    return Counted(names, unproved, wrong, seen, rules)


def own_documents(path: Path, *, later: bool = False) -> tuple[list[LexiconCase], Lexicon]:
    """Our documents as cases, each passage one section that does not hold the definitions; and their lexicon.

    `later` are those that were written when the rules stood, and not looked at before they were counted.
    """
    cases: list[LexiconCase] = []
    entries: list[Entry] = []
    for line in path.read_text(encoding="utf-8").splitlines():
        document = json.loads(line)
        if document.get("later", False) is not later:
            continue
        entries += harvest("\n".join((document["head"], *document["sections"])), document["document"])
        cases += _cases(document)
    return cases, Lexicon.of(entries)


def _cases(document: dict[str, Any]) -> Iterator[LexiconCase]:
    for row in document["rows"]:
        name = f"{document['document']}#{row['section'] + 1}"
        passages = (Passage(document["sections"][row["section"]], id=name),)
        yield LexiconCase(Triple(row["question"], passages, row["answer"], Label(row["label"])), row["wrong"])


def whole_documents(path: Path) -> tuple[list[LexiconCase], Lexicon]:
    """Rows of a file, each passage a document of its own: a lexicon can add nothing true."""
    triples = read_triples(path, labelled=True).triples
    texts = dict.fromkeys(passage.text for triple in triples for passage in triple.passages)
    number = {text: f"d{at}" for at, text in enumerate(texts)}
    entries = [entry for text, name in number.items() for entry in harvest(text, name)]
    cases = [
        LexiconCase(
            Triple(
                t.question, tuple(Passage(p.text, id=number[p.text]) for p in t.passages), t.answer, t.label
            )
        )
        for t in triples
    ]
    return cases, Lexicon.of(entries)


def contracts(folder: Path) -> tuple[list[LexiconCase], Lexicon]:
    """Statements on contracts with the sentences that decide, and the lexicon of the whole contracts."""
    whole, chosen = ([*_lines(folder / name)] for name in _CONTRACTS)
    texts = {row["meta"]["file"]: "\n".join(row["contexts"]) for row in whole}
    entries = [entry for name, text in texts.items() for entry in harvest(text, name)]
    return [*map(_contract_case, chosen)], Lexicon.of(entries)


def _contract_case(row: dict[str, Any]) -> LexiconCase:
    passages = tuple(Passage(text, id=row["meta"]["file"]) for text in row["contexts"])
    label = Label.FAITHFUL if row["label"] == "supported" else Label.UNFAITHFUL
    return LexiconCase(Triple(row["question"], passages, row["answer"], label))


def _lines(path: Path) -> Iterator[dict[str, Any]]:
    with lzma.open(path, "rt", encoding="utf-8") as lines:
        yield from map(json.loads, lines)


def finds(texts: Iterable[str]) -> dict[str, Counter[tuple[str, str]]]:
    """By rule, each name with its alias, and in how many texts it was found."""
    found: dict[str, Counter[tuple[str, str]]] = {}
    for text in texts:
        for entry in harvest(text):
            for alias in entry.aliases:
                found.setdefault(alias.rule, Counter())[entry.canonical, alias.form] += 1
    return found


def _texts(rows: Sequence[Path], public: Path | None) -> Iterator[str]:
    """Distinct passages of annotated rows and public sets."""
    sets = [read_triples(path).triples for path in rows]
    sets += [tuple(read_public(public / name)) for name in _HARVESTED] if public else []
    for triples in sets:
        yield from dict.fromkeys(passage.text for triple in triples for passage in triple.passages)


def _show_finds(found: dict[str, Counter[tuple[str, str]]], show: int, console: Console) -> None:
    for rule, names in sorted(found.items()):
        console.print(f"{rule}: {names.total()} finds, {len(names)} distinct")
        drawn = sorted(names)
        random.Random(_SEED).shuffle(drawn)
        for canonical, form in drawn[:show]:
            console.print(f"  {canonical} = {form}", markup=False)


def main(
    documents: Path,
    rows: Annotated[list[Path] | None, typer.Argument(help="annotated rows")] = None,
    public: Annotated[Path | None, typer.Option("--public", help="folder of public sets, *.jsonl.xz")] = None,
    show: Annotated[
        int | None, typer.Option("--finds", min=0, help="only what is harvested, and so many of it by rule")
    ] = None,
) -> None:
    """Print what is harvested, and the counts with a lexicon and without."""
    console = Console(width=120, highlight=False)
    if show is not None:
        _show_finds(finds(_texts(rows or (), public)), show, console)
        return
    sets = [
        (f"{documents.name}{' (later)' if later else ''}", *own_documents(documents, later=later))
        for later in (False, True)
    ]
    sets += [(path.name, *whole_documents(path)) for path in rows or ()]
    if public:
        sets.append((_CONTRACTS[1], *contracts(public)))
    table = Table("rows", "", "names in faithful answers", "stated nowhere", "wrong names", "seen")
    for name, cases, lexicon in sets:
        _add(table, name, cases, lexicon)
    console.print(table)


def _add(table: Table, name: str, cases: Sequence[LexiconCase], lexicon: Lexicon) -> None:
    for title, used in (("without", None), ("with", lexicon)):
        found = counted(cases, used)
        cells = (found.names, found.unproved, found.wrong, found.wrong_seen)
        table.add_row(name if used is None else "", title, *map(str, cells))


if __name__ == "__main__":
    run_script(main)
