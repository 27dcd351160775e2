# SPDX-License-Identifier: Apache-2.0
"""Baselines and leak probes on made-up rows where each can or cannot know the label."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from dataclasses import replace

import numpy as np
import pytest
from numpy.typing import NDArray

from faithstill.data import Label, Triple
from faithstill.train.evaluate.baseline_methods import METHODS, MethodKind, ten_features, tfidf, token_overlap
from faithstill.train.evaluate.baselines import Baseline, baselines, probes, untrained_overlap
from faithstill.train.evaluate.evaluation import evaluate
from faithstill.train.fit.answer_rows import Rows, groups_of, labels_of
from faithstill.train.fit.cross_validation import fit
from faithstill.train.metrics.binary_metrics import roc_auc

WORDS = [
    "amber",
    "basin",
    "cedar",
    "delta",
    "ember",
    "fjord",
    "grove",
    "haven",
    "inlet",
    "jetty",
    "knoll",
    "ledge",
    "marsh",
    "nadir",
]
Maker = Callable[[int, bool, np.random.Generator], Triple]


def row(i: int, faithful: bool, context: Sequence[str], answer: Sequence[str]) -> Triple:
    return Triple.of(
        question=f"Which word is number {i}?",
        contexts=[" ".join(context)],
        answer=" ".join(answer),
        label=Label.FAITHFUL if faithful else Label.UNFAITHFUL,
        group=f"g{i // 2}",
    )


def copying(i: int, faithful: bool, rng: np.random.Generator) -> Triple:
    """Faithful answers copy their context, others do not; no word by itself says which."""
    context = rng.choice(WORDS, 6, replace=False).tolist()
    others = [word for word in WORDS if word not in context]
    return row(i, faithful, context, rng.choice(context if faithful else others, 4, replace=False).tolist())


def leaking(i: int, faithful: bool, rng: np.random.Generator) -> Triple:
    """Faithful answers say 'indeed'."""
    drawn = rng.choice(WORDS, 6, replace=False).tolist()
    return row(i, faithful, drawn, [*drawn[:3], "indeed" if faithful else "perhaps"])


def short(i: int, faithful: bool, rng: np.random.Generator) -> Triple:
    """Faithful answers are short."""
    return row(i, faithful, ["nothing"], ["word"] * (rng.integers(2, 8) if faithful else rng.integers(6, 15)))


def telling(i: int, faithful: bool, rng: np.random.Generator) -> Triple:
    """Contexts of faithful answers say 'indeed'."""
    drawn = rng.choice(WORDS, 6, replace=False).tolist()
    return row(i, faithful, [*drawn[:3], "indeed" if faithful else "perhaps"], drawn)


def made(maker: Maker, n: int = 120, seed: int = 0) -> list[Triple]:
    rng = np.random.default_rng(seed)
    return [maker(i, bool(i % 2) ^ bool(rng.random() < 0.5), rng) for i in range(n)]


def features(triples: Sequence[Triple], seed: int = 0) -> NDArray[np.float64]:
    noise = np.random.default_rng(seed).normal(size=(len(triples), 15))
    return np.column_stack([noise, [token_overlap(triple) for triple in triples]])


@pytest.fixture(scope="module")
def found() -> dict[str, Baseline]:
    train, held_out = made(copying), made(copying, 60, seed=1)
    X, names = features(train), [f"x{i}" for i in range(16)]  # noqa: N806
    fitted = fit(X, labels_of(train), groups_of(train), names, cs=(0.1,))
    rivals = baselines(train, held_out, X, features(held_out, 1), fitted, bootstrap=50)
    return {rival.name: rival for rival in rivals}


def auc_of(baseline: Baseline) -> tuple[float, float]:
    sets = (baseline.on(held_out=False), baseline.on(held_out=True))
    oof, held_out = (found.metrics.roc_auc.value for found in sets)
    assert oof is not None
    assert held_out is not None
    return oof, held_out


def test_every_method_reports_both_sets_of_rows(found: dict[str, Baseline]) -> None:
    assert list(found) == [method.name for method in METHODS]
    for rival in found.values():
        assert rival.held_out is not None
        assert (rival.oof.p.shape, rival.held_out.p.shape) == ((120,), (60,))
        assert json.dumps(rival.as_dict(), allow_nan=False)


def test_only_overlap_and_features_see_copying(found: dict[str, Baseline]) -> None:
    assert min(auc_of(found["token overlap"])) > 0.95
    assert min(auc_of(found["ten features"])) > 0.95
    for leak in ("answer only", "context-blind", "contexts only", "answer length"):
        assert found[leak].kind == MethodKind.LEAK
        assert max(auc_of(found[leak])) < 0.7


def test_trivial_rules_by_hand(found: dict[str, Baseline]) -> None:
    everything, nothing = found["flag everything"].oof.metrics, found["flag nothing"].oof.metrics
    share = everything.n_positive / everything.n
    assert (everything.f1.value, everything.recall.value) == (0.0, 0.0)
    assert everything.precision.value is None
    assert (nothing.recall.value, everything.roc_auc.value) == (1.0, 0.5)
    assert nothing.precision.value == pytest.approx(share)
    assert everything.brier.value == pytest.approx(share)


def test_probabilities_are_calibrated(found: dict[str, Baseline]) -> None:
    base = found["answer only"].oof.metrics.base_rate_brier
    for name in ("TF-IDF", "answer only", "contexts only"):
        brier = found[name].oof.metrics.brier.value
        assert brier is not None
        assert brier < base + 0.03


def test_scores_below_chance_are_ranked_as_they_are_and_calibrated_to_the_base_rate() -> None:
    """Faithful answers copy nothing: overlap ranks the wrong way round, and calibration makes one number of it."""
    labels = {True: Label.FAITHFUL, False: Label.UNFAITHFUL}
    triples = [replace(triple, label=labels[token_overlap(triple) < 0.5]) for triple in made(copying)]
    X, names = features(triples), [f"x{i}" for i in range(16)]  # noqa: N806
    fitted = fit(X, labels_of(triples), groups_of(triples), names, cs=(0.1,))
    (rival,) = baselines(triples, triples, X, X, fitted, methods=METHODS[2:3], bootstrap=20)
    assert np.unique(rival.on(held_out=True).p).size == 1
    assert auc_of(rival) == (0.0, 0.0)
    found = evaluate(
        labels_of(triples), fitted.oof, 0.5, triples, against=[rival], held_out=True, bootstrap=20
    )
    assert found.comparisons[0].difference.value == found.metrics.roc_auc.value


def test_overlap_needs_no_rows_to_learn_from(found: dict[str, Baseline]) -> None:
    rows = Rows.of(made(copying, 60, seed=1))
    alone = untrained_overlap(rows, bootstrap=20)
    there = found["token overlap"].on(held_out=True)
    assert alone.on(held_out=False).scores.tolist() == there.scores.tolist()
    assert alone.on(held_out=False).metrics.roc_auc.value == there.metrics.roc_auc.value
    with pytest.raises(ValueError, match="'token overlap' has no held-out rows"):
        alone.on(held_out=True)


def test_without_held_out_rows_there_are_no_held_out_figures() -> None:
    train = made(copying, 40)
    fitted = fit(features(train), labels_of(train), groups_of(train), [f"x{i}" for i in range(16)], cs=(0.1,))
    (rival,) = baselines(train, (), features(train), None, fitted, methods=METHODS[2:3], bootstrap=10)
    assert rival.held_out is None
    assert rival.as_dict()["held_out_metrics"] is None


def test_words_of_contexts_and_answers_are_different_terms() -> None:
    """The label is whether 'amber' stands in the answer; contexts have it at random."""
    rng = np.random.default_rng(0)
    triples = [
        row(i, bool(i % 2), ["amber" if rng.random() < 0.5 else "basin"], ["amber" if i % 2 else "basin"])
        for i in range(80)
    ]
    rows = Rows.of(triples)
    both = tfidf("answer", "context")(rows, rows)
    assert roc_auc(rows.y, both) == 1.0
    gap = both[rows.y > 0].min() - both[rows.y == 0].max()
    spread = both[rows.y > 0].max() - both[rows.y > 0].min()
    assert gap > 3 * spread


def test_ten_features_uses_at_most_ten() -> None:
    rng = np.random.default_rng(0)
    matrix = rng.normal(size=(200, 30))
    y = (matrix.sum(axis=1) + rng.normal(size=200) > 0).astype(np.int64)
    triples = tuple(row(i, bool(label), ["a"], ["b"]) for i, label in enumerate(y))
    rows = Rows(triples, matrix, y, np.arange(200))
    scores = ten_features(rows, rows)
    used = 0
    for i in range(30):
        moved = matrix.copy()
        moved[:, i] = matrix[::-1, i]
        used += bool((ten_features(rows, Rows(triples, moved, y, np.arange(200))) != scores).any())
    assert 6 <= used <= 10


def test_ten_features_of_constant_columns_tell_nothing() -> None:
    triples = made(copying, 20)
    rows = Rows.of(triples, np.ones((20, 3)))
    assert ten_features(rows, rows).tolist() == [0.0] * 20


@pytest.mark.parametrize(
    ("maker", "seen", "unseen"),
    [
        (copying, "token_overlap_auc", "answer_only_auc"),
        (leaking, "answer_only_auc", "length_auc"),
        (leaking, "context_blind_auc", "token_overlap_auc"),
        (short, "length_auc", "token_overlap_auc"),
        (telling, "contexts_only_auc", "answer_only_auc"),
    ],
)
def test_probes_see_what_leaks(maker: Maker, seen: str, unseen: str) -> None:
    shown = probes(made(maker)).as_dict()
    assert shown[seen] > 0.9
    if unseen == "token_overlap_auc" and maker is leaking:
        assert shown[unseen] == pytest.approx(0.5)
    else:
        assert shown[unseen] < 0.7


def test_groups_are_not_recognised_by_their_words() -> None:
    """Labels are those of the group and contexts name it: torn groups would give an AUC of 1."""
    rng = np.random.default_rng(0)
    triples = []
    for i in range(120):
        context = [f"case{i // 4}", *rng.choice(WORDS, 3).tolist()]
        triples.append(row(i, bool((i // 4 * 7919) % 13 % 2), context, [f"case{i // 4}"]))
    regrouped = [
        Triple.of(question="", contexts=t.passages, answer=t.answer, label=t.label, group=t.answer)
        for t in triples
    ]
    torn = [
        Triple.of(question="", contexts=t.passages, answer=t.answer, label=t.label, group=str(i))
        for i, t in enumerate(triples)
    ]
    whole, split = probes(regrouped).answer_only_auc, probes(torn).answer_only_auc
    assert whole is not None
    assert split is not None
    assert whole < 0.65 < 0.95 < split


def test_rows_of_one_class_have_no_probes_but_a_reason() -> None:
    shown = probes([row(i, True, ["a"], ["b"]) for i in range(20)])
    assert shown.answer_only_auc is None
    assert "none of the 20 rows is unfaithful" in shown.reason


def test_rows_that_share_no_word_are_scored_alike() -> None:
    triples = [row(i, bool(i % 2), [f"c{i}"], [f"a{i}"]) for i in range(20)]
    assert probes(triples).answer_only_auc == 0.5


def test_rows_without_a_label_are_named() -> None:
    bare = Triple.of(question="", contexts=["a"], answer="b")
    with pytest.raises(ValueError, match="row 1 has no label"):
        labels_of([row(0, True, ["a"], ["b"]), bare])


def test_rows_without_a_group_are_grouped_by_their_contexts() -> None:
    one, two, other = (
        Triple.of(question=q, contexts=[c], answer="") for q, c in [("1", "a"), ("2", "a"), ("3", "b")]
    )
    keys = groups_of([one, two, other])
    assert keys[0] == keys[1] != keys[2]
