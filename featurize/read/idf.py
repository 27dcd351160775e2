# SPDX-License-Identifier: Apache-2.0
"""How rare an English word is: a frozen, versioned table, so that no weight is learnt from the rows at hand.

`resources/idf.txt.xz`: a header `version documents`, then one line per inverse document frequency, the
frequency first and then every word form that has it. Made by `python -m faithstill.train.packaged.word_frequencies`.
Raise `IDF_VERSION` whenever a figure in the table changes: bundles trained on the old one are then refused.
"""

from __future__ import annotations

import lzma
import re
from functools import lru_cache
from importlib.resources import files

IDF_VERSION = 1
WORD = re.compile(r"[^\W\d_]+(?:['’-][^\W\d_]+)*")


def words(text: str) -> list[str]:
    """The lower-cased word forms of a text, with typewriter apostrophes.

    >>> words("The policyholder’s co-payment rose 5%.")
    ['the', "policyholder's", 'co-payment', 'rose']
    """
    return WORD.findall(text.lower().replace("’", "'"))


def parse_table(lines: list[str]) -> dict[str, float]:
    """The table as a dict; another version than `IDF_VERSION` is refused.

    >>> parse_table(["1 100", "0.50 the of", "2.25 insurer"])
    {'the': 0.5, 'of': 0.5, 'insurer': 2.25}
    """
    version = lines[0].split(" ", 1)[0]
    if version != str(IDF_VERSION):
        raise ValueError(f"idf table has version {version!r}, not {IDF_VERSION}; reinstall faithstill")
    found: dict[str, float] = {}
    for figure, *forms in (line.split(" ") for line in lines[1:]):
        found |= dict.fromkeys(forms, float(figure))
    return found


@lru_cache(maxsize=1)
def table() -> dict[str, float]:
    """Every word form of the packaged table with its inverse document frequency, in nats."""
    packed = (files("faithstill.featurize") / "resources" / "idf.txt.xz").read_bytes()
    return parse_table(lzma.decompress(packed).decode().splitlines())


@lru_cache(maxsize=1)
def unknown() -> float:
    """What a word outside the table weighs: as much as the rarest word in it."""
    return max(table().values())


def idf(word: str) -> float:
    """Inverse document frequency of a word form, in nats; unknown words get the maximum.

    >>> idf("the") < idf("policy") < idf("Indemnity") <= idf("qwxyzzy")
    True
    """
    return table().get(word.lower().replace("’", "'"), unknown())
