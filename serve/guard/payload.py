# SPDX-License-Identifier: Apache-2.0
"""What is checked before a side effect: the payload of a tool call, and the passages that a plan cites."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

_CONTROL = frozenset({"tool", "function", "action", "type", "method"})
_MOST_DEPTH = 64
_PROSE = 4  # words from which a text is read as prose and not as the value of its field


def payload_text(payload: Any) -> str:
    """The text of a payload: prose as it stands, other fields as "name: value", one paragraph each.

    What names the tool at the top ("tool", "action") in less than four words states nothing, and neither does a field
    without a value, unless its name is as long as a sentence. ValueError for what JSON cannot hold, and for
    nesting deeper than 64.

    >>> print(payload_text({"tool": "send_email", "body": "Your fee of $25 is waived.", "due": {"days": 10}}))
    Your fee of $25 is waived.
    <BLANKLINE>
    due days: 10
    """
    shown = (
        {k: v for k, v in payload.items() if k not in _CONTROL or not _is_name(v)}
        if isinstance(payload, Mapping)
        else payload
    )
    return "\n\n".join(_texts(shown, ()))


def _is_name(value: Any) -> bool:
    return isinstance(value, str) and len(value.split()) < _PROSE


def _texts(value: Any, path: tuple[str, ...]) -> Iterator[str]:
    if path and not value and not isinstance(value, bool | int | float):
        if len(_words(path[-1])) >= _PROSE:
            yield " ".join(_words(path[-1]))
        return
    if len(path) > _MOST_DEPTH:
        raise ValueError(f"payload: nested deeper than {_MOST_DEPTH} at {'.'.join(path[:3])}...; flatten it")
    if isinstance(value, Mapping):
        for key, inner in value.items():
            yield from _texts(inner, (*path, str(key)))
    elif isinstance(value, Sequence) and not isinstance(value, str | bytes):
        for inner in value:
            yield from _texts(inner, path)
    elif isinstance(value, str):
        if value.strip():
            yield value if len(value.split()) >= _PROSE or not path else _field(path, value)
    elif isinstance(value, bool | int | float):
        yield _field(path, str(value).lower() if isinstance(value, bool) else str(value))
    elif value is not None:
        where = ".".join(path) or "payload"
        raise ValueError(
            f"{where}: is a {type(value).__name__}; give what JSON can hold: text, numbers, lists, objects"
        )


def _words(name: str) -> list[str]:
    return name.replace("_", " ").split()


def _field(path: tuple[str, ...], value: str) -> str:
    name = " ".join(path).replace("_", " ")
    return f"{name}: {value}" if name else value
