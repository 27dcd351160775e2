# SPDX-License-Identifier: Apache-2.0
"""Times of the day, keyed by the 24-hour clock."""

from __future__ import annotations

import re

from .dates import keyed
from .mention import Kind, Mention

_ZONE = (
    r"(?:[ ](?P<region>Eastern|Pacific|Central|Mountain)(?:[ ](?:Standard|Daylight))?[ ]Time\b|"
    r"[ ](?P<coast>Eastern|Pacific)(?![ ][A-Z])\b|"
    r"[ ]?(?P<zone>(?:UTC|GMT)[ ]?[+−-]\d{1,2}(?::?\d\d)?(?!\d)|ET|EST|EDT|CT|CST|CDT|MT|"
    r"MST|MDT|PT|PST|PDT|UTC|GMT|BST|CET|CEST|EET|IST|JST|SGT|AEST|"
    r"AEDT)\b)?"
)

CLOCK = re.compile(
    rf"(?P<h>[01]?\d|2[0-4]):(?P<m>[0-5]\d)(?::[0-5]\d(?:\.\d{{1,6}})?)?(?![\d:])(?:\s?"
    rf"(?P<ap>[aApP])\.?[mM]\b\.?)?{_ZONE}"
)

MERIDIEM = re.compile(
    rf"(?P<h>1[0-2]|0?[1-9])(?:[.:](?P<m>[0-5]\d))?[ \u00a0]?(?P<ap>[aApP])(?:[mM](?!\w)|\.[ ]?[mM]\.?"
    rf"(?!\w)){_ZONE}"
)

HOUR_RANGE = re.compile(
    r"(?P<h>1[0-2]|0?[1-9])(?:[.:](?P<m>[0-5]\d))?(?=\s?(?:-|–|to|and)\s?(?P<last>1[0-2]|0?[1-9])"
    r"(?:[.:][0-5]\d)?[ ]?(?P<ap>[aApP])\.?[mM]\b)"
)

_HOURS = "one two three four five six seven eight nine ten eleven twelve".split()
_HOUR = rf"(?:1[0-2]|[1-9]|{'|'.join(_HOURS)})(?![\w%]|[.:,]\d)"
_PARTS = {
    "half": 30, "quarter": 15, "a quarter": 15, "five": 5, "ten": 10, "twenty": 20, "twenty-five": 25,
}  # fmt: skip

OCLOCK = re.compile(rf"(?P<h>1[0-2]|[1-9]|(?i:{'|'.join(_HOURS)}))[ ]o['’]clock\b")

PAST = re.compile(
    rf"(?:(?P<part>(?i:half|(?:a[ ])?quarter|five|ten|twenty(?:-five)?)|[1-9]\d?)[ ]past|"
    rf"(?P<short>(?i:(?:a[ ])?quarter))[ ]to)[ ](?P<h>{_HOUR})"
)

NOON = re.compile(r"(?:12[ ])?(?i:(?P<word>noon|midday|midnight))(?![\w-])")


_REGIONS = {"Eastern": "ET", "Pacific": "PT", "Central": "CT", "Mountain": "MT"}


def clock(match: re.Match[str]) -> tuple[Mention, ...] | None:
    """ "17:00", "5 p.m. ET", "9 to 11 am"."""
    found = match.groupdict()
    hour, minute, half = int(match["h"]), found.get("m") or "00", (found.get("ap") or "").lower()
    if half:
        if not 1 <= hour <= 12:
            return None
        if half == "p" and found.get("last") and hour % 12 > int(found["last"]) % 12:
            half = "a"  # "9 to 5 pm"
        hour = hour % 12 + (12 if half == "p" else 0)
    zone = found.get("zone") or _REGIONS.get(found.get("region") or found.get("coast") or "", "")
    mention = keyed(Kind.TIME, match, f"{hour % 24:02d}:{minute}", unit=zone)[0]
    if mention.text.endswith(".") and not re.search(r"[ap]\.[ ]?m\.$", mention.text, re.IGNORECASE):
        return (
            Mention(
                Kind.TIME,
                mention.start,
                mention.end - 1,
                mention.text[:-1],
                unit=mention.unit,
                key=mention.key,
            ),
        )
    return (mention,)


def oclock(match: re.Match[str]) -> tuple[Mention, ...]:
    """ "5 o'clock" leaves morning or evening open."""
    return keyed(Kind.TIME, match, _either(_hour(match["h"]), 0))


def past(match: re.Match[str]) -> tuple[Mention, ...] | None:
    """ "half past nine", "a quarter to five"."""
    part, hour = (match["part"] or match["short"]).lower(), _hour(match["h"])
    minutes = int(part) if part.isdigit() else _PARTS[part]
    if minutes > 59:
        return None
    return keyed(
        Kind.TIME, match, _either(hour - 1, 60 - minutes) if match["short"] else _either(hour, minutes)
    )


def _hour(word: str) -> int:
    return int(word) if word.isdigit() else _HOURS.index(word.lower()) + 1


def _either(hour: int, minutes: int) -> str:
    """Both readings, the morning's first."""
    return f"{hour % 12:02d}:{minutes:02d}|{hour % 12 + 12:02d}:{minutes:02d}"


def noon(match: re.Match[str]) -> tuple[Mention, ...]:
    """ "noon", "midnight"."""
    return keyed(Kind.TIME, match, "00:00" if match["word"].lower() == "midnight" else "12:00")
