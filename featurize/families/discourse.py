# SPDX-License-Identifier: Apache-2.0
"""How the answer speaks beside how its evidence speaks: negation, quantifiers, modals, order."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations

from faithstill.featurize.analysis import Analysis
from faithstill.featurize.extract.document import Document, Sentence, words_of
from faithstill.featurize.material import Match
from faithstill.featurize.read import word_classes as lexicon
from faithstill.featurize.read.english_words import antonyms

from .feature import ALARM, SUPPORT, Feature

FEATURES = (
    Feature("hedge_rate", "hedging words per answer word"),
    Feature("hedge_dropped", "share of answer sentences without a hedge whose evidence hedges", direction=ALARM),
    Feature("hedge_added", "share of answer sentences with a hedge whose evidence has none"),
    Feature("modal_clash", "share of answer sentences that oblige where the evidence permits, or the reverse", direction=ALARM),
    Feature("modal_rate", "modal verbs per answer word"),
    Feature("negation_rate", "negating words per answer word"),
    Feature("negation_mismatch", "worst answer sentence: negated where its evidence is not, or the reverse, by match strength", direction=ALARM),
    Feature("negation_scope_mismatch", "shared content words negated on one side only, worst answer sentence", direction=ALARM),
    Feature("antonym_conflict", "answer words whose opposite stands in the evidence sentence instead, worst sentence", direction=ALARM),
    Feature("quantifier_escalation", "all, every, always where the evidence sentence has none of them", direction=ALARM),
    Feature("quantifier_weakened", "some, most, certain on one side only, by match strength", direction=ALARM),
    Feature("exclusive_added", "only, solely where the evidence sentence has none of them", direction=ALARM),
    Feature("booster_added", "guarantees, automatically, immediately that no passage holds", direction=ALARM),
    Feature("attribution_mismatch", "names beside said, according to that the evidence sentence lacks", direction=ALARM),
    Feature("role_order_mismatch", "share of shared word pairs in reverse order, worst sentence by match strength", direction=ALARM),
    Feature("content_word_precision", "share of answer content words that are no figures found in passages or question", undefined="answer without content words but figures", neutral=1, direction=SUPPORT),
    Feature("head_noun_support", "share of answer phrase heads found in passages or question", undefined="no phrases", neutral=1, direction=SUPPORT),
    Feature("opens_yes", "the answer opens with yes"),
    Feature("opens_no", "the answer opens with no"),
)  # fmt: skip


_YES = frozenset({"yes", "yeah", "correct"})


@dataclass(frozen=True, slots=True)
class Pair:
    """Words of an answer sentence, words of its evidence sentence, and how surely they belong together."""

    answer: frozenset[str]
    evidence: frozenset[str]
    strength: float
    match: Match


def compute(a: Analysis, known: Mapping[str, float]) -> Mapping[str, float]:
    """The discourse features of one triple."""
    pairs = [_pair(a, match) for match in a.matches if match.evidence is not None]
    words, opening = a.answer.words, _opening(a)
    return {
        "hedge_rate": _rate(words, lexicon.HEDGES),
        "hedge_dropped": _only_evidence(pairs, lexicon.HEDGES),
        "hedge_added": _only_answer(pairs, lexicon.HEDGES),
        "modal_clash": _worst(pairs, _modal_clash),
        "modal_rate": _rate(words, lexicon.MODALS),
        "negation_rate": _rate(words, lexicon.NEGATORS),
        "negation_mismatch": _worst(pairs, lambda p: float(_negated(p.answer) != _negated(p.evidence))),
        "negation_scope_mismatch": max((_scope_mismatch(a, p) for p in pairs), default=0.0),
        "antonym_conflict": max((_antonym_conflict(a, p) for p in pairs), default=0.0),
        "quantifier_escalation": _only_answer(pairs, lexicon.UNIVERSAL),
        "quantifier_weakened": _worst(pairs, lambda p: float(_one_sided(p, lexicon.PARTIAL))),
        "exclusive_added": _only_answer(pairs, lexicon.EXCLUSIVE),
        "booster_added": float(bool((set(words) & lexicon.BOOSTERS) - a.context_words)),
        "attribution_mismatch": _worst(pairs, lambda p: _attribution_mismatch(a, p)),
        "role_order_mismatch": _worst(pairs, lambda p: _role_order(a, p)),
        "content_word_precision": _known_share(a, (s for s in a.answer_stems if not s[0].isdigit())),
        "head_noun_support": _known_share(a, heads(a.answer)),
        "opens_yes": float(opening in _YES),
        "opens_no": float(opening == "no"),
    }


def _opening(a: Analysis) -> str:
    """The first word of the first statement, of which "Yes," is no part that could be held against evidence."""
    if not a.statements:
        return ""
    unit = a.statements[0].unit
    return next(iter(words_of(a.triple.answer[unit.start : unit.end])), "")


def _pair(a: Analysis, match: Match) -> Pair:
    evidence = match.evidence
    held = _words(a.passages[match.passage], evidence) if evidence else ()
    # Cubed: where the two sentences hardly match, what one of them negates says nothing of the other.
    return Pair(frozenset(_words(a.answer, match.sentence)), frozenset(held), match.strength**3, match)


def _words(document: Document, sentence: Sentence) -> tuple[str, ...]:
    return document.words[sentence.first : sentence.last]


def _rate(words: Sequence[str], table: frozenset[str]) -> float:
    return sum(word in table for word in words) / max(1, len(words))


def _worst(pairs: Iterable[Pair], measure: Callable[[Pair], float]) -> float:
    return max((measure(p) * p.strength for p in pairs), default=0.0)


def _only_answer(pairs: Sequence[Pair], table: frozenset[str]) -> float:
    return _mean(float(bool(p.answer & table) and not p.evidence & table) for p in pairs)


def _only_evidence(pairs: Sequence[Pair], table: frozenset[str]) -> float:
    return _mean(float(bool(p.evidence & table) and not p.answer & table) for p in pairs)


def _one_sided(p: Pair, table: frozenset[str]) -> bool:
    return bool(p.answer & table) != bool(p.evidence & table)


def _mean(values: Iterable[float]) -> float:
    found = list(values)
    return sum(found) / len(found) if found else 0.0


def _negated(words: frozenset[str]) -> bool:
    plain, implied = words & lexicon.NEGATORS, words & lexicon.IMPLICIT_NEGATORS
    return bool(plain) != bool(implied) if len(plain) <= 1 else True


def _modal_clash(p: Pair) -> float:
    must, may = lexicon.OBLIGATION, lexicon.PERMISSION
    one = bool(p.answer & must) and not p.answer & may and bool(p.evidence & may) and not p.evidence & must
    other = bool(p.answer & may) and not p.answer & must and bool(p.evidence & must) and not p.evidence & may
    return float(one or other)


_SCOPE = 5


def _in_negation_scope(document: Document, sentence: Sentence) -> set[str]:
    """Content stems within five words after a negator."""
    found: set[str] = set()
    for i in range(sentence.first, sentence.last):
        if document.words[i] in lexicon.NEGATORS:
            found.update(filter(None, document.stems[i + 1 : min(i + 1 + _SCOPE, sentence.last)]))
    return found


def _scope_mismatch(a: Analysis, p: Pair) -> float:
    evidence = p.match.evidence
    if evidence is None:
        return 0.0
    document = a.passages[p.match.passage]
    shared = set(a.answer.content(p.match.sentence)) & set(document.content(evidence))
    here = _in_negation_scope(a.answer, p.match.sentence) & shared
    there = _in_negation_scope(document, evidence) & shared
    return len(here ^ there) / len(shared) if shared else 0.0


def _antonym_conflict(a: Analysis, p: Pair) -> float:
    evidence = p.match.evidence
    if evidence is None:
        return 0.0
    held = set(a.passages[p.match.passage].content(evidence))
    wanted = set(a.answer.content(p.match.sentence))
    return p.strength * min(1.0, sum(bool(antonyms(s) & held - wanted) for s in wanted - held))


def _attribution_mismatch(a: Analysis, p: Pair) -> float:
    if p.match.evidence is None or not p.answer & lexicon.ATTRIBUTION:
        return 0.0
    unit = p.match.sentence.unit
    names = [
        m.key.lower() for m in a.answer.mentions if unit.start <= m.start < unit.end and m.kind == "name"
    ]
    held = " ".join(_words(a.passages[p.match.passage], p.match.evidence))
    return _mean(float(name.split()[-1] not in held) for name in names if name)


def _role_order(a: Analysis, p: Pair) -> float:
    """Of the word pairs that both sentences hold once, the share that stands in reverse order."""
    evidence = p.match.evidence
    if evidence is None:
        return 0.0
    there = a.passages[p.match.passage].content(evidence)
    here = a.answer.content(p.match.sentence)
    place = {stem: i for i, stem in enumerate(there) if there.count(stem) == 1}
    shared = [stem for stem in here if stem in place and here.count(stem) == 1]
    pairs = list(combinations(shared, 2))
    return sum(place[x] > place[y] for x, y in pairs) / len(pairs) if pairs else 0.0


def _known_share(a: Analysis, stems: Iterable[str]) -> float:
    wanted = list(stems)
    return sum(stem in a.known_stems for stem in wanted) / len(wanted) if wanted else 1.0


def heads(document: Document) -> Iterable[str]:
    """The last content word of each run of content words: the head of an English noun phrase."""
    for i, stem in enumerate(document.stems):
        following = document.stems[i + 1] if i + 1 < len(document.stems) else ""
        if stem and not following and not stem[0].isdigit():
            yield stem
