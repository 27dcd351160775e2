# SPDX-License-Identifier: Apache-2.0
"""The words for a status, by what they say of a thing; no thing is in two of these states at once."""

from __future__ import annotations

import re

_STATES = {
    "waiting": "pending|pending review|pending approval|under review|in review|awaiting approval|on hold|held|open|"
    "processing|in progress|being processed|queued|scheduled|in transit|on its way|out for delivery|backordered|"
    "unpaid|overdue|incomplete|unconfirmed|tentative",
    "done": "completed|complete|settled|successful|succeeded|completed successfully|processed|finalized|finalised|"
    "executed|sent|released|approved|accepted|passed|confirmed|delivered|paid|paid out|"
    "paid in full|fully paid|refunded|fully refunded|resolved|restored|published",
    "under way": "shipped|dispatched",
    "failed": "failed|unsuccessful|declined|rejected|denied|refused|cancelled|canceled|voided|expired|lapsed",
    "on": "active|activated|enabled",
    "off": "inactive|dormant|deactivated|disabled|frozen|suspended|blocked|locked|closed|paused|terminated",
}
# A thing that is closed, cancelled or expired is not active; an order that is paused, say, may yet be pending.
_APART = frozenset(
    frozenset(pair.split(","))
    for pair in ("waiting,done", "waiting,failed", "done,failed", "under way,failed", "on,off", "on,failed")
)
# What "was" so may be no more: "was pending".
PASSING = frozenset(word for state in ("waiting", "on", "off") for word in _STATES[state].split("|"))
STATE_OF = {word: state for state, words in _STATES.items() for word in words.split("|")}
ANY_STATE = "|".join(re.escape(word) for word in sorted(STATE_OF, key=len, reverse=True))


def plain_value(text: str) -> str:
    """
    >>> plain_value("PENDING_REVIEW")
    'pending review'
    """
    return text.lower().replace("_", " ").replace("-", " ").strip(" *\"'")


def excludes(one: str, other: str) -> bool:
    """Can a thing with the one status not have the other?

    >>> excludes("in transit", "delivered"), excludes("sent", "delivered")
    (True, False)
    """
    return frozenset((STATE_OF.get(one, ""), STATE_OF.get(other, ""))) in _APART
