# SPDX-License-Identifier: Apache-2.0
"""One cell of a table to one value: text, label, passages, spans, self-metric; nothing is guessed.

Cells come as `plain` leaves them.
"""

from __future__ import annotations

import json
import math
import re
from collections.abc import Iterator, Mapping
from typing import Any

from .errors import CellError, shown
from .foreign import passage_fields, python_list, unzipped
from .triple import Label, Passage, Span, as_passage

_UNREADABLE = re.compile("[\x00\ud800-\udfff]")
# What is meant as a list: "[1] The fee is $5." is text, '["a"' and "['a']" are lists that went wrong.
_LIST = re.compile(r"""\s*\[\s*["'{\]]""")

_YES = frozenset({"1", "true", "yes", "y"})
_NO = frozenset({"0", "false", "no", "n"})

# Words mean the same in every label column; yes and no mean what the column asks.
LABEL_WORDS = {
    Label.FAITHFUL: ("faithful", "supported", "fully_supported", "grounded", "fully_grounded", "pass"),
    Label.PARTIAL: ("partial", "partially_faithful", "partially_supported", "partially_grounded"),
    Label.UNFAITHFUL: (
        *("unfaithful", "not_faithful", "unsupported", "not_supported", "ungrounded", "not_grounded"),
        *("hallucinated", "hallucination", "contradicted", "contradictory", "unverifiable", "fail"),
    ),
}
_LABEL_OF = {word: label for label, words in LABEL_WORDS.items() for word in words}


def is_missing(cell: Any) -> bool:
    """Whether a cell holds nothing: None, NaN, pandas' NA and NaT, or the empty string.

    >>> [is_missing(cell) for cell in (None, float("nan"), "", 0, " ")]
    [True, True, True, False, False]
    """
    if isinstance(cell, float):
        return math.isnan(cell)
    return cell is None or cell == "" or type(cell).__name__ in ("NAType", "NaTType")


def plain(cell: Any) -> Any:
    """A cell without numpy and Arrow: their arrays as lists, their scalars as Python's, at any depth."""
    for method in ("tolist", "to_pylist", "as_py"):
        if hasattr(cell, method):
            cell = getattr(cell, method)()
    if isinstance(cell, Mapping):
        return {key: plain(value) for key, value in cell.items()}
    return [plain(item) for item in cell] if isinstance(cell, list | tuple) else cell


def text(cell: Any) -> str:
    """Text as it stands; a whole number is taken as its digits, nothing else is turned into text."""
    if is_missing(cell):
        return ""
    if isinstance(cell, int) and not isinstance(cell, bool):
        return str(cell)
    if not isinstance(cell, str):
        raise CellError(f"is a {type(cell).__name__}, not text: write it as a string", shown(cell))
    if found := _UNREADABLE.search(cell):
        what = "a null byte" if found.group() == "\0" else "half a surrogate pair"
        raise CellError(f"has {what} at character {found.start()}: remove it or encode the text anew")
    return cell


def is_kept(written: str) -> bool:
    """Does every kind of file give a text back as it was written?

    >>> is_kept("The fee is $5."), is_kept("nan"), is_kept("a null \\0 byte")
    (True, False, False)
    """
    return not _UNREADABLE.search(written) and written not in ("nan", "NaN")


def name(cell: Any) -> str:
    """Text without the blanks around it, for ids, groups and categories."""
    return text(cell).strip()


def folded(word: str) -> str:
    """A column name or label word as the tables here spell it.

    >>> folded(" Not-Supported"), folded("User Input")
    ('not_supported', 'user_input')
    """
    return re.sub(r"[\s-]+", "_", word.strip().casefold())


def label(cell: Any, *, yes: Label = Label.FAITHFUL) -> Label | None:
    """The label a cell states; `yes` is what 1, true and yes mean in its column.

    >>> label("Not supported"), label(1, yes=Label.UNFAITHFUL)
    (<Label.UNFAITHFUL: 'unfaithful'>, <Label.UNFAITHFUL: 'unfaithful'>)
    """
    word = "" if is_missing(cell) else folded(_whole(cell))
    if not word:
        return None
    no = Label.FAITHFUL if yes is Label.UNFAITHFUL else Label.UNFAITHFUL
    found = _LABEL_OF.get(word) or (yes if word in _YES else no if word in _NO else None)
    if found is None:
        raise CellError(f"is none of {', '.join(Label)}", shown(cell))
    return found


def _whole(cell: Any) -> str:
    """The cell as text with 1.0 as "1", as pandas writes whole numbers next to gaps; a score is no label."""
    try:
        number = float(cell)
    except (TypeError, ValueError, OverflowError):
        return str(cell)
    if isinstance(cell, bool) or not math.isfinite(number):
        return str(cell)
    if not number.is_integer():
        cure = f"is a score, not a label: put it through your own threshold and write {', '.join(Label)}"
        raise CellError(cure, shown(cell))
    return str(int(number))


def self_metric(cell: Any) -> float | None:
    """The generator's own number about its answer, from 0 to 1; other scales are not guessed."""
    if is_missing(cell) or (isinstance(cell, str) and not cell.strip()):
        return None
    try:
        number = math.nan if isinstance(cell, bool) else float(cell)
    except (TypeError, ValueError, OverflowError):
        number = math.nan
    if not 0 <= number <= 1:
        cure = "is not a number from 0 to 1: rescale it (a mark m of 1 to 5 is (m-1)/4) or drop the column"
        raise CellError(cure, shown(cell))
    return number


def contexts(cell: Any) -> tuple[Passage, ...]:
    """The passages of a cell: a list, one written by JSON or Python, one object, or plain text as one passage."""
    if is_missing(cell) or (isinstance(cell, str) and not cell.strip()):
        return ()
    if isinstance(cell, str) and _LIST.match(cell):
        cell = _list(cell, 'a list of passages: write ["first", "second"], or a text alone as ["[text]"]')
    if isinstance(cell, Mapping):
        cell = unzipped(cell)
    return tuple(_passages(cell if isinstance(cell, list) else [cell]))


def _passages(items: list[Any]) -> Iterator[Passage]:
    for number, item in enumerate(items, start=1):
        try:
            yield _passage(item)
        except ValueError as error:
            raise CellError(f"(passage {number}): {error}") from None


def _passage(item: Any) -> Passage:
    if not isinstance(item, str | Passage) and (fields := passage_fields(item)):
        # Parquet and pandas fill the keys that an object lacks with None or NaN.
        item = {key: value for key, value in fields.items() if not is_missing(value) or key == "text"}
        item |= {key: name(item[key]) for key in ("id", "revision") if key in item}
    passage = as_passage(item)
    text(passage.text)
    if passage.score is not None and not math.isfinite(passage.score):
        raise ValueError(f"score {passage.score} is not finite")
    return passage


def spans(cell: Any) -> tuple[Span, ...]:
    """The marked characters of an answer: a list of [start, end], [start, end, type] or objects of these."""
    if is_missing(cell) or (isinstance(cell, str) and not cell.strip()):
        return ()
    items = _list(cell, "a list of [start, end]") if isinstance(cell, str) else cell
    if not isinstance(items, list):
        raise CellError("is not a list of [start, end]", shown(cell))
    return tuple(_span(item) for item in items)


def _span(item: Any) -> Span:
    parts = [item.get("start"), item.get("end"), item.get("type")] if isinstance(item, Mapping) else item
    if (
        not isinstance(parts, list)
        or not 2 <= len(parts) <= 3
        or any(type(part) is not int for part in parts[:2])
    ):
        raise CellError(f"holds {shown(item)}: a span is [start, end] or an object with start, end and type")
    return Span(parts[0], parts[1], name(parts[2]) if len(parts) == 3 else "")


def within(marked: tuple[Span, ...], answer: str) -> tuple[Span, ...]:
    """The spans, checked to mark characters of the answer."""
    for span in marked:
        if not 0 <= span.start < span.end <= len(answer):
            raise CellError(f"marks {span.start}:{span.end} of an answer with {len(answer)} characters")
    return marked


def _list(cell: str, wanted: str) -> list[Any]:
    try:
        found = json.loads(cell)
    except (ValueError, RecursionError):
        found = python_list(cell)
    if not isinstance(found, list):
        raise CellError(f"is not {wanted}", shown(cell))
    return found
