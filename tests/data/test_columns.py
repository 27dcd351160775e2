# SPDX-License-Identifier: Apache-2.0
"""Which column means what, and what a row's cells may hold."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import pytest

from faithstill.data import Label, Passage, PassageKind, Span, TableError, read_triples, triple_from_mapping
from faithstill.data.columns import ALIASES, NEGATIVE, SELF_METRICS, VAGUE, match_columns
from faithstill.data.errors import RowOrigin
from faithstill.featurize.schema import SELF_REPORT

ROW = {"question": "Fee?", "contexts": ["The fee is $5."], "answer": "It is $5.", "label": "faithful"}
NAN = math.nan


def refusal(row: dict[Any, Any], *, labelled: bool = False) -> str:
    with pytest.raises(TableError) as caught:
        read_triples([row], labelled=labelled)
    return str(caught.value)


@pytest.mark.parametrize(
    ("field", "alias"),
    [(field, alias) for field in ("question", "contexts", "answer", "label") for alias in ALIASES[field]],
)
def test_every_alias_is_read_and_reported(field: str, alias: str) -> None:
    written = alias.replace("_", " ").title()
    row = {(written if name == field else name): cell for name, cell in ROW.items()}
    table = read_triples([row], labelled=True)
    assert table.mapped == {written: field}
    assert read_triples([ROW]).triples == table.triples


def test_negative_columns_are_label_columns() -> None:
    assert set(ALIASES["label"]) > NEGATIVE


def test_unknown_columns_are_listed_and_reference_contexts_are_not_contexts() -> None:
    table = read_triples([ROW | {"reference_contexts": ["x"], "notes": "n", "": 1}])
    assert table.ignored == ("reference_contexts", "notes", "")
    assert table.mapped == {}


@pytest.mark.parametrize(
    ("header", "messages"),
    [
        (
            ["question", "contexts", "answer", "Response"],
            ["columns 'answer' and 'Response' both mean answer"],
        ),
        (
            ["question", "retrieval_context", "retrieved_contexts", "answer"],
            ["'retrieval_context' and 'retrieved_contexts' both mean"],
        ),
        (["question", "sources", "context", "answer"], ["'sources' and 'context' both mean contexts"]),
        (["question", "contexts", "answer", "answer"], ["column 'answer' appears twice"]),
        (["question", "contexts", "context_1", "answer"], ["'contexts' and 'context_1' both mean contexts"]),
        (
            ["question", "context_1", "Context1", "answer"],
            ["'context_1' and 'Context1' both mean contexts 1"],
        ),
        (
            ["question", "contexts", "answer", "self_confidence", "Self Confidence"],
            ["'self_confidence' and 'Self Confidence' both mean self_confidence"],
        ),
        (
            ["reference_contexts"],
            ["no column for question: name one question, user_input, query", "for contexts"],
        ),
        (["question", "contexts", "answer"], ["no column for label: name one label, is_faithful"]),
    ],
)
def test_a_header_that_cannot_be_used(header: list[str], messages: list[str]) -> None:
    with pytest.raises(TableError) as caught:
        match_columns(header, RowOrigin("rows.csv"), labelled=True)
    for message in messages:
        assert message in str(caught.value)


@pytest.mark.parametrize(
    ("header", "used", "ignored"),
    [
        ("input actual_output retrieval_context context", "retrieval_context", "context"),  # DeepEval
        ("question answer contexts documents Source", "contexts", "documents Source"),
        ("documents question answer contexts notes", "contexts", "documents notes"),
        ("question answer context", "context", ""),
        ("input question answer contexts", "question", "input"),
        ("question answer contexts output claim", "answer", "output claim"),
        ("question answer contexts label faithfulness verdict", "label", "faithfulness verdict"),
        ("question answer contexts faithfulness is_faithful", "is_faithful", "faithfulness"),
    ],
)
def test_a_name_that_says_more_wins_over_a_vague_one(header: str, used: str, ignored: str) -> None:
    columns = match_columns(header.split(), RowOrigin("rows.csv"), labelled=False)
    assert used in (*columns.found.values(), *columns.contexts)
    assert sorted(columns.ignored) == sorted(ignored.split())


def test_vague_names_are_names_of_fields() -> None:
    assert {alias for aliases in ALIASES.values() for alias in aliases} > VAGUE


@pytest.mark.parametrize(
    ("column", "cell", "label"),
    [
        ("label", "Faithful", "faithful"),
        ("label", " UNFAITHFUL ", "unfaithful"),
        ("label", "partially supported", "partial"),
        ("label", "Not-Supported", "unfaithful"),
        ("label", 1, "faithful"),
        ("label", "0", "unfaithful"),
        ("label", "1.0", "faithful"),  # pandas next to gaps
        ("label", 0.0, "unfaithful"),
        ("label", True, "faithful"),
        ("label", np.bool_(False), "unfaithful"),
        ("label", np.int64(1), "faithful"),
        ("verdict", "contradicted", "unfaithful"),
        ("grounded", "yes", "faithful"),
        ("supported", "No", "unfaithful"),
        ("y", "1", "faithful"),
        ("hallucination", 1, "unfaithful"),
        ("hallucination", "no", "faithful"),
        ("Is Hallucination", "false", "faithful"),
        ("hallucinated", True, "unfaithful"),
        ("is_hallucinated", "0", "faithful"),
        ("is_grounded", 0, "unfaithful"),
        ("is_supported", "yes", "faithful"),
        ("labels", "1", "faithful"),
        ("hallucination", "hallucinated", "unfaithful"),
        ("hallucination", "faithful", "faithful"),
    ],
)
def test_a_label_is_read_by_the_meaning_of_its_column(column: str, cell: Any, label: str) -> None:
    row = {name: held for name, held in ROW.items() if name != "label"} | {column: cell}
    table = read_triples([row], labelled=True)
    assert table.triples[0].label == label
    assert table.mapped.get(f"{column}={cell}".strip(), label) == label
    assert (f"{column}={str(cell).strip()}" in table.mapped) is (str(cell).strip() != label)


@pytest.mark.parametrize(
    ("cell", "message"),
    [
        ("maybe", "label 'maybe' is none of faithful, partial, unfaithful"),
        (2, "label '2' is none of"),
        ("nan", "label 'nan' is none of"),
        (0.7, "label '0.7' is a score, not a label: put it through your own threshold"),
        ("0.7", "is a score, not a label"),
        ("inf", "label 'inf' is none of"),
        ([1], "label '[1]' is none of"),
        ("", "label is empty: write faithful, partial, unfaithful, or drop the row"),
        (None, "label is empty"),
        (NAN, "label is empty"),
    ],
)
def test_what_is_no_label(cell: Any, message: str) -> None:
    assert message in refusal(ROW | {"label": cell}, labelled=True)


@pytest.mark.parametrize("cell", ["", " ", None, NAN])
def test_rows_to_be_scored_need_no_label(cell: Any) -> None:
    assert triple_from_mapping(ROW | {"label": cell}).label is None


@pytest.mark.parametrize(
    ("cell", "passages"),
    [
        ("The fee is $5.", ["The fee is $5."]),
        ('["a", "b"]', ["a", "b"]),
        (["a", {"text": "b"}], ["a", "b"]),
        (("a",), ["a"]),
        ({"text": "a"}, ["a"]),
        (np.array(["a", "b"], dtype=object), ["a", "b"]),
        ("[1] The fee is $5.", ["[1] The fee is $5."]),
        ("[2024]", ["[2024]"]),
        ("['a', \"it's\", 'c\\n']", ["a", "it's", "c\n"]),  # as Python prints lists
        ("['a' 'b'\n \"c's\"]", ["a", "b", "c's"]),  # as numpy does
        ("[{'text': 'a'} {'page_content': 'b'}]", ["a", "b"]),
        ({"text": ["a", "b"], "id": [1, 2]}, ["a", "b"]),
        ([{"page_content": "a", "metadata": {}}, {"content": "b"}], ["a", "b"]),
        ([{"node": {"text": "a", "id_": "n"}, "score": 0.5}], ["a"]),
        ('{"fee": 5}', ['{"fee": 5}']),  # a record as text
        ("[]", []),
        ("", []),
        ("  ", []),
        (None, []),
        (NAN, []),
    ],
)
def test_contexts_of_one_column(cell: Any, passages: list[str]) -> None:
    triple = triple_from_mapping(ROW | {"contexts": cell})
    assert [passage.text for passage in triple.passages] == passages


def test_a_passage_object_keeps_its_fields_and_its_gaps_are_no_values() -> None:
    full = {"id": 0, "text": "a", "score": np.float64(0.5), "revision": 3, "kind": "record"}
    gaps = {"id": NAN, "text": "a", "score": NAN, "revision": None, "kind": None}
    assert triple_from_mapping(ROW | {"contexts": [full, gaps]}).passages == (
        Passage("a", "0", 0.5, "3", PassageKind.RECORD),
        Passage("a"),
    )


@pytest.mark.parametrize(
    ("cell", "message"),
    [
        ("['a', b]", """contexts "['a', b]" is not a list of passages: write ["first", "second"]"""),
        ('["a"', "is not a list of passages"),
        ("['a' ... 'b']", "is not a list of passages"),  # as numpy shortens
        ("['a\\d']", "is not a list of passages"),  # no escape that Python writes
        ("[" + "{" * 1000, "is not a list of passages"),
        ("['a', 5]", "contexts (passage 2): a passage is a string"),
        ({"text": ["a", "b"], "id": [1]}, "needs a string 'text'"),
        ('[{"id": 1}]', "contexts (passage 1): a passage object needs a string 'text'"),
        (["a", 5], "contexts (passage 2): a passage is a string or an object with 'text', not int"),
        (5, "contexts (passage 1): a passage is a string"),
        (["a", None], "(passage 2)"),
        ([{"text": None}], "needs a string 'text'"),
        ([{"text": "a", "kind": "web"}], "'web' is none of passage, tool, record, turn"),
        ([{"text": "a", "score": math.inf}], "score inf is not finite"),
        (["a\0"], "contexts (passage 1): has a null byte at character 1"),
    ],
)
def test_what_are_no_contexts(cell: Any, message: str) -> None:
    assert message in refusal(ROW | {"contexts": cell})


def test_numbered_context_columns_are_joined_in_order_and_gaps_skipped() -> None:
    row = {"question": "q", "answer": "a", "context_10": "ten", "context_2": "", "context1": "one"}
    table = read_triples([row])
    assert [passage.text for passage in table.triples[0].passages] == ["one", "ten"]
    assert table.mapped == dict.fromkeys(("context_10", "context_2", "context1"), "contexts")
    assert read_triples([row | {"source": "intranet"}]).ignored == ("source",)


@pytest.mark.parametrize(
    ("cell", "spans"),
    [
        ("[[0, 2]]", (Span(0, 2),)),
        ([[0, 2, "number"]], (Span(0, 2, "number"),)),
        ([{"start": 6, "end": 9, "type": "number"}], (Span(6, 9, "number"),)),
        ([{"start": 6, "end": 9, "type": None}], (Span(6, 9),)),
        ("", ()),
        (None, ()),
        ([], ()),
    ],
)
def test_spans(cell: Any, spans: tuple[Span, ...]) -> None:
    assert triple_from_mapping(ROW | {"spans": cell}).spans == spans


@pytest.mark.parametrize(
    ("cell", "message"),
    [
        ([[6, 10]], "spans marks 6:10 of an answer with 9 characters"),
        ([[-1, 2]], "marks -1:2"),
        ([[2, 2]], "marks 2:2"),
        ([[0]], "holds [0]: a span is [start, end]"),
        ([[0, 1.5]], "a span is [start, end]"),
        ([[False, True]], "a span is [start, end]"),
        ([{"start": 0}], "a span is [start, end]"),
        ("0-2", "spans '0-2' is not a list of [start, end]"),
        ('{"start": 0}', "is not a list"),
        (7, "spans '7' is not a list"),
    ],
)
def test_what_are_no_spans(cell: Any, message: str) -> None:
    assert message in refusal(ROW | {"spans": cell})


def test_self_metrics_are_numbers_from_0_to_1_and_gaps_are_left_out() -> None:
    cells = {"self_attribution": "0.25", "Self Confidence": 1, "self_relevance": " "}
    triple = triple_from_mapping(ROW | cells | {"self_completeness": None, "self_contradiction": NAN})
    assert triple.self_metrics == {"self_attribution": 0.25, "self_confidence": 1.0}


def test_other_columns_on_oneself_are_ignored_whatever_they_hold() -> None:
    table = read_triples([ROW | {"self_foo": "high", "self_reported": 0.2, "self": 1}], labelled=True)
    assert table.ignored == ("self_foo", "self_reported", "self")
    assert table.triples[0].self_metrics == {}


def test_the_self_metrics_are_those_that_the_features_read() -> None:
    assert (*SELF_METRICS, "self_reported") == tuple(feature.name for feature in SELF_REPORT.features)


@pytest.mark.parametrize("cell", ["high", "yes", True, "true", 4, "85", -0.1, "nan", "1e999", [0.5]])
def test_other_scales_of_self_metrics_are_not_guessed(cell: Any) -> None:
    message = refusal(ROW | {"self_confidence": cell})
    assert f"self_confidence {str(cell)!r} is not a number from 0 to 1: rescale it" in message


@pytest.mark.parametrize("column", ["question", "answer", "rationale", "id", "domain"])
@pytest.mark.parametrize(
    ("cell", "message"),
    [
        ("a\0b", "has a null byte at character 1: remove it"),
        ("ab\ud83d", "has half a surrogate pair at character 2"),
        (1.5, "'1.5' is a float, not text: write it as a string"),
        (True, "'True' is a bool, not text"),
        (["a"], "is a list, not text"),
        (b"a", "is a bytes, not text"),
    ],
)
def test_what_is_no_text(column: str, cell: Any, message: str) -> None:
    assert f"table row 1: {column} " in refusal(ROW | {column: cell})
    assert message in refusal(ROW | {column: cell})


def test_text_is_kept_as_it_stands_and_names_lose_their_blanks() -> None:
    triple = triple_from_mapping(ROW | {"answer": " 5\r\n", "question": 2024, "domain": " tax ", "id": 7})
    assert (triple.answer, triple.question, triple.domain, triple.id) == (" 5\r\n", "2024", "tax", "7")


@pytest.mark.parametrize(
    ("cells", "message"),
    [
        ({"answer": " "}, "answer is empty: a label needs an answer"),
        ({"answer": None}, "answer is empty"),
        ({"contexts": []}, "contexts is empty: a label needs the passages"),
        ({"contexts": ["", " "]}, "contexts is empty"),
    ],
)
def test_empty_answers_and_contexts_can_be_scored_but_not_learnt_from(cells: Any, message: str) -> None:
    assert triple_from_mapping(ROW | cells).label is Label.FAITHFUL
    assert message in refusal(ROW | cells, labelled=True)


def test_the_question_may_be_empty_but_its_column_must_exist() -> None:
    assert triple_from_mapping(ROW | {"question": None}).question == ""
    assert "no column for question" in refusal({name: ROW[name] for name in ("contexts", "answer")})


def test_defaults_of_id_and_group() -> None:
    first, second = read_triples([ROW | {"id": "", "group": NAN}, ROW | {"id": "x", "group": "g"}]).triples
    assert (first.id, first.group) == ("row-1", first.context_key)
    assert (second.id, second.group) == ("x", "g")
    assert triple_from_mapping(ROW).id == ""


def test_all_that_is_wrong_with_a_row_is_told() -> None:
    with pytest.raises(TableError) as caught:
        triple_from_mapping(
            ROW | {"label": "maybe", "self_relevance": 3, "spans": "?"}, file="standard input"
        )
    assert {error.column for error in caught.value.errors} == {"label", "self_relevance", "spans"}
    assert str(caught.value).startswith("standard input: ")
