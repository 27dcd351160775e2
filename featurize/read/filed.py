# SPDX-License-Identifier: Apache-2.0
"""Tables as filings print them: fields between pipes, wide blanks or tags of HTML, header lines one over the other.

"| Year ended March 31, |" over "| 2019 | 2018" heads both columns, "Current:" the rows below it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

Fields = tuple[tuple[int, int], ...]

_CELL_TAG = re.compile(r"<t[dh]\b[^>]*>(?:\s*<(?!/?t[dhr])[^>]*>)*\s*(?P<field>[^<]*?)\s*<", re.IGNORECASE)
_ROW_TAGS = re.compile(r"(?=<tr\b)|(?<=</tr>)(?!\s*$)", re.IGNORECASE)
_TAGS_ALONE = re.compile(r"\s*(?:<[^>]*>\s*)+")
_WIDE_BLANK = re.compile(r"\t|[ ]{2,}")
_FEWEST_ROWS = 3  # with the header
_FEWEST_FIGURES = 3
_LONGEST_FIELD = 120  # but for the first
_MOST_HEADERS = 5
# Of a body row: "1,452.4", "$(89.7)", "(248%)", "—", "$ 5 million"; "2019" and "June 2, 2018" head columns.
_FIGURE = re.compile(r"[\W_]*\d[\d.,\s]*(?<!,)[%)\s]*(?:\(\d\))?")
_EMPTY = re.compile(r"[\s\-–—_.*]*(?:n/?[am])?[\s.*]*", re.IGNORECASE)
_YEAR = re.compile(r"(?:FY\s?)?(?:19|20)\d\d(?:[/-]\d\d)?\W*(?:\(\d\))?", re.IGNORECASE)
_THOUSANDS = re.compile(r"\W{0,2}[$£€¥]\W?000\W{0,2}")
_SECTION_ENDS = re.compile(r"(?i)^(?:sub)?total\b")


@dataclass(frozen=True, slots=True)
class FiledRow:
    """The fields of one line, the words over each, and the section that it stands in."""

    fields: Fields
    headers: tuple[str, ...]
    section: str = ""


def filed_rows(text: str) -> Mapping[int, FiledRow]:
    """For each line of such a table, by its start, its fields with all that heads them.

    >>> rows = filed_rows(" | Year ended | \\n | 2019 | 2018\\nSales: | |\\nAsia | 5 | 4\\nAfrica | 7 | 9")
    >>> [(row.section, row.headers) for row in rows.values()][-1]
    ('Sales', ('', 'Year ended 2019', 'Year ended 2018'))
    """
    found: dict[int, FiledRow] = {}
    for lines in _blocks(text):
        fields = {start: [text[a:b] for a, b in spans] for start, spans in lines.items()}
        if _is_table(list(fields.values())):
            found.update(_headed(lines, fields))
    return found


def _blocks(text: str) -> Iterator[Mapping[int, Fields]]:
    """Lines one after the other with as many fields each, one of them at least with words before the first pipe."""
    if not any(sign in text for sign in ("|", "<t", "  ", "\t")):
        return
    rows: dict[int, Fields] = {}
    start = 0
    for line in (*lines_of(text), ""):
        fields = _fields(line, start)
        if not fields and _TAGS_ALONE.fullmatch(line):
            pass
        elif rows and len(fields) != len(next(iter(rows.values()))):
            if any(a < b for (a, b), *_ in rows.values()):
                yield rows
            rows = {}
        if fields:
            rows[start] = fields
        start += len(line)


def lines_of(text: str) -> Sequence[str]:
    """The lines of a text, each row of an HTML table one by itself."""
    lines = text.splitlines(keepends=True)
    if "<tr" not in text:
        return lines
    return [part for line in lines for part in _ROW_TAGS.split(line) if part]


def _fields(line: str, start: int) -> Fields:
    if "|" in line:
        return tuple(_spans(line, start))
    if "<t" in line:
        return tuple(
            (start + found.start("field"), start + found.end("field")) for found in _CELL_TAG.finditer(line)
        )
    body = line.rstrip()
    ends = [(found.start(), found.end()) for found in _WIDE_BLANK.finditer(body)]
    cuts = [0, *(at for end in ends for at in end), len(body)]
    return tuple((start + a, start + b) for a, b in zip(cuts[::2], cuts[1::2], strict=True)) if ends else ()


def _spans(line: str, start: int) -> Iterator[tuple[int, int]]:
    for field in line.rstrip("\r\n").split("|"):
        left = start + len(field) - len(field.lstrip())
        yield left, max(left, start + len(field.rstrip()))
        start += len(field) + 1


def _is_table(rows: Sequence[Sequence[str]]) -> bool:
    """Short fields, a header that names columns of figures, and rows of figures below it."""
    if len(rows) < _FEWEST_ROWS or len(rows[0]) < 2:
        return False
    if any(len(field) > _LONGEST_FIELD for row in rows for field in row[1:]):
        return False
    first = next((row for row in rows if any(row[1:])), rows[0])
    return (
        _is_header(first) and sum(_is_figure(field) for row in rows for field in row[1:]) >= _FEWEST_FIGURES
    )


def _is_body(row: Sequence[str]) -> bool:
    return any(map(_is_figure, row[1:])) or (bool(row[0]) and any(row[1:]) and all(map(_is_empty, row[1:])))


def _is_figure(field: str) -> bool:
    return bool(_FIGURE.fullmatch(field)) and not _YEAR.fullmatch(field) and not _THOUSANDS.fullmatch(field)


def _is_empty(field: str) -> bool:
    return _EMPTY.fullmatch(field) is not None


def _is_header(row: Sequence[str]) -> bool:
    """Words or years over the columns, and no figure."""
    return not _is_body(row) and not all(map(_is_empty, row[1:]))


def _section_of(row: Sequence[str]) -> str:
    """What a line names for all rows below it: "Current: | |", " | Balance sheet data: |"; "" of any other."""
    named = [field for field in row if field]
    if len(named) != 1 or not (row[0] or named[0].endswith(":")):
        return ""
    return named[0].strip(" :")


def _headed(
    lines: Mapping[int, Fields], fields: Mapping[int, Sequence[str]]
) -> Iterator[tuple[int, FiledRow]]:
    over: list[Sequence[str]] = []
    caption = section = ""
    is_open = True
    for start, row in fields.items():
        blank = ("",) * len(row)
        if named := _section_of(row):
            caption, section = (caption, named) if over else (named, "")
            yield start, FiledRow(lines[start], blank, caption if over else "")
        elif _is_header(row) and len(over) < _MOST_HEADERS and (is_open or _YEAR.search(" ".join(row))):
            over = [*over, _spread(row)] if is_open else [_spread(row)]
            section, is_open = "", True
            yield start, FiledRow(lines[start], blank, caption)
        else:
            is_open = False
            section = section if row[0] else ""
            yield start, FiledRow(lines[start], _joined(over), f"{caption} {section}".strip())
            section = "" if _SECTION_ENDS.match(row[0]) else section


def _spread(row: Sequence[str]) -> Sequence[str]:
    """A header line whose words over several columns stand over each: to the right of them, or all over."""
    named = [field for field in row[1:] if not _is_empty(field)]
    if len(named) == 1:
        return (row[0], *named * (len(row) - 1))
    found, last = [row[0]], named[0]
    for field in row[1:]:
        last = last if _is_empty(field) else field
        found.append(last)
    return found


def _joined(over: Sequence[Sequence[str]]) -> tuple[str, ...]:
    """The words over each column from top to bottom, what is repeated once."""
    columns = zip(*over, strict=True)
    return tuple(" ".join(dict.fromkeys(field for field in column if field)) for column in columns)
