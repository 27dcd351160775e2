# SPDX-License-Identifier: Apache-2.0
"""Words with their classes, read from `resources/words.toml`: the one place to add a word."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from typing import Any


def resource(name: str) -> str:
    """The text of a file of `resources`."""
    return (files("faithstill.featurize") / "resources" / name).read_text(encoding="utf-8")


@cache
def toml(name: str) -> Mapping[str, Any]:
    """A TOML file of `resources`, parsed once."""
    return tomllib.loads(resource(name))


def listed(section: str, name: str) -> tuple[str, ...]:
    """The words of a class in order.

    >>> listed("calendar", "weekdays")[:2]
    ('monday', 'tuesday')
    """
    return tuple(toml("words.toml")[section][name].split())


def words(section: str, name: str) -> frozenset[str]:
    """The words of a class."""
    return frozenset(listed(section, name))


def phrases(section: str) -> Mapping[str, str]:
    """Each phrase of a section with the name of its class; phrases are separated by bars.

    >>> phrases("bounds")["no more than"]
    'at_most'
    """
    entries = toml("words.toml")[section].items()
    return {" ".join(phrase.split()): name for name, text in entries for phrase in text.split("|")}


def numbers(section: str) -> dict[str, int]:
    """The words of a section with the number that each stands for."""
    return {word: int(value) for value, text in toml("words.toml")[section].items() for word in text.split()}
