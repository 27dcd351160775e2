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

_HOURS = ("one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve")
WORD_HOUR = re.compile(rf"(?i:(?P<word>{'|'.join(_HOURS)}))[ ](?P<ap>[aApP])(?:[mM]\b|\.[ ]?[mM]\b){_ZONE}")

HOUR_RANGE = re.compile(
    r"(?P<h>1[0-2]|0?[1-9])(?:[.:](?P<m>[0-5]\d))?(?=\s?(?:-|–|to|and)\s?(?P<last>1[0-2]|0?[1-9])"
    r"(?:[.:][0-5]\d)?[ ]?(?P<ap>[aApP])\.?[mM]\b)"
)

NOON = re.compile(rf"(?:12[ ])?(?i:(?P<word>noon|midday|midnight))(?![\w-]){_ZONE}")
_OF_SEASON = re.compile("[ECMP][SD]T")  # texts write "EST" in summer too
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


def word_hour(match: re.Match[str]) -> tuple[Mention, ...]:
    """ "ten am"."""
    hour = (_HOURS.index(match["word"].lower()) + 1) % 12 + (12 if match["ap"] in "pP" else 0)
    return keyed(Kind.TIME, match, f"{hour:02d}:00", unit=_zone(match))


def noon(match: re.Match[str]) -> tuple[Mention, ...]:
    """ "noon", "midnight CET"."""
    hour = "00" if match["word"].lower() == "midnight" else "12"
    return keyed(Kind.TIME, match, f"{hour}:00", unit=_zone(match))


def _zone(match: re.Match[str]) -> str:
    found = match.groupdict()
    if zone := found.get("zone"):
        return f"{zone[0]}T" if _OF_SEASON.fullmatch(zone) else zone.replace("GMT", "UTC")
    return _REGIONS.get(found.get("region") or found.get("coast") or "", "")
