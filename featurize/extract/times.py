# SPDX-License-Identifier: Apache-2.0
"""Times of the day, keyed by the 24-hour clock."""

from __future__ import annotations

import re

from .dates import keyed
from .lexicon import CARDINALS
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

NOON = re.compile(rf"(?:12[ ])?(?i:(?P<word>noon|midday|midnight))(?![\w-]){_ZONE}")
# "A minute before midnight" is a time; "at least 30 minutes before midnight" is a rule with one.
FROM_NOON = re.compile(
    rf"(?<!least )(?<!most )(?<!than )(?<!within )(?<!to )(?<!about )(?P<n>[1-5]?\d|(?i:an?|{'|'.join(CARDINALS)}))"
    rf"[ ]minutes?[ ](?P<side>before|to|past|after)[ ](?:12[ ])?(?P<word>noon|midday|midnight)(?![\w-]){_ZONE}"
)


_HOUR_LONG = 60  # minutes
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
    mention = keyed(Kind.TIME, match, f"{hour % 24:02d}:{minute}", unit=_zone(match))[0]
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
    """ "noon", "midnight CET"."""
    return keyed(Kind.TIME, match, f"{_named_hour(match):02d}:00", unit=_zone(match))


def from_noon(match: re.Match[str]) -> tuple[Mention, ...] | None:
    """ "one minute before midnight"."""
    word = match["n"].lower()
    minutes = int(word) if word.isdigit() else CARDINALS.get(word, 1)
    if minutes >= _HOUR_LONG:
        return None
    back = match["side"] in ("before", "to")
    at = (_named_hour(match) * _HOUR_LONG + (-minutes if back else minutes)) % (24 * _HOUR_LONG)
    return keyed(Kind.TIME, match, f"{at // _HOUR_LONG:02d}:{at % _HOUR_LONG:02d}", unit=_zone(match))


def _named_hour(match: re.Match[str]) -> int:
    return 0 if match["word"].lower() == "midnight" else 12


def _zone(match: re.Match[str]) -> str:
    found = match.groupdict()
    return found.get("zone") or _REGIONS.get(found.get("region") or found.get("coast") or "", "")
