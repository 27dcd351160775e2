# SPDX-License-Identifier: Apache-2.0
"""Verbs and nouns that their particle makes another: "check-in" and "check-out", "opted in" and "opted out"."""

from __future__ import annotations


def _forms(verb: str) -> tuple[str, ...]:
    """A verb with its endings: "log", "logs", "logged", "logging"."""
    stem = verb + verb[-1] if verb in ("log", "drop") else verb.removesuffix("e")
    return verb, f"{verb}{'es' if verb.endswith('ch') else 's'}", f"{stem}ed", f"{stem}ing"


# Each particle with the words before it that it makes another of.
PARTICLES: dict[str, frozenset[str]] = {
    particle: frozenset(form for verb in verbs.split() for form in _forms(verb))
    for particle, verbs in {
        "in": "check opt log sign clock cash phase trade",
        "out": "check opt log sign clock cash phase",
        "on": "log switch turn",
        "off": "log sign switch turn drop",
        "up": "sign pick",
    }.items()
}
