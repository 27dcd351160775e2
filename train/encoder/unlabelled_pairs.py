# SPDX-License-Identifier: Apache-2.0
"""Pairs that nobody labelled, for a pass whose teacher says what they are.

Labelled pairs show a claim with its best evidence. A student also has to know what other evidence says of it: windows
that speak of something near, sentences beside which a document says the same otherwise, and other claims on the same
contexts, which are about the same things in other words.
"""

from __future__ import annotations

import random
from collections import defaultdict
from collections.abc import Iterator, Sequence

from .labelled_claims import UNLABELLED, NliRow
from .pair_cases import LabelledPair, claims_of, evidence_windows
from .planted_pairs import context_sentences
from .recipe import SetUse


def unlabelled_pairs(rows: Sequence[NliRow], use: SetUse, seed: int) -> Iterator[LabelledPair]:
    """Up to `use.unlabelled` pairs of each kind for each claim, and for as many sentences of each distinct context.

    Where a set's claims are not read against windows, they are paired with each other only.
    """
    draw = random.Random(seed)
    yield from _with_other_claims(rows, use, draw)
    if not use.windows:
        return
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


def _with_other_claims(rows: Sequence[NliRow], use: SetUse, draw: random.Random) -> Iterator[LabelledPair]:
    of_contexts: dict[tuple[str, ...], list[str]] = defaultdict(list)
    for row in rows:
        of_contexts[row.contexts].append(row.answer)
    for answers in of_contexts.values():
        for claim in answers:
            others = [answer for answer in answers if answer != claim]
            for other in draw.sample(others, min(use.unlabelled, len(others))):
                yield LabelledPair(other, claim, UNLABELLED, use.weight)
