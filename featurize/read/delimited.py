# SPDX-License-Identifier: Apache-2.0
"""Rows of comma-, tab- or pipe-separated values in a text: told from prose by header, field count and figures."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import groupby

_Fields = tuple[tuple[int, int], ...]

_FEWEST_ROWS = 2  # with the header
_FEW_ROWS, _FEWEST_FIELDS = 3, 3  # fewer rows are told from prose by more fields
_MAY_BE_GROUPED = re.compile(r"\d,\d{3}(?!\d)")
_LONGEST_FIELD = 60
_FEWEST_YEARS = 2
_FIGURE = re.compile(r"[\W_]*\d[\d.,%\s:/-]*\W*")
_YEAR = re.compile(r"(?:19|20)\d\d(?:[/-]\d\d)?")
_THOUSANDS = re.compile(r"\W{0,2}[$£€¥]000\W?")
_PIPE_RULE = re.compile(r"[\s|:+-]+")
_QUOTED = {delimiter: re.compile(rf'"(?:[^"\n]|"")*"|[^{delimiter}\n]*') for delimiter in "\t,;"}


def delimited_rows(text: str) -> Mapping[int, tuple[_Fields, _Fields]]:
    """For each line that is a row, by its start: the spans of its fields, and of the fields of its header.

    >>> table = "Plan,Fee\\nBasic,5\\nPlus,9"
    >>> [table[a:b] for fields, header in delimited_rows(table).values() for a, b in fields]
    ['Plan', 'Fee', 'Basic', '5', 'Plus', '9']
    >>> delimited_rows("Fees, limits\\nand terms, in short\\nare below, see 5")
    {}
    """
    found: dict[int, tuple[_Fields, _Fields]] = {}
    if text.count("\n") + 1 < _FEWEST_ROWS:
        return found
    for delimiter in _QUOTED:
        if text.count(delimiter) - text.count(delimiter + " ") >= _FEW_ROWS:
            for rows in _blocks(text, delimiter):
                header = next(iter(rows.values()))
                for start, row in rows.items():
                    found.setdefault(start, (row, header))
    if "|" in text:
        for rows in _piped_blocks(text):
            header = next(iter(rows.values()))
            for start, row in rows.items():
                found.setdefault(start, (row, header))
    return found


def _piped_blocks(text: str) -> Iterator[Mapping[int, _Fields]]:
    """Lines "Name | Depth (m)" without pipes at their ends, one after the other with as many fields each."""
    rows: dict[int, _Fields] = {}
    start = 0
    for line in (*text.splitlines(keepends=True), ""):
        bare = line.strip()
        fields: _Fields = ()
        if "|" in bare and not bare.startswith("|"):
            fields = tuple(_fields(text, start, start + len(line.rstrip()), "|"))
        if not fields or not _PIPE_RULE.fullmatch(bare):
            first = next(iter(rows.values()), fields)
            if len(fields) != len(first) or not fields:
                if len(rows) >= _FEW_ROWS and _is_headed(text, list(rows.values())):
                    yield rows
                rows = {}
            if fields:
                rows[start] = fields
        start += len(line)


def _is_headed(text: str, rows: Sequence[_Fields]) -> bool:
    """Short fields, the first row one of words."""
    fields = [[text[a:b] for a, b in row] for row in rows]
    if not all(fields[0]) or not _names_columns(fields[0], fields[1:]):
        return False
    return all(len(field) <= _LONGEST_FIELD for row in fields for field in row)


def _names_columns(header: Sequence[str], body: Iterable[Sequence[str]]) -> bool:
    """Words alone, or a label and years of which no other row holds any: "Revenue, 2023, 2024"."""
    figures = [
        i for i, field in enumerate(header) if _FIGURE.fullmatch(field) and not _THOUSANDS.fullmatch(field)
    ]
    if not figures:
        return True
    if 0 in figures or len(figures) < _FEWEST_YEARS or not all(_YEAR.fullmatch(header[i]) for i in figures):
        return False
    return not any(_YEAR.fullmatch(row[i]) for row in body for i in figures)


def _blocks(text: str, delimiter: str) -> Iterator[Mapping[int, _Fields]]:
    """Lines one after the other with as many fields each, by their starts."""
    for lines in _delimited_lines(text, delimiter):
        rows = ((start, tuple(_fields(text, start, end, delimiter))) for start, end in lines)
        for count, group in groupby(rows, key=lambda row: len(row[1])):
            block = dict(group)
            if (
                count > 1
                and _are_enough(text, list(block.values()))
                and _is_table(text, list(block.values()))
            ):
                yield block


def _are_enough(text: str, rows: Sequence[_Fields]) -> bool:
    """Of two lines the first must name several columns, and in single words where thousands may be meant below it."""
    if len(rows) >= _FEW_ROWS:
        return True
    if len(rows) < _FEWEST_ROWS or len(rows[0]) < _FEWEST_FIELDS:
        return False
    (left, right), row = rows[-1][0], text[rows[-1][0][0] : rows[-1][-1][1]]
    if not _MAY_BE_GROUPED.search(row):
        return True
    return not _FIGURE.fullmatch(text, left, right) and " " not in text[rows[0][0][0] : rows[0][-1][1]]


def _delimited_lines(text: str, delimiter: str) -> Iterator[Sequence[tuple[int, int]]]:
    """Several lines one after the other that each hold the delimiter with no blank behind it."""
    found: list[tuple[int, int]] = []
    start = 0
    for line in (*text.splitlines(keepends=True), ""):
        if line.count(delimiter) > line.count(delimiter + " "):
            found.append((start, start + len(line.rstrip())))
        else:
            if len(found) >= _FEWEST_ROWS:
                yield found
            found = []
        start += len(line)


def _fields(text: str, start: int, end: int, delimiter: str) -> Iterator[tuple[int, int]]:
    """The spans of the fields of a line without blanks and quotes around them."""
    for field in _cut(text, start, end, delimiter):
        stop = start + len(field)
        if field.strip(' "') == field:
            yield start, stop
        else:
            left = stop - len(field.lstrip(' "'))
            yield left, max(left, start + len(field.rstrip(' "')))
        start = stop + 1


def _cut(text: str, start: int, end: int, delimiter: str) -> Iterable[str]:
    """The fields as they are written; what stands in quotes holds no delimiter, but for pipes."""
    if delimiter == "|" or text.find('"', start, end) < 0:
        return text[start:end].split(delimiter)
    return _cut_quoted(text, start, end, _QUOTED[delimiter])


def _cut_quoted(text: str, start: int, end: int, pattern: re.Pattern[str]) -> Iterator[str]:
    while start <= end and (match := pattern.match(text, start, end)):
        yield match.group()
        start = match.end() + 1


def _is_table(text: str, rows: Sequence[_Fields]) -> bool:
    """A header of words, rows of as many short fields, and a column of figures under it; no blanks between."""
    if any(text[a - 1 : a] == " " for row in rows for a, _ in row[1:]):
        return False
    fields = [[text[a:b] for a, b in row] for row in rows]
    header, body = fields[0], fields[1:]
    if not all(header[1:]) or not _names_columns(header, body):
        return False
    if any(len(field) > _LONGEST_FIELD or field.endswith((".", "!", "?")) for row in fields for field in row):
        return False
    return any(all(_FIGURE.fullmatch(row[i]) for row in body) for i in range(1, len(header)))
