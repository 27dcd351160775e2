# SPDX-License-Identifier: Apache-2.0
"""Passages as other libraries hold them, and lists as they write them; none of these libraries is imported."""

from __future__ import annotations

import ast
import io
import re
import tokenize
from collections.abc import Iterator, Mapping
from typing import Any

# Ours, LangChain's, Haystack's.
TEXTS = ("text", "page_content", "content")
# Ours, LlamaIndex's.
_IDS = ("id", "id_", "node_id")
_REST = ("score", "revision", "kind")

_LAYOUT = frozenset({tokenize.NL, tokenize.NEWLINE, tokenize.INDENT, tokenize.DEDENT, tokenize.ENDMARKER})
# The escapes that `repr` writes; with another the text was not written by Python.
_ESCAPE = re.compile(r"""\\[\\'"nrtxuU]""")


def passage_fields(held: Any) -> dict[str, Any] | None:
    """The fields of a passage under our names, from a mapping or an object; None where there is no text.

    >>> passage_fields({"page_content": "The fee is $5.", "metadata": {}})
    {'text': 'The fee is $5.'}
    >>> passage_fields({"node": {"text": "The fee is $5.", "id_": "n1"}, "score": 0.8})
    {'text': 'The fee is $5.', 'id': 'n1', 'score': 0.8}
    """
    text = next((found for name in TEXTS if isinstance(found := _field(held, name), str)), None)
    if text is None and callable(read := _field(held, "get_content")):
        text = read()
    node = _field(held, "node")
    inner = passage_fields(node) or {} if node is not None else {}
    if not isinstance(text, str) and not inner:
        return None
    own = {
        "text": text if isinstance(text, str) else None,
        "id": next((found for name in _IDS if (found := _field(held, name)) is not None), None),
        **{name: _field(held, name) for name in _REST},
    }
    return inner | {name: value for name, value in own.items() if value is not None}


def _field(held: Any, name: str) -> Any:
    return held.get(name) if isinstance(held, Mapping) else getattr(held, name, None)


def unzipped(cell: Mapping[str, Any]) -> list[Any]:
    """The objects of a mapping whose fields are lists, as `datasets` keeps several; else the mapping alone.

    >>> unzipped({"text": ["a", "b"], "id": [1, 2]}), unzipped({"text": "a"})
    ([{'text': 'a', 'id': 1}, {'text': 'b', 'id': 2}], [{'text': 'a'}])
    """
    if not cell or not all(isinstance(field, list) for field in cell.values()):
        return [cell]
    if len({len(field) for field in cell.values()}) > 1:
        return [cell]
    return [dict(zip(cell, fields, strict=True)) for fields in zip(*cell.values(), strict=True)]


def python_list(text: str) -> list[Any] | None:
    """The list that Python or numpy printed, as pandas writes them into CSV files; None for any other text.

    >>> python_list("['a', \\"it's\\"]"), python_list("['a' 'b']"), python_list("['a'")
    (['a', "it's"], ['a', 'b'], None)
    """
    if "\\" in _ESCAPE.sub("", text):
        return None
    try:
        found = ast.literal_eval(" ".join(_with_commas(text)))
    except (ValueError, SyntaxError, TypeError, MemoryError, RecursionError, tokenize.TokenError):
        return None
    return found if isinstance(found, list) else None


def _with_commas(text: str) -> Iterator[str]:
    """The tokens, with commas where numpy leaves them out; side by side Python would join the strings to one."""
    before = ""
    for token in tokenize.generate_tokens(io.StringIO(text).readline):
        if token.type in _LAYOUT:
            continue
        begins = token.type == tokenize.STRING or token.string == "{"
        if begins and before and (before[-1] in "'\"}"):
            yield ","
        yield token.string
        before = token.string
