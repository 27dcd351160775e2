# SPDX-License-Identifier: Apache-2.0
"""False statements for training, and composed answers to measure on: kept apart, and the same for the same seed."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

import pytest

from faithstill.data import Label, Triple
from faithstill.featurize.claims import answer_sentences
from faithstill.train.bench.composed_answers import LENGTHS, Composed, composed, framed
from faithstill.train.planting.mutants import MutationKind
from faithstill.train.planting.unsupported_statements import (
    MEASURED_ERRORS,
    OTHER_ANSWER,
    TRAINING_ERRORS,
    Unsupported,
    unsupported_statements,
    written_sentences,
)

PLANS = ("Amber", "Birch", "Cedar", "Dover", "Elgin", "Forth")
SENTENCES = (
    "The {} plan costs ${} a month.",
    "Support for {} answers within {} hours.",
    "Members of {} may bring {} guests each year.",
)


def made() -> list[Triple]:
    """Two domains of three groups, five faithful answers each, one of three sentences; one refusal, one unfaithful."""
    found = []
    for i, name in enumerate(PLANS):
        domain = "plans" if i < 3 else "clubs"
        said = [text.format(name, n + 3 * i + 2) for n, text in enumerate(SENTENCES)]
        more = [f"Every {name} member has {n} lockers in hall {n + i}." for n in range(20, 32)]
        contexts = [" ".join([*said, *more])]
        answers = [*said, " ".join(said), " ".join(more)]
        rows = [(answer, Label.FAITHFUL, "verbatim") for answer in answers]
        rows += [("The documents do not state it.", Label.FAITHFUL, "refusal")]
        rows += [(f"The {name} plan is free for pensioners in Norway.", Label.UNFAITHFUL, "verbatim")]
        found += [
            Triple.of(
                question=f"What is {name}?", contexts=contexts, answer=answer, label=label, answer_type=kind,
                domain=domain, group=f"g{i}", id=f"{i}-{n}",
            )
            for n, (answer, label, kind) in enumerate(rows)
        ]  # fmt: skip
    return found


def statements(split: str, seed: int = 3) -> list[Unsupported]:
    return list(unsupported_statements(made(), seed=seed, split=split, most=30))


def texts_of(found: Sequence[Unsupported]) -> set[str]:
    return {one.triple.answer for one in found if one.kind != OTHER_ANSWER}


def test_what_is_learnt_from_is_not_what_is_measured() -> None:
    trained, measured = statements("train"), statements("test")
    assert not TRAINING_ERRORS & MEASURED_ERRORS
    assert MutationKind.CITATION not in TRAINING_ERRORS | MEASURED_ERRORS
    assert not texts_of(trained) & texts_of(measured)
    planted = [{one.kind for one in found if one.kind.startswith("planted")} for found in (trained, measured)]
    assert all(planted)
    assert not planted[0] & planted[1]


def test_written_sentences_stand_in_one_split() -> None:
    train, test = written_sentences("train"), written_sentences("test")
    assert not {row["text"].lower() for row in train} & {row["text"].lower() for row in test}
    assert Counter(row["kind"] for row in train).keys() == Counter(row["kind"] for row in test).keys()
    assert {row["split"] for row in train} == {"train"}


@pytest.mark.parametrize("split", ["train", "test"])
def test_the_same_seed_makes_the_same_rows(split: str) -> None:
    assert statements(split) == statements(split)
    assert statements(split) != statements(split, seed=4)


@pytest.mark.parametrize("split", ["train", "test"])
def test_each_is_one_statement_beside_the_contexts_of_its_row(split: str) -> None:
    triples, found = made(), statements(split)
    assert {one.kind.split()[0] for one in found} > {"other", "planted"}
    for one in found:
        base = triples[one.row]
        assert (one.triple.passages, one.triple.question) == (base.passages, base.question)
        assert (base.label, base.answer_type) == (Label.FAITHFUL, "verbatim")
        assert one.triple.label is Label.UNFAITHFUL
        assert len(answer_sentences(one.triple.answer)) == 1
    # Most are such that they are no sentence of the contexts.
    assert not any(one.triple.answer in one.triple.passages[0].text for one in found)


def test_sentences_of_other_answers_come_from_other_groups_of_the_domain() -> None:
    triples = made()
    others = [one for one in statements("test") if one.kind == OTHER_ANSWER]
    assert others
    for one in others:
        sources = {t.group for t in triples if one.triple.answer in t.answer}
        assert triples[one.row].group not in sources
        assert {t.domain for t in triples if t.group in sources} == {triples[one.row].domain}


def test_a_share_of_all_rows_has_statements_made() -> None:
    many = [t for _ in range(4) for t in made()]
    rows = {one.row for one in unsupported_statements(many, seed=1)}
    assert 0 < len(rows) <= round(len(many) / 30)
    unlabelled = [t for t in made() if t.label is not Label.FAITHFUL]
    assert not list(unsupported_statements(unlabelled, seed=1, most=9))


def answers(seed: int = 5) -> list[Composed]:
    return list(composed(made(), seed=seed, most=4))


def test_composed_answers_have_the_lengths_asked_for() -> None:
    found = answers()
    assert Counter(one.length for one in found) == dict.fromkeys(LENGTHS, 4)
    for one in found:
        right, wrong = (answer_sentences(t.answer) for t in (one.right, one.wrong))
        assert (len(right), len(wrong)) == (one.length, one.length + 1)
        assert (one.right.label, one.wrong.label) == (Label.FAITHFUL, Label.UNFAITHFUL)
        assert one.right.passages == one.wrong.passages


def test_composed_answers_hold_right_sentences_and_one_false_one() -> None:
    places = set()
    for one in answers():
        evidence = one.right.passages[0].text
        right = [s.text for s in answer_sentences(one.right.answer)]
        wrong = [s.text for s in answer_sentences(one.wrong.answer)]
        assert all(text in evidence for text in right)
        (false,) = [text for text in wrong if text not in right]
        assert false not in evidence
        assert [text for text in wrong if text != false] == right
        places.add(wrong.index(false) / one.length)
    assert {0.0, 1.0} < places


def test_composed_answers_take_nothing_from_training() -> None:
    trained = {row["text"] for row in written_sentences("train")}
    kinds = {f"planted {kind}" for kind in TRAINING_ERRORS}
    found = answers()
    assert answers() == found
    assert answers(seed=6) != found
    assert not any(text in one.wrong.answer for one in found for text in trained)
    assert not kinds & {one.kind for one in found}


def test_frames_wrap_the_answer_and_keep_it() -> None:
    triples = made()
    pairs = list(framed(triples, seed=2))
    assert pairs == list(framed(triples, seed=2))
    assert [bare for bare, _ in pairs] == triples
    sides = set()
    for bare, letter in pairs:
        before, _, after = letter.answer.partition(bare.answer)
        assert bare.answer in letter.answer
        assert before or after
        sides.add((bool(before.strip()), bool(after.strip())))
        assert (letter.label, letter.passages) == (bare.label, bare.passages)
    assert sides == {(True, True), (True, False), (False, True)}
