# SPDX-License-Identifier: Apache-2.0
"""Pairs that differ by one planted error: an untouched copy is entailed, the same with the error is not.

An error planted in a hypothesis alone could be told by its grammar, without the premise. So half of the verbatim
pairs are mirrored: the error stands in the evidence, where the copy with the error is entailed and the original
is not.
"""

from __future__ import annotations

import random
import re
from collections.abc import Iterator, Mapping, Sequence
from zlib import crc32

from faithstill.featurize.read.structure import units
from faithstill.train.planting.mutants import MutationKind, mutants

from .labelled_claims import CONTRADICTED, ENTAILED, NOT_ENTAILED, NliRow
from .pair_cases import LabelledPair, PairCase, evidence_windows
from .recipe import SetUse

_WORDS = range(6, 46)  # of an evidence sentence that says something and leaves room for its window
# Headings, menus and table rows are no claims.
_PROSE = re.compile(r"\A[^|#]*[.!?][\"'”’)]*\Z")
# Another value of the same thing, or the opposite, contradicts; another name or quantity word may merely be open.
# Citations are no matter of inference.
_KINDS: Mapping[MutationKind, int] = {
    MutationKind.NUMBER: CONTRADICTED,
    MutationKind.DECIMAL: CONTRADICTED,
    MutationKind.UNIT: CONTRADICTED,
    MutationKind.DATE: CONTRADICTED,
    MutationKind.PERCENT: CONTRADICTED,
    MutationKind.MONEY: CONTRADICTED,
    MutationKind.WRONG_ROW: CONTRADICTED,
    MutationKind.RANGE_END: CONTRADICTED,
    MutationKind.NEGATION: CONTRADICTED,
    MutationKind.ENTITY: NOT_ENTAILED,
    MutationKind.ROLE_SWAP: NOT_ENTAILED,
    MutationKind.QUANTIFIER: NOT_ENTAILED,
}
# Meaning stays: what an answer may write otherwise than its evidence does.
_RESTATED: tuple[tuple[re.Pattern[str], str], ...] = tuple(
    (re.compile(pattern), other)
    for pattern, other in (
        (r"\s?\([^()]{1,60}\)", ""),
        (r"(?<=\d)\s?%", " percent"),
        (r"(?<=\d) (?:percent|per cent)\b", "%"),
        (r"(?<=\d) million\b", "m"),
        (r"(?<=\d) billion\b", "bn"),
        (r"(?<=\d),(?=\d{3}\b)", ""),
        (r"(?<!\b[Cc]a)(?<!\b[Ww]o)n['’]t\b", " not"),
        (r"\b(?:However|Moreover|In addition|Furthermore|Also|Meanwhile), (\w)", r"\1"),
        (r"\bit's\b", "it is"),
        (r"\bapproximately\b", "about"),
    )
)


def mutants_of(text: str, evidence: Sequence[str], most: int, seed: int) -> list[tuple[str, int]]:
    """Up to `most` texts with one planted error, of kinds drawn at random, and the target of each."""
    found = list(mutants(text, evidence, kinds=_KINDS, seed=seed))
    random.Random(seed).shuffle(found)
    return [(mutant.text, _KINDS[mutant.kind]) for mutant in found[:most]]


def planted_beside(case: PairCase, row: NliRow, use: SetUse, seed: int) -> Iterator[LabelledPair]:
    """The case again, each time with one error in its claim."""
    for text, target in mutants_of(case.claim, row.contexts, use.planted, seed):
        yield case.pair(use, text, target)


def verbatim_pairs(rows: Sequence[NliRow], use: SetUse, seed: int) -> Iterator[LabelledPair]:
    """For each distinct context up to `use.verbatim` of its sentences with their own window, and their twins."""
    for contexts in dict.fromkeys(row.contexts for row in rows):
        draw = random.Random(crc32("\n".join(contexts).encode()) + seed)
        for sentence in context_sentences(contexts, use.verbatim, draw):
            window = next(iter(evidence_windows(contexts, sentence, use.window_tokens)), "")
            if sentence in window:
                yield from _twins(window, sentence, use, draw)


def context_sentences(contexts: Sequence[str], most: int, draw: random.Random) -> list[str]:
    """Up to `most` sentences of prose that could be claims, drawn at random."""
    found = [text[u.start : u.end] for text in contexts for u in units(text)]
    found = [text for text in dict.fromkeys(found) if len(text.split()) in _WORDS and _PROSE.search(text)]
    return draw.sample(found, min(most, len(found)))


def _twins(window: str, sentence: str, use: SetUse, draw: random.Random) -> Iterator[LabelledPair]:
    wrong = mutants_of(sentence, [window], max(1, use.planted), draw.randrange(1 << 30))
    if not wrong or draw.random() < 0.5:
        yield LabelledPair(window, _restated(sentence, draw), ENTAILED, use.weight)
        for text, target in wrong[: use.planted]:
            yield LabelledPair(window, text, target, use.weight)
    else:
        text, target = wrong[0]
        mirrored = window.replace(sentence, text)
        yield LabelledPair(mirrored, _restated(text, draw), ENTAILED, use.weight)
        yield LabelledPair(mirrored, sentence, target, use.weight)


def _restated(sentence: str, draw: random.Random) -> str:
    """Half of the time as it stands, else with one harmless rewriting where one fits."""
    fitting = [rule for rule in _RESTATED if rule[0].search(sentence)]
    if not fitting or draw.random() < 0.5:
        return sentence
    pattern, other = draw.choice(fitting)
    again = pattern.sub(other, sentence).strip()
    return again[:1].upper() + again[1:]
