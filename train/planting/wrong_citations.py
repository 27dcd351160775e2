# SPDX-License-Identifier: Apache-2.0
"""Citations that point to a passage that does not bear them out, or to none."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import islice
from random import Random

from .edit import Edit
from .scene import MOST_PLACES, PlantingScene

_CITED = re.compile(
    r"(?<=\[)(?P<lead>\^|(?:p|d|doc|source|passage|chunk|context)[ _-]?)?(?P<n>\d{1,3})(?=[\],;])", re.I
)
_WORDS = re.compile(r"\w{4,}")


def wrong_citations(scene: PlantingScene, rng: Random) -> Iterator[Edit]:
    """Each citation moved to the passages that share least with its sentence, or past the last one."""
    shared = [frozenset(_WORDS.findall(text.lower())) for text in scene.evidence]
    for match in islice(_CITED.finditer(scene.answer), MOST_PLACES):
        own = int(match["n"])
        said = next((scene.answer[a:b] for a, b in scene.sentences if a <= match.start() < b), "")
        words = frozenset(_WORDS.findall(said.lower()))
        others = sorted((len(words & found), n) for n, found in enumerate(shared, start=1) if n != own)
        taken = {int(m["n"]) for m in _CITED.finditer(said)}
        free = [n for _, n in others[: max(1, len(others) // 2)] if n not in taken]
        other = rng.choice(free) if free and rng.random() < 0.8 else max(own, len(shared)) + rng.randint(1, 3)
        yield Edit(match.start("n"), match.end("n"), str(other))
