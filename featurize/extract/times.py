# SPDX-License-Identifier: Apache-2.0
"""Times of the day, keyed by the 24-hour clock."""

from __future__ import annotations

import re

from .dates import keyed
from .mention import Kind, Mention

_ZONE = (
    r"(?:[ ]?(?P<zone>ET|EST|EDT|CT|CST|CDT|MT|MST|MDT|PT|PST|PDT|UTC|GMT|BST|CET|CEST|EET|IST|JST|SGT|AEST|"
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

OCLOCK = re.compile(r"(?P<h>1[0-2]|[1-9])[ ]o['’]clock\b")

NOON = re.compile(r"(?i:noon|midday|midnight)(?![\w-])")


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
    mention = keyed(Kind.TIME, match, f"{hour % 24:02d}:{minute}", unit=found.get("zone") or "")[0]
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
    hour = int(match["h"])
    return keyed(Kind.TIME, match, f"{hour % 24:02d}:00|{(hour + 12) % 24:02d}:00")


def noon(match: re.Match[str]) -> tuple[Mention, ...]:
    """ "noon", "midnight"."""
    return keyed(Kind.TIME, match, "00:00" if match.group().lower() == "midnight" else "12:00")
