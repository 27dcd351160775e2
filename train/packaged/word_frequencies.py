# SPDX-License-Identifier: Apache-2.0
"""Make the frozen word-frequency table.

`python -m faithstill.train.packaged.word_frequencies rows.jsonl.xz ... --out idf.txt.xz`

A document is a stretch of at most `WINDOW` words of one distinct context or answer, so that neither long
articles nor repeated contexts tilt the counts. Only words and figures are stored, never text.
"""

from __future__ import annotations

import argparse
import json
import lzma
import math
import sys
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator
from pathlib import Path

from faithstill.featurize.read.english_words import IDF_VERSION, words

WINDOW = 100
STEP = 0.05


def read_texts(path: Path) -> Iterator[str]:
    """The contexts and the answer of every row of a JSON-lines file, plain or `.xz`."""
    opener = lzma.open if path.suffix == ".xz" else open
    with opener(path, "rt", encoding="utf-8") as lines:
        for number, line in enumerate(lines, 1):
            row = json.loads(line)
            if not isinstance(row, dict) or "contexts" not in row or "answer" not in row:
                raise ValueError(
                    f"{path.name} row {number}: needs the fields 'contexts' (a list) and 'answer'"
                )
            yield from row["contexts"]
            yield row["answer"]


def document_frequencies(texts: Iterable[str]) -> tuple[Counter[str], int]:
    """In how many documents each word form occurs, and how many documents there are.

    >>> document_frequencies(["A fee, a charge.", "A fee, a charge.", "No fee"])
    (Counter({'fee': 2, 'a': 1, 'charge': 1, 'no': 1}), 2)
    """
    counts: Counter[str] = Counter()
    documents = 0
    for text in dict.fromkeys(texts):
        forms = words(text)
        for start in range(0, len(forms), WINDOW):
            counts.update(dict.fromkeys(forms[start : start + WINDOW], 1))
            documents += 1
    return counts, documents


def render(counts: Counter[str], documents: int, *, least: int = 5, most: int = 40_000) -> str:
    """The table as text: ln(documents / count) rounded to `STEP`, for the `most` commonest words.

    >>> print(render(Counter({"a": 10, "fee": 5, "rare": 1}), 10), end="")
    1 10
    0.00 a
    0.70 fee
    """
    kept = [(word, count) for word, count in counts.items() if count >= least and len(word) <= 30]
    kept.sort(key=lambda item: (-item[1], item[0]))
    levels: dict[int, list[str]] = defaultdict(list)
    for word, count in kept[:most]:
        levels[round(math.log(documents / count) / STEP)].append(word)
    rows = (f"{level * STEP:.2f} {' '.join(sorted(forms))}" for level, forms in sorted(levels.items()))
    return "\n".join([f"{IDF_VERSION} {documents}", *rows]) + "\n"


def main(arguments: list[str] | None = None) -> None:
    """Read rows, count, write the table."""
    parser = argparse.ArgumentParser(
        prog="python -m faithstill.train.packaged.word_frequencies", description=__doc__
    )
    parser.add_argument("rows", nargs="+", type=Path, help="JSON-lines files with 'contexts' and 'answer'")
    parser.add_argument("--out", required=True, type=Path, help="where to write idf.txt.xz")
    parser.add_argument("--least", type=int, default=5, help="smallest document count kept")
    parser.add_argument("--most", type=int, default=40_000, help="largest number of words kept")
    options = parser.parse_args(arguments)
    counts, documents = document_frequencies(text for path in options.rows for text in read_texts(path))
    if not counts:
        parser.error("the rows hold no words")
    text = render(counts, documents, least=options.least, most=options.most)
    options.out.write_bytes(lzma.compress(text.encode(), preset=9))
    sys.stderr.write(
        f"{documents} documents, {sum(len(line.split()) - 1 for line in text.splitlines()[1:])} words\n"
    )


if __name__ == "__main__":
    main()
