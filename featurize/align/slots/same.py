# SPDX-License-Identifier: Apache-2.0
"""Two values side by side that are one in two units, "250 feet (80 m)", or a whole and its part, "20 out of 40"."""

from __future__ import annotations

import re

from faithstill.featurize.extract import Mention

# What stands between a value and the same one in other words: "250 feet (80 m)", "125 (Papyrus 52)".
_CONVERTED = re.compile(r"\s?[(/=,]?\s?(?:or|about|approximately|i\.e\.)?\s?|\s?\(\s?[A-Z]\w+\s")
_WHOLE = re.compile(r"\s(?:out\s)?of\s(?:the\s|its\s|a\s)?")
_PARTED = re.compile(r"(?:\s\w+){0,3},?\sof\s(?:whom|which|these|them)\s(?:\w+\s){0,3}")
_SHARE_OF = re.compile(
    r"(?i)(?:\b(?:half|thirds?|quarters?|fifths?|tenths?|percent|most|share|part|one|\d+)|%)\s(?:out\s)?of\s"
    r"(?:the\s|these\s|those\s|its\s|all\s)*$"
)
_ASIDE = 25


def says_the_same(said: str, text: str, support: Mention, rival: Mention) -> bool:
    """Is it one value told twice in a sentence of `text`? `said` is what the answer says before it."""
    first, second = sorted((support, rival), key=lambda m: m.start)
    between = text[first.end : second.start]
    if first is support and _PARTED.fullmatch(between):  # "half of the 40" of "40, of whom 20"
        return _SHARE_OF.search(said[-_ASIDE:]) is not None
    if "=" in between or _WHOLE.fullmatch(between):
        return True  # the sum of what stands before it, or what it is out of
    return len(between) < _ASIDE and _CONVERTED.fullmatch(between) is not None
