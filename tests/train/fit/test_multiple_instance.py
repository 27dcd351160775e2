# SPDX-License-Identifier: Apache-2.0
"""The fit on answers of several statements whose truth is known."""

from __future__ import annotations

import json
from dataclasses import dataclass, replace

import numpy as np
import pytest
from numpy.typing import NDArray

from faithstill.train.fit.answer_rows import Rows
from faithstill.train.fit.cross_validation import Fitted, fit
from faithstill.train.fit.multiple_instance import Learner, Taught
from faithstill.train.fit.statement_bags import SUPPORTED, UNKNOWN, UNSUPPORTED, Bags
from faithstill.train.metrics.binary_metrics import roc_auc

Floats = NDArray[np.float64]
Ints = NDArray[np.int64]

NAMES = ("support", "noise", "oddity")
ANSWERS = 240
CS = (0.01, 0.1)


@dataclass(frozen=True, slots=True, eq=False)
class Planted:
    """Answers of one to five statements; in each unfaithful one the statement at `false` is not supported."""

    bags: Bags
    y: Ints
    groups: Ints
    false: Ints


def planted(*, marked: bool = False, n: int = ANSWERS, seed: int = 0) -> Planted:
    """Right statements have much of `support` and a false one little; nothing else tells the two apart."""
    rng = np.random.default_rng(seed)
    y = (np.arange(n) % 2).astype(np.int64)
    rng.shuffle(y)
    counts = rng.integers(1, 6, n)
    owner = np.repeat(np.arange(n), counts)
    first = np.concatenate([[0], counts.cumsum()[:-1]])
    false = np.where(y == 0, first + rng.integers(0, counts), -1)
    right = np.ones(owner.size, dtype=bool)
    right[false[false >= 0]] = False
    matrix = rng.normal(size=(owner.size, len(NAMES)))
    matrix[:, 0] += np.where(right, 2.0, -2.0)
    matrix[:, 2] = 0.0
    known = np.where(y[owner] == 1, SUPPORTED, UNKNOWN)
    if marked:
        known = np.where(right, SUPPORTED, UNSUPPORTED)
    refused = np.full(n, np.inf)
    return Planted(Bags(matrix, owner, known, refused), y, np.arange(n) // 4, false)


def fitted(rows: Planted, taught: Taught | None = None) -> Fitted:
    return fit(rows.bags, rows.y, rows.groups, NAMES, cs=CS, taught=taught)


@pytest.fixture(scope="module")
def learnt() -> Fitted:
    return fitted(planted())


@pytest.mark.parametrize("marked", [False, True])
def test_the_false_statement_among_right_ones_is_found(marked: bool) -> None:
    rows = planted(marked=marked)
    model = fitted(rows).model
    new = planted(seed=1)
    worst = new.bags.worst(model.logits(new.bags.matrix))
    assert (worst == new.false)[new.y == 0].mean() > 0.95
    assert abs(model.coef[1]) < model.coef[0] / 5


def test_answers_are_told_apart_however_many_right_statements_stand_around(learnt: Fitted) -> None:
    new = planted(seed=2, n=600)
    logits = new.bags.answers(learnt.model.logits(new.bags.matrix), learnt.model.others)
    for few in (True, False):
        some = (new.bags.counts <= 2) == few
        found = roc_auc(new.y[some], logits[some])
        assert found is not None
        assert found > 0.97


def test_marked_statements_are_learnt_from_even_where_another_looks_worse() -> None:
    # `oddity` alone tells the marked statement; by `support` another statement of the answer is the worst.
    rows = planted(marked=True)
    matrix = rows.bags.matrix.copy()
    matrix[:, 0] = np.random.default_rng(3).normal(size=len(matrix))
    matrix[rows.false[rows.y == 0], 2] = 1.0
    model = fitted(replace(rows, bags=replace(rows.bags, matrix=matrix))).model
    assert model.coef[2] < -1.0 < model.coef[0]
    assert -model.coef[2] > 3 * abs(model.coef[0])


def test_taught_statements_are_scored_lower(learnt: Fitted) -> None:
    rows = planted()
    odd = np.array([0.0, 0.0, 1.0])
    shown = np.tile(odd, (ANSWERS // 2, 1)) + np.random.default_rng(4).normal(
        scale=0.1, size=(ANSWERS // 2, 3)
    )
    taught = Taught(shown, np.arange(0, ANSWERS, 2))
    model = fitted(rows, taught).model
    plain = np.zeros(3)
    assert learnt.model.logit(odd) == learnt.model.logit(plain)
    assert model.logit(odd) < model.logit(plain) - 1
    # Nothing is measured on them: as many answers out of fold as there are rows.
    assert fitted(rows, taught).oof.shape == (ANSWERS,)


def test_taught_statements_go_with_their_rows() -> None:
    taught = Taught(np.arange(8.0).reshape(4, 2), np.array([0, 2, 2, 3]))
    some = taught.where(np.array([False, True, True, True]))
    assert (some.matrix[:, 0].tolist(), some.row.tolist()) == ([2.0, 4.0, 6.0], [1, 1, 2])
    assert taught.beside(np.array([True, False, False, True]))[:, 0].tolist() == [0.0, 6.0]
    assert taught.columns([1]).matrix.tolist() == [[1.0], [3.0], [5.0], [7.0]]


def test_a_fold_is_not_taught_beside_its_own_rows() -> None:
    # A column that only what is taught beside one row has: the model of that row's fold cannot weigh it.
    rows = planted()
    taught = Taught(np.array([[0.0, 0.0, 1.0]] * 20), np.zeros(20, dtype=np.int64))
    found = fitted(rows, taught)
    weights = np.array([fold.coef[2] for fold in found.folds])
    assert weights[found.fold_of[0]] == 0.0
    assert np.delete(weights, found.fold_of[0]).max() < 0


def test_a_matrix_is_the_same_as_answers_of_one_statement() -> None:
    rows = planted()
    matrix, y, groups = rows.bags.matrix[:ANSWERS], rows.y, rows.groups
    one, other = (fit(X, y, groups, NAMES, cs=CS) for X in (matrix, Bags.single(matrix, y)))
    assert json.dumps(one.model.as_json()) == json.dumps(other.model.as_json())
    assert one.oof.tobytes() == other.oof.tobytes()
    assert one.model.others == 0.0


@pytest.mark.parametrize("seed", range(3))
def test_others_count_from_nothing_to_all(seed: int) -> None:
    # Labels that hang on the mean of the statements ask for more than there is to be had.
    rng = np.random.default_rng(seed)
    rows = planted(seed=seed)
    means = np.bincount(rows.bags.owner, rows.bags.matrix[:, 0]) / rows.bags.counts
    y = (means + rng.normal(scale=0.1, size=ANSWERS) > np.median(means)).astype(np.int64)
    model = fitted(replace(rows, y=y)).model
    assert 0.0 < model.others <= 1.0
    assert 0.0 <= fitted(planted(seed=seed)).model.others < model.others


def test_refusals_limit_answers_and_are_not_learnt_from() -> None:
    rows = planted()
    refused = rows.bags.refused.copy()
    refused[:10] = -3.0
    found, plain = fitted(replace(rows, bags=replace(rows.bags, refused=refused))), fitted(rows)
    assert json.dumps(found.model.as_json()) == json.dumps(plain.model.as_json())
    assert (found.oof[:10] < found.threshold).all()
    assert (found.oof[:10] <= plain.oof[:10]).all()
    assert (found.oof[10:] == plain.oof[10:]).all()


def test_answers_that_only_refuse_are_judged_by_their_refusal() -> None:
    rows = planted()
    stating = ~np.isin(rows.bags.owner, (0, 1))
    refused = rows.bags.refused.copy()
    refused[:2] = (1.0, -1.0)
    bags = Bags(rows.bags.matrix[stating], rows.bags.owner[stating], rows.bags.known[stating], refused)
    found = fitted(replace(rows, bags=bags))
    assert found.oof[0] > found.threshold > found.oof[1]
    alone = Rows((), np.zeros((0, 0)), rows.y, rows.groups, bags=bags).probabilities(found.model)
    assert alone[0] > found.threshold > alone[1]


def test_the_statement_that_decides_stands_for_its_answer(learnt: Fitted) -> None:
    rows = planted()
    some = rows.bags.where(np.arange(ANSWERS) < 4)
    own = replace(some, refused=np.full(4, 1.0))
    silent = Bags(own.matrix[own.owner > 0], own.owner[own.owner > 0], own.known[own.owner > 0], own.refused)
    found = Rows((), np.zeros((0, 0)), rows.y[:4], rows.groups[:4], bags=silent).decided(learnt.model).matrix
    logits = learnt.model.logits(own.matrix)
    assert found[0].tolist() == learnt.model.mean.tolist()
    assert not learnt.model.contributions(found[0]).any()
    for answer in (1, 2, 3):
        assert learnt.model.logit(found[answer]) == logits[own.owner == answer].min()
    none = Bags(own.matrix[:0], own.owner[:0], own.known[:0], own.refused)
    bare = Rows((), np.zeros((0, 0)), rows.y[:4], rows.groups[:4], bags=none).decided(learnt.model)
    assert bare.matrix.tolist() == [learnt.model.mean.tolist()] * 4


def test_a_bad_value_is_told_with_the_answer_that_it_stands_in() -> None:
    rows = planted(n=20)
    matrix = rows.bags.matrix.copy()
    at = int(np.flatnonzero(rows.bags.owner == 7)[0])
    matrix[at, 1] = np.nan
    with pytest.raises(ValueError, match="row 7: feature noise is nan"):
        fit(replace(rows.bags, matrix=matrix), rows.y, rows.groups, NAMES, folds=2)


def test_answers_that_state_nothing_leave_nothing_to_learn() -> None:
    rows = planted(n=20)
    stating = rows.y[rows.bags.owner] == 0
    refused = np.where(rows.y == 1, 1.0, np.inf)
    bags = Bags(rows.bags.matrix[stating], rows.bags.owner[stating], rows.bags.known[stating], refused)
    with pytest.raises(ValueError, match="none of the 10 rows that state anything is faithful"):
        fit(bags, rows.y, rows.groups, NAMES, folds=2)


def test_regressions_without_taught_statements_or_company_are_plain_ones() -> None:
    rows = planted()
    single = Bags.single(rows.bags.matrix[:ANSWERS], rows.y)
    (one,) = Learner("balanced", (0, 0, 0)).regressions(single, rows.y, None, (0.1,))
    (other,) = Learner("balanced", (0, 0, 0)).regressions(single, rows.y, single.matrix[:0], (0.1,))
    assert one.coef.tolist() == other.coef.tolist()
