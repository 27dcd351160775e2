# SPDX-License-Identifier: Apache-2.0
"""Do the answer's words stand in the evidence, where, and how nearly copied?"""

from __future__ import annotations

from collections.abc import Mapping
from math import log1p

from rapidfuzz.distance import LCSseq

from faithstill.featurize.analysis import Analysis, containment
from faithstill.featurize.extract.document import weight
from faithstill.featurize.overlap import Runs, runs_of

from .feature import ALARM, SUPPORT, UNBOUNDED, Feature

_NO_WORDS = "answer without content words"
_NO_CONTEXT = "no passages"
_HIGHEST_SCORE = 1e100  # what is larger, or not a number, is no retriever's score
_NO_QUESTION = "question without content words"

FEATURES = (
    Feature("answer_precision", "share of the answer's content words found in the passages", undefined=_NO_WORDS, neutral=1, direction=SUPPORT),
    Feature("answer_precision_idf", "share of the answer's content words found in the passages, rare words weighing more", undefined=_NO_WORDS, neutral=1, direction=SUPPORT),
    Feature("sentence_precision.min", "worst answer sentence: word share in its best evidence sentence", undefined=_NO_WORDS, neutral=1, direction=SUPPORT),
    Feature("unsupported_mass", "log of 1 + summed rarity of answer words that no passage or question holds", 0, UNBOUNDED, direction=ALARM),
    Feature("best_context_share", "share of the answer's content words found in the single best passage", undefined=_NO_WORDS, neutral=1, direction=SUPPORT),
    Feature("best_context_len", "log of 1 + words of the best passage", 0, UNBOUNDED, _NO_CONTEXT),
    Feature("best_context_rank", "place of the best passage, 0 first and 1 last", undefined="fewer than two passages"),
    Feature("supported_topk_impact", "answer precision over all passages minus over the best passage alone"),
    Feature("qa_coverage.verbatim", "share of the question's content words repeated in the answer", undefined=_NO_QUESTION),
    Feature("qa_coverage.synonym", "additional share of question words that the answer holds as synonyms", undefined=_NO_QUESTION),
    Feature("qc_coverage", "rarity-weighted share of the question's content words in the passages", undefined=_NO_QUESTION, neutral=1),
    Feature("qc_sentence_coverage", "rarity-weighted share of the question's content words in the best single evidence sentence", undefined=_NO_QUESTION, neutral=1),
    Feature("q_len", "log of 1 + words of the question", 0, UNBOUNDED),
    Feature("a_len", "log of 1 + words of the answer", 0, UNBOUNDED),
    Feature("avg_ctx_len_tokens", "log of 1 + mean words of a passage", 0, UNBOUNDED, _NO_CONTEXT),
    Feature("ngram_precision.2", "share of the answer's word pairs found in the passages", undefined="under two words", neutral=1, direction=SUPPORT),
    Feature("ngram_precision.4", "share of the answer's runs of four words found in the passages", undefined="under four words", neutral=1, direction=SUPPORT),
    Feature("longest_copied_share", "longest run of answer words copied from a passage over the answer's length", direction=SUPPORT),
    Feature("order_gap", "words shared with the best evidence sentence but in another order, mean over sentences", direction=ALARM),
    Feature("retrieval.redundancy", "mean word overlap between neighbouring passages", undefined="fewer than two passages"),
    Feature("retrieval.unused_share", "share of passages that are no answer sentence's best evidence", undefined=_NO_CONTEXT),
    Feature("retrieval.score_lead", "retriever score of the best passage over the mean of all, scaled to -1 to 1", -1, 1, "no retriever scores"),
)  # fmt: skip


def compute(a: Analysis, known: Mapping[str, float]) -> Mapping[str, float]:
    """The lexical features of one triple."""
    stems = a.answer_stems
    rare = {stem: weight(stem) for stem in stems}
    shares = [containment(rare, document.stem_bag) for document in a.passages]
    best = max(range(len(shares)), key=lambda i: (shares[i], -i), default=-1)
    precisions = _sentence_precisions(a)
    precision_idf = containment(rare, a.context_bag) if rare else 1.0
    best_share = shares[best] if rare and shares else float(not rare)
    verbatim, synonym = _question_coverage(a)
    lengths = [len(document.words) for document in a.passages]
    return {
        "answer_precision": sum(s in a.context_bag for s in stems) / len(stems) if stems else 1.0,
        "answer_precision_idf": precision_idf,
        "sentence_precision.min": min(precisions, default=1.0),
        "unsupported_mass": log1p(sum(w for stem, w in rare.items() if stem not in a.known_stems)),
        "best_context_share": best_share,
        "best_context_len": log1p(lengths[best]) if lengths else 0.0,
        "best_context_rank": best / (len(shares) - 1) if len(shares) > 1 else 0.0,
        "supported_topk_impact": max(0.0, precision_idf - best_share),
        "qa_coverage.verbatim": verbatim,
        "qa_coverage.synonym": synonym,
        "qc_coverage": a.sought.held,
        "qc_sentence_coverage": a.sought.in_sentence,
        "q_len": log1p(len(a.question.words)),
        "a_len": log1p(len(a.answer.words)),
        "avg_ctx_len_tokens": log1p(sum(lengths) / len(lengths)) if lengths else 0.0,
        "ngram_precision.2": _ngram_precision(a, 2),
        "ngram_precision.4": _ngram_precision(a, 4),
        "longest_copied_share": _longest_copied(a),
        "order_gap": _order_gap(a),
        "retrieval.redundancy": a.material.redundancy,
        "retrieval.unused_share": _unused(a),
        "retrieval.score_lead": _score_lead(a, best),
    }


def _sentence_precisions(a: Analysis) -> list[float]:
    return [match.best_lexical for match in a.matches if a.answer.content(match.sentence)]


def _question_coverage(a: Analysis) -> tuple[float, float]:
    asked = {word: stem for word, stem in zip(a.question.words, a.question.stems, strict=True) if stem}
    if not asked:
        return 0.0, 0.0
    verbatim = sum(word in a.answer.word_bag for word in asked)
    either = sum(word in a.answer.word_bag or stem in a.answer.stem_bag for word, stem in asked.items())
    return verbatim / len(asked), (either - verbatim) / len(asked)


def _ngram_precision(a: Analysis, n: int) -> float:
    wanted = frozenset(runs_of(a.answer.words, n))
    return 1 - len(wanted - a.copied_runs[n]) / len(wanted) if wanted else 1.0


def _longest_copied(a: Analysis) -> float:
    """The longest run of answer words that one passage holds, over the answer's length."""
    runs = Runs(a.answer.words)
    longest = max((runs.longest_in(document.words) for document in a.passages), default=0)
    return longest / max(1, len(a.answer.words))


def _order_gap(a: Analysis) -> float:
    gaps = []
    for match in a.matches:
        if match.evidence is None:
            continue
        answer = a.answer.content(match.sentence)
        evidence = a.passages[match.passage].content(match.evidence)
        held = set(evidence)
        shared = [stem for stem in answer if stem in held]
        if len(shared) > 1:
            gaps.append(1 - LCSseq.similarity(shared, evidence) / len(shared))
    return sum(gaps) / len(gaps) if gaps else 0.0


def _unused(a: Analysis) -> float:
    used = {match.passage for match in a.matches}
    return 1 - len(used & set(range(len(a.passages)))) / len(a.passages) if a.passages else 0.0


def _score_lead(a: Analysis, best: int) -> float:
    given = [passage.score for passage in a.triple.passages]
    scores = [s for s in given if s is not None and abs(s) < _HIGHEST_SCORE]
    own = given[best] if best >= 0 else None
    spread = max(scores, default=0.0) - min(scores, default=0.0)
    return (own - sum(scores) / len(scores)) / spread if own in scores and own is not None and spread else 0.0
