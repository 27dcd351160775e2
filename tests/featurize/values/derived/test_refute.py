# SPDX-License-Identifier: Apache-2.0
from __future__ import annotations

import pytest

from faithstill.data import Triple
from faithstill.featurize import Alignment, Featurizer, Status
from faithstill.featurize.extract import Extractor, Mention
from faithstill.featurize.values.derived.refute import contradicted

REVENUE = "Revenue rose from $60 million in 2022 to $84 million in 2023."
LEASE = "The lease ends five years after July 1, 2021."
LIST = "The fees of the account are $300 for advice, $250 for trading and $310 for custody."

# Question, evidence, answer, its value, and the formula that gives another one.
REFUTED = [
    ("", REVENUE, "Revenue grew 24 percent.", "24 percent", "$60 million -> $84 million = 40%"),
    ("", REVENUE, "Revenue rose by 24%.", "24%", "$60 million -> $84 million = 40%"),
    ("", REVENUE, "Revenue increased by about 24%.", "24%", "$60 million -> $84 million = 40%"),
    ("", "Costs were $60 million in 2022 and $84 million in 2023.", "Costs grew by 12%.", "12%",
     "$60 million -> $84 million = 40%"),
    ("", "Headcount rose from 60 to 84 people.", "Headcount grew 24%.", "24%", "60 -> 84 = 40%"),
    ("", "Headcount rose from 60 to 84.", "Headcount grew 24 percent.", "24 percent", "60 -> 84 = 40%"),
    ("", "", "Revenue grew 24% from $60 million to $84 million.", "24%", "$60 million -> $84 million = 40%"),
    ("", "", "Revenue went from $60 million to $84 million, an increase of 24%.", "24%",
     "$60 million -> $84 million = 40%"),
    ("", "", "Costs rose by $20 million, from $60 million to $84 million.", "$20 million",
     "$60 million -> $84 million = 24,000,000"),
    ("", LEASE, "The lease ends on July 1, 2025.", "July 1, 2025", "five years after July 1, 2021 = 2026-07-01"),
    ("", "", "Two years after 4 May 2020 is 4 May 2023.", "4 May 2023", "Two years after 4 May 2020 = 2022-05-04"),
    ("", LIST, "The fees of the account come to a total of $900.", "$900", "$300 + $250 + $310 = 860"),
    ("", "", "The fees of $300, $250 and $310 add up to $900.", "$900", "$300 + $250 + $310 = 860"),
    ("", "", "$45 and $71 together make $126.", "$126", "$45 + $71 = 116"),
    ("", "", "12 fees of $4 make $50.", "$50", "12 x $4 = 48"),
    ("", "", "36 instalments of $377.16 add up to $13,600.", "$13,600", "36 x $377.16 = 13,577.76"),
    ("", "", "€118, i.e. twelve times €9.", "€118", "twelve x €9 = 108"),
    ("", "", "3% of $2,000 is $70.", "$70", "3% of $2,000 = 60"),
    ("", "", "It would be $1,500, which is 4% of the $50,000.", "$1,500", "4% of $50,000 = 2,000"),
    ("", "", "$340 less $55 leaves $275.", "$275", "$340 - $55 = 285"),
    ("", "", "$130 million is 35% of the $400 million.", "35%", "$130 million / $400 million = 32.5%"),
]  # fmt: skip

# Answers like these, but right, rounded, hedged, or of something else: no counter-proof.
KEPT = [
    (REVENUE, "Revenue grew 40 percent.", "40 percent"),
    (REVENUE, "Revenue grew about 38%.", "38%"),
    (REVENUE, "Revenue grew more than 24%.", "24%"),
    (REVENUE, "The tax rate on revenue is 24%.", "24%"),
    (REVENUE + " At constant rates revenue rose 31%.", "Revenue grew 24%.", "24%"),
    ("Revenue was $60 million in Spain and $84 million in France.", "Revenue grew 24%.", "24%"),
    ("Headcount rose from 60 to 84.", "Headcount grew 40%.", "40%"),
    ("The index ranges from 60 to 84.", "The index rose 24%.", "24%"),
    ("", "Revenue grew 33.3% from $60 million to $80 million.", "33.3%"),
    ("", "Revenue grew 24% before tax, from 60 to 84 shops.", "24%"),
    (LEASE, "The lease ends on July 1, 2026.", "July 1, 2026"),
    (LEASE, "The lease ends in July 2026.", "July 2026"),
    ("The lease ends five years after July 1, 2021 or July 1, 2022.", "The lease ends on July 1, 2025.",
     "July 1, 2025"),
    (LIST + " There are others.", "The fee for advice is $900.", "$900"),
    ("The fees are $300, $250 and up to $310.", "The fees come to a total of $900.", "$900"),
    ("", "12 fees of $4 make at least $50.", "$50"),
    ("", "4,268, that is 1.1% of 400,000 less the 3% discount.", "4,268"),
    ("", "3% of $2,000 is more than $50.", "$50"),
    ("", "A fee of 3% of $2,000 applies, and the account costs $70.", "$70"),
    ("", "$45 and $71 together with the tax make $126.", "$126"),
    ("", "5 kg and $71 make $126.", "$126"),
]  # fmt: skip


def aligned(featurizer: Featurizer, question: str, context: str, answer: str, value: str) -> Alignment:
    triple = Triple.of(question=question, contexts=[context] if context else ["No figures."], answer=answer)
    return next(x for x in featurizer.analyse(triple).alignments if x.mention.text == value)


@pytest.mark.parametrize(("question", "context", "answer", "value", "formula"), REFUTED)
def test_the_words_give_another_value(
    featurizer: Featurizer, question: str, context: str, answer: str, value: str, formula: str
) -> None:
    found = aligned(featurizer, question, context, answer, value)
    assert found.status is Status.CONFLICTING
    assert found.derivation is not None
    assert found.derivation.formula == formula


@pytest.mark.parametrize(("context", "answer", "value"), KEPT)
def test_no_counter_proof(featurizer: Featurizer, context: str, answer: str, value: str) -> None:
    found = aligned(featurizer, "", context, answer, value)
    assert found.derivation is None or found.status is Status.DERIVED


def test_without_the_sentence_nothing_is_refuted() -> None:
    def mention(text: str) -> Mention:
        (found,) = Extractor().extract(text)
        return found

    assert contradicted(mention("24%"), (), frozenset({"grew"})) is None
