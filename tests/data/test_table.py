# SPDX-License-Identifier: Apache-2.0
"""Files and in-memory rows to triples and back."""

from __future__ import annotations

import json
import pickle
import sys
import tracemalloc
from collections.abc import Iterator, Mapping
from dataclasses import replace
from itertools import islice
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from faithstill.data import (
    Label,
    Passage,
    PassageKind,
    Span,
    Table,
    TableError,
    Triple,
    check_rows,
    iter_triples,
    read_triples,
    triple_from_mapping,
    write_triples,
)

ENDINGS = (".csv", ".jsonl", ".parquet")
HEADER = "question,contexts,answer,label\n"
ROW: Mapping[str, Any] = {"question": "q", "contexts": ["c"], "answer": "a", "label": "faithful"}
TRIPLE = Triple.of(question="q", contexts=["c"], answer="a")


class Frame:
    """What a pandas DataFrame shows of itself here."""

    def __init__(self, columns: list[Any], rows: list[list[Any]]) -> None:
        self.columns = columns
        self._rows = rows

    def to_dict(self, orient: str) -> list[dict[Any, Any]]:
        assert orient == "records"
        return [dict(zip(self.columns, row, strict=True)) for row in self._rows]


def refusal(path: Path, content: str | bytes, *, labelled: bool = True) -> str:
    path.write_bytes(content.encode() if isinstance(content, str) else content)
    with pytest.raises(TableError) as caught:
        read_triples(path, labelled=labelled)
    return str(caught.value).replace(str(path), path.name)


@pytest.mark.parametrize(
    ("content", "message"),
    [
        ("", "t.csv: is empty: the first line names the columns, such as question,contexts,answer"),
        (HEADER, "t.csv: holds no rows"),
        ("question,answer\nq,a\n", "t.csv: no column for contexts: name one contexts, retrieved_contexts"),
        ("question;contexts;answer\nq;c;a\n", "t.csv: is separated by ';': separate the columns by commas"),
        (HEADER[:-1] + ",Answer\nq,c,a,faithful,b\n", "columns 'answer' and 'Answer' both mean answer"),
        (HEADER[:-1] + ",label\nq,c,a,faithful,faithful\n", "t.csv: column 'label' appears twice"),
        (HEADER + "q,c,a,maybe\n", "t.csv row 1 (line 2): label 'maybe' is none of faithful"),
        (HEADER + "q,c,a\n", "row 1 (line 2): has 3 cells where the header has 4: quote cells"),
        (HEADER + "q,c,a, b,faithful\n", "row 1 (line 2): has 5 cells where the header has 4"),
        (HEADER + 'q,c,"a,faithful\nq,c,a,faithful\n', "row 1 (line 2): cannot be read (unexpected end of"),
        (HEADER + 'q,"c"x,a,faithful\n', "row 1 (line 2): cannot be read (',' expected after '\"')"),
        ('question,"con\n', "t.csv: has a broken header: unexpected end of data"),
        (HEADER + "q,c\0,a,faithful\n", "contexts (passage 1): has a null byte at character 1"),
        (HEADER + "q,c,,faithful\n", "row 1 (line 2): answer is empty"),
        (HEADER + "q,,a,faithful\n", "row 1 (line 2): contexts is empty"),
        (HEADER + "q,c,a,\n", "row 1 (line 2): label is empty"),
        (HEADER.encode() + "q,c,café,faithful\n".encode("latin-1"), "t.csv (line 2): is not UTF-8 (byte 0x"),
        (HEADER.encode("utf-16"), "is not UTF-8 (byte 0xff): save it as UTF-8, such as with iconv -f utf-16 -t"),
        (HEADER.encode("utf-16-be"), "t.csv: has a null byte in its header: save it as UTF-8 text"),
        ("\0" * 99, "t.csv: has a null byte in its header: save it as UTF-8 text"),
        (HEADER.replace("\n", "\r") + "q,c,a,faithful\r", "t.csv: has lines that end in a carriage return alone: "),
    ],
)  # fmt: skip
def test_bad_csv(tmp_path: Path, content: str | bytes, message: str) -> None:
    assert message in refusal(tmp_path / "t.csv", content)


@pytest.mark.parametrize(
    ("content", "message"),
    [
        ("", "t.jsonl: holds no rows"),
        ("\n \n", "t.jsonl: holds no rows"),
        ('{"question": "q"\n', "t.jsonl row 1 (line 1): '{\"question\": \"q\"' is not JSON (Expecting"),
        ('["q"]\n', "t.jsonl row 1 (line 1): is a list, not an object: write one object per line"),
        ("7\n", "row 1 (line 1): is a number, not an object"),
        ("null\ntrue", "row 1 (line 1): is null, not an object: write one object per line"),
        ("null\ntrue", "row 2 (line 2): is true or false, not an object: write one object per line"),
        ('"q"', "row 1 (line 1): is a string, not an object: write one object per line"),
        (json.dumps([ROW], indent=1), "t.jsonl row 1 (line 1): goes on over several lines: write one object per line"),
        (json.dumps(ROW, indent=1), "t.jsonl row 1 (line 1): goes on over several lines: write one object per line"),
        ('{"question": "q"\n7', "row 2 (line 2): is a number, not an object"),
        ("[" * 10**6, "row 1 (line 1): '[[["),
        ('\n{"question": "q", "question": "r"}', "is not JSON (key 'question' appears twice)"),
        ('{"question": "q", "contexts": ["c"]}', "row 1 (line 1): no column for answer: name one answer"),
        (json.dumps({**ROW, "answer": "\ud83d"}), "(line 1): answer has half a surrogate pair at character"),
        (b'{"question": "caf\xe9"}', "t.jsonl (line 1): is not UTF-8 (byte 0xe9)"),
    ],
)  # fmt: skip
def test_bad_jsonl(tmp_path: Path, content: str | bytes, message: str) -> None:
    assert message in refusal(tmp_path / "t.jsonl", content)


def test_bad_parquet_and_unknown_endings(tmp_path: Path) -> None:
    assert "t.parquet: is no Parquet file" in refusal(tmp_path / "t.parquet", b"PAR0")
    assert "t.xlsx: has an unknown ending: rows are kept as .csv, .jsonl" in refusal(tmp_path / "t.xlsx", b"")
    with pytest.raises(TableError, match="unknown ending"):
        write_triples(tmp_path / "t.json", [])
    for ending in ENDINGS:
        with pytest.raises(FileNotFoundError) as caught:
            check_rows(tmp_path / f"absent{ending}")
        assert (caught.value.filename, caught.value.strerror) == (
            str(tmp_path / f"absent{ending}"),
            "No such file or directory",
        )


def test_without_pyarrow_the_cure_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    with pytest.raises(ImportError, match=r'pip install "faithstill\[train\]"'):
        read_triples(tmp_path / "t.parquet")


def test_all_bad_rows_are_told_at_once_by_row_and_by_line(tmp_path: Path) -> None:
    rows = 'q,c,"two\nlines",faithful\n\nq,c,a,maybe\nq,c\nq,c,,faithful\n'
    assert refusal(tmp_path / "t.csv", HEADER + rows).splitlines() == [
        "t.csv row 2 (line 5): label 'maybe' is none of faithful, partial, unfaithful",
        "t.csv row 3 (line 6): has 2 cells where the header has 4: "
        "quote cells that hold commas, quotes or line breaks",
        "t.csv row 4 (line 7): answer is empty: a label needs an answer; drop the row",
    ]


def test_a_long_list_of_errors_is_cut_in_words_but_kept_whole_and_can_be_pickled() -> None:
    with pytest.raises(TableError) as caught:
        read_triples([{**ROW, "label": "maybe"}] * 25)
    assert len(caught.value.errors) == 25
    assert str(caught.value).splitlines()[20:] == ["... and 5 more"]
    assert pickle.loads(pickle.dumps(caught.value)).errors == caught.value.errors  # workers send it home


def test_rows_before_a_wrong_byte_are_told_too(tmp_path: Path) -> None:
    message = refusal(tmp_path / "t.csv", (HEADER + "q,c,a,maybe\n").encode() + b"q,c,\xe9,faithful\n")
    assert [line.split(":")[0] for line in message.splitlines()] == ["t.csv row 1 (line 2)", "t.csv (line 3)"]


def test_ids_are_unique(tmp_path: Path) -> None:
    message = refusal(tmp_path / "t.csv", "id,question,contexts,answer,label\n" + "x,q,c,a,faithful\n" * 2)
    assert message.startswith("t.csv row 2 (line 3): id 'x' is the id of row 1 too: give each row its own")
    with pytest.raises(TableError, match="row 2: id 'row-2' is the id of row 1 too"):
        read_triples([{**ROW, "id": "row-2"}, ROW])


@pytest.mark.parametrize(
    "content", [b"\xef\xbb\xbf" + HEADER.encode(), HEADER.replace("\n", "\r\n").encode()]
)
def test_excel_writes_a_mark_and_other_line_ends(tmp_path: Path, content: bytes) -> None:
    (tmp_path / "t.csv").write_bytes(content + b'q,"[""c\\n"", ""d""]","a\r\nb",faithful\r\n\r\n')
    (triple,) = read_triples(tmp_path / "t.csv", labelled=True).triples
    assert ([passage.text for passage in triple.passages], triple.answer) == (["c\n", "d"], "a\r\nb")


def test_a_field_wider_than_the_csv_module_takes_by_default(tmp_path: Path) -> None:
    (tmp_path / "t.csv").write_text(HEADER + f"q,{'c' * 200_000},a,faithful\n", encoding="utf-8")
    assert len(read_triples(tmp_path / "t.csv").triples[0].passages[0].text) == 200_000


def test_jsonl_rows_may_differ_in_their_keys(tmp_path: Path) -> None:
    other = {"User_Input": "q", "context_1": "c", "response": "a", "hallucination": 1, "notes": "n"}
    path = tmp_path / "t.ndjson"
    path.write_text(f"{json.dumps(ROW)}\n\n{json.dumps(other)}\n", encoding="utf-8")
    table = read_triples(path, labelled=True)
    assert [triple.label for triple in table.triples] == [Label.FAITHFUL, Label.UNFAITHFUL]
    assert table.ignored == ("notes",)
    assert table.mapped == {
        "User_Input": "question",
        "context_1": "contexts",
        "response": "answer",
        "hallucination": "label",
        "hallucination=1": "unfaithful",
    }


def test_frames_are_read_without_pandas() -> None:
    rows = [["q", ["c"], "a", 1.0, float("nan"), "x"], ["q", "c", "a", float("nan"), 0.5, "y"]]
    table = read_triples(Frame(["question", "contexts", "answer", "label", "self_confidence", 0], rows))
    assert [triple.label for triple in table.triples] == [Label.FAITHFUL, None]
    assert [dict(triple.self_metrics) for triple in table.triples] == [{}, {"self_confidence": 0.5}]
    assert table.ignored == ("0",)
    with pytest.raises(TableError, match="column 'answer' appears twice"):
        read_triples(Frame(["question", "contexts", "answer", "answer"], []))


COLUMNS = {"question": ["q", "r"], "contexts": [["a", "b"], "c"], "answer": ["x", None]}


def test_columns_with_a_list_of_cells_each() -> None:
    triples = read_triples(COLUMNS).triples
    assert [(t.question, len(t.passages), t.answer) for t in triples] == [("q", 2, "x"), ("r", 1, "")]
    assert read_triples({name: [] for name in COLUMNS}) == Table(())
    with pytest.raises(TableError, match=r"different lengths \(question 1, contexts 2, answer 2\)"):
        read_triples(COLUMNS | {"question": ["q"]})


def test_arrow_tables_and_batches() -> None:
    pyarrow = pytest.importorskip("pyarrow")
    rows: list[Mapping[str, Any]] = [{**ROW, "id": str(n), "contexts": ["a", "b"]} for n in range(600)]
    table = pyarrow.Table.from_pylist(rows)
    expected = read_triples(rows).triples
    assert read_triples(table).triples == read_triples(table.to_batches()[0]).triples == expected
    assert triple_from_mapping({**ROW, "contexts": table["contexts"][0]}).passages == expected[0].passages
    with pytest.raises(TableError, match="no column for answer"):
        read_triples(table.drop_columns(["answer"]))


def test_lists_that_pandas_wrote_into_csv_files(tmp_path: Path) -> None:
    pandas = pytest.importorskip("pandas")
    texts = ["It's $5.", 'He said "no".', "a\\b\nc", "é \u200b"]
    for name, held in (
        ("list", texts),
        ("array", np.array(texts, dtype=object)),
        ("strings", np.array(texts)),
    ):
        pandas.DataFrame({**ROW, "contexts": [held]}).to_csv(tmp_path / f"{name}.csv", index=False)
        (triple,) = read_triples(tmp_path / f"{name}.csv").triples
        assert [passage.text for passage in triple.passages] == texts


def test_frames_that_give_their_rows_as_polars_does() -> None:
    frame = SimpleNamespace(columns=[*ROW], to_dicts=lambda: [ROW])
    assert read_triples(cast(Any, frame)).triples == read_triples([ROW]).triples


def test_pandas_frames() -> None:
    pandas = pytest.importorskip("pandas")
    frame = pandas.DataFrame([{**ROW, "id": 3, "domain": None}, {**ROW, "id": 4, "domain": pandas.NA}])
    assert [(triple.id, triple.domain) for triple in iter_triples(frame)] == [("3", ""), ("4", "")]


@pytest.mark.parametrize(
    ("source", "message"),
    [
        (dict(ROW), "table: is one mapping, not rows: pass a list of mappings"),
        ([ROW, "x"], "table row 2: is a str, not a mapping of columns to cells: pass a DataFrame or a list"),
        (None, "table: is a NoneType, not rows: pass a file, a DataFrame or a list of mappings or triples"),
        (TRIPLE, "table: is a Triple, not rows"),
        ([TRIPLE], "table row 1: label is missing: give the triple a label"),
        ([dict(ROW) | {5: 1, "answer": None}], "table row 1: answer is empty"),
        ([], "table: holds no rows"),
    ],
)
def test_bad_rows_in_memory(source: Any, message: str) -> None:
    with pytest.raises(TableError, match=message):
        read_triples(source, labelled=True)


def test_no_rows_in_memory_are_nothing_to_score() -> None:
    assert read_triples([]) == Table(())


def test_iter_triples_takes_rows_as_they_come_and_stops_at_the_bad_one() -> None:
    taken = []

    def rows() -> Iterator[Mapping[str, Any]]:
        for answer in ("a", "b", None, "d"):
            taken.append(answer)
            yield {**ROW, "answer": answer}

    triples = iter_triples(rows(), labelled=True)
    assert [triple.answer for triple in islice(triples, 2)] == ["a", "b"]
    assert taken == ["a", "b"]
    with pytest.raises(TableError, match="table row 3: answer is empty"):
        next(triples)


@pytest.mark.parametrize("ending", ENDINGS)
def test_iter_triples_holds_no_more_than_a_few_rows(tmp_path: Path, ending: str) -> None:
    path = tmp_path / f"t{ending}"
    n, width = 2000, 5000
    write_triples(
        path, (Triple.of(question="q", contexts=[f"{i} " * (width // 5)], answer="a") for i in range(n))
    )
    tracemalloc.start()
    try:
        assert sum(1 for _ in iter_triples(path)) == n
        assert tracemalloc.get_traced_memory()[1] < n * width / 3
    finally:
        tracemalloc.stop()


@pytest.mark.parametrize("ending", ENDINGS)
def test_check_rows_counts_them_in_flat_memory(tmp_path: Path, ending: str) -> None:
    path = tmp_path / f"t{ending}"
    n, width = 2000, 5000
    write_triples(
        path, (Triple.of(question="", contexts=[f"{i} " * (width // 5)], answer="") for i in range(n))
    )
    tracemalloc.start()
    try:
        assert check_rows(path).rows == n
        assert tracemalloc.get_traced_memory()[1] < n * width / 3
    finally:
        tracemalloc.stop()


def test_check_rows_tells_all_bad_rows_at_once(tmp_path: Path) -> None:
    path = tmp_path / "t.csv"
    path.write_text(HEADER + "q\nq,c,a,faithful\nq,c,a,maybe\n", encoding="utf-8")
    with pytest.raises(TableError) as caught:
        check_rows(path)
    assert [error.row for error in caught.value.errors] == [1, 3]


def test_triples_are_rows_too_and_get_an_id() -> None:
    rows = [TRIPLE, ROW, replace(TRIPLE, id="x")]
    assert [triple.id for triple in iter_triples(rows)] == ["row-1", "row-2", "x"]
    with pytest.raises(TableError, match="row 2: id 'x' is the id of row 1 too"):
        read_triples([replace(TRIPLE, id="x")] * 2)


def test_triples_are_held_to_what_a_file_can_hold() -> None:
    bad = [
        Triple.of(question="", contexts=["x\0"], answer="a"),
        Triple.of(question="", contexts=[], answer=" "),
    ]
    with pytest.raises(TableError) as caught:
        read_triples(bad, labelled=True)
    assert [(error.row, error.column) for error in caught.value.errors] == [
        (1, "contexts"), (1, "label"), (2, "label"), (2, "answer"), (2, "contexts"),
    ]  # fmt: skip


# As pandas spells what is missing once it is text; the other words may be answers.
@pytest.mark.parametrize("cell", ["NaN", "nan"])
def test_nan_in_a_cell_of_csv_is_nothing(tmp_path: Path, cell: str) -> None:
    path = tmp_path / "t.csv"
    header = "id,question,contexts,context_2,answer,label,domain,self_confidence\n"
    path.write_text(header.replace("contexts", "context_1") + ",".join([cell] * 8) + "\n", encoding="utf-8")
    (triple,) = read_triples(path).triples
    assert triple == Triple("", (), "", id="row-1", group=triple.context_key)
    for column, message in ((1, "contexts is empty"), (2, "answer is empty"), (3, "label is empty")):
        cells = ["q", "c", "a", "faithful"]
        cells[column] = cell
        assert message in refusal(path, HEADER + ",".join(cells) + "\n")


@pytest.mark.parametrize("cell", ["None", "NA", "N/A", "null", "NULL", "<NA>", "NAN", " nan", "nan nan", "-"])
def test_other_words_in_a_cell_of_csv_are_text(tmp_path: Path, cell: str) -> None:
    path = tmp_path / "t.csv"
    path.write_text(f"{HEADER}{cell},{cell},{cell},faithful\n", encoding="utf-8")
    (triple,) = read_triples(path, labelled=True).triples
    assert (triple.question, triple.passages, triple.answer) == (cell, (Passage(cell),), cell)


def test_nan_as_text_is_text_where_the_file_can_say_so(tmp_path: Path) -> None:
    triple = Triple.of(question="nan", contexts=["nan"], answer="NaN", id="nan")
    for ending in (".jsonl", ".parquet"):
        write_triples(tmp_path / f"t{ending}", [triple])
        (again,) = read_triples(tmp_path / f"t{ending}").triples
        assert (again.question, again.passages, again.answer) == ("nan", triple.passages, "NaN")
    with pytest.raises(TableError, match="row 1: answer 'NaN' would read back as ''"):
        write_triples(tmp_path / "t.csv", [triple])


texts = st.text(
    st.characters(exclude_categories=["Cs"], exclude_characters="\0"), max_size=12
) | st.sampled_from(
    (
        'say "no", twice',
        "a\r\nb",
        "\r",
        "\n",
        "[1]",
        '["x"]',
        "null",
        "NaN",
        "\ufeff",
        "=1+1",
        "\u2028",
        "'",
        " ",
    )
)
numbers = st.floats(0, 1)
stated = texts.filter(lambda text: text.strip() not in ("NaN", "nan"))  # in a cell of CSV they are nothing
names = stated.map(str.strip)


@st.composite
def triples_of_a_table(draw: st.DrawFn) -> list[Triple]:
    rich = draw(st.booleans())
    passages = st.builds(
        Passage,
        text=texts,
        id=names if rich else st.just(""),
        score=st.none() | numbers if rich else st.none(),
        revision=names if rich else st.just(""),
        kind=st.sampled_from(PassageKind) if rich else st.just(PassageKind.PASSAGE),
    )
    triples = st.builds(
        Triple,
        question=stated,
        passages=st.lists(passages, max_size=3).map(tuple),
        answer=texts.map(lambda text: text + "ab"),
        label=st.sampled_from([None, *Label]),
        id=names.filter(bool),
        group=names.filter(bool),
        split=names,
        domain=names,
        answer_type=names,
        error_type=names,
        rationale=stated,
        spans=st.lists(st.builds(Span, st.just(0), st.integers(1, 2), names), max_size=2).map(tuple),
        self_metrics=st.dictionaries(st.sampled_from(("self_confidence", "self_relevance")), numbers),
    )
    return draw(st.lists(triples, min_size=1, max_size=4, unique_by=lambda triple: triple.id))


@pytest.mark.parametrize("ending", ENDINGS)
def test_what_is_written_reads_back_equal(tmp_path_factory: pytest.TempPathFactory, ending: str) -> None:
    path = tmp_path_factory.mktemp("round") / f"t{ending}"

    @settings(max_examples=80, deadline=None)
    @given(triples_of_a_table())
    def check(triples: list[Triple]) -> None:
        write_triples(path, triples)
        table = read_triples(path)
        assert list(table.triples) == triples
        assert (table.mapped, table.ignored) == ({}, ())
        assert list(path.parent.iterdir()) == [path]

    check()


def test_a_file_is_replaced_whole(tmp_path: Path) -> None:
    path = tmp_path / "t.csv"
    path.write_text("old", encoding="utf-8")
    with path.open(encoding="utf-8") as reading:
        write_triples(path, [Triple.of(question="q", contexts=["c"], answer="a")])
        assert reading.read() == "old"  # whoever had it open keeps the old one to the end
    assert len(read_triples(path).triples) == 1


def test_defaults_are_not_written(tmp_path: Path) -> None:
    path = tmp_path / "t.csv"
    triple = Triple.of(question="q", contexts=["c"], answer="a")
    write_triples(path, [triple])
    assert path.read_text(encoding="utf-8") == 'question,contexts,answer\nq,"[""c""]",a\n'
    (again,) = read_triples(path).triples
    assert (again.id, again.group) == ("row-1", triple.context_key)


@pytest.mark.parametrize(
    ("fields", "message"),
    [
        ({"answer": "\ud83d"}, "row 2: answer has half a surrogate pair"),
        ({"question": "\0"}, "row 2: question has a null byte"),
        ({"spans": (Span(0, 9),)}, "row 2: spans marks 0:9 of an answer with 1 characters"),
        (
            {"self_metrics": {"self_confidence": 4.0}},
            "row 2: self_confidence '4.0' is not a number from 0 to 1",
        ),
        (
            {"self_metrics": {"confidence": 0.5}},
            "row 2: self_metrics \"{'confidence': 0.5}\" would read back as",
        ),
        ({"domain": " tax"}, "row 2: domain ' tax' would read back as 'tax': write it so"),
        ({"id": "x"}, "row 2: id 'x' is the id of row 1 too"),
    ],
)
@pytest.mark.parametrize("ending", ENDINGS)
def test_what_would_not_read_back_is_refused_and_the_old_file_stays(
    tmp_path: Path, ending: str, fields: dict[str, Any], message: str
) -> None:
    path = tmp_path / f"t{ending}"
    path.write_text("old", encoding="utf-8")
    first = Triple.of(question="q", contexts=["c"], answer="a", id="x")
    triples = [first, replace(first, **{"id": "y", **fields})]
    with pytest.raises(TableError) as caught:
        write_triples(path, triples)
    assert message in str(caught.value)
    assert path.read_text(encoding="utf-8") == "old"
    assert list(tmp_path.iterdir()) == [path]
