# SPDX-License-Identifier: Apache-2.0
"""Verbs and nouns that their particle makes another: "check-in" and "check-out", "opted in" and "opted out"."""

from __future__ import annotations

from .tables import toml, words

# Each particle with the words before it that it makes another of.
PARTICLES = {particle: words("particles", particle) for particle in toml("words.toml")["particles"]}
