# SPDX-License-Identifier: Apache-2.0
"""The states that records and answers tell, the words for each, and which of them exclude which."""

from __future__ import annotations

import re
from collections.abc import Iterable
from itertools import permutations

# Words that say that a thing is in a state: those that a plain "is" may stand before, and those that need "has been",
# "was" or "status:", as "is processed" may tell what is done in general.
_STATES = {
    "pending": (
        "pending|pending review|pending approval|under review|in review|awaiting approval|waiting for approval|"
        "on hold",
        "",
    ),
    "processing": ("in progress|processing|being processed|queued|incomplete", ""),
    "completed": (
        "completed|complete|settled|successful|succeeded",
        "processed|finalized|finalised|executed|sent|released|completed successfully",
    ),
    "approved": ("approved", "accepted"),
    "passed": ("passed|pass", ""),
    "failed": ("failed|fail|unsuccessful", "declined|rejected|denied|refused"),
    "cancelled": ("cancelled|canceled|voided", "withdrawn"),
    "expired": ("expired|lapsed", ""),
    "active": ("active|activated", ""),
    "inactive": ("inactive|dormant|deactivated|disabled", ""),
    "paused": ("paused", ""),
    "closed": ("closed", "terminated"),
    "resolved": ("resolved", ""),
    "open": ("open", ""),
    "blocked": ("frozen|suspended|blocked|locked", "stopped"),
    "provisional": ("provisional|preliminary", ""),
    "final": ("final", ""),
    "confirmed": ("confirmed", ""),
    "tentative": ("tentative|unconfirmed|provisional booking", ""),
    "backordered": ("backordered|back ordered|on backorder|on back order", ""),
    "shipped": ("", "shipped|dispatched"),
    "underway": ("in transit|on its way|out for delivery", ""),
    "delivered": ("delivered", ""),
    "delayed": ("delayed", ""),
    "on time": ("on time|on schedule", ""),
    "rescheduled": ("rescheduled|postponed", ""),
    "paid": ("", "paid|paid out"),
    "fully paid": ("paid in full|fully paid", ""),
    "partly paid": ("partially paid|partly paid", ""),
    "unpaid": ("unpaid|overdue|past due", ""),
    "refunded": ("", "refunded"),
    "fully refunded": ("fully refunded|refunded in full", ""),
    "partly refunded": ("partially refunded|partly refunded", ""),
    "delinquent": ("delinquent|in arrears", ""),
    "current": ("up to date", ""),
    "restored": ("restored", ""),
    "stable": ("stable", ""),
    "increasing": ("increasing", ""),
    "decreasing": ("decreasing|declining", ""),
    "required": ("required|mandatory", ""),
    "not required": ("not required|optional|not needed", ""),
    "deleted": ("deleted|erased", ""),
    "published": ("published", ""),
}
# Words that mean a state in a record only: "is held on Monday" says another thing.
_RECORDED = {
    "held": "pending",
    "scheduled": "scheduled",
    "current": "current",
    "out": "out",
    "ongoing": "out",
    "draft": "draft",
    "recommended": "recommended",
}
# Words that mean a state in an answer only.
_CLAIMED = {"posted": "completed", "booked": "completed"}
# States that no thing is in at once.
_APART = (
    "pending,completed,failed,cancelled,expired",
    "processing,completed,failed,cancelled,expired",
    "scheduled,completed,failed,cancelled,expired",
    "pending,approved,failed,cancelled,expired",
    "active,inactive,closed,blocked",
    "active,paused",
    "active,cancelled",
    "active,expired",
    "passed,failed,pending",
    "provisional,final",
    "open,closed",
    "open,resolved",
    "open,cancelled",
    "open,expired",
    "pending,resolved",
    "confirmed,tentative,pending",
    "confirmed,failed",
    "confirmed,cancelled",
    "backordered,shipped",
    "backordered,underway",
    "backordered,delivered",
    "backordered,cancelled",
    "delivered,pending",
    "delivered,processing",
    "delivered,scheduled",
    "delivered,cancelled",
    "underway,pending",
    "underway,processing",
    "underway,cancelled",
    "underway,delivered",
    "delayed,on time",
    "on time,cancelled",
    "rescheduled,cancelled",
    "fully paid,partly paid",
    "fully paid,unpaid",
    "paid,unpaid",
    "fully refunded,partly refunded",
    "current,delinquent",
    "current,unpaid",
    "restored,out",
    "stable,increasing,decreasing",
    "required,not required",
    "deleted,pending",
    "published,draft",
)
# What an answer cannot claim of a thing that a record says is in one of these; a record may say both of two things.
_DENIED = {
    "delivered": "shipped",
    "shipped": "pending,processing,cancelled",
    "paid": "open,pending,processing,scheduled,failed,cancelled,delinquent",
    "fully paid": "open,pending,processing,scheduled,failed,cancelled,delinquent",
    "fully refunded": "pending,processing,failed",
    "unpaid": "fully paid,completed",
    "open": "paid,fully paid",
    "required": "recommended",
}
_EXCLUDED = frozenset(pair for group in _APART for pair in permutations(group.split(","), 2)) | {
    (claimed, state) for claimed, states in _DENIED.items() for state in states.split(",")
}
# What happens once and stays so: "was delivered" is true of now, "was pending" may not be.
EVENTS = frozenset(
    "completed,approved,passed,failed,cancelled,expired,closed,resolved,confirmed,shipped,delivered,rescheduled,paid,"
    "fully paid,refunded,fully refunded,restored,deleted,published".split(",")
)
# How nearly everything may end after what happened to it.
ENDS = frozenset({"cancelled", "expired", "closed"})

_PLAIN_WORDS = {word: state for state, words in _STATES.items() for word in words[0].split("|") if word}
_OTHER_WORDS = {word: state for state, words in _STATES.items() for word in words[1].split("|") if word}
RECORDED = _PLAIN_WORDS | _OTHER_WORDS | _RECORDED
CLAIMED = _PLAIN_WORDS | _OTHER_WORDS | _CLAIMED


def folded(text: str) -> str:
    """
    >>> folded("PENDING_REVIEW")
    'pending review'
    """
    return text.lower().replace("_", " ").replace("-", " ").strip(" *\"'")


def alternatives(words: Iterable[str]) -> str:
    """A pattern for one of the words, the longest first."""
    return "|".join(re.escape(word) for word in sorted(words, key=len, reverse=True))


PLAIN = alternatives(_PLAIN_WORDS)


def excludes(recorded: str, claimed: str) -> bool:
    """Can a thing whose record says one state not be in the other, which an answer claims?

    >>> excludes("shipped", "delivered"), excludes("delivered", "shipped")
    (True, False)
    """
    return (claimed, recorded) in _EXCLUDED


def implies(recorded: str, denied: str) -> bool:
    """Is what an answer denies what the record says: "has not been paid" of what is fully paid?"""
    return recorded != "" and recorded in {denied, f"fully {denied}"}


def words_for(state: str) -> str:
    """A pattern for the words of a state."""
    return alternatives({word for word, other in (RECORDED | CLAIMED).items() if other == state})
