# SPDX-License-Identifier: Apache-2.0
from __future__ import annotations

import pytest

from faithstill.featurize import Document
from faithstill.featurize.analysis import containment
from faithstill.featurize.extract import Extractor
from faithstill.featurize.overlap import Overlap

PASSAGES = ("The wire fee is $25. The card is free.", "", "Loans end in May. A fee applies to loans.")


def overlap(*texts: str) -> Overlap:
    return Overlap([Document(text, Extractor()) for text in texts])


def test_sentences_are_numbered_over_passages() -> None:
    found = overlap(*PASSAGES)
    assert found.sentences == ((0, 0), (0, 1), (2, 0), (2, 1))
    assert found.firsts.tolist() == [0, 2, 2, 4]


def test_weights_and_shares() -> None:
    wanted = {"fee": 3.0, "loan": 1.0, "wire": 2.0}
    assert overlap(*PASSAGES).weights(wanted).tolist() == [5, 0, 1, 4]
    assert overlap(*PASSAGES).shares(wanted).tolist() == pytest.approx([5 / 6, 0, 1 / 6, 4 / 6])


def test_shares_are_containments() -> None:
    wanted = {"fee": 2.5, "loan": 1.5, "may": 0.3, "zebra": 7.0}
    bags = [bag for text in PASSAGES for bag in Document(text, Extractor()).sentence_bags]
    assert overlap(*PASSAGES).shares(wanted).tolist() == pytest.approx(
        [containment(wanted, bag) for bag in bags]
    )


@pytest.mark.parametrize("texts", [(), ("",), (" \n", "")])
def test_without_sentences(texts: tuple[str, ...]) -> None:
    assert overlap(*texts).weights({"fee": 1.0}).shape == (0,)


def test_nothing_wanted() -> None:
    assert overlap(*PASSAGES).shares({}).tolist() == [0, 0, 0, 0]
