# SPDX-License-Identifier: Apache-2.0
"""Public annotated sets, from files the user has: `python -m faithstill.data.sources FOLDER OWN... --out ROWS`.

The folder holds sets as `*.jsonl.xz`, one object a line with `question, contexts, answer, label`; labels are
`faithful / unfaithful` or `supported / contradicted / unverifiable`. Nothing of them is in this repository.
"""

from __future__ import annotations

import argparse
import json
import lzma
import random
import re
import sys
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from pathlib import Path

from .filings import SET as FILINGS_SET
from .filings import WORK, read_asked, with_wrong_answers
from .table import read_triples, write_triples
from .triple import Label, Span, Triple

# Sets shaped like answers of assistants, none of them non-commercial, with the most rows to take of each so
# that no set drowns the others. Licences: Apache-2.0, MIT, CC BY 4.0; begin per part.
GROUNDING_SETS: Sequence[tuple[str, int]] = (
    ("factcheckbench.all", 700),
    ("factcg.train_doc", 900),
    ("halueval_qa_part.gen", 700),
    ("q2_wow.test", 600),
    ("begin.v1_dev", 300),
    ("begin.dev_wow", 300),
    ("clapnq.dev", 485),
    (FILINGS_SET, 1_000),
)
# Long answers that are all faithful: each is also taken with the contexts of another question, as a retriever errs.
SWAPPED_SETS = ("clapnq.dev",)
MOST_OWN = 1500  # training rows of each file of ours, lest they drown the public ones
TWIN_ANSWERS = Path(__file__).with_name(
    "twin_answers.csv"
)  # ours, each answer judged in two versions of its contexts
_LONG_WORD = re.compile(r"\w{4,}")
_FAITHFUL = frozenset({"faithful", "supported"})
_SEED = 11


def read_public(path: Path) -> Iterator[Triple]:
    """The rows of one set with a text on both sides; its name is their domain, equal contexts their group."""
    name = path.name.removesuffix(".jsonl.xz")
    with lzma.open(path, "rt", encoding="utf-8") as lines:
        for number, line in enumerate(lines, 1):
            row = json.loads(line)
            label = Label.FAITHFUL if row["label"] in _FAITHFUL else Label.UNFAITHFUL
            triple = Triple.of(
                question=row.get("question") or "",
                contexts=row["contexts"],
                answer=row["answer"],
                label=label,
                spans=tuple(
                    Span(s["start"], s["end"], str(s.get("type") or "")) for s in row.get("spans") or ()
                ),
            )
            if triple.answer.strip() and any(passage.text.strip() for passage in triple.passages):
                group = f"{name}/{triple.context_key}"
                yield replace(triple, id=f"{name}/{number}", domain=name.split(".")[0], group=group)


def missing_sets(folder: Path) -> list[str]:
    """The files of grounding sets that a folder does not hold."""
    return [file for name, _ in GROUNDING_SETS if not (folder / (file := _file(name))).is_file()]


def _file(name: str) -> str:
    return f"{name}.jsonl.xz"


def grounding_rows(folder: Path, *, without: Sequence[str] = ()) -> Iterator[Triple]:
    """The training rows of all grounding sets, shuffled with a fixed seed before they are cut.

    `without` names files to leave out, as `missing_sets` does.
    """
    for name, most in GROUNDING_SETS:
        if _file(name) in without:
            continue
        triples = list(_filings(folder) if name == FILINGS_SET else read_public(folder / _file(name)))
        random.Random(_SEED).shuffle(triples)
        taken = triples[:most]
        swapped = swapped_evidence(taken) if name in SWAPPED_SETS else ()
        yield from (replace(triple, split="train") for triple in (*taken, *swapped))


def _filings(folder: Path) -> Iterator[Triple]:
    """Answers to questions on filings of one half of the documents, with natural wrong ones: the set has none."""
    asked = read_asked(folder / _file(FILINGS_SET))
    return with_wrong_answers(one for one in asked if one.half == WORK and one.table.strip())


def swapped_evidence(triples: Sequence[Triple]) -> Iterator[Triple]:
    """Each answer with the contexts of another row, those that share most words with it: unfaithful."""
    held = [_words(" ".join(passage.text for passage in triple.passages)) for triple in triples]
    for triple in triples:
        said = _words(f"{triple.question} {triple.answer}")
        others = [i for i, other in enumerate(triples) if other.context_key != triple.context_key]
        if others:
            nearest = max(others, key=lambda i: len(said & held[i]))
            yield replace(
                triple, id=f"{triple.id}/swapped", passages=triples[nearest].passages, label=Label.UNFAITHFUL
            )


def _words(text: str) -> frozenset[str]:
    return frozenset(_LONG_WORD.findall(text.lower()))


def own_rows(paths: Iterable[Path]) -> Iterator[Triple]:
    """Our annotated rows: all that are held out, and of the others at most `MOST_OWN` of each file."""
    for path in paths:
        triples = read_triples(path, labelled=True).triples
        learnt = [triple for triple in triples if triple.split != "test"]
        random.Random(_SEED).shuffle(learnt)
        yield from (triple for triple in triples if triple.split == "test")
        yield from learnt[:MOST_OWN]


def public_in_words(missing: Sequence[str]) -> str:
    """What of the public sets was trained on.

    >>> public_in_words([f"{name}.jsonl.xz" for name, _ in GROUNDING_SETS[1:]])[:77]
    'rows of public grounding sets: factcheckbench, but not of factcg.train_doc, h'
    >>> public_in_words([f"{name}.jsonl.xz" for name, _ in GROUNDING_SETS])
    'no public rows, for none were at hand'
    """
    held = [name for name, _ in GROUNDING_SETS if _file(name) not in missing]
    lacking = [name for name, _ in GROUNDING_SETS if _file(name) in missing]
    if not held:
        return "no public rows, for none were at hand"
    sets = dict.fromkeys(name.split(".")[0].removesuffix("_part") for name in held)
    but = f", but not of {', '.join(lacking)}, which were not at hand" if lacking else ""
    return f"rows of public grounding sets: {', '.join(sets)}{but}"


def main(arguments: Sequence[str] | None = None) -> None:
    """Write our own rows and the public ones that are at hand into one file, and say which are not."""
    parser = argparse.ArgumentParser(description="our own rows and public ones in one file")
    parser.add_argument("folder", type=Path, help="folder of *.jsonl.xz sets")
    parser.add_argument("own", type=Path, nargs="+", help="our annotated rows, with their split")
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument(
        "--said", type=Path, help="file for half a sentence on the public rows, for a model card"
    )
    given = parser.parse_args(arguments)
    try:
        given.out.parent.mkdir(parents=True, exist_ok=True)
        missing = missing_sets(given.folder)
        write_triples(given.out, [*own_rows(given.own), *grounding_rows(given.folder, without=missing)])
        if missing:
            sys.stderr.write(
                f"{given.folder}: {given.out} is without the public rows of {', '.join(missing)}: "
                "put these files there to train on them\n"
            )
        if given.said:
            given.said.write_text(public_in_words(missing) + "\n", encoding="utf-8")
    except (OSError, ValueError) as error:
        parser.error(str(error))


if __name__ == "__main__":
    main()
