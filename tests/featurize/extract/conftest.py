# SPDX-License-Identifier: Apache-2.0
"""How the rows of the value tables show a mention."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from faithstill.featurize.extract import VALUE_KINDS, Bound, Extractor, Kind, Mention

Values = Callable[[str], list[str]]

_EXTRACTOR = Extractor()


@pytest.fixture(scope="session")
def values() -> Values:
    """The values of a text as `kind <span> value unit bound`; counted nouns are hints and left out."""

    def show(text: str) -> list[str]:
        mentions = _EXTRACTOR.extract(text)
        assert all(text[mention.start : mention.end] == mention.text for mention in mentions)
        return [_shown(mention) for mention in mentions if mention.kind in VALUE_KINDS]

    return show


def _shown(mention: Mention) -> str:
    unit = mention.unit
    if mention.kind in (Kind.NUMBER, Kind.ORDINAL) and unit not in ("fraction", "x"):
        unit = ""
    bound = "" if mention.bound is Bound.EXACT else mention.bound.value
    parts = (mention.kind.value, f"<{mention.text}>", _value(mention), unit, bound)
    return " ".join(part for part in parts if part)


def _value(mention: Mention) -> str:
    """Plain digits without trailing zeros; four decimals where a quotient has no end."""
    ends = [end for end in (mention.low, mention.high) if end is not None]
    shown = [f"{end:.4f}" if len(end.as_tuple().digits) > 20 else f"{end.normalize():f}" for end in ends]
    return "..".join(dict.fromkeys(shown)) or mention.key
