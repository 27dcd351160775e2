# SPDX-License-Identifier: Apache-2.0
"""Digits of addresses and of references to laws, books and papers."""

from __future__ import annotations

import re

from .identifiers import exact
from .mention import Mention

STREET = re.compile(
    r"\d{1,5}[A-Za-z]?(?=(?:[ ][A-Z][\w.'’]{1,20}){1,3}[ ](?:Street|St|Road|Rd|Avenue|Ave|Lane|Ln|Drive|Boulevard|Blvd|"
    r"Way|Place|Square|Court|Crescent|Terrace)\b)"
)
ZIP = re.compile(r"\d{5}(?:-\d{4})?(?![\w%]|[.,]\d)")
LAW = re.compile(
    r"\d{1,3}[ ](?:U\.?[ ]?S\.?[ ]?C\.?(?:[ ]?A\.?)?|C\.?F\.?R\.?)[ ](?:§§?[ ]?|[Pp]art[ ])?\d{1,6}(?:\.\d{1,5})?"
    r"(?:\([A-Za-z0-9]{1,4}\)){0,4}"
)
GROUPS = re.compile(r"\d{1,7}(?:-\d{1,7}){3,5}(?:-[\dX])?(?![\w-])")
_YEARISH = re.compile(r"(?:19|20)\d\d")
_STATE_BEFORE = re.compile(r",[ ][A-Z]{2}[ ]$")


def zip_code(match: re.Match[str]) -> tuple[Mention, ...] | None:
    """ "San Diego, CA 92101"."""
    left = match.string[max(0, match.start() - 5) : match.start()]
    return exact(match) if _STATE_BEFORE.search(left) else None


def street(match: re.Match[str]) -> tuple[Mention, ...] | None:
    """ "10 Downing Street"; "in 2008 Wall Street" keeps its year."""
    return None if _YEARISH.fullmatch(match.group()) else exact(match)
