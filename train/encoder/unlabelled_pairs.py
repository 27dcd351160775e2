# SPDX-License-Identifier: Apache-2.0
"""Pairs that nobody labelled, for a pass whose teacher says what they are.

Labelled pairs show a claim with its best evidence. A student also has to know what other evidence says of it: windows
that speak of something near, and sentences beside which a document says the same otherwise.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence

from .labelled_claims import UNLABELLED, NliRow
from .pair_cases import LabelledPair, claims_of, evidence_windows
from .planted_pairs import context_sentences
from .recipe import SetUse


def unlabelled_pairs(rows: Sequence[NliRow], use: SetUse, seed: int) -> Iterator[LabelledPair]:
    """Up to `use.unlabelled` pairs of each claim of each row, and of as many sentences of each distinct context."""
    draw = random.Random(seed)
    for number, row in enumerate(rows):
        other = rows[(number + draw.randrange(1, max(2, min(50, len(rows))))) % len(rows)]
        for part in claims_of(row, atomic=use.claims):
            claim = f"{part.before} {part.text}".strip()
            near = evidence_windows(row.contexts, part.text, use.window_tokens)[: use.unlabelled]
            far = evidence_windows(other.contexts, part.text, use.window_tokens)[:1]
            for window in (near + far)[: use.unlabelled]:
                yield LabelledPair(window, claim, UNLABELLED, use.weight)
    for contexts in dict.fromkeys(row.contexts for row in rows):
        for sentence in context_sentences(contexts, use.unlabelled, draw):
            rest = tuple(text.replace(sentence, " ") for text in contexts)
            for window in evidence_windows(rest, sentence, use.window_tokens)[:1]:
                yield LabelledPair(window, sentence, UNLABELLED, use.weight)
