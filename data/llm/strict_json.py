# SPDX-License-Identifier: Apache-2.0
"""JSON as strictly as its standard has it: no key twice, no NaN, no nesting without end."""

from __future__ import annotations

import json
from typing import Any


def strict_json(text: str) -> Any:
    """The value of a JSON text; ValueError with the reason where it is none, or could be read in two ways.

    >>> strict_json('{"verdict": "contradicted", "verdict": "supported"}')
    Traceback (most recent call last):
    ValueError: the key 'verdict' stands twice
    """
    try:
        return json.loads(text, object_pairs_hook=_once, parse_constant=_refused)
    except RecursionError as error:
        raise ValueError("nested too deeply") from error


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for name, value in pairs:
        if name in found:
            raise ValueError(f"the key {name!r} stands twice")
        found[name] = value
    return found


def _refused(name: str) -> Any:
    raise ValueError(f"{name} is no number")
