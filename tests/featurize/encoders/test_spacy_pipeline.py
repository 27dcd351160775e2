# SPDX-License-Identifier: Apache-2.0
from __future__ import annotations

from dataclasses import dataclass

from faithstill.featurize.encoders.spacy_pipeline import fuse
from faithstill.featurize.extract import Extractor, Kind


@dataclass(frozen=True)
class Span:
    start_char: int
    end_char: int
    label_: str


@dataclass(frozen=True)
class Doc:
    ents: tuple[Span, ...]


@dataclass(frozen=True)
class Ruler:
    """Stands in for a spaCy pipeline: labels fixed phrases."""

    phrases: tuple[tuple[str, str], ...]

    def __call__(self, text: str) -> Doc:
        found = [(text.find(phrase), phrase, label) for phrase, label in self.phrases]
        return Doc(tuple(Span(at, at + len(phrase), label) for at, phrase, label in found if at >= 0))


TEXT = "Customers of harrow vale pay $5 to Velmora on 3 March 2026 under the banking act."


def test_entities_are_added_where_nothing_was_found() -> None:
    mentions = Extractor().extract(TEXT)
    fused = fuse(mentions, TEXT, Ruler((("harrow vale", "ORG"), ("the banking act", "LAW"))))
    added = [mention for mention in fused if mention not in mentions]
    assert [(m.kind, m.text, m.key) for m in added] == [
        (Kind.NAME, "harrow vale", "harrow vale"),
        (Kind.NAME, "the banking act", "banking act"),
    ]
    assert list(fused) == sorted(fused, key=lambda mention: mention.start)


def test_overlaps_and_other_labels_are_left_out() -> None:
    mentions = Extractor().extract(TEXT)
    ruler = Ruler((("to Velmora on", "ORG"), ("$5", "ORG"), ("pay", "VERB"), ("3 March 2026", "DATE")))
    assert fuse(mentions, TEXT, ruler) == mentions


def test_two_entities_on_one_place_give_one_name() -> None:
    fused = fuse((), "harrow vale", Ruler((("harrow vale", "ORG"), ("vale", "GPE"))))
    assert [mention.text for mention in fused] == ["harrow vale"]
